//! Broadcast on meshes of trees against meshes and tori of similar size: rounds, and time by the rules of time.

use super::broadcast::{Broadcaster, mesh_of_trees};
use crate::{Context, Effort, FigureReport, PaperClaim, Picture, Table};
use rayon::prelude::*;
use wormcast_eval::chart::{Chart, Curve, CurvePoint};
use wormcast_eval::stats::sample_mean;
use wormcast_eval::traffic::Draws;
use wormcast_plan::Cost;
use wormcast_sim::{Engine, Start, Time, Timing, simulate};
use wormcast_topology::{NodeId, Topology, build};

const ID: &str = "mot-against-grids";
/// A family and the scheme that broadcasts on it.
const FAMILIES: [(&str, &str); 3] =
    [("mesh-of-trees", "mot-broadcast"), ("mesh", "round-greedy"), ("torus", "round-greedy")];

/// One broadcast.
pub(super) struct Sample {
    pub(super) source: NodeId,
    pub(super) rounds: u32,
    pub(super) bound: u32,
    pub(super) cost: Cost,
    /// Whether the worms of a round share no link and every node is informed once.
    pub(super) is_right: bool,
    /// Until the last node has the message, in microseconds; none if the worms block each other for ever. Rounds do not
    /// wait for each other: a worm starts when its origin has the message.
    latency_us: Option<f64>,
}

/// Broadcasts from these sources.
pub(super) fn samples(topology: &dyn Topology, scheme: &'static str, sources: &[NodeId]) -> Vec<Sample> {
    let sample = |broadcaster: &mut Broadcaster<'_>, &source: &NodeId| {
        let broadcast = broadcaster.run(source);
        let starts = [Start { plan: &broadcast.plan, at: Time::ZERO }];
        let run = simulate(topology, &starts, &Timing::default(), Engine::Worm).expect("a scheme's plan can be run");
        Sample {
            source,
            rounds: broadcast.rounds(),
            bound: broadcast.report.lower_bound.expect("the network is connected"),
            cost: broadcast.plan.cost(),
            is_right: broadcast.is_right(),
            latency_us: run.plans[0].latency.map(|latency| latency.ns() / 1000.0),
        }
    };
    sources.par_iter().map_init(|| Broadcaster::new(topology, scheme), sample).collect()
}

/// Random nodes.
pub(super) fn random_sources(topology: &dyn Topology, count: usize, seed: u64) -> Vec<NodeId> {
    let mut draws = Draws::seeded(seed);
    (0..count).map(|_| NodeId::new(draws.below(topology.graph().node_count()))).collect()
}

/// Broadcasts on one network.
struct Network {
    family: usize,
    spec: String,
    nodes: usize,
    links: usize,
    samples: Vec<Sample>,
}

impl Network {
    fn measure(family: usize, spec: String, sources: usize, seed: u64) -> Self {
        let topology = build(&spec).expect("figures have networks that exist");
        let graph = topology.graph();
        let (nodes, links) = (graph.node_count(), graph.channel_count() / 2);
        let sources = random_sources(&*topology, sources, seed ^ (nodes as u64) << 32);
        Self { family, nodes, links, samples: samples(&*topology, FAMILIES[family].1, &sources), spec }
    }

    /// The mean of a value over the sources, and the half-width of its 95 % confidence interval.
    fn mean(&self, value: impl Fn(&Sample) -> Option<f64>) -> (f64, f64) {
        let estimate = sample_mean(&self.samples.iter().filter_map(value).collect::<Vec<_>>());
        (estimate.mean, estimate.half_width.unwrap_or(0.0))
    }

    fn rounds(&self) -> (f64, f64) {
        self.mean(|sample| Some(sample.rounds.into()))
    }

    fn latency_us(&self) -> (f64, f64) {
        self.mean(|sample| sample.latency_us)
    }

    fn count(&self, of: impl Fn(&Sample) -> bool) -> usize {
        self.samples.iter().filter(|sample| of(sample)).count()
    }
}

/// The specs of a mesh of trees, and of a mesh and a torus of nearly as many nodes and nearly square.
fn specs(height: u32) -> [String; 3] {
    let nodes = mesh_of_trees(height).graph().node_count() as f64;
    let width = nodes.sqrt().round();
    let sides = format!("{width}x{}", (nodes / width).round());
    [format!("mesh-of-trees:{height}"), format!("mesh:{sides}"), format!("torus:{sides}")]
}

pub(super) fn against_grids(context: &Context<'_>) -> FigureReport {
    let (last, sources) = if context.effort == Effort::Full { (5, 16) } else { (4, 3) };
    let mut networks = Vec::new();
    for height in 2..=last {
        let specs = specs(height).into_iter().enumerate();
        networks.extend(specs.map(|(family, spec)| Network::measure(family, spec, sources, context.seed)));
        (context.progress)(f64::from(height - 1) / f64::from(last - 1));
    }
    let pictures = vec![
        picture("mot-against-grids-rounds", "Rounds of a broadcast", "mean rounds", &networks, Network::rounds),
        picture("mot-against-grids", "A broadcast of 128 flits", "mean latency (µs)", &networks, Network::latency_us),
    ];
    FigureReport { claims: claims(&networks), tables: vec![table(&networks)], pictures }
}

fn table(networks: &[Network]) -> Table {
    let columns = [
        "network",
        "nodes",
        "links",
        "scheme",
        "sources",
        "rounds",
        "rounds_ci95",
        "counting_bound",
        "at_counting_bound",
        "latency_us",
        "latency_ci95_us",
        "channels",
        "deadlocks",
    ];
    let mut table = Table::new(ID, &columns);
    for network in networks {
        let (scheme, whole) = (FAMILIES[network.family].1, |value: usize| value.to_string());
        let mut row = vec![network.spec.clone(), whole(network.nodes), whole(network.links), scheme.to_owned()];
        row.push(whole(network.samples.len()));
        let both = |(mean, half_width): (f64, f64)| [format!("{mean:.3}"), format!("{half_width:.3}")];
        row.extend(both(network.rounds()));
        row.push(format!("{:.3}", network.mean(|sample| Some(sample.bound.into())).0));
        row.push(whole(network.count(|sample| sample.rounds == sample.bound)));
        row.extend(both(network.latency_us()));
        row.push(format!("{:.1}", network.mean(|sample| Some(sample.cost.channels as f64)).0));
        row.push(whole(network.count(|sample| sample.latency_us.is_none())));
        table.rows.push(row);
    }
    table
}

fn picture(name: &str, title: &str, y_label: &str, networks: &[Network], value: fn(&Network) -> (f64, f64)) -> Picture {
    let curve = |(index, (family, scheme)): (usize, &(&str, &str))| {
        let own = networks.iter().filter(|network| network.family == index);
        let point = |network: &Network| {
            let (y, error) = value(network);
            CurvePoint { x: network.nodes as f64, y, error }
        };
        Curve { name: format!("{family}, {scheme}"), points: own.map(point).collect(), ..Curve::default() }
    };
    let curves = FAMILIES.iter().enumerate().map(curve).collect();
    let (title, x_label, y_label) = (title.to_owned(), "nodes".to_owned(), y_label.to_owned());
    Picture::of_chart(name, Chart { title, x_label, y_label, log_x: true, log_y: false, curves })
}

fn claims(networks: &[Network]) -> Vec<PaperClaim> {
    let wrong: usize = networks.iter().map(|network| network.count(|sample| !sample.is_right)).sum();
    let blocked: usize = networks.iter().map(|network| network.count(|sample| sample.latency_us.is_none())).sum();
    let runs: usize = networks.iter().map(|network| network.samples.len()).sum();
    let none = "no statement";
    vec![
        PaperClaim::new(
            ID,
            "the worms of a round share no link, and every node is informed once",
            none,
            format!("{wrong} of {runs} plans are not so"),
            wrong == 0,
        ),
        PaperClaim::new(
            ID,
            "run in time, without a wait between rounds, the worms of a broadcast do not block each other for ever",
            none,
            format!("{blocked} of {runs} broadcasts do"),
            blocked == 0,
        ),
    ]
}
