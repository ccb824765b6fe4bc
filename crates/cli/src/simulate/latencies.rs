//! When every destination had the message.

use super::started::Runnable;
use crate::table::{self, Align, SHOWN};
use crate::words::{count, one_line};
use wormcast::Plan;
use wormcast::sim::{Arrival, PlanRun, Simulation, Time};
use wormcast::topology::{NodeId, Topology};

/// The deliveries of every plan, in the order of their times.
pub(super) fn in_words(runnable: &Runnable, run: &Simulation) -> String {
    let plans = runnable.plans.iter().zip(&run.plans).enumerate();
    let text = |(index, ((plan, _, file), run)): (usize, (&(Plan, Time, String), &PlanRun))| {
        format!("plan {index}, {}: {}", one_line(file), of_plan(plan, run, runnable.topology()))
    };
    let texts = plans.map(text);
    texts.collect::<Vec<_>>().join("\n")
}

fn of_plan(plan: &Plan, run: &PlanRun, topology: &dyn Topology) -> String {
    let plan = plan.by_number();
    let mut destinations = plan.destinations.clone();
    destinations.sort_unstable();
    let is_destination = |node: &NodeId| destinations.binary_search(node).is_ok();
    let row = |arrival: &Arrival| {
        let relay = if is_destination(&arrival.node) { "" } else { " (relay)" };
        vec![
            format!("{}{relay}", topology.node_name(arrival.node)),
            arrival.worm.to_string(),
            arrival.latency.to_string(),
        ]
    };
    let columns = [("node", Align::Left), ("worm", Align::Right), ("latency (ns)", Align::Right)];
    let rows = run.deliveries.iter().take(SHOWN).map(row);
    format!(
        "{} on {}, {}, starts at {} ns\n{}\n{}{}",
        one_line(&plan.scheme),
        plan.network,
        count(plan.destinations.len(), "destination"),
        run.start,
        conclusion(run),
        table::render(&columns, rows),
        table::rest(run.deliveries.len(), "delivery", "deliveries"),
    )
}

fn conclusion(run: &PlanRun) -> String {
    match run.latency {
        Some(latency) => format!("the last destination has the message after {latency} ns\n"),
        None => "some destinations never have the message".into(),
    }
}
