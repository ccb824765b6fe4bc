//! What regions share: when each has something to do next, and boxes for what they write in a window.

use super::letters::Letters;
use super::log::{Log, Teller};
use super::region::Region;
use crate::Time;
use crate::intake::Intake;
use crate::open_loop::Observer;
use crate::path::core::Core;
use crate::path::worms::Ps;
use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

/// The words that a box has place for; what is left goes to another place, which takes longer.
const WORDS: usize = 63;

/// A box for what is written in a window. It is written into and read at different times, as the clocks say: what is
/// written in window w lies in the boxes of parity w mod 2, and is read before window w + 1 is worked off; nobody
/// begins window w + 2, and writes into them again, before all have worked that one off.
#[derive(Debug)]
#[repr(align(128))]
struct MailBox {
    count: AtomicU64,
    words: [AtomicU64; WORDS],
    more: Mutex<Vec<u64>>,
}

impl MailBox {
    fn new() -> Self {
        Self { count: AtomicU64::new(0), words: std::array::from_fn(|_| AtomicU64::new(0)), more: Mutex::default() }
    }

    /// Puts letters in, instead of those that were read.
    fn put(&self, Letters(letters): &mut Letters) {
        if letters.is_empty() && self.count.load(Ordering::Relaxed) == 0 {
            // Nobody has to look at this line again.
            return;
        }
        self.words.iter().zip(&*letters).for_each(|(place, &word)| place.store(word, Ordering::Relaxed));
        // A poisoned lock means that another thread has panicked, which ends the run.
        if letters.len() > WORDS
            && let Ok(mut more) = self.more.lock()
        {
            more.extend_from_slice(&letters[WORDS..]);
        }
        self.count.store(letters.len() as u64, Ordering::Relaxed);
        letters.clear();
    }

    /// Copies what is in it, all at once: lines that come from another core come side by side then.
    fn copy_to(&self, letters: &mut Vec<u64>) {
        let count = self.count.load(Ordering::Relaxed) as usize;
        letters.extend(self.words[..count.min(WORDS)].iter().map(|word| word.load(Ordering::Relaxed)));
        if count > WORDS
            && let Ok(mut more) = self.more.lock()
        {
            letters.append(&mut more);
        }
    }
}

#[derive(Debug)]
pub(super) struct Exchange {
    regions: usize,
    /// See [`Observer::sums_holds_until`].
    sums_until: AtomicU64,
    /// By the parity of windows, of the region that writes, and of the one that reads.
    letters: Vec<MailBox>,
    /// By the parity of rounds.
    logs: [Vec<Mutex<Log>>; 2],
}

impl Exchange {
    pub(super) fn new(regions: usize) -> Self {
        let logs = || (0..regions).map(|_| Mutex::default()).collect();
        Self {
            regions,
            sums_until: AtomicU64::new(0),
            letters: (0..2 * regions * regions).map(|_| MailBox::new()).collect(),
            logs: [logs(), logs()],
        }
    }

    /// Whether the sums of holds are enough of windows that end at a time.
    pub(super) fn sums_are_enough(&self, end: Ps) -> bool {
        end <= self.sums_until.load(Ordering::Relaxed)
    }

    /// Sums of holds are enough until a time.
    pub(super) fn sum_up_until(&self, at: Time) {
        self.sums_until.store(at.ps(), Ordering::Relaxed);
    }

    /// The boxes of a region that writes in a window, by the region that reads.
    fn boxes(&self, window: u64, from: usize) -> &[MailBox] {
        &self.letters[((window % 2) as usize * self.regions + from) * self.regions..][..self.regions]
    }

    /// Sends what a region has written in a window.
    pub(super) fn send<O: Observer>(&self, core: &mut Core<'_, Region<O>>, from: usize, window: u64) {
        core.site.outbox.iter_mut().zip(self.boxes(window, from)).for_each(|(letters, mail)| mail.put(letters));
    }

    /// Reads what was sent to a region in a window.
    pub(super) fn read<O: Observer>(&self, core: &mut Core<'_, Region<O>>, to: usize, window: u64) {
        let mut letters = std::mem::take(&mut core.site.inbox);
        (0..self.regions).for_each(|from| self.boxes(window, from)[to].copy_to(&mut letters));
        core.read(letters.drain(..));
        core.site.inbox = letters;
    }

    /// Hands over what a region tells of a round.
    pub(super) fn hand_over(&self, log: &mut Log, region: usize, round: u64) {
        if let Ok(mut place) = self.logs[(round % 2) as usize][region].lock() {
            std::mem::swap(&mut *place, log);
        }
    }

    /// Tells what happened in a round.
    pub(super) fn tell<O: Observer>(&self, round: u64, teller: &mut Teller, intake: &mut Intake, observer: &mut O) {
        for log in &self.logs[(round % 2) as usize] {
            if let Ok(mut log) = log.lock() {
                teller.take_in(&mut log, observer);
            }
        }
        if teller.tell(intake, observer) {
            self.sum_up_until(observer.sums_holds_until());
        }
    }
}
