//! Broadcasts, planned and judged.

use wormcast_check::{RoundReport, check_rounds};
use wormcast_eval::traffic::Draws;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, RoundModel, Worms};
use wormcast_schemes::{Options, Planner, scheme_named};
use wormcast_topology::{BitString, MeshOfTrees, NodeId, ShortestRoutes, Topology};

/// The model of the paper, section 1.3.
pub(super) const MODEL: RoundModel = RoundModel::HALF_DUPLEX_ALL_PORT;

/// A broadcast and the judgement of it.
pub(super) struct Broadcast {
    pub(super) plan: Plan,
    pub(super) report: RoundReport,
}

impl Broadcast {
    /// How many rounds it has.
    pub(super) fn rounds(&self) -> u32 {
        self.report.rounds.len() as u32
    }

    /// Whether the worms of a round share no link, and every node is informed once.
    pub(super) fn is_right(&self) -> bool {
        let informed = self.report.rounds.last().map_or(1, |round| round.informed);
        self.report.is_valid() && informed == self.plan.destinations.len() + 1 && self.plan.worms.len() + 1 == informed
    }

    /// How many worms take more channels than the shortest way has.
    pub(super) fn detours(&self, topology: &dyn Topology) -> usize {
        let routing = topology.own_routing().expect("meshes of trees have a routing of their own");
        let is_detour = |worm: &wormcast_plan::Worm<'_>| {
            worm.hops.len() as u32 > routing.distance(worm.origin, worm.deliveries[0].node)
        };
        self.plan.worms.iter().filter(is_detour).count()
    }

    /// From where to where the worms of a round go.
    pub(super) fn pairs(&self, round: u32) -> impl Iterator<Item = (NodeId, NodeId)> {
        let worms = self.plan.worms.iter().filter(move |worm| worm.round == round);
        worms.map(|worm| (worm.origin, worm.deliveries[0].node))
    }

    /// For every node whether it has the message before a round.
    pub(super) fn informed_before(&self, round: u32) -> Vec<bool> {
        let mut informed = vec![false; self.plan.destinations.len() + 1];
        informed[self.plan.source.index()] = true;
        for worm in self.plan.worms.iter().filter(|worm| worm.round < round) {
            informed[worm.deliveries[0].node.index()] = true;
        }
        informed
    }
}

/// A scheme on a network, ready to broadcast from one source after another.
pub(super) struct Broadcaster<'t> {
    topology: &'t dyn Topology,
    scheme: &'static str,
    planner: Box<dyn Planner + 't>,
}

impl<'t> Broadcaster<'t> {
    /// # Panics
    /// If the scheme does not serve the network.
    pub(super) fn new(topology: &'t dyn Topology, scheme: &'static str) -> Self {
        let known = scheme_named(scheme).expect("a figure names schemes that exist");
        let planner = known.prepare(topology, &Options::default()).expect("the scheme serves the network");
        Self { topology, scheme, planner }
    }

    pub(super) fn run(&mut self, source: NodeId) -> Broadcast {
        let destinations: Vec<_> = self.topology.graph().nodes().filter(|&node| node != source).collect();
        let mut worms = Worms::new();
        let set = MulticastSet { source, destinations: &destinations };
        self.planner.plan(set, &mut worms).expect("the network is connected");
        judged(self.topology, self.scheme, source, destinations, worms)
    }
}

/// Worms as a plan, judged.
pub(super) fn judged(
    topology: &dyn Topology,
    scheme: &str,
    source: NodeId,
    destinations: Vec<NodeId>,
    worms: Worms,
) -> Broadcast {
    let network = NetworkSpec::whole(topology.spec());
    let (claims, extra) = (Vec::new(), Default::default());
    let plan = Plan { network, scheme: scheme.to_owned(), source, destinations, worms, claims, extra };
    let report = check_rounds(&plan, topology, MODEL);
    Broadcast { plan, report }
}

/// Appends a worm on the shortest way.
pub(super) fn append_shortest(topology: &dyn Topology, from: NodeId, to: NodeId, round: u32, worms: &mut Worms) {
    let mut route = Vec::new();
    ShortestRoutes::new(topology).append(from, to, &mut route).expect("the network is connected");
    worms.start(from, None, round);
    let last = worms.chain(None, route).expect("it goes to another node");
    worms.deliver(last, to);
}

/// The two bit strings of a node.
pub(super) fn label(mesh: &MeshOfTrees, node: NodeId) -> [BitString; 2] {
    [0, 1].map(|dimension| mesh.bits(node, dimension))
}

/// How many links a node is above the leaves.
pub(super) fn level(mesh: &MeshOfTrees, node: NodeId) -> u32 {
    let [x, y] = label(mesh, node).map(BitString::length);
    mesh.heights()[0] - x.min(y)
}

/// The mesh of trees of this height, with square sides.
pub(super) fn mesh_of_trees(height: u32) -> MeshOfTrees {
    MeshOfTrees::new(&[height, height]).expect("figures have heights that fit")
}

/// The source for which the paper describes its algorithm: (0^n, 0^(n−1)).
pub(super) fn source_of_algorithm_a(mesh: &MeshOfTrees) -> NodeId {
    let height = mesh.heights()[0];
    let zeros = |length| BitString::new(0, length);
    mesh.node(&[zeros(height), zeros(height - 1)]).expect("it is a node at level 1")
}

/// A random node of a level.
pub(super) fn random_node(mesh: &MeshOfTrees, level: u32, draws: &mut Draws) -> NodeId {
    let height = mesh.heights()[0];
    let mut bits = |length: u32| BitString::new(draws.below(1 << length) as u32, length);
    let (full, short) = (bits(height), bits(height - level));
    let in_row = draws.chance(0.5);
    mesh.node(&if in_row { [full, short] } else { [short, full] }).expect("one string is short")
}
