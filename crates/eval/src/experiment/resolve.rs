//! From the tables of a file to what a sweep runs.

use super::error::blame;
use super::loads::{LoadUnit, Loads};
use super::scheme_config::{SchemeConfig, scheme_config, scheme_configs};
use super::taken::Taken;
use super::values::{between, positive, refuse_repeated};
use super::{ExperimentError, ExperimentFile, Named, PortsEntry, TimingTable, loads, traffic};
use crate::run::StopRule;
use crate::traffic::{Pattern, TrafficSpec};
use std::num::NonZeroU32;
use std::ops::Range;
use std::path::Path;
use std::str::FromStr;
use toml::Spanned;
use wormcast_formats::{NoRouting, build};
use wormcast_plan::{ChannelName, NetworkSpec, UnknownWord, refuse_class_of_one, virtual_channels_said};
use wormcast_schemes::{Scheme, all_schemes};
use wormcast_sim::{Conditions, Engine, EngineChoice, FlowControl, Ports, SimError, Time, Timing, TimingError};
use wormcast_topology::{Topology, find_channel, find_link};

/// What a sweep runs: every scheme at every load with every seed.
pub struct Experiment {
    /// The network by name.
    pub network: NetworkSpec,
    /// The network.
    pub topology: Box<dyn Topology>,
    /// The schemes that are compared.
    pub schemes: Vec<SchemeConfig>,
    /// The number of the scheme that the others are compared with; none: the first one.
    pub baseline: Option<usize>,
    /// Plans the unicast messages; none: the scheme that is measured.
    pub unicast_scheme: Option<SchemeConfig>,
    /// Offered loads, in messages per node per µs (the speeds of a trace); for each scheme, where they are found by
    /// bisection ([`find_loads`](crate::sweep::find_loads)).
    pub loads: Loads,
    /// In what loads are printed.
    pub load_unit: LoadUnit,
    /// How many flits per node and cycle one message per node per µs is.
    pub flits_per_cycle: f64,
    /// Seeds.
    pub seeds: Vec<u64>,
    /// What the nodes send.
    pub traffic: TrafficSpec,
    /// The time rules.
    pub timing: Timing,
    /// The engine that runs.
    pub engine: Engine,
    /// When a run ends.
    pub stop: StopRule,
}

impl std::fmt::Debug for Experiment {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let schemes: Vec<_> = self.schemes.iter().map(|scheme| &scheme.label).collect();
        f.debug_struct("Experiment").field("network", &self.network).field("schemes", &schemes).finish_non_exhaustive()
    }
}

impl Experiment {
    /// A load in messages per node per µs in the unit in which loads are printed; in flits, to six digits.
    pub fn in_unit(&self, load: f64) -> f64 {
        match self.load_unit {
            LoadUnit::MessagesPerUs | LoadUnit::TraceSpeed => load,
            LoadUnit::FlitsPerCycle => {
                let load = load * self.flits_per_cycle;
                format!("{load:.5e}").parse().unwrap_or(load)
            }
        }
    }

    /// Reads an experiment. `folder` is where the files that it names are looked for.
    ///
    /// # Errors
    /// The first thing in the text that is wrong, and where it stands.
    pub fn parse(text: &str, folder: &Path) -> Result<Self, ExperimentError> {
        Self::parse_among(&all_schemes(), text, folder)
    }

    /// The same, with these schemes alone to choose from, such as [`SCHEMES`](wormcast_schemes::SCHEMES) and some of a
    /// user's own.
    ///
    /// # Errors
    /// The first thing in the text that is wrong, and where it stands.
    pub fn parse_among(known: &[&'static dyn Scheme], text: &str, folder: &Path) -> Result<Self, ExperimentError> {
        let file = ExperimentFile::parse(text, known)?;
        let whole = build(file.topology.get_ref()).map_err(|error| {
            let hint = if file.topology.get_ref().contains("without") { WITHOUT } else { "" };
            blame(&file.topology, format!("{error}{hint}"))
        })?;
        Self::resolve(known, &file, whole, folder)
    }

    /// Reads an experiment on a network that is at hand, without what it lacks: nobody looks for the file that the text
    /// names as its topology.
    ///
    /// ```
    /// use wormcast_eval::{experiment::Experiment, sweep::cells};
    /// let lab = wormcast_formats::from_bytes("lab.edges", b"a b\nb c\n")?;
    /// let text = "topology = 'file:lab.edges'\nschemes = ['unicast']\nloads = [0.01]\ntraffic.multicast_share = 0";
    /// let experiment = Experiment::parse_on(Box::new(lab), text, ".".as_ref())?;
    /// assert_eq!(cells(&experiment).len(), 1);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first thing in the text that is wrong, and where it stands.
    pub fn parse_on(whole: Box<dyn Topology>, text: &str, folder: &Path) -> Result<Self, ExperimentError> {
        let known = all_schemes();
        Self::resolve(&known, &ExperimentFile::parse(text, &known)?, whole, folder)
    }

    fn resolve(
        known: &[&'static dyn Scheme],
        file: &ExperimentFile,
        whole: Box<dyn Topology>,
        folder: &Path,
    ) -> Result<Self, ExperimentError> {
        let (network, topology) = network(file, whole)?;
        let schemes = scheme_configs(known, &file.schemes, &*topology)?;
        let unicast_scheme = unicast_scheme(known, file, &*topology)?;
        let traffic = traffic::resolve(file, &*topology, folder)?;
        let mut timing = timing(file)?;
        let taken = Taken::of(&schemes, unicast_scheme.as_ref(), &*topology);
        let said = Some(timing.flow.virtual_channels).filter(|_| !file.timing.virtual_channels.span().is_empty());
        timing.flow.virtual_channels =
            virtual_channels_said(&*topology, said, taken.virtual_channels(timing.flow.vc_rule))
                .map_err(|error| blame(&file.timing.virtual_channels, error))?;
        refuse_class_of_one(&*topology, timing.flow.vc_rule, timing.flow.virtual_channels)
            .map_err(|error| blame(&file.timing.virtual_channels, error))?;
        taken
            .check(&timing.flow, &*topology, network.is_whole(), all_pairs(&traffic))
            .map_err(|error| misrouted(file, &error))?;
        let load_unit = loads::unit(file)?;
        let flits_per_cycle = loads::flits_per_cycle(file, &traffic, &timing)?;
        Ok(Self {
            loads: Loads::new(loads::resolve(file, load_unit, flits_per_cycle)?),
            load_unit,
            flits_per_cycle,
            engine: engine(file, &*topology, &timing)?,
            timing,
            stop: stop(file)?,
            seeds: seeds(file)?,
            baseline: baseline(file, &schemes)?,
            network,
            unicast_scheme,
            topology,
            schemes,
            traffic,
        })
    }
}

/// Whether any pair of nodes may come to send unicasts, and multicasts.
fn all_pairs(traffic: &TrafficSpec) -> [bool; 2] {
    let is_any = |pattern: &Pattern| matches!(pattern, Pattern::Uniform { .. }) && traffic.trace.is_none();
    let share = traffic.multicast_share;
    [share < 1.0 && is_any(&traffic.unicast), share > 0.0 && is_any(&traffic.multicast)]
}

/// The key that is to blame for a routing that cannot go on.
fn misrouted(file: &ExperimentFile, error: &NoRouting) -> ExperimentError {
    match (error, &file.traffic.unicast_scheme) {
        (NoRouting::Pair { .. }, Some(unicasts)) => blame(unicasts, error),
        (NoRouting::Pair { .. }, None) => blame(&file.schemes, error),
        _ => blame(&file.timing.virtual_channels, error),
    }
}

/// How a file says what a network lacks.
const WITHOUT: &str =
    "; what the network lacks stands apart: `without_nodes = [\"2,2\"]`, `without_links`, `without_channels`";

fn network(
    file: &ExperimentFile,
    whole: Box<dyn Topology>,
) -> Result<(NetworkSpec, Box<dyn Topology>), ExperimentError> {
    for node in &file.without_nodes {
        whole.find_node(node.get_ref()).map_err(|error| blame(node, error))?;
    }
    let links = file.without_links.iter().map(|link| link_ends(&*whole, link)).collect::<Result<Vec<_>, _>>()?;
    let channels = file.without_channels.iter().map(|channel| channel_name(&*whole, channel));
    let channels = channels.collect::<Result<Vec<_>, _>>()?;
    let spec = NetworkSpec {
        topology: whole.spec(),
        without_nodes: file.without_nodes.iter().map(|node| node.get_ref().clone()).collect(),
        without_links: links,
        without_channels: channels,
    };
    let spans = [
        file.without_channels.last().map(Spanned::span),
        file.without_links.last().map(Spanned::span),
        file.without_nodes.last().map(Spanned::span),
    ];
    let last = spans.into_iter().flatten().next().unwrap_or_default();
    let topology = spec.take_from(whole).map_err(|error| ExperimentError::new(last, error))?;
    Ok((spec, topology))
}

/// The ends of a link.
fn link_ends(
    whole: &dyn Topology,
    link: &Spanned<Named<(String, String)>>,
) -> Result<(String, String), ExperimentError> {
    match link.get_ref() {
        Named::Nodes(ends) => Ok(ends.clone()),
        Named::Text(text) => {
            let (a, b) = find_link(whole, text).map_err(|error| blame(link, error))?;
            Ok((whole.node_name(a), whole.node_name(b)))
        }
    }
}

/// The name of a channel, which there is.
fn channel_name(whole: &dyn Topology, channel: &Spanned<Named<ChannelName>>) -> Result<ChannelName, ExperimentError> {
    let found = match channel.get_ref() {
        Named::Nodes(name) => name.find(whole),
        Named::Text(text) => find_channel(whole, text),
    };
    found.map(|found| ChannelName::of(whole, found)).map_err(|error| blame(channel, error))
}

fn unicast_scheme(
    known: &[&'static dyn Scheme],
    file: &ExperimentFile,
    topology: &dyn Topology,
) -> Result<Option<SchemeConfig>, ExperimentError> {
    file.traffic.unicast_scheme.as_ref().map(|entry| scheme_config(known, entry, topology)).transpose()
}

fn baseline(file: &ExperimentFile, schemes: &[SchemeConfig]) -> Result<Option<usize>, ExperimentError> {
    let find = |wanted: &Spanned<String>| {
        schemes.iter().position(|scheme| scheme.label == *wanted.get_ref()).ok_or_else(|| {
            let labels: Vec<_> = schemes.iter().map(|scheme| scheme.label.as_str()).collect();
            blame(wanted, format!("the base line is none of the schemes; they are `{}`", labels.join("`, `")))
        })
    };
    file.baseline.as_ref().map(find).transpose()
}

fn seeds(file: &ExperimentFile) -> Result<Vec<u64>, ExperimentError> {
    if file.seeds.get_ref().is_empty() {
        return Err(blame(&file.seeds, "no seeds are given; at least one is needed, such as [1]"));
    }
    refuse_repeated(file.seeds.get_ref(), &file.seeds)?;
    if file.traffic.trace.is_some() && file.seeds.get_ref().len() > 1 {
        return Err(blame(&file.seeds, "a trace is the same with every seed; one is enough"));
    }
    Ok(file.seeds.get_ref().clone())
}

/// A choice by its word.
fn word<T: FromStr<Err = UnknownWord>>(value: &Spanned<String>) -> Result<T, ExperimentError> {
    value.get_ref().parse().map_err(|error| blame(value, error))
}

fn flow_control(table: &TimingTable) -> Result<FlowControl, ExperimentError> {
    let channels = count(&table.virtual_channels, "virtual channels")?;
    let virtual_channels = NonZeroU32::new(channels).unwrap_or(NonZeroU32::MIN);
    Ok(FlowControl {
        virtual_channels,
        vc_rule: word(&table.vc_rule)?,
        credit: time(&table.credit_ns)?,
        handover: word(&table.handover)?,
        turnaround: time(&table.turnaround_ns)?,
        crossbar: word(&table.crossbar)?,
        reservation: word(&table.reservation)?,
        replication: word(&table.replication)?,
        switching: word(&table.switching)?,
    })
}

/// The engine that runs; the worm engine is refused where its closed form does not hold.
fn engine(file: &ExperimentFile, topology: &dyn Topology, timing: &Timing) -> Result<Engine, ExperimentError> {
    let (choice, conditions) = (word::<EngineChoice>(&file.timing.engine)?, Conditions::default());
    let engine = choice.of(topology, timing, &conditions);
    match engine.serves(topology, timing, &conditions) {
        Ok(()) => Ok(engine),
        Err(error @ SimError::Channel { .. }) => Err(blame(&file.topology, error)),
        Err(error) => Err(blame(&file.timing.engine, format!("{error}; take \"auto\""))),
    }
}

fn timing(file: &ExperimentFile) -> Result<Timing, ExperimentError> {
    let table = &file.timing;
    let timing = Timing {
        length: traffic::timing_length(&table.length_flits)?,
        send: time(&table.send_ns)?,
        receive: time(&table.receive_ns)?,
        startup: table.startup.get_ref().parse().map_err(|error| blame(&table.startup, error))?,
        router: time(&table.router_ns)?,
        flit: time(&table.flit_ns)?,
        buffer: count(&table.buffer_flits, "flits")?,
        injection: table.injection.as_ref().map_or(Ok(Ports::All), ports)?,
        consumption: table.consumption.as_ref().map_or(Ok(Ports::All), ports)?,
        header_flits: false,
        flow: flow_control(table)?,
    };
    timing.validate().map_err(|error| ExperimentError::new(culprit(table, &error), error))?;
    Ok(timing)
}

/// The key of the parameter that is refused.
fn culprit(table: &TimingTable, error: &TimingError) -> Range<usize> {
    match error {
        TimingError::Length(_) => table.length_flits.span(),
        TimingError::VirtualChannels(_) => table.virtual_channels.span(),
        TimingError::FlitTime => table.flit_ns.span(),
        TimingError::Buffer | TimingError::BufferForMessage { .. } => table.buffer_flits.span(),
        TimingError::Headers(_) => table.switching.span(),
        TimingError::TooLong { what, .. } => match *what {
            "send overhead" => table.send_ns.span(),
            "receive overhead" => table.receive_ns.span(),
            "router delay" => table.router_ns.span(),
            "credit delay" => table.credit_ns.span(),
            "turnaround" => table.turnaround_ns.span(),
            _ => table.flit_ns.span(),
        },
    }
}

fn count(value: &Spanned<u64>, what: &str) -> Result<u32, ExperimentError> {
    let count = positive(value, what)?;
    let most = u32::MAX;
    u32::try_from(count).map_err(|_| blame(value, format!("{count} is not a number of {what}; at most {most}")))
}

fn ports(value: &Spanned<PortsEntry>) -> Result<Ports, ExperimentError> {
    let parsed = match value.get_ref() {
        PortsEntry::Count(count) => count.to_string().parse(),
        PortsEntry::Word(word) => word.parse(),
    };
    parsed.map_err(|error| blame(value, error))
}

fn time(value: &Spanned<f64>) -> Result<Time, ExperimentError> {
    value.get_ref().to_string().parse().map_err(|error| blame(value, error))
}

fn stop(file: &ExperimentFile) -> Result<StopRule, ExperimentError> {
    let table = &file.statistics;
    let max_time_ns = table.max_time_us.as_ref().map(|time| between(time, 1e-3..1e12, "a time above 0, in µs"));
    Ok(StopRule {
        half_width_share: between(
            &table.half_width_share,
            f64::MIN_POSITIVE..1.0,
            "accepted; it must be above 0 and below 1",
        )?,
        of: table.of,
        max_messages: positive(&table.max_messages, "messages")?,
        max_time_ns: max_time_ns.transpose()?.map(|us| us * 1000.0),
        ..StopRule::default()
    })
}
