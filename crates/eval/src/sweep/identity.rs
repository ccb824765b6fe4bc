//! What decides the result of a cell, in a form that is kept: cells on disk are named by its hash.
//!
//! The names, the order and the units of all fields here are part of the keys of every cell that was ever finished.
//! They are the documents of this file alone, so that the types of the rest may change. Whoever adds something that
//! decides results adds a field that is left out at the value which all cells before it had.

mod timing;
mod traffic;

use super::Key;
use crate::experiment::{Experiment, SchemeConfig};
use crate::run::StopRule;
use serde::Serialize;
use sha2::{Digest, Sha256};
use timing::TimingIdentity;
use traffic::TrafficIdentity;
use wormcast_plan::NetworkSpec;
use wormcast_schemes::option::ROUTING;
use wormcast_sim::Engine;
use wormcast_topology::{ChannelProperties, Graph, Topology};

/// Raised when this form changes, or when the same cell would give another result.
const VERSION: u32 = 6;

/// All that decides results and is the same in every cell of an experiment.
#[derive(Debug, Serialize)]
pub(super) struct ExperimentIdentity<'a> {
    version: u32,
    network: &'a NetworkSpec,
    /// The SHA-256 of the channels, each as the numbers of its ends, 4 bytes each, the lowest first: a network from a
    /// file may have changed, and so may the numbering of nodes.
    channels: String,
    /// The SHA-256 of what the channels have of their own, where some have anything: for each its delay, flit time (in
    /// picoseconds), virtual channels and buffer, 8 bytes each, the lowest first, with all bits set for none.
    #[serde(skip_serializing_if = "Option::is_none")]
    own_channels: Option<String>,
    /// The SHA-256 of the numbers of the endpoints, where there are some, 4 bytes each, the lowest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    endpoints: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    unicast_scheme: Option<SchemeIdentity<'a>>,
    traffic: TrafficIdentity<'a>,
    timing: TimingIdentity,
    #[serde(skip_serializing_if = "Option::is_none")]
    engine: Option<&'static str>,
    stop: StopIdentity,
}

/// One cell of an experiment.
#[derive(Debug, Serialize)]
pub(super) struct CellIdentity<'a> {
    experiment: &'a str,
    scheme: SchemeIdentity<'a>,
    load: f64,
    seed: u64,
}

/// A scheme with the options that are set, as on the command line, in alphabetical order. Its label decides nothing.
#[derive(Debug, Serialize)]
struct SchemeIdentity<'a> {
    name: &'a str,
    options: Vec<String>,
    /// What tells the code of a user's own scheme, and of a user's own routing, from others of the same name.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    definitions: Vec<&'a str>,
    /// The SHA-256 of the file of routes that an option names.
    #[serde(skip_serializing_if = "Option::is_none")]
    routes: Option<String>,
}

#[derive(Debug, Serialize)]
struct StopIdentity {
    half_width_share: f64,
    of: &'static str,
    max_messages: u64,
    max_time_ns: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    saturated_messages: Option<u64>,
}

impl<'a> ExperimentIdentity<'a> {
    /// What the cells of an experiment have in common, whose runs end by this rule.
    pub(super) fn of(experiment: &'a Experiment, stop: StopRule) -> Self {
        Self {
            version: VERSION,
            network: &experiment.network,
            channels: hash_of_channels(experiment.topology.graph()),
            own_channels: hash_of_own_channels(&*experiment.topology),
            endpoints: hash_of_endpoints(experiment.topology.graph()),
            unicast_scheme: experiment.unicast_scheme.as_ref().map(SchemeIdentity::of),
            traffic: TrafficIdentity::of(&experiment.traffic),
            timing: TimingIdentity::of(&experiment.timing),
            engine: (experiment.engine != Engine::Worm).then(|| experiment.engine.into()),
            stop: StopIdentity::of(stop),
        }
    }
}

impl<'a> CellIdentity<'a> {
    /// A cell of the experiment of this key, at a load in messages per node per µs.
    pub(super) fn new(experiment: &'a Key, scheme: &'a SchemeConfig, load: f64, seed: u64) -> Self {
        Self { experiment: experiment.as_str(), scheme: SchemeIdentity::of(scheme), load, seed }
    }
}

fn hash_of_channels(graph: &Graph) -> String {
    let mut channels = Sha256::new();
    for channel in graph.channels() {
        channels.update((graph.source(channel).index() as u32).to_le_bytes());
        channels.update((graph.target(channel).index() as u32).to_le_bytes());
    }
    super::store::hexadecimal(&channels.finalize())
}

fn hash_of_own_channels(topology: &dyn Topology) -> Option<String> {
    let mut own = Sha256::new();
    for channel in topology.graph().channels().filter(|_| topology.has_own_channels()) {
        let ChannelProperties { delay_ps, flit_ps, router_ps, virtual_channels, buffer_flits, .. } =
            topology.channel_properties(channel);
        for value in [delay_ps, flit_ps, virtual_channels.map(u64::from), buffer_flits.map(u64::from)] {
            own.update(value.unwrap_or(u64::MAX).to_le_bytes());
        }
        // It came later: channels without it have the hash that they had.
        if let Some(router) = router_ps {
            own.update([1]);
            own.update(router.to_le_bytes());
        }
    }
    topology.has_own_channels().then(|| super::store::hexadecimal(&own.finalize()))
}

fn hash_of_endpoints(graph: &Graph) -> Option<String> {
    let mut endpoints = Sha256::new();
    graph.endpoints().iter().for_each(|node| endpoints.update((node.index() as u32).to_le_bytes()));
    (!graph.endpoints().is_empty()).then(|| super::store::hexadecimal(&endpoints.finalize()))
}

impl<'a> SchemeIdentity<'a> {
    fn of(scheme: &'a SchemeConfig) -> Self {
        let options = scheme.words.chunk_by(|_, word| !word.starts_with("--"));
        let mut options: Vec<String> = options.map(|option| option.join(" ")).collect();
        options.sort_unstable();
        let routing = scheme.options.get(&ROUTING).and_then(|name| name.definition());
        let definitions = scheme.scheme.definition().into_iter().chain(routing).collect();
        let routes = scheme.routes_sha256.as_ref().map(|hash| super::store::hexadecimal(hash));
        Self { name: scheme.scheme.name(), options, definitions, routes }
    }
}

impl StopIdentity {
    fn of(StopRule { half_width_share, of, max_messages, max_time_ns, saturated_messages }: StopRule) -> Self {
        let saturated_messages = Some(saturated_messages).filter(|&messages| messages > 0);
        Self { half_width_share, of: of.into(), max_messages, max_time_ns, saturated_messages }
    }
}

#[cfg(test)]
mod tests;
