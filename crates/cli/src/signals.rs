//! What is left to do when a command is interrupted.

use std::process::exit;
use wormcast::eval::remove_unfinished;

/// The exit status of a command that was interrupted, as shells have it.
const INTERRUPTED: i32 = 130;

/// On an interrupt, or when it is asked to end, the command takes away the files that it has not finished.
pub(crate) fn clean_up_on_interrupt() {
    // Without a handler the files stay until the next command writes there, which takes them away.
    let _ = ctrlc::set_handler(|| {
        remove_unfinished();
        exit(INTERRUPTED);
    });
}
