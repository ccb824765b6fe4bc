//! A run as a page, in which its worms move.

use super::started::Runnable;
use crate::failure::Failure;
use crate::progress;
use std::time::Duration;
use wormcast::Run;
use wormcast::prove::Effort;
use wormcast::sim::Timing;
use wormcast_page::{Page, RunOnPage};

/// How long it may take to look for what mends a deadlock.
const MENDING: Duration = Duration::from_secs(10);

/// The page of a run; of one that hangs, with what mends its plans.
pub(super) fn page(runnable: &Runnable, timing: &Timing, run: &Run) -> Result<Page, Failure> {
    let plans: Vec<_> = runnable.plans.iter().map(|(plan, _, file)| (&**file, plan)).collect();
    let title = match &*plans {
        [(_, plan)] => format!("{} in time", plan.scheme()),
        plans => format!("{} plans in time", plans.len()),
    };
    let mut page = Page::of(&runnable.network, title)?;
    page.add_run(RunOnPage { name: "As it is", plans: &plans, timing, run })?;
    if run.is_deadlock() {
        progress::telling("mending", |tell| {
            page.add_mending(&runnable.network, &plans, timing, &Effort::within(MENDING).told_to(tell))
        })?;
    }
    Ok(page)
}
