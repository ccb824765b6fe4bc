//! One sound plan, broken in every way that the judge knows: it finds that violation and no other.

use crate::support::round_cases;
use serde_json::{Value, json};
use std::collections::BTreeSet;
use wormcast_check::{CostName, Place, Violation, judge_text};
use wormcast_plan::Claim;
use wormcast_topology::{Graph, Labelling, Mesh, NoLabelling, NodeId, Topology, UnknownNode};

/// A plan with a tree worm, a relay that is no destination (1,0), one that is (2,1), two rounds and all claims.
///
/// The labels of the mesh: the row 0 is 0 1 2 3, the row 1 is 7 6 5 4, the row 2 is 8 9 10 11.
fn sound() -> Value {
    json!({
        "format": "wormcast-plan", "version": 1, "topology": "mesh:4x3", "scheme": "by hand",
        "source": "0,0", "destinations": ["2,1", "3,0", "1,1", "2,2"],
        "worms": [
            {"id": 0, "origin": "0,0", "after": null, "round": 0,
             "route": [[null, "0,0", "1,0"], [0, "1,0", "2,0"], [1, "2,0", "2,1"], [1, "2,0", "3,0"]],
             "deliver": [{"hop": 0, "node": "1,0"}, {"hop": 2, "node": "2,1"}, {"hop": 3, "node": "3,0"}]},
            {"id": 1, "origin": "1,0", "after": 0, "round": 1,
             "route": [[null, "1,0", "1,1"]], "deliver": [{"hop": 0, "node": "1,1"}]},
            {"id": 2, "origin": "2,1", "after": 0, "round": 1,
             "route": [[null, "2,1", "2,2"]], "deliver": [{"hop": 0, "node": "2,2"}]}
        ],
        "cost": {"channels": 6, "longest_path": 4, "rounds": 2, "worms": 3},
        "claims": ["monotone-labels", "disjoint-rounds", "half-duplex-rounds"]
    })
}

#[test]
fn the_sound_plan_is_valid() {
    let report = judge_text(sound().to_string().as_bytes(), &mesh());
    assert_eq!(report.violations, []);
    assert_eq!(report.violation_count(), 0);
    assert_eq!((report.counts.destinations, report.counts.worms), (4, 3));
    assert_eq!((report.counts.hops, report.counts.deliveries), (6, 5));
    assert_eq!(BTreeSet::from_iter(report.verified.iter().map(|c| c.name())), Claim::ALL.map(Claim::name).into());
    assert!(report.unverified.is_empty());
}

struct Case {
    mutate: fn(&mut Value),
    violation: Violation,
}

fn cases() -> Vec<Case> {
    let text = |text: &str| text.to_owned();
    let mut cases = Vec::new();
    let mut case = |mutate, violation| cases.push(Case { mutate, violation });
    case(
        |plan| drop(plan.as_object_mut().unwrap().remove("source")),
        Violation::Unreadable { problem: text("not a plan: missing field `source` at line 1 column 679") },
    );
    case(
        |plan| set(plan, "/worms/2/round", json!(-1)),
        Violation::Unreadable {
            problem: text("not a plan: invalid value: integer `-1`, expected u32 at line 1 column 663"),
        },
    );
    case(|plan| set(plan, "/version", json!(3)), Violation::WrongFormat { format: text("wormcast-plan"), version: 3 });
    case(|plan| plan["consumption_classes"] = json!(0), Violation::ConsumptionClasses { classes: 0 });
    case(|plan| plan["consumption_classes"] = json!(65), Violation::ConsumptionClasses { classes: 65 });
    let lists = |problem: &str| Violation::BadVirtualChannels { problem: text(problem) };
    let form = "expected a list for each worm, with a number for each of its hops";
    case(|plan| plan["virtual_channels"] = json!("x"), lists(form));
    case(|plan| plan["virtual_channels"] = json!([[1.5], [], []]), lists(form));
    case(|plan| plan["virtual_channels"] = json!([[0]]), lists("there are 1 lists for 3 worms"));
    case(
        |plan| {
            let hops = |worm: &Value| vec![64; worm["route"].as_array().unwrap().len()];
            plan["virtual_channels"] = plan["worms"].as_array().unwrap().iter().map(hops).collect();
        },
        lists("worm 0 names number 64 of 0,0>1,0, which has at most 64, from 0"),
    );
    case(
        |plan| plan["worms"][1]["consumption_class"] = json!(1),
        Violation::NoSuchConsumptionClass { worm: 1, class: 1, classes: 1 },
    );
    case(
        |plan| {
            plan["consumption_classes"] = json!(64);
            plan["worms"][0]["consumption_class"] = json!(63);
            plan["worms"][2]["consumption_class"] = json!(u32::MAX);
        },
        Violation::NoSuchConsumptionClass { worm: 2, class: u32::MAX, classes: 64 },
    );
    case(
        |plan| push(plan, "/destinations", json!("2,9")),
        Violation::UnknownNode {
            place: Place::Destination { index: 4 },
            name: text("2,9"),
            expected: text("its nodes are `0,0` to `3,2`"),
            nearest: None,
        },
    );
    case(
        |plan| {
            set(plan, "/destinations", json!([]));
            set(plan, "/worms", json!([]));
            cost(plan, 0, 0, 0, 0);
        },
        Violation::NoDestinations,
    );
    case(|plan| push(plan, "/destinations", json!("0,0")), Violation::SourceAmongDestinations { node: text("0,0") });
    case(
        |plan| push(plan, "/destinations", json!("1,1")),
        Violation::RepeatedDestination { node: text("1,1"), index: 4 },
    );
    case(|plan| set(plan, "/worms/2/id", json!(5)), Violation::WormNumber { worm: 2, id: 5 });
    case(|plan| set(plan, "/worms/2/id", json!(1)), Violation::RepeatedWormNumber { worm: 2, id: 1, first: 1 });
    case(
        |plan| {
            worm(plan, "0,0", None, 1, json!([]), json!([]));
            cost(plan, 6, 4, 2, 4);
        },
        Violation::NoHops { worm: 3 },
    );
    case(
        |plan| {
            worm(plan, "0,0", None, 1, json!([[null, "0,0", "0,1"]]), json!([]));
            cost(plan, 7, 4, 2, 4);
        },
        Violation::NoDeliveries { worm: 3 },
    );
    for parent in [0, 4_000_000_000_u32] {
        case(
            match parent {
                0 => |plan| set(plan, "/worms/1/route/0/0", json!(0)),
                _ => |plan| set(plan, "/worms/1/route/0/0", json!(4_000_000_000_u32)),
            },
            Violation::ParentNotBefore { worm: 1, hop: 0, parent },
        );
    }
    case(
        |plan| {
            set(plan, "/worms/1/route/0/2", json!("1,2"));
            set(plan, "/worms/1/deliver/0/node", json!("1,2"));
            set(plan, "/destinations/2", json!("1,2"));
        },
        Violation::NotAChannel { worm: 1, hop: 0, from: text("1,0"), to: text("1,2") },
    );
    case(
        |plan| {
            set(plan, "/version", json!(2));
            push(plan, "/worms/1/route/0", json!(1));
        },
        Violation::NotAChannel { worm: 1, hop: 0, from: text("1,0"), to: text("1,1#1") },
    );
    case(
        |plan| set(plan, "/worms/2/route/0/1", json!("3,2")),
        Violation::NotConnected { worm: 2, hop: 0, from: text("3,2"), at: text("2,1") },
    );
    case(
        |plan| {
            push(plan, "/worms/1/route", json!([0, "1,1", "1,0"]));
            push(plan, "/worms/1/route", json!([1, "1,0", "1,1"]));
            set(plan, "/worms/1/deliver/0/hop", json!(2));
            set(plan, "/claims", json!(["disjoint-rounds"]));
            cost(plan, 8, 6, 2, 3);
        },
        Violation::ChannelTwice { worm: 1, hop: 2, first: 0, from: text("1,0"), to: text("1,1") },
    );
    case(
        |plan| {
            push(plan, "/worms/1/route", json!([0, "1,1", "0,1"]));
            cost(plan, 7, 4, 2, 3);
        },
        Violation::DeadEnd { worm: 1, hop: 1, node: text("0,1") },
    );
    case(
        |plan| set(plan, "/worms/0/deliver/0/hop", json!(9)),
        Violation::NoSuchHop { worm: 0, node: text("1,0"), hop: 9, hops: 4 },
    );
    case(
        |plan| set(plan, "/worms/0/deliver/0/hop", json!(1)),
        Violation::DeliversElsewhere { worm: 0, node: text("1,0"), hop: 1, arrives: text("2,0") },
    );
    case(
        |plan| plan["worms"][0]["deliver"].as_array_mut().unwrap().swap(0, 1),
        Violation::DeliveryOrder { worm: 0, node: text("1,0"), later: text("2,1") },
    );
    case(|plan| push(plan, "/destinations", json!("3,2")), Violation::NotDelivered { node: text("3,2") });
    case(
        |plan| {
            let route = json!([[null, "0,0", "0,1"], [0, "0,1", "1,1"]]);
            worm(plan, "0,0", None, 2, route, json!([{"hop": 1, "node": "1,1"}]));
            set(plan, "/claims", json!([]));
            cost(plan, 8, 6, 3, 4);
        },
        Violation::DeliveredAgain { worm: 3, first: 1, node: text("1,1") },
    );
    case(
        |plan| plan["worms"][0]["deliver"].as_array_mut().unwrap().insert(1, json!({"hop": 1, "node": "2,0"})),
        Violation::UselessDelivery { worm: 0, node: text("2,0") },
    );
    case(
        |plan| set(plan, "/worms/2/after", json!(null)),
        Violation::StartsWithoutMessage { worm: 2, origin: text("2,1") },
    );
    case(
        |plan| {
            push(plan, "/destinations", json!("0,1"));
            worm(plan, "0,0", Some(2), 2, json!([[null, "0,0", "0,1"]]), json!([{"hop": 0, "node": "0,1"}]));
            cost(plan, 7, 5, 3, 4);
        },
        Violation::AfterAtSource { worm: 3, after: 2 },
    );
    case(|plan| set(plan, "/worms/2/after", json!(9)), Violation::NoSuchWorm { worm: 2, after: 9 });
    case(
        |plan| {
            set(plan, "/worms/2/after", json!(1));
            set(plan, "/worms/2/round", json!(2));
            cost(plan, 6, 5, 3, 3);
        },
        Violation::AfterDeliversElsewhere { worm: 2, origin: text("2,1"), after: 1 },
    );
    case(
        |plan| {
            worm(plan, "3,2", Some(4), 2, json!([[null, "3,2", "3,1"]]), json!([{"hop": 0, "node": "3,1"}]));
            worm(plan, "3,1", Some(3), 3, json!([[null, "3,1", "3,2"]]), json!([{"hop": 0, "node": "3,2"}]));
            push(plan, "/destinations", json!("3,1"));
            push(plan, "/destinations", json!("3,2"));
            cost(plan, 8, 6, 4, 5);
        },
        Violation::AfterCycle { worms: vec![3, 4], length: 2 },
    );
    case(
        |plan| set(plan, "/worms/2/round", json!(0)),
        Violation::RoundNotLater { worm: 2, round: 0, after: 0, after_round: 0 },
    );
    case(
        |plan| set(plan, "/cost/channels", json!(7)),
        Violation::WrongCost { cost: CostName::Channels, stated: 7, actual: 6 },
    );
    case(
        |plan| set(plan, "/cost/longest_path", json!(3)),
        Violation::WrongCost { cost: CostName::LongestPath, stated: 3, actual: 4 },
    );
    case(
        |plan| set(plan, "/cost/rounds", json!(1)),
        Violation::WrongCost { cost: CostName::Rounds, stated: 1, actual: 2 },
    );
    case(
        |plan| set(plan, "/cost/worms", json!(0)),
        Violation::WrongCost { cost: CostName::Worms, stated: 0, actual: 3 },
    );
    case(
        |plan| {
            push(plan, "/worms/1/route", json!([0, "1,1", "2,1"]));
            push(plan, "/worms/1/route", json!([1, "2,1", "3,1"]));
            push(plan, "/worms/1/deliver", json!({"hop": 2, "node": "3,1"}));
            push(plan, "/destinations", json!("3,1"));
            cost(plan, 8, 6, 2, 3);
        },
        Violation::NotMonotone { worm: 1, hop: 1, node: text("1,1"), labels: [1, 6, 5] },
    );
    case(
        |plan| {
            let route = json!([[null, "0,0", "1,0"], [0, "1,0", "2,0"], [1, "2,0", "3,0"], [2, "3,0", "3,1"]]);
            worm(plan, "0,0", None, 2, route, json!([{"hop": 3, "node": "3,1"}]));
            let route = json!([[null, "0,0", "0,1"], [0, "0,1", "1,1"], [1, "1,1", "1,0"], [2, "1,0", "2,0"]]);
            worm(plan, "0,0", None, 2, route, json!([{"hop": 3, "node": "2,0"}]));
            push(plan, "/destinations", json!("3,1"));
            push(plan, "/destinations", json!("2,0"));
            set(plan, "/claims", json!(["disjoint-rounds"]));
            cost(plan, 14, 8, 3, 5);
        },
        Violation::SharedChannel { round: 2, worms: [3, 4], from: text("1,0"), to: text("2,0") },
    );
    case(
        |plan| {
            let route = json!([[null, "0,0", "0,1"], [0, "0,1", "1,1"], [1, "1,1", "1,0"], [2, "1,0", "2,0"]]);
            worm(plan, "0,0", None, 1, route, json!([{"hop": 3, "node": "2,0"}]));
            push(plan, "/destinations", json!("2,0"));
            set(plan, "/claims", json!(["half-duplex-rounds", "disjoint-rounds"]));
            cost(plan, 10, 7, 2, 4);
        },
        Violation::SharedLink { round: 1, worms: [1, 3], a: text("1,0"), b: text("1,1") },
    );
    case(
        |plan| {
            let route = json!([[null, "0,0", "0,1"], [0, "0,1", "0,0"], [1, "0,0", "1,0"], [2, "1,0", "2,0"]]);
            worm(plan, "0,0", None, 1, route, json!([{"hop": 3, "node": "2,0"}]));
            push(plan, "/destinations", json!("2,0"));
            set(plan, "/claims", json!(["half-duplex-rounds", "disjoint-rounds"]));
            cost(plan, 10, 7, 2, 4);
        },
        Violation::SharedLink { round: 1, worms: [3, 3], a: text("0,0"), b: text("0,1") },
    );
    cases
}

#[test]
fn each_mutation_gives_its_violation_and_no_other() {
    for Case { mutate, violation } in cases() {
        let mut plan = sound();
        mutate(&mut plan);
        let report = judge_text(plan.to_string().as_bytes(), &mesh());
        assert_eq!(report.violations, [violation], "{plan}");
        assert!(!report.is_valid());
    }
}

#[test]
fn a_claim_of_labels_on_a_network_without_any_is_a_violation() {
    let report = judge_text(sound().to_string().as_bytes(), &Unlabelled(mesh()));
    let reason = "no Hamiltonian path was found within 7 search steps; there may be one".to_owned();
    assert_eq!(report.violations, [Violation::NoLabels { reason }]);
    assert_eq!(report.verified, [Claim::DisjointRounds, Claim::HalfDuplexRounds]);
}

/// Violations that one change to the plan of this file does not make: they have tests of their own.
const NOT_HERE: [&str; 8] = [
    "no-labels",
    "bad-certificate",
    "bad-optimality",
    "bad-headers",
    "through-endpoint",
    "number-in-version1",
    "not-within",
    "not-beside",
];

#[test]
fn every_kind_of_violation_has_a_test() {
    let mut tested: BTreeSet<_> = cases().iter().map(|case| case.violation.kind()).chain(NOT_HERE).collect();
    tested.extend(round_cases::cases().iter().map(|(.., violation)| violation.kind()));
    assert_eq!(tested, Violation::KINDS.iter().copied().collect());
}

#[test]
fn an_unknown_claim_and_a_certificate_are_not_verified() {
    let mut plan = sound();
    push(&mut plan, "/claims", json!("deadlock-free"));
    plan["certificate"] = json!({"kind": "none that is known"});
    let report = judge_text(plan.to_string().as_bytes(), &mesh());
    assert!(report.is_valid());
    assert_eq!(report.unverified, ["deadlock-free", "certificate"]);
}

fn mesh() -> Mesh {
    Mesh::new(&[4, 3]).unwrap()
}

fn set(plan: &mut Value, pointer: &str, value: Value) {
    *plan.pointer_mut(pointer).expect("the plan has this part") = value;
}

fn push(plan: &mut Value, pointer: &str, value: Value) {
    plan.pointer_mut(pointer).and_then(Value::as_array_mut).expect("the plan has this list").push(value);
}

fn cost(plan: &mut Value, channels: u32, longest_path: u32, rounds: u32, worms: u32) {
    let cost = json!({"channels": channels, "longest_path": longest_path, "rounds": rounds, "worms": worms});
    set(plan, "/cost", cost);
}

fn worm(plan: &mut Value, origin: &str, after: Option<u32>, round: u32, route: Value, deliver: Value) {
    let id = plan["worms"].as_array().unwrap().len();
    let worm = json!({"id": id, "origin": origin, "after": after, "round": round, "route": route, "deliver": deliver});
    push(plan, "/worms", worm);
}

/// A mesh that says it has no labels.
#[derive(Debug)]
struct Unlabelled(Mesh);

impl Topology for Unlabelled {
    fn spec(&self) -> String {
        self.0.spec()
    }

    fn graph(&self) -> &Graph {
        self.0.graph()
    }

    fn node_name(&self, node: NodeId) -> String {
        self.0.node_name(node)
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        self.0.find_node(name)
    }

    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        Err(NoLabelling::GaveUp { steps: 7 })
    }
}
