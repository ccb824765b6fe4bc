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
    /// Outside, or with the source.
    Unmarked,
    /// On the route that is taken out.
    Between,
    /// In the part that is cut off. What it costs more if this node is its root: none where it cannot be.
    Cut(Option<i128>),
}

/// How many nodes all searches of one tree look at, at most: some seconds.
const MOST_LOOKED_AT: usize = 5_000_000;

/// Exchanges routes as long as that makes the tree lighter (key-path exchange, M. G. A. Verhoeven, M. E. M. Severens
/// and E. H. L. Aarts, *Local search for Steiner trees in graphs*, 1996). A route between two nodes that are
/// destinations, branchings or the source is taken out; what hung from it is joined again by the cheapest route from
/// what is left, which may enter it anywhere if the channels on the way back to its old root have opposites.
///
/// The tree gets lighter by each exchange. In each of at most `rounds` rounds all routes are tried once, each by a
/// search that looks no further than the weight that is taken out, around the part that is cut off. All searches
/// together look at a number of nodes that is bounded.
pub(crate) fn improve(network: &Weighted<'_>, terminals: &Terminals, tree: &mut Tree, rounds: usize) {
    let mut searches = Searches::new(network.graph.node_count());
    for _ in 0..rounds {
        let mut is_lighter = false;
        for key in keys(network, terminals, tree) {
            // An exchange before may have made it an inner node of a route, or none of the tree.
            if !tree.has(key) || !is_key(terminals, tree, key) {
                continue;
            }
            if let Some(exchange) = searches.find(network, terminals, tree, key) {
                apply(network, terminals, tree, exchange);
                is_lighter = true;
            }
            if searches.looked_at > MOST_LOOKED_AT {
                return;
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

/// Searches for exchanges, in buffers that are kept.
struct Searches {
    sides: Vec<Side>,
    /// The nodes whose side is marked, and how many of them are between; the others are cut off.
    marked: Vec<NodeId>,
    between: usize,
    /// From the part that is cut off, against the channels; and from what is left.
    back: Search,
    forth: Search,
    looked_at: usize,
}

impl Searches {
    fn new(nodes: usize) -> Self {
        let (back, forth) = (Search::default(), Search::default());
        Self { sides: vec![Side::Unmarked; nodes], marked: Vec::new(), between: 0, back, forth, looked_at: 0 }
    }

    /// The best exchange of the route that ends at a key node, if there is one. The tree is linked.
    fn find(&mut self, network: &Weighted<'_>, terminals: &Terminals, tree: &Tree, key: NodeId) -> Option<Exchange> {
        let saved = self.cut_route(network, terminals, tree, key);
        let most_gained = self.cut_part(network, tree, key);
        let found = self.begin(network, tree, most_gained, i128::from(saved));
        let entry = if found { self.entry(network, tree, most_gained, i128::from(saved)) } else { None };
        self.looked_at += self.marked.len();
        self.marked.drain(..).for_each(|node| self.sides[node.index()] = Side::Unmarked);
        entry.map(|entry| Exchange { old: key, entry, route: self.forth.back(network, entry).collect() })
    }

    fn mark(&mut self, node: NodeId, side: Side) {
        self.sides[node.index()] = side;
        self.marked.push(node);
    }

    /// Marks the inner nodes of the route to a key node; returns what the route weighs.
    fn cut_route(&mut self, network: &Weighted<'_>, terminals: &Terminals, tree: &Tree, key: NodeId) -> u64 {
        let mut weight = 0_u64;
        let mut at = key;
        while let Some(channel) = tree.channel_into(at) {
            weight = weight.saturating_add(network.weight(channel));
            at = network.graph.source(channel);
            if at == tree.source() || is_key(terminals, tree, at) {
                break;
            }
            self.mark(at, Side::Between);
        }
        self.between = self.marked.len();
        weight
    }

    /// Marks the part below a key node, with what each of its nodes costs more as its root; returns the most that one
    /// costs less.
    fn cut_part(&mut self, network: &Weighted<'_>, tree: &Tree, key: NodeId) -> i128 {
        let mut most = 0;
        let mut below = vec![(key, Some(0))];
        while let Some((node, more)) = below.pop() {
            self.mark(node, Side::Cut(more));
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

    /// Begins the search from those nodes of what is left at which the cheapest routes begin; false if they cost no
    /// less than what is saved. A search against the channels finds them: little is looked at where little is cut off.
    fn begin(&mut self, network: &Weighted<'_>, tree: &Tree, most_gained: i128, saved: i128) -> bool {
        let nodes = network.graph.node_count();
        let Self { sides, marked, between, back, forth, looked_at } = self;
        back.clear(nodes);
        forth.clear(nodes);
        for &node in &marked[*between..] {
            if let Side::Cut(Some(more)) = sides[node.index()]
                && let Ok(cost) = u64::try_from(more + most_gained)
            {
                back.begin(node, cost);
            }
        }
        let mut least = None;
        while let Some((node, cost)) = back.next() {
            if i128::from(cost) - most_gained >= saved || least.is_some_and(|least| cost > least) {
                break;
            }
            *looked_at += 1;
            if sides[node.index()] == Side::Unmarked && tree.has(node) {
                least = Some(cost);
                forth.begin(node, 0);
            } else {
                let is_open = |before: NodeId| {
                    !matches!(sides[before.index()], Side::Cut(_)) && network.forwards(before, tree.source())
                };
                back.go_back(network, node, |channel| is_open(network.graph.source(channel)));
            }
        }
        least.is_some()
    }

    /// The node of the part at which the cheapest route enters it.
    fn entry(&mut self, network: &Weighted<'_>, tree: &Tree, most_gained: i128, saved: i128) -> Option<NodeId> {
        let mut best = (saved, None);
        while let Some((node, cost)) = self.forth.next() {
            if i128::from(cost) - most_gained >= best.0 {
                break;
            }
            self.looked_at += 1;
            match self.sides[node.index()] {
                Side::Cut(more) => {
                    let total = more.map(|more| i128::from(cost) + more);
                    if let Some(total) = total.filter(|&total| total < best.0) {
                        best = (total, Some(node));
                    }
                }
                _ if network.forwards(node, tree.source()) => self.forth.go_on(network, node, |_| true),
                _ => {}
            }
        }
        best.1
    }
}

/// Turns the channels between the old and the new root of a part, and lets it hang from its new route. The tree is
/// linked, and stays so.
fn apply(network: &Weighted<'_>, terminals: &Terminals, tree: &mut Tree, Exchange { old, entry, route }: Exchange) {
    let graph = network.graph;
    let mut into = tree.channel_into(entry).filter(|_| entry != old);
    let mut turned = Vec::new();
    while let Some(channel) = into {
        turned.push(graph.reverse(channel).expect("it was asked for when the entry was chosen"));
        let parent = graph.source(channel);
        into = tree.channel_into(parent).filter(|_| parent != old);
    }
    let left = turned.into_iter().chain(route).filter_map(|channel| tree.rehang(graph, channel));
    let left: Vec<_> = left.collect();
    left.into_iter().for_each(|parent| tree.prune_at(graph, parent, |node| terminals.has(node)));
}
