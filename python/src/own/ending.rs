//! Calls into Python from threads that Python did not start, and its end.
//!
//! Work that nobody waits for any more, as after Ctrl-C, may call functions in Python still. Where the interpreter is
//! ending, a thread that asks for its lock would take the process down. So at the end nobody begins a call any more,
//! and those that are under way are waited for a little.

use pyo3::prelude::*;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::Duration;

static IS_ENDING: AtomicBool = AtomicBool::new(false);
static UNDER_WAY: AtomicUsize = AtomicUsize::new(0);

/// A call that is under way, until it is dropped.
struct Call;

impl Call {
    /// Never returns where the interpreter is ending.
    fn begin() -> Self {
        UNDER_WAY.fetch_add(1, Ordering::SeqCst);
        let call = Self;
        if IS_ENDING.load(Ordering::SeqCst) {
            drop(call);
            loop {
                thread::park();
            }
        }
        call
    }
}

impl Drop for Call {
    fn drop(&mut self) {
        UNDER_WAY.fetch_sub(1, Ordering::SeqCst);
    }
}

/// Does something with the interpreter's lock.
pub(crate) fn with_python<T>(work: impl FnOnce(Python<'_>) -> T) -> T {
    let _call = Call::begin();
    Python::attach(work)
}

/// The interpreter ends: waits for the calls under way, two seconds at most.
#[pyfunction]
pub(crate) fn await_calls(py: Python<'_>) {
    IS_ENDING.store(true, Ordering::SeqCst);
    py.detach(|| {
        for _ in 0..200 {
            if UNDER_WAY.load(Ordering::SeqCst) == 0 {
                return;
            }
            thread::sleep(Duration::from_millis(10));
        }
    });
}
