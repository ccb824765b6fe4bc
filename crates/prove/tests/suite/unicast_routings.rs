//! Schemes that send unicasts by a routing: two ways to a proof agree, and the judge follows.

use crate::support::{Asked, ask, networks, verified};
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, Certificate, RoutingStatement, SchemeStatement};
use wormcast_plan::{Chain, NetworkSpec};
use wormcast_prove::{prove_routing, scheme::prove_scheme, verify_proof};
use wormcast_routing::ROUTINGS;
use wormcast_schemes::option::ROUTING;
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::{Faulty, Topology};

fn asked(routing: &str, virtual_channels: u32) -> Asked {
    let options = Options::default().with(&ROUTING, routing.into());
    Asked { options, virtual_channels, ..Asked::about("unicast") }
}

/// The answer of the dependency graph of the routing, which knows no schemes and no route spaces.
fn by_graph(network: &dyn Topology, routing: &str, virtual_channels: u32) -> Option<Answer> {
    let mut built = wormcast_routing::build(network, routing, 64).ok()?;
    let count = NonZeroU32::new(virtual_channels).unwrap();
    let (spec, statement) = (NetworkSpec::whole(network.spec()), RoutingStatement::of(routing, count));
    let proved = prove_routing(network, &spec, &mut [&mut *built], &statement, Vec::new()).unwrap();
    Some(proved.document(spec, statement).answer)
}

#[test]
fn the_scheme_and_its_routing_are_free_together() {
    for network in networks() {
        for routing in ROUTINGS {
            let Ok(built) = wormcast_routing::build(&*network, routing.example, 64) else { continue };
            let count = built.virtual_channels();
            let told = by_graph(&*network, routing.example, count).unwrap();
            let asked = asked(routing.example, count);
            let document = ask(&*network, &asked);
            let where_ = format!("{} on {}", routing.example, network.spec());
            // Of routings that leave a choice, plans take one route a pair.
            let leaves_choice = ["valiant", "minimal-adaptive"].contains(&routing.name);
            let [is_free, is_told_free] = [document.answer, told].map(|answer| answer == Answer::DeadlockFree);
            assert!(is_free == is_told_free || leaves_choice && is_free, "{where_}");
            if let Some(certificate) = &document.certificate {
                verified(&*network, &asked, certificate).unwrap_or_else(|refusal| panic!("{where_}: {refusal}"));
            }
        }
    }
}

#[test]
fn with_one_virtual_channel_names_count_for_nothing() {
    let torus = wormcast_topology::build("torus:4x4").unwrap();
    assert_eq!(ask(&*torus, &asked("dimension-order", 1)).answer, Answer::Deadlock);
    assert_eq!(ask(&*torus, &asked("dimension-order", 2)).answer, Answer::DeadlockFree);
    // Every worm takes what it names, however many there are.
    assert_eq!(ask(&*torus, &asked("dimension-order", 5)).answer, Answer::DeadlockFree);
    let few = ask(&*torus, &asked("valiant", 3));
    assert_eq!((few.answer, few.reason.unwrap().contains("take 4 virtual channels")), (Answer::Unknown, true));
}

/// A change of lanes, and of which wait for which.
type ChangeOfLanes<'a> = &'a dyn Fn(&mut Vec<wormcast_plan::ChainLane<String>>, &mut Vec<[u32; 2]>);

#[test]
fn forged_certificates_about_named_virtual_channels_are_refused() {
    let torus = wormcast_topology::build("torus:4x4").unwrap();
    let asked = asked("valiant", 4);
    let Some(Certificate::Numbering(honest)) = ask(&*torus, &asked).certificate else { panic!("it is free") };
    assert_eq!(honest.parts, 4);
    verified(&*torus, &asked, &Certificate::Numbering(honest.clone())).unwrap();
    let refused = |change: &dyn Fn(&mut wormcast_check::proof::SchemeCertificate)| {
        let mut forged = honest.clone();
        change(&mut forged);
        verified(&*torus, &asked, &Certificate::Numbering(forged)).unwrap_err().to_string()
    };
    let lanes = |change: ChangeOfLanes<'_>| {
        refused(&|forged| {
            if let Chain::Lanes { lanes, waits } = &mut forged.space.families[0].chain {
                change(lanes, waits);
            }
        })
    };
    assert!(refused(&|forged| forged.parts = 3).contains("3 parts"));
    assert!(refused(&|forged| forged.numbers[7].3 = 0).contains("lower number"));
    assert!(refused(&|forged| drop(forged.numbers.remove(3))).contains("has no number"));
    assert!(refused(&|forged| forged.numbers[0].1 = Some("1,0#1".into())).contains("does not exist"));
    assert!(lanes(&|lanes, _| lanes[0].3 = 4).contains("take virtual channel 4"));
    assert!(lanes(&|lanes, _| lanes[0].2 = 1).contains("the network lacks"));
    assert!(lanes(&|_, waits| waits[0][1] = 10_000).contains("names no lane"));
    assert!(lanes(&|_, waits| waits[0] = [0, 0]).contains("leaves another node"));
    // A wait that is left out changes the count; and with the count, the routes are not those of the scheme.
    let fewer = refused(&|forged| {
        if let Chain::Lanes { waits, .. } = &mut forged.space.families[0].chain {
            waits.pop();
        }
        forged.waits -= 1;
    });
    assert!(fewer.contains("not those of unicast"), "{fewer}");
}

#[test]
fn multicasts_beside_unicasts_by_a_routing_of_their_own() {
    let tree = wormcast_topology::build("tree:3").unwrap();
    let mut planner = scheme_named("single-tree").unwrap().prepare(&*tree, &Options::default()).unwrap();
    for routing in ["up-down:r", "shortest", "layered"] {
        let statement = SchemeStatement::about("single-tree").beside(format!("unicast --routing {routing}"));
        let proof = prove_scheme(&*tree, &mut *planner, &statement).unwrap();
        let document =
            proof.document(NetworkSpec::whole("tree:3"), wormcast_check::proof::Statement::Scheme(statement));
        assert_eq!(document.answer, Answer::DeadlockFree, "{routing}");
        verify_proof(&*tree, &document, &[]).unwrap();
    }
}

/// A chip with dead tiles: the own shortest routes wait in a cycle, and safe ones are there.
#[test]
fn detours_around_dead_tiles_deadlock_and_routings_do_not() {
    let chip = Faulty::named(wormcast_topology::build("mesh:5x5").unwrap(), &["1,1", "3,1", "2,3"], &[]).unwrap();
    assert_eq!(ask(&chip, &Asked::about("unicast")).answer, Answer::Deadlock);
    // Pairs that dimension order cannot serve go on a virtual channel of their own.
    for (routing, count) in [("dimension-order", 2), ("up-down", 1)] {
        let asked = asked(routing, count);
        let document = ask(&chip, &asked);
        assert_eq!(document.answer, Answer::DeadlockFree, "{routing}");
        verified(&chip, &asked, &document.certificate.unwrap()).unwrap();
    }
}
