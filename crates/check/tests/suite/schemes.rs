//! The judge and the schemes: every plan of every scheme is valid, and keeps its claims.

use crate::support::{naive, networks, random_plan};
use rand::SeedableRng;
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_check::judge;
use wormcast_schemes::SCHEMES;

#[test]
fn every_plan_of_every_scheme_is_valid() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for network in networks() {
        for scheme in SCHEMES {
            for _ in 0..5 {
                let most = network.graph().node_count().min(31) - 1;
                let Some(plan) = random_plan(&*network, *scheme, most, &mut rng) else { break };
                let document = plan.document(&*network);
                let report = judge(&document, &*network);
                assert_eq!(report.violations, [], "{} {}", network.spec(), scheme.name());
                assert_eq!(report.verified.len(), plan.claims.len());
                assert_eq!(report.counts.hops as u64, plan.cost().channels);
                let resolved = document.resolve(&*network).unwrap();
                assert_eq!(resolved.worms, plan.worms);
                assert!(naive::valid(&resolved, document.cost, &*network));
            }
        }
    }
}
