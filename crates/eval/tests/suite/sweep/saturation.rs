//! Where curves end: saturated networks, schemes that deadlock, and loads up to saturation.

use super::{experiment, run};
use std::path::Path;
use wormcast_eval::chart::Chart;
use wormcast_eval::experiment::Experiment;
use wormcast_eval::run::RunOutcome;
use wormcast_eval::sweep::{
    FEW_MESSAGES, Known, Shard, Store, collect, find_loads, latency_charts, rows, run_missing, searched, summaries,
    summaries_so_far,
};
use wormcast_eval::traffic::MessageClass;

#[test]
fn curves_end_where_the_network_is_saturated() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let results = collect(&experiment(), &store).unwrap();
    let charts = latency_charts(&experiment(), &results);
    assert_eq!(charts.len(), 3, "all messages, unicasts, multicasts");
    let chart = &charts[0];
    for curve in &chart.curves {
        assert_eq!(curve.points.iter().map(|point| point.x).collect::<Vec<_>>(), [0.05, 0.1]);
        let end = curve.ends_at.unwrap();
        assert_eq!((end.at, end.how), (4.0, "saturated"));
    }
    let table = rows(&results);
    assert!(table.iter().filter(|row| row.saturated).all(|row| row.load == 4.0 && row.mean_latency_ns.is_none()));
    assert_eq!(table.iter().filter(|row| row.traffic == "all").count(), 12);
}

/// A run that failed ends the curves of all panels, in one word, that of the table; a mean that one seed does not know
/// well is a point less.
#[test]
fn one_mean_that_is_not_known_well_is_a_point_less_and_no_curve() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let mut results = collect(&experiment(), &store).unwrap();
    for (cell, figures) in results.iter_mut().filter(|(cell, _)| cell.scheme.label == "unicast" && cell.seed == 1) {
        if cell.load == 4.0 {
            figures.outcome = RunOutcome::Budget;
        }
        let multicasts = figures.classes.iter_mut().find(|class| class.of == Some(MessageClass::Multicast)).unwrap();
        if let Some(latency) = multicasts.latency.as_mut().filter(|_| cell.load == 0.05) {
            latency.latency.half_width = None;
        }
    }
    let charts = latency_charts(&experiment(), &results);
    let of_unicast = |chart: &Chart| chart.curves[0].points.iter().map(|point| point.x).collect::<Vec<_>>();
    assert_eq!(charts.iter().map(of_unicast).collect::<Vec<_>>(), [vec![0.05, 0.1], vec![0.05, 0.1], vec![0.1]]);
    let ends = charts.iter().map(|chart| chart.curves[0].ends_at.unwrap());
    assert!(ends.clone().all(|end| (end.at, end.how) == (4.0, "saturated")), "{:?}", ends.collect::<Vec<_>>());
}

#[test]
fn the_saturation_load_is_where_runs_fail_and_not_where_they_are_over_budget() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let mut results = collect(&experiment(), &store).unwrap();
    results[2].1.outcome = RunOutcome::Budget;
    let all = summaries(&experiment(), &store, &results).unwrap();
    assert_eq!((all[0].steady_up_to, all[0].carried_up_to), (Some(0.05), Some(0.1)));
    assert_eq!(all[0].saturation_load(), Some((2.05, 1.95)));
    assert_eq!(all[1].saturation_load(), all[0].saturation_load());
}

/// What hangs by chance says nothing of how much the network carries.
#[test]
fn a_scheme_that_deadlocks_has_no_saturation_load() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let mut results = collect(&experiment(), &store).unwrap();
    results[4].1.outcome = RunOutcome::Deadlock;
    let all = summaries(&experiment(), &store, &results).unwrap();
    assert_eq!((all[0].fails_at, all[0].saturation_load()), (Some((4.0, RunOutcome::Deadlock)), None));
    assert!(all[1].saturation_load().is_some(), "{:?}", all[1]);
}

/// The curve ends at saturation, whose load is bracketed within 2 %.
#[test]
fn a_sweep_to_saturation_finds_it() {
    let text = "topology = 'mesh:4x4'\nschemes = ['unicast', 'dual-path']\nloads = 'to-saturation'\n\
        traffic.multicast_share = 0\ntiming.length_flits = 4\nstatistics = { half_width_share = 0.05, max_messages = 20000 }";
    let mut experiment = Experiment::parse(text, Path::new(".")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    experiment.loads = find_loads(&experiment, &store).unwrap();
    assert_eq!(find_loads(&experiment, &store).unwrap(), experiment.loads);
    // What is kept tells the loads again, and of nothing the first run of each scheme.
    assert_eq!(searched(&experiment, Some(&store)).loads.unwrap(), experiment.loads);
    let nothing = searched(&experiment, None);
    assert!(nothing.loads.is_none() && nothing.cells.len() == 2, "{nothing:?}");
    run_missing(&experiment, &store, Shard::WHOLE, |_, _| {}).unwrap();
    let results = collect(&experiment, &store).unwrap();
    for (scheme, summary) in summaries(&experiment, &store, &results).unwrap().iter().enumerate() {
        let loads = experiment.loads.of(scheme);
        let (carried, fails) = (loads[loads.len() - 2], loads[loads.len() - 1]);
        assert!(carried < fails && fails <= 1.03 * carried, "{loads:?}");
        assert!(
            summary.fails_at.is_some_and(|(at, _)| at <= fails)
                && summary.throughput.is_some_and(|most| most.messages > 0.9 * carried && most.messages < 1.1 * fails),
            "{summary:?}"
        );
        assert_eq!(summary.throughput.unwrap().known, Known::Well, "{summary:?}");
    }
}

const LOADS: &str = "topology = 'mesh:4x4'\nschemes = ['unicast']\nloads = [LOADS]\ntraffic = SHARES\n\
    timing = { length_flits = 8, injection = 1 }\nstatistics = { half_width_share = 0.2, max_messages = 60000 }";

/// What runs beyond saturation take in in their first moments is not what a network carries: a load more in the list,
/// as high as can be, changes nothing.
#[test]
fn throughput_does_not_grow_with_the_loads_that_are_listed() {
    let shares = "{ multicast_share = 0.1, multicast = { destinations = 4 } }";
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let throughput = |loads: &str| {
        let text = LOADS.replace("LOADS", loads).replace("SHARES", shares);
        let experiment = Experiment::parse(&text, Path::new(".")).unwrap();
        run_missing(&experiment, &store, Shard::WHOLE, |_, _| {}).unwrap();
        let results = collect(&experiment, &store).unwrap();
        let summary = summaries(&experiment, &store, &results).unwrap().remove(0);
        (summary.throughput.unwrap(), summary.fails_at, results)
    };
    let (few, fails_at, results) = throughput("0.1, 2.5");
    assert_eq!((few.known, fails_at), (Known::Well, Some((2.5, RunOutcome::Saturated))));
    assert!(few.messages > 0.5 && few.messages < 2.5, "{few:?}");
    // The run in the table was too short to tell.
    assert!(results[1].1.classes.iter().all(|class| class.messages < FEW_MESSAGES), "{:?}", results[1].1.classes);
    assert_eq!(throughput("0.1, 2.5, 100").0, few);
}

/// Where each port takes in a message of its own, unicasts pass by multicasts that wait: that is another traffic.
#[test]
fn a_network_that_takes_in_another_mix_has_no_throughput_but_what_it_carried() {
    let text = LOADS.replace("LOADS", "0.1, 40").replace("SHARES", "{ multicast.destinations = 4 }");
    let experiment = Experiment::parse(&text.replace(", injection = 1", ""), Path::new(".")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run_missing(&experiment, &store, Shard::WHOLE, |_, _| {}).unwrap();
    let results = collect(&experiment, &store).unwrap();
    let throughput = summaries(&experiment, &store, &results).unwrap()[0].throughput.unwrap();
    assert_eq!(throughput.known, Known::AtLeast);
    assert!((throughput.messages - 0.1).abs() < 0.01, "{throughput:?}");
}

/// Of what is finished the loads up to the first that is missing are summed up, and nothing is run.
#[test]
fn what_is_finished_is_summed_up() {
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    run(&store, 2, Shard::WHOLE);
    let mut results = collect(&experiment(), &store).unwrap();
    // One seed of dual-path at 0.1.
    results.remove(9);
    let [unicast, dual_path] = summaries_so_far(&experiment(), &results).try_into().unwrap();
    assert_eq!((unicast.steady_up_to, unicast.fails_at), (Some(0.1), Some((4.0, RunOutcome::Saturated))));
    assert_eq!((dual_path.steady_up_to, dual_path.fails_at), (Some(0.05), None));
    assert_eq!(unicast.throughput.unwrap().known, Known::AtLeast);
}

/// Traffic that deadlocks at the first load has no saturation to be looked for at lower ones.
#[test]
fn a_deadlock_ends_the_search() {
    let text = "topology = 'torus:12'\nschemes = ['unicast']\nloads = 'to-saturation'\ntraffic.multicast_share = 0\n\
        timing.length_flits = 128\nstatistics = { half_width_share = 0.05, max_messages = 20000 }";
    let experiment = Experiment::parse(text, Path::new(".")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let store = Store::open(folder.path()).unwrap();
    let loads = find_loads(&experiment, &store).unwrap();
    assert_eq!(store.count().unwrap(), 1, "{loads:?}");
    let found = searched(&experiment, Some(&store));
    assert_eq!((found.cells.len(), found.loads.as_ref()), (1, Some(&loads)));
    let of_scheme = loads.of(0);
    assert!(
        of_scheme.is_sorted() && of_scheme[of_scheme.len() - 1] == 2.0 * of_scheme[of_scheme.len() - 2],
        "{of_scheme:?}"
    );
}
