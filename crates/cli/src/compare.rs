//! `wormcast compare`.

use crate::answer::Answer;
use crate::destinations::MulticastArgs;
use crate::failure::Failure;
use crate::network::NetworkArgs;
use crate::output::{self, Format};
use crate::progress;
use crate::prove_command::ProveCommand;
use crate::simulate::TimingArgs;
use crate::table::{self, Align};
use crate::words::count;
use clap::Args;
use wormcast::check::proof;
use wormcast::plan::MulticastSet;
use wormcast::sim::Timing;
use wormcast::{ComparedResult, ComparedScheme, Comparison, Network};

/// Plans one multicast by every scheme, and compares what the plans cost and how long they take alone.
///
/// Schemes are taken with their default options. `proof` tells whether a scheme can deadlock, whatever it sends. The
/// latency is that of the last destination in an empty network. Exit status 1: no scheme plans it.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast compare mesh:8x8 --source 2,1 --random 12")]
pub(crate) struct Compare {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    multicast: MulticastArgs,
    /// Only these schemes, with commas between them, in this order [default: all that serve the network].
    #[arg(long, value_name = "SCHEMES", value_delimiter = ',')]
    schemes: Vec<String>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    timing: TimingArgs,
}

impl Compare {
    /// Plans by every scheme, and prints the comparison.
    pub(crate) fn run(&self) -> Result<Answer, Failure> {
        let timing = Timing::from(&self.timing);
        timing.validate()?;
        let network = self.network.build()?;
        let (source, destinations) = self.multicast.resolve(network.topology())?;
        let set = MulticastSet::checked(network.topology(), source, &destinations)?;
        let schemes: Vec<_> = self.schemes.iter().map(|name| name.trim()).collect();
        let comparison = progress::during("planning", || network.compare_set(&schemes, set, &timing))?;
        match self.format {
            Format::Json => output::print_json(&comparison)?,
            Format::Table => output::print_text(&in_words(&comparison, &network, &timing))?,
        }
        Ok(if comparison.schemes.iter().any(ComparedScheme::is_planned) { Answer::Yes } else { Answer::No })
    }
}

fn in_words(comparison: &Comparison, network: &Network, timing: &Timing) -> String {
    let Comparison { schemes, destinations, source, .. } = comparison;
    let number = |title| (title, Align::Right);
    let mut columns = vec![("scheme", Align::Left)];
    columns.extend(["channels", "longest path", "rounds", "worms", "latency"].map(number));
    let is_proved = |entry: &ComparedScheme| answer(entry).is_some();
    columns.extend(schemes.iter().any(is_proved).then_some(("proof", Align::Left)));
    let mut text = format!(
        "{network}: from {source} to {}\n\n{}",
        count(destinations.len(), "destination"),
        table::render(&columns, schemes.iter().filter_map(row)),
    );
    // One that can deadlock is the first to ask about.
    let can = |entry: &&ComparedScheme| answer(entry) == Some(proof::Answer::Deadlock);
    let asked = schemes.iter().find(can).or_else(|| schemes.iter().find(|entry| entry.is_planned()));
    text += &asked.map(|entry| meaning(network, entry.scheme, timing)).unwrap_or_default();
    for entry in schemes {
        if let ComparedResult::Refused { refused } | ComparedResult::Unserved { refused } = &entry.result {
            text += &format!("{}: {refused}\n", entry.scheme);
        }
    }
    text
}

fn answer(entry: &ComparedScheme) -> Option<proof::Answer> {
    match entry.result {
        ComparedResult::Planned { proof, .. } => proof,
        _ => None,
    }
}

fn row(entry: &ComparedScheme) -> Option<Vec<String>> {
    let ComparedResult::Planned { cost, latency_ns, proof } = &entry.result else { return None };
    let mut row = vec![entry.scheme.to_owned()];
    row.extend([cost.channels, cost.longest_path].map(|cost| cost.to_string()));
    row.extend([cost.rounds, cost.worms].map(|cost| cost.to_string()));
    row.push(latency_ns.map_or("deadlock".into(), |latency| format!("{latency} ns")));
    row.extend(proof.map(|answer| in_short(answer).to_owned()));
    Some(row)
}

/// An answer in a cell of a table.
fn in_short(answer: proof::Answer) -> &'static str {
    match answer {
        proof::Answer::DeadlockFree => "free",
        proof::Answer::Deadlock => "deadlock",
        proof::Answer::Unknown => "unknown",
    }
}

/// What the column of proofs is about, and the command that tells more: about this scheme, with the same limits.
fn meaning(network: &Network, scheme: &str, timing: &Timing) -> String {
    let (consumption, virtual_channels) = (timing.consumption.limit(), timing.flow.virtual_channels);
    let limits = ProveCommand {
        network: network.spec(),
        scheme,
        options: &[],
        consumption,
        virtual_channels,
        with_unicast: false,
    };
    let command = limits.line();
    if let Some(reason) = network.why_not_proved(timing) {
        return format!("whether the schemes can deadlock is not told: {reason}; see `{command}`\n");
    }
    let consumption = match consumption {
        None => "consumption channels for all (`--consumption 1` looks at one a node)".to_owned(),
        Some(ports) => format!("{} a node", count(ports, "consumption channel")),
    };
    let links = match virtual_channels.get() {
        1 => String::new(),
        many => format!(" and {many} virtual channels a link"),
    };
    format!(
        "proof: whether multicasts of the scheme, any of them in flight together, can deadlock with {consumption}{links};\n\
         `{command}` tells why\n"
    )
}
