//! What a network takes in at saturation.

use super::cells::{cell_of, run_or_load};
use super::points::failure;
use super::{CellId, Store, SweepError};
use crate::experiment::Experiment;
use crate::run::{ClassFigures, Figures, MEASURED_OF_CLASS, RunOutcome, StopRule};
use rayon::prelude::*;
use std::num::NonZeroUsize;
use strum::IntoStaticStr;

/// Fewer messages than these do not tell well what a saturated network takes in.
pub const FEW_MESSAGES: u64 = 4000;
/// So many it takes for each node.
const MEASURED_A_NODE: u64 = 16;
/// Of fewer messages of a class it cannot be told in which share they are taken in.
const LEAST_OF_CLASS: u64 = 100;
/// If the network fails at a load that is above the one that it carries by no more than this share, what it carries is
/// what it takes in.
const NEAR: f64 = 0.05;
/// The mix is kept if the shares in which classes are taken in differ by less than this.
const SAME_SHARE: f64 = 0.05;

/// The most that a network takes in of a traffic.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Throughput {
    /// In messages per node per µs, averaged over the seeds.
    pub messages: f64,
    /// The same in flits that a node injects in a cycle, by default the time for a flit to cross a channel. A multicast
    /// counts as one message.
    pub flits: f64,
    /// How well it is known.
    pub known: Known,
}

/// How well a throughput is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "kebab-case")]
pub enum Known {
    /// It was measured at the least load at which the network is saturated, over thousands of messages, which it took
    /// in in the mix in which they were offered; or it is what the network carried next to that load.
    Well,
    /// The same, over few messages.
    Roughly,
    /// It is what the network carried at its highest load. It may be more: the network was not saturated, or took in
    /// another mix then, or hung.
    AtLeast,
}

impl Known {
    /// It in one word, such as `at-least`.
    pub fn name(self) -> &'static str {
        self.into()
    }
}

/// Of a class of messages, how many are offered and taken in, and how many of those were counted.
#[derive(Clone, Copy, Debug, Default)]
struct Taken {
    offered: f64,
    accepted: f64,
    counted: u64,
}

impl Taken {
    fn share(self) -> f64 {
        self.accepted / self.offered.max(f64::MIN_POSITIVE)
    }

    /// The square of the error of the share, where arrivals and completions are counted.
    fn variance(self) -> f64 {
        2.0 * self.share().powi(2) / self.counted.max(1) as f64
    }
}

/// Whether a saturated run counted enough messages to tell what the network takes in.
fn is_well_measured(experiment: &Experiment, figures: &Figures) -> bool {
    let of_class = |class: &ClassFigures| match class.of {
        None => class.messages >= wanted(experiment),
        // Of messages that are of one class all are in that.
        Some(_) => figures.classes.len() < 3 || class.messages >= MEASURED_OF_CLASS,
    };
    figures.classes.iter().all(of_class)
}

fn wanted(experiment: &Experiment) -> u64 {
    FEW_MESSAGES.max(MEASURED_A_NODE * experiment.topology.graph().terminals().count() as u64)
}

/// The throughput of a scheme, given its points in ascending order of load. Runs at the first load at which the network
/// is saturated that counted too few messages are made again, for longer, and kept, if there is a store. None if the
/// network carried no load, or stops in a deadlock: that is where the first seed hung, and says nothing of what it
/// carries.
pub(super) fn throughput(
    experiment: &Experiment,
    store: Option<&Store>,
    points: &[(f64, &[(CellId, Figures)])],
) -> Result<Option<Throughput>, SweepError> {
    let is_carried = |(_, runs): &&(f64, &[(CellId, Figures)])| failure(runs).is_none();
    let carried = points.iter().take_while(is_carried).map(|(_, runs)| accepted(runs.iter().map(|(_, run)| run)));
    let carried = carried.reduce(f64::max);
    let told = |messages: f64, known| Throughput { messages, flits: messages * experiment.flits_per_cycle, known };
    let at_least = carried.map(|carried| told(carried, Known::AtLeast));
    let Some((fails_at, failed)) = points.iter().find(|point| !is_carried(point)) else { return Ok(at_least) };
    if failure(failed) == Some(RunOutcome::Deadlock) {
        return Ok(None);
    }
    let longer = |(cell, run): &(CellId, Figures)| match store {
        Some(store) if run.outcome == RunOutcome::Saturated && !is_well_measured(experiment, run) => {
            let stop = StopRule { saturated_messages: wanted(experiment), ..cell.stop };
            let cell = cell_of(experiment, &cell.scheme, cell.load, cell.seed, stop);
            run_or_load(experiment, store, &cell, NonZeroUsize::MIN)
        }
        _ => Ok(run.clone()),
    };
    let runs = failed.par_iter().map(longer).collect::<Result<Vec<_>, _>>()?;
    let is_known = runs.iter().all(|run| run.outcome != RunOutcome::Saturated || is_well_measured(experiment, run));
    if runs.iter().any(|run| run.outcome == RunOutcome::Deadlock) || store.is_none() && !is_known || !keeps_mix(&runs) {
        let last = points.iter().take_while(is_carried).last();
        let is_near = last.is_some_and(|(load, _)| *fails_at <= (1.0 + NEAR) * load);
        return Ok(at_least.map(|least| if is_near { Throughput { known: Known::Well, ..least } } else { least }));
    }
    let most = accepted(runs.iter()).max(carried.unwrap_or(0.0));
    Ok(Some(told(most, if is_known { Known::Well } else { Known::Roughly })))
}

/// Messages of all classes completed per node per µs, averaged over runs.
fn accepted<'f>(runs: impl ExactSizeIterator<Item = &'f Figures>) -> f64 {
    let count = runs.len().max(1) as f64;
    runs.filter_map(|run| run.classes.iter().find(|class| class.of.is_none())).map(|all| all.accepted).sum::<f64>()
        / count
}

/// Whether each class is taken in in the same share of what is offered of it, as far as can be told.
fn keeps_mix(runs: &[Figures]) -> bool {
    let classes: Vec<_> = runs.iter().flat_map(|run| &run.classes).filter(|class| class.of.is_some()).collect();
    let add = |sum: Taken, class: &&ClassFigures| Taken {
        offered: sum.offered + class.offered,
        accepted: sum.accepted + class.accepted,
        counted: sum.counted + class.messages,
    };
    let of_class = |of| classes.iter().filter(|class| class.of == of).fold(Taken::default(), add);
    let taken: Vec<Taken> = classes.iter().map(|class| of_class(class.of)).collect();
    taken.iter().all(|one| {
        if one.counted < LEAST_OF_CLASS && taken.len() > runs.len() {
            return false;
        }
        let error = |other: &Taken| 2.0 * (one.variance() + other.variance()).sqrt();
        taken.iter().all(|other| (one.share() - other.share()).abs() <= error(other).max(SAME_SHARE))
    })
}

#[cfg(test)]
mod tests {
    use super::{Figures, keeps_mix};
    use serde_json::json;

    fn run(unicasts: [f64; 2], multicasts: [f64; 2], messages: u64) -> Figures {
        let class = |of: &str, [offered, accepted]: [f64; 2]| json!({"of": of, "messages": messages, "offered": offered, "accepted": accepted, "latency": null});
        let classes = [class("unicast", unicasts), class("multicast", multicasts)];
        let figures =
            json!({"outcome": "saturated", "warm_up": null, "end_ns": 1.0, "classes": classes, "utilisation": []});
        serde_json::from_value(figures).unwrap()
    }

    #[test]
    fn a_mix_is_kept_where_each_class_is_taken_in_in_the_same_share() {
        assert!(keeps_mix(&[run([0.9, 0.81], [0.1, 0.09], 5000)]));
        assert!(keeps_mix(&[run([0.9, 0.83], [0.1, 0.09], 5000)]));
        // Unicasts pass by multicasts that wait.
        assert!(!keeps_mix(&[run([0.9, 0.85], [0.1, 0.06], 5000)]));
        // Of so few nothing can be said.
        assert!(!keeps_mix(&[run([0.9, 0.81], [0.1, 0.09], 20)]));
    }
}
