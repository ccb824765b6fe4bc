//! The trees of multicast groups: as they stand in the tables, and others in their place.

use super::Fabric;
use crate::TableTree;
use crate::multicast_tables::ports_of;
use std::collections::BTreeMap;
use std::io;
use wormcast_topology::{ChannelId, NodeId, Topology};

impl Fabric {
    /// The tree of a group as it stands in the tables, from its first member to the others; none if that is no tree
    /// which serves all of them, whichever sends. O(ports).
    pub fn group_tree(&self, group: u32) -> Option<TableTree> {
        let graph = self.network.graph();
        let ports = self.groups.get(&group)?;
        let members = self.members(group);
        let source = *members.first()?;
        let mut channels: Vec<ChannelId> = Vec::new();
        let mut open: Vec<ChannelId> = graph.out_channels(source).take(1).collect();
        let most = 1 + ports.values().map(Vec::len).sum::<usize>();
        while let Some(channel) = open.pop() {
            channels.push(channel);
            let at = graph.target(channel);
            if channels.len() > most {
                return None;
            }
            if graph.is_endpoint(at) {
                continue;
            }
            // Who sends from there comes back by the same link.
            let enters = self.port_in(channel)?;
            let here = ports.get(&at).filter(|here| here.contains(&enters))?;
            for &port in here.iter().filter(|&&port| port != enters) {
                open.push(*self.port_channel.get(&(at, port))?);
            }
        }
        let reached = |node: &NodeId| *node == source || channels.iter().any(|&channel| graph.target(channel) == *node);
        let all = members.iter().all(reached);
        let others = members.iter().copied().filter(|&node| node != source).collect();
        TableTree::of(graph, group, source, channels, others).filter(|_| all)
    }

    /// Puts these trees into the tables, each under its key, and takes out all other groups unless they stay.
    ///
    /// # Errors
    /// A tree goes by a channel whose cable is not known.
    pub fn put_groups(&mut self, trees: &[TableTree], others_stay: bool) -> io::Result<()> {
        let mut put: BTreeMap<u32, BTreeMap<NodeId, Vec<u32>>> = BTreeMap::new();
        for tree in trees {
            let switches = put.entry(tree.key).or_default();
            for (switch, port) in ports_of(self, tree)? {
                let ports = switches.entry(switch).or_default();
                if !ports.contains(&port) {
                    ports.push(port);
                }
            }
        }
        if !others_stay {
            self.groups.clear();
        }
        self.groups.extend(put);
        Ok(())
    }
}
