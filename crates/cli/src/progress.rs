//! A sign of life while something takes long.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::Duration;

/// Does the work. On a terminal, after two seconds, standard error shows what is going on and for how long.
pub fn during<T>(what: &'static str, work: impl FnOnce() -> T) -> T {
    if !stderr().is_terminal() {
        return work();
    }
    thread::scope(|scope| {
        let (done, wait) = channel::<()>();
        scope.spawn(move || spin(what, &wait));
        let result = work();
        drop(done);
        result
    })
}

/// Shows a spinner until the other end of the channel is dropped.
fn spin(what: &'static str, wait: &Receiver<()>) {
    if wait.recv_timeout(Duration::from_secs(2)) == Err(RecvTimeoutError::Timeout) {
        let bar = ProgressBar::new_spinner().with_message(what);
        if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        let _ = wait.recv();
        bar.finish_and_clear();
    }
}
