//! Which members of a group the multicasts of the others reach.

use super::{Fabric, FabricRouting};
use std::collections::BTreeSet;
use std::io::Error;
use std::path::Path;
use wormcast_topology::{NodeId, Topology, TopologyError};

/// A group whose tree is cut: from some of its members not all others are reached.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CutGroup {
    /// Its multicast LID.
    pub group: u32,
    /// A member that reaches the fewest others.
    pub from: NodeId,
    /// How many it reaches.
    pub reached: usize,
    /// How many others there are.
    pub others: usize,
    /// How many members do not reach all others.
    pub senders: usize,
}

impl Fabric {
    /// The groups of which a message from a member does not come to all others. O(members · ports) for each.
    pub fn cut_groups(&self) -> Vec<CutGroup> {
        let routing = self.routing(true);
        let cut = |group| {
            let members = self.members(group);
            let others = members.len().saturating_sub(1);
            let reached = members.iter().map(|&from| (self.reached(&routing, group, from, &members), from));
            let short: Vec<_> = reached.filter(|&(reached, _)| reached < others).collect();
            let &(reached, from) = short.iter().min()?;
            Some(CutGroup { group, from, reached, others, senders: short.len() })
        };
        self.groups().filter_map(cut).collect()
    }

    /// How many of the other members a message from one reaches.
    fn reached(&self, routing: &FabricRouting<'_>, group: u32, from: NodeId, members: &BTreeSet<NodeId>) -> usize {
        let mut ends = BTreeSet::new();
        routing.each_wait(group, from, |_, asked, _| {
            ends.insert(self.network.graph().target(asked.channel));
        });
        ends.remove(&from);
        ends.intersection(members).count()
    }

    /// Refuses tables by which no multicast is sent, where an answer shall be about multicasts too.
    ///
    /// # Errors
    /// No group has two members, none of them reaches another one, or the file of the groups is not there.
    pub fn require_multicasts(&self, folder: &Path) -> Result<(), TopologyError> {
        let routing = self.routing(true);
        let is_sent = |group| {
            let members = self.members(group);
            members.len() > 1 && members.iter().any(|&from| self.reached(&routing, group, from, &members) > 0)
        };
        if self.groups().any(is_sent) {
            return Ok(());
        }
        let problem = match self.groups().any(|group| self.members(group).len() > 1) {
            true => "no member of a group reaches another one there, so nothing can be said about multicasts",
            false => "no group of two members has a tree there, so nothing can be said about multicasts",
        };
        Err(TopologyError::Io { path: folder.join("opensm.mcfdbs"), source: Error::other(problem) })
    }

    /// Refuses tables by which no host has a route to another one.
    ///
    /// # Errors
    /// As many pairs as there are have none.
    pub fn require_unicasts(&self, folder: &Path, unrouted: usize) -> Result<(), TopologyError> {
        let hosts = self.network.graph().terminals().count();
        let pairs = hosts * hosts.saturating_sub(1);
        if unrouted < pairs {
            return Ok(());
        }
        let (file, problem) = match pairs {
            0 => ("ibnetdiscover.txt", "there are less than two hosts".to_owned()),
            _ => ("opensm-lfts.dump", format!("none of the {pairs} pairs of hosts has a route by these tables")),
        };
        let problem = format!("{problem}, so nothing can be said about unicasts");
        Err(TopologyError::Io { path: folder.join(file), source: Error::other(problem) })
    }
}
