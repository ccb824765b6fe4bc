//! What decides the messages of a run.

use crate::sweep::store::hexadecimal;
use crate::traffic::{Arrivals, Pattern, Trace, TrafficSpec};
use serde::Serialize;
use sha2::{Digest, Sha256};
use wormcast_topology::NodeId;

#[derive(Debug, Serialize)]
pub(super) struct TrafficIdentity<'a> {
    arrivals: Arrivals,
    multicast_share: f64,
    unicast: PatternIdentity<'a>,
    multicast: PatternIdentity<'a>,
    /// Lengths in flits with their shares, of unicasts and of multicasts.
    #[serde(skip_serializing_if = "Option::is_none")]
    lengths: Option<[&'a [(u32, f64)]; 2]>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    weights: Vec<(usize, f64)>,
    #[serde(skip_serializing_if = "Option::is_none")]
    reply_flits: Option<u32>,
    /// The SHA-256 of the numbers of a trace, in the order of [`Trace::words`], 8 bytes each, the lowest first.
    #[serde(skip_serializing_if = "Option::is_none")]
    trace: Option<String>,
}

/// Nodes go in by their numbers.
#[derive(Debug, Serialize)]
#[serde(tag = "pattern", rename_all = "kebab-case")]
enum PatternIdentity<'a> {
    Uniform { min: usize, max: usize },
    HotSpot { node: usize, share: f64, destinations: usize },
    Transpose,
    BitComplement,
    Rectangle { sides: &'a [u32] },
    Line { dimension: usize },
    All,
    List { sets: Vec<(usize, Vec<usize>)> },
}

impl<'a> TrafficIdentity<'a> {
    pub(super) fn of(
        TrafficSpec { arrivals, multicast_share, unicast, multicast, lengths, weights, reply, trace }: &'a TrafficSpec,
    ) -> Self {
        let [unicast, multicast] = [unicast, multicast].map(PatternIdentity::of);
        let shares = lengths.each_ref().map(|lengths| &*lengths.shares);
        Self {
            arrivals: *arrivals,
            multicast_share: *multicast_share,
            unicast,
            multicast,
            lengths: shares.iter().any(|shares| !shares.is_empty()).then_some(shares),
            weights: weights.iter().map(|&(node, weight)| (node.index(), weight)).collect(),
            reply_flits: *reply,
            trace: trace.as_deref().map(hash_of_trace),
        }
    }
}

impl<'a> PatternIdentity<'a> {
    pub(super) fn of(pattern: &'a Pattern) -> Self {
        let numbers = |set: &[NodeId]| set.iter().map(|node| node.index()).collect();
        match pattern {
            &Pattern::Uniform { min, max } => Self::Uniform { min, max },
            &Pattern::HotSpot { node, share, destinations } => {
                Self::HotSpot { node: node.index(), share, destinations }
            }
            Pattern::Transpose => Self::Transpose,
            Pattern::BitComplement => Self::BitComplement,
            Pattern::Rectangle { sides } => Self::Rectangle { sides },
            &Pattern::Line { dimension } => Self::Line { dimension },
            Pattern::All => Self::All,
            Pattern::List { sets } => {
                Self::List { sets: sets.iter().map(|(source, set)| (source.index(), numbers(set))).collect() }
            }
        }
    }
}

fn hash_of_trace(trace: &Trace) -> String {
    let mut words = Sha256::new();
    trace.words().for_each(|word| words.update(word.to_le_bytes()));
    hexadecimal(&words.finalize())
}
