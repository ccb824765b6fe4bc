//! What the tests of the judge share: plans of all schemes on small networks, and a slow second judge.

pub(crate) mod naive;
pub(crate) mod round_cases;

use rand::RngExt;
use rand::seq::SliceRandom;
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{Options, PlanError, Scheme};
use wormcast_topology::{FAMILIES, Topology, build};

/// The example of every family but files, and some networks more.
pub(crate) fn networks() -> Vec<Box<dyn Topology>> {
    let examples = FAMILIES.iter().filter(|kind| kind.name != "file").map(|kind| kind.example);
    examples.chain(["mesh:2x1", "mesh:5x4", "torus:4x3"]).map(|spec| build(spec).unwrap()).collect()
}

/// The plan of a random multicast, of at most `most` destinations; none if the scheme does not serve the network, or
/// not this source.
pub(crate) fn random_plan(
    topology: &dyn Topology,
    scheme: &dyn Scheme,
    most: usize,
    rng: &mut Xoshiro256PlusPlus,
) -> Option<Plan> {
    let mut planner = scheme.prepare(topology, &Options::default()).ok()?;
    let mut nodes: Vec<_> = topology.graph().nodes().collect();
    nodes.shuffle(rng);
    let source = nodes.pop()?;
    nodes.truncate(rng.random_range(1..=most));
    let mut worms = Worms::new();
    match planner.plan(MulticastSet::checked(topology, source, &nodes).unwrap(), &mut worms) {
        Err(PlanError::NotAbove { .. } | PlanError::NotAhead { .. }) => return None,
        planned => planned.unwrap(),
    }
    Some(Plan {
        network: NetworkSpec::whole(topology.spec()),
        scheme: scheme.name().to_owned(),
        source,
        destinations: nodes,
        worms,
        claims: planner.claims().to_vec(),
        extra: serde_json::Map::new(),
    })
}
