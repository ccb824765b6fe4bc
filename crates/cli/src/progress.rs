//! A sign of life while something takes long.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};

/// Does the work. On a terminal, after two seconds, standard error shows what is going on and for how long.
pub(crate) fn during<T>(what: &'static str, work: impl FnOnce() -> T) -> T {
    telling(what, |_| work())
}

/// The same, and the work tells its steps, which are shown too.
pub(crate) fn telling<T>(what: &'static str, work: impl FnOnce(&dyn Fn(&str)) -> T) -> T {
    if !stderr().is_terminal() {
        return work(&|_| {});
    }
    thread::scope(|scope| {
        let (steps, heard) = channel::<String>();
        scope.spawn(move || spin(what, &heard));
        let result = work(&|step| drop(steps.send(format!("{what}: {step}"))));
        drop(steps);
        result
    })
}

/// Shows a spinner until the other end of the channel is dropped.
fn spin(what: &'static str, heard: &Receiver<String>) {
    let (shown, mut step) = (Instant::now() + Duration::from_secs(2), what.to_owned());
    loop {
        match heard.recv_timeout(shown.saturating_duration_since(Instant::now())) {
            Ok(next) => step = next,
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => return,
        }
    }
    let bar = ProgressBar::new_spinner().with_message(step);
    if let Ok(style) = ProgressStyle::with_template("{spinner} {msg} ({elapsed})") {
        bar.set_style(style);
    }
    bar.enable_steady_tick(Duration::from_millis(100));
    while let Ok(next) = heard.recv() {
        bar.set_message(next);
    }
    bar.finish_and_clear();
}

/// How much of something countable is done. Shown on a terminal only, with an estimate of the time that is left.
#[derive(Debug)]
pub(crate) struct Bar(ProgressBar);

impl Bar {
    /// A bar for so many of these, once [`set`](Self::set) says how many.
    pub(crate) fn new(what: &'static str) -> Self {
        let bar = if stderr().is_terminal() { ProgressBar::no_length() } else { ProgressBar::hidden() };
        let template = "{spinner} {pos}/{len} {msg} {wide_bar} {elapsed} (about {eta} left)";
        if let Ok(style) = ProgressStyle::with_template(template) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Self(bar.with_message(what))
    }

    /// So many of so many are done.
    pub(crate) fn set(&self, done: usize, all: usize) {
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}
