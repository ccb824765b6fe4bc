//! What decides the result of a cell, in a form that is kept: cells on disk are named by its hash.
//!
//! The names, the order and the units of all fields here are part of the keys of every cell that was ever finished.
//! They are the documents of this file alone, so that the types of the rest may change. Whoever adds something that
//! decides results adds a field that is left out at the value which all cells before it had.

use super::Key;
use crate::experiment::{Experiment, SchemeConfig};
use crate::run::StopRule;
use crate::traffic::{Arrivals, Pattern, Trace, TrafficSpec};
use serde::Serialize;
use sha2::{Digest, Sha256};
use wormcast_plan::NetworkSpec;
use wormcast_schemes::option::ROUTING;
use wormcast_sim::{Engine, FlowControl, Ports, Startup, Time, Timing};
use wormcast_topology::{ChannelProperties, Graph, NodeId, Topology};

/// Raised when this form changes, or when the same cell would give another result.
const VERSION: u32 = 3;

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
struct TrafficIdentity<'a> {
    arrivals: Arrivals,
    multicast_share: f64,
    unicast: PatternIdentity<'a>,
    multicast: PatternIdentity<'a>,
    /// Lengths in flits with their shares, of unicasts and of multicasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<[&'a [(u32, f64)]; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weights: Vec<(usize, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_flits: Option<u32>,
    /// The SHA-256 of the numbers of a trace, in the order of [`Trace::words`], 8 bytes each, the lowest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<String>,
}

/// Nodes go in by their numbers.
#[derive(Debug, Serialize)]
#[serde(tag = "pattern", rename_all = "kebab-case")]
enum PatternIdentity<'a> {
    Uniform { min: usize, max: usize },
    HotSpot { node: usize, share: f64, destinations: usize },
    Transpose,
    BitComplement,
    Rectangle { sides: &'a [u32] },
    Line { dimension: usize },
    All,
    List { sets: Vec<(usize, Vec<usize>)> },
}

/// Times in picoseconds; as many ports as there are channels are none.
#[derive(Debug, Serialize)]
struct TimingIdentity {
    length_flits: u32,
    send_ps: u64,
    receive_ps: u64,
    startup: &'static str,
    router_ps: u64,
    flit_ps: u64,
    buffer_flits: u32,
    injection: Option<u32>,
    consumption: Option<u32>,
    #[serde(skip_serializing_if = "Option::is_none")]
    header_flits: Option<bool>,
    #[serde(skip_serializing_if = "Option::is_none")]
    flow: Option<FlowIdentity>,
}

#[derive(Debug, Serialize)]
struct FlowIdentity {
    virtual_channels: u32,
    credit_ps: u64,
    handover: String,
    reservation: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    vc_rule: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    replication: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    switching: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    turnaround_ps: Option<u64>,
}

#[derive(Debug, Serialize)]
struct StopIdentity {
    half_width_share: f64,
    of: &'static str,
    max_messages: u64,
    max_time_ns: Option<f64>,
}

impl<'a> ExperimentIdentity<'a> {
    /// What the cells of an experiment have in common.
    pub(super) fn of(experiment: &'a Experiment) -> Self {
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
            stop: StopIdentity::of(experiment.stop),
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
        let ChannelProperties { delay_ps, flit_ps, virtual_channels, buffer_flits, .. } =
            topology.channel_properties(channel);
        for value in [delay_ps, flit_ps, virtual_channels.map(u64::from), buffer_flits.map(u64::from)] {
            own.update(value.unwrap_or(u64::MAX).to_le_bytes());
        }
    }
    topology.has_own_channels().then(|| super::store::hexadecimal(&own.finalize()))
}

fn hash_of_endpoints(graph: &Graph) -> Option<String> {
    let mut endpoints = Sha256::new();
    graph.endpoints().iter().for_each(|node| endpoints.update((node.index() as u32).to_le_bytes()));
    (!graph.endpoints().is_empty()).then(|| super::store::hexadecimal(&endpoints.finalize()))
}

fn hash_of_trace(trace: &Trace) -> String {
    let mut words = Sha256::new();
    trace.words().for_each(|word| words.update(word.to_le_bytes()));
    super::store::hexadecimal(&words.finalize())
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

impl<'a> TrafficIdentity<'a> {
    fn of(
        TrafficSpec { arrivals, multicast_share, unicast, multicast, lengths, weights, reply, trace }: &'a TrafficSpec,
    ) -> Self {
        let [unicast, multicast] = [unicast, multicast].map(PatternIdentity::of);
        let shares = lengths.each_ref().map(|lengths| &*lengths.shares);
        Self {
            arrivals: *arrivals,
            multicast_share: *multicast_share,
            unicast,
            multicast,
            lengths: shares.iter().any(|shares| !shares.is_empty()).then_some(shares),
            weights: weights.iter().map(|&(node, weight)| (node.index(), weight)).collect(),
            reply_flits: *reply,
            trace: trace.as_deref().map(hash_of_trace),
        }
    }
}

impl<'a> PatternIdentity<'a> {
    fn of(pattern: &'a Pattern) -> Self {
        let numbers = |set: &[NodeId]| set.iter().map(|node| node.index()).collect();
        match pattern {
            &Pattern::Uniform { min, max } => Self::Uniform { min, max },
            &Pattern::HotSpot { node, share, destinations } => {
                Self::HotSpot { node: node.index(), share, destinations }
            }
            Pattern::Transpose => Self::Transpose,
            Pattern::BitComplement => Self::BitComplement,
            Pattern::Rectangle { sides } => Self::Rectangle { sides },
            &Pattern::Line { dimension } => Self::Line { dimension },
            Pattern::All => Self::All,
            Pattern::List { sets } => {
                Self::List { sets: sets.iter().map(|(source, set)| (source.index(), numbers(set))).collect() }
            }
        }
    }
}

impl TimingIdentity {
    fn of(timing: &Timing) -> Self {
        let Timing { length, send, receive, startup, router, flit, buffer, injection, consumption, header_flits, flow } =
            timing;
        let count = |ports: &Ports| match ports {
            Ports::All => None,
            Ports::Limited(count) => Some(count.get()),
        };
        Self {
            length_flits: *length,
            send_ps: send.ps(),
            receive_ps: receive.ps(),
            startup: match startup {
                Startup::Serial => "serial",
                Startup::Parallel => "parallel",
            },
            router_ps: router.ps(),
            flit_ps: flit.ps(),
            buffer_flits: *buffer,
            injection: count(injection),
            consumption: count(consumption),
            header_flits: header_flits.then_some(true),
            flow: (*flow != FlowControl::default()).then(|| FlowIdentity::of(flow)),
        }
    }
}

impl FlowIdentity {
    fn of(flow: &FlowControl) -> Self {
        Self {
            virtual_channels: flow.virtual_channels.get(),
            credit_ps: flow.credit.ps(),
            handover: flow.handover.to_string(),
            reservation: flow.reservation.to_string(),
            vc_rule: other_than_default(flow.vc_rule),
            replication: other_than_default(flow.replication),
            switching: other_than_default(flow.switching),
            turnaround_ps: (flow.turnaround > Time::ZERO).then(|| flow.turnaround.ps()),
        }
    }
}

/// Fields that came later are left out at the value that all had before.
fn other_than_default<T: Default + PartialEq + ToString>(value: T) -> Option<String> {
    (value != T::default()).then(|| value.to_string())
}

impl StopIdentity {
    fn of(StopRule { half_width_share, of, max_messages, max_time_ns }: StopRule) -> Self {
        Self { half_width_share, of: of.into(), max_messages, max_time_ns }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sweep::cells;
    use std::path::Path;

    const EXPERIMENT: &str = r#"
topology = "mesh:4x4"
without_nodes = ["3,3"]
schemes = ["unicast", { scheme = "single-tree", root = "1,1", label = "tree" }]
loads = [0.05, 0.1]
traffic.multicast = { destinations = { min = 2, max = 4 } }
traffic.unicast = { pattern = "hot-spot", node = "1,0", share = 0.25 }
traffic.unicast_scheme = "unicast"
timing = { length_flits = 8, consumption = 2 }
"#;

    /// These texts are never changed without raising the version: a week of cells would be lost without a word.
    #[test]
    fn the_form_is_pinned() {
        let experiment = Experiment::parse(EXPERIMENT, Path::new(".")).unwrap();
        let identity = serde_json::to_string(&ExperimentIdentity::of(&experiment)).unwrap();
        assert_eq!(
            identity,
            concat!(
                r#"{"version":3,"network":{"topology":"mesh:4x4","without_nodes":["3,3"]},"#,
                r#""channels":"81366d15cefc9624faf2e3dda6fc80732f419485e9f8fc9307ed029421757f8f","#,
                r#""unicast_scheme":{"name":"unicast","options":[]},"#,
                r#""traffic":{"arrivals":"poisson","multicast_share":0.1,"#,
                r#""unicast":{"pattern":"hot-spot","node":1,"share":0.25,"destinations":1},"#,
                r#""multicast":{"pattern":"uniform","min":2,"max":4}},"#,
                r#""timing":{"length_flits":8,"send_ps":0,"receive_ps":0,"startup":"serial","router_ps":40000,"#,
                r#""flit_ps":10000,"buffer_flits":1,"injection":null,"consumption":2},"#,
                r#""stop":{"half_width_share":0.01,"of":"all","max_messages":1000000,"max_time_ns":null}}"#,
            )
        );
        let tree = &experiment.schemes[1];
        let key = Key::of(&"an experiment");
        let cell = serde_json::to_string(&CellIdentity::new(&key, tree, 0.05, 7)).unwrap();
        let scheme = r#""scheme":{"name":"single-tree","options":["--root 1,1"]},"load":0.05,"seed":7}"#;
        assert_eq!(cell, format!(r#"{{"experiment":"{}",{scheme}"#, key.as_str()));
    }

    #[test]
    fn keys_are_pinned() {
        let experiment = Experiment::parse(EXPERIMENT, Path::new(".")).unwrap();
        let keys: Vec<_> = cells(&experiment).iter().map(|cell| cell.key.as_str()[..16].to_owned()).collect();
        assert_eq!(keys, ["d41c55a54f87b3a7", "26fb0116a76a2a67", "1aed0c62ba1fb8f9", "532ebaf5dcb1eb1a"]);
    }

    /// A file of routes under the same name, with other routes, makes other cells; with the same ones, the same cells.
    #[test]
    fn the_content_of_a_file_of_routes_shows() {
        let file = std::env::temp_dir().join(format!("wormcast-routes-{}.txt", std::process::id()));
        let text = format!(
            "topology = \"ring:3\"\nschemes = [{{ scheme = \"unicast\", routing = {:?} }}]\nloads = [0.1]\n\
             traffic.unicast_scheme = {{ scheme = \"unicast\", routing = {:?} }}\n",
            file.display().to_string(),
            file.display().to_string()
        );
        let keys = |routes: &str| {
            std::fs::write(&file, routes).unwrap();
            let experiment = Experiment::parse(&text, Path::new(".")).unwrap();
            cells(&experiment)[0].key.as_str().to_owned()
        };
        let short = "0 1\n0 2\n1 0\n1 2\n2 0\n2 1\n";
        let one = keys(short);
        assert_ne!(one, keys("0 2 1\n0 2\n1 0\n1 2\n2 0\n2 1\n"));
        assert_eq!(one, keys(short));
        std::fs::remove_file(&file).unwrap();
    }

    #[test]
    fn the_order_of_options_does_not_show() {
        let words = |words: &[&str]| words.iter().map(|&word| word.to_owned()).collect();
        let experiment = Experiment::parse(EXPERIMENT, Path::new(".")).unwrap();
        let options = |given: &[&str]| {
            let scheme = SchemeConfig { words: words(given), ..experiment.schemes[0].clone() };
            SchemeIdentity::of(&scheme).options
        };
        let one = options(&["--tree", "random", "--disjoint", "--trees", "2"]);
        assert_eq!(one, options(&["--trees", "2", "--tree", "random", "--disjoint"]));
        assert_eq!(one, ["--disjoint", "--tree random", "--trees 2"]);
    }
}
