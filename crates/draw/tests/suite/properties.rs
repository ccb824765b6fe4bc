//! Any network and any worms, however odd: a sound picture.

use crate::common::{Picture, plan_with};
use proptest::prelude::*;
use roxmltree::Document;
use wormcast_draw::{DrawOptions, network_svg, plan_svg};
use wormcast_plan::{Plan, Worms};
use wormcast_topology::{NodeId, Topology, build};

/// Worms that wander: each hop leaves, by a port drawn at random, a visit drawn at random.
fn wanderers(network: &dyn Topology, steps: &[Vec<(u8, u8)>]) -> Plan {
    let graph = network.graph();
    let source = NodeId::new(0);
    let mut worms = Worms::new();
    let mut destinations = Vec::new();
    for steps in steps {
        worms.start(source, None, 0);
        let mut visits = vec![(None, source)];
        for &(visit, port) in steps {
            // Mostly from the last visits, so that worms are long.
            let (parent, at) = visits[visits.len() - 1 - (visit as usize / 64).min(visits.len() - 1)];
            let channels: Vec<_> = graph.out_channels(at).collect();
            if let Some(&channel) = channels.get(port as usize % channels.len().max(1)) {
                visits.push((Some(worms.hop(parent, channel)), graph.target(channel)));
            }
        }
        if let Some(&(Some(hop), node)) = visits.last() {
            worms.deliver(hop, node);
            destinations.push(node);
        }
    }
    plan_with(network, source, destinations, worms)
}

fn check(svg: &str) {
    Picture::read(&Document::parse(svg).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn wandering_worms_are_drawn(
        spec in prop::sample::select(vec!["mesh:4x3", "torus:3x3x3", "hypercube:6", "star:4", "tree:3", "torus:5", "mesh:1x1"]),
        steps in prop::collection::vec(prop::collection::vec(any::<(u8, u8)>(), 0..40), 0..40),
    ) {
        let network = build(spec).unwrap();
        let plan = wanderers(&*network, &steps);
        let svg = plan_svg(&*network, &plan, &DrawOptions::default()).unwrap();
        check(&svg);
        let document = Document::parse(&svg).unwrap();
        let moving = plan.worms.iter().filter(|worm| !worm.hops.is_empty()).count();
        prop_assert_eq!(Picture::read(&document).groups("worm").len(), moving);
    }

    #[test]
    fn any_graph_is_drawn(links in prop::collection::vec((0..40_u32, 0..40_u32), 1..120)) {
        let lines: String = links.iter().filter(|(a, b)| a != b).map(|(a, b)| format!("{a} {b}\n")).collect();
        prop_assume!(!lines.is_empty());
        let network = wormcast_formats::from_bytes("x.edges", lines.as_bytes()).unwrap();
        check(&network_svg(&network, &DrawOptions::default()).unwrap());
    }

    #[test]
    fn any_places_are_drawn(places in prop::collection::vec((any_coordinate(), any_coordinate()), 2..30)) {
        let node = |(id, (x, y)): (usize, &(f64, f64))| format!("node [ id {id} x {x:?} y {y:?} ]\n");
        let nodes: String = places.iter().enumerate().map(node).collect();
        let edges: String = (1..places.len()).map(|id| format!("edge [ source {} target {id} ]\n", id / 2)).collect();
        let network = wormcast_formats::from_bytes("x.gml", format!("graph [ {nodes} {edges} ]").as_bytes()).unwrap();
        check(&network_svg(&network, &DrawOptions::default()).unwrap());
    }
}

/// Coordinates of all sizes, many of them equal.
fn any_coordinate() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), -5.0..5.0, Just(1e300), Just(-1e300), Just(1e-300), -1e6..1e6]
}
