//! `mot-broadcast`: Theorems 1 and 2 of the mesh-of-trees paper, judged by the model of rounds.

mod support;

use support::{judged_plan, planner, random, random_set};
use wormcast_check::check_rounds;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, RoundModel, Worms};
use wormcast_schemes::{Options, Planner, SchemeError, mesh_of_trees_bound, scheme_named};
use wormcast_topology::{NodeId, Topology, build};

const MODEL: RoundModel = RoundModel::HALF_DUPLEX_ALL_PORT;

/// The rounds of a broadcast, after it has been judged in compact form: paths, disjoint links, every node once.
fn broadcast(topology: &dyn Topology, planner: &mut dyn Planner, source: NodeId) -> u32 {
    let nodes = topology.graph().node_count();
    let destinations: Vec<_> = topology.graph().nodes().filter(|&node| node != source).collect();
    let mut worms = Worms::new();
    planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms).unwrap();
    let (network, scheme) = (NetworkSpec::whole(topology.spec()), "mot-broadcast".to_owned());
    let (claims, extra) = (planner.claims().to_vec(), planner.extra());
    let plan = Plan { network, scheme, source, destinations, worms, claims, extra };
    let report = check_rounds(&plan, topology, MODEL);
    assert_eq!(report.faults, [], "{} from {}", topology.spec(), topology.node_name(source));
    assert_eq!((report.rounds.last().unwrap().informed, plan.worms.len()), (nodes, nodes - 1));
    let rounds = plan.cost().rounds;
    let stated = &plan.extra["optimality"];
    let bound = stated["lower_bound"].as_u64().unwrap() as u32;
    assert_eq!(
        (stated["value"].as_u64(), stated["gap"].as_u64()),
        (Some(rounds.into()), Some((rounds - bound).into()))
    );
    assert!(bound >= report.lower_bound.unwrap());
    rounds
}

/// How far a node is over the leaves.
fn level(topology: &dyn Topology, node: NodeId, height: u32) -> u32 {
    2 * height + 1 - topology.node_name(node).len() as u32
}

#[test]
fn every_source_takes_as_many_rounds_as_the_paper_says() {
    for height in 2..=4 {
        let mesh = build(&format!("mesh-of-trees:{height}")).unwrap();
        let mut planner = planner(&*mesh, "mot-broadcast", &Options::default()).unwrap();
        for source in mesh.graph().nodes() {
            let rounds = broadcast(&*mesh, &mut *planner, source);
            let level = level(&*mesh, source, height);
            assert_eq!(rounds, if level == 1 { height + 1 } else { height + 2 });
            let gap = rounds - mesh_of_trees_bound(height, mesh.graph().degree(source)).unwrap();
            assert_eq!(gap, u32::from((2..height).contains(&level)), "{}", mesh.node_name(source));
        }
    }
}

#[test]
fn heights_up_to_7_do_from_one_source_of_each_kind() {
    (5..=7).for_each(from_one_source_of_each_kind);
}

/// Some seconds each: `cargo test --release -p wormcast-schemes --test mot_broadcast -- --ignored`.
#[test]
#[ignore = "3.1 million nodes"]
fn heights_up_to_10_do_from_one_source_of_each_kind() {
    (8..=10).for_each(from_one_source_of_each_kind);
}

fn from_one_source_of_each_kind(height: u32) {
    let mesh = build(&format!("mesh-of-trees:{height}")).unwrap();
    let mut planner = planner(&*mesh, "mot-broadcast", &Options::default()).unwrap();
    let long = "01".repeat(5);
    let string = |length: u32| &long[..length as usize];
    for (short, rounds) in [(height - 1, height + 1), (height, height + 2), (0, height + 2), (2, height + 2)] {
        for name in [[height, short], [short, height]] {
            let source = mesh.find_node(&name.map(string).join(":")).unwrap();
            assert_eq!(broadcast(&*mesh, &mut *planner, source), rounds);
        }
    }
}

#[test]
fn counting_gives_lemma_1_from_height_3_on() {
    for height in 3..=7 {
        let mesh = build(&format!("mesh-of-trees:{height}")).unwrap();
        let all = mesh.graph().node_count() - 1;
        for name in [format!("{:0>1$}:", "", height as usize), format!("{:0>1$}:0", "", height as usize)] {
            let source = mesh.find_node(&name).unwrap();
            let bound = MODEL.lower_bound(mesh.graph(), source, all);
            assert_eq!(bound, mesh_of_trees_bound(height, mesh.graph().degree(source)), "{name}");
        }
    }
    assert_eq!(
        (mesh_of_trees_bound(2, 2), mesh_of_trees_bound(1, 2), mesh_of_trees_bound(5, 4)),
        (Some(4), None, None)
    );
}

#[test]
fn a_multicast_is_a_part_of_the_broadcast() {
    let mut rng = random(5);
    for spec in ["mesh-of-trees:2", "mesh-of-trees:3", "mesh-of-trees:4"] {
        let mesh = build(spec).unwrap();
        let mut planner = planner(&*mesh, "mot-broadcast", &Options::default()).unwrap();
        for _ in 0..30 {
            let (source, destinations) = random_set(&*mesh, &mut rng);
            let plan = judged_plan(&*mesh, &mut *planner, "mot-broadcast", source, &destinations);
            assert_eq!(check_rounds(&plan, &*mesh, MODEL).faults, []);
        }
    }
}

#[test]
fn other_networks_are_refused() {
    for spec in ["mesh:4x4", "mesh-of-trees:1", "mesh-of-trees:3x2", "mesh-of-trees:2x2x2"] {
        let network = build(spec).unwrap();
        let error = scheme_named("mot-broadcast").unwrap().prepare(&*network, &Options::default()).err().unwrap();
        assert!(matches!(error, SchemeError::Unserved { .. }), "{error}");
    }
}
