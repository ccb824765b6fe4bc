//! What a reader has found in a file, on the way to a network.

use crate::text::{Flaw, shown};
use std::borrow::Cow;
use wormcast_topology::{Description, MAX_NODES, NodeId};

/// Nodes and links as a file declares them.
#[derive(Debug, Default)]
pub(crate) struct Draft<'t> {
    /// What the file says so far.
    pub description: Description<'t>,
    /// Channels that a file declares in one direction, and where.
    one_way: Vec<(NodeId, NodeId, usize)>,
}

impl<'t> Draft<'t> {
    /// Adds a node; `at` is where the file declares it. The caller has made sure that the name is new.
    pub(crate) fn add_node(&mut self, name: impl Into<Cow<'t, str>>, at: usize) -> Result<NodeId, Flaw> {
        if self.description.names.len() == MAX_NODES {
            return Err(Flaw::new(at, format!("more nodes than the {MAX_NODES} that are accepted")));
        }
        self.description.names.push(name.into());
        Ok(NodeId::new(self.description.names.len() - 1))
    }

    /// Adds a link; `at` is where the file declares it.
    pub(crate) fn add_link(&mut self, a: NodeId, b: NodeId, at: usize) -> Result<(), Flaw> {
        self.refuse_loop(a, b, at)?;
        self.description.links.push((a, b));
        Ok(())
    }

    /// Adds a channel that the file declares in this direction only. Its opposite must follow or have come.
    pub(crate) fn add_one_way(&mut self, from: NodeId, to: NodeId, at: usize) -> Result<(), Flaw> {
        self.refuse_loop(from, to, at)?;
        self.one_way.push((from, to, at));
        Ok(())
    }

    fn refuse_loop(&self, a: NodeId, b: NodeId, at: usize) -> Result<(), Flaw> {
        let name = || shown(&self.description.names[a.index()]);
        let problem = || format!("{} is linked to itself; a link joins two different nodes", name());
        if a == b { Err(Flaw::new(at, problem())) } else { Ok(()) }
    }

    /// Places the node that was added last.
    pub(crate) fn place(&mut self, position: [f64; 2]) {
        self.description.positions.resize(self.description.names.len() - 1, None);
        self.description.positions.push(Some(position));
    }

    /// The description, when each link goes both ways.
    pub(crate) fn describe(mut self) -> Result<Description<'t>, Flaw> {
        if let Some(&(from, to, at)) = self.lonely() {
            let [from, to] = [from, to].map(|node| shown(&self.description.names[node.index()]));
            let problem = format!(
                "the directed edge {from} to {to} has no edge back; links go both ways: add the edge {to} to {from}, \
                 or declare the graph undirected"
            );
            return Err(Flaw::new(at, problem));
        }
        self.description.links.extend(self.one_way.iter().map(|&(from, to, _)| (from, to)));
        Ok(self.description)
    }

    /// The first channel in one direction without an opposite.
    fn lonely(&self) -> Option<&(NodeId, NodeId, usize)> {
        if self.one_way.is_empty() {
            return None;
        }
        let mut ways: Vec<_> = self.one_way.iter().map(|&(from, to, _)| (from, to)).collect();
        ways.extend(self.description.links.iter().flat_map(|&(a, b)| [(a, b), (b, a)]));
        ways.sort_unstable();
        self.one_way.iter().find(|&&(from, to, _)| ways.binary_search(&(to, from)).is_err())
    }
}
