//! What the tests of schemes share: small networks, random multicast sets, and plans that the judge has passed.

use rand::seq::SliceRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_check::judge;
use wormcast_formats::build;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{Options, PlanError, Planner, SchemeError, scheme_named};
use wormcast_topology::{FAMILIES, Faulty, Losses, NodeId, Topology, find_channel};

/// Small networks of every family, beside the example that each family gives of itself.
const SMALL: &[&str] = &[
    "mesh:2x1",
    "mesh:9x1",
    "mesh:1x9",
    "mesh:4x4",
    "mesh:5x3",
    "mesh:3x5",
    "mesh:3x4x2",
    "mesh:2x2x3x2",
    "torus:3",
    "torus:2x2",
    "torus:5x4",
    "torus:1x6",
    "torus:3x3x3",
    "one-way-torus:6",
    "one-way-torus:3x4:falling",
    "twisted-torus:3x5:2",
    "hex-torus:3x3",
    "hex-mesh:4x3",
    "complete:5",
    "concentrated-mesh:3x1:1",
    "fat-tree:2",
    "dragonfly:2x1x1",
    "hypercube:1",
    "hypercube:2",
    "hypercube:5",
    "star:2",
    "star:3",
    "star:5",
    "tree:1",
    "tree:5",
    "mesh-of-trees:1",
    "mesh-of-trees:3",
    "mesh-of-trees:1x1x1",
    "file:../formats/tests/data/rings.edges",
    "file:../formats/tests/data/board.gml",
    "file:../formats/tests/data/two-boards.yaml",
    "file:../formats/tests/data/cables.ibnetdiscover",
    "file:../formats/tests/data/small-chip.yaml",
    "file:../formats/tests/data/four-chips.json",
    "file:../../examples/networks/campus.gml",
];

type Links = [(&'static str, &'static str)];

/// Networks without some nodes and links, still in one piece.
const FAULTY: &[(&str, &[&str], &Links)] = &[
    ("mesh:5x4", &["0,0"], &[]),
    ("mesh:4x4", &[], &[("1,1", "2,1"), ("0,3", "1,3")]),
    ("torus:4x4", &["1,1", "3,2"], &[("0,0", "1,0")]),
    ("hypercube:4", &["0000", "0001"], &[]),
    ("star:4", &[], &[("1234", "2134")]),
];

/// Every small network.
pub(crate) fn networks() -> impl Iterator<Item = Box<dyn Topology>> {
    // The example of `file` is a path from the root of the project.
    let examples = FAMILIES.iter().filter(|family| family.name != "file").map(|family| family.example);
    let whole = examples.chain(SMALL.iter().copied()).map(|spec| build(spec).unwrap());
    let faulty = FAULTY.iter().map(|(spec, nodes, links)| {
        let faulty = Faulty::named(build(spec).unwrap(), nodes, links).unwrap();
        Box::new(faulty) as Box<dyn Topology>
    });
    let one_way = {
        let mesh = build("mesh:4x4").unwrap();
        let channels = ["1,1>2,1", "0,3>0,2"].map(|name| find_channel(&*mesh, name).unwrap()).to_vec();
        Box::new(Faulty::losing(mesh, &Losses { channels, ..Losses::default() }).unwrap()) as Box<dyn Topology>
    };
    whole.chain(faulty).chain([one_way])
}

/// Every small network whose channels all have their opposites.
pub(crate) fn two_way_networks() -> impl Iterator<Item = Box<dyn Topology>> {
    networks().filter(|network| network.graph().is_symmetric())
}

/// Those of routers alone.
pub(crate) fn two_way_routers() -> impl Iterator<Item = Box<dyn Topology>> {
    two_way_networks().filter(|network| network.graph().endpoints().is_empty())
}

/// The random generator of the project.
pub(crate) fn random(seed: u64) -> Xoshiro256PlusPlus {
    Xoshiro256PlusPlus::seed_from_u64(seed)
}

/// A random source and some random destinations: endpoints, where there are some.
pub(crate) fn random_set(topology: &dyn Topology, rng: &mut Xoshiro256PlusPlus) -> (NodeId, Vec<NodeId>) {
    let mut nodes: Vec<_> = topology.graph().terminals().collect();
    nodes.shuffle(rng);
    let source = nodes.pop().unwrap();
    nodes.truncate(rng.random_range(1..=nodes.len().min(40)));
    (source, nodes)
}

/// The same set, or one from the node that the planner asks for, where it does not serve every source.
pub(crate) fn served(
    topology: &dyn Topology,
    planner: &mut dyn Planner,
    (source, mut destinations): (NodeId, Vec<NodeId>),
) -> (NodeId, Vec<NodeId>) {
    let set = MulticastSet::checked(topology, source, &destinations).unwrap();
    let wanted = match planner.plan(set, &mut Worms::new()) {
        Err(PlanError::NotAbove { root: node, .. } | PlanError::NotAhead { first: node, .. }) => node,
        _ => return (source, destinations),
    };
    let wanted = topology.find_node(&wanted).unwrap();
    // The source takes the place of the node that it gives way to.
    destinations.iter_mut().filter(|node| **node == wanted).for_each(|node| *node = source);
    (wanted, destinations)
}

/// A random node that forwards.
pub(crate) fn random_router(topology: &dyn Topology, rng: &mut Xoshiro256PlusPlus) -> NodeId {
    let graph = topology.graph();
    let routers: Vec<_> = graph.nodes().filter(|&node| !graph.is_endpoint(node)).collect();
    routers[rng.random_range(0..routers.len())]
}

/// A scheme made ready; none if it does not serve the network.
pub(crate) fn planner<'t>(
    topology: &'t dyn Topology,
    scheme: &str,
    options: &Options,
) -> Option<Box<dyn Planner + 't>> {
    match scheme_named(scheme).unwrap().prepare(topology, options) {
        Ok(planner) => Some(planner),
        Err(
            SchemeError::Unserved { .. }
            | SchemeError::NoLabelling { .. }
            | SchemeError::OneWay { .. }
            | SchemeError::Endpoint { .. },
        ) => None,
        Err(error) => panic!("{}: {error}", topology.spec()),
    }
}

/// The worms that a scheme plans, passed by the judge; none if the scheme does not serve the network.
pub(crate) fn planned(topology: &dyn Topology, scheme: &str, source: NodeId, destinations: &[NodeId]) -> Option<Worms> {
    let mut planner = planner(topology, scheme, &Options::default())?;
    Some(judged(topology, &mut *planner, scheme, source, destinations))
}

/// The worms that a planner plans, passed by the judge.
pub(crate) fn judged(
    topology: &dyn Topology,
    planner: &mut dyn Planner,
    scheme: &str,
    source: NodeId,
    destinations: &[NodeId],
) -> Worms {
    judged_plan(topology, planner, scheme, source, destinations).worms
}

/// The plan that a planner makes, passed by the judge.
pub(crate) fn judged_plan(
    topology: &dyn Topology,
    planner: &mut dyn Planner,
    scheme: &str,
    source: NodeId,
    destinations: &[NodeId],
) -> Plan {
    let set = MulticastSet::checked(topology, source, destinations).unwrap();
    let plan = planner.whole_plan(NetworkSpec::whole(topology.spec()), scheme, set).unwrap();
    let report = judge(&plan.document(topology), topology);
    assert!(report.is_valid(), "{scheme} on {}: {:?}", topology.spec(), report.violations);
    assert_eq!(report.verified.len(), planner.claims().len(), "{scheme} on {}", topology.spec());
    plan
}

/// The nodes of these names.
pub(crate) fn nodes<const N: usize>(topology: &dyn Topology, names: [&str; N]) -> [NodeId; N] {
    names.map(|name| topology.find_node(name).unwrap())
}
