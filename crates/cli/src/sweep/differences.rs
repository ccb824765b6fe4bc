//! How the schemes of a sweep differ, for people.

use crate::rounded;
use crate::table::{self, Align};
use crate::words::count;
use std::collections::BTreeMap;
use wormcast::eval::experiment::Experiment;
use wormcast::eval::run::Unpaired;
use wormcast::eval::stats::Estimate;
use wormcast::eval::sweep::{Apart, Difference};

/// How the schemes differ from one of them, where they can be compared; why not, where each has loads of its own.
pub(super) fn in_words(experiment: &Experiment, differences: &[Difference]) -> String {
    let Some(Difference { first, .. }) = differences.first() else {
        let loads = |scheme: usize| experiment.loads.of(scheme);
        let is_apart = (1..experiment.schemes.len()).any(|scheme| loads(scheme) != loads(0));
        return if is_apart { OWN_LOADS.to_owned() } else { String::new() };
    };
    let is_mixed = differences.iter().any(|one| one.class.is_some());
    let is_one = differences.iter().all(|one| one.first == *first);
    let mut columns = vec![("scheme", Align::Left)];
    columns.extend((!is_one).then_some(("against", Align::Left)));
    columns.push(("load", Align::Right));
    columns.extend(is_mixed.then_some(("messages", Align::Left)));
    columns.extend([("mean latency", Align::Right), ("", Align::Left)]);
    let line = |one: &Difference| {
        let Estimate { mean, half_width, .. } = one.latency_ns.by;
        let mut line = vec![one.scheme.clone()];
        line.extend((!is_one).then(|| one.first.clone()));
        line.push(experiment.in_unit(one.load).to_string());
        line.extend(is_mixed.then(|| class(one).to_owned()));
        let by = match half_width {
            Some(half_width) => rounded::difference_with_interval(mean, half_width),
            None => rounded::signed(mean, 1),
        };
        line.extend([format!("{by} ns"), verdict(experiment, one)]);
        line
    };
    let text = table::render(&columns, differences.iter().map(line));
    let whom = if is_one { format!("against {first}") } else { "against the first that is steady there".to_owned() };
    let notes = if experiment.traffic.trace.is_some() { String::new() } else { notes(experiment, differences) };
    format!("\n{whom}, message by message\n\n{text}{notes}")
}

fn class(one: &Difference) -> &'static str {
    one.class.map_or("all", Into::into)
}

/// Whether two schemes are told apart, and how that is known.
fn verdict(experiment: &Experiment, one: &Difference) -> String {
    let Apart { by: Estimate { mean, half_width, .. }, .. } = one.latency_ns;
    // The messages of a trace are all that there are: what differs differs.
    let is_clear = match experiment.traffic.trace {
        Some(_) => mean != 0.0,
        None => half_width.is_some_and(|width| mean.abs() > width),
    };
    let verdict = match (is_clear, mean > 0.0) {
        (false, _) if half_width.is_none() => "not known how well",
        (false, _) => "not told apart",
        (true, true) => "slower",
        (true, false) => "faster",
    };
    let seeds = experiment.seeds.len();
    let by = match one.unpaired.len() {
        0 => String::new(),
        _ if half_width.is_none() => String::new(),
        all if all == seeds => ", by the means alone".to_owned(),
        some => format!(", {some} of {} by the means alone", count(seeds, "seed")),
    };
    format!("{verdict}{by}")
}

/// Why schemes are not compared.
const OWN_LOADS: &str = "\nnot compared message by message: each scheme has loads of its own; list `loads` for that\n";

/// So many places are named in a note.
const NAMED: usize = 4;

/// Which runs are compared by their means alone, and why: a note for each reason.
fn notes(experiment: &Experiment, differences: &[Difference]) -> String {
    let mut places: BTreeMap<Unpaired, Vec<String>> = BTreeMap::new();
    for one in differences {
        let mut seeds: BTreeMap<Unpaired, Vec<String>> = BTreeMap::new();
        one.unpaired.iter().for_each(|(seed, why)| seeds.entry(*why).or_default().push(seed.to_string()));
        for (why, seeds) in seeds {
            let of = one.class.map_or(String::new(), |_| format!(" of {}s", class(one)));
            let word = if seeds.len() == 1 { "seed" } else { "seeds" };
            let place =
                format!("{}{of} at {}, {word} {}", one.scheme, experiment.in_unit(one.load), some(&seeds, ", "));
            places.entry(why).or_default().push(place);
        }
    }
    let note = |(why, places): (Unpaired, Vec<String>)| {
        let (reason, advice) = reason(why);
        format!("note: by the means alone, as {reason}: {}{advice}\n", some(&places, "; "))
    };
    places.into_iter().map(note).collect()
}

/// The first of some words, and how many more there are.
fn some(words: &[String], between: &str) -> String {
    let more = words.len().saturating_sub(NAMED);
    let named = words[..words.len() - more].join(between);
    if more > 0 { format!("{named} and {more} more") } else { named }
}

/// Why runs are not compared message by message, and what helps.
fn reason(why: Unpaired) -> (&'static str, &'static str) {
    match why {
        Unpaired::Few => (
            "the runs have too few messages in common",
            "; a smaller `--until-half-width`, or more `statistics.max_messages` where runs are over budget, gives more",
        ),
        Unpaired::Correlated => (
            "the differences of neighbouring blocks of messages still depend on each other",
            "; a smaller `--until-half-width` makes longer runs, and more seeds narrow the interval",
        ),
        Unpaired::NotKept => (
            "the cells do not have what messages of the class took one by one",
            "; a sweep into another folder measures them anew",
        ),
    }
}
