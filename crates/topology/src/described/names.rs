//! The names of the nodes: one text, and an index by name.

use crate::NodeId;

/// Longer names than this, in bytes, are not searched for near ones.
const MAX_NAME: usize = 256;

/// All names in one text, and the nodes sorted by name: 8 bytes a node besides the text.
#[derive(Clone, Debug)]
pub(crate) struct Names {
    text: Box<str>,
    /// Where the name of each node ends in the text.
    ends: Box<[u32]>,
    /// The nodes in the order of their names.
    order: Box<[NodeId]>,
}

impl Names {
    /// The names of nodes 0, 1, …, all different. O(n log n).
    pub(super) fn new<'n>(names: impl IntoIterator<Item = &'n str>) -> Self {
        let mut text = String::new();
        let mut ends = Vec::new();
        for name in names {
            text.push_str(name);
            ends.push(u32::try_from(text.len()).expect("names are shorter than the file"));
        }
        let names = Self { text: text.into(), ends: ends.into(), order: Box::default() };
        let mut order: Box<[_]> = (0..names.ends.len()).map(NodeId::new).collect();
        order.sort_unstable_by_key(|&node| names.get(node));
        Self { order, ..names }
    }

    /// A name that two nodes have. O(n).
    pub(crate) fn repeated(&self) -> Option<&str> {
        let pair = self.order.windows(2).find(|pair| self.get(pair[0]) == self.get(pair[1]))?;
        Some(self.get(pair[0]))
    }

    /// The name of a node.
    pub(super) fn get(&self, node: NodeId) -> &str {
        let start = node.index().checked_sub(1).map_or(0, |before| self.ends[before]);
        &self.text[start as usize..self.ends[node.index()] as usize]
    }

    /// The node of this name. O(log n).
    pub(super) fn find(&self, name: &str) -> Option<NodeId> {
        let at = self.order.binary_search_by_key(&name, |&node| self.get(node)).ok()?;
        Some(self.order[at])
    }

    /// The nearest name, if one is near. O(n) cheap steps: the edit distance, which is costly, is computed only for
    /// the thousand names whose letters differ least.
    pub(super) fn nearest(&self, name: &str) -> Option<String> {
        let length = name.chars().count();
        if length > MAX_NAME {
            return None;
        }
        let letters = Letters::of(name);
        let far = 1 + length as u32 / 3;
        let nodes = self.order.iter().map(|&node| (letters.gap(self.get(node)), self.get(node)));
        let mut near: Vec<_> = nodes.filter(|(gap, _)| *gap <= far).collect();
        near.sort_by_key(|(gap, _)| *gap);
        crate::nearest(name, near.into_iter().take(1000).map(|(_, name)| name))
    }

    /// What the nodes are called, as half a sentence.
    pub(super) fn summary(&self) -> String {
        let first: Vec<_> = (0..self.ends.len().min(3)).map(|at| format!("`{}`", self.get(NodeId::new(at)))).collect();
        let more = if self.ends.len() > 3 { format!(", … ({} in all)", self.ends.len()) } else { String::new() };
        format!("its nodes are {}{more}", first.join(", "))
    }
}

/// How often each letter occurs, in 64 classes, whatever its case.
struct Letters([i32; 64]);

impl Letters {
    fn of(name: &str) -> Self {
        let mut counts = [0; 64];
        classes(name).for_each(|class| counts[class] += 1);
        Self(counts)
    }

    /// How many letters one name has and the other has not, whichever are more: the edit distance is at least this.
    fn gap(&self, other: &str) -> u32 {
        let mut counts = self.0;
        classes(other).for_each(|class| counts[class] -= 1);
        let surplus: i32 = counts.iter().filter(|&&count| count > 0).sum();
        let lack: i32 = counts.iter().filter(|&&count| count < 0).sum();
        surplus.max(-lack) as u32
    }
}

fn classes(name: &str) -> impl Iterator<Item = usize> {
    name.chars().flat_map(char::to_lowercase).map(|letter| letter as usize % 64)
}

#[cfg(test)]
mod tests {
    use super::Names;
    use crate::NodeId;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    fn names() -> impl Strategy<Value = BTreeSet<String>> {
        prop::collection::btree_set("[a-cA-CéÉ0]{1,12}", 1..60)
    }

    proptest! {
        #[test]
        fn every_name_is_found(names in names(), other in "[a-c]{0,12}") {
            let listed: Vec<_> = names.iter().rev().map(String::as_str).collect();
            let index = Names::new(listed.iter().copied());
            for (at, name) in listed.iter().enumerate() {
                prop_assert_eq!(index.find(name), Some(NodeId::new(at)));
                prop_assert_eq!(&index.get(NodeId::new(at)), name);
            }
            prop_assert_eq!(index.find(&other).is_some(), names.contains(&other));
        }

        #[test]
        fn the_nearest_name_is_the_nearest_of_all(names in names(), wanted in "[a-dA-DéÉ1]{0,14}") {
            let index = Names::new(names.iter().map(String::as_str));
            prop_assert_eq!(index.nearest(&wanted), crate::nearest(&wanted, names.iter().map(String::as_str)));
        }
    }
}
