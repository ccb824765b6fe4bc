//! Which unicasts a scheme plans at all.

use crate::Network;
use wormcast_plan::{MulticastSet, Worms, words_apart};
use wormcast_schemes::{Options, PlanError, Scheme, scheme_named};
use wormcast_topology::{BreadthFirst, NodeId};

/// The most nodes of which all pairs are tried; on larger networks, every node is tried with so many others.
const MOST_TRIED: usize = 64;
/// How many hops all that are tried may have together: some tenths of a second.
const MOST_HOPS: usize = 1 << 23;
/// How many pairs are named.
const NAMED: usize = 10;

/// Tells the hops of a unicast, or why it is not planned.
type PlansPair<'n> = dyn FnMut(NodeId, NodeId) -> Result<usize, PlanError> + 'n;

/// Pairs of nodes between which a scheme plans no unicast: what is proved of it says nothing of those.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unplanned {
    /// How many there are among those that were tried.
    pub count: usize,
    /// How many pairs were tried: all, on networks of up to 64 nodes.
    pub tried: usize,
    /// The first ten of them: sender, receiver, and why.
    pub first: Vec<(String, String, String)>,
}

fn reason(error: PlanError) -> String {
    match error {
        PlanError::Unreachable { .. } => "no way leads there".to_owned(),
        other => other.to_string(),
    }
}

impl Network {
    /// A pair of nodes, sender and receiver, between which a scheme plans no unicast: what is proved of its unicasts
    /// says nothing of those. None if all pairs that were tried are planned: all, on networks of up to 64 nodes; else
    /// 64 for every sender, as long as their routes have no more than 2^23 hops together. O(those hops).
    ///
    /// ```
    /// use wormcast::{Network, schemes::Options};
    /// let ring = Network::build("one-way-torus:4")?;
    /// let root = Options::of_words(["--root", "0"], wormcast::schemes::scheme_named("arborescences")?.options())?;
    /// assert_eq!(ring.unplanned_pair("arborescences", &root), Some(("3".into(), "0".into())));
    /// assert_eq!(ring.unplanned_pair("unicast", &Options::default()), None);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn unplanned_pair(&self, scheme: &str, options: &Options) -> Option<(String, String)> {
        let mut first = None;
        self.try_pairs(scheme, options, |source, to, _| {
            first = Some((source, to));
            false
        });
        let name = |node| self.topology().node_name(node);
        first.map(|(source, to)| (name(source), name(to)))
    }

    /// All the pairs of nodes between which a scheme plans no unicast, of those that are tried: the same ones. Where
    /// the scheme is a user's own, these are the pairs between which no way leads.
    ///
    /// ```
    /// use wormcast::{Network, schemes::Options};
    /// let pieces = Network::build("mesh:4x1")?.without_links(["2,0-3,0"])?;
    /// let unplanned = pieces.unplanned("unicast", &Options::default());
    /// assert_eq!((unplanned.count, unplanned.tried), (6, 12));
    /// assert_eq!(unplanned.first[0].2, "no way leads there");
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    pub fn unplanned(&self, scheme: &str, options: &Options) -> Unplanned {
        let name = |node| self.topology().node_name(node);
        let (mut count, mut first) = (0, Vec::new());
        let tried = self.try_pairs(scheme, options, |source, to, error| {
            count += 1;
            if first.len() < NAMED {
                first.push((name(source), name(to), reason(error)));
            }
            true
        });
        Unplanned { count, tried, first }
    }

    /// Tries pairs, and tells those that are not planned, for as long as that returns true. Returns how many were
    /// tried.
    fn try_pairs(
        &self,
        scheme: &str,
        options: &Options,
        mut found: impl FnMut(NodeId, NodeId, PlanError) -> bool,
    ) -> usize {
        let terminals: Vec<_> = self.topology().graph().terminals().collect();
        let Some(mut plans) = self.plans_pairs(scheme, options) else { return 0 };
        let stride = terminals.len().div_ceil(MOST_TRIED).max(1);
        let (mut tried, mut hops) = (0, 0);
        for round in 0..MOST_TRIED {
            for place in scattered(terminals.len()) {
                // Spread over the network, and others for each sender.
                let pair = (terminals[place], terminals.get(place % stride + round * stride).copied());
                let (source, Some(to)) = pair else { continue };
                if to == source {
                    continue;
                }
                tried += 1;
                match plans(source, to) {
                    Ok(taken) => hops += taken,
                    Err(error) => {
                        if !found(source, to, error) {
                            return tried;
                        }
                    }
                }
                if hops > MOST_HOPS {
                    return tried;
                }
            }
        }
        tried
    }

    /// How many hops a scheme takes from one node to another. A user's own scheme is not asked so often: whether there
    /// is a way tells what it cannot plan.
    fn plans_pairs(&self, scheme: &str, options: &Options) -> Option<Box<PlansPair<'_>>> {
        let scheme = scheme_named(scheme).ok()?;
        if scheme.definition().is_some() {
            let mut search = BreadthFirst::new(self.topology().graph());
            return Some(Box::new(move |from, to| {
                search.run(from);
                let way = search.distance(to).map(|_| search.order().len());
                way.ok_or(PlanError::Unreachable { from, to })
            }));
        }
        let mut planner = scheme.prepare(self.topology(), options).ok()?;
        let mut worms = Worms::new();
        Some(Box::new(move |source, to| {
            worms.clear();
            planner.plan(MulticastSet { source, destinations: &[to] }, &mut worms)?;
            Ok(worms.hop_count())
        }))
    }

    /// The same of a scheme with its options behind it, as on the command line: `unicast --routing up-down`.
    pub fn unplanned_by(&self, words: &str) -> Option<(String, String)> {
        let mut words = words_apart(words).into_iter();
        let scheme: &dyn Scheme = scheme_named(&words.next()?).ok()?;
        let options = Options::of_words(words, scheme.options()).ok()?;
        self.unplanned_pair(scheme.name(), &options)
    }
}

/// All numbers below a bound, neighbours far apart: any first ones are spread over all.
fn scattered(count: usize) -> impl Iterator<Item = usize> {
    let is_coprime = |&step: &usize| {
        let (mut a, mut b) = (count, step);
        while b > 0 {
            (a, b) = (b, a % b);
        }
        a <= 1
    };
    let step = (count * 5 / 8..=count).find(is_coprime).unwrap_or(1);
    (0..count).map(move |number| number * step % count)
}

#[cfg(test)]
mod tests {
    use super::scattered;

    #[test]
    fn each_number_comes_once() {
        for count in 0..300 {
            let mut all: Vec<usize> = scattered(count).collect();
            all.sort_unstable();
            assert_eq!(all, Vec::from_iter(0..count));
        }
    }
}
