//! `round-greedy`: plans that keep to the model of rounds, and how close they come to the bound.

use crate::support::{judged_plan, nodes, planner, random, random_set, two_way_routers};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use wormcast_check::{RoundReport, check_rounds};
use wormcast_plan::{Duplex, MulticastSet, RoundModel, Worms};
use wormcast_schemes::option::PORTS;
use wormcast_schemes::{Options, PlanError};
use wormcast_topology::{Faulty, NodeId, Topology, build};

/// Plans, and judges the plan by the model of rounds.
fn rounds(
    topology: &dyn Topology,
    ports: Option<NonZeroU32>,
    source: NodeId,
    destinations: &[NodeId],
) -> (u32, RoundReport) {
    let options = ports.map_or_else(Options::default, |ports| Options::default().with(&PORTS, ports));
    let mut planner = planner(topology, "round-greedy", &options).unwrap();
    let plan = judged_plan(topology, &mut *planner, "round-greedy", source, destinations);
    let report = check_rounds(&plan, topology, RoundModel { duplex: Duplex::Half, ports });
    assert_eq!(report.violations, [], "{}", topology.spec());
    let (cost, bound) = (plan.cost(), report.lower_bound.unwrap());
    let stated = &plan.extra["optimality"];
    assert_eq!((&stated["value"], &stated["lower_bound"]), (&cost.rounds.into(), &bound.into()));
    assert_eq!((&stated["gap"], &stated["exact"]), (&(cost.rounds - bound).into(), &(cost.rounds == bound).into()));
    (cost.rounds, report)
}

/// The rounds of a broadcast beyond the bound.
fn gap(topology: &dyn Topology, ports: Option<NonZeroU32>, source: NodeId) -> u32 {
    let others: Vec<_> = topology.graph().nodes().filter(|&node| node != source).collect();
    let (rounds, report) = rounds(topology, ports, source, &others);
    assert_eq!(report.rounds.last().unwrap().informed, topology.graph().node_count());
    rounds - report.lower_bound.unwrap()
}

#[test]
fn every_multicast_keeps_to_the_model_of_rounds() {
    let mut rng = random(1);
    for network in two_way_routers() {
        for ports in [0, 1, 2].map(NonZeroU32::new) {
            let (source, destinations) = random_set(&*network, &mut rng);
            rounds(&*network, ports, source, &destinations);
        }
    }
}

#[test]
fn broadcasts_meet_the_bound_or_miss_it_by_one() {
    let meets = [
        "mesh:8x8",
        "mesh:16x16",
        "mesh:4x4x4",
        "mesh:40x1",
        "torus:5x5",
        "torus:8x8",
        "torus:16x16",
        "hypercube:6",
        "hypercube:8",
        "star:4",
        "star:5",
        "mesh-of-trees:3",
        "mesh-of-trees:4",
    ];
    for spec in meets {
        let network = build(spec).unwrap();
        assert_eq!(gap(&*network, None, NodeId::new(0)), 0, "{spec}");
    }
    // A broadcast from the middle of this mesh in two rounds would use every port of every node but the corners.
    let mesh = build("mesh:5x5").unwrap();
    assert_eq!(gap(&*mesh, None, mesh.find_node("2,2").unwrap()), 1);
}

#[test]
fn with_one_port_the_informed_double_on_every_network() {
    for network in two_way_routers() {
        let last = NodeId::new(network.graph().node_count() - 1);
        assert_eq!(gap(&*network, NonZeroU32::new(1), last), 0, "{}", network.spec());
    }
}

/// The mesh-of-trees paper gives n + 1 rounds to the nodes at level 1, and leaves open whether the inner nodes at
/// levels 2 to n − 1 can do with as many. With routes that need not be shortest, they can for n = 3 and 4.
#[test]
fn every_inner_node_of_a_mesh_of_trees_broadcasts_in_one_round_more_than_the_height() {
    for height in [3, 4] {
        let network = build(&format!("mesh-of-trees:{height}")).unwrap();
        let model = RoundModel::HALF_DUPLEX_ALL_PORT;
        let all = network.graph().node_count() - 1;
        // The strings of a name may be any of their lengths: some symmetry of the network makes one node of the other.
        let lengths = |node: &NodeId| network.node_name(*node).split(':').map(str::len).collect::<Vec<_>>();
        let inner = network.graph().nodes().filter(|&node| network.graph().degree(node) == 3);
        let one_of_each: BTreeMap<_, _> = inner.map(|node| (lengths(&node), node)).collect();
        assert_eq!(one_of_each.len(), 2 * (height as usize - 1));
        for source in one_of_each.into_values() {
            assert_eq!(model.lower_bound(network.graph(), source, all), Some(height + 1));
            assert_eq!(gap(&*network, None, source), 0, "{}", network.node_name(source));
        }
    }
}

#[test]
fn one_plan_has_one_result() {
    let mesh = build("mesh:5x5").unwrap();
    let (source, destinations) = random_set(&*mesh, &mut random(3));
    let mut planner = planner(&*mesh, "round-greedy", &Options::default()).unwrap();
    let mut plan = || judged_plan(&*mesh, &mut *planner, "round-greedy", source, &destinations).worms;
    assert_eq!(plan(), plan());
}

#[test]
fn a_destination_that_is_cut_off_is_named() {
    let mesh = Faulty::named(build("mesh:3x1").unwrap(), &["1,0"], &[]).unwrap();
    let [source, cut_off] = nodes(&mesh, ["0,0", "2,0"]);
    let mut planner = planner(&mesh, "round-greedy", &Options::default()).unwrap();
    let destinations = [cut_off];
    let set = MulticastSet::checked(&mesh, source, &destinations).unwrap();
    let error = planner.plan(set, &mut Worms::new()).unwrap_err();
    assert_eq!(error, PlanError::Unreachable { from: source, to: cut_off });
}
