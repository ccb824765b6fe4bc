//! Tables of routers as CSV: whoever follows them from the source comes to all destinations.

use crate::support::Folder;
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};

/// The lines of a table, each by worm, node and the channel by which the worm comes: where it goes, and whether it is
/// taken in.
type Lines = BTreeMap<[String; 3], (Vec<String>, bool)>;

/// The columns of a line, some of them between quotation marks.
fn columns(line: &str) -> Vec<String> {
    let mut columns = vec![String::new()];
    let mut is_quoted = false;
    for c in line.chars() {
        match c {
            '"' => is_quoted = !is_quoted,
            ',' if !is_quoted => columns.push(String::new()),
            _ => columns.last_mut().unwrap().push(c),
        }
    }
    columns
}

fn lines(table: &str) -> Lines {
    let rows = table.lines().skip(1).map(columns);
    let line = |row: Vec<String>| {
        let [_, worm, node, comes_by, _, out, _, deliver] = row.try_into().unwrap();
        let out = out.split_whitespace().map(str::to_owned).collect();
        ([worm, node, comes_by], (out, deliver == "1"))
    };
    rows.map(line).collect()
}

/// The nodes that take the message in, where each worm is followed from its origin by what routers know.
fn delivered(lines: &Lines, origins: &[(String, String)]) -> BTreeSet<String> {
    let mut delivered = BTreeSet::new();
    let mut open: Vec<_> = origins.iter().map(|(worm, node)| [worm.clone(), node.clone(), String::new()]).collect();
    while let Some(here) = open.pop() {
        let (out, is_taken) = &lines[&here];
        let [worm, node, _] = here;
        for channel in out {
            let (from, to) = channel.split_once('>').unwrap();
            assert_eq!(from, node);
            open.push([worm.clone(), to.to_owned(), channel.clone()]);
        }
        assert!(!is_taken || delivered.insert(node), "it is taken in once");
    }
    delivered
}

#[test]
fn whoever_follows_the_tables_comes_to_all_destinations() {
    let folder = Folder::new();
    let faults = "--without-node 2,2 5,4";
    for (scheme, options) in
        [("single-tree", ""), ("dual-path", ""), ("unicast-tree", ""), ("steiner", "--beside up-down")]
    {
        let to = "6,1 7,7 0,6 3,3 5,5 1,4";
        let plan = format!("plan mesh:8x8 {faults} --scheme {scheme} {options} --source 1,6 --to {to} --out plan.json");
        assert_eq!(folder.run(&plan).status, Some(0), "{scheme}");
        let run = folder.run("tables plan.json --form csv --out routers.csv");
        assert_eq!(run.status, Some(0), "{run:?}");
        let table = folder.read("routers.csv");
        let plan: Value = serde_json::from_str(&folder.read("plan.json")).unwrap();
        let worms = plan["worms"].as_array().unwrap();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let origins: Vec<_> = worms.iter().map(|worm| (worm["id"].to_string(), text(&worm["origin"]))).collect();
        let wanted: BTreeSet<_> = to.split(' ').map(str::to_owned).collect();
        assert_eq!(delivered(&lines(&table), &origins), wanted, "{scheme}: {table}");
        let hops: usize = worms.iter().map(|worm| worm["route"].as_array().unwrap().len()).sum();
        assert_eq!(table.lines().count(), 1 + hops + worms.len());
    }
}

#[test]
fn keys_do_not_run_over() {
    let folder = Folder::with_plan();
    let tables = |rest: &str| folder.run(&format!("tables plan.json --form csv --out routers.csv --first-key {rest}"));
    assert_eq!(tables("0xFFFFFFFF").status, Some(0));
    folder.run("plan mesh:4x4 --scheme dual-path --source 0,0 --to 1,1 --out other.json");
    let run = folder.run("tables plan.json other.json --form csv --out routers.csv --first-key 0xFFFFFFFF");
    assert!(run.status == Some(2) && run.err.contains("the last key is 0xffffffff"), "{run:?}");
}
