//! What makes a Hamiltonian path impossible: proofs that can be checked, and their words.

use super::scatter::Scattered;
use super::shortage::Shortage;
use crate::NodeId;

/// A proof that there is no Hamiltonian path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Obstacle {
    /// No way leads from one node to the other.
    Disconnected(NodeId, NodeId),
    /// Three nodes with one neighbour each: each of them would be an end.
    Leaves([NodeId; 3]),
    /// Three parts that hang on the rest by one node each, given as that node and one of the part: each part would
    /// hold an end.
    Hanging([(NodeId, NodeId); 3]),
    /// Links lead only from one side to the other, so a path alternates; but the sides differ by more than one.
    Sides(usize, usize),
    /// Nodes that cannot all get two links of a path.
    Shortage(Shortage),
    /// A few nodes without which there are too many components.
    Scattered(Scattered),
    /// All cases were tried, in so many steps.
    Exhausted(u64),
    /// A path would pass these nodes in one go, and cannot.
    InPart(Vec<NodeId>, Box<Obstacle>),
}

impl Obstacle {
    /// The obstacle of a part, in the numbers of the network that has `total` nodes; `nodes` are those of the part.
    pub(super) fn in_part(self, nodes: &[NodeId], total: usize) -> Self {
        if nodes.len() == total {
            return self;
        }
        let outer = |node: NodeId| nodes[node.index()];
        let all = |part: Vec<NodeId>| part.into_iter().map(outer).collect();
        let inner = match self {
            Self::Shortage(Shortage { needy, helpers, others }) => {
                Self::Shortage(Shortage { needy: all(needy), helpers: all(helpers), others })
            }
            Self::Scattered(Scattered { removed, components }) => {
                Self::Scattered(Scattered { removed: all(removed), components })
            }
            same => same,
        };
        Self::InPart(nodes.to_vec(), Box::new(inner))
    }

    /// The proof in words.
    pub(super) fn describe(&self, name: &dyn Fn(NodeId) -> String) -> String {
        let list = |nodes: &[NodeId]| list(nodes, name);
        match self {
            Self::Disconnected(a, b) => format!("no way leads from `{}` to `{}`", name(*a), name(*b)),
            Self::Leaves(nodes) => format!("{} have one neighbour each, and a path has only two ends", list(nodes)),
            Self::Hanging(parts) => {
                let [a, b, c] = parts.map(|(at, node)| format!("the part with `{}` at `{}`", name(node), name(at)));
                format!("three parts hang on by one node each ({a}, {b}, {c}), and a path has only two ends for them")
            }
            Self::Sides(a, b) => {
                format!("every link leads between a side of {a} nodes and a side of {b}, and a path alternates")
            }
            Self::Shortage(shortage) => describe_shortage(shortage, &list),
            Self::Scattered(Scattered { removed, components }) => format!(
                "without {} it falls into {components} components, but a path without {} falls into {} at most",
                list(removed),
                count(removed.len(), "node"),
                removed.len() + 1
            ),
            Self::Exhausted(steps) => format!("all cases were tried, in {steps} steps"),
            Self::InPart(nodes, obstacle) => {
                let what = obstacle.describe(name);
                format!("a path passes the part of {} in one go; there, {what}", list(nodes))
            }
        }
    }
}

fn describe_shortage(shortage: &Shortage, list: &dyn Fn(&[NodeId]) -> String) -> String {
    let Shortage { needy, helpers, others } = shortage;
    let at_helpers = match helpers.len() {
        0 => String::new(),
        1 => format!("2 at {}, and ", list(helpers)),
        _ => format!("2 at each of {}, and ", list(helpers)),
    };
    format!(
        "a path takes at least {} links at {}, counted at each of them, but there are {} for it: {at_helpers}{others} \
         more",
        2 * needy.len() - 2,
        list(needy),
        2 * helpers.len() + others
    )
}

/// Up to five nodes by name; of more, the first three and how many there are.
fn list(nodes: &[NodeId], name: &dyn Fn(NodeId) -> String) -> String {
    let names = |nodes: &[NodeId]| nodes.iter().map(|&node| format!("`{}`", name(node))).collect::<Vec<_>>();
    match nodes {
        [] => "no node".into(),
        [only] => format!("`{}`", name(*only)),
        [init @ .., last] if nodes.len() <= 5 => format!("{} and `{}`", names(init).join(", "), name(*last)),
        _ => format!("{}, … ({} nodes)", names(&nodes[..3]).join(", "), nodes.len()),
    }
}

fn count(number: usize, what: &str) -> String {
    if number == 1 { format!("1 {what}") } else { format!("{number} {what}s") }
}
