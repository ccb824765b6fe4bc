//! Where threads wait for each other.

use crate::path::events::NEVER;
use crate::path::worms::Ps;
use std::hint::spin_loop;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

/// So often a thread looks whether the others are there before it sleeps, if there are cores for all.
const SPINS: u32 = 4000;
/// So long it sleeps at most before it looks again.
const NAP: Duration = Duration::from_millis(1);

/// How far a region has come. Two of them share no cache lines, not even a pair that is fetched together.
#[derive(Debug, Default)]
#[repr(align(128))]
struct Done {
    /// How many windows it has worked off.
    windows: AtomicU64,
    /// When something happens next of which it knows, by the parity of that number.
    next: [AtomicU64; 2],
}

/// How far each region has come. Threads wait awake, as windows take a microsecond or two, but not for long: where
/// somebody else has the core of one of them, the others would only keep it from coming back.
#[derive(Debug)]
pub(super) struct Clocks {
    done: Vec<Done>,
    spins: u32,
    sleepers: AtomicUsize,
    bed: Mutex<()>,
    moved: Condvar,
}

impl Clocks {
    pub(super) fn new(regions: usize) -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        Self {
            done: (0..regions).map(|_| Done::default()).collect(),
            spins: if regions > cores { 0 } else { SPINS },
            sleepers: AtomicUsize::new(0),
            bed: Mutex::new(()),
            moved: Condvar::new(),
        }
    }

    /// A region has worked off so many windows, and knows of something that happens at a time: all that it has written
    /// before can be read.
    pub(super) fn advance(&self, region: usize, windows: u64, next: Ps) {
        let done = &self.done[region];
        done.next[(windows % 2) as usize].store(next, Ordering::Relaxed);
        // Where threads sleep, who goes to sleep is counted before a last look: one of the two sees the other.
        done.windows.store(windows, if self.spins == 0 { Ordering::SeqCst } else { Ordering::Release });
        if self.sleepers.load(Ordering::SeqCst) > 0 {
            drop(self.bed());
            self.moved.notify_all();
        }
    }

    /// Waits until all have worked off so many windows. `meanwhile` does something useful, and says whether it did.
    pub(super) fn wait(&self, windows: u64, mut meanwhile: impl FnMut() -> bool) {
        let mut spins = 0;
        while !self.are_there(windows) {
            if meanwhile() {
                continue;
            }
            if spins == self.spins {
                self.sleep_until(windows);
            } else {
                spins += 1;
                spin_loop();
            }
        }
    }

    fn are_there(&self, windows: u64) -> bool {
        self.done.iter().all(|done| done.windows.load(Ordering::SeqCst) >= windows)
    }

    /// Not for long: a thread that others wait for awake may not see that one has just gone to sleep.
    fn sleep_until(&self, windows: u64) {
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        drop(self.moved.wait_timeout_while(self.bed(), NAP, |()| !self.are_there(windows)));
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    /// When the next of all happens anywhere, as was said when all had worked off so many windows.
    pub(super) fn next_time(&self, windows: u64) -> Ps {
        let said = self.done.iter().map(|done| done.next[(windows % 2) as usize].load(Ordering::Relaxed));
        said.min().unwrap_or(NEVER)
    }

    /// Nothing is kept under the lock that a panic could leave half done.
    fn bed(&self) -> MutexGuard<'_, ()> {
        self.bed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
