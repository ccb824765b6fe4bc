//! Looking for a deadlock by random search: many multicasts let loose at once.

use super::case::{By, Case, Harness, Message};
use rand::RngExt;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::SeedableRng;
use wormcast_plan::VcRule;
use wormcast_topology::{BreadthFirst, NodeId};

/// How many messages the small runs have, one size after another, so that small deadlocks are found first.
const SIZES: [usize; 12] = [2, 2, 3, 3, 4, 6, 8, 12, 16, 24, 32, 48];
/// How many runs there are of each size.
const RUNS: usize = 60;
/// How many destinations a multicast has at most in a small run.
const FEW: usize = 4;
/// How often messages are let loose all over the network, with each number of them.
const ROUNDS: usize = 6;
/// How many hops all runs may have together, where worms run as a whole, and where they run flit by flit.
const MAX_HOPS: [usize; 2] = [1_000_000, 60_000];

/// Deadlocks of few messages between few nodes near each other, or else of many messages all over the network. One
/// seed, one result.
pub(super) struct RandomSearch {
    random: Xoshiro256PlusPlus,
    /// The next runs, the last one first.
    sizes: Vec<Size>,
    hops: usize,
}

/// How large a run is.
struct Size {
    messages: usize,
    /// Between how many nodes they go.
    nodes: usize,
    /// How many destinations a multicast has at most.
    destinations: usize,
}

impl RandomSearch {
    pub(super) fn over(harness: &Harness<'_>) -> Self {
        let nodes = harness.topology.graph().node_count();
        let near = |messages: usize| (0..RUNS).map(move |run| Size { messages, nodes: 3 + run / 4, destinations: FEW });
        let near = SIZES.into_iter().flat_map(near);
        // Worms that branch often wait for more: some multicasts go to a good part of the network.
        let everywhere = (0..ROUNDS).flat_map(|round| {
            let destinations = if round % 2 == 0 { FEW } else { (nodes / 3).max(FEW) };
            let size = move |messages: usize| Size { messages: messages.max(4), nodes, destinations };
            [nodes / 2, nodes, 2 * nodes, 4 * nodes].into_iter().map(size)
        });
        let mut sizes: Vec<_> = near.chain(everywhere).collect();
        sizes.reverse();
        Self { random: random(), sizes, hops: 0 }
    }

    /// The next run that ends in a deadlock, if any does before [`Harness::is_over`].
    pub(super) fn next(&mut self, harness: &mut Harness<'_>) -> Option<Case> {
        while let Some(size) = self.sizes.pop() {
            let case = self.drawn(harness, size)?;
            // Where worms choose among virtual channels, those of one message for each fill them all.
            let case = if self.sizes.len() % 2 == 1 { case.repeated(copies_to_fill(harness)) } else { case };
            self.hops += case.hops();
            if harness.deadlock(&case).is_some() {
                return Some(case);
            }
        }
        None
    }

    /// The messages of a run; none if nothing more is planned, or all hops are used up.
    fn drawn(&mut self, harness: &mut Harness<'_>, size: Size) -> Option<Case> {
        let most = MAX_HOPS[usize::from(harness.runs_flit_by_flit())];
        let area = area_around(harness, size.nodes, &mut self.random);
        let (mut case, mut hops) = (Case::default(), 0);
        for _ in 0..size.messages {
            let message = draw(harness, &area, size.destinations, &mut self.random);
            hops += harness.add(&mut case, message);
            if harness.is_over() || self.hops + hops > most {
                return None;
            }
        }
        Some(case)
    }
}

/// How many worms have to take a channel until nobody else finds a virtual channel there: one, if none is chosen.
fn copies_to_fill(harness: &Harness<'_>) -> usize {
    let flow = &harness.timing.flow;
    match flow.vc_rule {
        VcRule::Free => flow.virtual_channels.get() as usize,
        // Before and behind the dateline are as many.
        VcRule::FreeDateline => flow.virtual_channels.get().div_ceil(2) as usize,
        _ => 1,
    }
}

/// One seed, one result.
pub(super) fn random() -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(8)
}

/// The nodes nearest to a random one, at least so many if there are.
fn area_around(harness: &Harness<'_>, count: usize, random: &mut Xoshiro256PlusPlus) -> Vec<NodeId> {
    let graph = harness.topology.graph();
    let mut search = BreadthFirst::new(graph);
    search.run(NodeId::new(random.random_range(0..graph.node_count())));
    search.order().iter().copied().take(count.max(2)).collect()
}

/// A message from one of these nodes to some of the others, at most so many.
pub(super) fn draw(
    harness: &Harness<'_>,
    area: &[NodeId],
    destinations: usize,
    random: &mut Xoshiro256PlusPlus,
) -> Message {
    let given = harness.given().len();
    if given > 0 && random.random_bool(0.3) {
        let drawn = harness.given().nth(random.random_range(0..given)).expect("one of so many");
        return Message { start: 10 * random.random_range(0..20), ..drawn };
    }
    let unicast = harness.has_unicast() && random.random_bool(0.5);
    let most = if unicast { 1 } else { (area.len() - 1).clamp(1, destinations) };
    let count = random.random_range(1..=most);
    let mut nodes = area.to_vec();
    let (drawn, _) = nodes.partial_shuffle(random, (count + 1).min(area.len()));
    let (source, destinations) = drawn.split_first().expect("an area has nodes");
    let by = if unicast { By::Unicasts } else { By::Scheme };
    Message { source: *source, destinations: destinations.to_vec(), by, start: 10 * random.random_range(0..20) }
}
