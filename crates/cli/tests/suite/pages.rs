//! The pages that commands write.

use crate::support::Folder;
use serde_json::Value;

/// The data inside a page.
fn data(html: &str) -> Value {
    let start = "<script type=\"application/json\" id=\"data\">";
    let text = html.split_once(start).unwrap().1.split_once("</script>").unwrap().0;
    serde_json::from_str(text).unwrap()
}

fn rings() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plans");
    (0..4).map(|number| format!("{folder}/ring-{number}.json")).collect()
}

#[test]
fn a_run_that_hangs_is_a_page_with_what_mends_it() {
    let folder = Folder::new();
    let plans = rings();
    let arguments = ["simulate"].into_iter().chain(plans.iter().map(String::as_str)).chain(["--html", "ring.html"]);
    let run = folder.run_with(arguments);
    assert_eq!(run.status, Some(1), "{run:?}");
    let html = folder.read("ring.html");
    let page = data(&html);
    assert_eq!(page["title"], "4 plans in time");
    assert_eq!(page["runs"][0]["simulation"]["outcome"], "deadlock");
    assert_eq!(page["mending"]["answer"], "mended");
    let mended = page["mending"]["runs"][0].as_u64().unwrap() as usize;
    assert_eq!(page["runs"][mended]["simulation"]["outcome"], "delivered");
    assert!(!html.contains(env!("CARGO_MANIFEST_DIR")), "folders of this machine are in the page");
    assert!(page["command"].as_str().unwrap().starts_with("wormcast simulate ring-0.json"));
}

#[test]
fn a_plan_is_a_page_with_its_run() {
    let folder = Folder::new();
    let run = folder.run("plan mesh:4x4 --scheme dual-path --source 1,1 --to 3,1 0,3 2,2 --html plan.html");
    assert_eq!(run.status, Some(0), "{run:?}");
    let page = data(&folder.read("plan.html"));
    assert_eq!(page["plans"][0]["plan"]["cost"]["worms"], 2);
    assert_eq!(page["runs"][0]["simulation"]["timeline"].as_array().unwrap().len(), 2);
}

#[test]
fn names_from_files_cannot_become_html() {
    let folder = Folder::new();
    let evil = "</script><script>alert(1)</script>";
    folder.write(
        "net.json",
        format!(
            r#"{{"format": "wormcast-network", "version": 1, "nodes": [{{"name": "{evil}"}}, {{"name": "b"}}],
            "channels": [{{"from": "{evil}", "to": "b"}}, {{"from": "b", "to": "{evil}"}}]}}"#
        ),
    );
    let call = ["plan", "file:net.json", "--scheme", "unicast", "--source", "b", "--to", evil, "--html", "plan.html"];
    let run = folder.run_with(call);
    assert_eq!(run.status, Some(0), "{run:?}");
    let html = folder.read("plan.html");
    assert!(!html.contains("alert(1)</script>") && html.contains("alert(1)"), "{html}");
    assert_eq!(data(&html)["plans"][0]["plan"]["destinations"][0], evil);
}

#[test]
fn what_cannot_be_shown_or_written_is_refused() {
    let folder = Folder::with_plan();
    let run = folder.run("simulate plan.json --html run.pdf");
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("pages are HTML"), "{run:?}");
    let run = folder.run("simulate plan.json --html plan.json");
    assert_eq!(run.status, Some(2), "{run:?}");
    let run = folder.run("plan mesh:100x100 --scheme unicast --source 0,0 --to 1,1 --html plan.html");
    assert_eq!(run.status, Some(2));
    assert!(run.err.contains("pictures show at most"), "{run:?}");
}
