//! `by-size`: small multicasts by one scheme, large ones by another.

use crate::{AnyText, OptionDeclaration, OptionSpec, Options, PlanError, Planner, Scheme, SchemeError, scheme_named};
use serde_json::{Map, Value};
use std::num::NonZeroU32;
use wormcast_plan::{MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// The scheme `by-size`: multicasts of up to so many destinations are planned by one scheme, others by another, both
/// with their default options. A proof is about both at once, as multicasts of both are in flight together: two schemes
/// that are free of deadlock by themselves need not be so together.
pub(crate) struct BySize;

/// The option that names the scheme of small multicasts.
pub const SMALL: OptionSpec<AnyText> = OptionSpec::new("small", "SCHEME", "The scheme of small multicasts")
    .expects("a scheme, such as `dual-path`")
    .default("dual-path");

/// The option that names the scheme of the others.
pub const LARGE: OptionSpec<AnyText> = OptionSpec::new("large", "SCHEME", "The scheme of the other multicasts")
    .expects("a scheme, such as `single-tree`")
    .default("multi-path");

/// The option that says which multicasts are small.
pub const UP_TO: OptionSpec<NonZeroU32> =
    OptionSpec::new("up-to", "NUMBER", "How many destinations a small multicast has at most")
        .expects("a number of destinations, such as 4")
        .default("4");

impl Scheme for BySize {
    fn name(&self) -> &'static str {
        "by-size"
    }

    fn summary(&self) -> &'static str {
        "small multicasts by one scheme, large ones by another"
    }

    fn topologies(&self) -> &'static str {
        "those of both schemes"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[SMALL.declaration, LARGE.declaration, UP_TO.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let part = |option: &OptionSpec<AnyText>, default: &str| {
            let name = options.get(option).map_or_else(|| default.to_owned(), |name| name.to_string());
            let refuse = |expected| SchemeError::BadOption {
                scheme: self.name(),
                option: option.declaration.name,
                value: name.clone(),
                expected,
            };
            let scheme = scheme_named(&name).map_err(|unknown| refuse(unknown.to_string()))?;
            if scheme.name() == self.name() {
                return Err(refuse("a scheme other than this one".to_owned()));
            }
            scheme.prepare(topology, &Options::default())
        };
        let parts = [part(&SMALL, "dual-path")?, part(&LARGE, "multi-path")?];
        let up_to = options.get(&UP_TO).map_or(4, |most| most.get() as usize);
        Ok(Box::new(BySizePlanner { parts, up_to, last: 0 }))
    }
}

struct BySizePlanner<'t> {
    /// Of small multicasts, and of others.
    parts: [Box<dyn Planner + 't>; 2],
    up_to: usize,
    /// Which of them has planned the last multicast.
    last: usize,
}

impl Planner for BySizePlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.last = usize::from(set.destinations.len() > self.up_to);
        self.parts[self.last].plan(set, worms)
    }

    fn consumption_classes(&self) -> u8 {
        self.parts.iter().map(|part| part.consumption_classes()).max().unwrap_or(1)
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        let [small, large] = &self.parts;
        Some(small.route_space()?.with(large.route_space()?))
    }

    fn extra(&self) -> Map<String, Value> {
        self.parts[self.last].extra()
    }
}
