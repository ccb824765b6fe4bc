//! `wormcast plan-all` and `wormcast replan`.

use crate::support::Folder;
use serde_json::Value;

fn json(folder: &Folder, command: &str) -> Value {
    let run = folder.run(command);
    serde_json::from_str(&run.out).unwrap_or_else(|_| panic!("{run:?}"))
}

#[test]
fn all_gather_is_planned_in_as_few_rounds_as_can_be() {
    let folder = Folder::new();
    let planned = json(
        &folder,
        "plan-all all-gather --topology torus:4x4 --objective rounds --out plans --msccl all.xml --format json",
    );
    let phase = &planned["phases"][0];
    assert_eq!((&phase["value"], &phase["lower_bound"]), (&4.0.into(), &4.0.into()));
    assert_eq!((&phase["answer"], &phase["multicasts"]), (&"deadlock-free".into(), &16.into()));
    assert!(folder.read("all.xml").starts_with("<algo name=\"wormcast\""));
    let run = folder.run("check plans/phase-0/0.json plans/phase-0/15.json");
    assert_eq!(run.status, Some(0), "{run:?}");
}

/// Fifteen messages in four parts come to a node by four channels: a quarter of the last round is spared.
#[test]
fn messages_are_cut_into_parts() {
    let folder = Folder::new();
    let rounds = "plan-all all-gather --topology torus:4x4 --objective rounds";
    let planned = json(&folder, &format!("{rounds} --parts 4 --out plans --msccl all.xml --format json"));
    let phase = &planned["phases"][0];
    assert_eq!((&phase["value"], &phase["lower_bound"], &planned["parts"]), (&15.0.into(), &15.0.into(), &4.into()));
    // 128 flits go over a channel in parts of 32.
    assert_eq!((&phase["multicasts"], &phase["load"]), (&64.into(), &(15 * 32).into()));
    let algorithm = folder.read("all.xml");
    assert!(algorithm.contains("coll=\"allgather\"") && algorithm.contains("i_chunks=\"4\" o_chunks=\"64\""));
    let run = folder.run("check plans/phase-0/0.json plans/phase-0/3.json plans/phase-0/63.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    let run = folder.run(&format!("{rounds} --parts 4 --out told"));
    assert!(run.out.contains("each message in 4 parts") && run.out.contains("--length 32"), "{run:?}");
    assert_eq!(
        json(&folder, &format!("{rounds} --parts 1 --format json")),
        json(&folder, &format!("{rounds} --format json"))
    );
    let file = "topology = \"torus:4x4\"\nparts = 4\n[[pattern]]\nname = \"all-gather\"\n";
    folder.write("cut.toml", file);
    assert_eq!(json(&folder, "plan-all cut.toml --objective rounds --format json"), planned);
    folder.write("odd.toml", file.replace("parts = 4", "parts = 3"));
    for (command, problem) in [
        ("plan-all cut.toml --objective rounds --parts 2", "--parts 2: its messages are cut into 4 parts already"),
        ("plan-all odd.toml --objective rounds", "odd.toml:2:9"),
        ("plan-all odd.toml --objective load", "the message of 128 flits from `0,0` cannot be cut into 3 equal parts"),
        ("plan-all rows --topology mesh:4x4 --objective load --length 2 --parts 4", "multiples of 4"),
        ("plan-all rows --topology mesh:4x4 --objective load --parts 0", "--parts"),
    ] {
        let run = folder.run(command);
        assert!(run.status == Some(2) && run.err.contains(problem), "{problem}: {run:?}");
    }
}

/// What `plan-all` says of plans is what the prover and the judge say of the files.
#[test]
fn written_plans_are_valid_and_free_of_deadlock() {
    let folder = Folder::new();
    folder.write("layer.toml", "topology = \"mesh:4x2\"\n[[pattern]]\nname = \"rows\"\nflits = 8\n");
    for objective in ["load", "rounds", "makespan"] {
        let run = folder.run(&format!("plan-all layer.toml --objective {objective} --out {objective}"));
        assert_eq!(run.status, Some(0), "{run:?}");
        let files: Vec<_> = (0..8).map(|number| format!("{objective}/phase-0/{number}.json")).collect();
        let run = folder.run(&format!("check {}", files.join(" ")));
        assert_eq!(run.status, Some(0), "{run:?}");
        let run = folder.run(&format!("prove {}", files.join(" ")));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
}

#[test]
fn workloads_are_read_or_refused() {
    let folder = Folder::new();
    folder.write("a.csv", "source,destinations,flits,phase\n\"0,0\",\"1,1 2,0\",16,0\n\"1,0\",\"2,2\",,1\n");
    let planned = json(&folder, "plan-all a.csv --topology mesh:3x3 --objective load --format json");
    assert_eq!(planned["phases"].as_array().unwrap().len(), 2);
    // Phases keep the numbers that they have in the file.
    folder.write("a.csv", "source,destinations,phase\n\"0,0\",\"1,1\",1\n\"0,0\",\"1,1\",3\n");
    let planned = json(&folder, "plan-all a.csv --topology mesh:3x3 --objective load --out later --format json");
    assert_eq!([&planned["phases"][0]["phase"], &planned["phases"][1]["phase"]], [1, 3]);
    assert_eq!(folder.run("check later/phase-1/0.json later/phase-3/0.json").status, Some(0));
    assert!(!folder.path().join("later/phase-0").exists());
    for (file, text, problem) in [
        ("b.toml", "topology = \"mesh:3x3\"\n[[multicast]]\nsource = \"9,9\"\nto = [\"0,0\"]\n", "9,9"),
        ("b.toml", "topology = \"mesh:3x3\"\n[[pattern]]\nname = \"gather\"\n", "unknown pattern `gather`"),
        ("b.toml", "topology = \"ring:5\"\n[[pattern]]\nname = \"rows\"\n", "ring:5"),
        ("b.toml", "topology = \"mesh:3x3\"\n", "there is no multicast"),
        ("b.toml", "[[pattern]]\nname = \"rows\"\n", "no network is named"),
        ("b.toml", "colour = 1\n", "unknown field"),
        ("b.csv", "source,destinations\n\"0,0\",\"0,0\"\n", "no network is named"),
    ] {
        folder.write(file, text);
        let run = folder.run(&format!("plan-all {file} --objective load"));
        assert!(run.status == Some(2) && run.err.contains(problem), "{problem}: {run:?}");
    }
    for (rows, problem) in [
        ("", "there is no multicast"),
        ("source,destinations\n", "there is no multicast"),
        ("from,to\n\"0,0\",\"1,1\"\n", "the column `source` is missing"),
        ("source,destinations\n\"0,0\",\n", "there are no destinations"),
        ("source,destinations\n\"0,0\",\"1,1\"\n\"1,0\",\"1,0\"\n", "d.csv:3:1"),
        ("source,destinations\n\"0,0\",\"1,1\"\n\"0,0\",\"7,7\"\n", "d.csv:3:1"),
        ("source,destinations,flits\n\"0,0\",\"1,1\",0\n", "`flits` is `0`; expected a whole number from 1"),
        ("source,destinations,phase\n\"0,0\",\"1,1\",9223372036854775808\n", "phases are numbered from 0 to 4095"),
        ("source,destinations,start_ns\n\"0,0\",\"1,1\",NaN\n", "a start of NaN ns"),
        ("source,destinations,start_ns\n\"0,0\",\"1,1\",1e300\n", "expected 0 to 1000000000"),
    ] {
        folder.write("d.csv", rows);
        let run = folder.run("plan-all d.csv --topology mesh:3x3 --objective load");
        assert!(run.status == Some(2) && run.err.contains(problem), "{rows:?} {problem}: {run:?}");
    }
    // One source may send twice.
    folder.write("d.csv", "source,destinations\n\"0,0\",\"1,1\"\n\"0,0\",\"1,1\"\n");
    assert_eq!(folder.run("plan-all d.csv --topology mesh:3x3 --objective rounds").status, Some(0));
    let run = folder.run("plan-all d.csv --topology mesh:3x3 --objective load --budget 0");
    assert!(run.status == Some(2) && run.err.contains("the 0 s of its budget are used up"), "{run:?}");
    let run = folder.run("plan-all nothing --topology mesh:3x3 --objective load");
    assert!(run.status == Some(2) && run.err.contains("there is no file `nothing`"), "{run:?}");
    folder.write("c.csv", "source,destinations,flits\n\"0,0\",\"1,1\",4\n\"1,0\",\"2,2\",5\n");
    let run = folder.run("plan-all c.csv --topology mesh:3x3 --objective rounds");
    assert!(run.status == Some(2) && run.err.contains("messages of one length"), "{run:?}");
}

/// A message of 4 flits holds the channel for 90 ns; the one of 16 flits behind it is there 50 + 150 ns later.
#[test]
fn makespans_are_of_messages_of_several_lengths() {
    let folder = Folder::new();
    folder.write("two.csv", "source,destinations,flits\n\"0,0\",\"1,0\",4\n\"0,0\",\"1,0\",16\n");
    let told = json(&folder, "plan-all two.csv --topology mesh:2x1 --objective makespan --format json");
    let phase = &told["phases"][0];
    assert_eq!((phase["value"].as_f64(), phase["load"].as_u64()), (Some(290.0), Some(20)), "{told}");
    assert!(phase["lower_bound"].as_f64() <= Some(290.0) && phase["lower_bound"].as_f64() >= Some(240.0), "{told}");
    let mut rows = "source,destinations,flits,start_ns\n".to_owned();
    for number in 0..16 {
        let (from, to) = (number % 4, (number * 7 + 5) % 16);
        rows +=
            &format!("\"{from},0\",\"{},{} 3,3\",{},{}\n", to % 4, 1 + to / 4 % 3, 1 + 9 * (number % 3), 10 * number);
    }
    folder.write("many.csv", rows.replace("\"3,3 3,3\"", "\"3,3\""));
    let told = json(&folder, "plan-all many.csv --topology mesh:4x4 --objective makespan --format json");
    let [value, bound] = ["value", "lower_bound"].map(|key| told["phases"][0][key].as_f64().unwrap());
    assert!(bound > 200.0 && (bound..4.0 * bound).contains(&value), "{told}");
}

#[test]
fn plans_in_use_are_changed_and_say_what_was_touched() {
    let folder = Folder::new();
    for (name, to) in [("a", "5,5 2,3 4,1"), ("b", "1,4 0,5")] {
        let command = format!("plan mesh:6x6 --scheme routed-tree --source 0,0 --to {to} --out {name}.json");
        assert_eq!(folder.run(&command).status, Some(0));
    }
    let changed = json(&folder, "replan a.json b.json --without-link 0,0-1,0 --out after --format json");
    assert_eq!((&changed["free_while_changing"], &changed["plans"]), (&true.into(), &2.into()));
    assert!(!changed["changed"].as_array().unwrap().is_empty());
    let run = folder.run("check after/a.json after/b.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    let paths = "plan mesh:6x6 --scheme dual-path --source 2,2 --to 5,5 0,0 --out paths.json";
    assert_eq!(folder.run(paths).status, Some(0));
    folder.write("text.json", "{}");
    // What is lost is told, and no reason for the exit status 1.
    let gone = json(&folder, "replan b.json --without-node 1,4 0,5 --out gone --format json");
    assert_eq!(gone["changed"][0]["dropped"], serde_json::json!(["1,4", "0,5"]));
    assert_eq!(gone["changed"][0]["channels"], 0);
    let gone = json(&folder, "replan b.json --without-node 0,0 --format json");
    assert_eq!(gone["changed"][0]["dropped"].as_array().map(Vec::len), Some(2));
    // What stood in the folder for a plan that has no members now is of before.
    let run = folder.run("replan a.json b.json --without-node 1,4 0,5 --out after");
    assert!(run.err.contains("b.json is removed") && !folder.path().join("after/b.json").exists(), "{run:?}");
    let joined = json(&folder, "replan a.json --join a.json=5,0 --leave a.json=2,3 --out joined --format json");
    assert_eq!(joined["changed"].as_array().unwrap().len(), 1);
    assert_eq!(folder.run("check joined/a.json").status, Some(0));
    for (command, problem) in [
        ("replan a.json --join 5,0", "is no plan and node"),
        ("replan a.json --join c.json=5,0", "no plan is called `c.json`; there are `a.json`"),
        ("replan a.json --join a.json=9,9", "9,9"),
        ("replan a.json --without-node 9,9", "9,9"),
        ("replan a.json --join a.json=5,5", "a.json: `5,5` is a destination of it already"),
        ("replan a.json --join a.json=0,0", "a.json: `0,0` is its source"),
        ("replan a.json --join a.json=1,1 a.json=1,1", "a.json: `1,1` is a destination of it already"),
        ("replan a.json --leave a.json=1,1", "a.json: `1,1` is no destination of it"),
        ("replan paths.json --without-node 3,3", "paths.json: it has several worms"),
        ("replan nothing.json --without-node 3,3", "nothing.json"),
        ("replan text.json --without-node 3,3", "text.json"),
    ] {
        let run = folder.run(command);
        assert!(run.status == Some(2) && run.err.contains(problem), "{problem}: {run:?}");
    }
}

/// That wormhole switching deadlocks with routes that are free with virtual cut-through is told, with the command that
/// asks about the new ones alone. Names with `=` in them are found.
#[test]
fn new_routes_that_can_deadlock_point_to_the_prover() {
    let folder = Folder::new();
    let multicasts = [
        ("0,0", r#""2,2", "1,0", "2,1", "1,1", "1,2""#),
        ("0,1", r#""2,1", "2,2", "1,0", "0,0", "0,2""#),
        ("0,1", r#""2,1", "1,2""#),
        ("0,2", r#""1,2""#),
    ];
    let table = |(source, to): (&str, &str)| format!("[[multicast]]\nsource = \"{source}\"\nto = [{to}]\nflits = 16\n");
    let workload: String = multicasts.map(table).concat();
    folder.write("w.toml", format!("topology = \"mesh:3x3\"\n{workload}"));
    assert_eq!(folder.run("plan-all w.toml --objective load --out o").status, Some(0));
    let plans = "o/phase-0/0.json o/phase-0/1.json o/phase-0/2.json o/phase-0/3.json";
    let run = folder.run(&format!("replan {plans} --without-node 2,1"));
    assert!(run.status == Some(0) && run.out.contains("`wormcast prove` tells whether the new ones can"), "{run:?}");
    std::fs::copy(folder.path().join("o/phase-0/3.json"), folder.path().join("a=b.json")).unwrap();
    let run = folder.run("replan a=b.json --join a=b.json=2,2");
    assert_eq!(run.status, Some(0), "{run:?}");
}

#[test]
fn messages_that_come_later_are_delivered_later() {
    let folder = Folder::new();
    let value = |start: &str, objective: &str| {
        let text =
            format!("source,destinations,flits,phase,start_ns\n\"0,0\",\"3,0\",16,0,\n\"0,3\",\"3,3\",16,0,{start}\n");
        folder.write("load.csv", text);
        let run = folder.run(&format!("plan-all load.csv --topology mesh:4x4 --objective {objective} --format json"));
        let phase = serde_json::from_str::<serde_json::Value>(&run.out).ok().map(|all| all["phases"][0].clone());
        phase.map_or(Err(run.err), |phase| {
            Ok((phase["value"].as_f64().unwrap(), phase["lower_bound"].as_f64().unwrap()))
        })
    };
    // Three hops of 50 ns, and 15 more flits of 10 ns.
    assert_eq!(value("0", "makespan"), Ok((300.0, 300.0)));
    assert_eq!(value("1000", "makespan"), Ok((1300.0, 1300.0)));
    assert_eq!(value("1000", "load"), Ok((16.0, 16.0)));
    assert!(value("1000", "rounds").unwrap_err().contains("rounds have no times"));
    assert!(value("-1", "makespan").unwrap_err().contains("a start of -1 ns"));
}

#[test]
fn planning_is_given_up_when_its_budget_is_used_up() {
    let folder = Folder::new();
    let run = folder.run("plan-all all-gather --topology torus:48x48 --objective load --budget 1");
    assert_eq!((run.status, run.err.contains("the 1 s")), (Some(2), true), "{run:?}");
}

/// A bound holds where channels are quicker than the command says of others.
#[test]
fn channels_with_times_of_their_own_have_bounds_of_their_own() {
    let folder = Folder::new();
    let channel = |from: &str, to: &str| serde_json::json!({"from": from, "to": to, "flit_ns": 1, "router_ns": 2});
    let channels = [channel("a", "b"), channel("b", "c"), channel("a", "c")];
    let network = serde_json::json!({"format": "wormcast-network", "version": 1,
        "nodes": [{"name": "a"}, {"name": "b"}, {"name": "c"}], "channels": channels});
    folder.write("quick.json", network.to_string());
    folder.write("all.csv", "source,destinations,flits\n\"a\",\"c b\",16\n\"a\",\"b\",16\n\"b\",\"c\",16\n");
    let planned = json(&folder, "plan-all all.csv --topology file:quick.json --objective makespan --format json");
    let phase = &planned["phases"][0];
    assert!(phase["value"].as_f64() >= phase["lower_bound"].as_f64(), "{phase}");
    assert!(phase["lower_bound"].as_f64() >= Some(34.0), "{phase}");
}

/// Plans that `replan` does not change stay as they are where they do not take what is lost.
#[test]
fn plans_of_a_folder_are_changed_or_kept() {
    let folder = Folder::new();
    std::fs::create_dir(folder.path().join("plans")).unwrap();
    for (name, scheme, from, to) in [
        ("0", "shortest-path-tree", "0,0", "3,0 3,2"),
        ("1", "single-tree", "5,5", "4,5 5,4"),
        ("2", "single-tree", "0,0", "3,0 5,5"),
    ] {
        let run =
            folder.run(&format!("plan mesh:6x6 --scheme {scheme} --source {from} --to {to} --out plans/{name}.json"));
        assert_eq!(run.status, Some(0), "{run:?}");
    }
    let run = folder.run("replan plans/0.json plans/1.json --without-link 0,0-1,0 --out after");
    assert!(run.status == Some(1) && run.out.contains("kept as they are, and not in this answer"), "{run:?}");
    assert!(run.out.contains("plans/1.json") && run.out.contains("1 of 2 plans changed"), "{run:?}");
    assert_eq!(folder.run("check after/0.json after/1.json").status, Some(0));
    let run = folder.run("replan plans --without-link 0,0-1,0");
    let told = "plans/2.json: its worm enters a node twice";
    assert!(run.status == Some(2) && run.err.contains(told) && run.err.contains("shortest-path-tree"), "{run:?}");
}

/// Nodes are told by name, and why no way leads there: a network of one-way channels need not be in pieces.
#[test]
fn what_cannot_be_reached_is_told_by_name() {
    let folder = Folder::new();
    folder.write("one.edges", "x > y\ny > x\nz > x\n");
    folder.write("two.edges", "x y\nz w\n");
    for (network, why) in
        [("one", "some channels on the way lead in the other direction only"), ("two", "is in pieces")]
    {
        let multicast = "[[multicast]]\nsource = \"y\"\nto = [\"x\", \"z\"]\nflits = 16\n";
        folder.write("all.toml", format!("topology = \"file:{network}.edges\"\n{multicast}"));
        let commands =
            ["load", "rounds", "makespan"].map(|objective| format!("plan-all all.toml --objective {objective}"));
        let plan = format!("plan file:{network}.edges --scheme steiner --source y --to x z");
        for command in commands.iter().chain([&plan]) {
            let run = folder.run(command);
            let is_told = run.err.contains("no way leads from `y` to `z`: ") && run.err.contains(why);
            assert!(run.status == Some(2) && is_told, "{command}: {run:?}");
        }
    }
}

/// Worms that go on through nodes are faster for few multicasts, where they are proved.
#[test]
fn few_multicasts_are_also_planned_by_schemes_whose_worms_go_on_through_nodes() {
    let folder = Folder::new();
    let rows = ["\"1,1\",\"0,2\",4", "\"0,0\",\"2,2 1,2\",4", "\"0,1\",\"0,0 2,0\",4"];
    folder.write("few.csv", format!("source,destinations,flits\n{}\n", rows.join("\n")));
    let told = json(&folder, "plan-all few.csv --topology torus:3x3 --objective makespan --out plans --format json");
    let phase = &told["phases"][0];
    assert_eq!((phase["value"].as_f64(), phase["lower_bound"].as_f64()), (Some(130.0), Some(130.0)), "{phase}");
    assert_eq!((&phase["answer"], &phase["load"]), (&"deadlock-free".into(), &4.into()), "{phase}");
    let run = folder.run("simulate plans/phase-0 --length 4 --format json");
    assert!(run.out.contains("130"), "{run:?}");
}
