//! `opensm.mcfdbs`: the ports of every switch for each multicast LID.

use super::TableTree;
use crate::Fabric;
use std::collections::{BTreeMap, BTreeSet};
use std::io::{self, Error, Write};
use wormcast_topology::{NodeId, Topology};

/// The LIDs that are for multicasts.
const MULTICAST_LIDS: std::ops::RangeInclusive<u32> = 0xc000..=0xfffe;

/// Writes the trees of multicasts on a fabric as OpenSM dumps its tables (`opensm.mcfdbs`), which [`Fabric`] reads; the
/// key of a tree is its LID.
///
/// A switch sends what it gets at a port of the tree out at all its other ports: so a tree serves all its hosts,
/// whoever sends. O(hops · log hops).
///
/// # Errors
/// A key is no multicast LID, a tree goes by a channel whose opposite has no port, or writing fails.
pub fn write_mcfdbs(fabric: &Fabric, trees: &[TableTree], out: &mut dyn Write) -> io::Result<()> {
    let network = fabric.network();
    let mut switches: BTreeMap<NodeId, BTreeMap<u32, BTreeSet<u32>>> = BTreeMap::new();
    for tree in trees {
        if !MULTICAST_LIDS.contains(&tree.key) {
            return Err(Error::other(format!("{:#06x} is no multicast LID; expected 0xc000 to 0xfffe", tree.key)));
        }
        for (switch, port) in ports_of(fabric, tree)? {
            switches.entry(switch).or_default().entry(tree.key).or_default().insert(port);
        }
    }
    for (switch, lids) in switches {
        let guid = fabric.guid(switch);
        let guid =
            guid.ok_or_else(|| Error::other(format!("the GUID of {} is not known", network.node_name(switch))))?;
        writeln!(out, "\nSwitch {guid:#018x}\nLID    : Out Port(s)")?;
        for (lid, ports) in lids {
            let ports: Vec<_> = ports.iter().map(|port| format!("{port:#05x}")).collect();
            writeln!(out, "0x{lid:04X} : {} ", ports.join("  "))?;
        }
    }
    Ok(())
}

/// The ports of switches that a tree takes, each as often as a link of it ends there.
///
/// # Errors
/// It goes by a channel whose opposite has no port.
pub(crate) fn ports_of(fabric: &Fabric, tree: &TableTree) -> io::Result<Vec<(NodeId, u32)>> {
    let network = fabric.network();
    let graph = network.graph();
    let mut all = Vec::new();
    for &(_, channel) in &tree.hops {
        let ports = fabric.port_out(channel).zip(fabric.port_in(channel));
        let (leaves, enters) = ports.ok_or_else(|| {
            let name = (network as &dyn Topology).channel_name(channel);
            Error::other(format!("no cable is known for the channel {name}"))
        })?;
        let ends = [(graph.source(channel), leaves), (graph.target(channel), enters)];
        all.extend(ends.into_iter().filter(|(node, _)| !graph.is_endpoint(*node)));
    }
    Ok(all)
}
