//! What a sweep says of schemes that deadlocked.

use wormcast::lab::experiment::{Contender, Experiment};
use wormcast::lab::run::{Figures, Outcome};
use wormcast::lab::sweep::CellId;
use wormcast::sim::Ports;

/// For each scheme that deadlocked: where it did first, and the command that shows why. Nothing if none did.
pub fn in_words(experiment: &Experiment, results: &[(CellId, Figures)]) -> String {
    let first = |scheme: &Contender| {
        let deadlocked = |(cell, figures): &&(CellId, Figures)| {
            cell.scheme.label == scheme.label && figures.outcome == Outcome::Deadlock
        };
        let (cell, _) = results.iter().find(deadlocked)?;
        let Contender { label, .. } = scheme;
        let command = command(experiment, scheme);
        Some(format!(
            "\n{label} deadlocks, first at load {} with seed {}: some messages never arrive. To see how it can:\n  {command}\n",
            cell.load, cell.seed
        ))
    };
    experiment.schemes.iter().filter_map(first).collect()
}

/// The command that finds the deadlocks of a scheme on the network of an experiment. A sweep sends its unicasts by the scheme
/// too, and not on routes of the network's own: `--with-unicast` would ask about other worms.
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
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}

/// A word as a shell takes it.
fn quoted(word: &str) -> String {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || "-_=:,./+".contains(c);
    if word.chars().all(is_plain) { word.to_owned() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}
