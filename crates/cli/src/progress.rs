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

/// How often a line says how far the work is where there is no terminal.
const EACH: Duration = Duration::from_secs(60);

/// Does the work. Where standard error is no terminal, a line each minute says how far it is.
pub(crate) fn each_minute<T>(line: impl Fn() -> String + Sync, work: impl FnOnce() -> T) -> T {
    if stderr().is_terminal() {
        return work();
    }
    telling_each(EACH, || eprintln!("{}", line()), work)
}

/// Does the work, and tells each time that so long has gone by.
fn telling_each<T>(each: Duration, tell: impl Fn() + Sync, work: impl FnOnce() -> T) -> T {
    thread::scope(|scope| {
        let (works, ended) = channel::<()>();
        let tell = &tell;
        scope.spawn(move || {
            while ended.recv_timeout(each) == Err(RecvTimeoutError::Timeout) {
                tell();
            }
        });
        let result = work();
        drop(works);
        result
    })
}

/// How much of something countable is done. Shown on a terminal only, with an estimate of the time that is left.
#[derive(Debug)]
pub(crate) struct Bar(ProgressBar);

/// What a bar shows: before it is known how much there is, and before anything is done, nothing can be said of the time
/// that is left.
fn template(done: usize, all: Option<usize>) -> &'static str {
    match (all, done) {
        (None | Some(0), _) => "{spinner} {msg} {elapsed}",
        (Some(_), 0) => "{spinner} {pos}/{len} {msg} {wide_bar} {elapsed}",
        (Some(_), _) => "{spinner} {pos}/{len} {msg} {wide_bar} {elapsed} (about {eta} left)",
    }
}

impl Bar {
    /// A bar for so many of these, once [`set`](Self::set) says how many.
    pub(crate) fn new(what: &'static str) -> Self {
        let bar = if stderr().is_terminal() { ProgressBar::no_length() } else { ProgressBar::hidden() };
        if let Ok(style) = ProgressStyle::with_template(template(0, None)) {
            bar.set_style(style);
        }
        bar.enable_steady_tick(Duration::from_millis(100));
        Self(bar.with_message(what))
    }

    /// So many of so many are done.
    pub(crate) fn set(&self, done: usize, all: usize) {
        if let Ok(style) = ProgressStyle::with_template(template(done, Some(all))) {
            self.0.set_style(style);
        }
        self.0.set_length(all as u64);
        self.0.set_position(done as u64);
    }

    /// The same as a line of a file.
    pub(crate) fn in_words(&self) -> String {
        let (what, done) = (self.0.message(), self.0.position());
        match self.0.length() {
            None | Some(0) => format!("{what}: at work"),
            Some(all) => format!("{what}: {done} of {all} done"),
        }
    }
}

impl Drop for Bar {
    fn drop(&mut self) {
        self.0.finish_and_clear();
    }
}

#[cfg(test)]
mod tests {
    use super::{Bar, telling_each, template};
    use std::sync::mpsc::channel;
    use std::time::Duration;

    #[test]
    fn no_time_is_told_before_anything_is_done() {
        assert!(
            ![template(0, None), template(0, Some(7)), template(0, Some(0))].iter().any(|shown| shown.contains("eta"))
        );
        assert!(!template(0, None).contains("len") && template(1, Some(7)).contains("about {eta} left"));
    }

    #[test]
    fn lines_say_how_much_is_done() {
        let bar = Bar::new("cells");
        assert_eq!(bar.in_words(), "cells: at work");
        bar.set(3, 45);
        assert_eq!(bar.in_words(), "cells: 3 of 45 done");
    }

    /// The work ends when it was told of three times.
    #[test]
    fn long_work_is_told_of_again_and_again() {
        let (tell, told) = channel();
        let tell = std::sync::Mutex::new(tell);
        let heard = || (0..3).map(|_| told.recv().unwrap()).count();
        let say = || tell.lock().unwrap().send(()).unwrap_or_default();
        assert_eq!(telling_each(Duration::from_millis(1), say, heard), 3);
    }
}
