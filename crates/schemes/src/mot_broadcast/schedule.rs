//! Algorithm A of the mesh-of-trees paper: who sends to whom in each round, in labels.

use super::labels::{Label, bits, join, kappa, neighbour, pairs, zeros};
use wormcast_topology::BitString;

/// One worm, from a node that has the message to one that has not.
#[derive(Clone, Copy, Debug)]
pub(super) struct Transmission<N> {
    pub round: u32,
    pub from: N,
    pub to: N,
    pub way: Way<N>,
}

/// The way of a worm.
#[derive(Clone, Copy, Debug)]
pub(super) enum Way<N> {
    /// The shortest one, which is unique, or the one that goes straight up and down a tree.
    Shortest,
    /// Two of them, over this node.
    Via(N),
    /// That of a worm in the plan of a block, in the block at this corner: the first bits of x and of y.
    InBlock { worm: u32, corner: Label },
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
pub(super) fn algorithm_a(height: u32, send: &mut impl FnMut(Transmission<Label>)) {
    let first = if height == 2 { 1 } else { height - 1 };
    if height == 2 {
        spread_in_quarters(send);
    } else {
        spread_by_halves(height, 3, 1, send);
        spread_in_blocks(height, send);
    }
    for_each_site(height, &mut |site| around(site, first, send));
    for_each_site(height, &mut |site| to_the_rest(site, first + 1, send));
}

/// Phase 1 for a source (0^n, 0^(n−level)): until one node is informed in every block of this height. Each round
/// informs the images of the informed nodes in the other three quarters of what was theirs. (The paper has level 1.)
pub(super) fn spread_by_halves(height: u32, block: u32, level: u32, send: &mut impl FnMut(Transmission<Label>)) {
    // Invariant, in the paper's words: before round i, every sub MT_{n−i+1}(x, y), for x and y of i − 1 bits, has one
    // informed node, (x 0^{n−i+1}, y 0^{n−i}) for level 1. It sends to its homothetic images in the other three
    // quarters.
    for i in 1..=height - block {
        let [zeros_x, zeros_y] = [height - i, height - level - i].map(zeros);
        for (x, y) in pairs(i - 1) {
            let [x0, x1] = [false, true].map(|bit| join(x.child(bit), zeros_x));
            let [y0, y1] = [false, true].map(|bit| join(y.child(bit), zeros_y));
            let leaf_below = |bit| y0.child(bit).leftmost(height);
            let mut to = |to, way| send(Transmission { round: i - 1, from: [x0, y0], to, way });
            to([x0, y1], Way::Shortest);
            to([x1, y0], Way::Via([x, leaf_below(false)]));
            to([x1, y1], Way::Via([x, leaf_below(true)]));
        }
    }
}

/// Phase 2: two rounds, in each block of height 3 for itself. After them one node at level 1 is informed in every block
/// of height 1, and so that there is one in every row and one in every column.
fn spread_in_blocks(height: u32, send: &mut impl FnMut(Transmission<Label>)) {
    let round = height - 3;
    // First round, in every sub MT_3(x, y): from (x 000, y λ_Y(000)), which phase 1 has informed, to two nodes in
    // columns and to the row of the other half.
    for (x, y) in pairs(height - 3) {
        // Nodes at level 1, in the row x z and in the column y z.
        let row = |z| [join(x, bits(z, 3)), join(y, lambda_y(z))];
        let column = |z| [join(x, lambda_x(z)), join(y, bits(z, 3))];
        let mut to = |to, way| send(Transmission { round, from: row(0b000), to, way });
        to(column(0b001), Way::Shortest);
        to(column(0b101), Way::Shortest);
        to(row(0b100), Way::Via([x, join(y, bits(0b000, 3))]));
    }
    // Second round: in each half z of the block, one node in a row tree and one in a column tree send to three each.
    // Then (x z, y λ_Y(z)) and (x λ_X(z), y z) are informed for all z of three bits.
    for (x, y) in pairs(height - 3) {
        let row = |z| [join(x, bits(z, 3)), join(y, lambda_y(z))];
        let column = |z| [join(x, lambda_x(z)), join(y, bits(z, 3))];
        for z in [0b000, 0b100] {
            let half = bits(z >> 2, 1);
            let mut to = |to, way| send(Transmission { round: round + 1, from: row(z), to, way });
            to(column(z | 0b11), Way::Shortest);
            to(column(z), Way::Shortest);
            to(row(z | 0b11), Way::Via([join(x, half), join(y, lambda_y(z)).child(true)]));
            // To the other half: the print has lost the bar over z, without which these ways share links.
            let other = z ^ 0b100;
            let mut to = |to, way| send(Transmission { round: round + 1, from: column(z | 0b01), to, way });
            to(row(other | 0b01), Way::Shortest);
            to(row(other | 0b10), Way::Shortest);
            to(column(z | 0b10), Way::Via([join(x, lambda_x(z | 0b01)).child(true), join(y, half)]));
        }
    }
}

/// Height 2: one round instead of the phases 1 and 2.
fn spread_in_quarters(send: &mut impl FnMut(Transmission<Label>)) {
    let [row, row_far, column, column_far] = sites_of_height_2().map(|site| site.node(site.full, site.short));
    let mut to = |to, way| send(Transmission { round: 0, from: row, to, way });
    to(column, Way::Shortest);
    to(column_far, Way::Shortest);
    to(row_far, Way::Via([BitString::EMPTY, bits(0b01, 2)]));
}

/// Phase 3, first round: up to the grandparent (height 2: the parent), and to the leaves of the neighbouring tree.
fn around(site: Site, round: u32, send: &mut impl FnMut(Transmission<Label>)) {
    let Site { full, short, .. } = site;
    let mut to = |to| send(Transmission { round, from: site.node(full, short), to, way: Way::Shortest });
    to(site.node(full, above(site)));
    to(site.node(neighbour(full), short.child(false)));
    to(site.node(neighbour(full), short.child(true)));
}

/// Phase 3, second round: each block of height 1 is completed, and then the upper levels of the tree.
fn to_the_rest(site: Site, round: u32, send: &mut impl FnMut(Transmission<Label>)) {
    let Site { full, short, .. } = site;
    let other = neighbour(full);
    let parent = other.parent().expect("a full string has bits");
    let [left, right] = [false, true].map(|bit| short.child(bit));
    let mut pass = |from: [BitString; 2], to: [BitString; 2]| {
        let [from, to] = [from, to].map(|[full, short]| site.node(full, short));
        send(Transmission { round, from, to, way: Way::Shortest });
    };
    // The level-1 source: to its two children.
    pass([full, short], [full, left]);
    pass([full, short], [full, right]);
    // The level-0 sources: to their parents in the trees that cross this one, and one of them to the image of the site
    // in the neighbouring tree.
    pass([other, left], [parent, left]);
    pass([other, left], [other, short]);
    pass([other, right], [parent, right]);
    let top = above(site);
    // Height 2: the root of the neighbouring tree, by the other leaf.
    if full.length() == 2 {
        return pass([other, right], [other, top]);
    }
    // The level-3 source: to its two children, and to one node above; κ gives each of these to one source, that of the
    // zeros left out.
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

/// λ_X of Definition 1.
fn lambda_x(z: u32) -> BitString {
    bits((z >> 2 ^ z >> 1 ^ z) << 1 & 2 | !z >> 1 & 1, 2)
}

/// λ_Y of Definition 1.
fn lambda_y(z: u32) -> BitString {
    bits((z >> 2 ^ z >> 1 ^ z) << 1 & 2 | z >> 1 & 1, 2)
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
}
