//! The network in a picture: links, worms, nodes, names.

use crate::labels::{Placer, Weight, Wish};
use crate::layout::{self, Circle, Layout, LinkKind, LostNode};
use crate::roles::Role;
use crate::scene::{Group, Item, Style, Text};
use crate::style::{Names, Sizes};
use crate::{marks, palette, text};
use kurbo::{BezPath, Rect, Vec2};
use std::cmp::Reverse;
use wormcast_topology::{Graph, NodeId, Topology};

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
        let (lost, nodes) = (self.lost(), self.nodes());
        let names = self.names(&links, &worms, &nodes);
        let mut group = Group::new("network", Style::default());
        for part in [self.circles(), links, lost, worms, nodes, names] {
            group.group(part);
        }
        group
    }

    fn graph(&self) -> &Graph {
        self.topology.graph()
    }

    fn circles(&self) -> Group {
        let mut group = Group::new("parts", Style::default());
        for &Circle { middle, radius, depth } in &self.layout.circles {
            group.dot(middle, radius, Style::fill(palette::SHADES[depth.min(palette::SHADES.len() - 1)]));
        }
        group
    }

    fn links(&self) -> Group {
        let mut group = Group::new("links", Style::line(palette::PALE, self.sizes.link));
        for kind in [LinkKind::Plain, LinkKind::RowTree, LinkKind::ColumnTree] {
            let mut path = BezPath::new();
            for channel in layout::links(self.graph()).filter(|&channel| self.layout.kind(channel) == kind) {
                let graph = self.graph();
                let [a, b] = [graph.source(channel), graph.target(channel)].map(|node| self.layout.point(node));
                self.layout.course(graph, channel).trace(a, b, &mut path);
            }
            let stroke = (kind != LinkKind::Plain).then(|| palette::link_colour(kind));
            group.curve(path, Style { stroke, ..Style::default() });
        }
        group
    }

    /// What was taken away: links dashed, and crossed out where they were taken themselves; nodes crossed out.
    fn lost(&self) -> Group {
        let lost = &self.layout.lost;
        let mut group = Group::new("lost", Style::default());
        let mut path = BezPath::new();
        lost.links.iter().for_each(|link| link.course.trace(link.ends[0], link.ends[1], &mut path));
        group.curve(path, marks::lost_line(self.sizes));
        for link in lost.links.iter().filter(|link| link.itself) {
            let [a, b] = link.ends;
            for middle in link.course.middles(a, b) {
                group.curve(marks::cross(middle, 1.1 * self.sizes.node), marks::cross_line(self.sizes));
            }
        }
        for node in &lost.nodes {
            let tip = format!("{}: taken away", text::printable(&node.name));
            let mut sign = Group::titled("node lost", Style::default(), tip);
            marks::draw_lost(&mut sign, node.at, node.shape, self.sizes);
            group.group(sign);
        }
        group
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
        for node in &self.layout.lost.nodes {
            placer.block(Rect::from_center_size(node.at, (2.0 * self.sizes.node, 2.0 * self.sizes.node)), Weight::Node);
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
        if self.sizes.names == Names::All {
            for text in self.layout.lost.nodes.iter().filter_map(|node| self.lost_name(node, &mut placer)) {
                group.text(text, Style { fill: Some(palette::FAINT), ..Style::default() });
            }
        }
        group
    }

    fn is_named(&self, node: NodeId) -> bool {
        self.sizes.names == Names::All || self.roles[node.index()].is_marked()
    }

    fn lost_name(&self, node: &LostNode, placer: &mut Placer) -> Option<Text> {
        placer.place(Wish {
            node: node.at,
            radius: 1.25 * self.sizes.node,
            content: text::printable(&node.name),
            size: self.sizes.name,
            bold: false,
            side: Vec2::new(0.71, 0.71),
            needed: false,
        })
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
