//! Sweeps: the same table whatever the threads, the parts and the interruptions.

mod saturation;

use std::io::Write;
use std::path::Path;
use wormcast_eval::experiment::Experiment;
use wormcast_eval::run::{Figures, RunOutcome, Unpaired};
use wormcast_eval::sweep::{
    Apart, CellId, HeatMap, Shard, Store, SweepDocument, cells, collect, differences, heat_maps, latency_charts, rows,
    run_missing, summaries, write_channels, write_csv,
};
use wormcast_eval::traffic::MessageClass;

const EXPERIMENT: &str = r#"
topology = "mesh:4x4"
schemes = ["unicast", "dual-path"]
loads = [0.05, 0.1, 4.0]
seeds = [1, 2]
traffic.multicast = { destinations = 4 }
timing.length_flits = 8
statistics = { half_width_share = 0.2, max_messages = 4000 }
"#;

fn experiment() -> Experiment {
    Experiment::parse(EXPERIMENT, Path::new(".")).unwrap()
}

fn run(store: &Store, threads: usize, shard: Shard) {
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
    pool.install(|| run_missing(&experiment(), store, shard, |_, _| {})).unwrap();
}

fn table(store: &Store) -> String {
    let mut csv = Vec::new();
    write_csv(&rows(&collect(&experiment(), store).unwrap()), &mut csv).unwrap();
    String::from_utf8(csv).unwrap()
}

#[test]
fn threads_parts_and_interruptions_do_not_show() {
    let folder = tempfile::tempdir().unwrap();
    let store = |name: &str| Store::open(&folder.path().join(name)).unwrap();
    let [whole, parts, broken] = ["whole", "parts", "broken"].map(store);
    run(&whole, 1, Shard::WHOLE);
    let expected = table(&whole);
    for part in ["3/3", "1/3", "2/3"] {
        assert!(collect(&experiment(), &parts).is_err(), "parts are missing before {part}");
        run(&parts, 2, part.parse().unwrap());
    }
    assert_eq!(table(&parts), expected);
    // A run that was killed: some cells are there, and one is a torn file.
    run(&broken, 2, "1/2".parse().unwrap());
    let torn = cells(&experiment())[0].key.clone();
    std::fs::write(folder.path().join("broken").join(format!("{}.json", torn.as_str())), "{\"outc").unwrap();
    run(&broken, 2, Shard::WHOLE);
    assert_eq!(table(&broken), expected);
}

/// Another root is another tree, and so other figures; another label is the same cell.
#[test]
fn options_decide_the_results_and_labels_do_not() {
    let of = |entry: &str| {
        let schemes = format!("schemes = [{entry}]");
        let text = EXPERIMENT.replace("schemes = [\"unicast\", \"dual-path\"]", &schemes);
        Experiment::parse(&text.replace("4.0]", "0.2]"), Path::new(".")).unwrap()
    };
    let [plain, corner, other_label] = [
        "'single-tree'",
        "{ scheme = 'single-tree', root = '0,0' }",
        "{ scheme = 'single-tree', root = '0,0', label = 'corner' }",
    ]
    .map(of);
    let keys = |experiment: &Experiment| cells(experiment).into_iter().map(|cell| cell.key).collect::<Vec<_>>();
    assert_ne!(keys(&plain), keys(&corner));
    assert_eq!(keys(&corner), keys(&other_label));
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let mean = |experiment: &Experiment| {
        run_missing(experiment, &store, Shard::WHOLE, |_, _| {}).unwrap();
        let rows = rows(&collect(experiment, &store).unwrap());
        (rows[0].scheme.clone(), rows[0].mean_latency_ns.unwrap())
    };
    let (plain, corner, other_label) = (mean(&plain), mean(&corner), mean(&other_label));
    assert!(plain.1 < corner.1, "the root of the plain tree is near the middle: {} and {} ns", plain.1, corner.1);
    assert_eq!(
        (plain.0.as_str(), corner.0.as_str(), other_label.0.as_str()),
        ("single-tree", "single-tree root=0,0", "corner")
    );
    assert_eq!(corner.1, other_label.1);
}

/// The whole table of a small sweep, reviewed when it changes (`UPDATE_GOLDEN=1 cargo test -p wormcast-eval` writes it
/// anew).
#[test]
fn a_small_sweep_gives_the_golden_table() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let golden = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/small-sweep.csv");
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(&golden, table(&store)).unwrap();
    }
    assert_eq!(table(&store), std::fs::read_to_string(golden).unwrap());
}

#[test]
fn every_channel_of_every_cell_has_its_share() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let mut csv = Vec::new();
    write_channels(&*experiment().topology, &collect(&experiment(), &store).unwrap(), &mut csv).unwrap();
    let text = String::from_utf8(csv).unwrap();
    assert_eq!(text.lines().count(), 1 + 12 * 48);
    assert!(text.lines().nth(1).unwrap().starts_with("unicast,0.05,1,\"0,0\",\"1,0\",0."));
}

#[test]
fn only_missing_cells_are_run() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, "1/2".parse().unwrap());
    let first = std::sync::Mutex::new(None);
    run_missing(&experiment(), &store, Shard::WHOLE, |finished, all| {
        first.lock().unwrap().get_or_insert((finished, all));
    })
    .unwrap();
    assert_eq!(first.into_inner().unwrap(), Some((6, 12)));
}

#[test]
fn keys_change_with_all_that_decides_a_result() {
    let keys = |text: &str| -> Vec<String> {
        let experiment = Experiment::parse(text, Path::new(".")).unwrap();
        cells(&experiment).iter().map(|cell| cell.key.as_str().to_owned()).collect()
    };
    let base = keys(EXPERIMENT);
    assert_eq!(base.len(), 12);
    for (old, new) in [
        ("mesh:4x4", "mesh:4x5"),
        ("destinations = 4", "destinations = 5"),
        ("length_flits = 8", "length_flits = 9"),
        ("half_width_share = 0.2", "half_width_share = 0.1"),
    ] {
        let other = keys(&EXPERIMENT.replace(old, new));
        assert!(base.iter().all(|key| !other.contains(key)), "{new}");
    }
}

/// The trees of dstm-1 have a class of consumption channels each.
#[test]
fn consumption_classes_work_in_sweeps() {
    let text = EXPERIMENT.replace("mesh:4x4", "torus:4x4").replace("\"unicast\", \"dual-path\"", "\"dstm-1\"");
    let text = text.replace("timing.length_flits = 8", "timing = { length_flits = 8, consumption = 2 }");
    let experiment = Experiment::parse(&text, Path::new(".")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run_missing(&experiment, &store, Shard::WHOLE, |_, _| {}).unwrap();
    let results = collect(&experiment, &store).unwrap();
    assert!(results.iter().all(|(_, figures)| figures.outcome != RunOutcome::Deadlock));
    assert!(results.iter().any(|(_, figures)| figures.outcome == RunOutcome::Steady));
}

/// However many faults a network has, and however long the name of a scheme is, the load is there whole.
#[test]
fn titles_of_heat_maps_have_their_load() {
    let faults = "without_nodes = [\"1,1\"]\nwithout_links = [[\"2,1\", \"3,1\"], [\"0,0\", \"0,1\"], [\"2,3\", \"3,3\"]]\nschemes";
    let text = EXPERIMENT.replacen("schemes", faults, 1).replace(", \"dual-path\"", "");
    let experiment = Experiment::parse(&text, Path::new(".")).unwrap();
    let shares = vec![0.5; experiment.topology.graph().channel_count()];
    for scheme in ["unicast", &"a scheme of many words ".repeat(6)] {
        let map = HeatMap { scheme: scheme.to_owned(), file_label: "x".into(), load: 0.020_45, shares: shares.clone() };
        let svg = map.svg(&experiment, None).unwrap().unwrap();
        assert!(svg.contains(" at 0.02045 messages per node per µs"), "{svg}");
    }
}

/// What the table says at its end is in a document, with the network and the unit.
#[test]
fn a_document_has_what_the_sweep_found() {
    let flits = EXPERIMENT.replace("loads = [0.05, 0.1, 4.0]", "loads = [0.004, 0.32]\nloads_in = \"flits-per-cycle\"");
    let experiment = Experiment::parse(&flits, Path::new(".")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run_missing(&experiment, &store, Shard::WHOLE, |_, _| {}).unwrap();
    let results = collect(&experiment, &store).unwrap();
    let (rows, all) = (rows(&results), summaries(&experiment, &store, &results).unwrap());
    let document = SweepDocument::new(&experiment, &results, &all);
    document.write(folder.path()).unwrap();
    let text = std::fs::read_to_string(folder.path().join("summary.json")).unwrap();
    let said: serde_json::Value = serde_json::from_str(&text).unwrap();
    assert_eq!((&said["topology"], &said["loads_in"]), (&"mesh:4x4".into(), &"flits-per-cycle".into()));
    let unicast = &said["schemes"][0];
    assert_eq!(unicast["zero_load_latency_ns"], all[0].zero_load_latency_ns.unwrap());
    assert_eq!((&unicast["in_unit"]["carried_up_to"], &unicast["in_unit"]["fails_at"]), (&0.004.into(), &0.32.into()));
    // Eight flits of 10 ns a message.
    assert!((unicast["fails_at"].as_f64().unwrap() - 4.0).abs() < 1e-9 && unicast["fails_by"] == "saturated", "{text}");
    let difference = &said["differences"][0];
    assert_eq!((&difference["scheme"], &difference["load_in_unit"]), (&"dual-path".into(), &0.004.into()));
    assert!(said.get("rows").is_none());
    let with_rows = serde_json::to_value(document.with_rows(&rows)).unwrap();
    assert_eq!(with_rows["rows"][0]["load_in_unit"], 0.004);
}

#[test]
fn heat_maps_show_the_highest_load_at_which_every_seed_was_steady() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let mut results = collect(&experiment(), &store).unwrap();
    // Each scheme has 2 seeds at each of 3 loads: one seed of dual-path over its budget, unicast steady at all lower
    // loads.
    results.iter_mut().for_each(|(cell, figures)| {
        figures.outcome = if cell.load < 1.0 { RunOutcome::Steady } else { RunOutcome::Saturated };
        if (cell.scheme.label.as_str(), cell.load, cell.seed) == ("dual-path", 0.1, 2) {
            figures.outcome = RunOutcome::Budget;
        }
    });
    let maps = heat_maps(&experiment(), &results);
    let found: Vec<_> = maps.iter().map(|map| (map.scheme.as_str(), map.load)).collect();
    assert_eq!(found, [("unicast", 0.1), ("dual-path", 0.05)]);
    let share = |seed| {
        let cell = results
            .iter()
            .find(|(cell, _)| (cell.scheme.label.as_str(), cell.load, cell.seed) == ("unicast", 0.1, seed));
        cell.unwrap().1.utilisation[5]
    };
    assert!(share(1) != share(2) && (maps[0].shares[5] - (share(1) + share(2)) / 2.0).abs() < 1e-12);
    let svg = maps[0].svg(&experiment(), None).unwrap().unwrap();
    assert!(svg.contains("unicast on mesh:4x4 at 0.1 messages per node per µs"));
    results.iter_mut().for_each(|(_, figures)| figures.outcome = RunOutcome::Saturated);
    assert!(heat_maps(&experiment(), &results).is_empty());
}

#[test]
fn networks_too_large_to_draw_have_no_heat_map() {
    let large = Experiment::parse(&EXPERIMENT.replace("mesh:4x4", "mesh:80x80"), Path::new(".")).unwrap();
    let shares = vec![0.0; large.topology.graph().channel_count()];
    let map =
        wormcast_eval::sweep::HeatMap { scheme: "unicast".into(), file_label: "unicast".into(), load: 0.1, shares };
    assert_eq!(map.svg(&large, None), Ok(None));
}

/// A writer that takes so many bytes, and then says that the disk is full.
struct FullDisk(usize);

impl Write for FullDisk {
    fn write(&mut self, bytes: &[u8]) -> std::io::Result<usize> {
        let taken = bytes.len().min(self.0);
        self.0 -= taken;
        match taken {
            0 if !bytes.is_empty() => Err(std::io::ErrorKind::StorageFull.into()),
            _ => Ok(taken),
        }
    }

    fn flush(&mut self) -> std::io::Result<()> {
        Ok(())
    }
}

#[test]
fn a_full_disk_is_an_error_wherever_it_happens() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let results = collect(&experiment(), &store).unwrap();
    let (rows, network) = (rows(&results), experiment().topology);
    let whole = table(&store).len();
    for room in [0, 1, 100, whole / 2, whole - 1] {
        assert!(write_csv(&rows, FullDisk(room)).is_err(), "{room}");
        assert!(wormcast_eval::sweep::write_json(&rows, FullDisk(room)).is_err(), "{room}");
        assert!(write_channels(&*network, &results, FullDisk(room)).is_err(), "{room}");
        #[cfg(feature = "parquet")]
        assert!(wormcast_eval::sweep::write_parquet(&rows, FullDisk(room.min(100))).is_err(), "{room}");
    }
    assert!(write_csv(&rows, FullDisk(whole)).is_ok());
}

#[test]
fn a_full_disk_leaves_the_file_before_and_is_told_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("results.csv");
    std::fs::write(&path, "old").unwrap();
    let full = |file: &mut dyn Write| {
        file.write_all(b"half of it")?;
        FullDisk(3).write_all(b"half of it")
    };
    let error = wormcast_eval::write_named(&path, full).unwrap_err();
    assert!(error.to_string().contains("results.csv: "), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), "old");
    assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1);
}

#[test]
fn damaged_cells_are_told_and_run_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let expected = table(&store);
    let cells = cells(&experiment());
    let path = |cell: usize| folder.path().join(format!("{}.json", cells[cell].key.as_str()));
    let text = std::fs::read_to_string(path(1)).unwrap();
    std::fs::write(path(1), &text[..text.len() / 2]).unwrap();
    std::fs::copy(path(3), path(2)).unwrap();
    // One channel too few, kept as a whole result: as a file of another network would be.
    assert_eq!(collect(&experiment(), &store).unwrap_err(), 2);
    let wormcast_eval::sweep::Kept::Whole(mut figures) = wormcast_eval::sweep::kept(&experiment(), &store, &cells[0])
    else {
        panic!("the cell is whole")
    };
    figures.utilisation.pop();
    store.save(&cells[0].key, &figures).unwrap();
    assert_eq!(collect(&experiment(), &store).unwrap_err(), 3);
    let damaged = run_missing(&experiment(), &store, Shard::WHOLE, |_, _| {}).unwrap();
    let keys: Vec<_> = damaged.iter().map(|cell| &cell.key).collect();
    assert_eq!(keys, [&cells[0].key, &cells[1].key, &cells[2].key]);
    assert_eq!(table(&store), expected);
}

#[test]
fn the_summary_says_what_each_scheme_is_capable_of() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let results = collect(&experiment(), &store).unwrap();
    let all = wormcast_eval::sweep::summaries(&experiment(), &store, &results).unwrap();
    for one in &all {
        let zero = one.zero_load_latency_ns.unwrap();
        assert!((200.0..250.0).contains(&zero), "{one:?}");
        assert_eq!((one.steady_up_to, one.fails_at), (Some(0.1), Some((4.0, RunOutcome::Saturated))));
        // Eight flits of 10 ns a message.
        let throughput = one.throughput.unwrap();
        assert!(throughput.messages > 0.09 && (throughput.flits / throughput.messages - 0.08).abs() < 1e-12, "{one:?}");
    }
}

#[test]
fn a_disconnected_network_is_told_by_name() {
    let folder = tempfile::tempdir().unwrap();
    let edges = folder.path().join("two.edges");
    std::fs::write(&edges, "a b\nc d\n").unwrap();
    let text = EXPERIMENT.replace("mesh:4x4", &format!("file:{}", edges.display()));
    let text = text.replace(", \"dual-path\"", "").replace("destinations = 4", "destinations = 1");
    let experiment = Experiment::parse(&text, Path::new(".")).unwrap();
    let store = Store::open(&folder.path().join("cells")).unwrap();
    let error = run_missing(&experiment, &store, Shard::WHOLE, |_, _| {}).unwrap_err().to_string();
    assert!(error.contains("`a`") || error.contains("`b`"), "{error}");
    assert!(error.ends_with("the network is disconnected"), "{error}");
}

/// A scheme that cannot plan the sets does not keep the others from being measured; any number of threads tell of the
/// same cell.
#[test]
fn one_scheme_that_cannot_plan_leaves_the_others_alone() {
    let shallow = "{ scheme = \"steiner\", max_depth = 1 }";
    let text = EXPERIMENT.replace("\"unicast\",", &format!("\"unicast\", {shallow},"));
    let experiment = Experiment::parse(&text, Path::new(".")).unwrap();
    for threads in [1, 3] {
        let folder = tempfile::tempdir().unwrap();
        let store = Store::open(folder.path()).unwrap();
        let pool = rayon::ThreadPoolBuilder::new().num_threads(threads).build().unwrap();
        let error = pool.install(|| run_missing(&experiment, &store, Shard::WHOLE, |_, _| {})).unwrap_err();
        assert!(error.to_string().starts_with("steiner max-depth=1 at 0.05 with seed 1: "), "{error}");
        for cell in cells(&experiment) {
            assert_eq!(store.has(&cell.key), !cell.scheme.label.starts_with("steiner"), "{cell}");
        }
    }
}

/// Time in the number of seeds is not quadratic: this would take minutes.
#[test]
fn very_many_seeds_are_read_at_once() {
    let seeds: Vec<_> = (0..600_000).map(|seed| seed.to_string()).collect();
    let text = EXPERIMENT.replace("[1, 2]", &format!("[{}]", seeds.join(",")));
    assert_eq!(Experiment::parse(&text, Path::new(".")).unwrap().seeds.len(), seeds.len());
}

/// The same messages: a scheme does not differ from itself, and a difference is known better than the means are.
#[test]
fn differences_are_known_better_than_means() {
    let text = "topology = 'mesh:4x4'\nschemes = ['dual-path', { scheme = 'dual-path', label = 'same' }, 'unicast']\n\
        loads = [0.1]\nseeds = [1, 2]\ntraffic.multicast = { destinations = 4 }\ntiming.length_flits = 8\n\
        statistics = { half_width_share = 0.05, max_messages = 20000 }";
    let experiment = Experiment::parse(text, Path::new(".")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run_missing(&experiment, &store, Shard::WHOLE, |_, _| {}).unwrap();
    let results = collect(&experiment, &store).unwrap();
    let found = differences(&experiment, &results);
    let classes = [None, Some(MessageClass::Unicast), Some(MessageClass::Multicast)];
    assert_eq!(found.iter().map(|one| one.class).collect::<Vec<_>>(), [classes, classes].concat());
    let (same, unicast) = (&found[0], &found[3]);
    assert_eq!(found[1].latency_ns, same.latency_ns);
    // Multicasts as unicasts take longer, and so do unicasts beside them.
    assert!(found[5].latency_ns.by.mean > found[3].latency_ns.by.mean, "{found:?}");
    assert!(found.iter().all(|one| one.latency_ns.paired && one.unpaired.is_empty()), "{found:?}");
    assert_eq!((same.latency_ns.by.mean, same.latency_ns.by.half_width), (0.0, Some(0.0)));
    let rows = rows(&results);
    let means = |scheme: &str| {
        let own = rows.iter().filter(|row| row.scheme == scheme && row.traffic == "all");
        own.map(|row| (row.mean_latency_ns.unwrap(), row.ci95_ns.unwrap())).collect::<Vec<_>>()
    };
    let gap = |at: usize| means("unicast")[at].0 - means("dual-path")[at].0;
    let Apart { by, paired } = unicast.latency_ns;
    assert!(paired && (by.mean - (gap(0) + gap(1)) / 2.0).abs() < 1e-9, "as the table has it: {unicast:?}");
    assert!(by.half_width.unwrap() < means("unicast")[0].1, "{unicast:?}");
    // One run warms up longer than the others last: then the means themselves are compared.
    let mut results = results;
    results[0].1.warm_up = Some(1 << 40);
    let found = differences(&experiment, &results);
    let (same, alone) = (&found[0], &found[3]);
    assert_eq!(alone.unpaired, [(1, Unpaired::Few)]);
    assert!(!same.latency_ns.paired && same.latency_ns.by.mean == 0.0, "{same:?}");
    let (width, unpaired) = (by.half_width.unwrap(), alone.latency_ns.by.half_width.unwrap());
    assert!(alone.latency_ns.by.mean == by.mean && width < unpaired, "{alone:?}");
    // Half-widths add like the sides of a right triangle, and the mean of two seeds has half of that: the means of one
    // seed are independent, and the runs of the other are paired as before.
    let of_first = ["unicast", "dual-path"].map(|scheme| means(scheme)[0].1.powi(2)).iter().sum::<f64>().sqrt() / 2.0;
    assert!(unpaired > 0.95 * of_first && unpaired < of_first + 2.0 * width, "{alone:?}");
    // A run that is not steady has no warm-up, and no mean to compare.
    results[0].1.warm_up = None;
    results[4].1.warm_up = None;
    results[2].1.warm_up = None;
    assert_eq!(differences(&experiment, &results), []);
}

/// An experiment, and the figures of all its cells.
fn swept(text: &str) -> (Experiment, Vec<(CellId, Figures)>) {
    let experiment = Experiment::parse(text, Path::new(".")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run_missing(&experiment, &store, Shard::WHOLE, |_, _| {}).unwrap();
    let results = collect(&experiment, &store).unwrap();
    (experiment, results)
}

/// Where the first scheme has no mean, the others are compared with the first that has one, or with the base line.
#[test]
fn schemes_are_compared_with_the_first_that_is_steady_or_with_the_base_line() {
    let text = "topology = 'mesh:4x4'\nschemes = ['dual-path', 'multi-path', 'unicast']\nloads = [0.1, 0.2]\n\
        traffic.multicast = { destinations = 4 }\ntiming.length_flits = 8\n\
        statistics = { half_width_share = 0.1, max_messages = 20000 }";
    let (experiment, mut results) = swept(text);
    let whom = |experiment: &Experiment, results: &[_]| {
        let all = differences(experiment, results).into_iter().filter(|one| one.class.is_none());
        all.map(|one| format!("{} {} {}", one.scheme, one.first, one.load)).collect::<Vec<_>>()
    };
    let first =
        ["multi-path dual-path 0.1", "multi-path dual-path 0.2", "unicast dual-path 0.1", "unicast dual-path 0.2"];
    assert_eq!(whom(&experiment, &results), first);
    let dead = results.iter_mut().find(|(cell, _)| cell.scheme.label == "dual-path" && cell.load == 0.2).unwrap();
    dead.1.outcome = RunOutcome::Deadlock;
    dead.1.classes.iter_mut().for_each(|class| class.latency = None);
    let others = ["multi-path dual-path 0.1", "unicast dual-path 0.1", "unicast multi-path 0.2"];
    assert_eq!(whom(&experiment, &results), others);
    // What got through before a run hung is no load that is taken in.
    let hung = rows(&results).into_iter().filter(|row| row.outcome == "deadlock").collect::<Vec<_>>();
    assert!(hung.len() == 3 && hung.iter().all(|row| row.accepted_load.is_none()), "{hung:?}");
    let said = |label: &str| format!("baseline = '{label}'\n{text}");
    let with = Experiment::parse(&said("unicast"), Path::new(".")).unwrap();
    let based = ["dual-path unicast 0.1", "multi-path unicast 0.1", "multi-path unicast 0.2"];
    assert_eq!(whom(&with, &results), based);
    assert_eq!(cells(&with).len(), cells(&experiment).len());
    assert_eq!(cells(&with)[0].key, cells(&experiment)[0].key);
    let error = Experiment::parse(&said("star"), Path::new(".")).unwrap_err();
    assert!(error.message.contains("they are `dual-path`, `multi-path`, `unicast`"), "{error}");
}

/// One seed of several without an interval leaves the mean over them known: a line goes on through it.
#[test]
fn a_mean_over_seeds_is_known_though_that_of_one_is_not() {
    let text = "topology = 'mesh:4x4'\nschemes = ['dual-path']\nloads = [0.1]\nseeds = [1, 2, 3, 4]\n\
        traffic.multicast_share = 0\ntiming.length_flits = 8\n\
        statistics = { half_width_share = 0.1, max_messages = 20000 }";
    let (experiment, mut results) = swept(text);
    let curve = |results: &[_]| latency_charts(&experiment, results).remove(0).curves.remove(0);
    let known = curve(&results).points[0];
    results[2].1.classes.iter_mut().for_each(|class| class.latency.as_mut().unwrap().latency.half_width = None);
    let (all, over_seeds) = (curve(&results), curve(&results).points[0]);
    assert!(all.rough.is_empty() && (over_seeds.y - known.y).abs() < 1e-9 && over_seeds.error > 0.0, "{all:?}");
    // With seeds that lie far apart it is not known.
    results[1].1.classes.iter_mut().for_each(|class| class.latency.as_mut().unwrap().latency.mean *= 5.0);
    assert!(curve(&results).points.is_empty() && curve(&results).rough.len() == 1);
}
