//! Ways of worms: what lies before a visit, and how far.

use super::{NONE, VisitIx, Workload};

impl Workload {
    /// A visit and those before it, up to the origin.
    pub fn up(&self, visit: VisitIx) -> impl Iterator<Item = VisitIx> {
        std::iter::successors(Some(visit), |&visit| Some(self.visit(visit).parent).filter(|&parent| parent != NONE))
    }

    /// The hop that leads to a visit, by its number in the worm's route. At an origin it is that of no hop.
    pub fn hop_to(&self, visit: VisitIx) -> u32 {
        let place = visit - self.worms[self.visit(visit).worm as usize].visits.start;
        let each = 1 + u32::from(self.queues);
        place.div_ceil(each).wrapping_sub(1)
    }

    /// Whether a visit is another one, or comes before it.
    pub fn is_before(&self, visit: VisitIx, later: VisitIx) -> bool {
        // Whoever comes before has a lower number.
        self.up(later).find(|&at| at <= visit) == Some(visit)
    }

    /// Hops from a visit up to the last router that it has in common with another visit of the same worm.
    pub fn hops_to_common(&self, from: VisitIx, other: VisitIx) -> u32 {
        let common = self.up(from).find(|&at| self.is_before(at, other)).expect("both begin at the origin");
        self.visit(from).depth - self.visit(common).depth
    }

    /// How far a blocked head is from what its worm holds at a visit, in [steps](crate::Reaches): the channel that
    /// leads there (`is_way`), or the ejection channel.
    pub fn distance(&self, head: VisitIx, visit: VisitIx, is_way: bool) -> u32 {
        let hops = self.hops_to_common(head, visit);
        if is_way && self.is_before(visit, head) { self.steps.below(hops) } else { self.steps.beside(hops) }
    }

    /// The greatest depth of a visit.
    pub fn height(&self) -> u32 {
        self.visits.iter().map(|visit| visit.depth).max().unwrap_or(0)
    }
}
