//! Why no tree for a multicast fits what is there: what a plan in a higher virtual channel carries of the lower ones.

use serde::{Deserialize, Serialize};

/// A search among the trees that enter each node once. Its ends are destinations that are out of reach without the
/// channels that were taken away on the way there: over turns each of which closes no cycle by itself.
///
/// `N` is a node and `C` a channel: their numbers, or their names in a file.
///
/// ```
/// use wormcast_plan::NoTree;
/// let text = r#"{"one_missing": [["0,0>1,0", {"unreached": "2,0"}], ["0,0>0,1", {"unreached": "0,2"}]]}"#;
/// let search: NoTree<String, String> = serde_json::from_str(text)?;
/// assert_eq!(search.ends(), 2);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum NoTree<N, C> {
    /// This destination is out of reach.
    Unreached {
        /// The destination.
        unreached: N,
    },
    /// No tree that fits has all of these channels: two of them enter one node, or together they close a cycle. Each in
    /// turn is taken away.
    OneMissing {
        /// The channels, each with the search without it.
        one_missing: Vec<(C, Self)>,
    },
}

impl<N, C> NoTree<N, C> {
    /// The same with other names of nodes and channels.
    pub fn map<M, D>(&self, node: &impl Fn(&N) -> M, channel: &impl Fn(&C) -> D) -> NoTree<M, D> {
        match self {
            Self::Unreached { unreached } => NoTree::Unreached { unreached: node(unreached) },
            Self::OneMissing { one_missing } => {
                let without = one_missing.iter().map(|(own, rest)| (channel(own), rest.map(node, channel)));
                NoTree::OneMissing { one_missing: without.collect() }
            }
        }
    }

    /// How many ends the search has.
    pub fn ends(&self) -> usize {
        match self {
            Self::Unreached { .. } => 1,
            Self::OneMissing { one_missing } => one_missing.iter().map(|(_, rest)| rest.ends()).sum(),
        }
    }
}

/// What a plan carries under `certificate` if lower virtual channels have no tree for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NoTrees {
    /// What the trees would have to fit, as the option `beside` has it.
    pub routes: String,
    /// For each virtual channel from 0 on why it has none.
    pub no_tree: Vec<NoTree<String, String>>,
}
