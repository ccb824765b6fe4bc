//! The network that a command works on.

use crate::failure::Failure;
use crate::progress;
use clap::Args;
use std::path::Path;
use wormcast::formats::build;
use wormcast::plan::NetworkSpec;
use wormcast::topology::{
    ChannelId, Faulty, Losses, NodeId, Topology, TopologyError, find_channel, shortened, split_number,
};

/// Which network.
#[derive(Debug, Args)]
pub(crate) struct NetworkArgs {
    /// The network, such as `mesh:8x8`; `wormcast list` shows what there is.
    topology: String,
    #[command(flatten)]
    faults: FaultArgs,
}

/// What does not work.
#[derive(Debug, Default, PartialEq, Eq, Args)]
pub(crate) struct FaultArgs {
    /// Take this node away, with its links; may be repeated.
    #[arg(long, value_name = "NODE")]
    without_node: Vec<String>,
    /// Take the links between these nodes away, or one of several (`A-B#1`: the second); may be repeated.
    #[arg(long, value_name = "A-B")]
    without_link: Vec<String>,
    /// Take the channel from one node to the other away, and not the opposite one; may be repeated.
    #[arg(long, value_name = "A>B")]
    without_channel: Vec<String>,
}

impl NetworkArgs {
    /// The file that describes the network, if one does.
    pub(crate) fn file(&self) -> Option<&Path> {
        self.topology.strip_prefix("file:").map(Path::new)
    }
}

/// A network, and the words that describe it.
#[derive(Debug)]
pub(crate) struct Network {
    /// The words.
    pub spec: NetworkSpec,
    /// The network.
    pub topology: Box<dyn Topology>,
}

impl NetworkArgs {
    /// Builds the network.
    pub(crate) fn build(&self) -> Result<Network, Failure> {
        Network::with_faults(&self.topology, &self.faults)
    }
}

impl Network {
    /// The network of this description, without what does not work.
    pub(crate) fn with_faults(topology: &str, faults: &FaultArgs) -> Result<Self, Failure> {
        let whole = build_network(topology)?;
        if *faults == FaultArgs::default() {
            return Ok(Self { spec: NetworkSpec::whole(whole.spec()), topology: whole });
        }
        let losses = faults.losses(&*whole)?;
        let faulty = Faulty::losing(whole, &losses)?;
        Ok(Self { spec: NetworkSpec::of(&faulty), topology: Box::new(faulty) })
    }

    /// The network that a plan file names. The path of a description is taken from the current folder, or else from the
    /// folder of the plan file.
    pub(crate) fn of_plan(spec: &NetworkSpec, plan_file: &Path) -> Result<Self, Failure> {
        let whole = build_network(&beside(&spec.topology, plan_file).unwrap_or_else(|| spec.topology.clone()))?;
        let topology = spec.take_from(whole)?;
        Ok(Self { spec: spec.clone(), topology })
    }
}

impl FaultArgs {
    fn losses(&self, whole: &dyn Topology) -> Result<Losses, Failure> {
        let nodes = self.without_node.iter().map(|name| whole.find_node(name)).collect::<Result<Vec<_>, _>>()?;
        let channels = self.without_channel.iter().map(|name| find_channel(whole, name));
        let mut losses = Losses { nodes, links: Vec::new(), channels: channels.collect::<Result<_, _>>()? };
        for text in &self.without_link {
            match (split_link(whole, text), split_number(text)) {
                (Err(_), Some((ends, number))) => losses.channels.extend(numbered_link(whole, ends, number)?),
                (link, _) => losses.links.push(link?),
            }
        }
        Ok(losses)
    }
}

/// The channels of a link `A-B#1`, both ways.
fn numbered_link(whole: &dyn Topology, ends: &str, number: u32) -> Result<Vec<ChannelId>, Failure> {
    let (a, b) = split_link(whole, ends)?;
    let both = [(a, b), (b, a)].map(|(from, to)| whole.graph().numbered(from, to, number));
    match both {
        [None, None] => {
            let [a_to_b, b_to_a] = [(a, b), (b, a)].map(|(from, to)| whole.graph().channels_between(from, to).len());
            Err(Failure::new(format!(
                "there is no link {ends}#{number}; links are numbered from 0, and {} lead there",
                a_to_b.max(b_to_a)
            )))
        }
        both => Ok(both.into_iter().flatten().collect()),
    }
}

/// The ends of a link `A-B`. A name may hold a `-` itself: then it is the only way to read the text as two nodes, or
/// else as two neighbours.
fn split_link(topology: &dyn Topology, text: &str) -> Result<(NodeId, NodeId), Failure> {
    let halves = || text.match_indices('-').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let nodes = |(a, b)| Some((topology.find_node(a).ok()?, topology.find_node(b).ok()?));
    let readings: Vec<_> = halves().filter_map(nodes).collect();
    let graph = topology.graph();
    let is_linked = |a, b| graph.channel(a, b).or(graph.channel(b, a)).is_some();
    let linked: Vec<_> = readings.iter().copied().filter(|&(a, b)| is_linked(a, b)).collect();
    match (&*readings, &*linked, halves().next()) {
        ([reading], ..) | (_, [reading], _) => Ok(*reading),
        ([], _, Some((a, b))) if halves().count() == 1 => Ok((topology.find_node(a)?, topology.find_node(b)?)),
        ([], ..) => Err(Failure::new(format!("`{text}` is not a link; expected two nodes as `A-B`"))),
        _ => Err(Failure::new(format!("`{text}` can be read as several pairs of nodes; take away a node instead"))),
    }
}

/// The description with its path taken from the folder of the plan file, if there is no such file from here but there
/// is one from there.
fn beside(spec: &str, plan_file: &Path) -> Option<String> {
    let path = Path::new(spec.strip_prefix("file:")?);
    let there = plan_file.parent()?.join(path);
    (!path.exists() && there.exists()).then(|| format!("file:{}", there.display()))
}

fn build_network(spec: &str) -> Result<Box<dyn Topology>, Failure> {
    progress::during("building the network", || build(spec)).map_err(|error| match &error {
        TopologyError::File { path, line, column, problem } => match std::fs::read_to_string(path) {
            Ok(text) => Failure::new(problem).in_line(path, text, *line, *column),
            Err(_) => error.into(),
        },
        TopologyError::UnknownFamily { .. } if Path::new(spec).is_file() => Failure::new(format!(
            "`{0}` is a file; write `file:{0}` for the network that it describes",
            shortened(spec)
        )),
        _ => error.into(),
    })
}
