//! What a sweep says of schemes that deadlocked, or could have.

use crate::progress;
use rayon::prelude::*;
use wormcast::check::proof::{Answer, SchemeStatement};
use wormcast::lab::experiment::{Contender, Experiment};
use wormcast::lab::run::{Figures, Outcome};
use wormcast::lab::sweep::CellId;
use wormcast::prove::scheme::prove_scheme;
use wormcast::sim::Ports;

/// On networks with more channels nothing is proved: it would take longer than the runs.
const MOST_CHANNELS: usize = 2048;

/// For each scheme that deadlocked: where it did first, and the command that shows why; the same for those that did not, and
/// can. Nothing if there are none.
pub fn in_words(experiment: &Experiment, results: &[(CellId, Figures)]) -> String {
    let first = |scheme: &Contender| {
        let deadlocked = |(cell, figures): &&(CellId, Figures)| {
            cell.scheme.label == scheme.label && figures.outcome == Outcome::Deadlock
        };
        results.iter().find(deadlocked).map(|(cell, _)| cell)
    };
    let say = |scheme: &Contender| {
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
fn can_deadlock(experiment: &Experiment, scheme: &Contender) -> bool {
    let topology = &*experiment.topology;
    if topology.graph().channel_count() > MOST_CHANNELS {
        return false;
    }
    let consumption = match experiment.timing.consumption {
        Ports::All => None,
        Ports::Limited(count) => Some(count),
    };
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

/// The command that finds the deadlocks of a scheme on the network of an experiment. A sweep sends its unicasts by the scheme
/// too, if it does not name another for them: `--with-unicast` asks about those on the network's own routes.
fn command(experiment: &Experiment, scheme: &Contender) -> String {
    let network = &experiment.network;
    let mut words = vec!["wormcast", "prove", &network.topology].into_iter().map(str::to_owned).collect::<Vec<_>>();
    for node in &network.without_nodes {
        words.extend(["--without-node".to_owned(), node.clone()]);
    }
    for (a, b) in &network.without_links {
        words.extend(["--without-link".to_owned(), format!("{a}-{b}")]);
    }
    words.extend(["--scheme".to_owned(), scheme.scheme.name().to_owned()]);
    words.extend(scheme.words.iter().cloned());
    if let Ports::Limited(count) = experiment.timing.consumption {
        words.extend(["--consumption".to_owned(), count.to_string()]);
    }
    if has_own_unicasts(experiment) {
        words.push("--with-unicast".to_owned());
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,./+".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
