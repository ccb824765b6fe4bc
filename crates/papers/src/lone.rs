//! One multicast alone in the network: what most figures of the star paper measure.

use rayon::prelude::*;
use wormcast_eval::stats::sample_mean;
use wormcast_eval::traffic::{Draws, Pattern, Sampler};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{Options, scheme_named};
use wormcast_sim::{Engine, Start, Time, Timing, simulate};
use wormcast_topology::{NodeId, Topology};

/// What is measured of a multicast.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Value {
    /// Until the last destination has the message, in microseconds.
    Latency,
    /// Channels, summed over the worms.
    Channels,
    /// The longest path, in channels.
    Longest,
}

/// Random multicasts, one after another alone in the network.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Lone {
    runs: Vec<[f64; 3]>,
}

impl Lone {
    /// What was measured, multicast by multicast: the same ones for every scheme.
    pub(super) fn each(&self, value: Value) -> Vec<f64> {
        self.runs.iter().map(|run| run[value as usize]).collect()
    }

    /// The mean, and the half-width of its 95 % confidence interval.
    pub(super) fn mean(&self, value: Value) -> (f64, f64) {
        let estimate = sample_mean(&self.each(value));
        (estimate.mean, estimate.half_width.unwrap_or(0.0))
    }
}

/// Measures random multicasts of one size by one scheme: sources and destinations are uniform, and the same for every
/// scheme with one seed. On the threads of the current rayon pool; the result does not depend on their number.
///
/// # Panics
/// If the scheme does not serve the network, or the size does not fit it.
pub(super) fn measure(
    topology: &dyn Topology,
    scheme: &str,
    size: usize,
    timing: &Timing,
    repetitions: usize,
    seed: u64,
) -> Lone {
    const AT_ONCE: usize = 16;
    let blocks: Vec<Vec<[f64; 3]>> = (0..repetitions.div_ceil(AT_ONCE))
        .into_par_iter()
        .map(|block| {
            let mut sets = RandomSets::new(topology, size, seed ^ (block as u64) << 20 ^ (size as u64) << 40);
            let mut bench = Bench::new(topology, scheme, &Options::default());
            let count = AT_ONCE.min(repetitions - block * AT_ONCE);
            (0..count).map(|_| bench.run(sets.next(), timing)).collect()
        })
        .collect();
    Lone { runs: blocks.concat() }
}

/// Random multicast sets of one size.
pub(super) struct RandomSets {
    draws: Draws,
    sampler: Sampler,
    nodes: usize,
    destinations: Vec<NodeId>,
}

impl RandomSets {
    pub(super) fn new(topology: &dyn Topology, size: usize, seed: u64) -> Self {
        let pattern = Pattern::Uniform { min: size, max: size };
        Self {
            draws: Draws::seeded(seed),
            sampler: Sampler::new(topology, &pattern).expect("the size fits the network"),
            nodes: topology.graph().node_count(),
            destinations: Vec::new(),
        }
    }

    pub(super) fn next(&mut self) -> MulticastSet<'_> {
        let source = NodeId::new(self.draws.below(self.nodes));
        self.destinations.clear();
        self.sampler.draw(source, &mut self.draws, &mut self.destinations);
        MulticastSet { source, destinations: &self.destinations }
    }
}

/// A scheme on a network, ready to run multicasts one after another.
pub(super) struct Bench<'t> {
    topology: &'t dyn Topology,
    planner: Box<dyn wormcast_schemes::Planner + 't>,
    plan: Plan,
}

impl<'t> Bench<'t> {
    /// # Panics
    /// If the scheme does not serve the network.
    pub(super) fn new(topology: &'t dyn Topology, scheme: &str, options: &Options) -> Self {
        let known = scheme_named(scheme).expect("a figure names schemes that exist");
        let planner = known.prepare(topology, options).expect("the scheme serves the network");
        let plan = Plan {
            network: NetworkSpec::whole(topology.spec()),
            scheme: scheme.to_owned(),
            source: NodeId::new(0),
            destinations: Vec::new(),
            worms: Worms::new(),
            claims: Vec::new(),
            extra: Default::default(),
        };
        Self { topology, planner, plan }
    }

    /// Plans a multicast.
    pub(super) fn plan(&mut self, set: MulticastSet<'_>) -> &Plan {
        self.plan.source = set.source;
        self.plan.destinations = set.destinations.to_vec();
        self.plan.worms.clear();
        self.planner.plan(set, &mut self.plan.worms).expect("the network is connected");
        &self.plan
    }

    /// What the last plan tells under a key; null if nothing.
    pub(super) fn told(&self, key: &str) -> serde_json::Value {
        self.planner.extra().remove(key).unwrap_or_default()
    }

    /// Plans and runs a multicast: latency in microseconds, channels, longest path.
    pub(super) fn run(&mut self, set: MulticastSet<'_>, timing: &Timing) -> [f64; 3] {
        let topology = self.topology;
        let plan = self.plan(set);
        let starts = [Start { plan, at: Time::ZERO }];
        let run = simulate(topology, &starts, timing, Engine::Worm).expect("a scheme's plan can be run");
        let latency = run.plans[0].latency.expect("one multicast of a safe scheme does not block itself");
        let cost = plan.cost();
        [latency.ns() / 1000.0, cost.channels as f64, cost.longest_path as f64]
    }
}
