//! Every scheme on every small network: the plans are valid, and keep what the schemes claim.

mod support;

use support::{networks, planned, random, random_set};
use wormcast_plan::Cost;
use wormcast_schemes::SCHEMES;

#[test]
fn every_plan_is_valid_and_keeps_the_claims() {
    let mut rng = random(1);
    for network in networks() {
        for _ in 0..20 {
            let (source, destinations) = random_set(&*network, &mut rng);
            for scheme in SCHEMES {
                planned(&*network, scheme.name(), source, &destinations);
            }
        }
    }
}

#[test]
fn shortcuts_and_more_paths_never_lengthen() {
    let mut rng = random(2);
    for network in networks().filter(|network| network.labelling().is_ok()) {
        for _ in 0..20 {
            let (source, destinations) = random_set(&*network, &mut rng);
            let cost = |scheme| Cost::of(&planned(&*network, scheme, source, &destinations).unwrap());
            let [path, dual, multi] = ["hamiltonian-path", "dual-path", "multi-path"].map(cost);
            assert!(dual.channels <= path.channels, "{}", network.spec());
            assert!(dual.longest_path <= path.longest_path, "{}", network.spec());
            assert!(path.worms <= 2 && dual.worms == path.worms && dual.worms <= multi.worms);
            assert!(multi.worms as usize <= network.graph().degree(source).min(destinations.len()));
        }
    }
}
