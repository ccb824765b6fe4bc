//! The names of nodes in a picture.

use crate::canvas::Canvas;
use crate::labels::{Placer, Weight, Wish};
use crate::scene::{Group, Item, Style, Text};
use crate::style::Names;
use crate::{palette, text};
use kurbo::{Rect, Vec2};
use std::cmp::Reverse;
use wormcast_topology::NodeId;

/// Where a name stands if nothing speaks for another side: to the right and below.
const USUAL_SIDE: Vec2 = Vec2::new(0.71, 0.71);

/// More names than these are not all needed where neighbours are near each other.
const CROWD: usize = 12;

/// The names, those of the plan's nodes first, where they cover least of the rest.
pub(crate) fn draw(canvas: &Canvas<'_>, links: &Group, worms: &Group, nodes: &Group) -> Group {
    let mut group = Group::new("names", Style { halo: true, ..Style::fill(palette::GREY) });
    if canvas.sizes.names == Names::None && canvas.named.is_empty() {
        return group;
    }
    let mut placer = occupied(canvas, links, worms, nodes);
    let mut order: Vec<NodeId> = canvas.graph().nodes().filter(|&node| is_named(canvas, node)).collect();
    order.sort_by_key(|&node| {
        (!canvas.named.contains(&node), canvas.role(node).rank(), Reverse(canvas.graph().degree(node)))
    });
    let is_crowd = canvas.is_crowded() && order.iter().filter(|&&node| canvas.role(node).is_marked()).count() > CROWD;
    for node in order {
        let fill = canvas.role(node).is_marked().then_some(palette::INK);
        if let Some(text) = place(canvas, node, is_crowd, &mut placer) {
            group.text(text, Style { fill, ..Style::default() });
        }
    }
    if [Names::All, Names::Clear].contains(&canvas.sizes.names) {
        let lost = canvas.layout.lost.nodes.iter();
        for text in lost.filter_map(|node| placer.place(modest(canvas, node.at, &node.name))) {
            group.text(text, Style { fill: Some(palette::FAINT), ..Style::default() });
        }
    }
    group
}

fn is_named(canvas: &Canvas<'_>, node: NodeId) -> bool {
    [Names::All, Names::Clear].contains(&canvas.sizes.names) || canvas.is_named(node)
}

/// The paper with everything that names should not cover.
fn occupied(canvas: &Canvas<'_>, links: &Group, worms: &Group, nodes: &Group) -> Placer {
    let mut placer = Placer::new(nodes.bounds(0.0).unwrap_or(Rect::ZERO).inflate(40.0, 40.0));
    block(&mut placer, links, canvas.sizes.link, Weight::Link);
    let weight = if canvas.sizes.names == Names::Clear { Weight::Node } else { Weight::Worm };
    block(&mut placer, worms, canvas.sizes.worm, weight);
    for node in canvas.graph().nodes() {
        // The square inside the sign: a name may come near its corners.
        let side = 1.4 * canvas.reach(node);
        placer.block(Rect::from_center_size(canvas.layout.point(node), (side, side)), Weight::Node);
    }
    for node in &canvas.layout.lost.nodes {
        let side = 2.0 * canvas.sizes.node;
        placer.block(Rect::from_center_size(node.at, (side, side)), Weight::Node);
    }
    placer
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

/// The name of a node; in a crowd those of destinations are left out where they would cover others.
fn place(canvas: &Canvas<'_>, node: NodeId, is_crowd: bool, placer: &mut Placer) -> Option<Text> {
    let role = canvas.role(node);
    let side = canvas.layout.name_sides.get(node.index()).copied().unwrap_or(USUAL_SIDE);
    let usual = modest(canvas, canvas.layout.point(node), &canvas.topology.node_name(node));
    placer.place(Wish {
        radius: canvas.reach(node),
        bold: role.is_marked(),
        side: side.normalize(),
        needed: canvas.is_named(node) && !(is_crowd && role.is_end()),
        ..usual
    })
}

/// A name that can be left out.
fn modest(canvas: &Canvas<'_>, node: kurbo::Point, name: &str) -> Wish {
    Wish {
        node,
        radius: 1.25 * canvas.sizes.node,
        content: text::printable(name),
        size: canvas.sizes.name,
        bold: false,
        side: USUAL_SIDE,
        needed: false,
    }
}
