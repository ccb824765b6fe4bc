//! `mot-broadcast`: broadcast on a mesh of trees in as few rounds as there can be.

mod schedule;

use crate::round_greedy::optimality;
use crate::{Options, PlanError, Planner, Scheme, SchemeError};
use schedule::{Label, Send};
use serde_json::{Map, Value};
use wormcast_plan::{Claim, MulticastSet, RoundModel, Worms};
use wormcast_topology::{BitString, ChannelId, MeshOfTrees, NodeId, ShortestRoutes, Topology};

/// The scheme `mot-broadcast`: Algorithm A of the mesh-of-trees paper, section 4, with its second round of phase 2
/// mended (a bar over z was lost in print).
///
/// The worms of a round share no link, in either direction. A broadcast from a node at level 1 takes n + 1 rounds on
/// trees of height n. It is described for the source (0^n, 0^(n−1)); flipping a bit of x or of y in all labels, and
/// exchanging x and y, are symmetries of the network that take this node to every other one at level 1. Any other
/// source first informs a node at level 1 of its own tree (a leaf: of its row), which takes a round more. For leaves
/// and roots that is as few as there can be; for inner nodes at levels 2 to n − 1 it may be one too many:
/// [`mesh_of_trees_bound`]. (The paper leaves that open. `round-greedy` finds n + 1 rounds for all of them when n is 3
/// or 4, on routes that are not all shortest.)
///
/// A multicast is the part of the broadcast that brings the message to its destinations.
///
/// O(nodes) time to make the broadcast, by arithmetic on labels; O(hops) to write it down. 24 bytes a node.
pub struct MotBroadcast;

impl Scheme for MotBroadcast {
    fn name(&self) -> &'static str {
        "mot-broadcast"
    }

    fn summary(&self) -> &'static str {
        "broadcast in n + 1 or n + 2 rounds of worms that share no link"
    }

    fn topologies(&self) -> &'static str {
        "meshes of trees with two equal heights of at least 2"
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let mesh = topology.downcast::<MeshOfTrees>().filter(|mesh| {
            let heights = mesh.heights();
            heights.len() == 2 && heights[0] == heights[1] && heights[0] >= 2
        });
        let Some(mesh) = mesh else {
            return Err(SchemeError::Unserved {
                scheme: self.name(),
                topology: topology.spec(),
                serves: self.topologies(),
            });
        };
        Ok(Box::new(Broadcast::new(mesh)))
    }
}

/// The least number of rounds of a broadcast on the mesh of trees of height n, from a source of this degree: n + 1 from
/// degree 3, n + 2 from degree 2. Mesh-of-trees paper, Lemma 1; for all n from 3 on it is the counting bound
/// ([`RoundModel::lower_bound`]), and for n = 2 and degree 2, where counting gives 3, the paper has an argument of its
/// own. None for heights below 2 and other degrees.
///
/// ```
/// use wormcast_schemes::mesh_of_trees_bound;
/// assert_eq!([3, 2].map(|degree| mesh_of_trees_bound(4, degree)), [Some(5), Some(6)]);
/// ```
pub fn mesh_of_trees_bound(height: u32, degree: usize) -> Option<u32> {
    match degree {
        3 if height >= 2 => Some(height + 1),
        2 if height >= 2 => Some(height + 2),
        _ => None,
    }
}

/// The symmetry that takes the labels of the schedule to those of the network.
#[derive(Clone, Copy)]
struct Symmetry {
    /// Which bits of x and of y are flipped.
    flips: Label,
    /// Whether x and y are exchanged, after that.
    exchanges: bool,
}

impl Symmetry {
    /// The one that takes (0^n, 0^(n−1)) to this node at level 1.
    fn onto([x, y]: Label) -> Self {
        match x.length() < y.length() {
            true => Self { flips: [y, x.child(false)], exchanges: true },
            false => Self { flips: [x, y.child(false)], exchanges: false },
        }
    }

    fn apply(self, label: Label) -> Label {
        let [x, y] = [0, 1].map(|d| {
            let length = label[d].length();
            BitString::new(label[d].value() ^ self.flips[d].prefix(length).value(), length)
        });
        if self.exchanges { [y, x] } else { [x, y] }
    }
}

/// A worm of the broadcast.
struct Shot {
    round: u32,
    from: NodeId,
    to: NodeId,
    via: Option<NodeId>,
}

struct Broadcast<'t> {
    mesh: &'t MeshOfTrees,
    routes: ShortestRoutes<'t>,
    shots: Vec<Shot>,
    /// Whether each node must get the message.
    needed: Vec<bool>,
    informed_by: Vec<Option<u32>>,
    route: Vec<ChannelId>,
    /// The source of the last plan, its destinations, its rounds.
    last: (NodeId, usize, u32),
}

impl<'t> Broadcast<'t> {
    fn new(mesh: &'t MeshOfTrees) -> Self {
        Self {
            mesh,
            routes: ShortestRoutes::new(mesh),
            shots: Vec::new(),
            needed: Vec::new(),
            informed_by: Vec::new(),
            route: Vec::new(),
            last: (NodeId::new(0), 0, 0),
        }
    }

    /// Makes the broadcast from a source.
    fn shoot(&mut self, source: NodeId) {
        let Self { mesh, shots, .. } = self;
        let node = |label: Label| mesh.node(&label).expect("the schedule has labels of nodes");
        let height = mesh.heights()[0];
        let source_label = [0, 1].map(|dimension| mesh.bits(source, dimension));
        let first = level_1_below(source_label, height);
        shots.clear();
        let start = node(first);
        if start != source {
            shots.push(Shot { round: 0, from: source, to: start, via: None });
        }
        let (symmetry, delay) = (Symmetry::onto(first), shots.len() as u32);
        schedule::algorithm_a(height, &mut |Send { round, from, to, via }| {
            let place = |label| node(symmetry.apply(label));
            shots.push(Shot { round: round + delay, from: place(from), to: place(to), via: via.map(place) });
        });
        // The source has the message when the schedule comes to it.
        shots.retain(|shot| shot.to != source);
    }

    /// Keeps the worms that bring the message to a destination, sooner or later.
    fn prune(&mut self, destinations: &[NodeId]) {
        self.needed.clear();
        self.needed.resize(self.mesh.graph().node_count(), false);
        for &node in destinations {
            self.needed[node.index()] = true;
        }
        for shot in self.shots.iter().rev() {
            if self.needed[shot.to.index()] {
                self.needed[shot.from.index()] = true;
            }
        }
        self.shots.retain(|shot| self.needed[shot.to.index()]);
    }

    fn append(&mut self, worms: &mut Worms) -> Result<(), PlanError> {
        self.informed_by.clear();
        self.informed_by.resize(self.mesh.graph().node_count(), None);
        for &Shot { round, from, to, via } in &self.shots {
            self.route.clear();
            let stops = [via.unwrap_or(to), to];
            let mut at = from;
            for stop in stops {
                self.routes.append(at, stop, &mut self.route).expect("a mesh of trees is connected");
                at = stop;
            }
            PlanError::check_size(worms, &self.route)?;
            let worm = worms.start(from, self.informed_by[from.index()], round);
            let last = worms.chain(None, self.route.iter().copied());
            worms.deliver(last.expect("it goes to another node"), to);
            self.informed_by[to.index()] = Some(worm);
        }
        Ok(())
    }

    /// The least number of rounds in which this source informs so many nodes.
    fn bound(&self, source: NodeId, count: usize) -> u32 {
        let (model, graph) = (RoundModel::HALF_DUPLEX_ALL_PORT, self.mesh.graph());
        let counted = model.lower_bound(graph, source, count).expect("every node can send");
        let lemma = mesh_of_trees_bound(self.mesh.heights()[0], graph.degree(source));
        let is_broadcast = count + 1 == graph.node_count();
        counted.max(lemma.filter(|_| is_broadcast).unwrap_or(0))
    }
}

/// The node itself if it is at level 1, or else the first one at level 1 below it, or the parent of a leaf in its row.
fn level_1_below([x, y]: Label, height: u32) -> Label {
    match () {
        () if x.length() < height => [x.leftmost(height - 1), y],
        () if y.length() < height => [x, y.leftmost(height - 1)],
        () => [x, y.prefix(height - 1)],
    }
}

impl Planner for Broadcast<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        self.shoot(set.source);
        self.prune(set.destinations);
        self.append(worms)?;
        let rounds = self.shots.last().map_or(0, |shot| shot.round + 1);
        self.last = (set.source, set.destinations.len(), rounds);
        Ok(())
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::DisjointRounds, Claim::HalfDuplexRounds]
    }

    fn extra(&self) -> Map<String, Value> {
        let (source, count, rounds) = self.last;
        optimality(RoundModel::HALF_DUPLEX_ALL_PORT, rounds, self.bound(source, count))
    }
}
