//! `wormcast compare`.

mod proved;

use crate::answer::Answer;
use crate::destinations::MulticastArgs;
use crate::failure::Failure;
use crate::network::{Network, NetworkArgs};
use crate::output::{self, Format};
use crate::plan::in_names;
use crate::progress;
use crate::simulate::TimingArgs;
use crate::table::{self, Kind};
use crate::words::count;
use clap::Args;
use proved::Proved;
use serde::Serialize;
use wormcast::plan::{Cost, MulticastSet, NetworkSpec};
use wormcast::schemes::{Options, SCHEMES, Scheme, SchemeError, scheme_named};
use wormcast::sim::{Engine, Start, Time, Timing, simulate};

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

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    network: NetworkSpec,
    source: String,
    destinations: Vec<String>,
    schemes: Vec<Entry>,
}

/// What one scheme makes of the multicast.
#[derive(Serialize)]
struct Entry {
    scheme: &'static str,
    #[serde(flatten)]
    outcome: Outcome,
}

#[derive(Serialize)]
#[serde(untagged)]
enum Outcome {
    Planned {
        cost: Cost,
        /// None if the worms of the plan wait for each other in a circle.
        latency_ns: Option<Time>,
        /// None if it was not asked.
        #[serde(skip_serializing_if = "Option::is_none")]
        proof: Option<Proved>,
    },
    Refused {
        refused: String,
    },
    /// The scheme is not for such networks.
    Unserved {
        refused: String,
    },
}

impl Compare {
    /// Plans by every scheme, and prints the comparison.
    pub(crate) fn run(&self) -> Result<Answer, Failure> {
        let timing = Timing::from(&self.timing);
        timing.validate()?;
        let network = self.network.build()?;
        let topology = &*network.topology;
        let (source, destinations) = self.multicast.resolve(topology)?;
        let set = MulticastSet::checked(topology, source, &destinations)?;
        let schemes = self.schemes()?;
        let entries = progress::during("planning", || {
            let entries = schemes.iter().map(|scheme| Entry::of(*scheme, &network, set, &timing));
            entries.collect::<Result<Vec<_>, _>>()
        })?;
        // A scheme that was asked for tells why it does not serve the network.
        let is_told = |entry: &Entry| !self.schemes.is_empty() || !matches!(entry.outcome, Outcome::Unserved { .. });
        let document = Document {
            format: "wormcast-comparison",
            version: 1,
            network: network.spec.clone(),
            source: topology.node_name(source),
            destinations: destinations.iter().map(|&node| topology.node_name(node)).collect(),
            schemes: entries.into_iter().filter(is_told).collect(),
        };
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table => output::print_text(&document.in_words(&network, &timing))?,
        }
        let planned = |entry: &Entry| matches!(entry.outcome, Outcome::Planned { .. });
        Ok(if document.schemes.iter().any(planned) { Answer::Yes } else { Answer::No })
    }

    /// The schemes to compare.
    fn schemes(&self) -> Result<Vec<&'static dyn Scheme>, Failure> {
        match &*self.schemes {
            [] => Ok(SCHEMES.to_vec()),
            names => Ok(names.iter().map(|name| scheme_named(name.trim())).collect::<Result<_, _>>()?),
        }
    }
}

impl Entry {
    fn of(scheme: &dyn Scheme, network: &Network, set: MulticastSet<'_>, timing: &Timing) -> Result<Self, Failure> {
        let topology = &*network.topology;
        let entry = |outcome: Outcome| Ok(Self { scheme: scheme.name(), outcome });
        let mut planner = match scheme.prepare(topology, &Options::default()) {
            Ok(planner) => planner,
            Err(error @ (SchemeError::Unserved { .. } | SchemeError::NoLabelling { .. })) => {
                return entry(Outcome::Unserved { refused: error.to_string() });
            }
            Err(error) => return entry(Outcome::Refused { refused: error.to_string() }),
        };
        let plan = match planner.whole_plan(network.spec.clone(), scheme.name(), set) {
            Ok(plan) => plan,
            Err(error) => return entry(Outcome::Refused { refused: in_names(&error, topology) }),
        };
        let engine = if timing.flow == Default::default() { Engine::Worm } else { Engine::Flit };
        let run = simulate(topology, &[Start { plan: &plan, at: Time::ZERO }], timing, engine)?;
        let proof = Proved::of(scheme, topology, timing)?;
        entry(Outcome::Planned { cost: plan.cost(), latency_ns: run.plans[0].latency, proof })
    }

    fn row(&self) -> Vec<String> {
        let mut row = vec![self.scheme.to_owned()];
        if let Outcome::Planned { cost, latency_ns, proof } = &self.outcome {
            row.extend([cost.channels, cost.longest_path].map(|cost| cost.to_string()));
            row.extend([u64::from(cost.rounds), cost.worms as u64].map(|cost| cost.to_string()));
            row.push(latency_ns.map_or("deadlock".into(), |latency| format!("{latency} ns")));
            row.extend(proof.map(|proof| proof.in_short().to_owned()));
        }
        row
    }
}

impl Document {
    fn in_words(&self, network: &Network, timing: &Timing) -> String {
        let mut columns = vec![
            ("scheme", Kind::Text),
            ("channels", Kind::Number),
            ("longest path", Kind::Number),
            ("rounds", Kind::Number),
            ("worms", Kind::Number),
            ("latency", Kind::Number),
        ];
        let is_proved = |entry: &Entry| matches!(entry.outcome, Outcome::Planned { proof: Some(_), .. });
        let is_proved = self.schemes.iter().any(is_proved);
        columns.extend(is_proved.then_some(("proof", Kind::Text)));
        let planned = self.schemes.iter().filter(|entry| matches!(entry.outcome, Outcome::Planned { .. }));
        let mut text = format!(
            "{}: from {} to {}\n\n{}",
            self.network,
            self.source,
            count(self.destinations.len(), "destination"),
            table::render(&columns, planned.clone().map(Entry::row)),
        );
        // One that can deadlock is the first to ask about.
        let can = |entry: &&Entry| matches!(entry.outcome, Outcome::Planned { proof: Some(Proved::Deadlock), .. });
        if let Some(entry) = self.schemes.iter().find(can).or_else(|| planned.clone().next()) {
            text += &proved::meaning(network, entry.scheme, timing);
        }
        for entry in &self.schemes {
            if let Outcome::Refused { refused } | Outcome::Unserved { refused } = &entry.outcome {
                text += &format!("{}: {refused}\n", entry.scheme);
            }
        }
        text
    }
}
