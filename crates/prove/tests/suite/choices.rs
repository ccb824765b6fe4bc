//! Messages that choose among several routes, beside plans and schemes.

use crate::plans_support::{general, path};
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, Certificate, ProofDocument, SchemeStatement, Statement, verify_numbers};
use wormcast_formats::build;
use wormcast_model::{Reservation, WorkloadStatement};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Switching, VcRule};
use wormcast_prove::scheme::prove_scheme_beside;
use wormcast_prove::{Proof, ProofRefusal, ProveError, prove_workload, verify_proof};
use wormcast_routing::{Flow, Lane, Routed};
use wormcast_schemes::{Options, scheme_named};
use wormcast_topology::Topology;

const MODELS: [&str; 4] =
    ["turn-model:west-first", "turn-model:north-last", "turn-model:negative-first", "turn-model:odd-even"];

/// All paths of two hops.
fn turns(topology: &dyn Topology) -> Vec<Plan> {
    let graph = topology.graph();
    let names = |first, second| {
        let [a, b, c] = [graph.source(first), graph.target(first), graph.target(second)];
        (a != c).then(|| [a, b, c].map(|node| topology.node_name(node)))
    };
    let pairs =
        graph.channels().flat_map(|first| graph.out_channels(graph.target(first)).map(move |next| (first, next)));
    let paths = pairs.filter_map(|(first, second)| names(first, second));
    paths.map(|nodes| path(topology, &nodes.each_ref().map(String::as_str), &[&nodes[2]])).collect()
}

/// Whether the dependences of a routing and of a path close no cycle.
fn is_acyclic(topology: &dyn Topology, routing: &str, plan: &Plan) -> bool {
    let mut routing = wormcast_routing::build(topology, routing, 1).unwrap();
    let mut routed = Routed::of(topology, &mut *routing);
    let lanes: Vec<_> = plan.worms.get(0).hops.iter().map(|hop| Lane::new(hop.channel, 0)).collect();
    routed.dependencies.add_route(&lanes, Flow::unicast(plan.source, plan.destinations[0]));
    routed.dependencies.numbering().is_ok()
}

/// What messages may choose counts, not the one route that plans would take.
#[test]
fn a_path_beside_a_turn_model_is_free_if_no_choice_closes_a_cycle() {
    let mut counts = [0; 2];
    for (spec, routing) in ["mesh:2x2", "mesh:3x3"].into_iter().flat_map(|spec| MODELS.map(|model| (spec, model))) {
        let mesh = &*build(spec).unwrap();
        let names = vec!["plan".to_owned()];
        let statement = WorkloadStatement { plans: names, routes: vec![routing.to_owned()], ..general() };
        for plan in turns(mesh) {
            let proof = prove_workload(mesh, std::slice::from_ref(&plan), &statement).unwrap();
            let is_free = is_acyclic(mesh, routing, &plan);
            // Unicasts of two hops that take one turn each deadlock with it as soon as there is a cycle.
            let expected = if is_free { Answer::DeadlockFree } else { Answer::Deadlock };
            assert_eq!(proof.answer(), expected, "{routing} on {spec}: {plan:?}");
            counts[usize::from(is_free)] += 1;
            let document = proof.document(NetworkSpec::whole(spec), Statement::Workload(statement.clone()));
            verify_proof(mesh, &document, &[plan]).unwrap();
        }
    }
    assert!(counts.iter().all(|&count| count > 20), "{counts:?}");
}

/// An argument about the worms that are listed says nothing of others.
#[test]
fn ranks_of_listed_routes_prove_nothing_of_choices() {
    let mesh = &*build("mesh:2x2").unwrap();
    let plan = path(mesh, &["0,1", "1,1", "1,0"], &["1,0"]);
    let statement =
        WorkloadStatement { plans: vec!["plan".into()], routes: vec!["turn-model:negative-first".into()], ..general() };
    let ranks = Proof::DeadlockFree(Certificate::Ranks(Default::default()));
    let document = ranks.document(NetworkSpec::whole("mesh:2x2"), Statement::Workload(statement));
    assert!(matches!(verify_proof(mesh, &document, &[plan]), Err(ProofRefusal::Choices)));
}

#[test]
fn schemes_beside_messages_that_choose() {
    let mesh = &*build("mesh:3x3").unwrap();
    let prove = |scheme: &str, statement: &SchemeStatement| {
        let mut planner = scheme_named(scheme).unwrap().prepare(mesh, &Options::default()).unwrap();
        prove_scheme_beside(mesh, &mut *planner, &[], statement, &Default::default())
    };
    // Unicasts in the order of the dimensions turn from east to south, which negative-first forbids, and no other
    // model.
    for routing in ["turn-model:negative-first", "turn-model:west-first", "turn-model:north-last"] {
        let routes = SchemeStatement { routes: vec![routing.into()], ..SchemeStatement::about("unicast") };
        let beside = SchemeStatement {
            with_unicast: true,
            unicast_scheme: Some(format!("unicast --routing {routing}")),
            ..SchemeStatement::about("unicast")
        };
        let expected = match routing {
            "turn-model:negative-first" => Answer::Deadlock,
            _ => Answer::DeadlockFree,
        };
        assert_eq!(prove("unicast", &routes).unwrap().answer(), expected, "{routing}");
        // No plan of theirs takes more than one of the choices, so a deadlock of plans need not be found.
        assert_eq!(
            prove("unicast", &beside).unwrap().answer() == Answer::DeadlockFree,
            expected == Answer::DeadlockFree,
            "{routing}"
        );
    }
    for routing in ["valiant", "minimal-adaptive"] {
        let two = SchemeStatement { virtual_channels: 2.try_into().unwrap(), ..SchemeStatement::about("unicast") };
        let routes = SchemeStatement { routes: vec![routing.into()], ..two.clone() };
        let beside =
            SchemeStatement { with_unicast: true, unicast_scheme: Some(format!("unicast --routing {routing}")), ..two };
        for statement in [routes, beside] {
            let error = prove("unicast", &statement).unwrap_err();
            assert!(matches!(&error, ProveError::Routes(text) if text.contains(routing)), "{error}");
        }
    }
}

/// What a proof with numbers says holds for all choices: it is the same as that of the dependences.
#[test]
fn documents_of_choices_are_verified_from_their_text() {
    let mesh = &*build("mesh:3x3").unwrap();
    let statement = WorkloadStatement { routes: vec![MODELS[0].to_owned()], ..general() };
    let proof = prove_workload(mesh, &[], &statement).unwrap();
    assert!(matches!(proof, Proof::DeadlockFree(Certificate::WormNumbers(_))));
    let document = proof.document(NetworkSpec::whole("mesh:3x3"), Statement::Workload(statement));
    let read: ProofDocument = serde_json::from_str(&serde_json::to_string(&document).unwrap()).unwrap();
    verify_proof(mesh, &read, &[]).unwrap();
}

/// A plan of a scheme with these options.
fn planned(mesh: &dyn Topology, words: &[&str], source: &str, to: &[&str]) -> Plan {
    let scheme = scheme_named(words[0]).unwrap();
    let options = Options::of_words(words[1..].iter().copied(), scheme.options()).unwrap();
    let set = [source].iter().chain(to).map(|name| mesh.find_node(name).unwrap()).collect::<Vec<_>>();
    let set = MulticastSet::checked(mesh, set[0], &set[1..]).unwrap();
    let mut planner = scheme.prepare(mesh, &options).unwrap();
    planner.whole_plan(NetworkSpec::whole(mesh.spec()), words[0], set).unwrap()
}

/// Trees beside messages that choose: worms on virtual channels of their own, and branches that are copied apart,
/// within the routes and beside them.
#[test]
fn trees_beside_messages_that_choose_are_free() {
    let mesh = &*build("mesh:4x4").unwrap();
    let routed = |routing: &str| WorkloadStatement {
        plans: vec!["plan".to_owned()],
        routes: vec![routing.to_owned()],
        ..general()
    };
    let apart = |routing: &str| WorkloadStatement {
        switching: Switching::CutThrough,
        reservation: Reservation::Independent,
        buffer: NonZeroU32::new(128),
        ..routed(routing)
    };
    let class = WorkloadStatement {
        virtual_channels: NonZeroU32::new(2).unwrap(),
        vc_rule: VcRule::Class,
        ..routed("turn-model:negative-first")
    };
    let everyone: Vec<_> = mesh.graph().nodes().skip(1).map(|node| mesh.node_name(node)).collect();
    let everyone: Vec<_> = everyone.iter().map(String::as_str).collect();
    let few = ["3,3", "2,1", "0,0"];
    let within = ["steiner", "--within", "turn-model:west-first"];
    let beside = ["steiner", "--beside", "turn-model:negative-first"];
    let cases = [
        (planned(mesh, &["single-tree"], "0,0", &everyone), class),
        (planned(mesh, &within, "1,1", &few), apart("turn-model:west-first")),
        (planned(mesh, &beside, "1,1", &few), apart("turn-model:negative-first")),
    ];
    for (plan, statement) in cases {
        let proof = prove_workload(mesh, std::slice::from_ref(&plan), &statement).unwrap();
        let document = proof.document(NetworkSpec::whole("mesh:4x4"), Statement::Workload(statement));
        assert_eq!(document.answer, Answer::DeadlockFree, "{:?}", document.reason);
        verify_proof(mesh, &document, std::slice::from_ref(&plan)).unwrap();
        // Numbers that do not rise prove nothing.
        let mut forged = document;
        let Some(Certificate::WormNumbers(numbers) | Certificate::TreeWorms(numbers)) = &mut forged.certificate else {
            panic!("no numbers");
        };
        numbers.lanes.iter_mut().for_each(|lane| lane.2 = 0);
        assert!(verify_proof(mesh, &forged, &[plan]).is_err());
    }
}

/// Branches that wait while others are held need more than numbers along each of them.
#[test]
fn numbers_along_branches_prove_nothing_of_worms() {
    let mesh = &*build("mesh:4x4").unwrap();
    let plan = planned(mesh, &["steiner", "--within", "up-down"], "1,1", &["3,3", "2,1", "0,0"]);
    let apart = WorkloadStatement {
        switching: Switching::CutThrough,
        reservation: Reservation::Independent,
        buffer: NonZeroU32::new(128),
        ..general()
    };
    let plans = std::slice::from_ref(&plan);
    let Proof::DeadlockFree(Certificate::WormNumbers(numbers)) = prove_workload(mesh, plans, &apart).unwrap() else {
        panic!("no numbers");
    };
    assert!(verify_numbers(mesh, plans, &apart, &numbers).is_ok());
    let worms = WorkloadStatement { switching: Switching::Wormhole, ..apart.clone() };
    let atomic = WorkloadStatement { reservation: Reservation::Atomic, ..apart };
    for other in [worms, atomic] {
        assert!(verify_numbers(mesh, plans, &other, &numbers).is_err(), "{other:?}");
    }
}
