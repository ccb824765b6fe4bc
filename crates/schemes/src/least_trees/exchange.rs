//! Making a tree lighter by exchanging one of its routes for another.

use super::grow::Terminals;
use super::search::Search;
use super::tree::Tree;
use super::weighted::Weighted;
use wormcast_topology::{ChannelId, NodeId};

/// A step that makes the tree lighter: the part below `old` hangs from a route that ends at `entry`, which becomes its
/// root.
struct Exchange {
    /// The root of the part, before.
    old: NodeId,
    /// Its root afterwards.
    entry: NodeId,
    /// The channels of the route to it, the last one first.
    route: Vec<ChannelId>,
}

/// Where a node stands while a part is cut off.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Side {
    Outside,
    /// With the source.
    Kept,
    /// On the route that is taken out.
    Between,
    /// In the part that is cut off. What it costs more if this node is its root: none where it cannot be.
    Cut(Option<i128>),
}

/// Exchanges routes as long as that makes the tree lighter (key-path exchange, M. G. A. Verhoeven, M. E. M. Severens
/// and E. H. L. Aarts, *Local search for Steiner trees in graphs*, 1996). A route between two nodes that are
/// destinations, branchings or the source is taken out; what hung from it is joined again by the cheapest route from
/// what is left, which may enter it anywhere if the channels on the way back to its old root have opposites.
///
/// The tree gets lighter by each exchange. In each of at most `rounds` rounds all routes are tried once, each by a
/// search that looks no further than the weight that is taken out.
pub(crate) fn improve(network: &Weighted<'_>, terminals: &Terminals, tree: &mut Tree, rounds: usize) {
    let mut search = Search::default();
    let mut sides = vec![Side::Outside; network.graph.node_count()];
    for _ in 0..rounds {
        let mut is_lighter = false;
        for key in keys(network, terminals, tree) {
            // An exchange before may have made it an inner node of a route, or none of the tree.
            if !tree.has(key) || !is_key(terminals, tree, key) {
                continue;
            }
            if let Some(exchange) = find(network, terminals, tree, key, &mut sides, &mut search) {
                apply(network, tree, exchange);
                tree.prune(network.graph, |node| terminals.has(node));
                tree.link(network.graph);
                is_lighter = true;
            }
        }
        if !is_lighter {
            return;
        }
    }
}

/// The ends of routes: destinations and branchings, in ascending order.
fn keys(network: &Weighted<'_>, terminals: &Terminals, tree: &mut Tree) -> impl Iterator<Item = NodeId> + use<> {
    tree.link(network.graph);
    let mut keys: Vec<_> = tree.nodes().filter(|&node| is_key(terminals, tree, node)).collect();
    keys.sort_unstable();
    keys.into_iter()
}

fn is_key(terminals: &Terminals, tree: &Tree, node: NodeId) -> bool {
    terminals.has(node) || tree.child_count(node) > 1
}

/// The best exchange of the route that ends at a key node, if there is one. The tree is linked.
fn find(
    network: &Weighted<'_>,
    terminals: &Terminals,
    tree: &Tree,
    key: NodeId,
    sides: &mut [Side],
    search: &mut Search,
) -> Option<Exchange> {
    let whole = || tree.nodes().chain([tree.source()]);
    whole().for_each(|node| sides[node.index()] = Side::Kept);
    let saved = cut_route(network, terminals, tree, key, sides);
    let most_gained = cut_part(network, tree, key, sides);
    search.clear(network.graph.node_count());
    whole().filter(|node| sides[node.index()] == Side::Kept).for_each(|node| search.begin(node, 0));
    let mut best = (i128::from(saved), None);
    while let Some((node, cost)) = search.next() {
        if i128::from(cost) - most_gained >= best.0 {
            break;
        }
        match sides[node.index()] {
            Side::Cut(more) => {
                let total = more.map(|more| i128::from(cost) + more);
                if let Some(total) = total.filter(|&total| total < best.0) {
                    best = (total, Some(node));
                }
            }
            _ if network.forwards(node, tree.source()) => search.go_on(network, node, |_| true),
            _ => {}
        }
    }
    whole().for_each(|node| sides[node.index()] = Side::Outside);
    let entry = best.1?;
    Some(Exchange { old: key, entry, route: search.back(network, entry).collect() })
}

/// Marks the inner nodes of the route to a key node; returns what the route weighs.
fn cut_route(network: &Weighted<'_>, terminals: &Terminals, tree: &Tree, key: NodeId, sides: &mut [Side]) -> u64 {
    let mut weight = 0_u64;
    let mut at = key;
    while let Some(channel) = tree.channel_into(at) {
        weight = weight.saturating_add(network.weight(channel));
        at = network.graph.source(channel);
        if at == tree.source() || is_key(terminals, tree, at) {
            break;
        }
        sides[at.index()] = Side::Between;
    }
    weight
}

/// Marks the part below a key node, with what each of its nodes costs more as its root; returns the most that one costs
/// less.
fn cut_part(network: &Weighted<'_>, tree: &Tree, key: NodeId, sides: &mut [Side]) -> i128 {
    let mut most = 0;
    let mut below = vec![(key, Some(0))];
    while let Some((node, more)) = below.pop() {
        sides[node.index()] = Side::Cut(more);
        most = most.max(-more.unwrap_or(0));
        for child in tree.children(node) {
            let into = tree.channel_into(child).expect("children are in the tree");
            // An endpoint is a leaf: it cannot become a root with something below it.
            let back = network.graph.reverse(into).filter(|_| network.forwards(child, tree.source()));
            let turned = |back| i128::from(network.weight(back)) - i128::from(network.weight(into));
            below.push((child, more.zip(back).map(|(more, back)| more + turned(back))));
        }
    }
    most
}

/// Turns the channels between the old and the new root of a part, and lets it hang from its new route.
fn apply(network: &Weighted<'_>, tree: &mut Tree, Exchange { old, entry, route }: Exchange) {
    let graph = network.graph;
    // What led to the old root goes with the leaves that nobody wants.
    let mut into = tree.channel_into(entry).filter(|_| entry != old);
    let mut turned = Vec::new();
    while let Some(channel) = into {
        turned.push(graph.reverse(channel).expect("it was asked for when the entry was chosen"));
        let parent = graph.source(channel);
        into = tree.channel_into(parent).filter(|_| parent != old);
    }
    for channel in turned.into_iter().chain(route) {
        tree.join(graph, channel);
    }
}
