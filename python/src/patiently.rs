//! Long work: without the interpreter's lock, with an eye on Ctrl-C, and with a bar that moves if one is wanted.

use crate::errors::{Answer, defect};
use pyo3::prelude::*;
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel, sync_channel};
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
    waiting(py, give_up, || Ok(()), work)
}

/// The same for work that cannot be told to end: after Ctrl-C it goes on where nobody sees it, until it is done.
pub(crate) fn patiently<T: Send + 'static>(
    py: Python<'_>,
    work: impl FnOnce() -> Answer<T> + Send + 'static,
) -> PyResult<T> {
    patiently_until(py, || (), work)
}

/// The same for work of which nobody knows how long it takes: a bar, made by `progress`, shows the steps that it tells.
pub(crate) fn watched<T: Send + 'static>(
    py: Python<'_>,
    progress: Option<&Bound<'_, PyAny>>,
    what: &str,
    work: impl FnOnce(&dyn Fn(&str)) -> Answer<T> + Send + 'static,
) -> PyResult<T> {
    let Some(progress) = progress else { return patiently(py, move || work(&|_| ())) };
    let bar = py.import("wormcast._progress")?.getattr("Bar")?.call1((progress, py.None(), what))?;
    let (tell, steps) = channel::<String>();
    let result = waiting(py, || (), || show(&bar, &steps), move || work(&|step| drop(tell.send(step.to_owned()))));
    let closed = show(&bar, &steps).and_then(|()| bar.call_method0("close"));
    // What went wrong first is told.
    result.and_then(|answer| closed.map(|_| answer))
}

/// Shows the steps that have been told, and that time has passed.
fn show(bar: &Bound<'_, PyAny>, steps: &Receiver<String>) -> PyResult<()> {
    for step in steps.try_iter() {
        bar.call_method1("step", (step,))?;
    }
    bar.call_method0("tick").map(drop)
}

/// Waits for work on a thread of its own; `look` is called now and then.
fn waiting<T: Send + 'static>(
    py: Python<'_>,
    give_up: impl Fn(),
    look: impl Fn() -> PyResult<()>,
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
            Err(RecvTimeoutError::Timeout) => py.check_signals().and_then(|()| look()).inspect_err(|_| give_up())?,
            Err(RecvTimeoutError::Disconnected) => return Err(defect("the work ended without an answer")),
        }
    }
}
