//! Pairs of nodes that a proof says nothing of.

use crate::errors::{Answer, Raised};
use wormcast::Network;
use wormcast::check::proof::{Answer as Verdict, ProofDocument, RoutesFound};
use wormcast::formats::named_routing;
use wormcast::plan::MAX_VIRTUAL_CHANNELS;
use wormcast::routing::Summary;

/// How many pairs are named.
const NAMED: usize = 10;

/// The pairs of nodes that routings have no route for: of their messages nothing is proved.
#[derive(Clone, Default)]
pub(crate) struct LeftOut {
    /// How many there are.
    pub(crate) count: usize,
    /// The first of them: the source, the destination, and why.
    pub(crate) first: Vec<(String, String, String)>,
    /// How many pairs there are with those that are routed.
    pairs: usize,
}

impl LeftOut {
    /// Those that a proof about routes tells.
    pub(super) fn of_routes(network: &Network, found: Option<&RoutesFound>) -> Self {
        let Some(found) = found else { return Self::default() };
        let nodes = network.topology().graph().terminals().count();
        let named = found.unrouted.iter().take(NAMED);
        let first = named.map(|pair| (pair.from.clone(), pair.to.clone(), pair.reason.clone())).collect();
        Self { count: found.unrouted_pairs, first, pairs: nodes * nodes.saturating_sub(1) }
    }

    /// Those of routings and files of routes beside what is proved free of deadlock; none of another answer.
    /// O(pairs · length).
    pub(crate) fn of_routings<'n>(
        network: &Network,
        document: &ProofDocument,
        routings: impl IntoIterator<Item = &'n String>,
    ) -> Answer<Self> {
        let mut all = Self::default();
        for name in routings.into_iter().filter(|_| document.answer == Verdict::DeadlockFree) {
            let routing = named_routing(network.topology(), name, MAX_VIRTUAL_CHANNELS);
            let mut routing = routing.map_err(|error| Raised::from(wormcast::Error::from(error)))?;
            let summary = Summary::of(network.topology(), &mut *routing);
            if let Some(problem) = summary.failure() {
                return Err(Raised::bad(problem));
            }
            let node = |node| network.topology().node_name(node);
            let named = summary.unrouted.iter().take(NAMED.saturating_sub(all.first.len()));
            all.first.extend(named.map(|pair| (node(pair.from), node(pair.to), pair.flaw.to_string())));
            all.count += summary.unrouted.len();
            all.pairs += summary.pairs as usize;
        }
        Ok(all)
    }

    /// In words; none if no pair is left out.
    pub(super) fn in_words(&self) -> Option<String> {
        let (from, to, _) = self.first.first()?;
        let (count, pairs) = (self.count, self.pairs);
        let have = if count == 1 { "has" } else { "have" };
        Some(format!(
            "{count} of {pairs} pairs of nodes {have} no route, such as from {from} to {to}: nothing is proved of these"
        ))
    }
}
