//! Mean latencies of messages in the order of their generation, so that runs with the same messages can be compared
//! message by message, without keeping them all.

use crate::stats::{Estimate, LEAST_OBSERVATIONS, batch_means};
use serde::{Deserialize, Serialize};

/// The most blocks that are kept; when there are more, neighbours are merged.
const MOST: usize = 512;
/// The messages of a block at first.
const FIRST_SIZE: u64 = 4;

/// Mean latencies, in nanoseconds, of blocks of equally many messages in the order of their generation; none for a
/// block of which a message was not completed.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Blocks {
    /// The messages of a block: a power of two.
    pub size: u64,
    /// The mean of each block.
    pub means: Vec<Option<f64>>,
}

impl Blocks {
    /// The same in blocks that are larger by a power of two.
    fn of_size(&self, size: u64) -> Vec<Option<f64>> {
        let together = (size / self.size).max(1) as usize;
        let merged =
            |blocks: &[Option<f64>]| blocks.iter().copied().sum::<Option<f64>>().map(|sum| sum / blocks.len() as f64);
        self.means.chunks_exact(together).map(merged).collect()
    }

    /// How much longer messages took than in another run with the same messages, on average over those that were
    /// completed in both, without the first `warm_up`; with its confidence interval. What the messages have in common
    /// cancels out, so that it is known much better than either mean.
    ///
    /// ```
    /// use wormcast_eval::run::{Blocks, Unpaired};
    /// let noise = |i: u32| f64::from(i * 7919 % 100);
    /// let run = |delay: f64| Blocks { size: 4, means: (0..400).map(|i| Some(noise(i) + delay)).collect() };
    /// let difference = run(3.0).longer_than(&run(1.0), 0).unwrap();
    /// assert!((difference.mean - 2.0).abs() < 1e-9 && difference.half_width.unwrap() < 1e-9);
    /// assert_eq!(run(3.0).longer_than(&run(1.0), 1500), Err(Unpaired::Few));
    /// ```
    ///
    /// # Errors
    /// There is no interval: why.
    pub fn longer_than(&self, other: &Self, warm_up: u64) -> Result<Estimate, Unpaired> {
        let size = self.size.max(other.size);
        let [own, others] = [self, other].map(|blocks| blocks.of_size(size));
        let both = own.into_iter().zip(others).skip(warm_up.div_ceil(size) as usize);
        let differences: Vec<f64> = both.filter_map(|(own, other)| Some(own? - other?)).collect();
        if differences.len() < LEAST_OBSERVATIONS {
            return Err(Unpaired::Few);
        }
        let estimate = batch_means(&differences, 0.95);
        if estimate.half_width.is_some() { Ok(estimate) } else { Err(Unpaired::Correlated) }
    }
}

/// Why two runs with the same messages are not compared block by block.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Unpaired {
    /// They have too few blocks in common.
    Few,
    /// The differences of neighbouring blocks depend on each other, however many are merged.
    Correlated,
    /// The blocks of the class are not kept with one of them, or it is not known where its steady state begins.
    NotKept,
}

/// Blocks that are being filled.
#[derive(Debug)]
pub(super) struct BlockSums {
    size: u64,
    /// The sum and the number of the latencies of each block.
    sums: Vec<(f64, u64)>,
}

impl Default for BlockSums {
    fn default() -> Self {
        Self { size: FIRST_SIZE, sums: Vec::new() }
    }
}

impl BlockSums {
    /// Blocks of one message at first: for classes that may have few of them.
    pub(super) fn of_one() -> Self {
        Self { size: 1, sums: Vec::new() }
    }

    /// A message of this number, in the order of generation, took so long.
    pub(super) fn add(&mut self, message: u64, latency: f64) {
        while message / self.size >= MOST as u64 {
            self.merge();
        }
        let place = (message / self.size) as usize;
        if place >= self.sums.len() {
            self.sums.resize(place + 1, (0.0, 0));
        }
        let (sum, count) = &mut self.sums[place];
        (*sum, *count) = (*sum + latency, *count + 1);
    }

    fn merge(&mut self) {
        self.size *= 2;
        let pair = |pair: &[(f64, u64)]| pair.iter().fold((0.0, 0), |all, one| (all.0 + one.0, all.1 + one.1));
        self.sums = self.sums.chunks(2).map(pair).collect();
    }

    pub(super) fn means(&self) -> Blocks {
        let mean = |&(sum, count): &(f64, u64)| (count == self.size).then(|| sum / count as f64);
        Blocks { size: self.size, means: self.sums.iter().map(mean).collect() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_merge_and_those_with_a_message_missing_have_no_mean() {
        let mut sums = BlockSums::default();
        (0..5000).filter(|&message| message != 77).for_each(|message| sums.add(message, message as f64));
        let Blocks { size, means } = sums.means();
        assert_eq!((size, means.len()), (16, 313));
        assert_eq!(means[0], Some(7.5));
        assert_eq!((means[77 / 16], means[312]), (None, None));
        assert_eq!(Blocks { size, means }.of_size(32)[..3], [Some(15.5), Some(47.5), None]);
    }

    #[test]
    fn runs_in_blocks_of_different_sizes_are_compared() {
        let run = |messages: u64, delay: f64| {
            let mut sums = BlockSums::default();
            (0..messages).for_each(|message| sums.add(message, (message * 7919 % 100) as f64 + delay));
            sums.means()
        };
        let found = run(9000, 5.0).longer_than(&run(3000, 1.0), 100).unwrap();
        assert!((found.mean - 4.0).abs() < 1e-9, "{found:?}");
    }
}
