//! The pictures: a network, and a plan on it.

use crate::canvas::Canvas;
use crate::captions::{self, Captions};
use crate::lanes::Lanes;
use crate::limits::{check_network, check_plan};
use crate::page::{Page, room_on};
use crate::roles::{Role, roles, stuck};
use crate::scene::{Group, Style};
use crate::style::Sizes;
use crate::worms::WormPen;
use crate::{DrawError, DrawOptions, PaperWidth, layout, network, palette, text};
use wormcast_plan::Plan;
use wormcast_topology::Topology;

/// A network as SVG: its nodes where they belong, its links, its names.
///
/// # Errors
/// The network is too large to be drawn.
pub fn network_svg(topology: &dyn Topology, options: &DrawOptions) -> Result<String, DrawError> {
    check_network(topology)?;
    let graph = topology.graph();
    let layout = layout::arrange(topology);
    let roles = vec![Role::Plain; graph.node_count()];
    let drawing = fitted(Sizes::choose(graph.node_count(), 0, options), 0, options.width, |sizes| {
        let layout = layout.clone().scaled(sizes.unit);
        network::draw(&Canvas { topology, layout: &layout, roles: &roles, named: &[], sizes }, Group::default())
    });
    let page = Page {
        title: options.title.clone().unwrap_or_else(|| captions::network_name(topology)),
        subtitle: captions::size(graph),
        drawing,
        legend: vec![captions::family(&layout, graph)],
        width: options.width,
    };
    Ok(page.write())
}

/// The least distance between neighbours to which a drawing is made narrower, in pixels.
const LEAST_UNIT: f64 = 5.0;

/// The drawing with the distance between neighbours at which it has the width asked for. Letters and signs do not grow
/// and shrink with it.
pub(crate) fn fitted(usual: Sizes, lanes: u32, width: Option<PaperWidth>, draw: impl Fn(Sizes) -> Group) -> Group {
    let Some(width) = width else { return draw(usual) };
    let wide = |sizes| draw(sizes).bounds(2.0).map_or(0.0, |all| all.width());
    // The width is a constant and a multiple of the distance, near enough: two of them tell the one wanted.
    let half = 0.5 * usual.unit;
    let (whole, part) = (wide(usual), wide(usual.with_unit(half, lanes)));
    if whole - part < 1.0 {
        return draw(usual);
    }
    let unit = usual.unit + (room_on(width) - whole) * half / (whole - part);
    draw(usual.with_unit(unit.clamp(LEAST_UNIT, 2.0 * usual.unit), lanes))
}

/// A plan as SVG: its network, its worms side by side where they share links, its source and destinations, and a
/// legend with its costs.
///
/// ```
/// use wormcast_draw::{DrawOptions, plan_svg};
/// use wormcast_plan::{NetworkSpec, Plan, Worms};
/// let mesh = wormcast_topology::build("mesh:3x1")?;
/// let [a, b] = ["0,0", "1,0"].map(|name| mesh.find_node(name).unwrap());
/// let mut worms = Worms::new();
/// worms.start(a, None, 0);
/// let hop = worms.hop(None, mesh.graph().channel(a, b).unwrap());
/// worms.deliver(hop, b);
/// let plan = Plan {
///     network: NetworkSpec::whole("mesh:3x1"), scheme: "by-hand".into(), source: a, destinations: vec![b], worms,
///     claims: vec![], extra: Default::default(),
/// };
/// let svg = plan_svg(&*mesh, &plan, &DrawOptions::default())?;
/// assert!(svg.contains("worm 0: 1 channel, to 1,0"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The network or the plan is too large to be drawn, or the plan belongs to another network.
pub fn plan_svg(topology: &dyn Topology, plan: &Plan, options: &DrawOptions) -> Result<String, DrawError> {
    check_network(topology)?;
    check_plan(topology, plan)?;
    let graph = topology.graph();
    let layout = layout::arrange(topology);
    let lanes = Lanes::new(plan, graph, &layout);
    let sizes = Sizes::choose(graph.node_count(), lanes.widest(), options);
    let words = Captions { topology, plan };
    let parts = options.deadlock.as_deref();
    let roles = if parts.is_some() { stuck(plan, graph) } else { roles(plan, graph) };
    let drawing = fitted(sizes, lanes.widest(), options.width, |sizes| {
        let layout = layout.clone().scaled(sizes.unit);
        let pen = WormPen { graph, layout: &layout, lanes: &lanes, sizes };
        let mut worms = Group::new("worms", Style::default());
        for worm in plan.worms.iter() {
            worms.group(match parts.and_then(|parts| parts.get(worm.id as usize)) {
                None => pen.draw(worm, words.worm(worm), worm.id, palette::worm_line),
                Some(part) => pen.draw(worm, text::sentence(&part.words), part.worm, part.line()),
            });
        }
        network::draw(&Canvas { topology, layout: &layout, roles: &roles, named: &[], sizes }, worms)
    });
    let (subtitle, legend) = match parts {
        Some(parts) => (captions::size(graph), vec![captions::deadlock(parts), captions::family(&layout, graph)]),
        None => (
            words.subtitle(),
            vec![words.parts(&roles), captions::family(&layout, graph), words.costs(), words.worms()],
        ),
    };
    let title = options.title.clone().unwrap_or_else(|| words.title());
    let page = Page { title, subtitle, drawing, legend, width: options.width };
    Ok(page.write())
}
