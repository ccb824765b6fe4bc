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
const APART: &str = "multicasts and unicasts share no virtual channel, and each of the two is proved free of deadlock";
/// The same where they have consumption channels in common.
const APART_BUT_THERE: &str = "multicasts and unicasts share no virtual channel, and each of the two is proved free of deadlock by \
                               themselves; whether they can wait for each other's consumption channels is not known";

/// A question about a scheme: that of an experiment, or the one for its unicasts.
type Question<'e> = (&'e SchemeConfig, SchemeStatement);

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
        let (found, asked) = match first(scheme) {
            Some(CellId { load, seed, .. }) => {
                let load = experiment.in_unit(*load);
                let found = format!(
                    "deadlocks, first at load {load} with seed {seed}: some messages never arrive. To see how it can"
                );
                (found, at_fault(experiment, scheme))
            }
            None => match not_deadlocked(experiment, scheme) {
                Some((found, question)) => (found, vec![question]),
                None if !is_by_class(experiment) => return None,
                None if keeps_classes_apart(&experiment.timing) => return Some(format!("\n{label}: {APART}\n")),
                None => return Some(format!("\n{label}: {APART_BUT_THERE}\n")),
            },
        };
        let commands = asked.iter().map(|(_, statement)| prove_command::line(&experiment.network, statement));
        let commands: String = commands.map(|command| format!("  {command}\n")).collect();
        Some(format!("\n{label} {found}:\n{commands}"))
    };
    let said: Vec<_> = progress::during("proving", || experiment.schemes.par_iter().filter_map(say).collect());
    said.concat()
}

/// What is to be said of a scheme that did not deadlock, and of which messages; nothing if it is proved that it cannot
/// under this traffic.
fn not_deadlocked<'e>(experiment: &'e Experiment, scheme: &'e SchemeConfig) -> Option<(String, Question<'e>)> {
    let mut asked = questions(experiment, scheme).into_iter();
    asked.find_map(|question| Some((about(experiment, &question)?, question)))
}

/// The questions about a scheme that deadlocked: of those about multicasts and unicasts alone that which is at fault,
/// if it is found.
fn at_fault<'e>(experiment: &'e Experiment, scheme: &'e SchemeConfig) -> Vec<Question<'e>> {
    let asked = questions(experiment, scheme);
    let is_at_fault = |question: &Question<'e>| proved(experiment, question) == Some(Answer::Deadlock);
    let found = if asked.len() > 1 { asked.iter().position(is_at_fault) } else { None };
    match found {
        Some(place) => asked.into_iter().skip(place).take(1).collect(),
        None => asked,
    }
}

/// Whether unicasts and multicasts have virtual channels of their own.
fn is_by_class(experiment: &Experiment) -> bool {
    let FlowControl { virtual_channels, vc_rule, .. } = experiment.timing.flow;
    vc_rule == VcRule::Class && virtual_channels.get() > 1
}

/// What is asked about a scheme. Where unicasts and multicasts have virtual channels of their own, the questions are
/// about each of them alone, with its share of these: they never wait for each other there, and no proof is about both.
fn questions<'e>(experiment: &'e Experiment, scheme: &'e SchemeConfig) -> Vec<Question<'e>> {
    if !is_by_class(experiment) {
        return vec![(scheme, statement(experiment, scheme))];
    }
    let alone = |scheme: &'e SchemeConfig, is_multicast| {
        let about = SchemeStatement { options: scheme.words.clone(), ..SchemeStatement::about(scheme.scheme.name()) };
        (scheme, alone_under(&experiment.timing, about, is_multicast))
    };
    let unicasts = experiment.unicast_scheme.as_ref().unwrap_or(scheme);
    vec![alone(scheme, true), alone(unicasts, false)]
}

/// What is to be said of such messages that did not deadlock; nothing if it is proved that they cannot.
fn about(experiment: &Experiment, question: &Question<'_>) -> Option<String> {
    if is_too_large(experiment) {
        let unknown = "did not deadlock; whether it can is not looked at on networks with more than";
        return Some(format!("{unknown} {MOST_PROVED_CHANNELS} channels. To find out"));
    }
    match proved(experiment, question) {
        Some(Answer::DeadlockFree) => None,
        Some(Answer::Deadlock) => Some("can deadlock, though no run did. To see how".to_owned()),
        _ => Some("did not deadlock; whether it can is not known. What was tried, and what can help".to_owned()),
    }
}

fn is_too_large(experiment: &Experiment) -> bool {
    experiment.topology.graph().channel_count() > MOST_PROVED_CHANNELS
}

/// The answer to a question; none on networks that are too large.
fn proved(experiment: &Experiment, (scheme, statement): &Question<'_>) -> Option<Answer> {
    let topology = &*experiment.topology;
    let mut planner = scheme.scheme.prepare(topology, &scheme.options).ok().filter(|_| !is_too_large(experiment))?;
    let proof = prove_scheme_within(topology, &mut *planner, statement, &Effort::within(BUDGET)).ok()?;
    Some(proof.answer())
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
