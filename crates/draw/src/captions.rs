//! What pictures say in words.

use crate::layout::{Layout, LinkKind, Shape, links};
use crate::legend::Row;
use crate::options::DeadlockPart;
use crate::roles::Role;
use crate::{palette, samples, text};
use wormcast_plan::{Plan, Worm};
use wormcast_topology::{Graph, NodeId, Topology};

/// More worms than these are summed up in the legend.
const LISTED_WORMS: usize = 12;

/// The words about a plan.
pub(crate) struct Captions<'a> {
    pub topology: &'a dyn Topology,
    pub plan: &'a Plan,
}

impl Captions<'_> {
    pub(crate) fn title(&self) -> String {
        format!("{} on {}", self.plan.scheme, network_name(self.topology))
    }

    pub(crate) fn subtitle(&self) -> String {
        let to = match self.plan.destinations[..] {
            [node] => self.name(node),
            ref nodes => counted(nodes.len(), "destination"),
        };
        format!("from {} to {to} · {}", self.name(self.plan.source), size(self.topology.graph()))
    }

    /// A worm in one line.
    pub(crate) fn worm(&self, worm: Worm<'_>) -> String {
        let from = match worm.origin == self.plan.source {
            true => String::new(),
            false => format!(" from {}", self.name(worm.origin)),
        };
        let to = match worm.deliveries {
            [delivery] => format!("to {}", self.name(delivery.node)),
            _ => self.deliveries(std::iter::once(worm)),
        };
        format!("worm {}{from}: {}, {to}", worm.id, counted(worm.hops.len(), "channel"))
    }

    /// The parts that nodes have in this plan.
    pub(crate) fn parts(&self, roles: &[Role]) -> Vec<Row> {
        let first = |wanted: fn(&Role) -> bool| roles.iter().copied().find(wanted);
        let row = |role, words: &str| samples::node(Shape::Circle, role, words);
        let rows = [
            Some(row(Role::Source, "source")),
            first(|role| matches!(role, Role::Destination(_)))
                .map(|role| row(role, "destination, in the worm's colour")),
            first(|role| matches!(role, Role::Relay(_))).map(|role| row(role, "relay: destination that sends on")),
            first(|role| matches!(role, Role::Helper(_))).map(|role| row(role, "relay that is no destination")),
            first(|role| matches!(role, Role::Passed)).map(|role| row(role, "intermediate node")),
            first(|role| matches!(role, Role::Missed)).map(|role| row(role, "destination without a delivery")),
        ];
        rows.into_iter().flatten().collect()
    }

    pub(crate) fn costs(&self) -> Vec<Row> {
        let cost = self.plan.cost();
        let plural = |count: u64, one: &str| if count == 1 { one.to_owned() } else { format!("{one}s") };
        let fact = |count: u64, words: String| Row::fact(words, count.to_string());
        vec![
            fact(cost.channels, plural(cost.channels, "channel")),
            fact(cost.longest_path, "longest path".into()),
            fact(cost.rounds.into(), plural(cost.rounds.into(), "round")),
            fact(cost.worms.into(), plural(cost.worms.into(), "worm")),
        ]
    }

    /// The worms by round; the first ones, if there are many.
    pub(crate) fn worms(&self) -> Vec<Row> {
        let mut worms: Vec<_> = self.plan.worms.iter().collect();
        worms.sort_by_key(|worm| worm.round);
        let listed = if worms.len() <= LISTED_WORMS + 1 { worms.len() } else { LISTED_WORMS };
        let rounds = worms.last().map_or(0, |worm| worm.round) > 0;
        let mut rows = Vec::new();
        let mut round = None;
        for worm in &worms[..listed] {
            if rounds && round.replace(worm.round) != Some(worm.round) {
                rows.push(Row::heading(format!("round {}", worm.round)));
            }
            rows.push(samples::worm(worm.id, palette::worm_line, self.worm(*worm)));
        }
        if let rest @ [_, ..] = &worms[listed..] {
            let channels = rest.iter().map(|worm| worm.hops.len()).sum();
            let (channels, deliveries) = (counted(channels, "channel"), self.deliveries(rest.iter().copied()));
            rows.push(Row::note(format!("and {} more worms: {channels}, {deliveries}", rest.len())));
        }
        rows
    }

    /// To how many destinations worms deliver; or, where relays are among them that are no destinations, how often.
    fn deliveries<'w>(&self, worms: impl Iterator<Item = Worm<'w>>) -> String {
        let nodes: Vec<NodeId> = worms.flat_map(|worm| worm.deliveries).map(|delivery| delivery.node).collect();
        match nodes.iter().all(|node| self.plan.destinations.contains(node)) {
            true => counted(nodes.len(), "destination"),
            false => format!("{} deliveries", nodes.len()),
        }
    }

    fn name(&self, node: NodeId) -> String {
        text::printable(&self.topology.node_name(node))
    }
}

/// What is held and what is waited for in a deadlock.
pub(crate) fn deadlock(parts: &[DeadlockPart]) -> Vec<Row> {
    let mut rows = vec![samples::node(Shape::Circle, Role::Stuck, "a worm is stuck here")];
    for (awaited, heading) in [(false, "held"), (true, "waited for")] {
        let mut of_kind = parts.iter().filter(|part| part.awaited == awaited).peekable();
        rows.extend(of_kind.peek().map(|_| Row::heading(heading)));
        let row = |part: &DeadlockPart| match awaited {
            true => samples::worm(part.worm, palette::awaited_line, text::sentence(&part.words)),
            false => samples::worm(part.worm, palette::held_line, text::sentence(&part.words)),
        };
        rows.extend(of_kind.map(row));
    }
    rows
}

/// What a network is called: its description; that of a file without the folders; that of a network with faults
/// without their names.
pub fn network_name(topology: &dyn Topology) -> String {
    if let Some(faulty) = topology.faults() {
        return format!("{} with faults", network_name(faulty.inner()));
    }
    let spec = topology.spec();
    match spec.strip_prefix("file:") {
        Some(path) => path.rsplit(['/', '\\']).next().unwrap_or(path).to_owned(),
        None => spec,
    }
}

/// The size of a network.
pub(crate) fn size(graph: &Graph) -> String {
    let one_way = graph.channels().filter(|&channel| graph.reverse(channel).is_none()).count();
    let links = counted(links(graph).count(), "link");
    let note = if one_way == 0 { String::new() } else { format!(" ({one_way} of them one way)") };
    format!("{}, {links}{note}", counted(graph.node_count(), "node"))
}

/// What the signs of this family of networks mean.
pub(crate) fn family(layout: &Layout, graph: &Graph) -> Vec<Row> {
    let has = |kind| layout.kinds.contains(&kind);
    let mut rows = Vec::new();
    if has(LinkKind::RowTree) || has(LinkKind::ColumnTree) {
        rows.push(samples::node(Shape::Circle, Role::Passed, "leaf"));
        rows.push(samples::node(Shape::Square, Role::Passed, "inner node of a row tree"));
        rows.push(samples::node(Shape::Triangle, Role::Passed, "inner node of a column tree"));
        rows.push(samples::link(LinkKind::RowTree, "row tree"));
        rows.push(samples::link(LinkKind::ColumnTree, "column tree"));
    }
    if !graph.endpoints().is_empty() {
        rows.push(samples::node(Shape::Square, Role::Passed, "endpoint: it forwards nothing"));
    }
    if !graph.is_symmetric() {
        rows.push(samples::one_way_link("channel that leads one way"));
    }
    if !layout.lost.nodes.is_empty() {
        rows.push(samples::lost_node("faulty node"));
    }
    if layout.lost.links.iter().any(|link| link.itself) {
        rows.push(samples::lost_link("faulty link"));
    }
    rows
}

/// A number with its noun.
pub(crate) fn counted(count: usize, noun: &str) -> String {
    format!("{count} {noun}{}", if count == 1 { "" } else { "s" })
}
