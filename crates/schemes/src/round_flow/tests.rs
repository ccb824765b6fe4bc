//! The flow of a round, against all ways to lay its paths on small random networks.

use super::RoundFlow;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroU32;
use wormcast_plan::{Duplex, RoundModel};
use wormcast_topology::{Graph, NodeId};

/// Lays a path to each receiver in turn, in all ways, and keeps the least number of hops.
struct AllWays<'g> {
    graph: &'g Graph,
    spare: Vec<usize>,
    taken: Vec<bool>,
    hops: usize,
    least: Option<usize>,
}

impl AllWays<'_> {
    fn serve(&mut self, receivers: &[NodeId]) {
        let Some((&to, later)) = receivers.split_first() else {
            self.least = Some(self.least.map_or(self.hops, |least| least.min(self.hops)));
            return;
        };
        self.come_from(to, &mut vec![to], later);
    }

    /// Goes backwards from `at`: either a sender starts here, or the path came over a link that is free.
    fn come_from(&mut self, at: NodeId, path: &mut Vec<NodeId>, later: &[NodeId]) {
        if self.spare[at.index()] > 0 {
            self.spare[at.index()] -= 1;
            self.serve(later);
            self.spare[at.index()] += 1;
        }
        for channel in self.graph.out_channels(at) {
            let (from, link) = (self.graph.target(channel), self.graph.link(channel));
            if self.taken[link.index()] || path.contains(&from) {
                continue;
            }
            self.taken[link.index()] = true;
            self.hops += 1;
            path.push(from);
            self.come_from(from, path, later);
            path.pop();
            self.hops -= 1;
            self.taken[link.index()] = false;
        }
    }
}

fn least_hops(graph: &Graph, model: RoundModel, senders: &[NodeId], receivers: &[NodeId]) -> Option<usize> {
    let mut spare = vec![0; graph.node_count()];
    senders.iter().for_each(|&node| spare[node.index()] = model.sends(graph.degree(node)));
    let mut ways = AllWays { graph, spare, taken: vec![false; graph.channel_count()], hops: 0, least: None };
    ways.serve(receivers);
    ways.least
}

fn random_network(nodes: usize, rng: &mut Xoshiro256PlusPlus) -> Graph {
    let mut links: Vec<_> = (1..nodes).map(|node| (node, rng.random_range(0..node))).collect();
    for _ in 0..rng.random_range(0..=3) {
        let [a, b] = [0; 2].map(|_| rng.random_range(0..nodes));
        links.extend((a != b).then_some((a, b)));
    }
    let links: Vec<_> = links.into_iter().map(|(a, b)| (NodeId::new(a), NodeId::new(b))).collect();
    Graph::from_links(nodes, &links).unwrap()
}

#[test]
fn a_receiver_is_accepted_when_there_is_a_way_and_the_paths_are_the_shortest() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    let (mut refused, mut rounds) = (0, 0);
    for case in 0..300 {
        let graph = random_network(rng.random_range(3..=8), &mut rng);
        let model = RoundModel { duplex: Duplex::Half, ports: NonZeroU32::new(case % 3) };
        let informed: Vec<_> = graph.nodes().filter(|_| rng.random_bool(0.8)).collect();
        let mut flow = RoundFlow::new(&graph, model);
        flow.start(&informed);
        let (mut senders, mut receivers) = (informed.clone(), vec![]);
        for &node in informed.iter().skip(1) {
            let without: Vec<_> = senders.iter().copied().filter(|&sender| sender != node).collect();
            let more = [&receivers[..], &[node]].concat();
            let accepted = flow.try_receive(node, usize::MAX);
            assert_eq!(accepted, least_hops(&graph, model, &without, &more).is_some());
            if accepted {
                (senders, receivers) = (without, more);
            } else {
                refused += 1;
            }
        }
        flow.shorten(&informed);
        let (mut path, mut reached) = (vec![], vec![]);
        for &sender in &senders {
            reached.extend(std::iter::from_fn(|| flow.take_path(sender, &mut path)));
        }
        reached.sort_unstable();
        assert_eq!(reached, receivers);
        assert_eq!(Some(path.len()), least_hops(&graph, model, &senders, &receivers));
        rounds += usize::from(receivers.len() > 1);
    }
    assert!(refused > 100 && rounds > 100, "{refused} {rounds}");
}
