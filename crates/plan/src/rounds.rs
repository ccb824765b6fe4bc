//! Rounds: what a network can do in one of them, and how many a multicast needs at least.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use wormcast_topology::{Graph, NodeId};

/// Whether the two directions of a link can be used at the same time.
///
/// Where all worms bring the same message this makes no difference to the number of rounds: when two worms of a round
/// use a link against each other, let each go on where the other would have gone. They inform the same two nodes, and
/// neither needs the link.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Duplex {
    /// In a round a link carries one worm, in one direction.
    Half,
    /// In a round each channel carries one worm.
    Full,
}

/// What may happen in one round: every worm goes from a node that has the message, over a path, to one node that has
/// not; worms share no channel (full duplex) or no link (half duplex); a node sends as many worms as it has ports,
/// and receives one. A worm may pass through any node. Mesh-of-trees paper, section 1.3.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RoundModel {
    /// What a link carries.
    pub duplex: Duplex,
    /// How many worms a node may send in a round; none stands for all-port: one over each of its links.
    pub ports: Option<NonZeroU32>,
}

impl RoundModel {
    /// Half-duplex links, all ports: the model of the mesh-of-trees paper.
    pub const HALF_DUPLEX_ALL_PORT: Self = Self { duplex: Duplex::Half, ports: None };

    /// How many worms a node with this many links may send in a round.
    pub fn sends(self, degree: usize) -> usize {
        self.ports.map_or(degree, |ports| degree.min(ports.get() as usize))
    }

    /// The counting lower bound: no plan informs `count` nodes beside the source in fewer rounds; none if the source
    /// can send nothing, or the network has too few nodes.
    ///
    /// The argument: let p(v) be the number of worms that v may send in a round, at most its degree, since every worm
    /// leaves over a link of its own. A worm informs one node, so a round adds at most the sum of p over the informed
    /// nodes. Before the first round only the source is informed; when x nodes are, the sum is at most p(source) and
    /// the x − 1 largest values of p among the other nodes. Both the number of informed nodes and this bound on their
    /// sum grow with x, so the recurrence bounds every plan, whichever nodes relay. (Lemma 1 of the mesh-of-trees
    /// paper is the case in which all other nodes have degree 3.) What it does not see: where the nodes lie. It is a
    /// bound, and the optimum may be larger. O(nodes log nodes).
    ///
    /// ```
    /// use wormcast_plan::RoundModel;
    /// let mesh = wormcast_topology::build("mesh:5x5")?;
    /// let model = RoundModel::HALF_DUPLEX_ALL_PORT;
    /// let bound = |source| model.lower_bound(mesh.graph(), mesh.find_node(source).unwrap(), 24);
    /// // From the middle 1, 5, 25 nodes; from a corner 1, 3, 3 + 2 + 4 + 4 = 13, 25.
    /// assert_eq!((bound("2,2"), bound("0,0")), (Some(2), Some(3)));
    /// # Ok::<(), wormcast_topology::TopologyError>(())
    /// ```
    pub fn lower_bound(self, graph: &Graph, source: NodeId, count: usize) -> Option<u32> {
        let sends = |node| self.sends(graph.degree(node));
        if count == 0 {
            return Some(0);
        }
        if sends(source) == 0 || count >= graph.node_count() {
            return None;
        }
        let mut others: Vec<_> = graph.nodes().filter(|&node| node != source).map(sends).collect();
        others.sort_unstable_by(|a, b| b.cmp(a));
        let (mut informed, mut senders, mut sent, mut rounds) = (1, 0, sends(source), 0);
        while informed <= count {
            for &more in &others[senders..informed - 1] {
                sent += more;
            }
            senders = informed - 1;
            informed += sent;
            rounds += 1;
        }
        Some(rounds)
    }
}
