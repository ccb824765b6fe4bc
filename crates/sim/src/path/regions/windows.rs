//! Windows of time: all regions work one off at once, each by itself, and then read what the others have sent.
//!
//! A window begins with the earliest event anywhere and is as long as the lookahead: no grant in it has a consequence
//! in another region before its end. What is written in window w lies in the boxes of parity w mod 2, and is read
//! before window w + 1 is worked off; nobody begins window w + 2, and writes into them again, before all have read.

use super::letters::Letters;
use super::region::Region;
use crate::open_loop::Observer;
use crate::path::core::Core;
use crate::path::events::NEVER;
use crate::path::worms::Ps;
use std::hint::spin_loop;
use std::num::NonZeroUsize;
use std::sync::atomic::{AtomicBool, AtomicU64, AtomicUsize, Ordering};
use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};
use std::thread;

/// Shorter spans than so many windows are worked off on one core: starting threads would take longer.
const FEW_WINDOWS: u64 = 20;
/// So often a thread looks whether the others are there before it sleeps, if there are cores for all.
const SPINS: u32 = 4000;

/// Where threads wait for each other: awake, as windows take a microsecond or two, but not for long. Where somebody
/// else has the core of one of them, the others would only keep it from coming back.
#[derive(Debug)]
struct Barrier {
    threads: usize,
    spins: u32,
    arrived: AtomicUsize,
    passed: AtomicUsize,
    sleepers: AtomicUsize,
    bed: Mutex<()>,
    all_here: Condvar,
}

impl Barrier {
    fn new(threads: usize) -> Self {
        let cores = thread::available_parallelism().map_or(1, NonZeroUsize::get);
        let spins = if threads > cores { 0 } else { SPINS };
        let [arrived, passed, sleepers] = [0; 3].map(AtomicUsize::new);
        Self { threads, spins, arrived, passed, sleepers, bed: Mutex::new(()), all_here: Condvar::new() }
    }

    /// Waits until all are here.
    fn wait(&self) {
        let passed = self.passed.load(Ordering::Acquire);
        if self.arrived.fetch_add(1, Ordering::AcqRel) + 1 == self.threads {
            self.arrived.store(0, Ordering::Relaxed);
            self.passed.store(passed + 1, Ordering::SeqCst);
            // Who goes to sleep is counted before a last look: one of the two sees the other.
            if self.sleepers.load(Ordering::SeqCst) > 0 {
                drop(self.bed());
                self.all_here.notify_all();
            }
            return;
        }
        for _ in 0..self.spins {
            if self.passed.load(Ordering::Acquire) != passed {
                return;
            }
            spin_loop();
        }
        let bed = self.bed();
        self.sleepers.fetch_add(1, Ordering::SeqCst);
        let is_alone = |(): &mut ()| self.passed.load(Ordering::SeqCst) == passed;
        drop(self.all_here.wait_while(bed, is_alone));
        self.sleepers.fetch_sub(1, Ordering::SeqCst);
    }

    /// Nothing is kept under the lock that a panic could leave half done.
    fn bed(&self) -> MutexGuard<'_, ()> {
        self.bed.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A box for letters from one region to another.
#[derive(Debug, Default)]
#[repr(align(128))]
struct MailBox {
    is_full: AtomicBool,
    letters: Mutex<Letters>,
}

/// When a region has something to do next.
#[derive(Debug)]
#[repr(align(128))]
struct Next(AtomicU64);

/// What regions share: when each has something to do next, and the boxes, both by the parity of the window.
#[derive(Debug)]
struct Exchange {
    regions: usize,
    next: [Vec<Next>; 2],
    boxes: [Vec<MailBox>; 2],
}

impl Exchange {
    fn new(regions: usize) -> Self {
        let next = || (0..regions).map(|_| Next(AtomicU64::new(0))).collect();
        let boxes = || (0..regions * regions).map(|_| MailBox::default()).collect();
        Self { regions, next: [next(), next()], boxes: [boxes(), boxes()] }
    }

    /// When the next of all happens anywhere.
    fn next_time(&self, parity: usize) -> Ps {
        self.next[parity].iter().map(|next| next.0.load(Ordering::Acquire)).min().unwrap_or(NEVER)
    }

    /// Sends what a region has written, and says when something happens next of which it knows.
    fn send<O: Observer>(&self, core: &mut Core<'_, Region<O>>, from: usize, parity: usize) {
        for (to, letters) in core.site.outbox.iter_mut().enumerate().filter(|(_, letters)| !letters.is_empty()) {
            let mail = &self.boxes[parity][from * self.regions + to];
            // The box is empty: it was read. A poisoned lock means that another thread has panicked, which ends the
            // run.
            if let Ok(mut inside) = mail.letters.lock() {
                std::mem::swap(&mut *inside, letters);
            }
            mail.is_full.store(true, Ordering::Release);
        }
        let next = core.next_time().min(std::mem::replace(&mut core.site.earliest, NEVER));
        self.next[parity][from].0.store(next, Ordering::Release);
    }

    /// Reads what was sent to a region.
    fn read<O: Observer>(&self, core: &mut Core<'_, Region<O>>, to: usize, parity: usize) {
        for from in 0..self.regions {
            let mail = &self.boxes[parity][from * self.regions + to];
            if mail.is_full.swap(false, Ordering::Acquire)
                && let Ok(mut letters) = mail.letters.lock()
            {
                core.read(&mut letters);
            }
        }
    }
}

/// Lets everything happen that happens before a time; whether anything is left. `meanwhile` is called once a window on
/// this thread, which has the first region; the others have threads of their own.
pub(super) fn work_off_before<O: Observer>(
    cores: &mut [Core<'_, Region<O>>],
    end: Ps,
    lookahead: Ps,
    mut meanwhile: impl FnMut(),
) -> bool {
    let exchange = Exchange::new(cores.len());
    for (number, core) in cores.iter_mut().enumerate() {
        exchange.send(core, number, 0);
    }
    let start = exchange.next_time(0);
    if start >= end {
        return start < NEVER;
    }
    let windows = Windows { exchange: &exchange, end, lookahead };
    if (end - start) / lookahead < FEW_WINDOWS || cores.len() == 1 {
        windows.on_one_core(cores, &mut meanwhile);
    } else {
        let barrier = Barrier::new(cores.len());
        thread::scope(|scope| {
            let (first, others) = cores.split_at_mut(1);
            for (core, number) in others.iter_mut().zip(1..) {
                let (windows, barrier) = (&windows, &barrier);
                scope.spawn(move || windows.of_region(core, number, barrier, &mut || ()));
            }
            windows.of_region(&mut first[0], 0, &barrier, &mut meanwhile);
        });
    }
    cores.iter().any(|core| core.next_time() < NEVER)
}

/// The windows up to a time.
struct Windows<'e> {
    exchange: &'e Exchange,
    end: Ps,
    lookahead: Ps,
}

impl Windows<'_> {
    /// The end of the window that begins with the next event; none if that is not before the end of all.
    fn next_end(&self, parity: usize) -> Option<Ps> {
        let start = self.exchange.next_time(parity);
        (start < self.end).then(|| self.end.min(start + self.lookahead))
    }

    fn of_region<O: Observer>(
        &self,
        core: &mut Core<'_, Region<O>>,
        number: usize,
        barrier: &Barrier,
        meanwhile: &mut impl FnMut(),
    ) {
        let mut parity = 0;
        core.take_arrivals();
        while let Some(end) = self.next_end(parity) {
            self.exchange.read(core, number, parity);
            parity = 1 - parity;
            core.work_off_before(end);
            self.exchange.send(core, number, parity);
            meanwhile();
            barrier.wait();
        }
        self.exchange.read(core, number, parity);
    }

    fn on_one_core<O: Observer>(&self, cores: &mut [Core<'_, Region<O>>], meanwhile: &mut impl FnMut()) {
        let mut parity = 0;
        cores.iter_mut().for_each(Core::take_arrivals);
        let read = |cores: &mut [Core<'_, Region<O>>], parity| {
            cores.iter_mut().enumerate().for_each(|(number, core)| self.exchange.read(core, number, parity));
        };
        while let Some(end) = self.next_end(parity) {
            read(cores, parity);
            parity = 1 - parity;
            for (number, core) in cores.iter_mut().enumerate() {
                core.work_off_before(end);
                self.exchange.send(core, number, parity);
            }
            meanwhile();
        }
        read(cores, parity);
    }
}
