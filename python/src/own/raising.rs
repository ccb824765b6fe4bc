//! What functions in Python raise on the way of an answer through the library, which carries texts alone.
//!
//! The last exception is kept beside its text; the error whose message has the text gets it as its cause. So its whole
//! traceback is shown, and debuggers find it. Ctrl-C, which is no error, goes on as itself.

use pyo3::exceptions::PyException;
use pyo3::prelude::*;
use std::sync::{Mutex, MutexGuard, PoisonError};

static LAST: Mutex<Option<(String, PyErr)>> = Mutex::new(None);

fn last() -> MutexGuard<'static, Option<(String, PyErr)>> {
    LAST.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Keeps what was raised, beside the text that stands for it.
pub(super) fn keep(py: Python<'_>, text: &str, error: &PyErr) {
    let before = last().replace((text.to_owned(), error.clone_ref(py)));
    // Dropping an exception may run code, which must not find the lock taken.
    drop(before);
}

/// The exception that a message is about.
fn behind(message: &str) -> Option<PyErr> {
    let found = last().take_if(|(text, _)| !text.is_empty() && message.contains(text.as_str()));
    found.map(|(_, error)| error)
}

/// An error with its cause; or the cause, if that is no error but an end of the program.
pub(crate) fn with_cause(py: Python<'_>, message: &str, error: PyErr) -> PyErr {
    match behind(message) {
        Some(cause) if !cause.is_instance_of::<PyException>(py) => cause,
        Some(cause) => {
            error.set_cause(py, Some(cause));
            error
        }
        None => error,
    }
}
