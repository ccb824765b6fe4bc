//! What comes out of the schemes.

use crate::plans_support::{general, of_worms};
use crate::support::{Asked, ask, networks, replayed, try_ask, try_ask_within, verified};
use std::num::NonZeroU32;
use std::time::Duration;
use wormcast_check::proof::{Answer, Certificate, SchemeCertificate, SchemeStatement, verify_scheme};
use wormcast_model::WorkloadStatement;
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Splits, VcRule, Worms, random_destinations};
use wormcast_prove::scheme::{prove_scheme, route_space};
use wormcast_prove::{Effort, Proof, ProveError, prove_workload};

use wormcast_schemes::option::{CONSUMPTION_CLASSES, DELIVER_ON_THE_WAY_UP, TREE};
use wormcast_schemes::{ConsumptionClasses, Options, SCHEMES, TreeChoice, scheme_named};
use wormcast_sim::{Engine, Outcome, Ports, Start, Time, Timing, simulate};
use wormcast_topology::{DescribedNetwork, Description, NodeId, build};

fn answer(topology: &str, scheme: &'static str, consumption: u32) -> Answer {
    ask(&*build(topology).unwrap(), &Asked { consumption, ..Asked::about(scheme) }).answer
}

#[test]
fn label_paths_are_free_of_deadlock() {
    let schemes = [
        "hamiltonian-path",
        "dual-path",
        "shortcut-dual-path",
        "multi-path",
        "proximity-grouping",
        "ocms",
        "otms",
        "otms-timed",
    ];
    for topology in ["mesh:6x5", "mesh:3x3x2", "torus:4x4", "hypercube:4", "star:4"] {
        for scheme in schemes {
            assert_eq!(answer(topology, scheme, 0), Answer::DeadlockFree, "{scheme} on {topology}");
        }
    }
    assert_eq!(answer("star:4", "two-phase-multi-path", 0), Answer::DeadlockFree);
}

/// A worm up the labels and one down them hold the consumption channels of two nodes that each asks the other for.
#[test]
fn worms_with_several_destinations_cannot_share_a_consumption_channel() {
    for topology in ["mesh:4x1", "mesh:6x5", "hypercube:4", "star:4"] {
        for consumption in [1, 2] {
            assert_eq!(answer(topology, "dual-path", consumption), Answer::Deadlock, "{topology}");
        }
    }
}

#[test]
fn a_consumption_class_for_each_direction_is_enough() {
    let options = Options::default().with(&CONSUMPTION_CLASSES, ConsumptionClasses::Direction);
    let schemes = ["hamiltonian-path", "dual-path", "shortcut-dual-path", "multi-path", "proximity-grouping", "ocms"];
    for topology in ["mesh:6x5", "torus:4x4", "hypercube:4", "star:4"] {
        let network = build(topology).unwrap();
        for (scheme, (consumption, free)) in
            schemes.iter().flat_map(|scheme| [(2, true), (3, true), (1, false)].map(|case| (scheme, case)))
        {
            let asked = Asked { consumption, options: options.clone(), ..Asked::about(scheme) };
            let proof = ask(&*network, &asked);
            let expected = if free { Answer::DeadlockFree } else { Answer::Deadlock };
            assert_eq!(proof.answer, expected, "{scheme} on {topology}, {consumption}");
            if let Some(certificate) = &proof.certificate {
                verified(&*network, &asked, certificate).unwrap();
            }
        }
    }
}

#[test]
fn trees_are_free_of_deadlock_with_a_consumption_channel_each() {
    for topology in ["mesh:5x4", "torus:5x4", "hypercube:4", "star:4", "tree:4", "mesh-of-trees:2"] {
        for (scheme, consumption) in [("single-tree", 0), ("single-tree", 1), ("spam", 0), ("spam", 1), ("spam", 2)] {
            assert_eq!(answer(topology, scheme, consumption), Answer::DeadlockFree, "{scheme} on {topology}");
        }
    }
    for topology in ["torus:5x4", "torus:3x3"] {
        for scheme in ["dstm-1", "dstm-2", "disjoint-trees"] {
            let answers = [0, 1, 2, 3].map(|consumption| answer(topology, scheme, consumption));
            let free = Answer::DeadlockFree;
            assert_eq!(answers, [free, Answer::Deadlock, free, free], "{scheme} on {topology}");
        }
    }
}

#[test]
fn a_destination_on_the_way_up_is_delivered_on_the_way_down() {
    let mesh = build("mesh:4x4").unwrap();
    let early = Options::default().with_switch(&DELIVER_ON_THE_WAY_UP);
    let asked = |consumption| Asked { consumption, options: early.clone(), ..Asked::about("single-tree") };
    assert_eq!(ask(&*mesh, &asked(1)).answer, Answer::Deadlock);
    assert_eq!(ask(&*mesh, &asked(0)).answer, Answer::DeadlockFree);
}

#[test]
fn unicast_routes_do_not_carry_multicasts() {
    for topology in ["mesh:4x4", "hypercube:4", "star:4"] {
        for scheme in ["routed-path", "routed-tree"] {
            let proof = ask(&*build(topology).unwrap(), &Asked::about(scheme));
            assert_eq!(proof.answer, Answer::Deadlock, "{scheme} on {topology}");
            assert_eq!(proof.counterexample.unwrap().worms.len(), 2, "{scheme} on {topology}");
        }
    }
}

#[test]
fn dimension_order_needs_a_dateline_on_a_torus() {
    for (topology, scheme) in [("torus:5x4", "unicast"), ("torus:8x8", "unicast-tree"), ("torus:4x4x4", "unicast")] {
        let torus = build(topology).unwrap();
        assert_eq!(ask(&*torus, &Asked::about(scheme)).answer, Answer::Deadlock, "{topology}");
        for virtual_channels in [2, 3] {
            let proof = ask(&*torus, &Asked { virtual_channels, ..Asked::about(scheme) });
            assert_eq!(proof.answer, Answer::DeadlockFree, "{topology}");
        }
    }
    for topology in ["mesh:5x4", "hypercube:4", "tree:3", "torus:3x3"] {
        assert_eq!(answer(topology, "unicast", 1), Answer::DeadlockFree, "{topology}");
    }
}

#[test]
fn unicasts_among_multicasts() {
    let with_unicast = |topology: &str, scheme, consumption| {
        let asked = Asked { with_unicast: true, consumption, ..Asked::about(scheme) };
        ask(&*build(topology).unwrap(), &asked).answer
    };
    assert_eq!(with_unicast("mesh:5x5", "dual-path", 0), Answer::Deadlock);
    assert_eq!(with_unicast("mesh:4x4", "single-tree", 0), Answer::Deadlock);
    assert_eq!(with_unicast("torus:4x4", "dstm-1", 2), Answer::Deadlock);
    // What goes along one line, or in a tree, is safe with unicasts too.
    assert_eq!(with_unicast("mesh:7x1", "dual-path", 0), Answer::DeadlockFree);
    assert_eq!(with_unicast("tree:3", "single-tree", 1), Answer::DeadlockFree);
    assert_eq!(with_unicast("mesh:4x4", "unicast-tree", 1), Answer::DeadlockFree);
}

/// Two copies of a tree that share consumption channels; and trees that never cross a wrap-around. The engine agrees:
/// of runs of messages on two consumption channels per node, only those of one class end in a deadlock.
#[test]
fn runs_of_a_class_for_each_direction_are_delivered() {
    let mesh = build("mesh:6x5").unwrap();
    let deadlocks = |classes| {
        let options = Options::default().with(&CONSUMPTION_CLASSES, classes);
        let mut planner = scheme_named("dual-path").unwrap().prepare(&*mesh, &options).unwrap();
        let mut plan = |seed: u64| {
            let source = NodeId::new(seed as usize % 30);
            let destinations = random_destinations(&*mesh, source, 6, seed).unwrap();
            let mut worms = Worms::new();
            planner.plan(MulticastSet::checked(&*mesh, source, &destinations).unwrap(), &mut worms).unwrap();
            let (network, scheme) = (NetworkSpec::whole(mesh.spec()), "dual-path".to_owned());
            Plan { network, scheme, source, destinations, worms, claims: vec![], extra: Default::default() }
        };
        let run = |number: u64| {
            let plans: Vec<_> = (0..60).map(|at| plan(number * 60 + at)).collect();
            let starts = (0..).zip(&plans).map(|(at, plan)| Start { plan, at: Time::from_ns(at * 37 % 500) });
            let consumption = Ports::Limited(2.try_into().unwrap());
            let timing = Timing { consumption, ..Timing::default() };
            simulate(&*mesh, &starts.collect::<Vec<_>>(), &timing, Engine::Worm).unwrap().outcome
        };
        (0..10).map(run).filter(|outcome| *outcome != Outcome::Delivered).count()
    };
    assert_eq!(deadlocks(ConsumptionClasses::Direction), 0);
    assert!(deadlocks(ConsumptionClasses::One) > 0);
}

#[test]
fn trees_on_virtual_channels() {
    let ask = |topology: &str, virtual_channels, consumption| {
        let asked = Asked { virtual_channels, consumption, ..Asked::about("single-tree") };
        ask(&*build(topology).unwrap(), &asked).answer
    };
    assert_eq!(ask("mesh:4x4", 2, 0), Answer::DeadlockFree);
    assert_eq!(ask("mesh:4x4", 2, 1), Answer::Deadlock);
    assert_eq!(ask("torus:5x5", 2, 1), Answer::DeadlockFree);
}

/// Every answer stands on its own: certificates are verified by the judge, counterexamples by the flit engine.
#[test]
fn every_answer_is_verified() {
    let asked = [(0, 1, false), (1, 1, false), (2, 1, true), (0, 2, true)];
    let mut unknown = Vec::new();
    for (turn, network) in networks().enumerate() {
        let all = SCHEMES.iter().flat_map(|scheme| asked.map(|asked| (scheme, asked)));
        // A sixth of the questions about each network, and others on the next.
        for (scheme, (consumption, virtual_channels, with_unicast)) in all.skip(turn % 6).step_by(6) {
            let asked = Asked { consumption, virtual_channels, with_unicast, ..Asked::about(scheme.name()) };
            let Some(proof) = try_ask(&*network, &asked) else { continue };
            if let Some(certificate) = &proof.certificate {
                let verdict = verified(&*network, &asked, certificate);
                assert!(verdict.is_ok(), "{asked:?} on {}: {verdict:?}", network.spec());
            }
            if let Some(counterexample) = &proof.counterexample {
                assert!(replayed(&*network, &asked, counterexample), "{asked:?} on {}", network.spec());
            }
            if proof.answer == Answer::Unknown {
                let virtual_channels = asked.virtual_channels;
                unknown.push(format!("{} on {}, {virtual_channels} virtual channels", scheme.name(), network.spec()));
            }
        }
    }
    assert_eq!(unknown, [""; 0], "neither a theorem nor the search decides");
}

/// The judge refuses certificates that were tampered with.
#[test]
fn certificates_cannot_be_forged() {
    let torus = build("torus:4x4").unwrap();
    for (scheme, consumption, virtual_channels) in
        [("dual-path", 0, 1), ("unicast", 1, 2), ("dstm-1", 2, 1), ("spam", 1, 1), ("unicast-tree", 0, 3)]
    {
        let asked = Asked { consumption, virtual_channels, ..Asked::about(scheme) };
        let certificate = ask(&*torus, &asked).certificate.unwrap();
        let has_trees = matches!(certificate, Certificate::Trees(_));
        let refused = |change: &dyn Fn(&mut SchemeCertificate)| {
            let mut forged = certificate.clone();
            match &mut forged {
                Certificate::Numbering(inner) | Certificate::Trees(inner) => change(inner),
                _ => unreachable!(),
            }
            let (Certificate::Numbering(stated) | Certificate::Trees(stated)) = &forged else { unreachable!() };
            let space = stated.space.try_map(|name| torus.find_node(name)).unwrap();
            verify_scheme(&*torus, &asked.statement(), || Ok(space.clone()), &forged).is_err()
        };
        assert!(!refused(&|_| {}));
        assert!(refused(&|forged| drop(forged.numbers.pop())), "{scheme}: a number is missing");
        assert!(refused(&|forged| forged.numbers.iter_mut().for_each(|it| it.3 = 0)), "{scheme}: all equal");
        assert!(
            refused(&|forged| forged.numbers.iter_mut().for_each(|it| it.3 = 999 - it.3)),
            "{scheme}: turned round"
        );
        assert!(refused(&|forged| forged.numbers.push(forged.numbers[0].clone())), "{scheme}: twice");
        assert!(refused(&|forged| forged.parts = 3), "{scheme}: parts");
        let break_tree = |forged: &mut SchemeCertificate| {
            let Splits::Down { parents, .. } = &mut forged.space.families[0].splits else { return };
            let root = parents.iter().position(Option::is_none).unwrap();
            let name = torus.node_name(NodeId::new(root));
            let child = parents.iter().position(|parent| parent.as_ref() == Some(&name)).unwrap();
            parents[root] = Some(torus.node_name(NodeId::new(child)));
        };
        assert_eq!(refused(&break_tree), has_trees, "{scheme}: a cycle for a tree");
        let fewer = Asked { consumption: 1, ..asked.clone() };
        let with_fewer = verified(&*torus, &fewer, &certificate);
        assert_eq!(with_fewer.is_err(), ["dual-path", "dstm-1", "unicast-tree"].contains(&scheme), "{scheme}");
    }
}

/// A proof about some routes proves nothing of a scheme that takes others.
#[test]
fn certificates_about_other_routes_are_refused() {
    let torus = build("torus:4x4").unwrap();
    let certificate = ask(&*torus, &Asked::about("dual-path")).certificate.unwrap();
    assert!(verified(&*torus, &Asked::about("multi-path"), &certificate).is_ok(), "they take the same");
    let refusal = verified(&*torus, &Asked::about("routed-path"), &certificate).unwrap_err();
    assert!(refusal.0.contains("not those of routed-path"), "{refusal}");
    let with_unicast = Asked { with_unicast: true, ..Asked::about("dual-path") };
    assert!(verified(&*torus, &with_unicast, &certificate).is_err());
}

/// Trees with wrap-around whose worms change their virtual channel behind it, and trees beside other unicasts.
#[test]
fn what_plans_show_is_found() {
    shown_by_plans(&[
        ("mesh:6x6", Asked { with_unicast: true, ..Asked::about("single-tree") }),
        ("torus:6x6", Asked { virtual_channels: 2, ..Asked::about("dstm-1") }),
    ]);
}

#[test]
#[ignore = "takes minutes"]
fn what_plans_show_is_found_on_larger_networks() {
    let about = |scheme| Asked { virtual_channels: 2, ..Asked::about(scheme) };
    shown_by_plans(&[
        ("torus:6x6", about("single-tree")),
        ("torus:8x8", about("dstm-1")),
        ("torus:8x8", about("spam")),
    ]);
}

/// These deadlock, and the engine stops in what is told.
fn shown_by_plans(cases: &[(&str, Asked)]) {
    for (spec, asked) in cases {
        let topology = build(spec).unwrap();
        // A machine that is busy with other things takes longer.
        let proof = try_ask_within(&*topology, asked, &Effort::within(Duration::from_secs(180))).unwrap();
        assert_eq!(proof.answer, Answer::Deadlock, "{asked:?} on {spec}");
        assert!(replayed(&*topology, asked, &proof.counterexample.unwrap()), "{asked:?} on {spec}");
    }
}

/// Three plans of dstm-1, by the trees that they take.
#[test]
fn few_trees_on_two_virtual_channels_deadlock() {
    let torus = &*build("torus:6x6").unwrap();
    let node = |name: &&str| torus.find_node(name).unwrap();
    let plan = |(tree, source, to): (u32, &str, &[&str])| {
        let options = Options::default().with(&TREE, TreeChoice::Fixed(tree));
        let mut planner = scheme_named("dstm-1").unwrap().prepare(torus, &options).unwrap();
        let (source, destinations): (_, Vec<_>) = (node(&source), to.iter().map(node).collect());
        let mut worms = Worms::new();
        planner.plan(MulticastSet::checked(torus, source, &destinations).unwrap(), &mut worms).unwrap();
        of_worms(torus, source, destinations, worms)
    };
    let sets: [(u32, &str, &[&str]); 3] =
        [(0, "4,1", &["1,0"]), (1, "1,5", &["3,3", "5,3", "1,1"]), (1, "2,1", &["3,1", "5,3", "1,2", "2,0"])];
    let plans = sets.map(plan);
    for (count, expected) in [(1, Answer::DeadlockFree), (2, Answer::Deadlock)] {
        let statement = WorkloadStatement { virtual_channels: NonZeroU32::new(count).unwrap(), ..general() };
        assert_eq!(prove_workload(torus, &plans, &statement).unwrap().answer(), expected, "{count}");
    }
}

/// A worm that keeps to one virtual channel goes down a copy of the tree.
#[test]
fn trees_on_fixed_virtual_channels_are_as_safe_as_on_one() {
    for (spec, scheme) in [("torus:6x6", "single-tree"), ("torus:8x8", "dstm-1"), ("torus:8x8", "spam")] {
        let topology = build(spec).unwrap();
        let mut planner = scheme_named(scheme).unwrap().prepare(&*topology, &Options::default()).unwrap();
        let statement = SchemeStatement {
            virtual_channels: NonZeroU32::new(2).unwrap(),
            vc_rule: VcRule::Fixed,
            ..SchemeStatement::about(scheme)
        };
        let Proof::DeadlockFree(certificate) = prove_scheme(&*topology, &mut *planner, &statement).unwrap() else {
            panic!("{scheme} on {spec}")
        };
        let own = || Ok(route_space(&*topology, &*planner, &statement).unwrap());
        assert!(verify_scheme(&*topology, &statement, own, &certificate).is_ok(), "{scheme} on {spec}");
        // The certificate says nothing about other rules, nor about copies that share an ejection channel.
        for vc_rule in [VcRule::Dateline, VcRule::PerHop, VcRule::Free] {
            let other = SchemeStatement { vc_rule, ..statement.clone() };
            assert!(verify_scheme(&*topology, &other, own, &certificate).is_err(), "{scheme}, {vc_rule}");
        }
    }
}

/// Where pieces of routes are routes, what follows each other is known without going over all routes.
#[test]
fn own_routings_of_large_networks_are_proved() {
    let topology = build("mesh:200x200").unwrap();
    assert_eq!(ask(&*topology, &Asked::about("unicast")).answer, Answer::DeadlockFree);
}

/// Each of parallel channels has a number of its own, by its own name.
#[test]
fn parallel_channels_are_numbered_one_by_one() {
    let [a, b, c] = [0, 1, 2].map(NodeId::new);
    let mut description = Description { names: ["a", "b#1", "c"].map(Into::into).into(), ..Description::default() };
    [(a, b), (a, b), (b, c)].into_iter().for_each(|(from, to)| description.add_link(from, to));
    let network = DescribedNetwork::new("file:cables".into(), "test", description).unwrap();
    for scheme in ["dual-path", "hamiltonian-path"] {
        let asked = Asked::about(scheme);
        let proof = ask(&network, &asked);
        let certificate = proof.certificate.unwrap();
        verified(&network, &asked, &certificate).unwrap();
        let Certificate::Numbering(SchemeCertificate { numbers, .. }) = certificate else { panic!("{certificate:?}") };
        let into = |name: &str| numbers.iter().filter(|numbered| numbered.1.as_deref() == Some(name)).count();
        assert_eq!((numbers.len(), into("b#1"), into("b#1#1"), into("a#1")), (6, 2, 1, 1), "{numbers:?}");
    }
}

/// What would take more memory than there is is refused before.
#[test]
fn networks_that_are_too_dense_are_refused() {
    let network = build("complete:1400").unwrap();
    let mut planner = scheme_named("single-tree").unwrap().prepare(&*network, &Options::default()).unwrap();
    let proof = prove_scheme(&*network, &mut *planner, &SchemeStatement::about("single-tree"));
    assert!(matches!(proof, Err(ProveError::TooDense { channels: 1_958_600, ports: 1399, .. })), "{proof:?}");
}
