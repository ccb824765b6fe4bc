//! Tables that leave a choice among several next hops, and tables whose routes run in loops.

use crate::support::Folder;

/// A table of mesh:3x3 in which every router sends by any channel that leads closer and that is allowed; a row for each
/// next hop, or one for all of them.
fn table(in_one_cell: bool, is_allowed: impl Fn([i32; 2], [i32; 2], [i32; 2]) -> bool) -> String {
    let name = |[x, y]: [i32; 2]| format!("{x},{y}");
    let nodes = || (0..9_i32).map(|number| [number % 3, number / 3]);
    let mut text = String::from("router;destination;next\n");
    for at in nodes() {
        for to in nodes().filter(|&to| to != at) {
            let closer = [[(to[0] - at[0]).signum(), 0], [0, (to[1] - at[1]).signum()]];
            let steps = closer.into_iter().filter(|step| *step != [0, 0]);
            let nexts: Vec<_> =
                steps.map(|[x, y]| [at[0] + x, at[1] + y]).filter(|&next| is_allowed(at, next, to)).collect();
            let rows: Vec<_> = match in_one_cell {
                true => vec![nexts.into_iter().map(name).collect::<Vec<_>>().join("|")],
                false => nexts.into_iter().map(name).collect(),
            };
            rows.into_iter().for_each(|next| text += &format!("{};{};{next}\n", name(at), name(to)));
        }
    }
    text
}

/// West first: while a message has to go west, it goes nowhere else.
fn west_first(at: [i32; 2], next: [i32; 2], to: [i32; 2]) -> bool {
    to[0] >= at[0] || next[0] < at[0]
}

#[test]
fn choices_are_proved_as_a_whole() {
    let folder = Folder::new();
    for in_one_cell in [false, true] {
        folder.write("any.csv", table(in_one_cell, |_, _, _| true));
        folder.write("west.csv", table(in_one_cell, west_first));
        let run = folder.run("prove mesh:3x3 --routes any.csv --save-plans saved --out any.json");
        assert!(run.status == Some(1) && run.out.contains("36 entries leave a choice"), "{run:?}");
        // The messages of the deadlock keep to what the table allows, and stop.
        let replay = folder.run(&run.simulate_command());
        assert!(replay.status == Some(1) && replay.out.contains("deadlock"), "{replay:?}");
        assert!(!run.out.contains("layered:"), "{run:?}");
        let run = folder.run("prove mesh:3x3 --routes west.csv --out west.json");
        assert!(run.status == Some(0) && run.out.contains("whatever routers choose"), "{run:?}");
        for proof in ["any.json", "west.json"] {
            let run = folder.run(&format!("check {proof}"));
            assert_eq!(run.status, Some(0), "{proof}: {run:?}");
        }
    }
    // A choice that is taken away is noticed.
    folder.write("west.csv", table(false, |at, next, to| west_first(at, next, to) && (at, to) != ([0, 0], [2, 2])));
    assert_eq!(folder.run("check west.json").status, Some(1));
}

#[test]
fn choices_count_in_every_form_of_the_question() {
    let folder = Folder::new();
    folder.write("any.csv", table(false, |_, _, _| true));
    folder.write("west.csv", table(false, west_first));
    for (file, status) in [("any.csv", 1), ("west.csv", 0)] {
        for question in ["--routing", "--scheme unicast --routing"] {
            let run = folder.run(&format!("prove mesh:3x3 {question} {file}"));
            assert_eq!(run.status, Some(status), "{question} {file}: {run:?}");
        }
    }
    let run = folder.run("check mesh:3x3 --routes any.csv");
    assert!(run.status == Some(0) && run.out.contains("choices    at 36 entries"), "{run:?}");
    let run = folder.run("prove mesh:3x3 --routing layered:any.csv");
    assert!(run.status == Some(2) && run.err.contains("leaves a choice"), "{run:?}");
    // Where each choice leads on but one, the pairs by way of it have no route.
    folder.write("hole.csv", table(false, |at, _, to| (at, to) != ([1, 1], [2, 2])));
    let run = folder.run("check mesh:3x3 --routes hole.csv");
    assert!(run.status == Some(1) && run.out.contains("dead ends  3"), "{run:?}");
}

#[test]
fn routes_in_loops_are_not_called_free() {
    let folder = Folder::new();
    folder.write("loop.csv", "router,destination,next\n0,2,1\n1,2,0\n0,1,1\n");
    let run = folder.run("prove ring:4 --routes loop.csv --out loop.json");
    assert!(run.status == Some(1) && run.out.contains("the routes of 2 pairs run in loops"), "{run:?}");
    assert!(
        folder.read("loop.json").contains("\"answer\": \"unknown\"")
            || folder.read("loop.json").contains("\"answer\":\"unknown\"")
    );
    let run = folder.run("plan ring:4 --scheme single-tree --root 0 --source 0 --to 1 2 --out plan.json");
    assert_eq!(run.status, Some(0), "{run:?}");
    for question in ["prove plan.json --routes loop.csv", "prove ring:4 --scheme unicast --routing loop.csv"] {
        let run = folder.run(question);
        assert!(run.status != Some(0) && (run.err + &run.out).contains("loop"), "{question}");
    }
}

/// Buffers that take two messages are filled by three.
#[test]
fn deep_buffers_behind_the_tail_are_filled() {
    let folder = Folder::new();
    let rows =
        (0..4).flat_map(|at| (0..4).filter(move |&to| to != at).map(move |to| format!("{at},{to},{}\n", (at + 1) % 4)));
    folder.write("clockwise.csv", format!("router,destination,next\n{}", rows.collect::<String>()));
    for (length, buffer) in [(4, 8), (4, 16)] {
        let routers = format!("--switching cut-through --handover tail --length {length} --buffer {buffer}");
        let run = folder.run(&format!("prove ring:4 --routes clockwise.csv {routers} --save-plans saved"));
        assert_eq!(run.status, Some(1), "{run:?}");
        let replay = folder.run(&run.simulate_command());
        assert!(replay.status == Some(1) && replay.out.contains("deadlock"), "{replay:?}");
    }
}

#[test]
fn a_ring_without_a_dateline_names_the_one_that_has() {
    let folder = Folder::new();
    let run = folder.run("prove ring:6 --scheme unicast --virtual-channels 2");
    assert!(run.status == Some(1) && run.out.contains("`torus:6`"), "{run:?}");
    assert_eq!(folder.run("prove torus:6 --scheme unicast --virtual-channels 2").status, Some(0));
}

/// What arrives when it is sent at once may hang at other times.
#[test]
fn a_report_says_whether_plans_can_deadlock() {
    let folder = Folder::new();
    folder.write("fork.edges", "S A\nS B\nT A\nT B\nA A2\nB B2\n");
    folder.write("fork.txt", "S A A2\nS B B2\nT A A2\nT B B2\n");
    let run = folder.run("import fork.txt --topology file:fork.edges --tree --out fork");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert_eq!(folder.run("prove fork").status, Some(1));
    let run = folder.run("report fork");
    assert!(run.status == Some(1) && run.out.contains("can deadlock"), "{run:?}");
}
