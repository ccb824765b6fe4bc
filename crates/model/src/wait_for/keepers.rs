//! Heads that keep another worm from letting go of something.

use super::{Live, WaitForGraph};
use crate::{NONE, ResourceId, VisitIx};

/// Where heads are looked for: below a router, which is the last that they have in common with what is held.
#[derive(Clone, Copy)]
struct Top {
    common: VisitIx,
    /// What is held is the channel into that router itself, and not beside the way to the heads.
    is_above: bool,
}

impl WaitForGraph<'_> {
    /// A blocked head of another worm that keeps it from letting go of what it holds at a visit.
    pub(super) fn keeper(&self, resource: ResourceId, holder: VisitIx, live: Live<'_>) -> Option<VisitIx> {
        let workload = self.workload;
        let is_channel = workload.visit(holder).into == resource;
        let reserving = if is_channel { workload.visit(holder).parent } else { holder };
        if workload.is_parted(reserving) && self.keeps_branch(reserving, self.ahead(reserving), live) {
            return Some(reserving);
        }
        let here = Top { common: holder, is_above: true };
        if is_channel && live(holder) && self.fits(here, 0, self.slack(holder), self.ahead(holder)) {
            return Some(holder);
        }
        // The nearest distance behind the first head of a channel that both worms would hold, on the way up so far.
        let (mut nearest, mut from) = (u32::MAX, NONE);
        for common in workload.up(holder) {
            let top = Top { common, is_above: is_channel && common == holder };
            let may_be_blocked = self.steps.is_forked() && workload.is_parted(common) && !top.is_above;
            if may_be_blocked && self.keeps_branch(common, nearest.min(self.ahead(common)), live) {
                return Some(common);
            }
            if common == holder {
                nearest = self.ahead(holder);
            }
            if !(self.steps.is_forked() && top.is_above) {
                nearest = nearest.min(self.of_branches(common));
            }
            if nearest <= self.least {
                return None;
            }
            if let Some(keeper) = self.keeper_below(top, from, nearest, live) {
                return Some(keeper);
            }
            nearest = nearest.min(self.ahead(common));
            from = common;
        }
        None
    }

    /// Whether a head that is blocked here keeps what its worm holds on another branch.
    fn keeps_branch(&self, common: VisitIx, nearest: u32, live: Live<'_>) -> bool {
        live(common) && self.fits(Top { common, is_above: false }, 0, 0, nearest)
    }

    /// A blocked head that fits, among the visits below a router, but not below its child `not`. `nearest` is the least
    /// mark of what the other worm holds for certain.
    fn keeper_below(&self, top: Top, not: VisitIx, nearest: u32, live: Live<'_>) -> Option<VisitIx> {
        let workload = self.workload;
        let mut open = vec![(top.common, 0, nearest)];
        while let Some((at, hops, nearest)) = open.pop() {
            for &child in workload.children(at).iter().filter(|&&child| child != not) {
                let hops = hops + workload.visit(child).depth - workload.visit(at).depth;
                let needed = self.needed(top, hops);
                let nearest = nearest.min(self.ahead(child));
                if needed > self.greatest || nearest <= self.least.max(needed) {
                    continue;
                }
                if live(child) && self.fits(top, hops, self.slack(child), nearest) {
                    return Some(child);
                }
                open.push((child, hops, nearest.min(self.of_branches(child))));
            }
        }
        None
    }

    /// The reach with which a head so many hops below keeps what is held.
    fn needed(&self, top: Top, hops: u32) -> u32 {
        if top.is_above { self.steps.below(hops) } else { self.steps.beside(hops) }
    }

    /// Whether a head that lies so many hops below a router can be blocked while the first one is: what its worm holds
    /// from there back to the end of its reach is not held by the other one. Beyond the router it may count as `slack`
    /// hops farther away.
    fn fits(&self, top: Top, hops: u32, slack: u32, nearest: u32) -> bool {
        let needed = self.needed(top, hops);
        let reach = self.least.max(needed);
        if needed > self.greatest || nearest <= reach {
            return false;
        }
        let bottom = self.workload.visit(top.common).depth + hops;
        for at in self.workload.up(top.common) {
            let farther = if at == top.common { 0 } else { slack };
            let hops = bottom - self.workload.visit(at).depth + farther;
            if self.steps.below(hops) > reach {
                return true;
            }
            let has_branches = at != top.common && self.steps.beside(hops) <= reach;
            if self.ahead(at) <= reach || (has_branches && self.of_branches(at) <= reach) {
                return false;
            }
        }
        true
    }
}
