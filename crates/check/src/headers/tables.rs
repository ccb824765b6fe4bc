//! Whether the tables of the routers, and what a file says of their size, fit the network and each other.
//!
//! The routers believe their tables; the judge does not. Every number in them is held against the network, or against
//! the table of the router at the other end of the link.

use super::network::Network;
use super::require;
use crate::words::shown;
use std::collections::BTreeSet;
use wormcast_plan::headers::{ChildTable, HeadersDocument, RouterDocument, TableBits, TreeTable, WordLayout};
use wormcast_topology::Topology;

/// Verifies layout, sizes, ports and tables. O((routers + ports) · trees · log routers).
pub(super) fn verify(headers: &HeadersDocument, network: &Network<'_>, topology: &dyn Topology) -> Result<(), String> {
    let routers = &headers.routers;
    let trees = routers.first().map_or(0, |router| router.trees.len());
    let ports = routers.iter().map(|router| router.ports.len()).max().unwrap_or(0) as u32;
    let children = routers.iter().flat_map(|router| &router.trees).map(|table| table.children.len()).max();
    let layout = WordLayout::new(routers.len(), ports, trees).map_err(|error| error.to_string())?;
    require(headers.layout == layout, || format!("their layout is not the narrowest for these routers: {layout:?}"))?;
    let bits = TableBits::new(routers.len(), children.unwrap_or(0) as u32, trees as u32, ports);
    require(headers.table_bits == bits, || format!("their `table_bits` are not those of these tables: {bits:?}"))?;
    verify_ports(routers, topology)?;
    for (number, router) in routers.iter().enumerate() {
        let name = || shown(&router.node);
        require(router.trees.len() == trees, || format!("router {} knows another number of trees", name()))?;
        for tree in 0..trees {
            Table { network, number, tree }.verify().map_err(|problem| format!("router {}: {problem}", name()))?;
        }
    }
    (0..trees).try_for_each(|tree| are_numbered(routers, tree))
}

/// The routers are the nodes of the network, and their ports its channels, in the same order.
fn verify_ports(routers: &[RouterDocument], topology: &dyn Topology) -> Result<(), String> {
    let graph = topology.graph();
    require(routers.len() == graph.node_count(), || {
        format!("they have {} routers, and the network {} nodes", routers.len(), graph.node_count())
    })?;
    for (router, node) in routers.iter().zip(graph.nodes()) {
        require(router.node == topology.node_name(node), || {
            format!("router {} stands where {} should", shown(&router.node), topology.node_name(node))
        })?;
        let behind = graph.out_channels(node).map(|channel| topology.node_name(graph.target(channel)));
        require(router.ports.iter().cloned().eq(behind), || {
            format!("the ports of router {} are not its channels in the network", shown(&router.node))
        })?;
    }
    Ok(())
}

/// Every router has a number of its own in a tree.
fn are_numbered(routers: &[RouterDocument], tree: usize) -> Result<(), String> {
    let numbers: BTreeSet<_> = routers.iter().map(|router| router.trees[tree].number).collect();
    require(numbers.len() == routers.len(), || format!("two routers have one number in tree {tree}"))?;
    let within = numbers.last().is_none_or(|&last| (last as usize) < routers.len());
    require(within, || format!("a router has a number in tree {tree} that is beyond that of the last"))
}

/// What a router knows of a tree, and who can confirm it.
struct Table<'a> {
    network: &'a Network<'a>,
    number: usize,
    tree: usize,
}

impl Table<'_> {
    fn verify(&self) -> Result<(), String> {
        let table = self.network.table(self.number, self.tree)?;
        let TreeTable { number, up, children } = table;
        let low = children.first().map_or(*number, |child| child.low);
        let mut next = low;
        for child in children {
            require(child.low == next && child.low < child.end, || "the numbers below it have gaps".to_owned())?;
            next = child.end;
            self.verify_child(child)?;
        }
        require(next == *number, || "its number does not follow those below it".to_owned())?;
        match up {
            Some(port) => self.verify_parent(*port, low, *number),
            None => Ok(()),
        }
    }

    /// The router behind the port to a child has the greatest number below, and leads back.
    fn verify_child(&self, child: &ChildTable) -> Result<(), String> {
        let Some(port) = child.port else { return Ok(()) };
        let below = self.network.behind(self.number, port)?;
        let table = self.network.table(below, self.tree)?;
        let back = table.up.map(|up| self.network.behind(below, up)).transpose()?;
        require(table.number.checked_add(1) == Some(child.end) && back == Some(self.number), || {
            format!("port {port} does not lead to the child that it tells")
        })
    }

    /// The router behind the port towards the root knows this one as a child, with its numbers.
    fn verify_parent(&self, port: u32, low: u32, number: u32) -> Result<(), String> {
        let above = self.network.behind(self.number, port)?;
        let mut children = self.network.table(above, self.tree)?.children.iter();
        let is_this = |child: &ChildTable| {
            let behind = child.port.and_then(|port| self.network.behind(above, port).ok());
            behind == Some(self.number) && child.low == low && child.end.checked_sub(1) == Some(number)
        };
        require(children.any(is_this), || format!("the router behind port {port} does not know it as a child"))
    }
}
