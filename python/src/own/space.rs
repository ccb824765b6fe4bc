//! The routes that a scheme in Python says that its worms take: what proofs are about, and what its plans are held to.

use super::nodes::Nodes;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyString};
use std::collections::HashSet;
use wormcast::plan::{Chain, Delivers, RouteFamily, RouteSpace, Splits, Worm, Worms};
use wormcast::topology::{ChannelId, Graph, Labelling, NodeId, Topology};

/// What `routes` may be.
const EXPECTED: &str = "\"label-paths\", or from a function of the network a dictionary of the parents in a tree, or a \
                        list of triples of nodes, each of a channel and the one that may follow it";

/// The routes that worms keep to.
pub(super) enum Routes {
    /// Nobody says.
    Unknown,
    /// Up the labels, or down them.
    Labels(Labelling),
    /// Channels that may follow each other, from node to node to node.
    Triples(Vec<[NodeId; 3]>, HashSet<[NodeId; 3]>),
    /// Up a tree and down it: the parent of each node.
    Tree(Vec<Option<NodeId>>),
}

impl Routes {
    /// Reads what a scheme says: `"label-paths"`, a dictionary of parents, or a list of three nodes each.
    pub(super) fn read(topology: &dyn Topology, nodes: &Nodes, given: &Bound<'_, PyAny>) -> Result<Self, String> {
        if given.is_none() {
            return Ok(Self::Unknown);
        }
        if let Ok(word) = given.cast::<PyString>() {
            return match &*word.to_string() {
                "label-paths" => Ok(Self::Labels(topology.labelling().map_err(|error| error.to_string())?)),
                other => Err(format!("`{other}` says nothing of routes; expected {EXPECTED}")),
            };
        }
        match given.cast::<PyDict>() {
            Ok(parents) => Self::tree(topology, nodes, parents),
            Err(_) => Self::triples(topology, nodes, given),
        }
    }

    fn tree(topology: &dyn Topology, nodes: &Nodes, given: &Bound<'_, PyDict>) -> Result<Self, String> {
        let mut parents = vec![None; topology.graph().node_count()];
        for (node, parent) in given.iter() {
            let node = nodes.find(topology, &node)?;
            if !parent.is_none() {
                let above = nodes.find(topology, &parent)?;
                let graph = topology.graph();
                if graph.channel(node, above).or(graph.channel(above, node)).is_none() {
                    let [node, above] = [node, above].map(|node| topology.node_name(node));
                    return Err(format!("`routes` names `{above}` as the parent of `{node}`, which are no neighbours"));
                }
                parents[node.index()] = Some(above);
            }
        }
        let lost = topology.graph().nodes().find(|&node| {
            let above = std::iter::successors(Some(node), |at| parents[at.index()]);
            above.take(parents.len() + 1).count() > parents.len()
        });
        match lost {
            Some(node) => Err(format!("`routes`: the parents above `{}` run in a circle", topology.node_name(node))),
            None => Ok(Self::Tree(parents)),
        }
    }

    fn triples(topology: &dyn Topology, nodes: &Nodes, given: &Bound<'_, PyAny>) -> Result<Self, String> {
        let mut triples = Vec::new();
        let items = given.try_iter().map_err(|_| format!("{given:?} says nothing of routes; expected {EXPECTED}"))?;
        for item in items {
            let item = item.map_err(|error| error.to_string())?;
            let is_triple = !item.is_instance_of::<PyString>() && item.len().is_ok_and(|parts| parts == 3);
            if !is_triple {
                return Err(format!("{item:?} in `routes` is no triple of nodes; expected {EXPECTED}"));
            }
            let node = |place: usize| {
                let part = item.get_item(place).map_err(|error| error.to_string())?;
                nodes.find(topology, &part)
            };
            let triple = [node(0)?, node(1)?, node(2)?];
            let linked = triple.windows(2).all(|pair| topology.graph().channel(pair[0], pair[1]).is_some());
            if !linked {
                let names = triple.map(|node| topology.node_name(node)).join(" > ");
                return Err(format!("no channels lead along {names}, which `routes` names"));
            }
            triples.push(triple);
        }
        let known = triples.iter().copied().collect();
        Ok(Self::Triples(triples, known))
    }

    /// As proofs know it.
    pub(super) fn space(&self) -> Option<RouteSpace<NodeId>> {
        match self {
            Self::Unknown => None,
            Self::Labels(labels) => Some(RouteSpace::of(RouteFamily::label_paths(labels.path().to_vec(), true))),
            Self::Triples(triples, _) => {
                let chain = Chain::Triples(triples.clone());
                let family = RouteFamily { splits: Splits::Never, ..RouteFamily::chains(chain, Delivers::OnTheWay) };
                Some(RouteSpace::of([family]))
            }
            Self::Tree(parents) => {
                let family = RouteFamily::up_and_down(parents.clone(), 0);
                Some(RouteSpace::of([RouteFamily { delivers: Delivers::OnTheWay, ..family }]))
            }
        }
    }

    /// What worms may do, in words.
    fn rule(&self) -> &'static str {
        match self {
            Self::Unknown => "worms go anywhere",
            Self::Labels(_) => "worms go up the labels all the way, or down them, and do not split",
            Self::Triples(..) => "worms go on as the triples say, and do not split",
            Self::Tree(_) => {
                "worms go up the tree first, to one node, and from there down it; they split on their way down only"
            }
        }
    }

    /// Whether all worms keep to it: what is proved of the space holds for the plan. O(hops).
    ///
    /// # Errors
    /// The first worm that does not, and where.
    pub(super) fn hold(&self, topology: &dyn Topology, worms: &Worms) -> Result<(), String> {
        let graph = topology.graph();
        for worm in worms.iter() {
            let outside = match self {
                Self::Unknown => None,
                Self::Labels(labels) => off_labels(graph, labels, &worm),
                Self::Triples(_, known) => off_triples(graph, known, &worm),
                Self::Tree(parents) => off_tree(graph, parents, &worm),
            };
            if let Some(hop) = outside {
                let name = topology.channel_name(worm.hops[hop].channel);
                let (worm, rule) = (worm.id, self.rule());
                return Err(format!(
                    "worm {worm} takes {name}, which is outside of the `routes` of the scheme: {rule}"
                ));
            }
        }
        Ok(())
    }
}

fn ends(graph: &Graph, channel: ChannelId) -> [NodeId; 2] {
    [graph.source(channel), graph.target(channel)]
}

/// Whether a hop is the only one after the one before it.
fn follows_on(worm: &Worm<'_>, hop: usize) -> bool {
    worm.hops[hop].parent().map(|parent| parent as usize) == hop.checked_sub(1)
}

/// The first hop of a worm that splits, or turns from rising labels to falling ones or back.
fn off_labels(graph: &Graph, labels: &Labelling, worm: &Worm<'_>) -> Option<usize> {
    let rises = |hop: usize| {
        let [from, to] = ends(graph, worm.hops[hop].channel).map(|node| labels.label(node));
        from < to
    };
    (0..worm.hops.len()).find(|&hop| !follows_on(worm, hop) || rises(hop) != rises(0))
}

/// The first hop of a worm that splits, or that does not follow the hop before it in any triple.
fn off_triples(graph: &Graph, known: &HashSet<[NodeId; 3]>, worm: &Worm<'_>) -> Option<usize> {
    let follows = |hop: usize| {
        let [[a, b], [_, c]] = [hop - 1, hop].map(|hop| ends(graph, worm.hops[hop].channel));
        known.contains(&[a, b, c])
    };
    (0..worm.hops.len()).find(|&hop| !follows_on(worm, hop) || hop > 0 && !follows(hop))
}

/// The first hop of a worm that is not of the tree, climbs after it went down, or splits while it climbs.
fn off_tree(graph: &Graph, parents: &[Option<NodeId>], worm: &Worm<'_>) -> Option<usize> {
    let climbs = |hop: usize| {
        let [from, to] = ends(graph, worm.hops[hop].channel);
        parents[from.index()] == Some(to)
    };
    let descends = |hop: usize| {
        let [from, to] = ends(graph, worm.hops[hop].channel);
        parents[to.index()] == Some(from)
    };
    let chain = (0..worm.hops.len()).take_while(|&hop| climbs(hop)).count();
    let split = (0..chain).find(|&hop| !follows_on(worm, hop));
    let lost = (chain..worm.hops.len()).find(|&hop| {
        let above = worm.hops[hop].parent().map(|parent| parent as usize);
        let hangs = above.map_or(chain == 0, |above| above + 1 >= chain);
        !descends(hop) || !hangs
    });
    split.or(lost)
}
