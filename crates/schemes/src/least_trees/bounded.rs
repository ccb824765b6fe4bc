//! Trees in which no destination is too far from the source.

use super::exact_within::{Steps, least_within};
use super::grow::Terminals;
use super::search::Search;
use super::tree::Tree;
use super::weighted::Weighted;
use crate::options::Nanoseconds;
use crate::{OptionSpec, Options, PlanError, SchemeError};
use serde_json::{Value, json};
use std::num::NonZeroU32;
use wormcast_plan::{BOUNDED, ChannelWeight, MulticastSet};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// The option that bounds how deep a tree is.
pub const MAX_DEPTH: OptionSpec<NonZeroU32> =
    OptionSpec::new("max-depth", "HOPS", "How many hops a destination is from the source at most, along the tree")
        .expects("a number of hops, such as 8")
        .default("no bound");

/// The option that bounds how long the delays on a route of a tree sum to.
pub const MAX_DELAY: OptionSpec<Nanoseconds> =
    OptionSpec::new("max-delay", "NS", "What the delays on the route to a destination sum to at most, in ns")
        .expects("a number of ns, such as 200 or 3.5")
        .default("no bound")
        .conflicts_with(&["max-depth"]);

/// How far a destination may be along the tree.
pub(crate) struct Limit<'t> {
    lengths: Weighted<'t>,
    what: ChannelWeight,
    most: u64,
}

impl<'t> Limit<'t> {
    /// So many hops.
    #[cfg(test)]
    pub(crate) fn of_hops(graph: &'t Graph, most: u64) -> Self {
        Self { lengths: Weighted::by_hops(graph), what: ChannelWeight::Hops, most }
    }

    /// What the options say, if they bound anything.
    ///
    /// # Errors
    /// A channel without a delay, where delays are bounded.
    pub(crate) fn of(
        scheme: &'static str,
        topology: &'t dyn Topology,
        options: &Options,
    ) -> Result<Option<Self>, SchemeError> {
        let (what, most) = match (options.get(&MAX_DEPTH), options.get(&MAX_DELAY)) {
            (Some(hops), _) => (ChannelWeight::Hops, f64::from(hops.get())),
            (None, Some(Nanoseconds(ns))) => (ChannelWeight::Delay, ns),
            (None, None) => return Ok(None),
        };
        let lengths = Weighted::of(topology, &what).map_err(|none| SchemeError::BadOption {
            scheme,
            option: MAX_DELAY.declaration.name,
            value: most.to_string(),
            expected: format!("a network whose channels all have a `delay_ns` or a `delay`, and {none}"),
        })?;
        let most = lengths.weights().bound(most);
        Ok(Some(Self { lengths, what, most }))
    }

    /// The same on another network, whose channels stand for those of this one ([`Weighted::along`]).
    pub(crate) fn along<'g>(&self, graph: &'g Graph, stands_for: impl Fn(ChannelId) -> Option<ChannelId>) -> Limit<'g> {
        Limit { lengths: self.lengths.along(graph, stands_for), what: self.what.clone(), most: self.most }
    }

    /// The bound, as plans tell it under [`BOUNDED`].
    pub(crate) fn told(&self) -> (String, Value) {
        (BOUNDED.to_owned(), json!({"by": self.what, "most": self.lengths.weights().told(self.most)}))
    }

    /// The network by what is bounded.
    pub(crate) fn lengths(&self) -> &Weighted<'t> {
        &self.lengths
    }

    /// How long a channel is.
    pub(crate) fn length(&self, channel: ChannelId) -> u64 {
        self.lengths.weight(channel)
    }

    /// Whether a route of these channels is within the bound.
    pub(crate) fn has(&self, route: impl IntoIterator<Item = ChannelId>) -> bool {
        route.into_iter().fold(0_u64, |sum, channel| sum.saturating_add(self.length(channel))) <= self.most
    }

    /// Refuses a bound that no tree keeps.
    ///
    /// # Errors
    /// A destination that no tree brings so near.
    pub(crate) fn refuse_far(&self, set: MulticastSet<'_>, search: &mut Search) -> Result<(), PlanError> {
        let told = |length| self.lengths.weights().told(length).to_string();
        refuse_far(&self.lengths, set, self.most, search).map_err(|least| PlanError::TooFar {
            most: told(self.most),
            least: told(least),
            unit: self.what.unit(),
        })
    }

    /// Brings destinations of a light tree that are too far nearer, by the lightest tree of all that do, or by a good
    /// one; whether none is lighter, as was so of the tree before or not, and is where it weighs no more than a bound
    /// on all trees.
    ///
    /// # Errors
    /// A destination that no tree brings so near.
    pub(crate) fn keep_light(
        &self,
        network: &Weighted<'_>,
        set: MulticastSet<'_>,
        terminals: &Terminals,
        (was_least, bound): (bool, u64),
        tree: &mut Tree,
    ) -> Result<bool, PlanError> {
        let is_changed = self.keep(network, set, terminals, tree)?;
        let is_least = was_least && !is_changed || tree.weight(network) == bound;
        Ok(is_least || self.least(network, set, tree))
    }

    /// Brings all destinations within the bound; whether that has made the tree heavier, or lighter.
    ///
    /// # Errors
    /// A destination that no tree brings so near.
    pub(crate) fn keep(
        &self,
        network: &Weighted<'_>,
        set: MulticastSet<'_>,
        terminals: &Terminals,
        tree: &mut Tree,
    ) -> Result<bool, PlanError> {
        let mut search = Search::default();
        self.refuse_far(set, &mut search)?;
        let before = tree.weight(network);
        keep_within(&self.lengths, set, terminals, self.most, &mut search, tree);
        Ok(tree.weight(network) != before)
    }

    /// The lightest tree that keeps the bound, where one is and the search for it is not too long; whether it was.
    fn least(&self, network: &Weighted<'_>, set: MulticastSet<'_>, tree: &mut Tree) -> bool {
        let Some(steps) = Steps::of(&self.lengths, set.destinations.len(), self.most) else { return false };
        least_within(network, &self.lengths, &steps, set, tree)
    }
}

/// Refuses a bound that no tree keeps.
///
/// # Errors
/// The distance of a destination that is farther from the source on its shortest route.
pub(super) fn refuse_far(
    lengths: &Weighted<'_>,
    set: MulticastSet<'_>,
    most: u64,
    search: &mut Search,
) -> Result<(), u64> {
    shortest(lengths, set.source, search);
    let far = set.destinations.iter().find_map(|&node| search.cost(node).filter(|&cost| cost > most));
    far.map_or(Ok(()), Err)
}

/// Shortest routes from the source to all nodes.
fn shortest(lengths: &Weighted<'_>, source: NodeId, search: &mut Search) {
    search.clear(lengths.graph.node_count());
    search.begin(source, 0);
    while let Some((node, _)) = search.next() {
        if lengths.forwards(node, source) {
            search.go_on(lengths, node, |_| true);
        }
    }
}

/// Brings all destinations within `most` of the source, as [`refuse_far`] has found possible: each that is farther gets
/// its shortest route, and a node of that route hangs from it if that is nearer than where it hung before. Distances
/// only fall, so what was brought near stays so. O(far destinations · longest route · nodes of the tree).
pub(super) fn keep_within(
    lengths: &Weighted<'_>,
    set: MulticastSet<'_>,
    terminals: &Terminals,
    most: u64,
    search: &mut Search,
    tree: &mut Tree,
) {
    shortest(lengths, set.source, search);
    let mut depths = Depths::default();
    depths.measure(lengths, tree);
    for &destination in set.destinations {
        if depths.of(destination) <= most {
            continue;
        }
        let mut route: Vec<ChannelId> = search.back(lengths, destination).collect();
        route.reverse();
        for channel in route {
            let node = lengths.graph.target(channel);
            if !tree.has(node) || search.cost(node).is_some_and(|cost| depths.of(node) > cost) {
                tree.join(lengths.graph, channel);
                // All below it is nearer now; an old depth could let the route hang from its own end.
                depths.measure(lengths, tree);
            }
        }
    }
    tree.prune(lengths.graph, |node| terminals.has(node));
}

/// How far the nodes of a tree are from its source, along the tree.
#[derive(Default)]
struct Depths {
    depth: Vec<u64>,
    below: Vec<NodeId>,
}

impl Depths {
    fn measure(&mut self, lengths: &Weighted<'_>, tree: &mut Tree) {
        tree.link(lengths.graph);
        self.depth.resize(lengths.graph.node_count(), 0);
        self.depth[tree.source().index()] = 0;
        self.below.push(tree.source());
        while let Some(node) = self.below.pop() {
            for child in tree.children(node) {
                let channel = tree.channel_into(child).expect("children are in the tree");
                self.depth[child.index()] = self.depth[node.index()].saturating_add(lengths.weight(channel));
                self.below.push(child);
            }
        }
    }

    fn of(&self, node: NodeId) -> u64 {
        self.depth[node.index()]
    }
}
