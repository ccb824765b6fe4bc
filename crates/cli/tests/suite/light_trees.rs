//! `plan --scheme steiner` on networks with weights.

use crate::support::Folder;
use serde_json::{Value, json};

const SET: &str = "--source p0s3 --to p0s5 p5s6 p2s7 p1s2 p5s2 p2s3 p2s0 p4s6";

fn cases() -> Folder {
    let folder = Folder::new();
    let from = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases/light-trees");
    for file in ["sats.edges", "eq.edges"] {
        std::fs::copy(from.join(file), folder.path().join(file)).unwrap();
    }
    folder
}

fn optimality(folder: &Folder, call: &str) -> Value {
    let run = folder.run(&format!("{call} --format json"));
    assert_eq!(run.status, Some(0), "{run:?}");
    serde_json::from_str::<Value>(&run.out).unwrap()["optimality"].clone()
}

#[test]
fn the_lightest_tree_of_satellites_weighs_206_and_has_16_links_by_hops() {
    let folder = cases();
    let by_weight = optimality(&folder, &format!("plan file:sats.edges --scheme steiner --weight weight {SET}"));
    assert_eq!(by_weight, json!({"minimizes": "weight", "value": 206, "lower_bound": 206, "exact": true}));
    for file in ["sats", "eq"] {
        let by_hops = optimality(&folder, &format!("plan file:{file}.edges --scheme steiner {SET}"));
        assert_eq!(by_hops, json!({"minimizes": "hops", "value": 16, "lower_bound": 16, "exact": true}));
    }
}

#[test]
fn cuts_are_verified_and_weights_that_are_not_told_are_missed() {
    let folder = cases();
    let call = format!("plan file:sats.edges --scheme steiner --weight weight --certificate {SET} --out plan.json");
    assert_eq!(folder.run(&call).status, Some(0));
    let run = folder.run("check plan.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.out.contains("its certificate holds: no tree has less than"), "{run:?}");
    let run = folder.run("plan mesh:4x4 --scheme steiner --weight delay --source 0,0 --to 3,3");
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("the description gives no channel `delay`"), "{run:?}");
}

/// Weights survive in every format that is written.
#[test]
fn weights_are_written_and_read_back() {
    let folder = cases();
    for file in ["net.json", "net.graphml", "net.dot"] {
        assert_eq!(folder.run(&format!("describe file:sats.edges --out {file}")).status, Some(0));
        let told = optimality(&folder, &format!("plan file:{file} --scheme steiner --weight weight {SET}"));
        assert_eq!(told["value"], 206, "{file}");
    }
}

/// A square with a short way and a cheap one, in every format: any number of channels is a weight, whatever its size.
fn squares(folder: &Folder) {
    let links = [("a", "b", 250_000.0, 1.5), ("b", "d", 250_000.5, 0.25), ("a", "c", 1.0, 1e9), ("c", "d", 2.0, 1e9)];
    let all = |line: &dyn Fn(&str, &str, f64, f64) -> String, between: &str| {
        links.map(|(a, b, weight, cost)| line(a, b, weight, cost)).join(between)
    };
    folder.write("x.edges", all(&|a, b, w, _| format!("{a} {b} {w}"), "\n"));
    folder
        .write("x.csv", format!("source,target,weight,cost\n{}", all(&|a, b, w, c| format!("{a},{b},{w},{c}"), "\n")));
    let line = |a: &str, b: &str, w: f64, c: f64| format!("{a} {b} {{'weight': {w}, 'name': 'x', 'cost': {c}}}");
    folder.write("networkx.edgelist", all(&line, "\n"));
    let link = |a: &str, b: &str, w: f64, c: f64| {
        json!({"source": a, "target": b, "weight": w, "cost": c, "cable": "blue"}).to_string()
    };
    let nodes = json!(["a", "b", "c", "d"].map(|id| json!({"id": id})));
    folder.write("node-link.json", format!("{{\"nodes\": {nodes}, \"links\": [{}]}}", all(&link, ",")));
    let edge = |a: &str, b: &str, w: f64, c: f64| {
        let id = |name: &str| name.as_bytes()[0] - b'a';
        format!("edge [ source {} target {} weight {w} cost \"{c}\" ]", id(a), id(b))
    };
    let nodes = ["a", "b", "c", "d"].iter().enumerate().map(|(id, name)| format!("node [ id {id} label \"{name}\" ]"));
    folder.write("x.gml", format!("graph [ {} {} ]", nodes.collect::<Vec<_>>().join(" "), all(&edge, " ")));
    folder.write(
        "x.dot",
        format!("graph {{ {} }}", all(&|a, b, w, c| format!("{a} -- {b} [weight={w}, cost={c}]"), "; ")),
    );
}

#[test]
fn any_number_of_channels_is_a_weight_in_every_format() {
    let folder = Folder::new();
    squares(&folder);
    let csv = "describe file:x.csv --out";
    for file in ["own.json", "x.graphml", "own.dot"] {
        assert_eq!(folder.run(&format!("{csv} {file}")).status, Some(0), "{file}");
    }
    let files = ["x.csv", "networkx.edgelist", "node-link.json", "x.gml", "x.dot", "own.json", "x.graphml", "own.dot"];
    for scheme in ["steiner", "shortest-path-tree", "ner"] {
        for file in ["x.edges"].iter().chain(&files) {
            let run = folder
                .run(&format!("plan file:{file} --scheme {scheme} --weight weight --source a --to d --out p.json"));
            assert_eq!(run.status, Some(0), "{file}: {run:?}");
            assert!(
                folder.read("p.json").contains(r#"["a","c"],[0,"c","d"]"#) || run.out.contains("a c d"),
                "{file}: {run:?}"
            );
        }
        for file in files {
            let run = folder.run(&format!("plan file:{file} --scheme {scheme} --weight cost --source a --to d"));
            assert!(run.out.contains("a b d"), "{file}: {run:?}");
        }
    }
    for file in files {
        let told = optimality(&folder, &format!("plan file:{file} --scheme steiner --weight cost --source a --to d"));
        assert_eq!(told, json!({"minimizes": "cost", "value": 1.75, "lower_bound": 1.75, "exact": true}), "{file}");
        let run = folder.run(&format!("plan file:{file} --scheme ner --weight price --source a --to d"));
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.err.contains("no channel `price`; there are `hops`, `cost`, `weight`"), "{run:?}");
    }
    let told = optimality(&folder, "plan file:x.edges --scheme steiner --weight weight --source a --to b");
    assert_eq!(told["value"], 250_000, "{told}");
}

/// The judge counts by the same name, and so do `compare` and networks with faults.
#[test]
fn the_judge_weighs_by_the_name_that_a_plan_tells() {
    let folder = Folder::new();
    squares(&folder);
    let call = "plan file:x.csv --scheme steiner --weight cost --certificate --source a --to d c --out plan.json";
    assert_eq!(folder.run(call).status, Some(0));
    let run = folder.run("check plan.json");
    assert!(run.out.contains("no tree has less than its 1000000001.75 of cost"), "{run:?}");
    folder.write("plan.json", folder.read("plan.json").replace("1000000001.75", "1.75"));
    let run = folder.run("check plan.json");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.out.contains("its worms weigh 1000000001.75 by cost"), "{run:?}");
    let told = optimality(&folder, "plan file:x.csv --without-node b --scheme steiner --weight cost --source a --to d");
    assert_eq!(told["value"], 2_000_000_000_u64);
    let words = ["compare", "file:x.csv", "--schemes", "steiner --weight cost,ner", "--source", "a", "--to", "d"];
    let run = folder.run_with(words);
    assert!(run.status == Some(0) && run.out.contains("steiner --weight cost"), "{run:?}");
}

/// What cannot be a weight is refused where it stands; very small, long and large ones are counted.
#[test]
fn weights_are_used_or_refused_with_their_line() {
    let folder = Folder::new();
    for (text, place) in [("a b 1\nb c -1\n", ":2:5"), ("a b 1e999\n", ":1:5"), ("a b nan\n", ":1:5")] {
        folder.write("x.edges", text);
        let run = folder.run("describe file:x.edges");
        assert_eq!(run.status, Some(2), "{run:?}");
        assert!(run.err.contains("a weight of") && run.err.contains(&format!("x.edges{place}]")), "{run:?}");
    }
    for (weights, value) in [
        ("1e-9 2e-9", json!(3e-9)),
        ("1e15 2", json!(1_000_000_000_000_002_u64)),
        ("0.123456789012 1", json!(1.123_456_789_012)),
    ] {
        let [a, b] = weights.split_once(' ').map(<[_; 2]>::from).unwrap();
        folder.write("x.edges", format!("a b {a}\nb c {b}\n"));
        let told = optimality(&folder, "plan file:x.edges --scheme steiner --weight weight --source a --to c");
        assert_eq!(told["value"], value, "{told}");
        assert!(told.get("rounded_to_decimals").is_none());
    }
    folder.write("x.edges", "a b 1e15\nb c 1e-9\n");
    let told = optimality(&folder, "plan file:x.edges --scheme steiner --weight weight --source a --to c");
    assert_eq!(told["rounded_to_decimals"], 3, "{told}");
    folder.write("x.edges", "a b 1e300\n");
    let run = folder.run("plan file:x.edges --scheme steiner --weight weight --source a --to b");
    assert!(run.status == Some(2) && run.err.contains("sum to 2e300"), "{run:?}");
}

/// A column without a heading is called by its number.
#[test]
fn further_columns_are_weights_too() {
    let folder = Folder::new();
    folder.write("x.edges", "a b 9 1\nb c 9 2\na c 1 7\n");
    let told = optimality(&folder, "plan file:x.edges --scheme steiner --weight 4 --source a --to c");
    assert_eq!(told["value"], 3);
}

#[test]
fn trees_are_kept_within_given_routes() {
    let folder = Folder::new();
    let call = "plan torus:4x4 --scheme steiner --within dimension-order --source 0,0 --to 1,1 2,3 3,3 --routes-out tree.txt --out plan.json";
    assert_eq!(folder.run(call).status, Some(0));
    let run = folder.run("check plan.json");
    assert!(run.status == Some(0) && !run.out.contains("within, which"), "{run:?}");
    assert_eq!(folder.run("route torus:4x4 --routing dimension-order --out unicasts.txt").status, Some(0));
    let run = folder.run("prove torus:4x4 --routes unicasts.txt --routes tree.txt");
    assert_eq!(run.status, Some(0), "{run:?}");
    // By dimension order, y comes last: no way leads up a column and then along a row.
    folder.write("routes.txt", "0,0 1,0 1,1\n1,1 0,1\n");
    let run = folder.run("plan mesh:2x2 --scheme ner --within routes.txt --source 0,0 --to 0,1");
    assert_eq!(run.status, Some(2), "{run:?}");
    assert!(run.err.contains("no way from `0,0` to `0,1` takes only turns of `routes.txt`"), "{run:?}");
    let run = folder.run("plan mesh:2x2 --scheme ner --within routes.txt --source 0,0 --to 1,1 --out plan.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(folder.run("check plan.json").out.contains("within"));
    let run = folder.run("check plan.json --beside routes.txt");
    assert!(run.status == Some(0) && !run.out.contains("does not verify"), "{run:?}");
    folder.write("routes.txt", "0,0 1,0\n1,0 1,1\n");
    let run = folder.run("check plan.json --beside routes.txt");
    assert_eq!(run.status, Some(1), "{run:?}");
    assert!(run.out.contains("holds 0,0>1,0 while it asks for 1,0>1,1"), "{run:?}");
    folder.write("cycle.txt", "0,0 1,0 1,1\n1,0 1,1 0,1\n1,1 0,1 0,0\n0,1 0,0 1,0\n");
    let run = folder.run("plan mesh:2x2 --scheme ner --within cycle.txt --source 0,0 --to 1,1");
    assert!(run.status == Some(2) && run.err.contains("closes a cycle of dependences"), "{run:?}");
}

#[test]
fn depths_are_bounded_exactly_where_there_are_few_destinations() {
    let folder = cases();
    let call = format!("plan file:sats.edges --scheme steiner --weight weight {SET} --max-depth 8");
    let told = optimality(&folder, &call);
    assert_eq!(told["exact"], true, "{told}");
    assert!(told["value"].as_u64() > Some(206), "{told}");
    for scheme in ["ner", "shortest-path-tree"] {
        let run = folder
            .run(&format!("plan file:sats.edges --scheme {scheme} --weight weight {SET} --max-depth 8 --format json"));
        let told: Value = serde_json::from_str(&run.out).unwrap();
        assert!(told["cost"]["longest_path"].as_u64() <= Some(8), "{run:?}");
    }
}

/// What light trees are light by is a column, decides what is recommended, and is asked of all schemes that take it.
#[test]
fn schemes_are_compared_by_weight() {
    let folder = Folder::new();
    folder.write("net.csv", "from,to,cost\na,b,1\nb,c,1.5\na,c,9\nc,d,1\n");
    let call =
        "compare file:net.csv --source a --to c d --schemes steiner,shortest-path-tree,single-tree --weight cost";
    let run = folder.run(call);
    let row = |name: &str| run.out.lines().find(|line| line.starts_with(name)).unwrap().to_owned();
    assert!(run.out.contains("scheme                            cost  channels"), "{run:?}");
    assert!(row("steiner --weight cost").contains("   3.50  ") && row("steiner").contains("       3  "), "{run:?}");
    assert!(run.out.contains("which has the least cost of all that are proved free of deadlock"), "{run:?}");
    let document: Value = serde_json::from_str(&folder.run(&format!("{call} --format json")).out).unwrap();
    assert_eq!(document["schemes"][0]["cost"]["weight"], json!(3.5));
    let without: Value =
        serde_json::from_str(&folder.run(&format!("{} --format json", call.replace(" --weight cost", ""))).out)
            .unwrap();
    assert_eq!(without["schemes"][0]["cost"].get("weight"), None);
    let run = folder.run("compare file:net.csv --source a --to c --weight cots");
    assert!(run.status == Some(2) && run.err.contains("there are `hops`, `cost`"), "{run:?}");
}

/// A bound need not be whole, and one on a network without delays says what is missing.
#[test]
fn delays_are_bounded_by_fractions() {
    let folder = Folder::new();
    folder.write("net.csv", "from,to,delay_ns\na,b,1.5\nb,c,2\na,c,9\n");
    let plan =
        |most: &str| folder.run(&format!("plan file:net.csv --scheme steiner --max-delay {most} --source a --to c"));
    assert_eq!(plan("3.5").status, Some(0));
    assert!(plan("3.499").err.contains("no tree brings all destinations within 3.499 ns"), "{:?}", plan("3.499"));
    assert!(plan("0").err.contains("a number above 0") && plan("nan").status == Some(2), "{:?}", plan("0"));
    let run = folder.run("plan mesh:4x4 --scheme ner --max-delay 4 --source 0,0 --destinations 2,2");
    assert!(run.err.contains("`max-delay`") && run.err.contains("a `delay_ns` or a `delay`"), "{run:?}");
}

/// Weights and bounds go with trees that are safe, and the judge weighs them again; a search has its budget.
#[test]
fn safe_trees_have_weights_and_bounds() {
    let folder = Folder::new();
    folder.write("net.csv", "from,to,cost\na,b,1\nb,a,1\nb,c,1\nc,b,1\na,d,5\nd,a,5\nd,c,5\nc,d,5\n");
    for safe in ["--within up-down:a", "--beside up-down:a", "--within layered"] {
        for scheme in ["steiner", "shortest-path-tree", "ner"] {
            let call = format!("plan file:net.csv --scheme {scheme} {safe} --weight cost --source a --to c");
            let run = folder.run(&format!("{call} --out plan.json"));
            assert!(run.status == Some(0) && run.out.contains("channels 2,"), "{call}: {run:?}");
            // The routes are by hops: the one by way of d, which costs 10, is all that its turns allow.
            let value = if safe == "--within layered" { 10 } else { 2 };
            let told = format!("minimizes cost, value {value}\n");
            assert!(scheme != "steiner" || run.out.contains(&told), "{run:?}");
            assert_eq!(folder.run("check plan.json").status, Some(0), "{call}");
            let run = folder.run(&format!("{call} --max-depth 1"));
            assert!(run.status == Some(2) && run.err.contains("one of them is 2 away at least"), "{call}: {run:?}");
        }
    }
    let run = folder.run("plan mesh:4x4 --scheme steiner --within up-down --source 0,0 --to 3,3 --budget 0s");
    assert!(run.status == Some(2) && run.err.contains("of its budget are used up"), "{run:?}");
}

/// A plan says which bound its destinations keep, `check` measures it, and `steiner` is no heavier than the other
/// schemes within the same bound.
#[test]
fn bounds_are_told_and_measured() {
    let folder = Folder::new();
    // A grid of 8 x 8 with costs and delays that have nothing to do with each other.
    let mut links = String::from("from,to,cost,delay\n");
    let mut state = 7_u64;
    let mut draw = |most: u64| {
        state = state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        1 + (state >> 33) % most
    };
    for (x, y) in (0..8).flat_map(|x| (0..8).map(move |y| (x, y))) {
        for (to_x, to_y) in [(x + 1, y), (x, y + 1)].into_iter().filter(|&(x, y)| x < 8 && y < 8) {
            links += &format!("n{x}{y},n{to_x}{to_y},{},{}\n", draw(20), draw(9));
        }
    }
    folder.write("net.csv", links);
    let to = "n07 n70 n77 n44 n25 n52 n36 n63 n11 n16 n61 n74 n47 n33 n57 n75 n02 n20";
    let plan = |scheme: &str, rest: &str| {
        let call = format!("plan file:net.csv --scheme {scheme} --weight cost --source n00 --to {to} {rest}");
        let run = folder.run(&call);
        assert_eq!(run.status, Some(0), "{call}: {run:?}");
        run
    };
    let cost = |scheme: &str, bound: &str| {
        plan(scheme, &format!("--max-delay {bound} --out plan.json"));
        assert_eq!(folder.run("check plan.json").status, Some(0));
        let plan: Value = serde_json::from_str(&folder.read("plan.json")).unwrap();
        assert_eq!(plan["bounded"], serde_json::json!({"by": "delay", "most": bound.parse::<u64>().unwrap()}));
        let hops = plan["worms"][0]["route"].as_array().unwrap().clone();
        let text = folder.read("net.csv");
        let cost_of = |a: &str, b: &str| {
            let is_link =
                |line: &&str| line.starts_with(&format!("{a},{b},")) || line.starts_with(&format!("{b},{a},"));
            text.lines().find(is_link).unwrap().split(',').nth(2).unwrap().parse::<u64>().unwrap()
        };
        hops.iter().map(|hop| cost_of(hop[1].as_str().unwrap(), hop[2].as_str().unwrap())).sum::<u64>()
    };
    for bound in ["60", "75", "100"] {
        let [own, shortest, near] = ["steiner", "shortest-path-tree", "ner"].map(|scheme| cost(scheme, bound));
        assert!(own <= shortest && own <= near, "{bound}: {own} {shortest} {near}");
    }
    let mut forged: Value = serde_json::from_str(&folder.read("plan.json")).unwrap();
    forged["bounded"]["most"] = 9.into();
    folder.write("forged.json", forged.to_string());
    let run = folder.run("check forged.json");
    assert!(run.status == Some(1) && run.out.contains("beyond the bound of 9"), "{run:?}");
}
