//! Budgets of time and memory: for work that a file from elsewhere can start, and for searches.

use crate::input;
use crate::words::one_line;
use clap::Args;
use std::fmt;
use std::io::{Write, stderr, stdout};
use std::path::Path;
use std::process::exit;
use std::str::FromStr;
use std::sync::mpsc::{RecvTimeoutError, channel};
use std::thread;
use std::time::{Duration, Instant};
use wormcast::Span;

/// How often it is looked whether the budget is used up.
const PAUSE: Duration = Duration::from_millis(50);

/// How much memory a search may take if nobody says so, in bytes.
const SEARCHING: u64 = 8 << 30;

/// How much time and memory a command may take.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Budget {
    time: Duration,
    bytes: Option<u64>,
}

/// The option that sets the budget.
#[derive(Debug, Args)]
pub(crate) struct BudgetArgs {
    /// The time, and if wanted MiB of memory behind a comma (`60s` or `60s,2048`), after which the command gives up. By
    /// default what files of this size need, with 20 s and 4 GiB to spare.
    #[arg(long, value_name = "TIME[,MIB]")]
    budget: Option<Budget>,
}

impl BudgetArgs {
    /// The budget for files of so many bytes together.
    pub(crate) fn for_bytes(&self, bytes: u64) -> Budget {
        // What is judged in near-linear time takes less than a second and 30 bytes for each byte.
        let default = || Budget {
            time: Duration::from_secs(20 + (bytes >> 20)),
            bytes: Some((4 << 30) + bytes.saturating_mul(30)),
        };
        self.budget.unwrap_or_else(default)
    }
}

impl FromStr for Budget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || format!("`{text}` is no time, such as `30s` or `2min`, or a time and MiB, such as `60s,2048`");
        let (time, mib) = text.split_once(',').map_or((text, None), |(time, mib)| (time, Some(mib)));
        let Span(time) = time.parse().map_err(|_| wrong())?;
        let mib = mib.map(|mib| mib.parse::<u32>().ok().filter(|&mib| mib > 0).ok_or_else(wrong)).transpose()?;
        Ok(Self { time, bytes: mib.map(|mib| u64::from(mib) << 20) })
    }
}

impl fmt::Display for Budget {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Span(self.time))?;
        self.bytes.map_or(Ok(()), |bytes| write!(f, ",{}", bytes >> 20))
    }
}

impl Budget {
    /// So much time.
    pub(crate) const fn of(time: Duration) -> Self {
        Self { time, bytes: None }
    }

    /// The time.
    pub(crate) fn time(self) -> Duration {
        self.time
    }

    /// Does the work of a search that looks at the time by itself, and tells what it knows when that is used up. What
    /// comes before and behind the search has half as much more, and two seconds; then the command prints what
    /// `unknown` makes of the reason, and ends with exit status 1: the answer is not known.
    pub(crate) fn searching<T>(self, unknown: impl Fn(&str) -> String + Sync, work: impl FnOnce() -> T) -> T {
        let time = self.time.saturating_add(self.time / 2).saturating_add(Duration::from_secs(2));
        let most = Self { time, bytes: Some(self.bytes.unwrap_or(SEARCHING)) };
        let asked = self.time;
        most.watched(work, &move |over| {
            let used_up = match over {
                Over::Time => format!("the budget of {} s was used up", asked.as_secs_f64()),
                Over::Memory(bytes) => format!("the {} MiB of the budget were used up", bytes >> 20),
            };
            let reason = format!("{used_up} before there was an answer; `--budget TIME,MIB` gives more");
            let _ = write!(stdout(), "{}", unknown(&reason));
            exit(1);
        })
    }

    /// Does the work. If the budget is used up before it is done, the command ends with a message and exit status 2:
    /// work that never looks up cannot be ended otherwise.
    pub(crate) fn during<T>(self, work: impl FnOnce() -> T) -> T {
        self.watched(work, &|over| {
            let used_up = match over {
                Over::Time => format!("the {} s", self.time.as_secs_f64()),
                Over::Memory(bytes) => format!("the {} MiB", bytes >> 20),
            };
            let message = "of its budget are used up, and nothing was found out; `--budget TIME,MIB` gives it more";
            let _ = writeln!(stderr(), "error: {used_up} {message}");
            exit(2);
        })
    }

    fn watched<T>(self, work: impl FnOnce() -> T, end: &(dyn Fn(Over) + Sync)) -> T {
        if self.time.is_zero() {
            end(Over::Time);
        }
        thread::scope(|scope| {
            let (done, wait) = channel::<()>();
            scope.spawn(move || {
                let start = Instant::now();
                while wait.recv_timeout(PAUSE) == Err(RecvTimeoutError::Timeout) {
                    self.over(start.elapsed()).into_iter().for_each(end);
                }
            });
            let result = work();
            drop(done);
            result
        })
    }

    /// What is used up after so much time, if anything is.
    fn over(self, taken: Duration) -> Option<Over> {
        match self.bytes {
            _ if taken > self.time => Some(Over::Time),
            Some(bytes) if resident().is_some_and(|resident| resident > bytes) => Some(Over::Memory(bytes)),
            _ => None,
        }
    }
}

/// What of a budget is used up.
#[derive(Clone, Copy)]
enum Over {
    Time,
    /// So many bytes.
    Memory(u64),
}

/// Does the work of reading these files. Where a pipe is among them, whoever writes to it may never come, or never end:
/// after this time the command ends with a message and exit status 2.
pub(crate) fn reading<T>(files: &[String], most: Duration, work: impl FnOnce() -> T) -> T {
    let Some(pipe) = files.iter().find(|file| input::is_pipe(Path::new(file))) else { return work() };
    thread::scope(|scope| {
        let (done, wait) = channel::<()>();
        scope.spawn(move || {
            if wait.recv_timeout(most) == Err(RecvTimeoutError::Timeout) {
                let (pipe, seconds) = (one_line(pipe), most.as_secs_f64());
                let message =
                    format!("{pipe} had not been read in the {seconds} s of the budget; `--budget` gives more");
                let _ = writeln!(stderr(), "error: {message}");
                exit(2);
            }
        });
        let result = work();
        drop(done);
        result
    })
}

/// The memory that this process holds, where the system tells.
fn resident() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let kib = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    Some(kib.trim().strip_suffix("kB")?.trim().parse::<u64>().ok()? << 10)
}

#[cfg(test)]
mod tests {
    use super::Budget;

    #[test]
    fn a_budget_is_time_and_mib() {
        for (text, whole) in [("60", "60s"), ("60s,2048", "60s,2048"), ("2min", "120s"), ("1,1", "1s,1")] {
            assert_eq!(text.parse::<Budget>().unwrap().to_string(), whole);
        }
        for text in ["", "x", "60,", "60,0", "-1", "60s,1GiB"] {
            assert!(text.parse::<Budget>().is_err(), "{text}");
        }
    }
}
