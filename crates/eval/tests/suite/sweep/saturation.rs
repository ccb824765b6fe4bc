//! Where curves end: saturated networks, schemes that deadlock, and loads up to saturation.

use super::{experiment, run};
use std::path::Path;
use wormcast_eval::chart::Chart;
use wormcast_eval::experiment::Experiment;
use wormcast_eval::run::RunOutcome;
use wormcast_eval::sweep::{Shard, Store, collect, find_loads, latency_charts, rows, run_missing, summaries};
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
    run_missing(&experiment, &store, Shard::WHOLE, |_, _| {}).unwrap();
    let results = collect(&experiment, &store).unwrap();
    for (scheme, summary) in summaries(&experiment, &store, &results).unwrap().iter().enumerate() {
        let loads = experiment.loads.of(scheme);
        let (carried, fails) = (loads[loads.len() - 2], loads[loads.len() - 1]);
        assert!(carried < fails && fails <= 1.03 * carried, "{loads:?}");
        assert!(
            summary.fails_at.is_some_and(|(at, _)| at <= fails) && summary.throughput > 0.8 * carried,
            "{summary:?}"
        );
    }
}
