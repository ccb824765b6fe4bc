//! Permutations of a few symbols, and their lexicographic rank.

use std::fmt;
use thiserror::Error;

/// A permutation of the symbols 1 to n. Positions count from 1, as in the star paper.
///
/// It is written as its symbols in a row, `2143`, and from 10 symbols on with dots between them, `2.1.….10`.
///
/// ```
/// use wormcast_topology::Permutation;
/// let permutation = Permutation::parse(4, "2143")?;
/// assert_eq!(permutation.symbol(3), 4);
/// assert_eq!(permutation.swapped(3).to_string(), "4123");
/// assert_eq!(Permutation::from_rank(4, permutation.rank()), permutation);
/// assert_eq!(Permutation::parse(4, "2113").unwrap_err().to_string(), "it repeats 1 and lacks 4");
/// # Ok::<(), wormcast_topology::PermutationError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Permutation {
    /// The symbols, counted from 0; those beyond `length` are 0.
    symbols: [u8; Permutation::MAX_SYMBOLS],
    length: u8,
}

/// Why a text is not a permutation.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum PermutationError {
    /// Too few or too many symbols.
    #[error("it has {found} symbols, not {expected}")]
    Length {
        /// How many there are.
        found: usize,
        /// How many there should be.
        expected: usize,
    },
    /// A symbol that is not a number from 1 to n.
    #[error("`{symbol}` is not a symbol from 1 to {last}")]
    Symbol {
        /// The text that should be a symbol.
        symbol: String,
        /// The last symbol.
        last: usize,
    },
    /// A symbol stands twice, so that another one is missing.
    #[error("it repeats {repeated} and lacks {missing}")]
    Repeated {
        /// The first symbol that stands twice.
        repeated: usize,
        /// The first symbol that is missing.
        missing: usize,
    },
}

impl Permutation {
    /// The most symbols that a permutation may have: 10! nodes are built in seconds, and 11! are too many.
    pub const MAX_SYMBOLS: usize = 10;

    /// 1 2 … n.
    pub fn identity(length: usize) -> Self {
        let mut symbols = [0; Self::MAX_SYMBOLS];
        for (position, symbol) in symbols[..length].iter_mut().enumerate() {
            *symbol = position as u8;
        }
        Self { symbols, length: length as u8 }
    }

    /// The permutation of `length` symbols that a text writes out.
    ///
    /// # Errors
    /// What keeps it from being one.
    pub fn parse(length: usize, text: &str) -> Result<Self, PermutationError> {
        let dotted = length >= 10;
        let found = if dotted { text.split('.').count() } else { text.chars().count() };
        if found != length {
            return Err(PermutationError::Length { found, expected: length });
        }
        let symbols: Vec<&str> = match dotted {
            true => text.split('.').collect(),
            false => text.split("").filter(|symbol| !symbol.is_empty()).collect(),
        };
        let mut permutation = Self::identity(length);
        for (place, symbol) in permutation.symbols.iter_mut().zip(symbols) {
            *place = parse_symbol(symbol, length)?;
        }
        permutation.check()
    }

    fn check(self) -> Result<Self, PermutationError> {
        let count = |symbol: u8| self.symbols().iter().filter(|&&other| other == symbol).count();
        let first = |wanted: fn(usize) -> bool| (0..self.length).find(|&symbol| wanted(count(symbol)));
        match (first(|count| count > 1), first(|count| count == 0)) {
            (Some(repeated), Some(missing)) => {
                Err(PermutationError::Repeated { repeated: repeated as usize + 1, missing: missing as usize + 1 })
            }
            _ => Ok(self),
        }
    }

    /// How many symbols it has.
    pub fn length(&self) -> usize {
        self.length as usize
    }

    /// The symbol at a position.
    #[inline]
    pub fn symbol(&self, position: usize) -> usize {
        self.symbols()[position - 1] as usize + 1
    }

    /// The position of a symbol. O(n).
    ///
    /// # Panics
    /// If it has no such symbol.
    #[inline]
    pub fn position(&self, symbol: usize) -> usize {
        let found = self.symbols().iter().position(|&other| other as usize + 1 == symbol);
        found.expect("a symbol from 1 to n") + 1
    }

    /// The neighbour g_i: the first symbol and the one at position i swapped.
    #[inline]
    pub fn swapped(&self, i: usize) -> Self {
        let mut symbols = self.symbols;
        symbols.swap(0, i - 1);
        Self { symbols, ..*self }
    }

    /// How many permutations of as many symbols come before it in lexicographic order: its Lehmer code, read in the
    /// factorial number system. O(n) by bit counting.
    #[inline]
    pub fn rank(&self) -> usize {
        let mut used = 0_u32;
        let mut rank = 0;
        for (position, &symbol) in self.symbols().iter().enumerate() {
            let smaller_before = (used & ((1 << symbol) - 1)).count_ones() as usize;
            rank = rank * (self.length() - position) + symbol as usize - smaller_before;
            used |= 1 << symbol;
        }
        rank
    }

    /// The permutation of `length` symbols with this rank. O(n).
    ///
    /// # Panics
    /// If the rank is not below n!.
    pub fn from_rank(length: usize, rank: usize) -> Self {
        assert!(rank < factorial(length), "rank {rank} of {length} symbols");
        // The Lehmer code: the last digit counts ones, the one before it in steps of 2, then 6. All divisors are
        // constants, which is cheap.
        let mut code = [0_u8; Self::MAX_SYMBOLS + 1];
        let mut rest = rank as u32;
        for left in 2..=Self::MAX_SYMBOLS as u32 {
            code[left as usize] = (rest % left) as u8;
            rest /= left;
        }
        // The symbols that are unused, in ascending order, four bits each.
        let mut unused = 0x98_7654_3210_u64;
        let mut symbols = [0; Self::MAX_SYMBOLS];
        for (place, &digit) in symbols[..length].iter_mut().zip(code[1..=length].iter().rev()) {
            let shift = 4 * u32::from(digit);
            *place = (unused >> shift & 0xf) as u8;
            let smaller = (1 << shift) - 1;
            unused = unused & smaller | unused >> 4 & !smaller;
        }
        Self { symbols, length: length as u8 }
    }

    /// The position of each symbol, both counted from 0.
    #[inline]
    pub(super) fn inverse(&self) -> [u8; Self::MAX_SYMBOLS] {
        let mut positions = [0; Self::MAX_SYMBOLS];
        for (position, &symbol) in (0..).zip(self.symbols()) {
            positions[symbol as usize] = position;
        }
        positions
    }

    /// The symbols, counted from 0.
    #[inline]
    pub(super) fn symbols(&self) -> &[u8] {
        &self.symbols[..self.length as usize]
    }

    /// The permutation of these symbols, which are counted from 0 and must be one.
    pub(super) fn from_symbols(symbols: &[u8]) -> Self {
        let mut permutation = Self::identity(symbols.len());
        permutation.symbols[..symbols.len()].copy_from_slice(symbols);
        permutation
    }
}

fn parse_symbol(text: &str, last: usize) -> Result<u8, PermutationError> {
    let number = crate::grid::canonical_number(text).filter(|number| (1..=last as u32).contains(number));
    number.map(|number| number as u8 - 1).ok_or_else(|| PermutationError::Symbol { symbol: text.to_owned(), last })
}

/// n! for n up to 10.
#[inline]
pub(super) const fn factorial(n: usize) -> usize {
    const TABLE: [usize; 11] = [1, 1, 2, 6, 24, 120, 720, 5040, 40_320, 362_880, 3_628_800];
    TABLE[n]
}

impl fmt::Display for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (position, &symbol) in self.symbols().iter().enumerate() {
            let dot = if position > 0 && self.length >= 10 { "." } else { "" };
            write!(f, "{dot}{}", symbol + 1)?;
        }
        Ok(())
    }
}

impl fmt::Debug for Permutation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Permutation({self})")
    }
}
