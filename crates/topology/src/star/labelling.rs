//! The labels of a star graph along its Hamiltonian path, by arithmetic.
//!
//! The path HP(s, j) goes through all orders of the sequence s = s_1 … s_m, from s to one whose first symbol is s_j.
//!
//! - For j = m it visits the m substars of equal last symbol in the order s_m, s_(m−1), …, s_1. In each of them it
//!   goes, by HP, from where it entered to a node whose first symbol is the last symbol of the next substar (in the
//!   last substar: s_m), and crosses by the swap g_m.
//! - For other j it is the path for j = m with positions j and m swapped, in s and in every node.
//!
//! Label l stands at place l of HP(identity, n). A label falls into a substar by division; what is left is to know
//! where the path enters that substar. That depends on m and the substar alone, and not on the symbols: a small table
//! holds it. This path has the labels that the star paper quotes (section 2.2.1).

use super::permutation::{Permutation, factorial};
use std::sync::LazyLock;

const MAX: usize = Permutation::MAX_SYMBOLS;

/// Symbols, or positions, in some order, counted from 0; only the first m count.
type Order = [u8; MAX];

/// Where HP(s, m) enters each of its substars, as positions of s: `ENTRIES[m][substar]`. The substars are counted in
/// the order of the path.
static ENTRIES: LazyLock<[[Order; MAX]; MAX + 1]> = LazyLock::new(entries);

/// O(n³): each entry follows from the one before it, and from where the paths in the next smaller substars end.
fn entries() -> [[Order; MAX]; MAX + 1] {
    let mut entries = [[[0; MAX]; MAX]; MAX + 1];
    let mut end = identity();
    for (m, substars) in entries.iter_mut().enumerate().skip(2) {
        let smaller_end = end;
        let mut at = identity();
        for (substar, entry) in substars.iter_mut().enumerate().take(m) {
            *entry = at;
            let exit = exit_position(&identity(), m, &at, substar);
            at.swap(exit, m - 2);
            at = rearranged(&at, &smaller_end, m - 1);
            at.swap(exit, m - 2);
            end = at;
            at.swap(0, m - 1);
        }
    }
    entries
}

pub(super) fn identity() -> Order {
    std::array::from_fn(|position| position as u8)
}

/// The symbols with the first m of them in this order of their positions.
fn rearranged(symbols: &Order, order: &Order, m: usize) -> Order {
    let mut result = *symbols;
    for (place, &position) in result.iter_mut().zip(&order[..m]) {
        *place = symbols[position as usize];
    }
    result
}

/// HP(sequence, m) enters a substar at `entry`: the position there of the symbol that is first where it leaves.
fn exit_position(sequence: &Order, m: usize, entry: &Order, substar: usize) -> usize {
    let symbol = if substar + 1 < m { sequence[m - 2 - substar] } else { sequence[m - 1] };
    entry.iter().position(|&other| other == symbol).expect("the symbol is in the substar")
}

/// The path HP(sequence, exit), positions counting from 0, over the first m symbols.
pub(super) struct Path {
    sequence: Order,
    pub m: usize,
    pub exit: usize,
}

impl Path {
    /// The whole path of the star graph of m symbols.
    pub(super) fn whole(m: usize) -> Self {
        Self { sequence: identity(), m, exit: m - 1 }
    }

    /// Swaps the positions that make it a path with exit m. Its nodes must be swapped alike.
    pub(super) fn straighten(&mut self) {
        self.sequence.swap(self.exit, self.m - 1);
    }

    /// The substar, in the order of the straightened path, of the nodes with this last symbol.
    pub(super) fn substar(&self, last: u8) -> usize {
        let after = self.sequence[..self.m].iter().rev().position(|&symbol| symbol == last);
        after.expect("the last symbol is in the sequence")
    }

    /// The part of the straightened path inside a substar.
    pub(super) fn inside(&self, substar: usize) -> Self {
        let entry = rearranged(&self.sequence, &ENTRIES[self.m][substar], self.m);
        let exit = exit_position(&self.sequence, self.m, &entry, substar);
        Self { sequence: entry, m: self.m - 1, exit }
    }
}

impl Permutation {
    /// Its label: its place, from 0, along the Hamiltonian path of the star graph that the star paper labels by.
    /// O(n²); the path is not built.
    ///
    /// ```
    /// use wormcast_topology::Permutation;
    /// let labels = ["1234", "4213", "4312", "4231"].map(|text| Permutation::parse(4, text).unwrap().label());
    /// assert_eq!(labels, [0, 6, 13, 23]);
    /// ```
    pub fn label(&self) -> usize {
        let mut node = identity();
        node[..self.length()].copy_from_slice(self.symbols());
        let mut path = Path::whole(self.length());
        let mut label = 0;
        while path.m > 1 {
            path.straighten();
            node.swap(path.exit, path.m - 1);
            let substar = path.substar(node[path.m - 1]);
            label += substar * factorial(path.m - 1);
            path = path.inside(substar);
        }
        label
    }

    /// The permutation of `length` symbols with this label. O(n²).
    ///
    /// # Panics
    /// If the label is not below n!.
    pub fn from_label(length: usize, label: usize) -> Self {
        assert!(label < factorial(length), "label {label} of {length} symbols");
        let mut path = Path::whole(length);
        let mut rest = label;
        let mut exits = [0; MAX];
        while path.m > 1 {
            exits[path.m - 1] = path.exit;
            path.straighten();
            let block = factorial(path.m - 1);
            path = path.inside(rest / block);
            rest %= block;
        }
        let mut node = path.sequence;
        for (last, &exit) in exits[..length].iter().enumerate() {
            node.swap(exit, last);
        }
        Self::from_symbols(&node[..length])
    }
}
