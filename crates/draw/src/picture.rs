//! The pictures: a network, and a plan on it.

use crate::lanes::Lanes;
use crate::layout::{self, Course, Layout};
use crate::options::{DrawOptions, MAX_HOPS, MAX_NODES};
use crate::roles::{Role, roles};
use crate::scene::{Anchor, Group, Scene, Style, Text};
use crate::style::Sizes;
use crate::worms::WormPen;
use crate::{DrawError, marks, palette, svg, text};
use kurbo::{BezPath, Rect, Vec2};
use wormcast_plan::Plan;
use wormcast_topology::{Graph, Topology};

/// The white around the picture.
const MARGIN: f64 = 24.0;
const TITLE: f64 = 18.0;

/// A network as SVG: its nodes where they belong, its links, its names.
///
/// # Errors
/// The network is too large to be drawn.
pub fn network_svg(topology: &dyn Topology, options: &DrawOptions) -> Result<String, DrawError> {
    check_nodes(topology)?;
    let graph = topology.graph();
    let sizes = Sizes::choose(graph.node_count(), 0, options);
    let layout = layout::arrange(topology).scaled(sizes.unit);
    let mut drawing = Group::new("network", Style::default());
    drawing.group(links(graph, &layout, sizes));
    drawing.group(marks::draw(topology, &layout, &vec![Role::Plain; graph.node_count()], sizes));
    Ok(compose(drawing, topology.spec(), options))
}

/// A plan as SVG: its network, its worms side by side where they share links, its source and destinations, and a
/// legend with its costs.
///
/// # Errors
/// The network or the plan is too large to be drawn, or the plan belongs to another network.
pub fn plan_svg(topology: &dyn Topology, plan: &Plan, options: &DrawOptions) -> Result<String, DrawError> {
    check_nodes(topology)?;
    check_plan(topology, plan)?;
    let graph = topology.graph();
    let layout = layout::arrange(topology);
    let lanes = Lanes::new(plan, graph, &layout);
    let sizes = Sizes::choose(graph.node_count(), lanes.widest(), options);
    let layout = layout.scaled(sizes.unit);
    let mut drawing = Group::new("network", Style::default());
    drawing.group(links(graph, &layout, sizes));
    let pen = WormPen { graph, layout: &layout, lanes: &lanes, sizes };
    for worm in plan.worms.iter() {
        drawing.group(pen.draw(worm, format!("worm {}", worm.id)));
    }
    drawing.group(marks::draw(topology, &layout, &roles(plan, graph), sizes));
    Ok(compose(drawing, format!("{} on {}", plan.scheme, plan.network), options))
}

fn check_nodes(topology: &dyn Topology) -> Result<(), DrawError> {
    let nodes = topology.graph().node_count();
    if nodes > MAX_NODES {
        return Err(DrawError::TooManyNodes { network: topology.spec(), nodes });
    }
    Ok(())
}

/// Refuses a plan whose numbers do not belong to this network, before they are used as indices.
fn check_plan(topology: &dyn Topology, plan: &Plan) -> Result<(), DrawError> {
    if plan.worms.hop_count() > MAX_HOPS {
        return Err(DrawError::TooManyHops { hops: plan.worms.hop_count() });
    }
    let graph = topology.graph();
    let nodes = graph.node_count();
    let foreign = |worm, problem| DrawError::Foreign { network: topology.spec(), worm, problem };
    if plan.destinations.iter().chain([&plan.source]).any(|node| node.index() >= nodes) {
        return Err(foreign(0, "the source or a destination is not a node"));
    }
    for worm in plan.worms.iter() {
        let ordered = |(index, hop): (usize, &wormcast_plan::Hop)| {
            hop.parent().is_none_or(|parent| (parent as usize) < index) && hop.channel.index() < graph.channel_count()
        };
        let arrives = |delivery: &wormcast_plan::Delivery| (delivery.hop as usize) < worm.hops.len();
        match () {
            () if worm.origin.index() >= nodes => return Err(foreign(worm.id, "its origin is not a node")),
            () if !worm.hops.iter().enumerate().all(ordered) => return Err(foreign(worm.id, "a hop is not a channel")),
            () if !worm.deliveries.iter().all(arrives) => return Err(foreign(worm.id, "a delivery has no hop")),
            () => {}
        }
    }
    Ok(())
}

fn links(graph: &Graph, layout: &Layout, sizes: Sizes) -> Group {
    let mut path = BezPath::new();
    for channel in graph.channels().filter(|&channel| graph.source(channel) < graph.target(channel)) {
        let (a, b) = (layout.points[graph.source(channel).index()], layout.points[graph.target(channel).index()]);
        match layout.course(graph, channel) {
            Course::Straight => {
                path.move_to(a);
                path.line_to(b);
            }
            Course::Wrapped(out, inward) => {
                path.move_to(a);
                path.line_to(a + out);
                path.move_to(b);
                path.line_to(b + inward);
            }
        }
    }
    let mut group = Group::new("links", Style::line(palette::PALE, sizes.link));
    group.curve(path, Style::default());
    group
}

fn compose(mut drawing: Group, title: String, options: &DrawOptions) -> String {
    let title = options.title.clone().unwrap_or(title);
    let bounds = drawing.bounds(3.0).unwrap_or(Rect::ZERO);
    drawing.shift(Vec2::new(MARGIN - bounds.x0, 2.0 * MARGIN + TITLE - bounds.y0));
    let mut heading = Group::new("title", Style::fill(palette::INK));
    let at = (MARGIN, MARGIN + 0.8 * TITLE).into();
    let content = text::printable(&title);
    heading.text(Text { at, anchor: Anchor::Start, size: TITLE, bold: true, content }, Style::default());
    let width = heading.bounds(0.0).map_or(0.0, |bounds| bounds.x1 - MARGIN).max(bounds.width());
    svg::write_svg(&Scene {
        width: width + 2.0 * MARGIN,
        height: bounds.height() + TITLE + 3.0 * MARGIN,
        title,
        description: String::new(),
        groups: vec![heading, drawing],
    })
}
