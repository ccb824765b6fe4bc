//! How many threads a command uses.

use clap::Args;
use rayon::{ThreadPool, ThreadPoolBuildError, ThreadPoolBuilder};

/// More threads than this are of no use on any machine.
const MAX_THREADS: usize = 256;

/// The threads of a command that works in parallel. Its results do not depend on their number.
#[derive(Debug, Args)]
pub(crate) struct ThreadArgs {
    /// How many threads to use, at most 256; by default, one a core.
    #[arg(long, value_name = "NUMBER", default_value_t = 0, hide_default_value = true)]
    threads: usize,
}

impl ThreadArgs {
    /// How many were asked for, if not as many as there are cores.
    pub(crate) fn asked(&self) -> Option<usize> {
        Some(self.threads).filter(|&threads| threads > 0)
    }

    /// The threads.
    pub(crate) fn pool(&self) -> Result<ThreadPool, ThreadPoolBuildError> {
        ThreadPoolBuilder::new().num_threads(self.threads.min(MAX_THREADS)).build()
    }
}

#[cfg(test)]
mod tests {
    use super::{MAX_THREADS, ThreadArgs};

    #[test]
    fn there_are_as_many_threads_as_asked_for_and_no_more_than_the_cap() {
        for (threads, expected) in [(1, 1), (5, 5), (MAX_THREADS + 1, MAX_THREADS), (usize::MAX, MAX_THREADS)] {
            let pool = ThreadArgs { threads }.pool().unwrap();
            // Every worker reports itself once.
            let mut workers = pool.broadcast(|worker| worker.index());
            workers.dedup();
            assert_eq!((pool.current_num_threads(), workers.len()), (expected, expected));
        }
        assert!(ThreadArgs { threads: 0 }.pool().unwrap().current_num_threads() >= 1);
    }
}
