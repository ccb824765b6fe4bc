//! `wormcast mend`.

use crate::support::Folder;
use serde_json::Value;

/// Four messages around a ring, each two steps on.
fn ring() -> Folder {
    let folder = Folder::new();
    for number in 0..4 {
        let (name, examples) =
            (format!("ring-{number}.json"), concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/plans"));
        folder.write(&name, std::fs::read(format!("{examples}/{name}")).unwrap());
    }
    folder
}

const RING: &str = "ring-0.json ring-1.json ring-2.json ring-3.json";

/// What is proposed for these plans, with these options, after all of it has been used: the proofs are checked, the
/// plans are judged, and proved once more.
fn mended(folder: &Folder, plans: &str, options: &str) -> Vec<Value> {
    let run = folder.run(&format!("mend {plans} {options} --out mended --format json"));
    assert_eq!(run.status, Some(0), "{run:?}");
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((&document["format"], &document["answer"]), (&"wormcast-mending".into(), &"mended".into()));
    let proposals = document["proposals"].as_array().unwrap();
    for (number, proposal) in (1..).zip(proposals) {
        for (phase, told) in (1..).zip(proposal["phases"].as_array().unwrap()) {
            let at = format!("mended/{number}/phase-{phase}");
            let checked = folder.run(&format!("check {at}-proof.json"));
            assert_eq!(checked.status, Some(0), "{checked:?}");
            let files: Vec<_> = told["plans"].as_object().unwrap().keys().map(|name| format!("{at}/{name}")).collect();
            let files = files.join(" ");
            let checked = folder.run(&format!("check {files}"));
            assert_eq!(checked.status, Some(0), "{checked:?}");
            let count = &told["virtual_channels"];
            // Classes may need more consumption channels than were asked about.
            let ports = told["proof"]["statement"]["consumption"].as_u64();
            let ports = ports.map_or_else(String::new, |ports| format!("--consumption {ports}"));
            let proved = folder.run(&format!("prove {files} --virtual-channels {count} {ports} {options}"));
            assert_eq!(proved.status, Some(0), "{proved:?}");
        }
    }
    // Fewest virtual channels first, then fewest channels, then the soonest.
    let soonest = |proposal: &Value| proposal["latency_ns"].as_f64().map_or(u64::MAX, |ns| (1000.0 * ns) as u64);
    let rank = |proposal: &Value| {
        let number = |part: &str| proposal[part].as_u64().unwrap_or(0);
        [number("virtual_channels") + number("consumption_channels"), number("channels")]
            .map(Some)
            .into_iter()
            .chain([Some(soonest(proposal))])
    };
    assert!(proposals.iter().map(|proposal| rank(proposal).collect::<Vec<_>>()).is_sorted(), "{run:?}");
    proposals.clone()
}

#[test]
fn what_is_written_is_proved_and_can_be_used() {
    let proposals = mended(&ring(), RING, "");
    assert_eq!(proposals.len(), 3, "{proposals:?}");
}

#[test]
fn workloads_that_hung_elsewhere_are_mended() {
    for plans in ["a.json b.json", "c.json d.json"] {
        is_mended("rectangle-broadcasts", plans, "");
    }
}

#[test]
#[ignore = "minutes: cargo test --release -p wormcast-cli --test suite forks -- --ignored"]
fn forks_of_columns_are_mended() {
    is_mended("column-forks", "col-a1.json col-b3.json", "--reservation independent --budget 600s");
}

/// Plans of a case deadlock, and two changes at least make them free.
fn is_mended(case: &str, plans: &str, options: &str) {
    let folder = Folder::new();
    let cases = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases");
    for file in plans.split(' ') {
        folder.write(file, std::fs::read(format!("{cases}/{case}/{file}")).unwrap());
    }
    assert_eq!(folder.run(&format!("prove {plans} {options}")).status, Some(1), "{plans}");
    let proposals = mended(&folder, plans, options);
    assert!(proposals.len() >= 2, "{plans} {options}: {proposals:?}");
}

#[test]
fn a_pipeline_is_mended_with_what_its_messages_depend_on() {
    let folder = Folder::new();
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/cases/pipeline");
    for file in ["column.edges", "f0.json", "f1.json", "f2.json", "dependences.json"] {
        folder.write(file, std::fs::read(format!("{case}/{file}")).unwrap());
    }
    let proposals = mended(&folder, "f0.json f1.json f2.json", "--dependences dependences.json");
    assert!(!proposals.is_empty());
}

#[test]
fn nothing_is_proposed_for_what_is_free() {
    let folder = ring();
    let run = folder.run("mend ring-0.json ring-1.json");
    assert_eq!((run.status, &*run.out), (Some(0), "the plans are free of deadlock as they are\n"), "{run:?}");
}

#[test]
fn options_of_other_commands_are_refused() {
    let folder = ring();
    let run = folder.run(&format!("mend {RING} --save-plans saved"));
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("`--save-plans` goes with `prove`"), "{run:?}");
}

/// Routes beside the plans stay as they are: only the plans are changed, and the proofs are about both.
#[test]
fn plans_are_mended_beside_routes() {
    let folder = Folder::new();
    // Each turns as unicasts never do that go along x first.
    for (name, route) in [("a", r#"["1,0", "1,1", "0,1"]"#), ("b", r#"["0,1", "0,0", "1,0"]"#)] {
        folder.write(&format!("{name}.json"), format!(r#"{{"topology": "mesh:2x2", "route": {route}}}"#));
    }
    assert_eq!(folder.run("prove a.json b.json").status, Some(0));
    assert_eq!(folder.run("route mesh:2x2 --routing dimension-order --out table.csv").status, Some(0));
    let asked = ["--routes table.csv", "--with-unicast --routing dimension-order"];
    for beside in asked {
        let proved = folder.run(&format!("prove a.json b.json {beside}"));
        assert_eq!(proved.status, Some(1), "{proved:?}");
        let run = folder.run(&format!("mend a.json b.json {beside} --proofs 60 --format json"));
        let document: Value = serde_json::from_str(&run.out).unwrap();
        assert_eq!((run.status, &document["answer"]), (Some(0), &"mended".into()), "{run:?}");
        let proof = &document["proposals"][0]["phases"][0]["proof"];
        assert!(proof["statement"]["routes"].as_array().is_some_and(|routes| routes.len() == 1), "{proof}");
        // The proof that plans can deadlock names the command.
        let command = proved.out.lines().last().unwrap().trim();
        assert_eq!(command, format!("wormcast mend a.json b.json {beside}"), "{proved:?}");
    }
}

/// Trees and unicasts are free by themselves, and not together: what helps is a virtual channel that the trees alone
/// take, whatever the plans said of virtual channels before.
#[test]
fn plans_get_a_virtual_channel_of_their_own_beside_unicasts() {
    let folder = Folder::new();
    let plan = "plan mesh:5x5 --without-node 2,2 --scheme single-tree --source 0,0 --to 4,4 0,4 4,0 3,3 --out a.json";
    assert_eq!(folder.run(plan).status, Some(0));
    let unicasts = "--with-unicast --routing dimension-order";
    let run =
        folder.run(&format!("mend a.json --virtual-channels 2 {unicasts} --proofs 20 --out mended --format json"));
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!((run.status, &document["answer"]), (Some(0), &"mended".into()), "{run:?}");
    let proposals = document["proposals"].as_array().unwrap();
    // The routes leave room on one that is there: none is added.
    let moved = |proposal: &Value| proposal["changes"][0]["change"] == "virtual-channel";
    let at = proposals.iter().position(moved).expect("it is proposed");
    let proposal = &proposals[at];
    assert_eq!((&proposal["changes"][0]["number"], &proposal["virtual_channels"]), (&1.into(), &0.into()));
    let at = at + 1;
    for command in [
        format!("check mended/{at}/phase-1-proof.json"),
        format!("prove mended/{at}/phase-1/a.json --virtual-channels 2 {unicasts}"),
    ] {
        let run = folder.run(&command);
        assert_eq!(run.status, Some(0), "{command}: {run:?}");
    }
    // The network's own unicasts keep to the first virtual channel by another name.
    assert_eq!(
        folder.run("plan mesh:4x4 --scheme single-tree --source 0,0 --to 3,3 0,3 3,0 --out b.json").status,
        Some(0)
    );
    let run = folder.run("mend b.json --with-unicast --proofs 20 --out own");
    assert!(run.out.contains("all worms of all plans take virtual channel 1"), "{run:?}");
    let told = "with `--virtual-channels 2 --with-unicast --routing shortest`";
    assert!(run.status == Some(0) && run.out.contains(told), "{run:?}");
}

/// Plans that deadlock with unicasts and with each other need both changes, and keep to their virtual channel on other
/// routes.
#[test]
fn a_virtual_channel_of_their_own_goes_with_other_changes() {
    let folder = Folder::new();
    for (file, words) in [("a", "--source 0,0 --to 3,3 0,3 3,0"), ("b", "--root 1,2 --source 3,3 --to 0,0 0,3 3,0")] {
        let run = folder.run(&format!("plan mesh:4x4 --scheme single-tree {words} --out {file}.json"));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
    let run = folder.run("mend a.json b.json --with-unicast --proofs 10 --out mended --format json");
    let document: Value = serde_json::from_str(&run.out).unwrap();
    let proposals = document["proposals"].as_array().unwrap();
    assert!(run.status == Some(0) && proposals.len() > 1, "{run:?}");
    for (at, proposal) in (1..).zip(proposals) {
        let changes = proposal["changes"].as_array().unwrap();
        let own = changes.iter().filter(|change| change["change"] == "own-virtual-channel");
        assert!(own.clone().count() == 2 && changes.len() > 2, "{proposal}");
        assert!(own.clone().all(|change| change["number"] == 1), "{proposal}");
        for phase in 1..=proposal["phases"].as_array().unwrap().len() {
            let run = folder.run(&format!("check mended/{at}/phase-{phase}-proof.json"));
            assert_eq!(run.status, Some(0), "{run:?}");
        }
        let plans = proposal["phases"].as_array().unwrap().iter().flat_map(|phase| phase["plans"].as_object().unwrap());
        let named = plans.flat_map(|(_, plan)| plan["virtual_channels"][0].as_array().unwrap());
        assert!(named.clone().count() > 10 && named.into_iter().all(|number| number != 0), "{proposal}");
    }
    let run = folder.run("mend a.json b.json --with-unicast --proofs 10");
    assert!(run.out.contains("all worms of all plans take virtual channel 1"), "{run:?}");
    assert!(run.out.contains("is sent when all others have been delivered"), "{run:?}");
}

/// The options that go with a proposal are those that `prove` takes, also beside files of routes.
#[test]
fn options_beside_files_of_routes_are_those_of_prove() {
    let folder = Folder::new();
    let plan = "plan mesh:5x4 --scheme steiner --source 0,2 --to 1,2 3,1 0,1 3,0 --out a.json";
    assert_eq!(folder.run(plan).status, Some(0));
    folder.write("routes.txt", "4,1 4,2 4,3 3,3\n4,2 4,3 3,3\n");
    let run = folder.run("mend a.json --with-unicast --routes routes.txt --consumption 1 --out mended");
    let told = run.out.lines().find_map(|line| line.trim().strip_prefix("with `")?.strip_suffix('`')).unwrap();
    assert!(run.status == Some(0) && told.contains("--routes shortest"), "{run:?}");
    let options = format!("--routes routes.txt --consumption 1 {}", told.replace(" --consumption 1", ""));
    let run = folder.run(&format!("prove mended/1/phase-1 {options}"));
    assert!(run.status == Some(0), "{options}: {run:?}");
}

/// Unicasts that deadlock by themselves are no fault of the plans.
#[test]
fn unicasts_at_fault_are_told() {
    let folder = Folder::new();
    let plan = "plan torus:4x4 --scheme single-tree --source 0,0 --to 1,1 2,2 --out a.json";
    assert_eq!(folder.run(plan).status, Some(0));
    let run = folder.run("mend a.json --with-unicast");
    assert!(run.status == Some(1) && run.out.contains("they deadlock by themselves"), "{run:?}");
    let commands: Vec<_> = run.out.lines().filter_map(|line| line.strip_prefix("  wormcast ")).collect();
    assert_eq!(commands, ["prove torus:4x4 --scheme unicast", "mend a.json --with-unicast --routing layered"]);
    assert_eq!(folder.run(commands[0]).status, Some(1));
    let run = folder.run("mend a.json --with-unicast --format json");
    let document: Value = serde_json::from_str(&run.out).unwrap();
    assert_eq!(document["answer"], "others-deadlock");
}

/// What hangs points to what mends it; a folder stands for its plans; and what is mended goes back to routes.
#[test]
fn deadlocks_point_to_mend_and_back_to_routes() {
    let folder = ring();
    std::fs::create_dir(folder.path().join("all")).unwrap();
    for number in 0..4 {
        folder.write(&format!("all/{number}.json"), folder.read(&format!("ring-{number}.json")));
    }
    let run = folder.run("simulate all --handover tail");
    let command = run.out.lines().last().unwrap().trim();
    let asked = "wormcast mend all/0.json all/1.json all/2.json all/3.json --handover tail";
    assert_eq!((run.status, command), (Some(1), asked), "{run:?}");
    assert_eq!(folder.run(&format!("{} --out mended", command.strip_prefix("wormcast ").unwrap())).status, Some(0));
    let routes = folder.read("mended/1/phase-1-routes.txt");
    assert_eq!(routes.lines().filter(|line| !line.is_empty() && !line.starts_with('#')).count(), 4, "{routes}");
    let run = folder.run("import mended/1/phase-1-routes.txt --topology torus:4 --paragraphs --out back");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(folder.run("prove back --handover tail").status, Some(0));
    assert_eq!(folder.run("simulate back@5 --handover tail").status, Some(0));
}

/// Two rings of four messages that have nothing to do with each other, and a message that arrives.
const TWO_CYCLES: &str = "0,0 1,0 1,1\n1,0 1,1 0,1\n1,1 0,1 0,0\n0,1 0,0 1,0\n4,4 5,4 5,5\n5,4 5,5 4,5\n5,5 4,5 4,4\n\
                          4,5 4,4 5,4\n2,2 3,2 3,3\n";

fn two_cycles() -> Folder {
    let folder = Folder::new();
    folder.write("two.txt", TWO_CYCLES);
    let run = folder.run("import two.txt --topology mesh:6x6 --out two");
    assert_eq!(run.status, Some(0), "{run:?}");
    folder
}

#[test]
fn each_of_several_cycles_is_told() {
    let folder = two_cycles();
    let plans: String = (0..9).map(|number| format!(" two/{number}.json")).collect();
    for engine in ["worm", "flit"] {
        let run = folder.run(&format!("simulate{plans} --engine {engine}"));
        let (first, second) = run.out.split_once("another cycle, which would stay").expect("there are two");
        assert!(first.contains("worm 0 of plan 3 is stuck") && !first.contains("worm 0 of plan 4 is stuck"), "{run:?}");
        assert!(second.contains("worm 0 of plan 7 is stuck") && !second.contains("worm 0 of plan 8"), "{run:?}");
        let run = folder.run(&format!("simulate{plans} --engine {engine} --format json"));
        let document: Value = serde_json::from_str(&run.out).unwrap();
        let plans = |cycle: &Value| -> Vec<u64> {
            cycle.as_array().unwrap().iter().map(|worm| worm["plan"].as_u64().unwrap()).collect()
        };
        assert_eq!(plans(&document["cycle"]), [0, 1, 2, 3]);
        let more = document["more_cycles"].as_array().unwrap();
        assert_eq!(more.iter().map(plans).collect::<Vec<_>>(), [[4, 5, 6, 7]]);
    }
}

#[test]
fn each_of_several_changes_is_told_with_the_cycle_that_it_breaks() {
    let folder = two_cycles();
    let run = folder.run("mend two");
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = folder.run("mend two --format json");
    let document: Value = serde_json::from_str(&run.out).unwrap();
    for proposal in document["proposals"].as_array().unwrap() {
        let changes = proposal["changes"].as_array().unwrap();
        assert_eq!(changes.len(), 2, "{proposal}");
        for change in changes {
            let broken: Vec<_> = change["breaks"].as_array().unwrap().iter().map(|worm| &worm["plan"]).collect();
            assert_eq!(broken.len(), 4, "{change}");
            assert!(broken.contains(&&change["plan"]), "{change}");
        }
        assert_ne!(changes[0]["breaks"], changes[1]["breaks"], "{proposal}");
    }
    let words = folder.run("mend two").out;
    assert!(words.contains("against the cycle of worm 0 of two/4.json, worm 0 of two/5.json"), "{words}");
    let words = ring().run(&format!("mend {RING}")).out;
    assert!(!words.contains("against"), "one change needs no such word: {words}");
}

/// Three messages around a ring of six, each two steps on: buffers of 64 flits hold whole messages of one.
fn long_ring() -> Folder {
    let folder = Folder::new();
    folder.write("h.txt", "0 1 2 3\n2 3 4 5\n4 5 0 1\n");
    assert_eq!(folder.run("import h.txt --topology ring:6 --out p").status, Some(0));
    folder
}

#[test]
fn plans_are_not_said_to_deadlock_where_that_is_not_known() {
    let run = long_ring().run("mend p --length 1 --buffer 64 --copies 1 --budget 0s");
    assert!(run.status == Some(1) && run.out.starts_with("whether the plans can deadlock is not known"), "{run:?}");
}

/// Without the dependences of a run its plans may be free.
#[test]
fn the_mend_that_a_run_points_to_keeps_its_dependences() {
    let folder = Folder::new();
    let routes = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/routes/ring.xml");
    folder.write("ring.xml", std::fs::read(routes).unwrap());
    assert_eq!(folder.run("import ring.xml --topology ring:4 --out ring").status, Some(0));
    let files: String = (0..12).map(|number| format!(" ring/{number}.json")).collect();
    let asked =
        format!("prove{files} --dependences ring/dependences.json --copies 1 --consumption 1 --save-plans saved");
    let proved = folder.run(&asked);
    assert_eq!(proved.status, Some(1), "{proved:?}");
    let run = folder.run(&proved.simulate_command());
    let hint = run.out.lines().last().unwrap();
    assert!(run.status == Some(1) && hint.starts_with("  wormcast mend "), "{run:?}");
    assert!(hint.ends_with(" --dependences saved/dependences.json"), "{hint}");
}

/// Four messages around a square of a mesh, as they name no virtual channel or the first one.
fn square(names: bool) -> Folder {
    let folder = Folder::new();
    let corners = ["0,0", "1,0", "1,1", "0,1"];
    for from in 0..4 {
        let route = [0, 1, 2].map(|step| corners[(from + step) % 4]);
        folder.write("route.txt", route.join(" "));
        let run = folder.run("import route.txt --topology mesh:3x3 --out in --virtual-channel 0");
        assert_eq!(run.status, Some(0), "{run:?}");
        let mut plan: Value = serde_json::from_str(&folder.read("in/0.json")).unwrap();
        if !names {
            plan.as_object_mut().unwrap().remove("virtual_channels");
        }
        folder.write(&format!("{from}.json"), plan.to_string());
        std::fs::remove_dir_all(folder.path().join("in")).unwrap();
    }
    folder
}

/// What is there costs nothing: no virtual channel is added where one is unused.
#[test]
fn a_virtual_channel_that_is_there_and_unused_is_proposed() {
    for (names, there) in [(true, 8), (false, 2), (true, 2)] {
        let folder = square(names);
        let run = folder
            .run(&format!("mend 0.json 1.json 2.json 3.json --virtual-channels {there} --out mended --format json"));
        assert_eq!(run.status, Some(0), "{run:?}");
        let document: Value = serde_json::from_str(&run.out).unwrap();
        let proposals = document["proposals"].as_array().unwrap();
        let place = proposals.iter().position(|proposal| proposal["changes"][0]["change"] == "virtual-channel");
        let place = place.unwrap_or_else(|| panic!("{names} {there}: {document}"));
        let proposal = &proposals[place];
        assert_eq!((&proposal["channels"], &proposal["virtual_channels"]), (&0.into(), &0.into()), "{proposal}");
        assert_eq!(proposal["changes"][0]["number"], 1, "{proposal}");
        assert_eq!(proposal["phases"][0]["virtual_channels"], there, "{proposal}");
        let at = format!("mended/{}", place + 1);
        assert_eq!(folder.run(&format!("check {at}/phase-1-proof.json")).status, Some(0));
        let proved = folder.run(&format!("prove {at}/phase-1 --virtual-channels {there}"));
        assert_eq!(proved.status, Some(0), "{proved:?}");
        std::fs::remove_dir_all(folder.path().join("mended")).unwrap();
        let run = folder.run(&format!("mend 0.json 1.json 2.json 3.json --virtual-channels {there}"));
        assert!(run.out.contains("that virtual channel is there, and no plan takes it"), "{run:?}");
    }
}

/// Requests, and replies without which they are not taken in.
fn requests_and_replies(request: &str, reply: &str) -> Folder {
    let folder = Folder::new();
    for (name, from, to, class) in [
        ("request-0", "0,0", "1,0", request),
        ("reply-0", "1,0", "0,0", reply),
        ("request-1", "1,0", "0,0", request),
        ("reply-1", "0,0", "1,0", reply),
    ] {
        let run =
            folder.run(&format!("plan mesh:2x1 --scheme unicast --source {from} --to {to} {class} --out {name}.json"));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
    let waits = [("1,0", 0), ("0,0", 1)].map(|(at, number)| {
        format!(r#"{{"at": "{at}", "takes_in": "request-{number}.json", "only_after_sending": "reply-{number}.json"}}"#)
    });
    folder.write("waits.json", format!("[{}]", waits.join(", ")));
    folder
}

const MESSAGES: &str = "request-0.json request-1.json reply-0.json reply-1.json";

#[test]
fn classes_mend_what_waits_for_replies() {
    let folder = requests_and_replies("", "");
    let run = folder.run(&format!("prove {MESSAGES} --dependences waits.json"));
    assert!(run.status == Some(1) && run.out.contains("must leave first"), "{run:?}");
    let run = folder.run(&format!("mend {MESSAGES} --dependences waits.json"));
    assert!(run.status == Some(0) && run.out.contains("of class 1: reply-0.json, reply-1.json"), "{run:?}");
    let proposals = mended(&folder, MESSAGES, "--dependences waits.json");
    let classes = proposals.iter().find(|proposal| proposal["changes"][0]["change"] == "class");
    let classes = classes.unwrap_or_else(|| panic!("{proposals:?}"));
    assert_eq!(classes["consumption_channels"], 1, "{classes}");
}

/// No JSON has to be edited: the options of `plan` and `import` say the class.
#[test]
fn replies_of_their_own_class_are_planned() {
    let folder = requests_and_replies("--virtual-channel 0", "--virtual-channel 1 --consumption-class 1");
    let asked = format!("prove {MESSAGES} --dependences waits.json");
    assert_eq!(folder.run(&asked).status, Some(1), "one consumption channel serves both classes");
    let run = folder.run(&format!("{asked} --consumption 2"));
    assert_eq!(run.status, Some(0), "{run:?}");
    folder.write("reply.txt", "1,0 0,0\n");
    let run =
        folder.run("import reply.txt --topology mesh:2x1 --virtual-channel 1 --consumption-class 1 --out imported");
    assert_eq!(run.status, Some(0), "{run:?}");
    let plan: Value = serde_json::from_str(&folder.read("imported/0.json")).unwrap();
    assert_eq!((&plan["consumption_classes"], &plan["worms"][0]["consumption_class"]), (&2.into(), &1.into()));
    assert_eq!(plan["virtual_channels"], serde_json::json!([[1]]));
}

/// A folder of a proposal may be moved: its proofs name the plans that lie beside them, and by their hashes.
#[test]
fn proofs_of_proposals_go_with_their_folder() {
    let folder = ring();
    assert_eq!(folder.run(&format!("mend {RING} --out mended")).status, Some(0));
    let own = folder.run("check mended/1/phase-1-proof.json");
    assert_eq!(own.status, Some(0), "{own:?}");
    let at = |name: &str| folder.path().join(name);
    std::fs::rename(at("mended/1"), at("elsewhere")).unwrap();
    // Other plans of the same names, from the current folder on.
    std::fs::create_dir(at("phase-1")).unwrap();
    for number in 0..4 {
        folder.write(&format!("phase-1/ring-{number}.json"), folder.read(&format!("ring-{number}.json")));
    }
    let run = folder.run("check elsewhere/phase-1-proof.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    let plan = folder.read("elsewhere/phase-1/ring-0.json");
    folder.write("elsewhere/phase-1/ring-0.json", format!("{plan} "));
    let run = folder.run("check elsewhere/phase-1-proof.json");
    assert!(run.status == Some(1) && run.out.contains("is not the plan that it is about"), "{run:?}");
    std::fs::remove_file(at("elsewhere/phase-1/ring-0.json")).unwrap();
    let run = folder.run("check elsewhere/phase-1-proof.json");
    assert!(run.status == Some(2) && run.err.contains("ring-0.json"), "{run:?}");
}

#[test]
fn many_plans_are_named_so_that_the_command_can_be_pasted() {
    let folder = ring();
    let mut names = Vec::new();
    for copy in 0..3 {
        for number in 0..4 {
            let name = format!("{copy}-{number}.json");
            folder.write(&name, folder.read(&format!("ring-{number}.json")));
            names.push(name);
        }
    }
    let run = folder.run(&format!("prove {}", names.join(" ")));
    assert!(run.status == Some(1) && run.out.contains(&format!("wormcast mend {}", names.join(" "))), "{run:?}");
}
