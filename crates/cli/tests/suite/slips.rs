//! Slips of the first hours: the message names the way on.

use crate::support::Folder;

/// What is asked, and what the message has to say.
const REFUSED: [(&str, &str); 9] = [
    ("prove mesh:4x4 --routing dimension-order --with-unicast", "leave it out to ask about the unicasts"),
    (
        "compare mesh:4x4 --source 0,0 --random 3 --schemes dual-path~--root~3,3",
        "scheme `dual-path` has no option `--root`",
    ),
    ("prove mesh:4x4 --scheme single-tree --routing dimension-order", "with `--with-unicast` it says how"),
    ("simulate a.json --buffer x", "expected a whole number above 0"),
    ("prove a.json --consumption 0", "expected a whole number above 0"),
    ("prove a.json --length 99999999999", "at most 4294967295 is looked at"),
    ("prove mesh:8x8 --scheme dual-path a.json", "a.json is a plan for mesh:4x4"),
    ("plan mesh:4x4 --source 0,0 --to 1,1", "the schemes are unicast,"),
    ("prove a.json --virtual-channels 0", "expected a whole number above 0"),
];

#[test]
fn messages_name_the_way_on() {
    let folder = Folder::new();
    assert_eq!(folder.run("plan mesh:4x4 --scheme dual-path --source 0,0 --to 3,3 0,3 --out a.json").status, Some(0));
    for (command, told) in REFUSED {
        // A tilde stands for a blank within a word.
        let words: Vec<_> = command.split(' ').map(|word| word.replace('~', " ")).collect();
        let run = folder.run_with(words.iter().map(String::as_str));
        let text = run.err.split_whitespace().collect::<Vec<_>>().join(" ");
        assert!(run.status == Some(2) && text.contains(told), "{command}: {run:?}");
    }
    assert_eq!(folder.run("report a.json --out rep.html").status, Some(0));
}

/// Ten routes are no routing that forgot the others.
#[test]
fn a_few_routes_are_asked_about_alone() {
    let folder = Folder::new();
    folder.write("few.txt", "0,0 1,0 2,0\n3,3 3,2\n");
    let run = folder.run("prove mesh:4x4 --routes few.txt");
    let told = "238 pairs without a route, of which this says nothing: these are routes of 2 pairs";
    assert!(run.status == Some(0) && run.out.contains(told) && !run.out.contains("up-down"), "{run:?}");
    assert!(!run.out.contains("from 0,0 to"), "{run:?}");
    let run = folder.run("check mesh:4x4 --routes few.txt");
    assert!(run.out.contains("238") && !run.out.contains("from 0,0 to"), "{run:?}");
}

/// What is wrong with imported paths stands on a line of their file, and nothing is left that is in the way of the next
/// try.
#[test]
fn imports_name_lines_and_leave_nothing_bad() {
    let folder = Folder::new();
    folder.write("routes.txt", "# by hand\n0,0 1,0\n\n0,0 0,1 0,2\n0,0 1,0 0,0\n");
    let run = folder.run("import routes.txt --topology mesh:4x4 --out out");
    assert!(run.status == Some(1) && run.out.contains("routes.txt:5: "), "{run:?}");
    assert!(!folder.path().join("out").exists(), "{run:?}");
    folder.write("routes.txt", "# by hand\n0,0 1,0\n\n0,0 0,1 0,2\n");
    let run = folder.run("import routes.txt --topology mesh:4x4 --out out");
    assert_eq!(run.status, Some(0), "{run:?}");
    let plan: serde_json::Value = serde_json::from_str(&folder.read("out/0.json")).unwrap();
    assert_eq!(plan["lines"], serde_json::json!([2, 4]));
}

/// A command about a folder of many plans can be pasted.
#[test]
fn a_folder_is_named_in_place_of_its_many_plans() {
    let folder = Folder::new();
    let ring = ["0 1 2", "1 2 3", "2 3 4", "3 4 5", "4 5 6", "5 6 7", "6 7 8", "7 8 9", "8 9 0", "9 0 1"];
    folder.write("ring.txt", ring.join("\n"));
    assert_eq!(folder.run("import ring.txt --topology torus:10 --out ring").status, Some(0));
    let run = folder.run("prove ring");
    let command = run.out.lines().last().unwrap().trim();
    assert_eq!((run.status, command), (Some(1), "wormcast mend ring"), "{run:?}");
}
