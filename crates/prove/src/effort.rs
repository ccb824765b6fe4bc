//! How long a proof may take, and who hears how far it is.

use std::fmt;
use std::time::{Duration, Instant};

/// How much time a proof may take if nobody says so.
pub const DEFAULT_BUDGET: Duration = Duration::from_secs(60);

/// How long a proof may take, and who hears what it does. The time begins when this is made. In WebAssembly, which has
/// no clock, it has no end: there who asks ends the worker that computes.
///
/// ```
/// use std::time::Duration;
/// use wormcast_prove::Effort;
/// let effort = Effort::within(Duration::ZERO);
/// assert!(effort.is_over());
/// assert!(!Effort::default().is_over());
/// ```
#[derive(Clone, Copy)]
pub struct Effort<'a> {
    begun: Option<Instant>,
    budget: Duration,
    hears: &'a dyn Fn(&str),
}

impl fmt::Debug for Effort<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Effort").field("budget", &self.budget).finish_non_exhaustive()
    }
}

impl Default for Effort<'_> {
    fn default() -> Self {
        Self::within(DEFAULT_BUDGET)
    }
}

impl<'a> Effort<'a> {
    /// So much time from now on.
    pub fn within(budget: Duration) -> Self {
        Self { begun: (!cfg!(target_family = "wasm")).then(Instant::now), budget, hears: &|_| {} }
    }

    /// The same, and this function hears of each step, in a few words.
    #[must_use]
    pub fn told_to(self, hears: &'a dyn Fn(&str)) -> Self {
        Self { hears, ..self }
    }

    /// Whether the time is used up.
    pub fn is_over(&self) -> bool {
        self.begun.is_some_and(|begun| begun.elapsed() >= self.budget)
    }

    /// A part of the time that is left, from now on: one of so many.
    pub(crate) fn part(&self, of: u32) -> Self {
        let used = self.begun.map_or(Duration::ZERO, |begun| begun.elapsed());
        Self { hears: self.hears, ..Self::within(self.budget.saturating_sub(used) / of.max(1)) }
    }
    /// The time that is given.
    pub fn budget(&self) -> Duration {
        self.budget
    }

    /// When it is used up; none if that is beyond all clocks.
    pub(crate) fn until(&self) -> Option<Instant> {
        self.begun?.checked_add(self.budget)
    }

    pub(crate) fn tell(&self, step: &str) {
        (self.hears)(step);
    }
}
