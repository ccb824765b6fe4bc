//! What a sweep says of schemes that deadlocked, or could have.

use crate::progress;
use crate::prove_command::{MOST_CHANNELS, ProveCommand};
use rayon::prelude::*;
use std::num::NonZeroU32;
use wormcast::check::proof::{Answer, SchemeStatement};
use wormcast::eval::experiment::{Experiment, SchemeConfig};
use wormcast::eval::run::{Figures, RunOutcome};
use wormcast::eval::sweep::CellId;
use wormcast::prove::scheme::prove_scheme;

/// For each scheme that deadlocked: where it did first, and the command that shows why; the same for those that did
/// not, and can. Nothing if there are none.
pub(super) fn in_words(experiment: &Experiment, results: &[(CellId, Figures)]) -> String {
    let first = |scheme: &SchemeConfig| {
        let deadlocked = |(cell, figures): &&(CellId, Figures)| {
            cell.scheme.label == scheme.label && figures.outcome == RunOutcome::Deadlock
        };
        results.iter().find(deadlocked).map(|(cell, _)| cell)
    };
    let say = |scheme: &SchemeConfig| {
        let (label, command) = (&scheme.label, command(experiment, scheme));
        match first(scheme) {
            Some(CellId { load, seed, .. }) => Some(format!(
                "\n{label} deadlocks, first at load {load} with seed {seed}: some messages never arrive. To see how it can:\n  \
                 {command}\n"
            )),
            None if can_deadlock(experiment, scheme) => {
                Some(format!("\n{label} can deadlock, though no run did. To see how:\n  {command}\n"))
            }
            None => None,
        }
    };
    let said: Vec<_> = progress::during("proving", || experiment.schemes.par_iter().filter_map(say).collect());
    said.concat()
}

/// Whether it is proved that a scheme can deadlock under the traffic of an experiment.
fn can_deadlock(experiment: &Experiment, scheme: &SchemeConfig) -> bool {
    let topology = &*experiment.topology;
    if topology.graph().channel_count() > MOST_CHANNELS {
        return false;
    }
    let consumption = experiment.timing.consumption.limit();
    let about = SchemeStatement::about(scheme.scheme.name());
    let statement = SchemeStatement { consumption, with_unicast: has_own_unicasts(experiment), ..about };
    let planner = scheme.scheme.prepare(topology, &scheme.options).ok();
    let proof = planner.and_then(|mut planner| prove_scheme(topology, &mut *planner, &statement).ok());
    proof.is_some_and(|proof| proof.answer() == Answer::Deadlock)
}

/// Whether unicasts go on the network's own routes, whatever the scheme.
fn has_own_unicasts(experiment: &Experiment) -> bool {
    experiment.unicast_scheme.as_ref().is_some_and(|unicast| unicast.scheme.name() == "unicast")
}

/// The command that finds the deadlocks of a scheme on the network of an experiment. A sweep sends its unicasts by the
/// scheme too, if it does not name another for them: `--with-unicast` asks about those on the network's own routes.
fn command(experiment: &Experiment, scheme: &SchemeConfig) -> String {
    let command = ProveCommand {
        network: &experiment.network,
        scheme: scheme.scheme.name(),
        options: &scheme.words,
        consumption: experiment.timing.consumption.limit(),
        virtual_channels: NonZeroU32::MIN,
        with_unicast: has_own_unicasts(experiment),
    };
    command.line()
}
