//! `wormcast compare`.

mod advice;
mod beside;
mod rows;
mod under;

use crate::destinations::{Drawn, MulticastArgs};
use crate::failure::Failure;
use crate::network::NetworkArgs;
use crate::output::{self, Format};
use crate::prove::router;
use crate::simulate::TimingArgs;
use crate::verdict::Verdict;
use crate::words::count;
use crate::{progress, prove_command};
use advice::advice;
use clap::Args;
use serde::Serialize;
use std::collections::BTreeSet;
use std::num::NonZeroU32;
use std::sync::{Mutex, PoisonError};
use under::UnderArgs;
use wormcast::check::proof::{self, RouterPolicies};
use wormcast::model::refuse_own_virtual_channels;
use wormcast::plan::{ChannelWeight, MulticastSet, Switching, refuse_class_of_one, words_together};
use wormcast::schemes::scheme_named;
use wormcast::sim::{Timing, VcRule};
use wormcast::{
    COMPARING_BUDGET, ComparedResult, ComparedScheme, ComparedUnderLoad, Comparing, ComparingStep, Comparison, Network,
    Span,
};

/// Plans multicasts by every scheme, and compares what the plans cost, how long they take alone, and which schemes are
/// safe.
///
/// Schemes are taken with their default options where `--schemes` says nothing else. `proof` tells whether a scheme can
/// deadlock, whatever it sends; with `--with-unicast` or `--unicast-scheme`, beside unicasts between all nodes. The
/// latency is that of the last destination in an empty network. The cheapest scheme that is proved safe is recommended.
/// Exit status 1: no scheme plans it.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wormcast compare mesh:8x8 --source 2,1 --random 12\n  \
                        wormcast compare mesh:6x6 --source 0,0 --random 5-20 --sets 200 --with-unicast\n  \
                        wormcast compare mesh:8x8 --source 0,0 --random 8 --under 0.01 --sizes 2,8,32")]
pub(crate) struct Compare {
    #[command(flatten)]
    network: NetworkArgs,
    #[command(flatten)]
    multicast: MulticastArgs,
    /// How many random sets are compared: costs and latencies are their means, and differences from the scheme that is
    /// recommended have intervals. The seed counts up.
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    sets: u64,
    /// Only these schemes, with commas between them, in this order [default: all that serve the network]. Options of a
    /// scheme stand behind it, in quotes: `--schemes 'single-tree --root 3,3,unicast'`.
    #[arg(long, value_name = "SCHEMES")]
    schemes: Vec<String>,
    /// Unicasts between all nodes may be in flight too, on the network's own shortest routes or by `--routing`.
    #[arg(long)]
    with_unicast: bool,
    /// The routing of these unicasts, such as `up-down`, or a file of routes.
    #[arg(long, value_name = "NAME|FILE", requires = "with_unicast")]
    routing: Option<String>,
    /// Unicasts between all nodes may be in flight too, by this scheme; its options stand behind it, in quotes.
    #[arg(long, value_name = "SCHEME", conflicts_with = "with_unicast")]
    unicast_scheme: Option<String>,
    /// Tell also what plans have of this, and recommend what has the least: hops, delay, or any number that the
    /// network's description gives all channels, by its name. Schemes of light trees take it as their weight.
    #[arg(long, value_name = "WHAT")]
    weight: Option<ChannelWeight>,
    /// How long each proof may take, such as `60s`, after which its answer is `unknown`; and each scheme to plan all of
    /// several sets, after which it is left out.
    #[arg(long, value_name = "TIME", default_value_t = Span(COMPARING_BUDGET))]
    budget: Span,
    #[command(flatten)]
    under: UnderArgs,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    timing: TimingArgs,
}

/// A comparison, and what was measured under a load if that was asked for.
#[derive(Serialize)]
struct Document<'c> {
    #[serde(flatten)]
    comparison: &'c Comparison,
    /// How destinations were drawn, if they were.
    #[serde(skip_serializing_if = "Option::is_none")]
    drawn: Option<Drawn>,
    #[serde(skip_serializing_if = "Option::is_none")]
    under_load: Option<&'c ComparedUnderLoad>,
}

impl Compare {
    /// Plans by every scheme, and prints the comparison.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let mut comparing = self.comparing();
        comparing.timing.validate()?;
        if self.sets > 1 && !self.multicast.is_random() {
            return Err(Failure::new("`--sets` draws several sets: it goes with `--random`"));
        }
        let network = self.network.build()?;
        comparing.timing.flow.virtual_channels = match self.timing.virtual_channels {
            None => network.virtual_channels_compared(&comparing)?,
            said => network.virtual_channels_said(said, NonZeroU32::MIN)?,
        };
        let flow = &comparing.timing.flow;
        refuse_class_of_one(network.topology(), flow.vc_rule, flow.virtual_channels)?;
        let drawn = self.multicast.several(network.topology(), self.sets)?;
        let checked = |(source, to): &'_ (_, Vec<_>)| MulticastSet::checked(network.topology(), *source, to).map(drop);
        drawn.iter().try_for_each(checked)?;
        let sets: Vec<_> =
            drawn.iter().map(|(source, destinations)| MulticastSet { source: *source, destinations }).collect();
        let last = Mutex::new("comparing".to_owned());
        let comparison = progress::telling("comparing", |tell| {
            let step = |step: &ComparingStep<'_>| {
                tell(&step.to_string());
                *last.lock().unwrap_or_else(PoisonError::into_inner) = format!("comparing: {step}");
            };
            let line = || last.lock().unwrap_or_else(PoisonError::into_inner).clone();
            progress::each_minute(line, || network.compare_sets_telling(&sets, &comparing, step))
        })?;
        let sizes = drawn.iter().map(|(_, destinations)| destinations.len()).collect::<BTreeSet<_>>();
        let under = self.under.measure(&network, &comparison, &sizes, &comparing)?;
        match self.format {
            Format::Json => {
                let (drawn, under_load) = (self.multicast.drawn(), under.as_ref());
                output::print_json(&Document { comparison: &comparison, drawn, under_load })?;
            }
            Format::Table => {
                let told = under.as_ref().map(|under| under::in_words(under, &network, &comparing)).transpose()?;
                let is_measured = under.as_ref().is_some_and(ComparedUnderLoad::recommends);
                let text = in_words(&comparison, &network, &comparing, is_measured)?;
                output::print_text(&(text + &told.unwrap_or_default()))?;
            }
        }
        Ok(if comparison.schemes.iter().any(ComparedScheme::is_planned) { Verdict::Yes } else { Verdict::No })
    }

    /// The timing. Buffers that take whole messages have room for one, as in proofs, if they are said to be of the one
    /// flit that is usual elsewhere.
    fn timing(&self) -> Timing {
        let timing = Timing::from(&self.timing);
        let takes_whole = timing.flow.switching != Switching::Wormhole;
        let is_usual = timing.buffer == Timing::default().buffer;
        let buffer = if takes_whole && is_usual { timing.buffer.max(timing.length) } else { timing.buffer };
        Timing { buffer, ..timing }
    }

    fn comparing(&self) -> Comparing {
        let own = self.with_unicast.then(|| match &self.routing {
            Some(routing) => words_together(["unicast", "--routing", routing]),
            None => "unicast".to_owned(),
        });
        Comparing {
            schemes: self.schemes.iter().flat_map(|text| schemes_in(text)).collect(),
            timing: self.timing(),
            unicasts: self.unicast_scheme.clone().or(own),
            budget: self.budget.0,
            weight: self.weight.clone(),
        }
    }
}

/// The schemes in a text, each with its options behind it. A comma with no scheme behind it belongs to an option, such
/// as the name of a node.
fn schemes_in(text: &str) -> Vec<String> {
    let mut schemes: Vec<String> = Vec::new();
    for part in text.split(',') {
        let is_scheme = part.split_whitespace().next().is_some_and(|word| scheme_named(word).is_ok());
        match schemes.last_mut().filter(|last| !is_scheme && last.contains(" --")) {
            Some(last) => *last += &format!(",{part}"),
            None => schemes.push(part.trim().to_owned()),
        }
    }
    schemes
}

/// The comparison, with what is recommended if no load says better.
fn in_words(
    comparison: &Comparison,
    network: &Network,
    comparing: &Comparing,
    is_measured: bool,
) -> Result<String, Failure> {
    let Comparison { schemes, destinations, source, sets, .. } = comparison;
    let what = match sets {
        1 => count(destinations.len(), "destination"),
        many => format!("the destinations of {many} random sets, means"),
    };
    let mut text = format!("{network}: from {source} to {what}\n\n{}", rows::table(comparison, comparing));
    // One that can deadlock is the first to ask about, and then one of which it is not known.
    let with = |wanted| schemes.iter().find(|entry| answer(entry) == Some(wanted));
    let asked = with(proof::Answer::Deadlock).or_else(|| with(proof::Answer::Unknown));
    let asked = asked.or_else(|| schemes.iter().find(|entry| entry.is_planned()));
    if let Some(entry) = asked {
        text += &meaning(network, entry, comparing)?;
    }
    let flow = &comparing.timing.flow;
    for entry in schemes {
        if let ComparedResult::Refused { refused } | ComparedResult::Unserved { refused } = &entry.result {
            text += &format!("{}: {refused}\n", entry.scheme);
        }
    }
    if schemes.iter().any(|entry| answer(entry) == Some(proof::Answer::Unknown)) {
        text += &match refuse_own_virtual_channels(network.topology(), flow.virtual_channels) {
            Err(own) => format!("unknown: {own}; and no deadlock was found\n"),
            Ok(()) => format!(
                "unknown: neither a proof nor a deadlock was found in the {} that each scheme has (`--budget`)\n",
                Span(comparing.budget)
            ),
        };
    }
    let advice = advice(comparison, network, comparing, is_measured)?;
    Ok(text + &left_out(comparison) + &partial(comparison, network) + &beside::note(comparison, comparing) + &advice)
}

/// What is free and cheaper than what is recommended, and serves some senders alone.
fn partial(comparison: &Comparison, network: &Network) -> String {
    let price = |entry: &ComparedScheme| entry.price().map_or(f64::INFINITY, |(price, _)| price);
    let taken = comparison.recommended.as_ref().map(|recommended| &recommended.scheme);
    let Some(own) = comparison.schemes.iter().find(|entry| Some(&entry.scheme) == taken) else { return String::new() };
    let is_free = |entry: &&ComparedScheme| answer(entry) == Some(proof::Answer::DeadlockFree);
    let rivals = comparison.schemes.iter().filter(is_free).filter(|entry| price(entry) <= price(own));
    let line = |entry: &ComparedScheme| {
        let (from, to) = network.unplanned_by(&entry.scheme)?;
        let scheme = &entry.scheme;
        Some(format!(
            "`{scheme}` has no plan from {from} to {to}, and perhaps none for other pairs: its proof is about the rest\n"
        ))
    };
    rivals.filter_map(line).collect()
}

/// Which schemes have no row, and which rows are about the same worms.
fn left_out(comparison: &Comparison) -> String {
    let names = |schemes: &[String]| schemes.iter().map(|scheme| format!("`{scheme}`")).collect::<Vec<_>>().join(", ");
    let mut text = String::new();
    if !comparison.unserved.is_empty() {
        text += &format!("not for this network: {} (`--schemes NAME` tells why)\n", names(&comparison.unserved));
    }
    let same = comparison.same_worms.iter();
    text.extend(same.map(|schemes| format!("the same worms here: {}\n", names(schemes))));
    text
}

fn answer(entry: &ComparedScheme) -> Option<proof::Answer> {
    match entry.result {
        ComparedResult::Planned { proof, .. } => proof,
        _ => None,
    }
}

/// What the column of proofs is about, and the command that tells more: about this scheme, with the same limits.
fn meaning(network: &Network, entry: &ComparedScheme, comparing: &Comparing) -> Result<String, Failure> {
    let scheme = &entry.scheme;
    let statement = comparing.statement(scheme)?;
    let command = prove_command::line(network.spec(), &statement);
    if let Some(reason) = network.why_not_proved(comparing) {
        // Of classes that wait for each other no command asks.
        let is_asked = comparing.keeps_apart() || comparing.timing.flow.vc_rule != VcRule::Class;
        let see = if is_asked { format!("; see `{command}`") } else { String::new() };
        return Ok(format!("whether the schemes can deadlock is not told: {reason}{see}\n"));
    }
    let consumption = match statement.consumption {
        None => "consumption channels for all (`--consumption 1` looks at one a node)".to_owned(),
        Some(ports) => format!("{} per node", count(ports, "consumption channel")),
    };
    let links = match statement.virtual_channels.get() {
        1 => String::new(),
        many => format!(" and {many} virtual channels a link"),
    };
    let unicasts = match &comparing.unicasts {
        None => String::new(),
        Some(scheme) if comparing.keeps_apart() => {
            format!(", with unicasts by `{scheme}` between all nodes on the other virtual channels")
        }
        Some(scheme) => format!(", with unicasts by `{scheme}` between all nodes"),
    };
    let why = match answer(entry) {
        Some(proof::Answer::Deadlock) => format!("how `{scheme}` comes to a deadlock"),
        Some(proof::Answer::Unknown) => format!("more about `{scheme}`"),
        _ => format!("why `{scheme}` is free"),
    };
    let routers = match statement.policies == RouterPolicies::default() {
        true => String::new(),
        false => format!(", {}", router::in_words(statement.policies)),
    };
    Ok(format!(
        "proof: whether multicasts of the scheme, any of them in flight together{unicasts}, can deadlock with \
         {consumption}{links}{routers}\n{why}: `{command}`\n"
    ))
}
