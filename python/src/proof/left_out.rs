//! Pairs of nodes that a proof says nothing of.

use crate::errors::{Answer, Raised};
use crate::statement::between_pairs;
use wormcast::check::proof::{Answer as Verdict, ProofDocument, SchemeStatement, Statement};
use wormcast::formats::named_routing;
use wormcast::plan::MAX_VIRTUAL_CHANNELS;
use wormcast::routing::Summary;
use wormcast::schemes::option::ROUTING;
use wormcast::schemes::{Options, scheme_named};
use wormcast::{Error, Network};

/// How many pairs are named.
const NAMED: usize = 10;

/// The pairs of nodes that routings or schemes have no route for: of their messages nothing is proved.
#[derive(Clone, Default)]
pub(crate) struct LeftOut {
    /// How many there are.
    pub(crate) count: usize,
    /// The first of them: the source, the destination, and why.
    pub(crate) first: Vec<(String, String, String)>,
    /// How many pairs there are with those that are routed.
    pairs: usize,
    /// Whether only some of the pairs of the network were tried.
    is_part: bool,
}

impl LeftOut {
    /// Those of what a proof is about. O(pairs · length); of schemes, some pairs of large networks alone are tried.
    pub(crate) fn of(network: &Network, document: &ProofDocument) -> Answer<Self> {
        let mut all = Self::default();
        match &document.statement {
            Statement::Routing(_) => all.add_routes(network, document),
            Statement::Workload(statement) => {
                between_pairs(&statement.routes).try_for_each(|name| all.add_routing(network, name))?;
            }
            Statement::Scheme(statement) => all.add_scheme(network, statement)?,
        }
        Ok(all)
    }

    /// Those that a proof about routes tells.
    fn add_routes(&mut self, network: &Network, document: &ProofDocument) {
        let Some(found) = &document.routes else { return };
        let first = found.unrouted.iter().map(|pair| (pair.from.clone(), pair.to.clone(), pair.reason.clone()));
        self.add(found.unrouted_pairs, pairs_of(network), first);
    }

    /// Those of a routing, or of a file of routes.
    fn add_routing(&mut self, network: &Network, name: &str) -> Answer<()> {
        let mut routing = named_routing(network.topology(), name, MAX_VIRTUAL_CHANNELS)?;
        let summary = Summary::of(network.topology(), &mut *routing);
        if let Some(problem) = summary.failure() {
            return Err(Raised::of_own(problem.to_owned()));
        }
        let node = |node| network.topology().node_name(node);
        let first = summary.unrouted.iter().map(|pair| (node(pair.from), node(pair.to), pair.flaw.to_string()));
        self.add(summary.unrouted.len(), summary.pairs as usize, first);
        Ok(())
    }

    /// Those of a scheme, and of the routing of the unicasts beside it.
    fn add_scheme(&mut self, network: &Network, statement: &SchemeStatement) -> Answer<()> {
        let unicasts = statement.unicasts().filter(|(_, words)| !words.is_empty());
        let own = (statement.scheme.clone(), statement.options.clone());
        for (name, words) in [Some(own), unicasts].into_iter().flatten() {
            let scheme = scheme_named(&name).map_err(Error::from)?;
            let options = Options::of_words(words, scheme.options()).map_err(Error::from)?;
            match options.get(&ROUTING) {
                Some(routing) => self.add_routing(network, &routing.to_string())?,
                None => {
                    let unplanned = network.unplanned(&name, &options);
                    self.is_part |= unplanned.tried < pairs_of(network);
                    self.add(unplanned.count, unplanned.tried, unplanned.first.into_iter());
                }
            }
        }
        between_pairs(&statement.routes).try_for_each(|name| self.add_routing(network, name))
    }

    fn add(&mut self, count: usize, pairs: usize, first: impl Iterator<Item = (String, String, String)>) {
        self.first.extend(first.take(NAMED.saturating_sub(self.first.len())));
        self.count += count;
        self.pairs += pairs;
    }

    /// In words; none if no pair is left out.
    pub(super) fn in_words(&self, verdict: Verdict) -> Option<String> {
        let (from, to, _) = self.first.first()?;
        let (count, pairs) = (self.count, self.pairs);
        let have = if count == 1 { "has" } else { "have" };
        let tried = if self.is_part { " that were tried" } else { "" };
        let so = if verdict == Verdict::DeadlockFree { ": nothing is proved of these" } else { "" };
        Some(format!("{count} of {pairs} pairs of nodes{tried} {have} no route, such as from {from} to {to}{so}"))
    }
}

/// How many pairs of nodes messages go between.
fn pairs_of(network: &Network) -> usize {
    let nodes = network.topology().graph().terminals().count();
    nodes * nodes.saturating_sub(1)
}
