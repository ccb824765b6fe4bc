//! What a run is put under besides its plans: channels that are held up, and messages that depend on messages.

use crate::{Ports, SimError, Start, Time, Timing};
use wormcast_topology::{ChannelId, NodeId};

/// A channel is held up for a while, with the buffer at its end: nobody gets it, no flit starts to cross it, and a head
/// that has crossed it makes its request only when that ends. If one virtual channel is held up, flits go on: nobody
/// gets that one, and a head on it waits. If only heads are held up, as where the router at the end lags, that is all.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Stall {
    /// The channel.
    pub channel: ChannelId,
    /// The virtual channel; none: all of them, and the link.
    pub virtual_channel: Option<u32>,
    /// Whether the channel can be taken and crossed meanwhile.
    pub only_heads: bool,
    /// From when on.
    pub from: Time,
    /// For how long.
    pub span: Time,
}

/// A node takes a message in only for as long as it has to send another one: the ejection channel that takes the one
/// message in is free again only when the other has left the node whole.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependence {
    /// The node.
    pub at: NodeId,
    /// The plan that it takes in, by its number in the run.
    pub takes_in: usize,
    /// The plan whose worms that start at the node have to leave it.
    pub only_after_sending: usize,
}

/// What a run is put under besides its plans; nothing, by default. Only the flit engine knows it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Conditions {
    /// The channels that are held up.
    pub stalls: Vec<Stall>,
    /// The messages that depend on messages.
    pub dependences: Vec<Dependence>,
}

impl Conditions {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.stalls.is_empty() && self.dependences.is_empty()
    }

    /// Refuses dependences on what is not there, and such as could hold nothing up.
    pub(crate) fn check(&self, starts: &[Start<'_>], timing: &Timing) -> Result<(), SimError> {
        for &Dependence { at, takes_in, only_after_sending } in &self.dependences {
            let missing = [takes_in, only_after_sending].into_iter().find(|&plan| plan >= starts.len());
            if let Some(plan) = missing {
                return Err(SimError::NoSuchPlan { plan, plans: starts.len() });
            }
            let mut worms = starts[only_after_sending].plan.worms.iter();
            if worms.all(|worm| worm.origin != at) {
                return Err(SimError::NothingSent { plan: only_after_sending, node: at });
            }
        }
        let pointless = timing.consumption == Ports::All && !self.dependences.is_empty();
        if pointless { Err(SimError::DependenceOfNobody) } else { Ok(()) }
    }
}
