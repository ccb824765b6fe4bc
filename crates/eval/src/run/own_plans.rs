//! The plans of a user's own scheme: judged, and those of unicasts kept.
//!
//! Nobody has tested such a scheme: figures of plans that are none would look like any others. The same set gives the
//! same worms, so it is asked once for each pair of nodes.

use std::collections::HashMap;
use wormcast_check::{PlainPlans, judge};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{PlanError, Planner, Scheme};
use wormcast_topology::{NodeId, Topology};

/// The most pairs of nodes whose plan is kept.
const MOST_KEPT: usize = 1 << 16;

/// What is known of the plans of such a scheme.
pub(super) struct OwnPlans<'t> {
    scheme: &'static str,
    network: NetworkSpec,
    /// Most plans need no more than a look.
    plain: PlainPlans<'t>,
    kept: HashMap<(NodeId, NodeId), Worms>,
}

impl<'t> OwnPlans<'t> {
    /// None for the schemes of the library.
    pub(super) fn of(scheme: &dyn Scheme, topology: &'t dyn Topology) -> Option<Self> {
        scheme.definition()?;
        let network = topology.faults().map_or_else(|| NetworkSpec::whole(topology.spec()), NetworkSpec::of);
        let plain = PlainPlans::new(topology);
        Some(Self { scheme: scheme.name(), network, plain, kept: HashMap::new() })
    }

    /// Plans a multicast, which is valid then. `worms` is empty at first.
    pub(super) fn plan(
        &mut self,
        topology: &dyn Topology,
        planner: &mut dyn Planner,
        set: MulticastSet<'_>,
        worms: &mut Worms,
    ) -> Result<(), PlanError> {
        let pair = match *set.destinations {
            [to] => Some((set.source, to)),
            _ => None,
        };
        if let Some(kept) = pair.and_then(|pair| self.kept.get(&pair)) {
            worms.clone_from(kept);
            return Ok(());
        }
        planner.plan(set, worms)?;
        if !self.plain.has(set, worms) {
            self.judge(topology, planner, set, worms)?;
        }
        if let Some(pair) = pair.filter(|_| self.kept.len() < MOST_KEPT) {
            self.kept.insert(pair, worms.clone());
        }
        Ok(())
    }

    /// Refuses what the judge refuses. O(n log n) for n hops and deliveries.
    fn judge(
        &self,
        topology: &dyn Topology,
        planner: &dyn Planner,
        set: MulticastSet<'_>,
        worms: &mut Worms,
    ) -> Result<(), PlanError> {
        let plan = Plan {
            network: self.network.clone(),
            scheme: self.scheme.to_owned(),
            source: set.source,
            destinations: set.destinations.to_vec(),
            claims: planner.claims().to_vec(),
            extra: worms.carried(),
            worms: std::mem::take(worms),
        };
        let report = judge(&plan.document(topology), topology);
        *worms = plan.worms;
        match report.violations.first() {
            None => Ok(()),
            Some(violation) => Err(PlanError::invalid(self.scheme, topology, set, violation)),
        }
    }
}
