//! How long a proof may take, and who hears how far it is.

use std::fmt;
use std::sync::OnceLock;
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
    clock: Option<&'a dyn Fn() -> Duration>,
    begun: Duration,
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

/// The time since this was first asked.
fn since_first() -> Duration {
    static FIRST: OnceLock<Instant> = OnceLock::new();
    FIRST.get_or_init(Instant::now).elapsed()
}

impl<'a> Effort<'a> {
    /// So much time from now on.
    pub fn within(budget: Duration) -> Self {
        let clock: &dyn Fn() -> Duration = &since_first;
        let effort = Self { clock: None, begun: Duration::ZERO, budget, hears: &|_| {} };
        if cfg!(target_family = "wasm") { effort } else { effort.by(clock) }
    }

    /// The same by another clock: a function that tells how much time has gone by since some moment.
    ///
    /// ```
    /// use std::{cell::Cell, time::Duration};
    /// use wormcast_prove::Effort;
    /// let looks = Cell::new(0);
    /// let clock = || Duration::from_secs(looks.replace(looks.get() + 1));
    /// let effort = Effort::within(Duration::from_secs(2)).by(&clock);
    /// assert_eq!([effort.is_over(), effort.is_over(), effort.is_over()], [false, true, true]);
    /// ```
    #[must_use]
    pub fn by(self, clock: &'a dyn Fn() -> Duration) -> Self {
        Self { clock: Some(clock), begun: clock(), ..self }
    }

    /// The same, and this function hears of each step, in a few words.
    #[must_use]
    pub fn told_to(self, hears: &'a dyn Fn(&str)) -> Self {
        Self { hears, ..self }
    }

    /// Whether the time is used up.
    pub fn is_over(&self) -> bool {
        self.clock.is_some_and(|clock| clock().saturating_sub(self.begun) >= self.budget)
    }

    /// A part of the time that is left, from now on: one of so many.
    pub(crate) fn part(&self, of: u32) -> Self {
        let now = self.clock.map_or(self.begun, |clock| clock());
        let left = self.budget.saturating_sub(now.saturating_sub(self.begun));
        Self { begun: now, budget: left / of.max(1), ..*self }
    }

    /// The time that is given.
    pub fn budget(&self) -> Duration {
        self.budget
    }

    pub(crate) fn tell(&self, step: &str) {
        (self.hears)(step);
    }
}
