//! What the variables of a snapshot mean.

use crate::{Formula, Lit, ResourceId, VisitIx};
use std::collections::BTreeMap;

/// A message in a snapshot: one copy of a worm.
#[derive(Clone, Debug)]
pub struct Message {
    /// The worm.
    pub worm: u32,
    /// It is in the deadlock.
    pub present: Lit,
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
    /// With incremental reservation, for each part of the request but the last: it has been reserved, and the last not.
    pub reserved: Vec<(ResourceId, Lit)>,
}

/// The formula, and what its variables mean.
#[derive(Clone, Debug)]
pub struct Snapshot {
    /// The formula.
    pub formula: Formula,
    /// The messages.
    pub messages: Vec<Message>,
}
