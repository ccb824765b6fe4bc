//! The trees of a route space: that they are trees, and share no channel.

use super::{SchemeRefusal, require};
use wormcast_plan::{RouteSpace, Splits};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// The parent of each node, and the number of the channel from there.
type Tree<'s> = (&'s [Option<NodeId>], &'s [u32]);

/// Trees, and the classes of the worms that go down them. Lost links and nodes can leave several parts of a tree: the
/// theorem is about forests.
pub(super) struct Forests<'s> {
    trees: Vec<(Tree<'s>, Vec<u8>)>,
    owner: Vec<Option<usize>>,
}

impl<'s> Forests<'s> {
    /// Where branches are copied apart, each is a chain, and there are none.
    pub(super) fn of(graph: &Graph, space: &'s RouteSpace<NodeId>, are_apart: bool) -> Result<Self, SchemeRefusal> {
        let mut forests = Self { trees: Vec::new(), owner: vec![None; graph.channel_count()] };
        for family in &space.families {
            match &family.splits {
                Splits::Never => {}
                Splits::Along | Splits::Down { .. } if are_apart => {}
                Splits::Anywhere | Splits::Along => return Err(SchemeRefusal("worms may split anywhere".into())),
                Splits::Down { parents, numbers } => forests.add(graph, (parents, numbers), family.class)?,
            }
        }
        Ok(forests)
    }

    fn add(&mut self, graph: &Graph, tree: Tree<'s>, class: u8) -> Result<(), SchemeRefusal> {
        let (parents, numbers) = tree;
        if let Some((_, classes)) = self.trees.iter_mut().find(|(known, _)| *known == tree) {
            classes.push(class);
            return Ok(());
        }
        require(parents.len() == graph.node_count(), || "a tree does not tell the parent of every node".into())?;
        require(numbers.is_empty() || numbers.len() == parents.len(), || {
            "a tree does not number every channel".into()
        })?;
        require(runs_to_roots(parents), || "a tree has a cycle".into())?;
        for (node, parent) in graph.nodes().zip(parents) {
            if parent.is_none() {
                continue;
            }
            let down = down(graph, tree, node)
                .ok_or_else(|| SchemeRefusal("a tree has a link that the network lacks".into()))?;
            let before = self.owner[down.index()].replace(self.trees.len());
            require(before.is_none(), || "two trees share a channel".into())?;
        }
        self.trees.push((tree, vec![class]));
        Ok(())
    }

    pub(super) fn count(&self) -> usize {
        self.trees.len()
    }

    /// The tree that goes down by a channel.
    pub(super) fn owner(&self, channel: ChannelId) -> Option<usize> {
        self.owner[channel.index()]
    }

    /// The classes of the worms of each tree.
    pub(super) fn classes(&self) -> impl Iterator<Item = &[u8]> {
        self.trees.iter().map(|(_, classes)| classes.as_slice())
    }

    /// The channel down to each node from its parent in the tree of a family; none at roots.
    pub(super) fn down(
        graph: &Graph,
        splits: &Splits<NodeId>,
    ) -> Result<Option<Vec<Option<ChannelId>>>, SchemeRefusal> {
        let Splits::Down { parents, numbers } = splits else { return Ok(None) };
        let fits = parents.len() == graph.node_count() && (numbers.is_empty() || numbers.len() == parents.len());
        require(fits, || "a tree does not tell the parent of every node".into())?;
        let channels: Vec<_> = graph.nodes().map(|node| down(graph, (parents, numbers), node)).collect();
        let whole = channels.iter().zip(parents).all(|(channel, parent)| channel.is_some() == parent.is_some());
        require(whole, || "a tree has a link that the network lacks".into())?;
        Ok(Some(channels))
    }

    /// The channel from each node up to its parent in the tree of a family, back by the link that leads down from
    /// there; none at roots, and where that link has no way back.
    pub(super) fn up(graph: &Graph, splits: &Splits<NodeId>) -> Option<Vec<Option<ChannelId>>> {
        let Splits::Down { parents, numbers } = splits else { return None };
        let up = |node: NodeId| graph.reverse(down(graph, (parents, numbers), node)?);
        Some(graph.nodes().map(up).collect())
    }
}

/// The channel that leads down to a node from its parent.
fn down(graph: &Graph, (parents, numbers): Tree<'_>, node: NodeId) -> Option<ChannelId> {
    let parent = parents[node.index()]?;
    match numbers.get(node.index()) {
        Some(&number) => graph.numbered(parent, node, number),
        None => graph.tree_channel(parent, node),
    }
}

/// Whether every node comes to a root: leaves are taken off as long as there are any, and none must be left.
fn runs_to_roots(parents: &[Option<NodeId>]) -> bool {
    let mut children = vec![0_usize; parents.len()];
    parents.iter().flatten().for_each(|parent| children[parent.index()] += 1);
    let mut leaves: Vec<_> = (0..parents.len()).filter(|&node| children[node] == 0).collect();
    let mut taken_off = 0;
    while let Some(leaf) = leaves.pop() {
        taken_off += 1;
        if let Some(parent) = parents[leaf] {
            children[parent.index()] -= 1;
            leaves.extend((children[parent.index()] == 0).then_some(parent.index()));
        }
    }
    taken_off == parents.len()
}
