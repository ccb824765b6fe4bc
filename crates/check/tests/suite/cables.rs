//! Plans on a directed network with parallel channels and an endpoint.

use serde_json::{Value, json};
use wormcast_check::{Violation, judge_text};
use wormcast_plan::PlanDocument;
use wormcast_topology::{Graph, Labelling, NoLabelling, NodeId, Topology, UnknownNode, hamiltonian_path};

/// Routers `a` and `b` with two cables between them, one way from `b` to `c`, and an endpoint `e` on both sides of it.
#[derive(Debug)]
struct Cables(Graph);

const NAMES: [&str; 4] = ["a", "b", "c", "e"];

impl Cables {
    fn new() -> Self {
        let ends = [(0, 1), (1, 0), (0, 1), (1, 0), (1, 2), (1, 3), (3, 2), (2, 0)];
        let ends = ends.map(|(from, to)| (NodeId::new(from), NodeId::new(to)));
        Self(Graph::from_channels(4, &ends).unwrap().with_endpoints([NodeId::new(3)]))
    }
}

impl Topology for Cables {
    fn spec(&self) -> String {
        "cables".into()
    }

    fn graph(&self) -> &Graph {
        &self.0
    }

    fn node_name(&self, node: NodeId) -> String {
        NAMES[node.index()].into()
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        let unknown = || UnknownNode { name: name.into(), spec: self.spec(), expected: "a to e".into(), nearest: None };
        NAMES.iter().position(|&known| known == name).map(NodeId::new).ok_or_else(unknown)
    }

    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        hamiltonian_path(&self.0, &|node| self.node_name(node))
    }
}

/// From `a` by the second cable to `b`, and from there by `route` to one more node.
fn plan(version: u32, route: Value, deliver: Value, costs: [u32; 2]) -> String {
    let cost = json!({"channels": costs[0], "longest_path": costs[1], "rounds": 1, "worms": 1});
    let destinations: Vec<_> = deliver.as_array().unwrap().iter().map(|end| end["node"].clone()).collect();
    let worm = json!({"id": 0, "origin": "a", "after": null, "round": 0, "route": route, "deliver": deliver});
    json!({"format": "wormcast-plan", "version": version, "topology": "cables", "scheme": "by hand", "source": "a",
        "destinations": destinations, "worms": [worm], "cost": cost})
    .to_string()
}

fn second_cable(version: u32) -> String {
    let route = json!([[null, "a", "b", 1], [0, "b", "c"], [0, "b", "e"]]);
    plan(version, route, json!([{"hop": 1, "node": "c"}, {"hop": 2, "node": "e"}]), [3, 2])
}

#[test]
fn parallel_channels_are_told_apart_and_written_as_they_were_read() {
    let cables = Cables::new();
    let text = second_cable(2);
    assert_eq!(judge_text(text.as_bytes(), &cables).violations, []);
    let document = PlanDocument::parse(text.as_bytes()).unwrap();
    let plan = document.resolve(&cables).unwrap();
    let channel = plan.worms.get(0).hops[0].channel;
    assert_eq!((&cables as &dyn Topology).channel_name(channel), "a>b#1");
    assert_eq!(plan.document(&cables), document);
    assert_eq!(serde_json::to_value(plan.view(&cables)).unwrap(), serde_json::from_str::<Value>(&text).unwrap());
}

#[test]
fn version_1_has_no_numbers_and_is_written_where_it_suffices() {
    let cables = Cables::new();
    let report = judge_text(second_cable(1).as_bytes(), &cables);
    assert_eq!(report.violations, [Violation::NumberInVersion1 { worm: 0, hop: 0, number: 1 }]);
    let error = PlanDocument::parse(second_cable(1).as_bytes()).unwrap().resolve(&cables).unwrap_err();
    assert!(error.to_string().contains("from version 2 on"), "{error}");
    let first = second_cable(2).replace(r#""b",1]"#, r#""b"]"#);
    let plan = PlanDocument::parse(first.as_bytes()).unwrap().resolve(&cables).unwrap();
    assert_eq!(plan.document(&cables).version, 1);
}

#[test]
fn a_number_that_does_not_exist_is_told() {
    let text = second_cable(2).replace(r#""b",1]"#, r#""b",2]"#);
    let report = judge_text(text.as_bytes(), &Cables::new());
    assert_eq!(report.violations, [Violation::NotAChannel { worm: 0, hop: 0, from: "a".into(), to: "b#2".into() }]);
}

#[test]
fn nothing_goes_on_from_an_endpoint() {
    let route = json!([[null, "a", "b"], [0, "b", "e"], [1, "e", "c"]]);
    let text = plan(1, route, json!([{"hop": 2, "node": "c"}]), [3, 3]);
    let report = judge_text(text.as_bytes(), &Cables::new());
    assert_eq!(report.violations, [Violation::ThroughEndpoint { worm: 0, hop: 2, node: "e".into() }]);
}
