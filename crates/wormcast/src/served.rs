//! Which unicasts a scheme plans at all.

use crate::Network;
use wormcast_plan::{MulticastSet, Worms, words_apart};
use wormcast_schemes::{Options, Scheme, scheme_named};

/// The most nodes of which all pairs are tried; on larger networks, every node is tried with so many others.
const MOST_TRIED: usize = 64;
/// How many hops all that are tried may have together: some tenths of a second.
const MOST_HOPS: usize = 1 << 23;

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
        let terminals: Vec<_> = self.topology().graph().terminals().collect();
        let mut planner = scheme_named(scheme).ok()?.prepare(self.topology(), options).ok()?;
        let stride = terminals.len().div_ceil(MOST_TRIED).max(1);
        let (mut worms, mut hops) = (Worms::new(), 0);
        for round in 0..MOST_TRIED {
            for place in scattered(terminals.len()) {
                // Spread over the network, and others for each sender.
                let pair = (terminals[place], terminals.get(place % stride + round * stride).copied());
                let (source, Some(to)) = pair else { continue };
                if to == source {
                    continue;
                }
                worms.clear();
                if planner.plan(MulticastSet { source, destinations: &[to] }, &mut worms).is_err() {
                    let name = |node| self.topology().node_name(node);
                    return Some((name(source), name(to)));
                }
                hops += worms.hop_count();
                if hops > MOST_HOPS {
                    return None;
                }
            }
        }
        None
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
