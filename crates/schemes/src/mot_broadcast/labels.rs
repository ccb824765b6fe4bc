//! Arithmetic on the labels of a mesh of trees.

use wormcast_topology::BitString;

/// A node: its bit strings x and y. In a row tree y is short, in a column tree x is.
pub(super) type Label = [BitString; 2];

/// Without its last bit, and then without those at the end that are the same as it. Different nodes of a level, that
/// of the zeros left out, have different results: every node above that level is the result of one.
pub(super) fn kappa(string: BitString) -> BitString {
    let last = string.value() & 1;
    let mut rest = string.parent().expect("it has bits");
    while rest.length() > 0 && rest.value() & 1 == last {
        rest = rest.prefix(rest.length() - 1);
    }
    rest
}

pub(super) fn bits(value: u32, length: u32) -> BitString {
    BitString::new(value, length)
}

pub(super) fn zeros(length: u32) -> BitString {
    bits(0, length)
}

pub(super) fn join(front: BitString, back: BitString) -> BitString {
    bits(front.value() << back.length() | back.value(), front.length() + back.length())
}

/// With its last bit flipped: the paper's neg_0.
pub(super) fn neighbour(string: BitString) -> BitString {
    bits(string.value() ^ 1, string.length())
}

/// All pairs of strings of this length.
pub(super) fn pairs(length: u32) -> impl Iterator<Item = (BitString, BitString)> {
    let strings = move || (0..1 << length).map(move |value| bits(value, length));
    strings().flat_map(move |x| strings().map(move |y| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn kappa_reaches_every_node_above_once() {
        for length in 1..6 {
            let mut reached: Vec<_> = (1..1 << length).map(|value| kappa(bits(value, length)).index()).collect();
            reached.sort_unstable();
            assert_eq!(reached, (0..(1 << length) - 1).collect::<Vec<_>>());
        }
    }
}
