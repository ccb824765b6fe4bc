//! The network in a picture: links, worms, nodes, names.

use crate::layout::{self, Circle, Layout, LinkKind};
use crate::roles::Role;
use crate::scene::{Group, Style};
use crate::style::Sizes;
use crate::{marks, names, palette, text};
use kurbo::BezPath;
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
    pub(crate) fn draw(&self, worms: Group) -> Group {
        let links = self.links();
        let (lost, nodes) = (self.lost(), self.nodes());
        let names = names::draw(self, &links, &worms, &nodes);
        let mut group = Group::new("network", Style::default());
        for part in [self.circles(), links, lost, worms, nodes, names] {
            group.group(part);
        }
        group
    }

    pub(crate) fn graph(&self) -> &Graph {
        self.topology.graph()
    }

    /// The part of a node in the plan.
    pub(crate) fn role(&self, node: NodeId) -> Role {
        self.roles[node.index()]
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
            let role = self.role(node);
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
}
