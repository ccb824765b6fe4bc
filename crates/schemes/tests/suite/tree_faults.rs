//! Plans on the trees of tori with a lost link: global and local fault information.

use crate::support::{judged, planner, random, random_set};
use wormcast_plan::MulticastSet;
use wormcast_schemes::option::{FAULT_KNOWLEDGE, TREE};
use wormcast_schemes::trees::{Knowledge, SingleFaults, dstm_1, dstm_2};
use wormcast_schemes::{Options, SchemeError, TreeChoice, scheme_named};
use wormcast_topology::{Faulty, NodeId, Topology, Torus};

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

/// Sources know nothing: the message is absorbed before the lost link, and sent on in the other tree.
#[test]
fn routers_beside_a_lost_link_send_on_in_the_other_tree() {
    let mut rng = random(42);
    let options = Options::default().with(&FAULT_KNOWLEDGE, Knowledge::Local);
    let mut absorbed = 0;
    for side in [[4, 4], [5, 4], [5, 5], [6, 6]] {
        for network in (0..).map_while(|link| without(side, link)) {
            for scheme in ["dstm-1", "dstm-2"] {
                let mut planner = planner(&network, scheme, &options).unwrap();
                for _ in 0..6 {
                    let (source, destinations) = random_set(&network, &mut rng);
                    let worms = judged(&network, &mut *planner, scheme, source, &destinations);
                    let trees: Vec<_> = worms.iter().map(|worm| worm.consumption_class as usize).collect();
                    let is_hit = |tree: &usize| !planner.trees()[*tree].is_in_one_piece();
                    assert!(trees.len() <= 2 && !trees.iter().skip(1).any(is_hit), "{trees:?} on {}", network.spec());
                    absorbed += usize::from(worms.iter().any(|worm| worm.round == 1));
                }
            }
        }
    }
    assert!(absorbed > 100, "{absorbed}");
}

/// The ways of unicasts are those of the study of distances, which knows no plans.
#[test]
fn unicasts_with_local_knowledge_go_as_far_as_the_study_says() {
    // Of two ways of one length, the study takes that in the first tree.
    let options = Options::default().with(&FAULT_KNOWLEDGE, Knowledge::Local).with(&TREE, TreeChoice::Fixed(0));
    let torus = Torus::new(&[5, 4]).unwrap();
    let start = NodeId::new(0);
    for (scheme, trees) in [("dstm-1", dstm_1(&torus, start).unwrap()), ("dstm-2", dstm_2(&torus, start).unwrap())] {
        let mut study = SingleFaults::new(&trees);
        for network in (0..).map_while(|link| without([5, 4], link)) {
            let (mut total, mut worms) = (0, wormcast_plan::Worms::new());
            let mut planner = planner(&network, scheme, &options).unwrap();
            let lost = network.lost_links()[0];
            for (source, to) in torus.graph().nodes().flat_map(|a| torus.graph().nodes().map(move |b| (a, b))) {
                if source != to {
                    worms.clear();
                    planner.plan(MulticastSet { source, destinations: &[to] }, &mut worms).unwrap();
                    total += worms.hop_count() as u64;
                }
            }
            let expected = study.spread(lost, Knowledge::Local).total();
            assert_eq!(total, expected, "{scheme} without {lost:?}");
        }
    }
}

#[test]
fn local_knowledge_is_of_one_lost_link() {
    let torus = Torus::new(&[4, 4]).unwrap();
    let node = torus.find_node("1,1").unwrap();
    let network = Faulty::new(Box::new(torus), &[node], &[]).unwrap();
    let options = Options::default().with(&FAULT_KNOWLEDGE, Knowledge::Local);
    let error = scheme_named("dstm-1").unwrap().prepare(&network, &options).err().unwrap();
    assert!(matches!(error, SchemeError::BadOption { option: "fault-knowledge", .. }), "{error}");
}
