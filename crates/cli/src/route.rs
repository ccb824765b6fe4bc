//! `wormcast route`.

use crate::budget::Budget;
use crate::failure::Failure;
use crate::files::Target;
use crate::network::NetworkArgs;
use crate::output::{self, Format};
use crate::progress;
use crate::table::render_pairs;
use crate::verdict::Verdict;
use crate::words::{count, figures, quoted, virtual_channels};
use clap::Args;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use wormcast::RouteSummary;
use wormcast::formats::routes_file;

/// Shows what a routing of unicasts does: pairs without a route, long routes, busy channels, virtual channels.
///
/// `wormcast list` shows the routings, and which of them are safe. `wormcast prove NETWORK --routing NAME` proves it.
/// Exit status 1: a pair has no route.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wormcast route torus:6x5 --without-node 2,2 --routing dimension-order\n  wormcast route \
                        file:examples/networks/campus.gml --routing up-down --out routes.txt"
)]
pub(crate) struct RouteCommand {
    #[command(flatten)]
    network: NetworkArgs,
    /// The routing, such as `dimension-order`, `up-down` or `turn-model:west-first`; or a file of routes, a CSV table
    /// or paths, as `prove --routes` takes it; or `layered:FILE`, the routes of a file on as few virtual channels as
    /// are found so that they cannot deadlock.
    #[arg(long, alias = "routes", value_name = "NAME|FILE")]
    routing: String,
    /// The virtual channels that the routes may take [default: as many as they need, or name].
    #[arg(long, value_name = "N", value_parser = virtual_channels)]
    virtual_channels: Option<NonZeroU32>,
    /// Also write all routes into this file, one path per line: its nodes, and `@` with the virtual channel of each
    /// hop. As a table of next hops, `router,destination,next,vc,number`, if the name ends in `.csv`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// The time, and if wanted MiB of memory behind a comma (`60s` or `60s,2048`), after which the command gives up.
    #[arg(long, value_name = "TIME[,MIB]", default_value = "10min")]
    budget: Budget,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl RouteCommand {
    /// Sums the routes up, and writes them.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        self.budget.during(|| self.route())
    }

    fn route(&self) -> Result<Verdict, Failure> {
        let out = self.out.as_deref().map(Target::at).transpose()?;
        let network = self.network.build()?;
        let summary = progress::during("routing", || network.route(&self.routing, self.virtual_channels))?;
        if let Some(out) = out {
            let is_table = self.out.as_deref().and_then(Path::extension).is_some_and(|end| end == "csv");
            out.write(|file| match is_table {
                true => network.write_routing_table(&self.routing, self.virtual_channels, file),
                false => network.write_routes(&self.routing, self.virtual_channels, file),
            })?;
        }
        match self.format {
            Format::Json => output::print_json(&summary)?,
            Format::Table => {
                output::print_text(&format!("{} on {network}\n{}", self.routing, in_words(&self.routing, &summary)))?
            }
        }
        Ok(if summary.unrouted == 0 { Verdict::Yes } else { Verdict::No })
    }
}

fn in_words(routing: &str, summary: &RouteSummary) -> String {
    let mean = summary.mean.map_or("none".into(), |mean| format!("{mean:.3} hops"));
    let busiest = summary
        .busiest
        .as_ref()
        .map_or("none".into(), |busiest| format!("{}, on {}", busiest.channel, count(busiest.routes, "route")));
    let mut text = render_pairs([
        ("pairs", summary.pairs.to_string()),
        ("unrouted", summary.unrouted.to_string()),
        ("longest", count(summary.longest, "hop")),
        ("mean", mean),
        ("busiest", busiest),
        ("virtual", count(summary.virtual_channels, "virtual channel")),
    ]);
    if let Some(file) = routes_file(routing).filter(|file| *file == routing) {
        text += &format!(
            "that many the routes name; on how many they are free of deadlock says `route --routing {}`\n",
            quoted(&format!("layered:{file}"))
        );
    }
    for (from, to, reason) in &summary.unrouted_pairs {
        text += &format!("no route from {from} to {to}: {reason}\n");
    }
    let more = summary.unrouted - summary.unrouted_pairs.len();
    if more > 0 {
        text += &format!("… and {} more\n", count(more, "pair"));
    }
    if let Some(safe) = &summary.instead {
        let (routing, figures) = (safe.routing, figures(safe));
        text += &format!("`{routing}` has a route for every pair, and cannot deadlock with {figures}\n");
    }
    text
}
