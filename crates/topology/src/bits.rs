//! Bit strings: the names of the nodes of a binary tree, each being its parent's name and one bit more.

use std::fmt;

/// A string of at most 31 bits; the empty one is the root of a tree.
///
/// ```
/// use wormcast_topology::BitString;
/// let leaf = BitString::parse("011").unwrap();
/// assert_eq!(leaf.parent(), BitString::parse("01"));
/// assert_eq!(leaf.value(), 3);
/// assert_eq!(BitString::EMPTY.child(false).child(true).child(true), leaf);
/// // Up to the root, and down on the other side.
/// assert_eq!(leaf.distance(BitString::parse("1").unwrap()), 4);
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct BitString {
    value: u32,
    length: u32,
}

impl BitString {
    /// The string without bits.
    pub const EMPTY: Self = Self { value: 0, length: 0 };
    /// The most bits.
    pub const MAX_LENGTH: u32 = 31;

    /// The string of `length` bits that is `value` in binary.
    ///
    /// # Panics
    /// If the length is above 31, or the value does not fit.
    #[inline]
    pub fn new(value: u32, length: u32) -> Self {
        assert!(length <= Self::MAX_LENGTH && value < 1 << length, "{value} in {length} bits");
        Self { value, length }
    }

    /// The string that a text of `0` and `1` is; none for other texts and for long ones.
    pub fn parse(text: &str) -> Option<Self> {
        let bits = text.len() <= Self::MAX_LENGTH as usize && text.bytes().all(|byte| matches!(byte, b'0' | b'1'));
        bits.then(|| text.bytes().fold(Self::EMPTY, |string, byte| string.child(byte == b'1')))
    }

    /// The bits as a number; the first bit is the highest.
    #[inline]
    pub fn value(self) -> u32 {
        self.value
    }

    /// How many bits there are: the depth of the node.
    #[inline]
    pub fn length(self) -> u32 {
        self.length
    }

    /// Without the last bit; none for the empty string.
    #[inline]
    pub fn parent(self) -> Option<Self> {
        (self.length > 0).then(|| Self { value: self.value >> 1, length: self.length - 1 })
    }

    /// With one bit more.
    ///
    /// # Panics
    /// If there are 31 bits already.
    #[inline]
    pub fn child(self, bit: bool) -> Self {
        Self::new(self.value << 1 | u32::from(bit), self.length + 1)
    }

    /// The first bits.
    ///
    /// # Panics
    /// If there are fewer.
    #[inline]
    pub fn prefix(self, length: u32) -> Self {
        assert!(length <= self.length, "{length} bits of {}", self.length);
        Self { value: self.value >> (self.length - length), length }
    }

    /// With bits 0 behind, up to this length: the leftmost node at that depth below it.
    ///
    /// # Panics
    /// If there are more bits already, or the length is above 31.
    #[inline]
    pub fn leftmost(self, length: u32) -> Self {
        Self::new(self.value << (length - self.length), length)
    }

    /// The length of the longest common prefix: the depth of the lowest common ancestor.
    #[inline]
    pub fn common(self, other: Self) -> u32 {
        let length = self.length.min(other.length);
        let differing = self.prefix(length).value ^ other.prefix(length).value;
        length - (u32::BITS - differing.leading_zeros())
    }

    /// The length of the way through the tree.
    #[inline]
    pub fn distance(self, other: Self) -> u32 {
        self.length + other.length - 2 * self.common(other)
    }

    /// The next node on the way through the tree; itself if it is there.
    #[inline]
    pub fn towards(self, other: Self) -> Self {
        match () {
            () if self == other => self,
            () if self.common(other) == self.length => other.prefix(self.length + 1),
            () => Self { value: self.value >> 1, length: self.length - 1 },
        }
    }

    /// Its place in the order by length and then by value: the number of a node of a tree in breadth-first order.
    #[inline]
    pub fn index(self) -> usize {
        (1 << self.length) - 1 + self.value as usize
    }

    /// The string at this place.
    ///
    /// # Panics
    /// If the place is that of a string of more than 31 bits.
    #[inline]
    pub fn from_index(index: usize) -> Self {
        let length = (index + 1).ilog2();
        Self::new((index + 1 - (1 << length)) as u32, length)
    }
}

impl fmt::Display for BitString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.length {
            0 => Ok(()),
            length => write!(f, "{:0width$b}", self.value, width = length as usize),
        }
    }
}

impl fmt::Debug for BitString {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "BitString({self})")
    }
}
