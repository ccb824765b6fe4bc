//! What is left to do when a command is interrupted.

use std::sync::{Mutex, PoisonError};

/// What is said when the command is interrupted.
static LAST_WORDS: Mutex<Option<LastWords>> = Mutex::new(None);

type LastWords = Box<dyn Fn() -> String + Send>;

/// Says this on standard error if the command is interrupted from now on.
pub(crate) fn say_on_interrupt(words: impl Fn() -> String + Send + 'static) {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(words));
}

/// Says nothing any more if the command is interrupted.
pub(crate) fn say_nothing_on_interrupt() {
    *LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) = None;
}

/// Does this to its end before the command ends by an interrupt: something short, of which no part may be left. What
/// was to be said on one is said no more.
pub(crate) fn not_interrupted<T>(work: impl FnOnce() -> T) -> T {
    // Whoever ends the command takes this lock first.
    let mut words = LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner);
    *words = None;
    work()
}

/// On an interrupt, or when it is asked to end, the command takes away the files that it has not finished, and ends
/// with the status that shells have for the signal: 130 for an interrupt, 143 where it was asked to end.
///
/// A file that may not grow any more is an error of writing, as it is on a full disk, and does not end the command in
/// the middle. Where nobody hears signals (not on Unix), unfinished files stay until the next command writes there,
/// which takes them away.
#[cfg(unix)]
pub(crate) fn clean_up_on_interrupt() {
    use signal_hook::consts::{SIGHUP, SIGINT, SIGTERM, SIGXFSZ};

    // `nohup` has commands ignore the end of the terminal.
    let heard = [SIGINT, SIGTERM, SIGXFSZ].into_iter().chain((!is_ignored(SIGHUP)).then_some(SIGHUP));
    let Ok(mut signals) = signal_hook::iterator::Signals::new(heard) else { return };
    std::thread::spawn(move || {
        let mut asked = signals.forever().filter(|&signal| signal != SIGXFSZ);
        if let Some(signal) = asked.next() {
            wormcast::eval::remove_unfinished();
            std::thread::spawn(move || {
                say_last_words();
                std::process::exit(128 + signal);
            });
        }
        // Whoever asks again waits for no words.
        if let Some(signal) = asked.next() {
            std::process::exit(128 + signal);
        }
    });
}

#[cfg(unix)]
fn say_last_words() {
    if let Some(words) = &*LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) {
        let words = words();
        eprintln!("\n{words}");
    }
}

/// Whether whoever started the command has it ignore a signal; not where the system does not tell.
#[cfg(unix)]
fn is_ignored(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigIgn:"));
    mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).is_some_and(|mask| mask >> (signal - 1) & 1 == 1)
}

/// Nobody hears signals here.
#[cfg(not(unix))]
pub(crate) fn clean_up_on_interrupt() {}
