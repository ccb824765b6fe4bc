//! The network in a picture: links, worms, nodes, names.

use crate::labels::{Placer, Weight, Wish};
use crate::layout::{self, Course, Layout, LinkKind};
use crate::roles::Role;
use crate::scene::{Group, Item, Style, Text};
use crate::style::{Names, Sizes};
use crate::track::bow;
use crate::{marks, palette, text};
use kurbo::{BezPath, Rect, Vec2};
use std::cmp::Reverse;
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// A network on paper, in pixels.
pub(crate) struct Canvas<'a> {
    pub topology: &'a dyn Topology,
    pub layout: &'a Layout,
    pub roles: &'a [Role],
    pub sizes: Sizes,
}

impl Canvas<'_> {
    /// Everything, with these worms between the links and the nodes.
    pub fn draw(&self, worms: Group) -> Group {
        let links = self.links();
        let nodes = self.nodes();
        let names = self.names(&links, &worms, &nodes);
        let mut group = Group::new("network", Style::default());
        for part in [links, worms, nodes, names] {
            group.group(part);
        }
        group
    }

    fn graph(&self) -> &Graph {
        self.topology.graph()
    }

    fn links(&self) -> Group {
        let mut group = Group::new("links", Style::line(palette::PALE, self.sizes.link));
        for kind in [LinkKind::Plain, LinkKind::RowTree, LinkKind::ColumnTree] {
            let mut path = BezPath::new();
            for channel in layout::links(self.graph()).filter(|&channel| self.layout.kind(channel) == kind) {
                self.trace(channel, &mut path);
            }
            let stroke = (kind != LinkKind::Plain).then(|| palette::link_colour(kind));
            group.curve(path, Style { stroke, ..Style::default() });
        }
        group
    }

    /// Appends the line of a link.
    fn trace(&self, channel: ChannelId, path: &mut BezPath) {
        let graph = self.graph();
        let [a, b] = [graph.source(channel), graph.target(channel)].map(|node| self.layout.point(node));
        path.move_to(a);
        match self.layout.course(graph, channel) {
            Course::Straight => path.line_to(b),
            Course::Bow(swell) => {
                let curve = bow(a, b, swell);
                path.curve_to(curve.p1, curve.p2, curve.p3);
            }
            Course::Wrapped(out, inward) => {
                path.line_to(a + out);
                path.move_to(b);
                path.line_to(b + inward);
            }
        }
    }

    fn nodes(&self) -> Group {
        let mut nodes = Group::new("nodes", Style::default());
        for node in self.graph().nodes() {
            let role = self.roles[node.index()];
            let mut group = Group::titled(role.class(), Style::default(), self.tip(node, role));
            marks::draw(&mut group, self.layout.point(node), self.layout.shape(node), role, self.sizes);
            nodes.group(group);
        }
        nodes
    }

    /// What shows when the pointer rests on a node.
    fn tip(&self, node: NodeId, role: Role) -> String {
        let name = text::printable(&self.topology.node_name(node));
        match role.words() {
            Some(words) => format!("{name}: {words}"),
            None => name,
        }
    }

    /// The names, those of the plan's nodes first.
    fn names(&self, links: &Group, worms: &Group, nodes: &Group) -> Group {
        let mut group = Group::new("names", Style { halo: true, ..Style::fill(palette::GREY) });
        if self.sizes.names == Names::None {
            return group;
        }
        let area = nodes.bounds(0.0).unwrap_or(Rect::ZERO).inflate(40.0, 40.0);
        let mut placer = Placer::new(area);
        block(&mut placer, links, self.sizes.link, Weight::Link);
        block(&mut placer, worms, self.sizes.worm, Weight::Worm);
        for node in self.graph().nodes() {
            // The square inside the sign: a name may come near its corners.
            let side = 1.4 * marks::reach(self.roles[node.index()], self.sizes);
            placer.block(Rect::from_center_size(self.layout.point(node), (side, side)), Weight::Node);
        }
        let mut order: Vec<NodeId> = self.graph().nodes().filter(|&node| self.is_named(node)).collect();
        order.sort_by_key(|&node| (self.roles[node.index()].rank(), Reverse(self.graph().degree(node))));
        for node in order {
            let style = match self.roles[node.index()].is_marked() {
                true => Style { fill: Some(palette::INK), ..Style::default() },
                false => Style::default(),
            };
            if let Some(text) = self.name(node, &mut placer) {
                group.text(text, style);
            }
        }
        group
    }

    fn is_named(&self, node: NodeId) -> bool {
        self.sizes.names == Names::All || self.roles[node.index()].is_marked()
    }

    fn name(&self, node: NodeId, placer: &mut Placer) -> Option<Text> {
        let role = self.roles[node.index()];
        let side = self.layout.name_sides.get(node.index()).copied().unwrap_or(Vec2::new(0.71, 0.71));
        placer.place(Wish {
            node: self.layout.point(node),
            radius: marks::reach(role, self.sizes),
            content: text::printable(&self.topology.node_name(node)),
            size: self.sizes.name,
            bold: role.is_marked(),
            side: side.normalize(),
            needed: role.is_marked(),
        })
    }
}

/// Takes the place of all curves in a group.
fn block(placer: &mut Placer, group: &Group, width: f64, weight: Weight) {
    for item in &group.items {
        match item {
            Item::Curve(path, _) => placer.block_curve(path, width, weight),
            Item::Group(group) => block(placer, group, width, weight),
            Item::Dot(..) | Item::Text(..) => {}
        }
    }
}
