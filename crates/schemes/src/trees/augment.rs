//! Making room for one more link in edge-disjoint forests.

use super::forests::Forests;
use wormcast_topology::NodeId;

/// No link has this number.
const NONE: u32 = u32::MAX;

/// The labelling of Roskind and Tarjan, in memory that one search after another uses.
///
/// A link that closes a cycle in a forest can enter it if one of the cycle's links leaves for the next forest; those
/// are labelled with it, and asked in turn. In each forest the labelled links are a subtree around the first end of the
/// new link. It is contracted to its node nearest to the root, so that a search costs little more than the links that
/// it labels, and no forest need be rooted anew for it.
pub(super) struct Augment {
    /// The search that is running.
    search: u32,
    /// Per link, the search that labelled it, and its label.
    labels: Vec<(u32, u32)>,
    /// Per forest and node, the search in which it was contracted, and a node nearer to the root of the labelled
    /// subtree.
    contracted: Vec<(u32, NodeId)>,
    /// Per node, the climb that saw it.
    seen: Vec<u32>,
    climb: u32,
    /// The labelled links, first come first served.
    queue: Vec<u32>,
    /// The climbs from the labelled subtree and from the node that is to join it.
    here: Vec<NodeId>,
    there: Vec<NodeId>,
}

impl Augment {
    pub(super) fn new(nodes: usize, links: usize, forests: usize) -> Self {
        Self {
            search: 0,
            labels: vec![(0, NONE); links],
            contracted: vec![(0, NodeId::new(0)); nodes * forests],
            seen: vec![0; nodes],
            climb: 0,
            queue: Vec::new(),
            here: Vec::new(),
            there: Vec::new(),
        }
    }

    /// Puts a link into the forests, moving others between them where that helps. Whether it found a way.
    pub(super) fn insert(&mut self, forests: &mut Forests, link: u32) -> bool {
        self.search += 1;
        self.queue.clear();
        self.label(link, NONE);
        let start = forests.ends(link).0;
        let mut head = 0;
        // Roskind and Tarjan's labelling step. Invariant: the links before `head` close a cycle in the forest after
        // their own, and all links of that cycle are labelled. A breadth-first search: the first link that finds room
        // is at the end of a shortest chain, which is why the forests stay forests when the chain is shifted.
        while let Some(&link) = self.queue.get(head) {
            head += 1;
            let forest = forests.after(link);
            if !forests.joins(forest, link) {
                self.shift(forests, link, forest);
                return true;
            }
            // The cycle is the link and the way between its ends in this forest. The end that was nearer to `start`
            // where the link is now is in this forest's subtree already, as the links before it were asked before it:
            // so only links of the cycle are labelled, and the labelled links stay one subtree around `start`.
            let (a, b) = forests.ends(link);
            for node in [a, b] {
                self.reach(forests, forest, start, node, link);
            }
        }
        false
    }

    /// The links that the last search labelled. After a failure: in each forest a tree of the same nodes, and the new
    /// link.
    pub(super) fn labelled(&self) -> &[u32] {
        &self.queue
    }

    /// Moves every link of the chain of labels into the forest that has room for it, the last first.
    fn shift(&self, forests: &mut Forests, last: u32, forest: usize) {
        let (mut link, mut to) = (last, forest);
        // Invariant: forest `to` has room for `link`: as the search found, or as the link that went before it has just
        // left the cycle that this one closes there.
        loop {
            let next = self.labels[link as usize].1;
            // The forest that it leaves is that after the one of its label.
            let from = if next == NONE { to } else { forests.after(next) };
            forests.put(link, to);
            if next == NONE {
                break;
            }
            (link, to) = (next, from);
        }
    }

    fn label(&mut self, link: u32, label: u32) {
        let entry = &mut self.labels[link as usize];
        if entry.0 != self.search {
            *entry = (self.search, label);
            self.queue.push(link);
        }
    }

    /// Labels the way from the labelled subtree around `start` to a node in the same tree, outwards.
    fn reach(&mut self, forests: &Forests, forest: usize, start: NodeId, node: NodeId, label: u32) {
        let nodes = self.seen.len();
        let row = forest * nodes;
        let (here, there) = (self.top(row, start), self.top(row, node));
        if here == there {
            return;
        }
        let meeting = self.meet(forests, forest, here, there);
        // From the subtree up to the meeting point, and down from there to the node: the order of their distance from
        // the subtree. Each is contracted to the meeting point as it is labelled.
        let (here, there) = (std::mem::take(&mut self.here), std::mem::take(&mut self.there));
        for &at in here.iter().chain(there.iter().rev()) {
            self.label(forests.up(forest, at).expect("it is below the meeting point"), label);
            self.contracted[row + at.index()] = (self.search, meeting);
        }
        (self.here, self.there) = (here, there);
    }

    /// The lowest common ancestor of two nodes; the nodes below it on both climbs stay in `here` and `there`.
    fn meet(&mut self, forests: &Forests, forest: usize, here: NodeId, there: NodeId) -> NodeId {
        self.climb += 1;
        self.here.clear();
        self.there.clear();
        let row = forest * self.seen.len();
        let (mut next_here, mut next_there) = (Some(here), Some(there));
        // Both climb in turn, so that neither goes far beyond the meeting point: the first node that one of them finds
        // seen by the other.
        while next_here.is_some() || next_there.is_some() {
            for (climb, next) in [(0, &mut next_here), (1, &mut next_there)] {
                let Some(at) = *next else { continue };
                if self.seen[at.index()] == self.climb {
                    return self.cut_at(at);
                }
                self.seen[at.index()] = self.climb;
                if climb == 0 {
                    self.here.push(at)
                } else {
                    self.there.push(at)
                }
                *next = forests.parent(forest, at).map(|above| self.top(row, above));
            }
        }
        unreachable!("both nodes are in one tree")
    }

    /// Drops what lies at or beyond the meeting point from both climbs.
    fn cut_at(&mut self, meeting: NodeId) -> NodeId {
        for climb in [&mut self.here, &mut self.there] {
            if let Some(end) = climb.iter().position(|&at| at == meeting) {
                climb.truncate(end);
            }
        }
        meeting
    }

    /// The node that stands for a labelled subtree; a node outside stands for itself.
    fn top(&mut self, row: usize, mut node: NodeId) -> NodeId {
        // The find of disjoint sets, with path halving: each turn hangs a node from the one beyond the next.
        loop {
            let (search, above) = self.contracted[row + node.index()];
            if search != self.search {
                return node;
            }
            let (search, beyond) = self.contracted[row + above.index()];
            if search == self.search {
                self.contracted[row + node.index()] = (search, beyond);
            }
            node = above;
        }
    }
}
