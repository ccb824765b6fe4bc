//! Random numbers, written out: another program, or another version of a library, draws the same.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::sync::LazyLock;

/// Numbers drawn one after another from a generator of 64-bit numbers: xoshiro256++, seeded through SplitMix64. How
/// each kind of number is made from those is said at its method, and pinned by tests.
///
/// ```
/// let mut draws = wormcast_eval::traffic::Draws::seeded(1);
/// assert_eq!([6; 5].map(|faces| draws.below(faces)), [4, 4, 0, 4, 1]);
/// ```
#[derive(Clone, Debug)]
pub struct Draws {
    generator: Xoshiro256PlusPlus,
}

impl Draws {
    /// The numbers of a seed, from the first on.
    pub fn seeded(seed: u64) -> Self {
        Self { generator: Xoshiro256PlusPlus::seed_from_u64(seed) }
    }

    /// A whole number below `count`, which is from 1 to 2^32 − 1; 0 if it is 0.
    ///
    /// Let x be the upper half of the next number, and x·count = h·2^32 + l. The result is h. Only if l > 2^32 − count
    /// is another number drawn, with the upper half y; then the result is h + 1 if l + ⌊y·count / 2^32⌋ is 2^32 or more
    /// (Canon's method with one more step). One result is likelier than another by a factor of at most 1 + 2^−32.
    pub fn below(&mut self, count: usize) -> usize {
        let count = count as u32;
        let (high, low) = self.scaled(count);
        let is_carried = low > count.wrapping_neg() && low.checked_add(self.scaled(count).0).is_none();
        (high + u32::from(is_carried)) as usize
    }

    /// The upper half of the next number times `count`, as its upper and its lower half.
    fn scaled(&mut self, count: u32) -> (u32, u32) {
        let product = (self.generator.next_u64() >> 32) * u64::from(count);
        ((product >> 32) as u32, product as u32)
    }

    /// A number from 0 to below 1: the upper 53 bits of the next number as the digits behind the binary point.
    pub fn share(&mut self) -> f64 {
        (self.generator.next_u64() >> 11) as f64 * (f64::EPSILON / 2.0)
    }

    /// True with this chance, from 0 to 1: whether the next number is below ⌊chance·2^64⌋. For 1 none is drawn.
    pub fn chance(&mut self, chance: f64) -> bool {
        const SCALE: f64 = 2.0 * (1_u64 << 63) as f64;
        chance >= 1.0 || self.generator.next_u64() < (chance * SCALE) as u64
    }

    /// An exponentially distributed number of mean 1, by the ziggurat of Marsaglia and Tsang (2000).
    ///
    /// The area under e^−x is cut into 256 layers of equal area. The lowest 8 bits of the next number choose the layer
    /// i, the upper 52 bits as the whole number k a place u = (k + ½) / 2^52 in it: x = u·x_i. It is the result if it
    /// is left of x_(i+1), where the layer lies under the curve over its whole height. Else, in the bottom layer, the
    /// result is from the tail: x_1 − ln s for the next share s; in the others, it is x if a random height in the
    /// layer, e^−x_(i+1) + s·(e^−x_i − e^−x_(i+1)), is under the curve; and else all begins anew.
    pub fn exponential(&mut self) -> f64 {
        let Layers { ends, heights } = &*LAYERS;
        loop {
            let bits = self.generator.next_u64();
            let layer = (bits & 0xff) as usize;
            let x = ((bits >> 12) as f64 + 0.5) * f64::EPSILON * ends[layer];
            if x < ends[layer + 1] {
                return x;
            }
            if layer == 0 {
                return TAIL - libm::log(self.share());
            }
            let height = heights[layer + 1] + (heights[layer] - heights[layer + 1]) * self.share();
            if height < libm::exp(-x) {
                return x;
            }
        }
    }
}

/// Where the bottom layer of the ziggurat ends and the tail begins: x_1.
const TAIL: f64 = 7.697_117_470_131_05;
/// The area of each layer, that of the bottom one with the tail.
const AREA: f64 = 0.003_949_659_822_581_557;

/// The layers of the ziggurat, from the bottom: x_0, …, x_256 and e^−x of each.
struct Layers {
    ends: [f64; 257],
    heights: [f64; 257],
}

/// Worked out once, with a library of functions that gives the same bits on every machine.
static LAYERS: LazyLock<Layers> = LazyLock::new(|| {
    let mut ends = [0.0; 257];
    // As wide as a box of the height of the bottom layer that has its whole area, with the tail.
    ends[0] = AREA / libm::exp(-TAIL);
    ends[1] = TAIL;
    for i in 2..256 {
        // A box on e^−x_(i−1), as wide as x_(i−1), that has the area: where its upper border meets the curve.
        ends[i] = -libm::log(AREA / ends[i - 1] + libm::exp(-ends[i - 1]));
    }
    Layers { ends, heights: ends.map(|x| libm::exp(-x)) }
});

#[cfg(test)]
mod tests {
    use super::*;
    use rand::RngExt;
    use rand_distr::{Distribution, Exp1};

    /// The figures of the documentation were drawn by a library: these are the same numbers. Its logarithms are those
    /// of the machine, and may differ in the last digits.
    #[test]
    fn the_draws_are_those_of_the_library_that_drew_the_first_figures() {
        let mut draws = Draws::seeded(7);
        let mut library = Xoshiro256PlusPlus::seed_from_u64(7);
        for round in 0..200_000 {
            let exponential: f64 = Exp1.sample(&mut library);
            assert!((draws.exponential() / exponential - 1.0).abs() < 1e-13, "{round}");
            let count = 1 + (round * 7919) % 100_000;
            assert_eq!(draws.below(count), library.random_range(0..count), "{count}");
            assert_eq!(draws.share(), library.random::<f64>());
            let chance = round as f64 / 200_000.0;
            assert_eq!(draws.chance(chance), library.random_bool(chance), "{chance}");
        }
    }

    /// The numbers are those of a program of its own, written from the documentation above (the exponential ones up to
    /// the last digit of its logarithms).
    #[test]
    fn the_draws_are_pinned() {
        let mut draws = Draws::seeded(1);
        assert_eq!(
            [1, 2, 10, 1 << 24, u32::MAX as usize].map(|count| draws.below(count)),
            [0, 1, 1, 12_519_441, 793_188_427]
        );
        assert_eq!([(); 3].map(|()| draws.share()), [0.9868740786414067, 0.5234168639903058, 0.0966018259179694]);
        let exponential = [0.5484626965393007, 2.3064282951795616, 0.37403481629010404, 0.05147079006920144];
        assert_eq!([(); 4].map(|()| draws.exponential()), exponential);
        assert_eq!([0.0, 0.25, 0.5, 0.75, 1.0].map(|chance| draws.chance(chance)), [false, true, true, true, true]);
    }

    /// Numbers in which the low half nearly overflows, so that the second step decides.
    #[test]
    fn rare_carries_are_drawn_as_the_library_does() {
        let count = (1 << 31) + 12_345;
        let (mut draws, mut library) = (Draws::seeded(3), Xoshiro256PlusPlus::seed_from_u64(3));
        for _ in 0..10_000 {
            assert_eq!(draws.below(count), library.random_range(0..count));
        }
    }

    #[test]
    fn exponential_numbers_have_their_moments() {
        let mut draws = Draws::seeded(5);
        let numbers: Vec<f64> = (0..200_000).map(|_| draws.exponential()).collect();
        let moment = |power| numbers.iter().map(|x| x.powi(power)).sum::<f64>() / 2e5;
        assert!((moment(1) - 1.0).abs() < 0.01 && (moment(2) - 2.0).abs() < 0.05, "{} {}", moment(1), moment(2));
    }
}
