//! What is written one worm at a time is the same as the whole document.

use wormcast_plan::{NetworkSpec, Plan, PlanDocument, Worms};

#[test]
fn consumption_classes_are_written_and_read() {
    let mesh = wormcast_topology::build("mesh:3x1").unwrap();
    let [a, b] = ["0,0", "1,0"].map(|name| mesh.find_node(name).unwrap());
    let mut worms = Worms::new();
    worms.set_consumption_classes(2);
    worms.start(a, None, 0);
    worms.set_consumption_class(1);
    let hop = worms.hop(None, mesh.graph().channel(a, b).unwrap());
    worms.deliver(hop, b);
    let plan = Plan {
        network: NetworkSpec::whole("mesh:3x1"),
        scheme: "by-hand".into(),
        source: a,
        destinations: vec![b],
        worms,
        claims: Vec::new(),
        extra: serde_json::Map::new(),
    };
    let text = serde_json::to_string(&plan.view(&*mesh)).unwrap();
    assert_eq!(text, serde_json::to_string(&plan.document(&*mesh)).unwrap());
    let read = PlanDocument::parse(text.as_bytes()).unwrap().resolve(&*mesh).unwrap();
    assert_eq!(read.worms, plan.worms);
}
