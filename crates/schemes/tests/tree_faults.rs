//! Plans on the trees of tori with a lost link: global fault information.

mod support;

use support::{judged, planner, random, random_set};
use wormcast_schemes::Options;
use wormcast_topology::{Faulty, Topology, Torus};

fn without(side: [u32; 2], link: usize) -> Option<Faulty> {
    let torus = Torus::new(&side).unwrap();
    let graph = torus.graph();
    let ends = |channel| (graph.source(channel), graph.target(channel));
    let (a, b) = graph.channels().map(ends).filter(|(a, b)| a < b).nth(link)?;
    Some(Faulty::new(Box::new(Torus::new(&side).unwrap()), &[], &[(a, b)]).unwrap())
}

#[test]
fn every_lost_link_is_planned_around() {
    let mut rng = random(41);
    for side in [[4, 4], [5, 4], [5, 5], [6, 6]] {
        for network in (0..).map_while(|link| without(side, link)) {
            for scheme in ["dstm-1", "dstm-2", "disjoint-trees"] {
                let mut planner = planner(&network, scheme, &Options::default()).unwrap();
                for _ in 0..4 {
                    let (source, destinations) = random_set(&network, &mut rng);
                    // The judge passes the plan: all links exist, all is delivered.
                    let worms = judged(&network, &mut *planner, scheme, source, &destinations);
                    let tree = worms.get(0).consumption_class;
                    let whole = planner.trees()[tree as usize].is_in_one_piece();
                    assert!(destinations.len() == 1 || whole, "{scheme} on {}", network.spec());
                    let distance = |tree: &wormcast_schemes::SpanningTree<'_>| tree.distance(source, destinations[0]);
                    let shortest = planner.trees().iter().filter_map(distance).min().unwrap();
                    assert!(destinations.len() > 1 || worms.hop_count() as u32 == shortest);
                }
            }
        }
    }
}
