//! Header flits as words of bits.

use super::HeaderFlit;
use serde::{Deserialize, Serialize};
use thiserror::Error;

/// The most ports that a router may have where headers are written.
pub const MAX_PORTS: u32 = 64;

/// How a header flit is laid out in a word. From the lowest bit up: S (1 bit), O1 to Ok (a bit a port), C (1 bit), the
/// number of the router, the number of the tree.
///
/// The tree is read where the worm is injected; behind that, a router knows it by the link that a flit comes from.
///
/// ```
/// use wormcast_plan::headers::{HeaderFlit, WordLayout};
/// let layout = WordLayout::new(256, 4, 2)?;
/// assert_eq!((layout.number_bits, layout.tree_bits, layout.width()), (8, 1, 15));
/// let flit = HeaderFlit { number: 0x2b, consume: true, outputs: 0b0110, split: false };
/// let word = layout.word(1, flit);
/// assert_eq!(word, 0b1_00101011_1_0110_0);
/// assert_eq!(layout.hex(word), "4aec");
/// assert_eq!(layout.read_hex("4aec")?, (1, flit));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WordLayout {
    /// How many ports a router has at most: the number of O bits.
    pub ports: u32,
    /// How many bits the number of a router has: ⌈log2 of the number of routers⌉.
    pub number_bits: u32,
    /// How many bits the number of a tree has: ⌈log2 of the number of trees⌉.
    pub tree_bits: u32,
}

/// A network whose routers have too many ports for header flits.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("a router with {0} ports needs as many bits in a header flit; at most {MAX_PORTS} are possible")]
pub struct TooManyPorts(pub u32);

/// A word that is no header flit of a layout.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{word}` is no header flit; expected {digits} hexadecimal digits, for {width} bits")]
pub struct HeaderWordError {
    /// The word.
    pub word: String,
    /// How many digits it should have.
    pub digits: usize,
    /// How many bits these may set, from the lowest.
    pub width: u32,
}

impl WordLayout {
    /// The narrowest layout for so many routers, ports a router, and trees.
    ///
    /// # Errors
    /// More than [`MAX_PORTS`] ports.
    pub fn new(routers: usize, ports: u32, trees: usize) -> Result<Self, TooManyPorts> {
        if ports > MAX_PORTS {
            return Err(TooManyPorts(ports));
        }
        Ok(Self { ports, number_bits: bits_for(routers), tree_bits: bits_for(trees) })
    }

    /// Whether its words have at most 128 bits, as those of [`new`](Self::new) have.
    pub fn is_possible(self) -> bool {
        self.ports <= MAX_PORTS && self.number_bits <= 32 && self.tree_bits <= 16
    }

    /// How many bits a word has.
    pub fn width(self) -> u32 {
        2 + self.ports + self.number_bits + self.tree_bits
    }

    /// The word of a flit on a tree.
    pub fn word(self, tree: u32, flit: HeaderFlit) -> u128 {
        let fields = [
            (u64::from(tree), self.tree_bits),
            (flit.number.into(), self.number_bits),
            (flit.consume.into(), 1),
            (flit.outputs, self.ports),
            (flit.split.into(), 1),
        ];
        fields.iter().fold(0, |word, &(value, bits)| word << bits | u128::from(value))
    }

    /// A word in hexadecimal digits, as many as any word of the layout needs.
    pub fn hex(self, word: u128) -> String {
        format!("{word:0digits$x}", digits = self.digits())
    }

    /// The tree and the flit of a word in hexadecimal digits.
    ///
    /// # Errors
    /// Not as many digits as all words have, or bits beyond the width.
    ///
    /// # Panics
    /// If the layout is not [possible](Self::is_possible).
    pub fn read_hex(self, word: &str) -> Result<(u32, HeaderFlit), HeaderWordError> {
        assert!(self.is_possible(), "words fit 128 bits");
        let plain = word.len() == self.digits() && word.bytes().all(|byte| byte.is_ascii_hexdigit());
        let value = plain.then(|| u128::from_str_radix(word, 16).ok()).flatten();
        let bits = value.filter(|value| value >> self.width() == 0);
        bits.map(|bits| self.fields(bits)).ok_or_else(|| HeaderWordError {
            word: wormcast_topology::shortened(word).into_owned(),
            digits: self.digits(),
            width: self.width(),
        })
    }

    fn fields(self, mut bits: u128) -> (u32, HeaderFlit) {
        let mut take = |count: u32| {
            let value = bits & ((1 << count) - 1);
            bits >>= count;
            value as u64
        };
        let split = take(1) == 1;
        let outputs = take(self.ports);
        let consume = take(1) == 1;
        let number = take(self.number_bits) as u32;
        (take(self.tree_bits) as u32, HeaderFlit { number, consume, outputs, split })
    }

    fn digits(self) -> usize {
        self.width().div_ceil(4) as usize
    }
}

/// How many bits tell so many things apart.
pub(super) fn bits_for(things: usize) -> u32 {
    things.max(1).next_power_of_two().trailing_zeros()
}
