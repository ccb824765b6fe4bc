//! Algorithm A of the mesh-of-trees paper: who sends to whom in each round, in labels.

use wormcast_topology::BitString;

/// A node: its bit strings x and y. In a row tree y is short, in a column tree x is.
pub(super) type Label = [BitString; 2];

/// One worm: it goes by the unique shortest way, or by two of them over the node `via`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Send {
    pub round: u32,
    pub from: Label,
    pub to: Label,
    pub via: Option<Label>,
}

/// A node at level 1 that is informed before the last two rounds: the parent of two leaves. Its tree is a row or a
/// column, named by the string `full`; its place in the tree is `short`, one bit less.
#[derive(Clone, Copy)]
struct Site {
    in_column: bool,
    full: BitString,
    short: BitString,
}

impl Site {
    /// The node with these strings in a tree of the same kind.
    fn node(self, full: BitString, short: BitString) -> Label {
        if self.in_column { [short, full] } else { [full, short] }
    }
}

/// Calls `send` with every worm of the broadcast from (0^n, 0^(n−1)) in the mesh of trees of height n, round after
/// round. n + 1 rounds, every node once.
///
/// The height is at least 2. For 2 the paper says that the last three rounds are to be modified, without saying how:
/// here one round informs a node at level 1 in each of the four quarters, two of them in rows and two in columns. Each
/// informs its root, which is its parent, in the next round, and in the last round a leaf of the neighbouring tree
/// informs the root of that tree, over a link that the larger networks leave unused. So all eight roots are informed.
pub(super) fn algorithm_a(height: u32, send: &mut impl FnMut(Send)) {
    let first = if height == 2 { 1 } else { height - 1 };
    if height == 2 {
        spread_in_quarters(send);
    } else {
        spread_by_halves(height, send);
        spread_in_blocks(height, send);
    }
    for_each_site(height, &mut |site| around(site, first, send));
    for_each_site(height, &mut |site| to_the_rest(site, first + 1, send));
}

/// Phase 1: n − 3 rounds. Each informs the images of the informed nodes in the other three quarters.
fn spread_by_halves(height: u32, send: &mut impl FnMut(Send)) {
    for i in 1..=height - 3 {
        let [zeros_x, zeros_y] = [height - i, height - 1 - i].map(zeros);
        for (x, y) in pairs(i - 1) {
            let [x0, x1] = [false, true].map(|bit| join(x.child(bit), zeros_x));
            let [y0, y1] = [false, true].map(|bit| join(y.child(bit), zeros_y));
            let mut to = |to, via| send(Send { round: i - 1, from: [x0, y0], to, via });
            to([x0, y1], None);
            to([x1, y0], Some([x, y0.child(false)]));
            to([x1, y1], Some([x, y0.child(true)]));
        }
    }
}

/// Phase 2: two rounds, in each block of height 3 for itself. After them one node at level 1 is informed in every block
/// of height 1, and so that there is one in every row and one in every column.
fn spread_in_blocks(height: u32, send: &mut impl FnMut(Send)) {
    let round = height - 3;
    for (x, y) in pairs(height - 3) {
        // Nodes at level 1, in the row x z and in the column y z.
        let row = |z| [join(x, bits(z, 3)), join(y, lambda_y(z))];
        let column = |z| [join(x, lambda_x(z)), join(y, bits(z, 3))];
        let mut to = |to, via| send(Send { round, from: row(0b000), to, via });
        to(column(0b001), None);
        to(column(0b101), None);
        to(row(0b100), Some([x, join(y, bits(0b000, 3))]));
    }
    for (x, y) in pairs(height - 3) {
        let row = |z| [join(x, bits(z, 3)), join(y, lambda_y(z))];
        let column = |z| [join(x, lambda_x(z)), join(y, bits(z, 3))];
        for z in [0b000, 0b100] {
            let half = bits(z >> 2, 1);
            let mut to = |to, via| send(Send { round: round + 1, from: row(z), to, via });
            to(column(z | 0b11), None);
            to(column(z), None);
            to(row(z | 0b11), Some([join(x, half), join(y, lambda_y(z)).child(true)]));
            // To the other half: the print has lost the bar over z, without which these ways share links.
            let other = z ^ 0b100;
            let mut to = |to, via| send(Send { round: round + 1, from: column(z | 0b01), to, via });
            to(row(other | 0b01), None);
            to(row(other | 0b10), None);
            to(column(z | 0b10), Some([join(x, lambda_x(z | 0b01)).child(true), join(y, half)]));
        }
    }
}

/// Height 2: one round instead of the phases 1 and 2.
fn spread_in_quarters(send: &mut impl FnMut(Send)) {
    let [row, row_far, column, column_far] = sites_of_height_2().map(|site| site.node(site.full, site.short));
    let mut to = |to, via| send(Send { round: 0, from: row, to, via });
    to(column, None);
    to(column_far, None);
    to(row_far, Some([BitString::EMPTY, bits(0b01, 2)]));
}

/// Phase 3, first round: up to the grandparent (height 2: the parent), and to the leaves of the neighbouring tree.
fn around(site: Site, round: u32, send: &mut impl FnMut(Send)) {
    let Site { full, short, .. } = site;
    let mut to = |to| send(Send { round, from: site.node(full, short), to, via: None });
    to(site.node(full, above(site)));
    to(site.node(neighbour(full), short.child(false)));
    to(site.node(neighbour(full), short.child(true)));
}

/// Phase 3, second round: each block of height 1 is completed, and then the upper levels of the tree.
fn to_the_rest(site: Site, round: u32, send: &mut impl FnMut(Send)) {
    let Site { full, short, .. } = site;
    let other = neighbour(full);
    let parent = other.parent().expect("a full string has bits");
    let [left, right] = [false, true].map(|bit| short.child(bit));
    let mut pass = |from: [BitString; 2], to: [BitString; 2]| {
        let [from, to] = [from, to].map(|[full, short]| site.node(full, short));
        send(Send { round, from, to, via: None });
    };
    pass([full, short], [full, left]);
    pass([full, short], [full, right]);
    pass([other, left], [parent, left]);
    pass([other, left], [other, short]);
    pass([other, right], [parent, right]);
    let top = above(site);
    if full.length() == 2 {
        return pass([other, right], [other, top]);
    }
    pass([full, top], [full, top.child(false)]);
    pass([full, top], [full, top.child(true)]);
    if top.value() != 0 {
        pass([full, top], [full, kappa(top)]);
    }
}

/// Where the first round of phase 3 goes in the tree of a site.
fn above(site: Site) -> BitString {
    site.short.prefix(site.full.length().saturating_sub(3))
}

/// The nodes at level 1 that are informed before phase 3.
fn for_each_site(height: u32, each: &mut impl FnMut(Site)) {
    if height == 2 {
        return sites_of_height_2().into_iter().for_each(each);
    }
    for (x, y) in pairs(height - 3) {
        for z in 0..8 {
            each(Site { in_column: false, full: join(x, bits(z, 3)), short: join(y, lambda_y(z)) });
            each(Site { in_column: true, full: join(y, bits(z, 3)), short: join(x, lambda_x(z)) });
        }
    }
}

fn sites_of_height_2() -> [Site; 4] {
    let site = |in_column, full, short| Site { in_column, full: bits(full, 2), short: bits(short, 1) };
    [site(false, 0b00, 0), site(false, 0b10, 1), site(true, 0b10, 0), site(true, 0b00, 1)]
}

/// Without its last bit, and then without those at the end that are the same as it. Different nodes of a level, that
/// of the zeros left out, have different results: every node above that level is the result of one.
fn kappa(string: BitString) -> BitString {
    let last = string.value() & 1;
    let mut rest = string.parent().expect("it has bits");
    while rest.length() > 0 && rest.value() & 1 == last {
        rest = rest.prefix(rest.length() - 1);
    }
    rest
}

/// λ_X of Definition 1.
fn lambda_x(z: u32) -> BitString {
    bits((z >> 2 ^ z >> 1 ^ z) << 1 & 2 | !z >> 1 & 1, 2)
}

/// λ_Y of Definition 1.
fn lambda_y(z: u32) -> BitString {
    bits((z >> 2 ^ z >> 1 ^ z) << 1 & 2 | z >> 1 & 1, 2)
}

fn bits(value: u32, length: u32) -> BitString {
    BitString::new(value, length)
}

fn zeros(length: u32) -> BitString {
    bits(0, length)
}

fn join(front: BitString, back: BitString) -> BitString {
    bits(front.value() << back.length() | back.value(), front.length() + back.length())
}

/// With its last bit flipped: the paper's neg_0.
fn neighbour(string: BitString) -> BitString {
    bits(string.value() ^ 1, string.length())
}

/// All pairs of strings of this length.
fn pairs(length: u32) -> impl Iterator<Item = (BitString, BitString)> {
    let strings = move || (0..1 << length).map(move |value| bits(value, length));
    strings().flat_map(move |x| strings().map(move |y| (x, y)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lambda_is_as_in_the_table() {
        let table = |values: [u32; 8]| values.map(|value| bits(value, 2));
        let z = [0, 1, 2, 3, 4, 5, 6, 7];
        assert_eq!(z.map(lambda_x), table([0b01, 0b11, 0b10, 0b00, 0b11, 0b01, 0b00, 0b10]));
        assert_eq!(z.map(lambda_y), table([0b00, 0b10, 0b11, 0b01, 0b10, 0b00, 0b01, 0b11]));
    }

    #[test]
    fn kappa_reaches_every_node_above_once() {
        for length in 1..6 {
            let mut reached: Vec<_> = (1..1 << length).map(|value| kappa(bits(value, length)).index()).collect();
            reached.sort_unstable();
            assert_eq!(reached, (0..(1 << length) - 1).collect::<Vec<_>>());
        }
    }
}
