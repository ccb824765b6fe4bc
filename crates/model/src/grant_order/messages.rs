//! Messages whose runs are looked at: all that they ask for on their ways.

use super::layout::Layout;
use super::run::Run;
use super::{Grant, Placed, Rules, grants};
use crate::{VisitIx, Workload, WorkloadStatement};

/// Messages, laid out for runs in which any router may lag behind.
#[derive(Debug)]
pub struct Messages<'a> {
    pub(super) workload: &'a Workload,
    pub(super) rules: Rules,
    pub(super) layout: Layout,
    pub(super) grants: Vec<Grant>,
    pub(super) heads: Vec<Head>,
}

/// A visit of a message at which it asks for something.
#[derive(Debug)]
pub(super) struct Head {
    pub message: usize,
    pub visit: VisitIx,
    /// The numbers of its grants: one for each part, or one for all.
    pub grants: Vec<usize>,
    /// Whether it stands behind others in a buffer.
    pub is_behind: bool,
}

impl<'a> Messages<'a> {
    /// One message of each of these worms, of a reach; nodes take messages in as the statement says, the nth of a plan
    /// only as they send the nth of another one. None if there are too many, or they are too long, or no run of them is
    /// looked at: with bubbles.
    pub fn of(workload: &'a Workload, statement: &WorkloadStatement, reach: u32, worms: &[u32]) -> Option<Self> {
        let rules = Rules::of(workload, statement, reach, worms.len())?;
        let all_parts = |visit: VisitIx| (0..workload.request(visit).len()).map(move |part| (visit, part));
        let placed = |&worm: &u32| Placed {
            worm,
            granted: workload.worms[worm as usize].visits.clone().flat_map(all_parts).collect(),
        };
        let placed: Vec<_> = worms.iter().map(placed).collect();
        let grants = grants(workload, &placed);
        let mut layout = Layout::of(workload, &placed, &grants);
        layout.pair(workload, worms);
        let mut heads: Vec<Head> = Vec::new();
        for (number, &Grant { message, visit, .. }) in grants.iter().enumerate() {
            match heads.last_mut() {
                Some(last) if (last.message, last.visit) == (message, visit) => last.grants.push(number),
                _ => heads.push(Head { message, visit, grants: vec![number], is_behind: workload.is_behind(visit) }),
            }
        }
        Some(Self { workload, rules: Rules { shares_buffers: true, ..rules }, layout, grants, heads })
    }

    /// A run in which nothing has been sent so far.
    pub fn run(&self) -> Run<'_> {
        Run::of(self)
    }
}
