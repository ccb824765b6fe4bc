//! `wormcast reproduce`: which figures a name means, quick runs, threads.

use crate::support::Folder;

#[test]
fn the_beginning_of_a_name_will_do_if_it_is_that_of_one_figure() {
    let folder = Folder::new();
    let run = folder.run("reproduce mot-theorem-2 mot-theorem-2 --quick --out out");
    assert_eq!(run.status, Some(0), "{run:?}");
    assert!(run.out.contains("A quick run is no verdict: it takes smaller networks"), "{}", run.out);
    let short = folder.run("reproduce dstm-rep --quick --out short --format json");
    assert!(short.out.contains("dstm-repacking"), "{short:?}");
    assert!(folder.files().contains(&"short".to_owned()));
}

#[test]
fn a_name_that_means_none_or_several_is_refused() {
    let folder = Folder::new();
    for (call, parts) in [
        ("reproduce dstm-theorem-5", ["dstm-theorem-5.1, dstm-theorem-5.2", "`dstm-theorem-5*`"]),
        ("reproduce mot-theorm-2", ["unknown figure `mot-theorm-2`", "did you mean `mot-theorem-2`?"]),
        ("reproduce none-*", ["unknown figure `none-*`", "`wormcast list` shows all"]),
    ] {
        let run = folder.run(call);
        assert_eq!((run.status, &*run.out), (Some(2), ""), "{run:?}");
        assert!(parts.iter().all(|part| run.err.contains(part)), "{call}: {}", run.err);
    }
    assert!(folder.files().is_empty(), "nothing is written");
}

#[test]
fn a_star_takes_all_that_begin_so_whatever_the_threads() {
    let folder = Folder::new();
    let results = ["1", "2", "5"].map(|threads| {
        let call = format!("reproduce mot-theorem-* --quick --format json --threads {threads} --out with-{threads}");
        let run = folder.run(&call);
        assert_eq!(run.status, Some(0), "{run:?}");
        run.out
    });
    assert!(results[0].contains("\"mot-theorem-2\"") && results[0].matches("\"figure\"").count() > 1, "{}", results[0]);
    assert!(results.iter().all(|result| *result == results[0]));
}
