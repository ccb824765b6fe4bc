//! The network that a command works on.

use crate::failure::Failure;
use crate::progress;
use clap::Args;
use std::path::Path;
use wormcast::formats::build;
use wormcast::plan::NetworkSpec;
use wormcast::topology::{Faulty, NodeId, Topology, TopologyError, shortened};

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
    /// Take the link between these nodes away; may be repeated.
    #[arg(long, value_name = "A-B")]
    without_link: Vec<String>,
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
        let FaultArgs { without_node, without_link } = faults;
        let whole = build_network(topology)?;
        let mut spec = NetworkSpec::whole(whole.spec());
        if *faults == FaultArgs::default() {
            return Ok(Self { spec, topology: whole });
        }
        let links = without_link.iter().map(|link| split_link(&*whole, link)).collect::<Result<Vec<_>, _>>()?;
        let nodes = without_node.iter().map(|name| whole.find_node(name)).collect::<Result<Vec<_>, _>>()?;
        let faulty = Faulty::new(whole, &nodes, &links)?;
        let name = |node: NodeId| faulty.inner().node_name(node);
        spec.without_nodes = faulty.lost_nodes().iter().map(|&node| name(node)).collect();
        spec.without_links = faulty.lost_links().iter().map(|&(a, b)| (name(a), name(b))).collect();
        Ok(Self { spec, topology: Box::new(faulty) })
    }

    /// The network that a plan file names. The path of a description is taken from the current folder, or else from the
    /// folder of the plan file.
    pub(crate) fn of_plan(spec: &NetworkSpec, plan_file: &Path) -> Result<Self, Failure> {
        let whole = build_network(&beside(&spec.topology, plan_file).unwrap_or_else(|| spec.topology.clone()))?;
        let topology = match (&*spec.without_nodes, &*spec.without_links) {
            ([], []) => whole,
            (nodes, links) => Box::new(Faulty::named(whole, nodes, links)?),
        };
        Ok(Self { spec: spec.clone(), topology })
    }
}

/// The ends of a link `A-B`. A name may hold a `-` itself: then it is the only way to read the text as two nodes, or
/// else as two neighbours.
fn split_link(topology: &dyn Topology, text: &str) -> Result<(NodeId, NodeId), Failure> {
    let halves = || text.match_indices('-').map(|(at, _)| (&text[..at], &text[at + 1..]));
    let nodes = |(a, b)| Some((topology.find_node(a).ok()?, topology.find_node(b).ok()?));
    let readings: Vec<_> = halves().filter_map(nodes).collect();
    let linked: Vec<_> = readings.iter().copied().filter(|&(a, b)| topology.graph().channel(a, b).is_some()).collect();
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
