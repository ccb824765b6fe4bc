//! Which consumption classes the worms of path-based schemes are of.

use crate::{OptionSpec, OptionValue, PlanError, Planner, SpanningTree};
use strum::EnumString;
use thiserror::Error;
use wormcast_plan::{Chain, Claim, MulticastSet, RouteSpace, Worm, Worms};
use wormcast_topology::{Graph, Labelling, NodeId};

/// Which consumption classes the worms of path-based schemes are of; see [`Worms`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownConsumptionClasses, parse_err_fn = UnknownConsumptionClasses::of)]
pub enum ConsumptionClasses {
    /// All are of one class. Where consumption channels are limited, worms up the labels and worms down them can then
    /// wait for each other in cycles.
    One,
    /// Worms up the labels are of class 0, worms down them of class 1. With at least two consumption channels per node
    /// they cannot deadlock: what a worm asks for has greater numbers than what it holds, or smaller ones, within its
    /// class.
    Direction,
}

/// The option of all path-based schemes on labels.
pub const CONSUMPTION_CLASSES: OptionSpec<ConsumptionClasses> = OptionSpec::new(
    "consumption-classes",
    "CLASSES",
    "The consumption classes of worms along labels: `one`, or one for each `direction`, which keeps them free of deadlock \
     with two consumption channels per node",
)
.expects("`one` or `direction`")
.default("one");

impl OptionValue for ConsumptionClasses {}

/// No way to class worms.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is no way to class worms; expected `one` or `direction`")]
pub struct UnknownConsumptionClasses(pub String);

impl UnknownConsumptionClasses {
    fn of(name: &str) -> Self {
        Self(name.to_owned())
    }
}

/// A planner of worms that run up the labels or down them, with a consumption class for each direction.
pub(crate) struct ByDirection<'t> {
    pub graph: &'t Graph,
    pub labels: Labelling,
    pub inner: Box<dyn Planner + 't>,
}

impl ByDirection<'_> {
    /// 0 if the labels rise along a worm, or it takes no hop, and 1 if they fall.
    fn class(&self, worm: &Worm<'_>) -> u8 {
        let first = worm.hops.first().map(|hop| self.labels.label(self.graph.target(hop.channel)));
        u8::from(first < Some(self.labels.label(worm.origin)) && first.is_some())
    }
}

impl Planner for ByDirection<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.inner.plan(set, worms)?;
        worms.classify(2, |worm| self.class(worm));
        Ok(())
    }

    fn consumption_classes(&self) -> u8 {
        2
    }

    fn claims(&self) -> &'static [Claim] {
        self.inner.claims()
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        let mut space = self.inner.route_space()?;
        space.classes = 2;
        for family in &mut space.families {
            family.class = u8::from(matches!(family.chain, Chain::Labels { rising: false, .. }));
        }
        Some(space)
    }

    fn trees(&self) -> &[SpanningTree<'_>] {
        self.inner.trees()
    }

    fn extra(&self) -> serde_json::Map<String, serde_json::Value> {
        self.inner.extra()
    }
}
