//! `otms-timed`: stars that are done soon.

use super::goal::{Answer, FIRST_HOP, Goal};
use super::planner::{CERTIFICATE, append_star};
use super::report;
use super::split::Split;
use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::optimal::{Half, Pace, Routes, soonest};
use crate::route_space::label_paths;
use crate::{OptionDeclaration, OptionSpec, Options, PlanError, Planner, Scheme, SchemeError};
use serde_json::{Map, Value, json};
use std::num::NonZeroU32;
use wormcast_plan::{Claim, Criterion, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// How long messages are.
pub const FOR_FLITS: OptionSpec<NonZeroU32> =
    OptionSpec::new("for-flits", "FLITS", "How long the messages are that a star shall be done soon with")
        .expects("a number of flits, at least 1")
        .default("128");
/// How long a head takes at a router.
pub const FOR_ROUTER_NS: OptionSpec<u32> =
    OptionSpec::new("for-router-ns", "NS", "The router delay that a star shall be done soon with, in nanoseconds")
        .expects("a whole number of nanoseconds")
        .default("40");
/// How long a flit takes on a channel.
pub const FOR_FLIT_NS: OptionSpec<NonZeroU32> =
    OptionSpec::new("for-flit-ns", "NS", "The flit time that a star shall be done soon with, in nanoseconds")
        .expects("a whole number of nanoseconds, at least 1")
        .default("10");

/// The scheme `otms-timed`: beyond the mesh paper, whose equation (2) leaves out that a star's own paths may share
/// channels. A star is run in time, and the one that is done soonest is taken ([`soonest`]); the shortest longest path
/// bounds its time from below.
///
/// Time and memory are those of `otms` and of `otms` with `disjoint` together, and of a bounded descent.
pub(crate) struct TimedStar;

impl Scheme for TimedStar {
    fn name(&self) -> &'static str {
        "otms-timed"
    }

    fn summary(&self) -> &'static str {
        "multicast star that is done soonest: paths along labels that are short, and do not wait for each other"
    }

    fn topologies(&self) -> &'static str {
        "every topology with a Hamiltonian labelling"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[
            FOR_FLITS.declaration,
            FOR_ROUTER_NS.declaration,
            FOR_FLIT_NS.declaration,
            FIRST_HOP.declaration,
            CERTIFICATE.declaration,
            CONSUMPTION_CLASSES.declaration,
        ]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let goal = Goal::new(self.name(), Criterion::LongestPath, options)?;
        let split = Split::new(self.name(), topology, goal.first_hop)?;
        let number = |option: &OptionSpec<NonZeroU32>, usual| options.get(option).map_or(usual, |n| n.get().into());
        let pace = Pace {
            flits: number(&FOR_FLITS, 128),
            router_ns: options.get(&FOR_ROUTER_NS).map_or(40, u64::from),
            flit_ns: number(&FOR_FLIT_NS, 10),
        };
        Ok(Box::new(TimedPlanner { topology, split, goal, pace, certificate: options.has(&CERTIFICATE), last: None }))
    }
}

/// Plans both halves of a multicast.
struct TimedPlanner<'t> {
    topology: &'t dyn Topology,
    split: Split<'t>,
    goal: Goal,
    pace: Pace,
    certificate: bool,
    /// What the last plan was made of, and until when both sides are done and could be.
    last: Option<([Half; 2], [Answer; 2], [u64; 2])>,
}

impl Planner for TimedPlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        let halves = self.split.split(set)?;
        let routing = self.split.halves.routing();
        let source = routing.label(set.source);
        let mut times = [0, 0];
        // The sides share no channel: the later one is the time of the whole star.
        let answers = halves.each_ref().map(|half| {
            let found = soonest(&half.problem, &Routes::new(routing, source, half), self.pace);
            let Some(found) = found else { return Answer::default() };
            times = [times[0].max(found.time), times[1].max(found.bound)];
            let (cost, proof) = (half.problem.measure(&found.star), Some((found.longest, found.proof)));
            Answer { star: found.star, cost, bound: found.longest, other_bound: 0, proof }
        });
        for (half, answer) in halves.iter().zip(&answers) {
            append_star(routing, set, half, &answer.star, worms);
        }
        self.last = Some((halves, answers, times));
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(label_paths(self.split.halves.routing()))
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::MonotoneLabels]
    }

    fn extra(&self) -> Map<String, Value> {
        let Some((halves, answers, [time, bound])) = &self.last else { return Map::new() };
        let name = |label| self.topology.node_name(self.split.halves.routing().node(label));
        let mut extra = report::extra(&self.goal, self.certificate, halves, answers, name);
        let Pace { flits, router_ns, flit_ns } = self.pace;
        let told = json!({
            "flits": flits, "router_ns": router_ns, "flit_ns": flit_ns,
            "value_ns": time, "lower_bound_ns": bound, "exact": time == bound,
        });
        extra.insert("time_alone".to_owned(), told);
        extra
    }
}
