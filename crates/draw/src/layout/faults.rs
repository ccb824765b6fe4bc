//! Networks with faults: the layout of the whole network, and what is faulty in it.

use super::arrangement::{Layout, Lost, LostLink, LostNode, links};
use std::collections::BTreeMap;
use wormcast_topology::{ChannelId, Faulty, Graph, NodeId, Topology};

/// The layout of a network with faults: every node stands where it stands in the layout of the whole network.
pub(super) fn arrange_rest(faulty: &Faulty, whole: Layout) -> Layout {
    let (inner, graph) = (faulty.inner().graph(), faulty.graph());
    let survivors: Vec<NodeId> = graph.nodes().map(|node| faulty.inner_node(node)).collect();
    let channels: Vec<ChannelId> = graph.channels().map(|channel| faulty.inner_channel(channel)).collect();
    let pick = |list: &BTreeMap<ChannelId, kurbo::Vec2>| {
        let of = |channel: ChannelId| Some((channel, *list.get(&channels[channel.index()])?));
        graph.channels().filter_map(of).collect()
    };
    let shapes = survivors.iter().map(|&node| whole.shape(node)).collect();
    let name_sides = survivors.iter().filter_map(|node| whole.name_sides.get(node.index()).copied()).collect();
    let kinds = channels.iter().map(|&channel| whole.kind(channel)).collect();
    Layout {
        points: survivors.iter().map(|&node| whole.point(node)).collect(),
        shapes,
        name_sides,
        stubs: pick(&whole.stubs),
        bows: pick(&whole.bows),
        asides: BTreeMap::new(),
        cells: whole.cells.clone(),
        kinds,
        circles: whole.circles.clone(),
        ticks: whole.ticks.clone(),
        lost: lost(faulty, inner, whole),
    }
}

fn lost(faulty: &Faulty, inner: &Graph, whole: Layout) -> Lost {
    let node = |&node: &NodeId| LostNode {
        at: whole.point(node),
        shape: whole.shape(node),
        name: faulty.inner().node_name(node),
    };
    let link = |channel: ChannelId| {
        let ends = [inner.source(channel), inner.target(channel)];
        let itself = faulty.lost_links().binary_search(&(ends[0], ends[1])).is_ok();
        let with_node = ends.iter().any(|end| faulty.lost_nodes().binary_search(end).is_ok());
        let ends = ends.map(|end| whole.point(end));
        (itself || with_node).then(|| LostLink { ends, course: whole.course(inner, channel), itself })
    };
    let mut lost =
        Lost { nodes: faulty.lost_nodes().iter().map(node).collect(), links: links(inner).filter_map(link).collect() };
    // A network without something may have been taken from again.
    lost.nodes.extend(whole.lost.nodes);
    lost.links.extend(whole.lost.links);
    lost
}
