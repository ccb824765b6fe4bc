//! The tables of an experiment file, as they stand.

use super::loads::{LoadUnit, LoadsEntry};
use super::{ExperimentError, SchemeEntry, keys};
use crate::run::MeanOf;
use serde::Deserialize;
use std::collections::BTreeMap;
use toml::Spanned;
use wormcast_plan::ChannelName;
use wormcast_schemes::Scheme;
use wormcast_sim::{EngineChoice, FlowControl};

/// An experiment file. Every key has its unit in its name.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ExperimentFile {
    /// The network, such as `mesh:16x16`.
    pub topology: Spanned<String>,
    /// Nodes to take away.
    #[serde(default)]
    pub without_nodes: Vec<Spanned<String>>,
    /// Links to take away, each as its two ends, or as on the command line.
    #[serde(default)]
    pub without_links: Vec<Spanned<Named<(String, String)>>>,
    /// Channels to take away, each in its direction alone.
    #[serde(default)]
    pub without_channels: Vec<Spanned<Named<ChannelName>>>,
    /// The schemes to compare.
    pub schemes: Spanned<Vec<Spanned<SchemeEntry>>>,
    /// The label of the scheme that the others are compared with; absent: the first one.
    pub baseline: Option<Spanned<String>>,
    /// Offered loads.
    pub loads: Spanned<LoadsEntry>,
    /// Their unit; absent: messages per node per µs, or the speed of the trace.
    pub loads_in: Option<Spanned<LoadUnit>>,
    /// Seeds; each is one run of every scheme at every load.
    #[serde(default = "first_seed")]
    pub seeds: Spanned<Vec<u64>>,
    /// What the nodes send.
    #[serde(default)]
    pub traffic: TrafficTable,
    /// The time rules.
    #[serde(default)]
    pub timing: TimingTable,
    /// When a run ends.
    #[serde(default)]
    pub statistics: StatisticsTable,
}

/// A part of a network: by the names of its nodes, or in one text, as on the command line.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum Named<T> {
    /// In one text: `A-B`, or `A>B`.
    Text(String),
    /// By its nodes.
    Nodes(T),
}

fn first_seed() -> Spanned<Vec<u64>> {
    here(vec![1])
}

/// The table `[traffic]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TrafficTable {
    /// `poisson`, `periodic` or `bernoulli`.
    pub arrivals: ArrivalsTable,
    /// Nodes send in bursts.
    pub burst: Option<Spanned<BurstTable>>,
    /// How much nodes send, by name.
    pub weights: Option<Spanned<BTreeMap<String, Spanned<f64>>>>,
    /// The length of the reply to each unicast message.
    pub reply_flits: Option<Spanned<u64>>,
    /// The share of messages that are multicast, from 0 to 1.
    pub multicast_share: Option<Spanned<f64>>,
    /// To whom unicast messages go.
    pub unicast: Option<Spanned<PatternTable>>,
    /// To whom multicast messages go.
    pub multicast: Option<Spanned<PatternTable>>,
    /// The file of recorded messages, which are sent instead of random ones.
    pub trace: Option<Spanned<String>>,
    /// Plans the unicast messages; absent: the scheme that is measured.
    pub unicast_scheme: Option<Spanned<SchemeEntry>>,
}

/// How the messages of a node follow each other: see [`Arrivals`](crate::traffic::Arrivals).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum ArrivalsTable {
    /// At random.
    #[default]
    Poisson,
    /// At equal distances.
    Periodic,
    /// By a coin in each cycle.
    Bernoulli,
}

/// The table `[traffic.burst]`.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct BurstTable {
    /// The mean time for which a node sends.
    pub on_us: Spanned<f64>,
    /// The mean time for which it does not.
    pub off_us: Spanned<f64>,
}

/// A length, or several with their shares.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged)]
pub enum LengthsEntry {
    /// Always this one.
    Fixed(u64),
    /// Each of these with its share.
    Shares(Vec<(u64, f64)>),
}

/// The tables `[traffic.unicast]` and `[traffic.multicast]`.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct PatternTable {
    /// The rule.
    #[serde(default)]
    pub pattern: PatternName,
    /// How many destinations a message has (`uniform`, `hot-spot`).
    pub destinations: Option<Spanned<CountTable>>,
    /// The hot node (`hot-spot`).
    pub node: Option<Spanned<String>>,
    /// The chance of the hot node, from 0 to 1 (`hot-spot`).
    pub share: Option<Spanned<f64>>,
    /// The sides of the box (`rectangle`).
    pub sides: Option<Spanned<Vec<u32>>>,
    /// The file of sets (`list`): a line each, the source first.
    pub file: Option<Spanned<String>>,
    /// The lengths of the messages of the class; absent: those of `[timing]`.
    pub length_flits: Option<Spanned<LengthsEntry>>,
}

/// The name of a pattern.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum PatternName {
    /// A uniform random set.
    #[default]
    Uniform,
    /// One node gets more.
    HotSpot,
    /// x,y sends to y,x.
    Transpose,
    /// Coordinates are mirrored.
    BitComplement,
    /// The nearest box of nodes.
    Rectangle,
    /// The other nodes of a row.
    Row,
    /// The other nodes of a column.
    Column,
    /// All other nodes.
    All,
    /// Sets from a file.
    List,
}

/// One number, or a range of them.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(untagged, expecting = "a number of destinations, or { min = …, max = … }")]
pub enum CountTable {
    /// Always this many.
    Fixed(usize),
    /// Uniform in this range.
    Range {
        /// At least.
        min: usize,
        /// At most.
        max: usize,
    },
}

/// The table `[timing]`: the parameters of the time rules.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct TimingTable {
    /// Message length.
    pub length_flits: Spanned<LengthsEntry>,
    /// The cycle in which loads are told; absent: the flit time.
    pub cycle_ns: Option<Spanned<f64>>,
    /// Send overhead.
    pub send_ns: Spanned<f64>,
    /// Receive overhead.
    pub receive_ns: Spanned<f64>,
    /// `serial`: a node's worms pay their send overheads one after another; `parallel`: at once.
    pub startup: Spanned<String>,
    /// Router delay a head.
    pub router_ns: Spanned<f64>,
    /// Time for a flit to cross a channel.
    pub flit_ns: Spanned<f64>,
    /// Buffer of a channel.
    pub buffer_flits: Spanned<u64>,
    /// Injection channels per node; absent: one for every port.
    pub injection: Option<Spanned<PortsEntry>>,
    /// Consumption channels per node; absent: one for every port.
    pub consumption: Option<Spanned<PortsEntry>>,
    /// Which engine runs: `auto`, `worm` or `flit`.
    pub engine: Spanned<String>,
    /// Virtual channels a link.
    pub virtual_channels: Spanned<u64>,
    /// Which of them a hop takes.
    pub vc_rule: Spanned<String>,
    /// Credit delay.
    pub credit_ns: Spanned<f64>,
    /// When a channel is handed over: `empty` or `tail`.
    pub handover: Spanned<String>,
    /// How much later than its handover the next worm has a channel.
    pub turnaround_ns: Spanned<f64>,
    /// Which flits of an input of a router cross at a time: `full`, `input` or `separable`.
    pub crossbar: Spanned<String>,
    /// How a worm gets the channels that it asks for.
    pub reservation: Spanned<String>,
    /// How a flit leaves on several branches: `lock-step` or `forked`.
    pub replication: Spanned<String>,
    /// Whether flits go on before the whole message has come.
    pub switching: Spanned<String>,
}

/// A number of channels, or a word for them.
#[derive(Clone, Debug, Deserialize)]
#[serde(untagged, expecting = "a number of channels, or \"all-port\"")]
pub enum PortsEntry {
    /// So many.
    Count(u64),
    /// `all-port`: one for every port.
    Word(String),
}

impl Default for TimingTable {
    fn default() -> Self {
        let flow = FlowControl::default();
        Self {
            length_flits: here(LengthsEntry::Fixed(128)),
            cycle_ns: None,
            send_ns: here(0.0),
            receive_ns: here(0.0),
            startup: here("serial".to_owned()),
            router_ns: here(40.0),
            flit_ns: here(10.0),
            buffer_flits: here(1),
            injection: None,
            consumption: None,
            engine: here(EngineChoice::default().to_string()),
            virtual_channels: here(1),
            vc_rule: here(flow.vc_rule.to_string()),
            credit_ns: here(0.0),
            handover: here(flow.handover.to_string()),
            turnaround_ns: here(0.0),
            crossbar: here(flow.crossbar.to_string()),
            reservation: here(flow.reservation.to_string()),
            replication: here(flow.replication.to_string()),
            switching: here(flow.switching.to_string()),
        }
    }
}

/// A default stands nowhere in the file.
fn here<T>(value: T) -> Spanned<T> {
    Spanned::new(0..0, value)
}

/// The table `[statistics]`: when a run ends.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct StatisticsTable {
    /// A run ends when the half-width of the 95 % confidence interval is at most this share of the mean latency.
    pub half_width_share: Spanned<f64>,
    /// Whose mean that is.
    pub of: MeanOf,
    /// A run ends, marked as over its budget, when this many messages were delivered.
    pub max_messages: Spanned<u64>,
    /// A run ends, marked as over its budget, at this simulated time.
    pub max_time_us: Option<Spanned<f64>>,
}

impl Default for StatisticsTable {
    fn default() -> Self {
        Self { half_width_share: here(0.01), of: MeanOf::All, max_messages: here(1_000_000), max_time_us: None }
    }
}

impl ExperimentFile {
    /// Reads the text of an experiment file.
    ///
    /// # Errors
    /// Not TOML, an unknown or a missing key, a value of another type.
    pub fn parse(text: &str, schemes: &[&dyn Scheme]) -> Result<Self, ExperimentError> {
        keys::check(text, schemes)?;
        toml::from_str(text).map_err(|error| ExperimentError::new(error.span().unwrap_or(0..0), error.message()))
    }
}
