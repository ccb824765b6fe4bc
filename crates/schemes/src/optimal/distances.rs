//! Lengths d_R from many labels to one.

use crate::LabelRouting;

/// The lengths of R's ways from many labels to one target, found by walking each way only until it meets a way that was
/// walked before: the ways to one target form a tree.
pub(crate) struct Distances<'r> {
    routing: &'r LabelRouting<'r>,
    target: u32,
    /// The length from each label that was met, or [`UNMET`].
    to_target: Vec<u32>,
    met: Vec<u32>,
    /// The way that is being walked.
    way: Vec<u32>,
}

const UNMET: u32 = u32::MAX;

impl<'r> Distances<'r> {
    /// Nothing is known yet. 4 bytes a node.
    pub(super) fn new(routing: &'r LabelRouting<'r>) -> Self {
        let nodes = routing.graph().node_count();
        Self { routing, target: UNMET, to_target: vec![UNMET; nodes], met: Vec::new(), way: Vec::new() }
    }

    /// Turns to another target.
    pub(super) fn aim(&mut self, target: u32) {
        self.met.drain(..).for_each(|label| self.to_target[label as usize] = UNMET);
        self.target = target;
        self.to_target[target as usize] = 0;
        self.met.push(target);
    }

    /// The length of the way from a label to the target. Over all calls for one target: O(nodes · log degree).
    pub(super) fn from(&mut self, label: u32) -> u32 {
        let mut at = label;
        // Walk until a way that is known, the last of which ends at the target.
        while self.to_target[at as usize] == UNMET {
            self.way.push(at);
            at = self.routing.step(at, self.target).expect("a node before the target has a step").label;
        }
        // Back along the new part: every label on it is one step farther.
        let mut length = self.to_target[at as usize];
        while let Some(label) = self.way.pop() {
            length += 1;
            self.to_target[label as usize] = length;
            self.met.push(label);
        }
        length
    }
}
