//! Saturation: source queues that grow without end.

/// A window's mean backlog must exceed that of the window before by this factor to count as growing. A backlog that
/// grows in proportion to time doubles from window to window; one that only fluctuates at the edge of saturation grows
/// like a random walk, by √2.
const GROWTH: f64 = 1.6;
/// So many windows must have grown one after another.
const WINDOWS: usize = 3;
/// In the last window, at most this share of the messages that were generated were completed.
const COMPLETED: f64 = 0.95;

/// Watches how many messages are under way (generated and not yet completed), in windows of time each as long as all
/// before it. It looks whenever a message is generated; Poisson arrivals see time averages.
///
/// The network is saturated when the mean backlog grew by at least 1.6 in each of the last three windows, and fewer
/// than 95 % of the messages generated in the last one were completed in it.
///
/// ```
/// use wormcast_eval::run::Backlog;
/// // A message every 1 ns, of which every other is completed at once.
/// let mut backlog = Backlog::new(100.0);
/// for time in 0..10_000_u32 {
///     backlog.observe(f64::from(time), u64::from(time / 2));
/// }
/// assert!(backlog.is_saturated());
/// ```
#[derive(Clone, Debug)]
pub struct Backlog {
    /// The end of the current window.
    end: f64,
    /// MeanOf the current window: messages generated, the sum of the backlogs that they met, and the first of these.
    generated: u64,
    sum: f64,
    first: u64,
    /// MeanOf the windows that are over: mean backlog, and the share of messages completed in the last.
    means: Vec<f64>,
    share: f64,
}

impl Backlog {
    /// Nothing yet; `window` is the length of the first window, in the unit of the times that follow.
    pub fn new(window: f64) -> Self {
        Self { end: window, generated: 0, sum: 0.0, first: 0, means: Vec::new(), share: 1.0 }
    }

    /// A message is generated when so many others are under way. Times must not fall.
    pub fn observe(&mut self, time: f64, under_way: u64) {
        while time >= self.end {
            self.close(under_way);
        }
        self.generated += 1;
        self.sum += under_way as f64;
    }

    /// Whether the windows that are over show a backlog that grows without end.
    pub fn is_saturated(&self) -> bool {
        let grows = |pair: &[f64]| pair[1] >= GROWTH * pair[0] && pair[0] > 0.0;
        let last = self.means.len().checked_sub(WINDOWS + 1).map(|first| &self.means[first..]);
        last.is_some_and(|means| means.windows(2).all(grows)) && self.share < COMPLETED
    }

    /// When the current window ends: a message that comes before cannot show anything new.
    pub(super) fn window_end(&self) -> f64 {
        self.end
    }

    fn close(&mut self, under_way: u64) {
        let generated = (self.generated as f64).max(1.0);
        self.means.push(self.sum / generated);
        self.share = 1.0 - (under_way as f64 - self.first as f64) / generated;
        self.first = under_way;
        self.end *= 2.0;
        (self.generated, self.sum) = (0, 0.0);
    }
}

#[cfg(test)]
mod tests {
    use super::Backlog;
    use rand::{RngExt, SeedableRng};
    use rand_distr::{Distribution, Exp1};
    use rand_xoshiro::Xoshiro256PlusPlus;

    /// A queue with one server (M/M/1) at this utilisation, over so many messages.
    fn queue(utilisation: f64, messages: usize, seed: u64) -> Backlog {
        let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
        let mut backlog = Backlog::new(200.0);
        let (mut now, mut waiting) = (0.0, 0_u64);
        let mut generated = 0;
        while generated < messages {
            let rate = utilisation + if waiting > 0 { 1.0 } else { 0.0 };
            let wait: f64 = Exp1.sample(&mut random);
            now += wait / rate;
            if random.random_range(0.0..rate) < utilisation {
                backlog.observe(now, waiting);
                (waiting, generated) = (waiting + 1, generated + 1);
            } else {
                waiting -= 1;
            }
        }
        backlog
    }

    #[test]
    fn a_stable_queue_is_not_called_saturated() {
        for seed in 0..200 {
            assert!(!queue(0.8, 20_000, seed).is_saturated(), "seed {seed}");
        }
    }

    #[test]
    fn an_overloaded_queue_is() {
        let said = (0..100).filter(|&seed| queue(1.3, 20_000, seed).is_saturated()).count();
        assert!(said >= 99, "{said}");
    }
}
