//! Long work: without the interpreter's lock, and with an eye on Ctrl-C.

use crate::errors::{Answer, defect};
use pyo3::prelude::*;
use std::sync::mpsc::{RecvTimeoutError, sync_channel};
use std::thread;
use std::time::Duration;

/// How often Ctrl-C is looked for.
const PAUSE: Duration = Duration::from_millis(50);

/// Does work on a thread of its own, while other threads of Python run. Ctrl-C ends the wait within a twentieth of a
/// second; `give_up` is called then, and tells the work to end as soon as it can.
pub(crate) fn patiently_until<T: Send + 'static>(
    py: Python<'_>,
    give_up: impl Fn(),
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> PyResult<T> {
    let (done, mut wait) = sync_channel(1);
    // Nobody may wait any more.
    thread::spawn(move || drop(done.send(work())));
    loop {
        let came;
        (came, wait) = py.detach(move || (wait.recv_timeout(PAUSE), wait));
        match came {
            Ok(answer) => return Ok(answer?),
            Err(RecvTimeoutError::Timeout) => py.check_signals().inspect_err(|_| give_up())?,
            Err(RecvTimeoutError::Disconnected) => return Err(defect("the work ended without an answer")),
        }
    }
}

/// The same for work that cannot be told to end: after Ctrl-C it goes on where nobody sees it, until it is done.
pub(crate) fn patiently<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> PyResult<T> {
    patiently_until(py, || (), work)
}
