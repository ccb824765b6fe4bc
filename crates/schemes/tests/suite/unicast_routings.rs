//! Unicasts by a routing: the worms take its routes, on its virtual channels, and stay within the space that is told.

use crate::support::{judged, networks, planner, random, random_set};
use wormcast_plan::{Chain, ChainLane, MulticastSet, VIRTUAL_CHANNELS_KEY, Worm};
use wormcast_routing::{ROUTINGS, visited};
use wormcast_schemes::option::ROUTING;
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{NodeId, Topology};

fn by(routing: &str) -> Options {
    Options::default().with(&ROUTING, routing.into())
}

/// The lanes of a worm that is a path.
fn lanes(topology: &dyn Topology, worm: &Worm<'_>) -> Vec<ChainLane<NodeId>> {
    let graph = topology.graph();
    let lane = |(hop, &own): (&wormcast_plan::Hop, &u8)| {
        let channel = hop.channel;
        ChainLane(graph.source(channel), graph.target(channel), graph.number(channel), own.into())
    };
    assert_eq!(worm.hops.len(), worm.virtual_channels.len());
    worm.hops.iter().zip(worm.virtual_channels).map(lane).collect()
}

#[test]
fn worms_take_the_routes_of_the_routing_and_stay_within_the_space() {
    let mut rng = random(41);
    for network in networks() {
        for routing in ROUTINGS {
            let Ok(mut own) = wormcast_routing::build(&*network, routing.example, 64) else { continue };
            let mut planner = planner(&*network, "unicast", &by(routing.example)).unwrap();
            let space = planner.route_space().unwrap();
            let Chain::Lanes { lanes: listed, waits } = &space.families[0].chain else { panic!("{space:?}") };
            for _ in 0..3 {
                let (source, mut destinations) = random_set(&*network, &mut rng);
                // Some routings leave pairs of faulty networks without a route.
                destinations.retain(|&to| own.append_route(source, to, &mut Vec::new()).is_ok());
                if destinations.is_empty() {
                    continue;
                }
                let worms = judged(&*network, &mut *planner, "unicast", source, &destinations);
                for (worm, &to) in worms.iter().zip(&destinations) {
                    let mut route = Vec::new();
                    own.append_route(source, to, &mut route).unwrap();
                    let taken = lanes(&*network, &worm);
                    let ends = visited(network.graph(), source, &route).skip(1);
                    let names = route.iter().map(|lane| lane.virtual_channel).zip(ends);
                    assert!(taken.iter().map(|lane| (lane.3, lane.1)).eq(names), "{} {}", network.spec(), routing.name);
                    let place = |lane| listed.iter().position(|other| other == lane).unwrap() as u32;
                    let places: Vec<_> = taken.iter().map(place).collect();
                    assert!(places.windows(2).all(|pair| waits.contains(&[pair[0], pair[1]])));
                }
            }
        }
    }
}

#[test]
fn all_schemes_of_unicasts_take_a_routing_and_plans_name_the_virtual_channels() {
    let torus = wormcast_topology::build("torus:5x4").unwrap();
    let mut rng = random(42);
    for scheme in ["unicast", "unicast-tree", "routed-path", "routed-tree"] {
        let scheme = scheme_named(scheme).unwrap();
        let mut planner = scheme.prepare(&*torus, &by("dimension-order")).unwrap();
        let mut highest = 0;
        for _ in 0..10 {
            let (source, destinations) = random_set(&*torus, &mut rng);
            let worms = judged(&*torus, &mut *planner, scheme.name(), source, &destinations);
            let set = MulticastSet::checked(&*torus, source, &destinations).unwrap();
            let plan = planner.whole_plan(wormcast_plan::NetworkSpec::whole("torus:5x4"), scheme.name(), set).unwrap();
            let named: Vec<Vec<u8>> = serde_json::from_value(plan.extra[VIRTUAL_CHANNELS_KEY].clone()).unwrap();
            assert!(worms.iter().map(|worm| worm.virtual_channels).eq(named.iter().map(Vec::as_slice)));
            highest = highest.max(plan.virtual_channels_needed());
        }
        assert_eq!(highest, 2, "{}", scheme.name());
    }
}

#[test]
fn networks_without_a_routing_of_their_own_are_served_by_a_routing() {
    let rings = wormcast_formats::build("file:../formats/tests/data/rings.edges").unwrap();
    let mut rng = random(43);
    for scheme in ["routed-path", "routed-tree"] {
        assert!(planner(&*rings, scheme, &Options::default()).is_none());
        let mut planner = planner(&*rings, scheme, &by("up-down")).unwrap();
        for _ in 0..10 {
            let (source, destinations) = random_set(&*rings, &mut rng);
            judged(&*rings, &mut *planner, scheme, source, &destinations);
        }
    }
}

#[test]
fn what_is_no_routing_is_refused_with_a_reason() {
    let mesh = wormcast_topology::build("mesh:3x3").unwrap();
    let problem = |routing| scheme_named("unicast").unwrap().prepare(&*mesh, &by(routing)).err().unwrap().to_string();
    assert!(problem("up-dwon").contains("did you mean `up-down`?"), "{}", problem("up-dwon"));
    assert!(problem("up-down:9,9").contains("9,9"));
    assert!(problem("turn-model:south").contains("west-first"));
    let torus = wormcast_topology::build("torus:3x3").unwrap();
    let refused = scheme_named("unicast").unwrap().prepare(&*torus, &by("turn-model:odd-even")).err().unwrap();
    assert!(refused.to_string().contains("it serves meshes"), "{refused}");
}

#[test]
fn a_file_of_routes_is_a_routing_and_pairs_that_it_leaves_out_cannot_be_reached() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("routes.txt");
    std::fs::write(&file, "0,0 1,0 1,1 @0,3\n").unwrap();
    let mesh = wormcast_topology::build("mesh:2x2").unwrap();
    let [a, b, c] = ["0,0", "1,1", "0,1"].map(|name| mesh.find_node(name).unwrap());
    let mut planner = scheme_named("unicast").unwrap().prepare(&*mesh, &by(file.to_str().unwrap())).unwrap();
    let worms = judged(&*mesh, &mut *planner, "unicast", a, &[b]);
    assert_eq!(worms.get(0).virtual_channels, [0, 3]);
    let mut worms = wormcast_plan::Worms::new();
    let set = [c];
    assert!(planner.plan(MulticastSet::checked(&*mesh, a, &set).unwrap(), &mut worms).is_err());
    std::fs::write(&file, "0,0 1,1\n").unwrap();
    let refused = scheme_named("unicast").unwrap().prepare(&*mesh, &by(file.to_str().unwrap())).err().unwrap();
    assert!(refused.to_string().contains("there is no channel `0,0>1,1`"), "{refused}");
}
