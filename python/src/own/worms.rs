//! What a scheme in Python gives, as worms.
//!
//! A worm is a path, a list of nodes from its origin on; or a `Worm`, with a path or a tree of edges, and if wanted
//! where it delivers. Where nobody says so, it delivers at the destinations that no worm before has delivered at; a
//! path with none of these is not sent. A worm that does not start at the source starts after the one that delivered
//! where it starts.

use super::nodes::Nodes;
use pyo3::prelude::*;
use pyo3::types::{PyDict, PyList, PyString, PyTuple};
use wormcast::plan::{MulticastSet, Worms};
use wormcast::topology::{ChannelId, NodeId, Topology};

/// Reads worms, with buffers that are kept from plan to plan.
pub(super) struct WormReader<'t> {
    topology: &'t dyn Topology,
    /// For each node, the worm that delivered there; none yet.
    delivered: Vec<Option<u32>>,
    /// The nodes that are marked there.
    marked: Vec<NodeId>,
    /// For each node, whether it is a destination.
    is_destination: Vec<bool>,
    /// The nodes that hops of the present worm arrive at, with the hops.
    arrivals: Vec<(NodeId, u32)>,
    /// The nodes of the present path.
    way: Vec<NodeId>,
}

impl<'t> WormReader<'t> {
    pub(super) fn new(topology: &'t dyn Topology) -> Self {
        let nodes = topology.graph().node_count();
        let (delivered, is_destination) = (vec![None; nodes], vec![false; nodes]);
        Self { topology, delivered, marked: Vec::new(), is_destination, arrivals: Vec::new(), way: Vec::new() }
    }

    /// Appends the worms that `given` stands for. O(hops + destinations).
    pub(super) fn read(
        &mut self,
        nodes: &Nodes,
        set: MulticastSet<'_>,
        given: &Bound<'_, PyAny>,
        worms: &mut Worms,
    ) -> Result<(), String> {
        self.forget(set);
        let shape = |_| format!("a scheme gives a list of worms, and not {}", shortened(given));
        for item in given.try_iter().map_err(shape)? {
            let item = item.map_err(|error| error.to_string())?;
            let number = worms.len();
            self.worm(nodes, set, &item, worms).map_err(|problem| format!("worm {number}: {problem}"))?;
        }
        let missing = set.destinations.iter().find(|node| self.delivered[node.index()].is_none());
        match missing {
            None => Ok(()),
            Some(&node) => Err(format!("no worm delivers at the destination `{}`", self.topology.node_name(node))),
        }
    }

    fn forget(&mut self, set: MulticastSet<'_>) {
        self.marked.drain(..).for_each(|node| {
            self.delivered[node.index()] = None;
            self.is_destination[node.index()] = false;
        });
        self.marked.extend(set.destinations);
        set.destinations.iter().for_each(|node| self.is_destination[node.index()] = true);
    }

    fn worm(
        &mut self,
        nodes: &Nodes,
        set: MulticastSet<'_>,
        given: &Bound<'_, PyAny>,
        worms: &mut Worms,
    ) -> Result<(), String> {
        self.arrivals.clear();
        if given.is_instance_of::<PyDict>() {
            return Err(format!(
                "a dictionary is no worm; expected a list of nodes, or `Worm(edges=[(from, to), …])`, where those of \
                 plan files have `route`, not {}",
                shortened(given)
            ));
        }
        if given.is_instance_of::<PyList>() || given.is_instance_of::<PyTuple>() {
            return self.whole_path(nodes, set, given, worms);
        }
        let attribute = |name: &str| given.getattr(name).ok().filter(|value| !value.is_none());
        let says_where = attribute("deliver").is_some();
        match (attribute("path"), attribute("edges")) {
            (Some(path), None) if !says_where => return self.whole_path(nodes, set, &path, worms),
            (Some(path), None) => {
                self.find_way(nodes, &path)?;
                self.path(set, worms)?;
            }
            (None, Some(edges)) => self.tree(nodes, set, &edges, worms)?,
            // An array, or a generator.
            (None, None) if !given.is_instance_of::<PyString>() && given.try_iter().is_ok() => {
                return self.whole_path(nodes, set, given, worms);
            }
            (Some(_), Some(_)) => {
                return Err(format!("{} has a path and edges; expected one of them", shortened(given)));
            }
            _ => return Err(format!("{} is no path and no `Worm` with a path or edges", shortened(given))),
        }
        match attribute("deliver") {
            None => self.deliver_where_wanted(worms),
            Some(deliver) => self.deliver_at(nodes, &deliver, worms)?,
        }
        Ok(())
    }

    /// Starts a worm at a node.
    fn start(&self, set: MulticastSet<'_>, origin: NodeId, worms: &mut Worms) -> Result<(), String> {
        if origin == set.source {
            worms.start(origin, None, 0);
            return Ok(());
        }
        let Some(after) = self.delivered[origin.index()] else {
            let [name, source] = [origin, set.source].map(|node| self.topology.node_name(node));
            return Err(format!(
                "it starts at `{name}`, where no worm before it delivers, and not at the source `{source}`"
            ));
        };
        let round = worms.get(after).round + 1;
        worms.start(origin, Some(after), round);
        Ok(())
    }

    /// A path that delivers where nobody has delivered yet, if there is anything for it to deliver.
    fn whole_path(
        &mut self,
        nodes: &Nodes,
        set: MulticastSet<'_>,
        given: &Bound<'_, PyAny>,
        worms: &mut Worms,
    ) -> Result<(), String> {
        self.find_way(nodes, given)?;
        let is_waiting = |node: &NodeId| self.is_destination[node.index()] && self.delivered[node.index()].is_none();
        if self.way.len() > 1 && !self.way[1..].iter().any(is_waiting) {
            return self.way.windows(2).try_for_each(|pair| self.channel(pair[0], pair[1]).map(drop));
        }
        self.path(set, worms)?;
        self.deliver_where_wanted(worms);
        Ok(())
    }

    fn find_way(&mut self, nodes: &Nodes, given: &Bound<'_, PyAny>) -> Result<(), String> {
        self.way.clear();
        for item in given.try_iter().map_err(|error| error.to_string())? {
            self.way.push(nodes.find(self.topology, &item.map_err(|error| error.to_string())?)?);
        }
        Ok(())
    }

    fn path(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), String> {
        let (mut at, mut parent) = (None, None);
        for place in 0..self.way.len() {
            let node = self.way[place];
            match at {
                None => self.start(set, node, worms)?,
                Some(from) => parent = Some(self.hop(parent, from, node, worms)?),
            }
            at = Some(node);
        }
        if parent.is_none() { Err("its path has no hop".to_owned()) } else { Ok(()) }
    }

    /// Edges from the origin on, each from a node that an edge before it leads to.
    fn tree(
        &mut self,
        nodes: &Nodes,
        set: MulticastSet<'_>,
        given: &Bound<'_, PyAny>,
        worms: &mut Worms,
    ) -> Result<(), String> {
        let mut origin = None;
        for item in given.try_iter().map_err(|error| error.to_string())? {
            let item = item.map_err(|error| error.to_string())?;
            if item.is_instance_of::<PyString>() || !item.len().is_ok_and(|ends| ends == 2) {
                return Err(format!("{item:?} among its edges is no pair of nodes"));
            }
            let end = |place: usize| item.get_item(place).map_err(|error| error.to_string());
            let from = nodes.find(self.topology, &end(0)?)?;
            let to = nodes.find(self.topology, &end(1)?)?;
            if origin.is_none() {
                self.start(set, from, worms)?;
                origin = Some(from);
            }
            let above = self.arrivals.iter().rev().find(|(node, _)| *node == from).map(|(_, hop)| *hop);
            if above.is_none() && origin != Some(from) {
                let name = self.topology.node_name(from);
                return Err(format!(
                    "an edge leaves `{name}`, where no edge before it leads to; edges come from the origin on, parents first"
                ));
            }
            self.hop(above, from, to, worms)?;
        }
        if origin.is_none() { Err("it has no edges".to_owned()) } else { Ok(()) }
    }

    fn hop(&mut self, parent: Option<u32>, from: NodeId, to: NodeId, worms: &mut Worms) -> Result<u32, String> {
        let hop = worms.hop(parent, self.channel(from, to)?);
        self.arrivals.push((to, hop));
        Ok(hop)
    }

    fn channel(&self, from: NodeId, to: NodeId) -> Result<ChannelId, String> {
        self.topology.graph().channel(from, to).ok_or_else(|| {
            let [from, to] = [from, to].map(|node| self.topology.node_name(node));
            format!("no channel leads from `{from}` to `{to}`")
        })
    }

    /// At the destinations on its way that nobody has delivered at.
    fn deliver_where_wanted(&mut self, worms: &mut Worms) {
        let worm = worms.len() as u32 - 1;
        for place in 0..self.arrivals.len() {
            let (node, hop) = self.arrivals[place];
            if self.is_destination[node.index()] && self.delivered[node.index()].is_none() {
                self.delivered[node.index()] = Some(worm);
                worms.deliver(hop, node);
            }
        }
    }

    /// At these nodes on its way, at the first visit.
    fn deliver_at(&mut self, nodes: &Nodes, given: &Bound<'_, PyAny>, worms: &mut Worms) -> Result<(), String> {
        let worm = worms.len() as u32 - 1;
        let mut wanted = Vec::new();
        // A text is one node.
        let several: Vec<_> = match given.is_instance_of::<PyString>() {
            true => vec![given.clone()],
            false => given.try_iter().and_then(Iterator::collect).map_err(|error: PyErr| error.to_string())?,
        };
        for item in several {
            let node = nodes.find(self.topology, &item)?;
            let hop = self.arrivals.iter().find(|(arrived, _)| *arrived == node).map(|(_, hop)| *hop);
            let name = || self.topology.node_name(node);
            wanted.push((hop.ok_or_else(|| format!("it delivers at `{}`, where it does not come", name()))?, node));
        }
        wanted.sort_unstable();
        for (hop, node) in wanted {
            self.delivered[node.index()].get_or_insert(worm);
            self.marked.push(node);
            worms.deliver(hop, node);
        }
        Ok(())
    }
}

/// What Python shows of an object, up to some letters.
fn shortened(given: &Bound<'_, PyAny>) -> String {
    const MOST: usize = 200;
    let shown = format!("{given:?}");
    match shown.char_indices().nth(MOST) {
        Some((end, _)) => format!("{}…", &shown[..end]),
        None => shown,
    }
}
