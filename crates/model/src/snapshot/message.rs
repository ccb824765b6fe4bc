//! What the variables of a snapshot mean.

use crate::{Formula, Lit, VisitIx};
use std::collections::BTreeMap;

/// A message in a snapshot: one copy of a worm.
#[derive(Clone, Debug)]
pub struct Message {
    /// The worm.
    pub worm: u32,
    /// It is in the deadlock.
    pub present: Lit,
    /// For each visit of the worm, from its origin on: the head has come there.
    pub here: Vec<Lit>,
    /// For each visit of the worm that may be a blocked head: its request is granted; it is a blocked head.
    pub heads: BTreeMap<VisitIx, Head>,
}

/// A visit that may be a blocked head.
#[derive(Clone, Debug)]
pub struct Head {
    /// The request is granted.
    pub granted: Lit,
    /// It is not, and the head is here.
    pub blocked: Lit,
    /// If its parts are granted one by one: for each part of the request, it is granted.
    pub parts: Vec<Lit>,
}

/// A message that is gone but for an ejection channel, which its node keeps until it has sent another message.
#[derive(Clone, Copy, Debug)]
pub struct Ghost {
    /// It is there.
    pub present: Lit,
    /// The visit at which it holds the ejection channel.
    pub visit: VisitIx,
    /// The number, in the snapshot, of the message that is to be sent.
    pub sender: usize,
}

/// The formula, and what its variables mean.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The formula.
    pub formula: Formula,
    /// The messages.
    pub messages: Vec<Message>,
    /// What they keep nodes from taking in.
    pub ghosts: Vec<Ghost>,
}

impl Message {
    /// The literal that says that a part of a visit's request is granted; `first` is the worm's origin.
    pub fn has(&self, visit: VisitIx, part: usize, first: VisitIx) -> Lit {
        match self.heads.get(&visit) {
            Some(head) => head.parts.get(part).copied().unwrap_or(head.granted),
            None => self.here[(visit - first) as usize],
        }
    }

    /// The literal that says that a visit's request is granted; `first` is the worm's origin.
    pub fn granted(&self, visit: VisitIx, first: VisitIx) -> Lit {
        self.heads.get(&visit).map_or(self.here[(visit - first) as usize], |head| head.granted)
    }
}
