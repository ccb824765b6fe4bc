//! `unicast-tree`: rounds of unicasts, in which every node that has the message sends it on.

use crate::chain::Chain;
use crate::unicast_routes::{ROUTING, UnicastRoutes};
use crate::{OptionDeclaration, Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{Claim, MulticastSet, RouteSpace, WormId, Worms};
use wormcast_topology::{NodeId, Topology};

/// The scheme `unicast-tree`: a binomial tree of unicasts, ⌈log2(d + 1)⌉ rounds for d destinations, after McKinley,
/// Xu, Esfahanian and Ni 1994 (U-mesh and U-cube).
///
/// The source and the destinations stand in a chain. Whoever has the message has an interval of the chain to serve,
/// and stands in it. In each round it halves the interval, sends to the nearest node of the half that it does not stand
/// in, and leaves that half to it. Routes are the network's own shortest ones, or those of a routing.
///
/// The number of rounds is promised on every network. With the network's own routes, on meshes, hypercubes and trees
/// the rounds are free of contention too: no channel is used twice in a round. Let one unicast of a round run between a
/// and b, another between c and d, and let a < b < c < d in the chain. Nodes behind the source only send backwards,
/// nodes beyond it only forwards: so the two never run towards each other.
///
/// - In meshes and hypercubes, the chain is in lexicographic order, the dimension that routes mend first counting most.
///   Say that both unicasts use a channel in dimension k. Then their goals agree in the dimensions before k, and so
///   does all that stands between their goals. If both run forwards, the goals are b and d: in dimension k, the second
///   rises from c to d, and the first falls or rises to b, which is not above c. Both backwards: the mirror image. Away
///   from each other, the goals are a and d: in dimension k the first falls, the second rises.
/// - In trees, the chain is in preorder, turned round so that the source comes first: all run forwards. What a link
///   cuts off from the source is an interval of the chain. If both enter it, b and d are in it, and a and c are not:
///   but c stands between b and d. If both leave it, a and c are in it, and b between them is not.
///
/// Elsewhere it does not always hold, and the chain is only a good guess: tori as meshes; star graphs by their labels,
/// which run through one substar after another; other networks in the preorder of a spanning tree. (Of random plans
/// with up to 40 destinations, a fifth on an 8x8 torus and a tenth on a 6-star used some channel twice in a round.)
///
/// A plan takes O(d log d + hops) time for d destinations, and a breadth-first search a worm on networks without a
/// routing of their own.
pub(crate) struct UnicastTree;

impl Scheme for UnicastTree {
    fn name(&self) -> &'static str {
        "unicast-tree"
    }

    fn summary(&self) -> &'static str {
        "a binomial tree of unicasts: whoever has the message sends it on"
    }

    fn topologies(&self) -> &'static str {
        "every topology"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[ROUTING.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        Ok(Box::new(UnicastTreePlanner {
            chain: Chain::new(topology),
            routes: UnicastRoutes::new(self, topology, options)?,
            nodes: Vec::new(),
            senders: Vec::new(),
        }))
    }
}

struct UnicastTreePlanner<'t> {
    chain: Chain,
    routes: UnicastRoutes<'t>,
    /// The source and the destinations, as they stand in the chain.
    nodes: Vec<NodeId>,
    senders: Vec<Sender>,
}

/// A node that has the message, and the interval of the chain that it serves: from `first` up to `end`, exclusive.
#[derive(Clone, Copy)]
struct Sender {
    first: usize,
    end: usize,
    place: usize,
    /// The worm that brought the message.
    informed: Option<WormId>,
}

impl Sender {
    /// Halves its interval, and keeps the half that it stands in; returns the receiver with the other half.
    fn halve(&mut self) -> Self {
        let middle = self.first + (self.end - self.first) / 2;
        let Self { first, end, .. } = *self;
        match self.place < middle {
            true => {
                self.end = middle;
                Self { first: middle, place: middle, ..Self { end, ..*self } }
            }
            false => {
                self.first = middle;
                Self { end: middle, place: middle - 1, ..Self { first, ..*self } }
            }
        }
    }
}

impl Planner for UnicastTreePlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.line_up(set);
        for round in 0.. {
            let informed = self.senders.len();
            for index in 0..informed {
                let sender = &mut self.senders[index];
                if sender.end - sender.first > 1 {
                    let (from, after) = (self.nodes[sender.place], sender.informed);
                    let receiver = sender.halve();
                    let worm = self.send(from, self.nodes[receiver.place], after, round, worms)?;
                    self.senders.push(Sender { informed: Some(worm), ..receiver });
                }
            }
            if self.senders.len() == informed {
                break;
            }
        }
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        self.routes.route_space()
    }

    fn claims(&self) -> &'static [Claim] {
        if self.chain.keeps_rounds_disjoint() && self.routes.are_own() { &[Claim::DisjointRounds] } else { &[] }
    }
}

impl UnicastTreePlanner<'_> {
    /// Puts source and destinations into the chain; only the source has the message.
    fn line_up(&mut self, set: MulticastSet) {
        self.nodes.clear();
        self.nodes.push(set.source);
        self.nodes.extend_from_slice(set.destinations);
        self.chain.sort(&mut self.nodes, set.source);
        let place = self.nodes.iter().position(|&node| node == set.source).expect("the source is in the chain");
        self.senders.clear();
        self.senders.push(Sender { first: 0, end: self.nodes.len(), place, informed: None });
    }

    /// Appends a unicast, and returns its worm.
    fn send(
        &mut self,
        from: NodeId,
        to: NodeId,
        after: Option<WormId>,
        round: u32,
        worms: &mut Worms,
    ) -> Result<WormId, PlanError> {
        self.routes.find(from, to)?;
        let worm = worms.start(from, after, round);
        let last = self.routes.append_to(worms, None)?;
        worms.deliver(last.expect("a receiver is not the sender"), to);
        Ok(worm)
    }
}
