//! The headers of a plan, and the routers' tables, as a document.

use super::HeaderEncoder;
use crate::SpanningTree;
use wormcast_plan::headers::{
    ChildTable, FlitDocument, HEADERS_FORMAT, HeaderFlit, HeadersDocument, RouterDocument, StreamDocument, TableBits,
    TooManyPorts, TreeTable, WordLayout,
};
use wormcast_plan::{Plan, Worm};
use wormcast_topology::{NodeId, Topology};

/// The headers of a plan whose worms keep to these trees, the worms of consumption class i to tree i; and the tables of
/// the routers. O(nodes · trees + hops).
///
/// # Errors
/// A node has more ports than a header flit can name.
pub fn headers_document(
    topology: &dyn Topology,
    trees: &[SpanningTree<'_>],
    plan: &Plan,
) -> Result<HeadersDocument, TooManyPorts> {
    let graph = topology.graph();
    let ports = graph.nodes().map(|node| graph.degree(node) as u32).max().unwrap_or(0);
    let children = trees.iter().flat_map(|tree| graph.nodes().map(|node| tree.children(node).count())).max();
    let layout = WordLayout::new(graph.node_count(), ports, trees.len())?;
    let mut streams =
        Streams { topology, trees, layout, encoder: HeaderEncoder::new(graph)?, destinations: Vec::new() };
    Ok(HeadersDocument {
        format: HEADERS_FORMAT.to_owned(),
        version: 1,
        network: plan.network.clone(),
        layout,
        table_bits: TableBits::new(graph.node_count(), children.unwrap_or(0) as u32, trees.len() as u32, ports),
        routers: graph.nodes().map(|node| router(topology, trees, node)).collect(),
        worms: plan.worms.iter().map(|worm| streams.stream(worm)).collect(),
    })
}

struct Streams<'a> {
    topology: &'a dyn Topology,
    trees: &'a [SpanningTree<'a>],
    layout: WordLayout,
    encoder: HeaderEncoder,
    destinations: Vec<NodeId>,
}

impl Streams<'_> {
    fn stream(&mut self, worm: Worm<'_>) -> StreamDocument {
        let tree = worm.consumption_class;
        let mut flits = Vec::new();
        self.destinations.clear();
        self.destinations.extend(worm.deliveries.iter().map(|delivery| delivery.node));
        self.encoder.encode(&self.trees[tree as usize], &self.destinations, &mut flits);
        let words = flits.iter().map(|&flit| self.layout.hex(self.layout.word(tree.into(), flit)));
        StreamDocument {
            worm: worm.id,
            origin: self.topology.node_name(worm.origin),
            tree: tree.into(),
            words: words.collect(),
            flits: flits.iter().map(|&flit| self.flit(tree, flit)).collect(),
        }
    }

    fn flit(&self, tree: u8, flit: HeaderFlit) -> FlitDocument {
        let node = self.trees[tree as usize].node_in_post_order(flit.number);
        FlitDocument::new(self.topology.node_name(node), flit)
    }
}

fn router(topology: &dyn Topology, trees: &[SpanningTree<'_>], node: NodeId) -> RouterDocument {
    RouterDocument {
        node: topology.node_name(node),
        ports: topology.graph().neighbours(node).iter().map(|&next| topology.node_name(next)).collect(),
        trees: trees.iter().map(|tree| router_table(tree, node)).collect(),
    }
}

/// What a router knows of a tree. O(its children).
pub fn router_table(tree: &SpanningTree<'_>, node: NodeId) -> TreeTable {
    let child = |child| {
        let end = tree.post_order(child) + 1;
        ChildTable { port: Some(tree.port_down(child) + 1), low: end - tree.size(child), end }
    };
    let mut children: Vec<_> = tree.children(node).map(child).collect();
    children.reverse();
    TreeTable { number: tree.post_order(node), up: tree.port_up(node).map(|port| port + 1), children }
}
