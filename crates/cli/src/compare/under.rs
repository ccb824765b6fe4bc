//! Schemes under a load, and which to take for multicasts of each size.

use crate::failure::Failure;
use crate::progress;
use crate::table::{self, Align};
use clap::Args;
use std::collections::BTreeSet;
use wormcast::sim::Timing;
use wormcast::{ComparedUnderLoad, Comparison, Network, SchemeUnderLoad, UnderLoad};

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
        timing: &Timing,
    ) -> Result<Option<ComparedUnderLoad>, Failure> {
        let Some(load) = self.under else { return Ok(None) };
        let schemes = comparison.proved_free();
        if schemes.is_empty() {
            return Err(Failure::new("no scheme here is proved free of deadlock, and others are not run under load"));
        }
        let sizes = if self.sizes.is_empty() { compared.iter().copied().collect() } else { self.sizes.clone() };
        let asked = UnderLoad {
            load,
            multicast_share: self.multicast_share,
            sizes,
            seed: 1,
            half_width: self.until_half_width,
            max_messages: self.max_messages,
        };
        Ok(Some(progress::during("running under load", || network.under_load(&schemes, &asked, timing))?))
    }
}

/// The latencies of multicasts, and what is recommended for each size.
pub(super) fn in_words(document: &ComparedUnderLoad) -> String {
    let names: Vec<_> = document.sizes.iter().map(|size| format!("{} destinations", size.destinations)).collect();
    let mut columns = vec![("scheme", Align::Left)];
    columns.extend(names.iter().map(|name| (&**name, Align::Right)));
    let schemes = document.sizes.first().map_or(0, |size| size.schemes.len());
    let row = |place: usize| {
        let mut cells = vec![document.sizes[0].schemes[place].scheme.to_owned()];
        cells.extend(document.sizes.iter().map(|size| latency(&size.schemes[place])));
        cells
    };
    let mut text = format!(
        "\nunder {} messages per node per µs, {} of them multicasts: mean latencies of multicasts\n\n{}",
        document.load,
        document.multicast_share,
        table::render(&columns, (0..schemes).map(row))
    );
    if schemes > 1 {
        let row = |place: usize| {
            let mut cells = vec![document.sizes[0].schemes[place].scheme.to_owned()];
            cells.extend(document.sizes.iter().map(|size| longer(&size.schemes[place], size.recommended)));
            cells
        };
        let title = "against the quickest, multicast by multicast";
        text += &format!("\n{title}\n\n{}", table::render(&columns, (0..schemes).map(row)));
    }
    for size in &document.sizes {
        let best = size.recommended.map_or("none: no run came to a steady state".into(), |best| format!("`{best}`"));
        text += &format!("for {} destinations: {best}\n", size.destinations);
    }
    text
}

fn latency(run: &SchemeUnderLoad) -> String {
    match (run.latency_ns, run.ci95_ns) {
        (Some(mean), Some(half)) => format!("{mean:.0} ± {half:.0} ns"),
        (Some(mean), None) => format!("{mean:.0} ns"),
        (None, _) => format!("{:?}", run.outcome).to_lowercase(),
    }
}

/// How much longer the multicasts of a scheme took than those of the quickest.
fn longer(run: &SchemeUnderLoad, quickest: Option<&str>) -> String {
    match (run.longer_ns, run.longer_ci95_ns) {
        (Some(mean), Some(half)) => {
            let verdict = if mean.abs() <= half { "  not told apart" } else { "" };
            format!("{mean:+.1} ± {half:.1} ns{verdict}")
        }
        (Some(mean), None) => format!("{mean:+.1} ns"),
        (None, _) if quickest == Some(run.scheme) => "quickest".into(),
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
