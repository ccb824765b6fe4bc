//! Planners keep their buffers: once warm, a plan allocates nothing.

use crate::support::{networks, planner, random, random_set, served};
use wormcast_plan::{MulticastSet, Worms};
use wormcast_schemes::{Options, SCHEMES};
use wormcast_topology::NodeId;

/// Their search for an optimum allocates.
const OPTIMISERS: [&str; 5] = ["ocms", "otms", "otms-timed", "round-greedy", "steiner"];

#[test]
fn a_warm_planner_allocates_nothing() {
    let mut rng = random(7);
    for network in networks() {
        let sets: Vec<_> = (0..10).map(|_| random_set(&*network, &mut rng)).collect();
        for scheme in SCHEMES.iter().filter(|scheme| !OPTIMISERS.contains(&scheme.name())) {
            let Some(mut planner) = planner(&*network, scheme.name(), &Options::default()) else { continue };
            let mut serve = |set: &(NodeId, Vec<NodeId>)| served(&*network, &mut *planner, set.clone());
            let sets: Vec<_> = sets.iter().map(&mut serve).collect();
            let mut worms = Worms::new();
            let mut plan_all = || {
                for (source, destinations) in &sets {
                    worms.clear();
                    planner.plan(MulticastSet { source: *source, destinations }, &mut worms).unwrap();
                }
            };
            plan_all();
            let allocations = allocation_counter::measure(plan_all).count_total;
            assert_eq!(allocations, 0, "{} on {}", scheme.name(), network.spec());
        }
    }
}
