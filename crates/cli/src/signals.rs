//! What is left to do when a command is interrupted.

use std::process::exit;
use std::sync::{Mutex, PoisonError};
use wormcast::eval::remove_unfinished;

/// The exit status of a command that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

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

/// On an interrupt, or when it is asked to end, the command takes away the files that it has not finished.
pub(crate) fn clean_up_on_interrupt() {
    // Without a handler the files stay until the next command writes there, which takes them away.
    let _ = ctrlc::set_handler(|| {
        remove_unfinished();
        if let Some(words) = &*LAST_WORDS.lock().unwrap_or_else(PoisonError::into_inner) {
            eprintln!("\n{}", words());
        }
        exit(INTERRUPTED);
    });
}
