//! From the table of traffic to what the nodes send.

use super::error::blame;
use super::file::{ArrivalsTable, BurstTable, LengthsEntry, PatternTable, TrafficTable};
use super::values::{between, positive, share};
use super::{ExperimentError, ExperimentFile, loads, pattern};
use crate::traffic::{Arrivals, Lengths, Trace, Traffic, TrafficSpec};
use std::path::Path;
use std::sync::Arc;
use toml::Spanned;
use wormcast_sim::MAX_LENGTH;
use wormcast_topology::{NodeId, Topology};

/// What the nodes send.
pub(super) fn resolve(
    file: &ExperimentFile,
    topology: &dyn Topology,
    folder: &Path,
) -> Result<TrafficSpec, ExperimentError> {
    let table = &file.traffic;
    let reply = table.reply_flits.as_ref().map(flits).transpose()?;
    let trace = trace(table, topology, folder)?;
    let usual = lengths(&file.timing.length_flits)?;
    let of_class = |class: &Option<Spanned<PatternTable>>| {
        let own = class.as_ref().and_then(|table| table.get_ref().length_flits.as_ref());
        own.map_or_else(|| Ok(usual.clone()), own_lengths)
    };
    let spec = TrafficSpec {
        arrivals: arrivals(file)?,
        multicast_share: match &trace {
            Some(trace) => trace.multicast_share(),
            None => table.multicast_share.as_ref().map_or(Ok(0.1), share)?,
        },
        unicast: pattern::resolve(table.unicast.as_ref(), 1, topology, folder)?,
        multicast: pattern::resolve(table.multicast.as_ref(), 10, topology, folder)?,
        lengths: [of_class(&table.unicast)?, of_class(&table.multicast)?],
        weights: weights(table, topology)?,
        reply,
        trace,
    };
    let to_blame = [&table.unicast, &table.multicast].into_iter().flatten().map(Spanned::span).next_back();
    Traffic::new(topology, &spec, 1.0, 0)
        .map_err(|error| ExperimentError::new(to_blame.unwrap_or(file.topology.span()), error))?;
    Ok(spec)
}

/// The recorded messages; nothing else then says what is sent.
fn trace(table: &TrafficTable, topology: &dyn Topology, folder: &Path) -> Result<Option<Arc<Trace>>, ExperimentError> {
    let Some(name) = &table.trace else { return Ok(None) };
    let others = [
        ("burst", table.burst.is_some()),
        ("weights", table.weights.is_some()),
        ("multicast_share", table.multicast_share.is_some()),
        ("unicast", table.unicast.is_some()),
        ("multicast", table.multicast.is_some()),
        ("arrivals", table.arrivals != ArrivalsTable::Poisson),
    ];
    if let Some((key, _)) = others.iter().find(|(_, is_given)| *is_given) {
        return Err(blame(name, format!("a trace says what is sent; leave `{key}` out")));
    }
    let path = folder.join(name.get_ref());
    let fail = |problem: &dyn std::fmt::Display| blame(name, format!("{}: {problem}", path.display()));
    let found = std::fs::metadata(&path).map_err(|error| fail(&error))?;
    if !found.is_file() {
        return Err(fail(&"this is not a file"));
    }
    let file = std::fs::File::open(&path).map_err(|error| fail(&error))?;
    Trace::read(topology, std::io::BufReader::new(file))
        .map(|trace| Some(Arc::new(trace)))
        .map_err(|error| fail(&error))
}

fn arrivals(file: &ExperimentFile) -> Result<Arrivals, ExperimentError> {
    let table = &file.traffic;
    let Some(burst) = &table.burst else {
        return Ok(match table.arrivals {
            ArrivalsTable::Poisson => Arrivals::Poisson,
            ArrivalsTable::Periodic => Arrivals::Periodic,
            ArrivalsTable::Bernoulli => Arrivals::Bernoulli { cycle_ns: loads::cycle_ns(&file.timing)? },
        });
    };
    if table.arrivals != ArrivalsTable::Poisson {
        return Err(blame(burst, "bursts are of Poisson arrivals; leave `arrivals` out"));
    }
    let BurstTable { on_us, off_us } = burst.get_ref();
    let time = |time| between(time, 1e-6..1e9, "a mean time above 0, in µs");
    Ok(Arrivals::OnOff { on_us: time(on_us)?, off_us: time(off_us)? })
}

fn weights(table: &TrafficTable, topology: &dyn Topology) -> Result<Vec<(NodeId, f64)>, ExperimentError> {
    let Some(named) = &table.weights else { return Ok(Vec::new()) };
    if table.arrivals == ArrivalsTable::Periodic {
        return Err(blame(named, "weights are for Poisson arrivals and bursts; periodic nodes are all alike"));
    }
    let mut weights = Vec::new();
    for (name, weight) in named.get_ref() {
        let node = topology.find_node(name).map_err(|error| blame(weight, error))?;
        if topology.graph().terminals().all(|sender| sender != node) {
            return Err(blame(weight, format!("`{name}` is a router; on {} only endpoints send", topology.spec())));
        }
        weights.push((node, between(weight, 0.0..1e6, "a weight from 0")?));
    }
    weights.sort_unstable_by_key(|(node, _)| *node);
    let silent = weights.iter().filter(|(_, weight)| *weight == 0.0).count();
    match silent == topology.graph().terminals().count() {
        true => Err(blame(named, "no node sends: all weights are 0")),
        false => Ok(weights),
    }
}

/// The lengths of all messages; one length alone is that of the timing.
fn lengths(entry: &Spanned<LengthsEntry>) -> Result<Lengths, ExperimentError> {
    match entry.get_ref() {
        LengthsEntry::Fixed(_) => Ok(Lengths::default()),
        LengthsEntry::Shares(_) => own_lengths(entry),
    }
}

/// The lengths of a class of messages.
fn own_lengths(entry: &Spanned<LengthsEntry>) -> Result<Lengths, ExperimentError> {
    let checked = |length| flits(&Spanned::new(entry.span(), length));
    let shares = match entry.get_ref() {
        LengthsEntry::Fixed(length) => vec![(checked(*length)?, 1.0)],
        LengthsEntry::Shares(shares) => {
            let pair = |&(length, share)| Ok((checked(length)?, share));
            shares.iter().map(pair).collect::<Result<Vec<_>, ExperimentError>>()?
        }
    };
    let sum: f64 = shares.iter().map(|(_, share)| share).sum();
    match shares.iter().all(|(_, share)| (0.0..=1.0).contains(share)) && (sum - 1.0).abs() < 1e-9 {
        true => Ok(Lengths { shares }),
        false => Err(blame(entry, format!("the shares of the lengths add up to {sum}; expected 1, and none below 0"))),
    }
}

fn flits(length: &Spanned<u64>) -> Result<u32, ExperimentError> {
    let count = positive(length, "flits")?;
    let fits = u32::try_from(count).ok().filter(|&length| length <= MAX_LENGTH);
    fits.ok_or_else(|| {
        blame(length, format!("a message of {count} flits cannot be sent; its length is 1 to {MAX_LENGTH}"))
    })
}

/// The length that the timing is made for: the only one, or the longest.
pub(super) fn timing_length(entry: &Spanned<LengthsEntry>) -> Result<u32, ExperimentError> {
    match entry.get_ref() {
        LengthsEntry::Fixed(length) => flits(&Spanned::new(entry.span(), *length)),
        LengthsEntry::Shares(_) => own_lengths(entry).map(|lengths| lengths.greatest(1)),
    }
}
