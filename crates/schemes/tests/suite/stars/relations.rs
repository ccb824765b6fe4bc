//! How optimal stars compare with other plans.

use crate::support::{planned, planner, random, random_set, two_way_networks};
use wormcast_plan::{Cost, FirstHop, MulticastSet, Worm, Worms};
use wormcast_schemes::option::FIRST_HOP;
use wormcast_schemes::{LabelRouting, Options};
use wormcast_topology::{NodeId, Topology, build};

fn cost(topology: &dyn Topology, scheme: &str, source: NodeId, destinations: &[NodeId]) -> Cost {
    Cost::of(&planned(topology, scheme, source, destinations).unwrap())
}

/// The same when paths may leave by any port.
fn free_cost(topology: &dyn Topology, scheme: &str, source: NodeId, destinations: &[NodeId]) -> Cost {
    let options = Options::default().with(&FIRST_HOP, FirstHop::Free);
    let mut worms = Worms::new();
    let set = MulticastSet::checked(topology, source, destinations).unwrap();
    planner(topology, scheme, &options).unwrap().plan(set, &mut worms).unwrap();
    Cost::of(&worms)
}

fn is_plane(topology: &dyn Topology) -> bool {
    topology.mesh().is_some_and(|grid| grid.sides().len() == 2)
}

/// Dual-path, and multi-path by node classes, plan stars that follow the routing from their first hop on: they cannot
/// be better than the best.
#[test]
fn stars_that_follow_the_routing_are_never_better() {
    let mut rng = random(11);
    for network in two_way_networks().filter(|network| network.labelling().is_ok()) {
        let others: &[_] = if is_plane(&*network) { &["dual-path"] } else { &["dual-path", "multi-path"] };
        for _ in 0..12 {
            let (source, mut destinations) = random_set(&*network, &mut rng);
            destinations.truncate(25);
            let [fewest, shortest] = ["ocms", "otms"].map(|scheme| cost(&*network, scheme, source, &destinations));
            assert!(shortest.longest_path <= fewest.longest_path && fewest.channels <= shortest.channels);
            for other in others {
                let other = cost(&*network, other, source, &destinations);
                assert!(fewest.channels <= other.channels && shortest.longest_path <= other.longest_path);
            }
        }
    }
}

/// Multi-path on two-dimensional meshes chooses the port of a worm by columns, and not by the routing. Where a path may
/// leave by any port, its plans are stars too, and the best star is at least as good.
#[test]
fn with_a_free_first_hop_multi_path_on_meshes_is_never_better() {
    let mut rng = random(12);
    for spec in ["mesh:4x4", "mesh:7x5", "mesh:5x8", "mesh:2x9", "mesh:12x12"] {
        let mesh = build(spec).unwrap();
        for _ in 0..100 {
            let (source, destinations) = random_set(&*mesh, &mut rng);
            let multi = cost(&*mesh, "multi-path", source, &destinations);
            let [fewest, shortest] = ["ocms", "otms"].map(|scheme| free_cost(&*mesh, scheme, source, &destinations));
            assert!(fewest.channels <= multi.channels && shortest.longest_path <= multi.longest_path);
            assert!(fewest.channels <= cost(&*mesh, "ocms", source, &destinations).channels);
            assert!(shortest.longest_path <= cost(&*mesh, "otms", source, &destinations).longest_path);
        }
    }
}

/// On a mesh, both destinations lie beyond the vertical neighbour's label, so the routing leaves for both by the
/// vertical port, and the best star of the mesh paper is a single path. Multi-path sends one of them along the row.
#[test]
fn multi_path_on_a_mesh_may_use_a_port_that_the_routing_does_not() {
    let mesh = build("mesh:4x4").unwrap();
    let [source, a, b, c] = ["0,0", "0,3", "3,2", "1,2"].map(|name| mesh.find_node(name).unwrap());
    let pair = |cost: Cost| (cost.channels, cost.longest_path);
    for (destinations, multi, best, free) in [([a, b], (8, 5), (9, 9), (8, 5)), ([a, c], (6, 3), (5, 5), (6, 3))] {
        assert_eq!(pair(cost(&*mesh, "multi-path", source, &destinations)), multi);
        assert_eq!(pair(cost(&*mesh, "ocms", source, &destinations)), best);
        assert_eq!(pair(cost(&*mesh, "otms", source, &destinations)), best);
        assert_eq!(pair(free_cost(&*mesh, "otms", source, &destinations)), free);
    }
}

/// Where each worm of multi-path leaves by the port that the routing takes to its first destination, the relation holds
/// on meshes too.
#[test]
fn multi_path_on_a_mesh_is_never_better_when_it_follows_the_routing() {
    let mut rng = random(13);
    let (mut follows, mut better) = (0, 0);
    for spec in ["mesh:4x4", "mesh:7x5", "mesh:12x12"] {
        let mesh = build(spec).unwrap();
        let routing = LabelRouting::new(&*mesh).unwrap();
        for _ in 0..300 {
            let (source, destinations) = random_set(&*mesh, &mut rng);
            let worms = planned(&*mesh, "multi-path", source, &destinations).unwrap();
            let multi = Cost::of(&worms);
            let [fewest, shortest] = ["ocms", "otms"].map(|scheme| cost(&*mesh, scheme, source, &destinations));
            let is_bounded = fewest.channels <= multi.channels && shortest.longest_path <= multi.longest_path;
            let by_routing =
                |worm: Worm<'_>| routing.next(source, worm.deliveries[0].node) == worm.arrival(mesh.graph(), 0);
            if worms.iter().all(by_routing) {
                follows += 1;
                assert!(is_bounded, "{spec}");
            } else if !is_bounded {
                better += 1;
            }
        }
    }
    assert!(follows > 100 && better > 10, "{follows} and {better} of 900 sets are too few to say anything");
}
