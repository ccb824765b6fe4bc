//! The table of a comparison.

use super::answer;
use crate::rounded::difference_with_interval;
use crate::table::{self, Align, Align::Right};
use wormcast::check::proof::Answer;
use wormcast::{ComparedResult, ComparedScheme, Comparing, Comparison, Difference};

/// A row for each scheme that was planned; with several multicasts also how it differs from the one that is
/// recommended.
pub(super) fn table(comparison: &Comparison, comparing: &Comparing) -> String {
    let schemes = &comparison.schemes;
    let from = schemes.iter().find_map(|entry| entry.difference.as_ref()).map(|difference| &difference.from);
    let [more, later] = ["more", "later"].map(|word| from.map(|_| word));
    let weight = comparing.weight.as_ref().map(ToString::to_string);
    let mut columns = vec![("scheme", Align::Left)];
    columns.extend(weight.as_deref().map(|weight| (weight, Right)));
    columns.extend(more.filter(|_| weight.is_some()).map(|more| (more, Right)));
    columns.push(("channels", Right));
    columns.extend(more.filter(|_| weight.is_none()).map(|more| (more, Right)));
    columns.extend(["longest path", "rounds", "worms", "latency"].map(|title| (title, Right)));
    columns.extend(later.map(|later| (later, Right)));
    columns.extend(schemes.iter().any(|entry| answer(entry).is_some()).then_some(("proof", Align::Left)));
    let numbers = Numbers { are_means: comparison.sets > 1, has_differences: from.is_some() };
    let least_first = ["rounds", "worms", "longest path"];
    // The name of the scheme may be long, and stands above once, not in two titles.
    let against = from.map_or_else(String::new, |from| {
        format!(
            "more and later than `{from}`:\nmeans of the differences, multicast by multicast, and their 95 % intervals\n\n"
        )
    });
    let text = table::render_fitting(&columns, schemes.iter().filter_map(|entry| numbers.row(entry)), &least_first);
    against + &text
}

/// How numbers are written.
struct Numbers {
    /// With two decimals each, so that they stand below each other.
    are_means: bool,
    has_differences: bool,
}

impl Numbers {
    fn row(&self, entry: &ComparedScheme) -> Option<Vec<String>> {
        let ComparedResult::Planned { cost, latency_ns, proof, .. } = &entry.result else { return None };
        let [more, later] = self.differences(entry.difference.as_ref());
        let mut row = vec![entry.scheme.clone()];
        if let Some(weight) = cost.weight {
            row.push(self.number(weight));
            row.extend(more.clone());
        }
        row.push(self.number(cost.channels));
        row.extend(more.filter(|_| cost.weight.is_none()));
        row.extend([cost.longest_path, cost.rounds, cost.worms].map(|mean| self.number(mean)));
        row.push(latency_ns.map_or("deadlock".into(), |latency| format!("{} ns", self.number(latency))));
        row.extend(later);
        row.extend(proof.map(|answer| in_short(answer).to_owned()));
        Some(row)
    }

    /// How many channels more, or how much more weight, and how much later; blank where nothing is to be said.
    fn differences(&self, difference: Option<&Difference>) -> [Option<String>; 2] {
        let with_interval = |(mean, half_width): (f64, f64)| difference_with_interval(mean, half_width);
        let more = difference.map(|own| with_interval((own.price, own.price_ci95)));
        let later = difference.and_then(|own| own.latency_ns.zip(own.latency_ci95_ns));
        [more, later.map(with_interval)].map(|text| self.has_differences.then(|| text.unwrap_or_default()))
    }

    fn number(&self, number: f64) -> String {
        match number.fract() == 0.0 && !self.are_means {
            true => number.to_string(),
            false => format!("{number:.2}"),
        }
    }
}

/// A mean time as short as it is: whole, or with two decimals.
pub(super) fn in_ns(latency: f64) -> String {
    let alone = Numbers { are_means: false, has_differences: false };
    format!("{} ns", alone.number(latency))
}

/// An answer in a cell of a table.
fn in_short(answer: Answer) -> &'static str {
    match answer {
        Answer::DeadlockFree => "free",
        Answer::Deadlock => "deadlock",
        Answer::Unknown => "unknown",
    }
}
