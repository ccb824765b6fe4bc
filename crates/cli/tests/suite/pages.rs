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

#[test]
fn proofs_are_pages_with_the_deadlock_or_the_numbers() {
    let folder = Folder::new();
    assert_eq!(folder.run("prove torus:4x4 --scheme unicast --html deadlock.html").status, Some(1));
    let page = data(&folder.read("deadlock.html"));
    assert_eq!(page["proof"]["answer"], "deadlock");
    assert_eq!(page["runs"][0]["simulation"]["outcome"], "deadlock");
    assert_eq!(folder.run("prove mesh:4x4 --scheme dual-path --html free.html").status, Some(0));
    let page = data(&folder.read("free.html"));
    assert_eq!(page["proof"]["certificate"]["kind"], "numbering");
    assert!(!page["proof"]["certificate"]["numbers"].as_array().unwrap().is_empty());
}

#[test]
fn a_sweep_is_a_page_with_curves_and_the_channels_at_each_point() {
    let folder = Folder::new();
    let experiment = "topology = \"mesh:4x4\"\nschemes = [\"dual-path\"]\nloads = [0.1, 0.2]\n\
                      [traffic]\nmulticast_share = 1.0\nmulticast = { destinations = 3 }\n\
                      [timing]\nlength_flits = 8\n[statistics]\nmax_messages = 2000\n";
    folder.write("small.toml", experiment);
    let run = folder.run("sweep small.toml --html sweep.html");
    assert_eq!(run.status, Some(0), "{run:?}");
    let page = data(&folder.read("sweep.html"));
    assert_eq!(page["charts"][0]["curves"][0]["name"], "dual-path");
    assert_eq!(page["heat"][0]["loads"].as_array().unwrap().len(), 2);
    assert_eq!(
        page["heat"][0]["shares"][1].as_array().unwrap().len(),
        page["drawing"]["channels"].as_array().unwrap().len()
    );
}

#[test]
fn figures_are_pages_with_their_claims() {
    let folder = Folder::new();
    let run = folder.run("reproduce star-11a --quick --html figures.html");
    assert!(run.status < Some(2), "{run:?}");
    let page = data(&folder.read("figures.html"));
    assert_eq!(page["figures"][0]["name"], "star-11a");
    assert!(!page["figures"][0]["claims"].as_array().unwrap().is_empty());
    assert!(page.get("drawing").is_none());
}

#[test]
fn a_report_tells_everything_about_plans() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("plans")).unwrap();
    for (number, file) in rings().iter().enumerate() {
        std::fs::copy(file, folder.path().join(format!("plans/{number}.json"))).unwrap();
    }
    let run = folder.run("report plans --html report.html --title <b>");
    assert_eq!(run.status, Some(1), "{run:?}");
    let page = data(&folder.read("report.html"));
    assert_eq!(page["title"], "<b>");
    let runs: Vec<_> = page["runs"].as_array().unwrap().iter().map(|run| run["name"].as_str().unwrap()).collect();
    assert_eq!(runs[..5], ["All together", "0.json alone", "1.json alone", "2.json alone", "3.json alone"]);
    assert_eq!(page["proof"]["answer"], "deadlock");
    assert_eq!(page["mending"]["answer"], "mended");
    assert_eq!(page["commands"][5], "wormcast simulate plans/0.json plans/1.json plans/2.json plans/3.json");
    let refused = folder.run("report .");
    assert_eq!(refused.status, Some(2));
    assert!(refused.err.contains("there is no plan in it"), "{refused:?}");
}

/// Buffers of their own are no matter to engines, and nothing is proved of them.
#[test]
fn a_report_of_what_is_not_proved_tells_why() {
    let folder = Folder::new();
    let channels = r#"[{"from": "a", "to": "b", "buffer_flits": 8}, {"from": "b", "to": "a"}]"#;
    let nodes = r#"[{"name": "a"}, {"name": "b"}]"#;
    let head = r#""format": "wormcast-network", "version": 1"#;
    folder.write("own.json", format!("{{{head}, \"nodes\": {nodes}, \"channels\": {channels}}}"));
    folder.run("plan file:own.json --scheme unicast --source a --to b --out plan.json");
    let run = folder.run("report plan.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    let page = data(&folder.read("report.html"));
    assert_eq!(page["proof"]["answer"], "unknown");
    let reason = page["proof"]["reason"].as_str().unwrap();
    assert!(reason.contains("channel a>b has a buffer of 8 flits of its own"), "{reason}");
    assert_eq!(page["runs"][0]["name"], "All together");
}

/// Runs, the proof and the commands are about the same routers.
#[test]
fn a_report_is_about_the_routers_that_the_options_tell() {
    let folder = Folder::new();
    let files = rings().join(" ");
    let run = folder.run(&format!("report {files} --length 16 --virtual-channels 2 --replication forked"));
    let page = data(&folder.read("report.html"));
    assert_eq!(run.status, Some(if page["proof"]["answer"] == "deadlock" { 1 } else { 0 }), "{run:?}");
    assert_eq!(page["runs"][0]["timing"]["length"], 16);
    assert_eq!(page["proof"]["statement"]["virtual_channels"], 2);
    assert_eq!(page["proof"]["statement"]["replication"], "forked");
    let commands: Vec<_> = page["commands"].as_array().unwrap().iter().map(|line| line.as_str().unwrap()).collect();
    let [.., prove, simulate, mend] = &*commands else { panic!("{commands:?}") };
    assert!(prove.ends_with("3.json --virtual-channels 2 --replication forked"), "{prove}");
    assert!(simulate.ends_with("3.json --length 16 --virtual-channels 2 --replication forked"), "{simulate}");
    assert!(mend.ends_with("3.json --virtual-channels 2 --replication forked"), "{mend}");
}

#[test]
fn a_sweep_in_the_place_of_plans_is_told_which_command_writes_its_page() {
    let folder = Folder::new();
    std::fs::create_dir_all(folder.path().join("load-results/cells")).unwrap();
    for (asked, experiment) in [("load-results", "EXPERIMENT.toml"), ("load.toml", "load.toml")] {
        let refused = folder.run(&format!("report {asked}"));
        assert_eq!(refused.status, Some(2));
        assert!(
            refused.err.contains(&format!("`wormcast sweep {experiment} --resume --html report.html`")),
            "{refused:?}"
        );
    }
}

#[test]
fn the_page_of_a_proof_has_what_mends_its_plans() {
    let folder = Folder::new();
    let plans = rings();
    let arguments = ["prove"].into_iter().chain(plans.iter().map(String::as_str)).chain(["--html", "proof.html"]);
    let run = folder.run_with(arguments);
    assert_eq!(run.status, Some(1), "{run:?}");
    let html = folder.read("proof.html");
    let page = data(&html);
    assert_eq!(page["runs"][0]["simulation"]["outcome"], "deadlock");
    assert_eq!((&page["mending"]["answer"], &page["proof"]["answer"]), (&"mended".into(), &"deadlock".into()));
    let mended = page["mending"]["runs"][0].as_u64().unwrap() as usize;
    assert_eq!(page["runs"][mended]["simulation"]["outcome"], "delivered");
    assert_eq!(page["mending"]["proposals"][0]["changes"][0]["plan"], "ring-0.json");
    assert!(!html.contains(env!("CARGO_MANIFEST_DIR")), "folders of this machine are in the page");
}
