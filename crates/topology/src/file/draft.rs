//! What a reader has found in a file, on the way to a network.

use super::text::{Flaw, shown};
use crate::{MAX_NODES, NodeId};
use std::borrow::Cow;

/// Nodes and links as a file declares them.
#[derive(Debug, Default)]
pub(super) struct Draft<'t> {
    /// The names of the nodes, all different.
    pub names: Vec<Cow<'t, str>>,
    /// Where the file places the nodes; shorter than `names` if the last ones have no place.
    pub positions: Vec<Option<[f64; 2]>>,
    /// The names of what is attached to each node; empty if the format knows nothing of the kind.
    pub terminals: Vec<Vec<String>>,
    /// The latency of the channels that the file gives none, in cycles; none if the format knows nothing of the kind.
    pub default_latency: Option<u32>,
    /// The latencies that the file gives.
    pub latencies: Vec<((NodeId, NodeId), u32)>,
    links: Vec<(NodeId, NodeId)>,
    /// Channels that a file declares in one direction, and where.
    one_way: Vec<(NodeId, NodeId, usize)>,
}

impl<'t> Draft<'t> {
    /// Adds a node; `at` is where the file declares it. The caller has made sure that the name is new.
    pub(super) fn add_node(&mut self, name: impl Into<Cow<'t, str>>, at: usize) -> Result<NodeId, Flaw> {
        if self.names.len() == MAX_NODES {
            return Err(Flaw::new(at, format!("more nodes than the {MAX_NODES} that are accepted")));
        }
        self.names.push(name.into());
        Ok(NodeId::new(self.names.len() - 1))
    }

    /// Adds a link; `at` is where the file declares it.
    pub(super) fn add_link(&mut self, a: NodeId, b: NodeId, at: usize) -> Result<(), Flaw> {
        self.refuse_loop(a, b, at)?;
        self.links.push((a, b));
        Ok(())
    }

    /// Adds a channel that the file declares in this direction only. Its opposite must follow or have come.
    pub(super) fn add_one_way(&mut self, from: NodeId, to: NodeId, at: usize) -> Result<(), Flaw> {
        self.refuse_loop(from, to, at)?;
        self.one_way.push((from, to, at));
        Ok(())
    }

    fn refuse_loop(&self, a: NodeId, b: NodeId, at: usize) -> Result<(), Flaw> {
        let name = || shown(&self.names[a.index()]);
        let problem = || format!("{} is linked to itself; a link joins two different nodes", name());
        if a == b { Err(Flaw::new(at, problem())) } else { Ok(()) }
    }

    /// Places the node that was added last.
    pub(super) fn place(&mut self, position: [f64; 2]) {
        self.positions.resize(self.names.len() - 1, None);
        self.positions.push(Some(position));
    }

    /// The links, when each of them goes both ways.
    pub(super) fn take_links(&mut self) -> Result<Vec<(NodeId, NodeId)>, Flaw> {
        let mut links = std::mem::take(&mut self.links);
        if let Some(&(from, to, at)) = self.lonely(&links) {
            let [from, to] = [from, to].map(|node| shown(&self.names[node.index()]));
            let problem = format!(
                "the directed edge {from} to {to} has no edge back; links go both ways: add the edge {to} to {from}, \
                 or declare the graph undirected"
            );
            return Err(Flaw::new(at, problem));
        }
        links.extend(self.one_way.iter().map(|&(from, to, _)| (from, to)));
        Ok(links)
    }

    /// The first channel in one direction without an opposite.
    fn lonely(&self, links: &[(NodeId, NodeId)]) -> Option<&(NodeId, NodeId, usize)> {
        if self.one_way.is_empty() {
            return None;
        }
        let mut ways: Vec<_> = self.one_way.iter().map(|&(from, to, _)| (from, to)).collect();
        ways.extend(links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]));
        ways.sort_unstable();
        self.one_way.iter().find(|&&(from, to, _)| ways.binary_search(&(to, from)).is_err())
    }
}
