//! What messages ask for once they are where a route ends.

use super::order::Order;

/// So many ends of routes are told from each other.
const ENDS: usize = 15;

/// Which lanes are asked for behind the ends of routes. A route from such a lane to that end would close a cycle,
/// whichever way it takes. Nothing is known of that as long as it was not looked at what lanes lead to.
#[derive(Default)]
pub(super) struct Behind {
    /// So many words are a row.
    words: usize,
    /// For each end: a bit for each lane, by its place in what was looked at.
    rows: Vec<u64>,
    /// By lane: the end of the route that was found from it.
    end_of: Vec<u8>,
}

impl Behind {
    /// Forgets all that was known.
    pub(super) fn clear(&mut self) {
        self.words = 0;
    }

    /// Routes may end at some lanes, behind each of which messages ask for the same `hanging` ones. O(lanes · ends /
    /// 64).
    pub(super) fn end_at(&mut self, ends: &[u32], hanging: &[u32], lanes: usize, order: &Order) {
        self.clear();
        let Some(reach) = order.reach() else { return };
        self.end_of.resize(lanes, 0);
        self.rows.clear();
        for number in 0..ends.len().min(ENDS + 1) {
            // The last row stands for all other ends, of which only that is known which holds for each.
            let own = ends.get(number).copied().filter(|_| number < ENDS);
            let mut others = own.iter().chain(hanging);
            let first = others.next().map_or_else(|| vec![0; lanes.div_ceil(64)], |&lane| reach.row(lane).to_vec());
            self.words = first.len();
            let begin = self.rows.len();
            self.rows.extend(first);
            for &lane in others {
                self.rows[begin..].iter_mut().zip(reach.row(lane)).for_each(|(word, other)| *word |= other);
            }
        }
        for (number, &lane) in ends.iter().enumerate() {
            self.end_of[lane as usize] = number.min(ENDS) as u8;
        }
    }

    /// Whether a route that was found from a lane on may begin with another one before it.
    #[inline]
    pub(super) fn may_precede(&self, held: u32, asked: u32, order: &Order) -> bool {
        let Some(reach) = order.reach().filter(|_| self.words > 0) else { return true };
        let (row, place) = (self.end_of[asked as usize] as usize * self.words, reach.place(held));
        self.rows[row + place as usize / 64] >> (place % 64) & 1 == 0
    }

    /// A route was found from a lane on, by another one behind it.
    #[inline]
    pub(super) fn precede(&mut self, held: u32, asked: u32) {
        if self.words > 0 {
            self.end_of[held as usize] = self.end_of[asked as usize];
        }
    }
}
