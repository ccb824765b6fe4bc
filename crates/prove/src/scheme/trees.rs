//! The trees that worms go down.

use wormcast_plan::{RouteSpace, Splits};
use wormcast_topology::{ChannelId, Graph, NodeId};

/// The trees of a space, each with the consumption class of its worms.
pub(super) struct Trees {
    /// The number of the tree whose worms take this channel downwards, if one does.
    of: Vec<Option<u32>>,
    /// The classes of the worms of each tree.
    classes: Vec<Vec<u8>>,
}

impl Trees {
    /// Where branches are copied apart, each is a chain, and there are none.
    ///
    /// # Errors
    /// In words: worms split without a tree, or trees share a channel.
    pub(super) fn of(graph: &Graph, space: &RouteSpace<NodeId>, are_apart: bool) -> Result<Self, String> {
        let mut trees = Self { of: vec![None; graph.channel_count()], classes: Vec::new() };
        let mut known: Vec<(&[Option<NodeId>], &[u32])> = Vec::new();
        for family in &space.families {
            match &family.splits {
                Splits::Never => {}
                Splits::Along | Splits::Down { .. } if are_apart => {}
                Splits::Anywhere | Splits::Along => return Err("its worms split anywhere, and not down a tree".into()),
                Splits::Down { parents, numbers } => match known.iter().position(|&tree| tree == (parents, numbers)) {
                    Some(tree) => trees.classes[tree].push(family.class),
                    None => {
                        trees.plant(graph, parents, numbers)?;
                        trees.classes.push(vec![family.class]);
                        known.push((parents, numbers));
                    }
                },
            }
        }
        Ok(trees)
    }

    fn plant(&mut self, graph: &Graph, parents: &[Option<NodeId>], numbers: &[u32]) -> Result<(), String> {
        let number = self.classes.len() as u32;
        for node in graph.nodes() {
            if parents[node.index()].is_none() {
                continue;
            }
            let down =
                down_to(graph, parents, numbers, node).ok_or("a tree uses a link that the network does not have")?;
            if self.of[down.index()].replace(number).is_some() {
                return Err("two of its trees share a channel".into());
            }
        }
        Ok(())
    }

    /// How many there are.
    pub(super) fn count(&self) -> usize {
        self.classes.len()
    }

    /// The tree whose worms take this channel downwards.
    pub(super) fn down(&self, channel: ChannelId) -> Option<u32> {
        self.of[channel.index()]
    }

    /// The classes of the worms of each tree.
    pub(super) fn classes(&self) -> impl Iterator<Item = &[u8]> {
        self.classes.iter().map(Vec::as_slice)
    }
}

/// The channel that leads down to a node from its parent; none to a root.
pub(super) fn down_to(graph: &Graph, parents: &[Option<NodeId>], numbers: &[u32], node: NodeId) -> Option<ChannelId> {
    let parent = parents[node.index()]?;
    match numbers.get(node.index()) {
        Some(&number) => graph.numbered(parent, node, number),
        None => graph.tree_channel(parent, node),
    }
}
