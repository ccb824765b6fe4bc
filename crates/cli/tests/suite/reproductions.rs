//! Each command that `prove` prints below a deadlock runs into it, and `check` takes the proof.

use super::support::Folder;

/// Proves, and runs what is printed with the saved plans.
fn comes_about(folder: &Folder, question: &str) {
    let run = folder.run(&format!("prove {question} --save-plans saved --out proof.json"));
    assert!(run.status == Some(1) && run.out.contains("deadlock"), "{question}: {run:?}");
    let replay = folder.run(&run.simulate_command());
    assert!(replay.status == Some(1) && replay.out.contains("deadlock: these worms wait"), "{question}: {replay:?}");
    let check = folder.run("check proof.json");
    assert_eq!(check.status, Some(0), "{question}: {check:?}");
}

/// Writes a route by hand as a plan file.
fn route(folder: &Folder, name: &str, topology: &str, route: &str) {
    folder.write(name, format!("{{\"topology\": {topology}, \"origin\": {route}}}"));
}

#[test]
fn any_order_of_a_request() {
    let folder = Folder::new();
    route(&folder, "split.json", "\"mesh:3x1\"", r#""1,0", "route": [["0,0"], ["2,0"]]"#);
    comes_about(&folder, "split.json --reservation any-order");
}

#[test]
fn one_virtual_channel_where_routes_name_two() {
    let folder = Folder::new();
    comes_about(&folder, "torus:4x4 --scheme unicast --routing dimension-order --virtual-channels 1");
}

#[test]
fn unicasts_beside_plans_on_a_network_with_faults() {
    let folder = Folder::new();
    let plan = folder.run("plan torus:4x4 --without-node 0,0 --scheme unicast --source 1,1 --to 1,3 --out plan.json");
    assert_eq!(plan.status, Some(0), "{plan:?}");
    comes_about(&folder, "plan.json --with-unicast");
    assert!(folder.read("saved/0.json").contains("without_nodes"));
}

#[test]
fn dependences_that_what_is_sent_does_not_have() {
    let folder = Folder::new();
    for from in 0..4 {
        let way = format!("\"{from}\", \"route\": [\"{}\", \"{}\"]", (from + 1) % 4, (from + 2) % 4);
        route(&folder, &format!("a{from}.json"), "\"ring:4\"", &way);
    }
    route(&folder, "reply.json", "\"ring:4\"", "\"2\", \"route\": [\"1\"]");
    folder.write("waits.json", r#"[{"at": "2", "takes_in": "a0.json", "only_after_sending": "reply.json"}]"#);
    comes_about(&folder, "a0.json a1.json a2.json a3.json reply.json --dependences waits.json");
}

/// A worm that is sent alone counts beside the plan that it is of.
#[test]
fn no_worm_is_sent_more_often_than_it_may_be() {
    let folder = Folder::new();
    route(&folder, "one.json", "\"ring:4\"", r#""2", "route": [["3", "0"], ["1"]]"#);
    route(&folder, "other.json", "\"ring:4\"", r#""2", "route": ["1", "0"]"#);
    for copies in ["1", "2", "any"] {
        let router = "--reservation independent --delays equal --virtual-channels 3 --handover tail --buffer 2";
        let question = format!("one.json other.json {router} --consumption 1 --copies {copies}");
        let run = folder.run(&format!("prove {question} --out proof.json"));
        let check = folder.run("check proof.json");
        assert!(run.status.is_some_and(|status| status < 2) && check.status == Some(0), "{copies}: {run:?} {check:?}");
    }
}
