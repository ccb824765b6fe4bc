//! Schemes under a load, and which to take for multicasts of each size.

use super::advice::commands;
use crate::failure::Failure;
use crate::progress;
use crate::rounded::{difference_with_interval, with_interval};
use crate::table::{self, Align};
use crate::words::count;
use clap::Args;
use std::collections::BTreeSet;
use wormcast::{
    Assignment, BY_SIZE, ComparedUnderLoad, Comparing, Comparison, MixtureUnderLoad, Network, SchemeUnderLoad,
    UnderLoad,
};

/// The load.
#[derive(Debug, Args)]
#[command(next_help_heading = "Under load")]
pub(super) struct UnderArgs {
    /// Also run the schemes that are proved free of deadlock under this load, in messages per node per µs, and name the
    /// quickest one for each size of multicasts. All messages of a run are planned by its scheme.
    #[arg(long, value_name = "LOAD", value_parser = load)]
    under: Option<f64>,
    /// The numbers of destinations that are measured, with commas between them [default: those that are compared].
    #[arg(long, value_name = "SIZES", value_delimiter = ',', requires = "under")]
    sizes: Vec<usize>,
    /// The share of messages that are multicasts; the others have one destination.
    #[arg(long, value_name = "SHARE", requires = "under", default_value_t = 0.1, value_parser = share)]
    multicast_share: f64,
    /// A run ends when the mean latency is known to this share of it.
    #[arg(long, value_name = "SHARE", requires = "under", default_value_t = 0.02, value_parser = share)]
    until_half_width: f64,
    /// Or after so many messages.
    #[arg(long, value_name = "MESSAGES", requires = "under", default_value_t = 200_000)]
    max_messages: u64,
}

impl UnderArgs {
    /// Measures the schemes of a comparison that are proved free, if that is asked.
    pub(super) fn measure(
        &self,
        network: &Network,
        comparison: &Comparison,
        compared: &BTreeSet<usize>,
        comparing: &Comparing,
    ) -> Result<Option<ComparedUnderLoad>, Failure> {
        let Some(load) = self.under else { return Ok(None) };
        let schemes = comparison.proved_free();
        let sizes = if self.sizes.is_empty() { compared.iter().copied().collect() } else { self.sizes.clone() };
        let asked = UnderLoad {
            load,
            multicast_share: self.multicast_share,
            sizes,
            seed: 1,
            half_width: self.until_half_width,
            max_messages: self.max_messages,
        };
        Ok(Some(progress::during("running under load", || network.under_load(&schemes, &asked, comparing))?))
    }
}

/// The latencies of multicasts, and what is recommended for each size and for all together.
pub(super) fn in_words(
    document: &ComparedUnderLoad,
    network: &Network,
    comparing: &Comparing,
) -> Result<String, Failure> {
    let ComparedUnderLoad { load, multicast_share, sizes, mixture, refused } = document;
    let under = format!("under {load} messages per node per µs, {multicast_share} of them multicasts");
    if let Some(refused) = refused {
        return Ok(format!("\n{under}: {refused}\n"));
    }
    let mut columns: Vec<Column<'_>> = sizes
        .iter()
        .map(|size| (format!("{} destinations", size.destinations), &*size.schemes, size.recommended.as_deref()))
        .collect();
    columns.extend(mixture.iter().map(|mixed| ("all sizes".to_owned(), &*mixed.schemes, mixed.recommended.as_deref())));
    let mut text = format!("\n{under}: mean latencies of multicasts\n\n{}", rendered(&columns, |run, _| latency(run)));
    let has_no_interval = |run: &SchemeUnderLoad| run.latency_ns.is_some() && run.ci95_ns.is_none();
    if columns.iter().flat_map(|column| column.1).any(has_no_interval) {
        text += "without ±: too few multicasts for an interval\n";
    }
    if columns.iter().any(|column| column.1.len() > 1) {
        let against = rendered(&columns, longer);
        text += &format!("\nagainst the quickest\n\n{against}");
        if against.contains(BY_MEANS) {
            text += "~: by the two means alone; too few multicasts are in both runs to compare them one by one, and a \
                     smaller `--until-half-width` gives more\n";
        }
    }
    for run in columns.iter().flat_map(|column| column.1) {
        let line = run.refused.as_ref().map(|refused| format!("{}: {refused}\n", run.scheme));
        text += &line.filter(|line| !text.contains(line)).unwrap_or_default();
    }
    text += "recommended under this load, all messages by it\n";
    for size in sizes {
        text += &format!(
            "  for {}: {}\n",
            count(size.destinations, "destination"),
            best(size.recommended.as_deref(), &size.schemes)
        );
    }
    let together = mixture.as_ref().map(|mixture| together(mixture, network, comparing)).transpose()?;
    Ok(text + &together.unwrap_or_default())
}

/// A title, what was measured of each scheme, and the quickest one.
type Column<'r> = (String, &'r [SchemeUnderLoad], Option<&'r str>);

/// A table with a row for each scheme.
fn rendered(columns: &[Column<'_>], cell: impl Fn(&SchemeUnderLoad, Option<&str>) -> String) -> String {
    let mut titles = vec![("scheme", Align::Left)];
    titles.extend(columns.iter().map(|column| (&*column.0, Align::Right)));
    let longest = columns.iter().map(|column| column.1).max_by_key(|schemes| schemes.len()).unwrap_or_default();
    let row = |(place, own): (usize, &SchemeUnderLoad)| {
        let of = |column: &Column<'_>| column.1.get(place).map_or("-".into(), |run| cell(run, column.2));
        std::iter::once(own.scheme.clone()).chain(columns.iter().map(of)).collect::<Vec<_>>()
    };
    table::render(&titles, longest.iter().enumerate().map(row))
}

/// What is recommended where multicasts of all sizes are in flight.
fn together(mixture: &MixtureUnderLoad, network: &Network, comparing: &Comparing) -> Result<String, Failure> {
    let assigned = mixture.assignment.as_ref().map(|Assignment { small, up_to, large }| {
        let scheme = format!("{BY_SIZE} --small {small} --up-to {up_to} --large {large}");
        let commands = commands(network, &scheme, comparing)?;
        Ok::<_, Failure>(format!(
            "`{BY_SIZE}`: up to {up_to} destinations by `{small}`, more by `{large}`, proved free of deadlock together:\n{commands}"
        ))
    });
    let unproved = mixture.unproved.as_ref().map(|Assignment { small, up_to, large }| {
        format!(
            "up to {up_to} destinations by `{small}` and more by `{large}` promises the least latency, but it is not \
             proved that both together are free of deadlock\n"
        )
    });
    let (unproved, assigned) = (unproved.unwrap_or_default(), assigned.transpose()?.unwrap_or_default());
    let best = best(mixture.recommended.as_deref(), &mixture.schemes);
    Ok(format!("  for all sizes together: {best}\n{unproved}{assigned}"))
}

/// The quickest scheme, and those that may be as quick.
fn best(recommended: Option<&str>, schemes: &[SchemeUnderLoad]) -> String {
    let Some(best) = recommended else { return "none: no run came to a steady state".to_owned() };
    let others = schemes.iter().filter(|run| is_not_told_apart(run));
    let others: Vec<_> = others.map(|run| format!("`{}`", run.scheme)).collect();
    match others.is_empty() {
        true => format!("`{best}`"),
        false => format!("`{best}`, not told apart from {}", others.join(", ")),
    }
}

/// Whether the difference from the quickest may be none.
fn is_not_told_apart(run: &SchemeUnderLoad) -> bool {
    run.longer_ns.is_some_and(|longer| run.longer_ci95_ns.is_none_or(|half| longer.abs() <= half))
}

/// Stands before a difference that is not from multicasts one by one.
const BY_MEANS: &str = "~ ";

fn latency(run: &SchemeUnderLoad) -> String {
    match (run.latency_ns, run.ci95_ns) {
        (Some(mean), Some(half)) => format!("{} ns", with_interval(mean, half)),
        (Some(mean), None) => format!("{mean:.0} ns"),
        (None, _) => run.outcome.map_or("not planned".into(), |outcome| format!("{outcome:?}").to_lowercase()),
    }
}

/// How much longer the multicasts of a scheme took than those of the quickest.
fn longer(run: &SchemeUnderLoad, quickest: Option<&str>) -> String {
    let by = if run.longer_is_paired == Some(false) { BY_MEANS } else { "" };
    match (run.longer_ns, run.longer_ci95_ns) {
        // Where both take the same worms, as schemes do that fall back on others.
        (Some(0.0), _) => "the same".into(),
        (Some(mean), Some(half)) => format!("{by}{} ns", difference_with_interval(mean, half)),
        (Some(mean), None) => format!("{by}{mean:+.1} ns"),
        (None, _) if quickest == Some(&*run.scheme) => "quickest".into(),
        (None, _) => "-".into(),
    }
}

fn load(text: &str) -> Result<f64, String> {
    let load = text.parse().ok().filter(|load| (1e-9..1e6).contains(load));
    load.ok_or_else(|| format!("`{text}` is not a load above 0, such as `0.01`, in messages per node per µs"))
}

fn share(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (f64::MIN_POSITIVE..=1.0).contains(share));
    share.ok_or_else(|| format!("`{text}` is not a share above 0 and at most 1, such as `0.1`"))
}
