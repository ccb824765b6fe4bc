//! A deadlock as a formula: its models are the states in which blocked heads keep each other waiting.
//!
//! The page `docs/prove.md` proves that every deadlock is a model.

mod blocked;
mod fillers;
mod ghosts;
mod message;
mod near;
mod order;
mod scope;
mod truth;
mod writer;

pub use message::{Ghost, Head, Message, Snapshot};
pub use scope::Scope;

use crate::VisitIx;
use writer::Writer;

/// The deepest heads of worms that let go behind them: the formula would be too large with more.
const MAX_DEPTH: u32 = 4096;

impl Scope<'_> {
    /// The formula, with at most so many messages a worm; none if it is too large.
    pub fn snapshot(&self, most_copies: u32) -> Option<Snapshot> {
        self.snapshot_while(most_copies, &|| true)
    }

    /// The same as long as `goes_on` says so, which is asked for each message and each thing that is held; none if it
    /// said no.
    pub fn snapshot_while(&self, most_copies: u32, goes_on: &dyn Fn() -> bool) -> Option<Snapshot> {
        let deepest = self.live.iter().map(|&head| self.workload.visit(head).depth).max().unwrap_or(0);
        let keeps_all = self.reach >= self.workload.steps.beside(deepest);
        if (!keeps_all && deepest > MAX_DEPTH) || !self.workload.has_formula() {
            return None;
        }
        let mut writer = Writer::new(*self);
        let of_worm = |a: &VisitIx, b: &VisitIx| self.workload.visit(*a).worm == self.workload.visit(*b).worm;
        for heads in self.live.chunk_by(of_worm) {
            for _ in 0..self.copies(heads).min(most_copies) {
                writer.message(self.workload.visit(heads[0]).worm);
                if writer.formula.is_too_large() || !goes_on() {
                    return None;
                }
            }
        }
        writer.finish(goes_on).filter(|snapshot| !snapshot.formula.is_too_large())
    }
}
