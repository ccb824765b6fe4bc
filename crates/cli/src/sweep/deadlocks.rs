//! What a sweep says of schemes that deadlocked, or could have.

use crate::{progress, prove_command};
use rayon::prelude::*;
use std::time::Duration;

use wormcast::check::proof::{Answer, SchemeStatement};
use wormcast::eval::experiment::{Experiment, SchemeConfig};
use wormcast::eval::run::{Figures, RunOutcome};
use wormcast::eval::sweep::CellId;
use wormcast::plan::{VcRule, words_together};
use wormcast::prove::Effort;
use wormcast::prove::scheme::prove_scheme_within;
use wormcast::sim::FlowControl;
use wormcast::{MOST_PROVED_CHANNELS, alone_under, keeps_classes_apart, policies_of};

/// How long the proof about a scheme may take: it is not what a sweep is for.
const BUDGET: Duration = Duration::from_secs(10);

/// What is proved under virtual channels by class.
const APART: &str = "multicasts and unicasts share no virtual channel, and each are proved free of deadlock";

/// For each scheme that deadlocked: where it did first, and the command that shows why; the same for those that did
/// not, and can, or of which it is not known. Of those that are proved to be free of deadlock nothing, but that it is
/// so for virtual channels by class.
pub(super) fn in_words(experiment: &Experiment, results: &[(CellId, Figures)]) -> String {
    let first = |scheme: &SchemeConfig| {
        let deadlocked = |(cell, figures): &&(CellId, Figures)| {
            cell.scheme.label == scheme.label && figures.outcome == RunOutcome::Deadlock
        };
        results.iter().find(deadlocked).map(|(cell, _)| cell)
    };
    let say = |scheme: &SchemeConfig| {
        let label = &scheme.label;
        let (found, statement) = match first(scheme) {
            Some(CellId { load, seed, .. }) => {
                let load = experiment.in_unit(*load);
                let found = format!(
                    "deadlocks, first at load {load} with seed {seed}: some messages never arrive. To see how it can"
                );
                (found, statement(experiment, scheme))
            }
            None => match not_deadlocked(experiment, scheme) {
                Some(said) => said,
                None => return by_class(experiment, scheme).map(|_| format!("\n{label}: {APART}\n")),
            },
        };
        Some(format!("\n{label} {found}:\n  {}\n", prove_command::line(&experiment.network, &statement)))
    };
    let said: Vec<_> = progress::during("proving", || experiment.schemes.par_iter().filter_map(say).collect());
    said.concat()
}

/// What is to be said of a scheme that did not deadlock, and of which messages; nothing if it is proved that it cannot
/// under this traffic.
fn not_deadlocked(experiment: &Experiment, scheme: &SchemeConfig) -> Option<(String, SchemeStatement)> {
    let own = || (scheme, statement(experiment, scheme));
    let asked = match by_class(experiment, scheme) {
        Some(apart) => apart.into(),
        None => vec![own()],
    };
    asked.into_iter().find_map(|(scheme, statement)| Some((about(experiment, scheme, &statement)?, statement)))
}

/// Where unicasts and multicasts have virtual channels of their own and nobody waits for consumption channels, they
/// never wait for each other: the questions are about each of them alone, with its share of the virtual channels.
fn by_class<'e>(
    experiment: &'e Experiment,
    scheme: &'e SchemeConfig,
) -> Option<[(&'e SchemeConfig, SchemeStatement); 2]> {
    let alone = |scheme: &'e SchemeConfig, is_multicast| {
        let about = SchemeStatement { options: scheme.words.clone(), ..SchemeStatement::about(scheme.scheme.name()) };
        (scheme, alone_under(&experiment.timing, about, is_multicast))
    };
    let unicasts = experiment.unicast_scheme.as_ref().unwrap_or(scheme);
    keeps_classes_apart(&experiment.timing).then(|| [alone(scheme, true), alone(unicasts, false)])
}

/// What is to be said of such messages that did not deadlock; nothing if it is proved that they cannot.
fn about(experiment: &Experiment, scheme: &SchemeConfig, statement: &SchemeStatement) -> Option<String> {
    let topology = &*experiment.topology;
    if topology.graph().channel_count() > MOST_PROVED_CHANNELS {
        let unknown = "did not deadlock; whether it can is not looked at on networks with more than";
        return Some(format!("{unknown} {MOST_PROVED_CHANNELS} channels. To find out"));
    }
    let planner = scheme.scheme.prepare(topology, &scheme.options).ok();
    let proof = planner
        .and_then(|mut planner| prove_scheme_within(topology, &mut *planner, statement, &Effort::within(BUDGET)).ok());
    match proof.map(|proof| proof.answer()) {
        Some(Answer::DeadlockFree) => None,
        Some(Answer::Deadlock) => Some("can deadlock, though no run did. To see how".to_owned()),
        _ => Some("did not deadlock; whether it can is not known. What was tried, and what can help".to_owned()),
    }
}

/// The question about a scheme under the traffic of an experiment. A sweep sends its unicasts by the scheme itself, if
/// it does not name another for them: they are among the scheme's own messages.
fn statement(experiment: &Experiment, scheme: &SchemeConfig) -> SchemeStatement {
    let FlowControl { virtual_channels, vc_rule, .. } = experiment.timing.flow;
    let statement = SchemeStatement {
        consumption: experiment.timing.consumption.limit(),
        virtual_channels,
        // With one virtual channel there is nothing to choose.
        vc_rule: if virtual_channels.get() > 1 { vc_rule } else { VcRule::default() },
        options: scheme.words.clone(),
        policies: policies_of(&experiment.timing.flow),
        ..SchemeStatement::about(scheme.scheme.name())
    };
    match &experiment.unicast_scheme {
        Some(unicasts) if sends_unicasts(experiment) => {
            let words = std::iter::once(unicasts.scheme.name()).chain(unicasts.words.iter().map(String::as_str));
            statement.beside(words_together(words))
        }
        _ => statement,
    }
}

/// Whether the traffic has unicasts.
fn sends_unicasts(experiment: &Experiment) -> bool {
    experiment.traffic.multicast_share < 1.0
}
