//! The order of branches: at a node of a tree it is the same in every plan, whatever the destinations. That two worms
//! which ask for their branches one after another do not wait for each other rests on it.

use crate::support::{random, random_set};
use std::collections::HashSet;
use wormcast_plan::{MulticastSet, Worms};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{ChannelId, build};

const SCHEMES: [&str; 7] =
    ["single-tree", "spam", "dstm-1", "dstm-2", "dstm-optimised", "disjoint-trees", "arborescences"];
const NETWORKS: [&str; 6] = ["mesh:5x4", "torus:5x4", "torus:4x4", "hypercube:4", "star:4", "one-way-torus:4x3"];

#[test]
fn branches_at_a_node_stand_in_one_order() {
    let mut rng = random(11);
    let mut splits = 0;
    for (scheme, spec) in SCHEMES.iter().flat_map(|scheme| NETWORKS.map(|spec| (scheme, spec))) {
        let network = build(spec).unwrap();
        let Ok(mut planner) = scheme_named(scheme).unwrap().prepare(&*network, &Options::default()) else { continue };
        // Which of two channels stood before which other one, in the worms of each tree.
        let mut before: HashSet<(u8, ChannelId, ChannelId)> = HashSet::new();
        let mut worms = Worms::new();
        for _ in 0..300 {
            let (source, destinations) = random_set(&*network, &mut rng);
            worms.clear();
            if planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms).is_err() {
                continue;
            }
            for worm in worms.iter() {
                for (at, hop) in worm.hops.iter().enumerate() {
                    for other in worm.hops[at + 1..].iter().filter(|other| other.parent() == hop.parent()) {
                        let class = worm.consumption_class;
                        before.insert((class, hop.channel, other.channel));
                        assert!(!before.contains(&(class, other.channel, hop.channel)), "{scheme} on {spec}");
                        splits += 1;
                    }
                }
            }
        }
    }
    assert!(splits > 10_000, "{splits} pairs of branches");
}
