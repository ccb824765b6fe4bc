//! `mot-broadcast`: broadcast on a mesh of trees in as few rounds as there can be.

mod inner;
mod labels;
mod schedule;

use crate::round_greedy::optimality;
use crate::route_space::{MAX_LISTED, Triples};
use crate::{Options, PlanError, Planner, Scheme, SchemeError};
use inner::Block;
use labels::Label;
use schedule::{Transmission, Way};
use serde_json::{Map, Value};
use wormcast_plan::{Chain, Claim, Delivers, MulticastSet, RoundModel, RouteFamily, RouteSpace, Worms};
use wormcast_topology::{BitString, ChannelId, Graph, MeshOfTrees, NodeId, ShortestRoutes, Topology};

/// The scheme `mot-broadcast`: Algorithm A of the mesh-of-trees paper, section 4, with its second round of phase 2
/// mended (a bar over z was lost in print), and more.
///
/// The worms of a round share no link, in either direction. On trees of height n, a broadcast takes n + 1 rounds from a
/// node at level 1. It is described for the source (0^n, 0^(n−1)); flipping a bit of x or of y in all labels, and
/// exchanging x and y, are symmetries of the network that take this node to every other one at level 1. A leaf or a
/// root first informs a node at level 1 of its own tree (a leaf: of its row), which takes a round more. All this is as
/// few as there can be: [`mesh_of_trees_bound`].
///
/// From inner nodes at the levels 2 to n − 1 the paper takes n + 2 rounds, and leaves open whether n + 1 would do. They
/// do from the levels 2 to 6, for every n. The broadcast from a node at level k needs a block of height k + 1 in which
/// the roots are informed before the last of k + 2 rounds; such blocks were found by the search of `round-greedy`, and
/// are made again by it. Phase 1 of Algorithm A carries the message into all blocks, and its last round from their
/// roots to the nodes above. From the levels 2 and 3 all routes are shortest ones, as the paper's are. From level 7 on
/// the plan has a round that may be one too many.
///
/// A multicast is the part of the broadcast that brings the message to its destinations.
///
/// O(nodes) time to make the broadcast, by arithmetic on labels, and O(hops) to write it down; the blocks of inner
/// sources are searched for once. 40 bytes a node.
pub(crate) struct MotBroadcast;

impl Scheme for MotBroadcast {
    fn name(&self) -> &'static str {
        "mot-broadcast"
    }

    fn summary(&self) -> &'static str {
        "broadcast in as few rounds as there can be, of worms that share no link"
    }

    fn topologies(&self) -> &'static str {
        "meshes of trees with two equal heights of at least 2"
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let mesh = topology.mesh_of_trees().filter(|mesh| {
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
    /// The one that takes (0^n, 0^k) to this node of a tree of height n, at depth k.
    fn onto([x, y]: Label) -> Self {
        match x.length() < y.length() {
            true => Self { flips: [y, x.leftmost(y.length())], exchanges: true },
            false => Self { flips: [x, y.leftmost(x.length())], exchanges: false },
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

struct Broadcast<'t> {
    mesh: &'t MeshOfTrees,
    routes: ShortestRoutes<'t>,
    transmissions: Vec<Transmission<NodeId>>,
    symmetry: Symmetry,
    /// The plans of blocks, by the level of the source, once they were needed; and the level of the present source.
    blocks: [Option<Block>; inner::MAX_LEVEL as usize + 1],
    level: u32,
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
            transmissions: Vec::new(),
            symmetry: Symmetry { flips: [BitString::EMPTY; 2], exchanges: false },
            blocks: Default::default(),
            level: 0,
            needed: Vec::new(),
            informed_by: Vec::new(),
            route: Vec::new(),
            last: (NodeId::new(0), 0, 0),
        }
    }

    /// Makes the broadcast from a source.
    fn broadcast(&mut self, source: NodeId) {
        let height = self.mesh.heights()[0];
        let label = [0, 1].map(|dimension| self.mesh.bits(source, dimension));
        self.level = height - label[0].length().min(label[1].length());
        let served = self.level < height && inner::LEVELS.contains(&self.level);
        let first = if served { label } else { level_1_below(label, height) };
        self.symmetry = Symmetry::onto(first);
        self.transmissions.clear();
        if first != label {
            let to = node(self.mesh, first);
            self.transmissions.push(Transmission { round: 0, from: source, to, way: Way::Shortest });
        }
        match served {
            true => self.broadcast_from_inner(height),
            false => schedule::algorithm_a(height, &mut self.placer()),
        }
        // The source has the message when the schedule comes to it.
        self.transmissions.retain(|transmission| transmission.to != source);
    }

    fn broadcast_from_inner(&mut self, height: u32) {
        let place = self.level as usize;
        let block = self.blocks[place].take().unwrap_or_else(|| Block::for_source_at(self.level));
        inner::from_inner(height, &block, &mut self.placer());
        self.blocks[place] = Some(block);
    }

    /// Takes worms of a schedule, which starts after the rounds that there are, to their places in the network.
    fn placer(&mut self) -> impl FnMut(Transmission<Label>) {
        let Self { mesh, symmetry, transmissions, .. } = self;
        let delay = transmissions.len() as u32;
        move |Transmission { round, from, to, way }| {
            let place = |label| node(mesh, symmetry.apply(label));
            let way = match way {
                Way::Shortest => Way::Shortest,
                Way::Via(stop) => Way::Via(place(stop)),
                Way::InBlock { worm, corner } => Way::InBlock { worm, corner },
            };
            transmissions.push(Transmission { round: round + delay, from: place(from), to: place(to), way });
        }
    }

    /// Keeps the worms that bring the message to a destination, sooner or later.
    fn prune(&mut self, destinations: &[NodeId]) {
        self.needed.clear();
        self.needed.resize(self.mesh.graph().node_count(), false);
        for &node in destinations {
            self.needed[node.index()] = true;
        }
        // From the last round to the first: who sends to a node that needs the message needs it too.
        for transmission in self.transmissions.iter().rev() {
            if self.needed[transmission.to.index()] {
                self.needed[transmission.from.index()] = true;
            }
        }
        self.transmissions.retain(|transmission| self.needed[transmission.to.index()]);
        self.close_gaps();
    }

    /// Leaves out the rounds in which nobody sends any more.
    fn close_gaps(&mut self) {
        let (mut round, mut was) = (0, None);
        for transmission in &mut self.transmissions {
            round += u32::from(was.is_some_and(|was| was != transmission.round));
            was = Some(transmission.round);
            transmission.round = round;
        }
    }

    fn append(&mut self, worms: &mut Worms) -> Result<(), PlanError> {
        self.informed_by.clear();
        self.informed_by.resize(self.mesh.graph().node_count(), None);
        // Round after round: `informed_by` has the worm by which each node got the message in an earlier round.
        for transmission in 0..self.transmissions.len() {
            self.lay(transmission);
            let Transmission { round, from, to, .. } = self.transmissions[transmission];
            PlanError::check_size(worms, &self.route)?;
            let worm = worms.start(from, self.informed_by[from.index()], round);
            let last = worms.chain(None, self.route.iter().copied());
            worms.deliver(last.expect("it goes to another node"), to);
            self.informed_by[to.index()] = Some(worm);
        }
        Ok(())
    }

    /// Lays the route of a worm.
    fn lay(&mut self, transmission: usize) {
        let Transmission { from, to, ref way, .. } = self.transmissions[transmission];
        self.route.clear();
        let mut append = |from, to| self.routes.append(from, to, &mut self.route).expect("the network is connected");
        match *way {
            Way::Shortest => append(from, to),
            Way::Via(stop) => {
                append(from, stop);
                append(stop, to);
            }
            Way::InBlock { worm, corner } => {
                let block = self.blocks[self.level as usize].as_ref().expect("the schedule was made with it");
                let passed = block.path(worm).iter();
                let nodes = passed.map(|&label| node(self.mesh, self.symmetry.apply(inner::lift(corner, label))));
                self.route.extend(channels(self.mesh.graph(), nodes));
            }
        }
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

fn node(mesh: &MeshOfTrees, label: Label) -> NodeId {
    mesh.node(&label).expect("the schedule has labels of nodes")
}

/// The channels along these nodes.
fn channels(graph: &Graph, nodes: impl Iterator<Item = NodeId>) -> impl Iterator<Item = ChannelId> {
    let mut before = None;
    nodes.filter_map(move |node| {
        let from = before.replace(node)?;
        Some(graph.channel(from, node).expect("a path follows channels"))
    })
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
        self.broadcast(set.source);
        self.prune(set.destinations);
        self.append(worms)?;
        let rounds = self.transmissions.last().map_or(0, |transmission| transmission.round + 1);
        self.last = (set.source, set.destinations.len(), rounds);
        Ok(())
    }

    /// The worms of all broadcasts, listed: a multicast has some of the same. O(nodes² · length).
    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        let graph = self.mesh.graph();
        let mut found = Triples::new(graph);
        let mut broadcast = Broadcast::new(self.mesh);
        for source in graph.nodes().take_while(|_| graph.node_count() <= MAX_LISTED) {
            broadcast.broadcast(source);
            for transmission in 0..broadcast.transmissions.len() {
                broadcast.lay(transmission);
                broadcast.route.windows(2).for_each(|pair| found.insert(pair[0], pair[1]));
            }
        }
        let chain = Chain::Triples(found.list());
        (graph.node_count() <= MAX_LISTED).then(|| RouteSpace::of([RouteFamily::chains(chain, Delivers::AtEnd)]))
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::DisjointRounds, Claim::HalfDuplexRounds]
    }

    fn extra(&self) -> Map<String, Value> {
        let (source, count, rounds) = self.last;
        optimality(RoundModel::HALF_DUPLEX_ALL_PORT, rounds, self.bound(source, count))
    }
}
