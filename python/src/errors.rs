//! Errors of the library as exceptions that keep the culprit and the guess.

mod library;

use crate::own::with_cause;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::path::Path;
use wormcast::eval::experiment::ExperimentError;
use wormcast::topology::nearest;
use wormcast::{UnknownPattern, WorkloadError};

/// What goes wrong on the way to an answer, before the interpreter is asked for an exception.
#[derive(Debug)]
pub(crate) struct Raised(Box<Told>);

#[derive(Debug)]
struct Told {
    class: &'static str,
    message: String,
    culprit: Option<String>,
    guess: Option<String>,
    /// Line and column, in files.
    place: Option<(usize, usize)>,
    /// What a function in Python raised, which goes on as it is.
    own: Option<PyErr>,
}

/// What stands between the first quotation marks of a message: mostly the culprit.
fn quoted(message: &str) -> Option<&str> {
    message.split('`').nth(1)
}

/// What most functions of this crate return.
pub(crate) type Answer<T> = Result<T, Raised>;

impl Raised {
    /// An exception of the class of this name in `wormcast.errors`.
    pub(crate) fn new(class: &'static str, message: impl Into<String>) -> Self {
        let message = message.into();
        Self(Box::new(Told { class, message, culprit: None, guess: None, place: None, own: None }))
    }

    /// What makes no sense.
    pub(crate) fn bad(message: impl Into<String>) -> Self {
        Self::new("Error", message)
    }

    /// A name that stands for nothing, among those that would.
    pub(crate) fn unknown<'a>(what: &str, name: &str, known: impl Iterator<Item = &'a str> + Clone) -> Self {
        let guess = nearest(name, known.clone());
        let listed: Vec<_> = known.map(|name| format!("`{name}`")).collect();
        let meant = guess.as_ref().map(|guess| format!("; did you mean `{guess}`?")).unwrap_or_default();
        let known =
            if listed.is_empty() { "it takes none".to_owned() } else { format!("known are {}", listed.join(", ")) };
        Self::new("UnknownName", format!("unknown {what} `{name}`; {known}{meant}")).about(name).meant(guess)
    }

    /// The same, about this.
    pub(crate) fn about(mut self, culprit: impl Into<String>) -> Self {
        self.0.culprit = Some(culprit.into());
        self
    }

    /// The same, if this may have been meant.
    pub(crate) fn guessing(mut self, guess: String) -> Self {
        self.0.message += &format!("; did you mean `{guess}`?");
        self.meant(Some(guess))
    }

    fn meant(mut self, guess: Option<String>) -> Self {
        self.0.guess = guess;
        self
    }

    fn at(mut self, line: usize, column: usize) -> Self {
        self.0.place = Some((line, column));
        self
    }

    fn about_if(self, culprit: Option<String>) -> Self {
        match culprit {
            Some(culprit) => self.about(culprit),
            None => self,
        }
    }

    /// What Python itself raised.
    fn own(own: PyErr) -> Self {
        let mut raised = Self::bad(String::new());
        raised.0.own = Some(own);
        raised
    }

    /// An experiment that makes no sense, and where in its text.
    pub(crate) fn of_experiment(error: &ExperimentError, text: &str) -> Self {
        let (line, column) = error.position(text);
        let guess = error.message.rsplit_once("did you mean `").and_then(|(_, rest)| rest.strip_suffix("`?"));
        if let Some(scheme) = error.unserved {
            return Self::new("Unserved", error.message.clone()).at(line, column).about(scheme);
        }
        let blamed = text.get(error.span.clone()).unwrap_or_default();
        let is_text = blamed.starts_with(['"', '\'']) || error.message.starts_with("unknown key");
        let named = quoted(&error.message).filter(|name| is_text && !name.is_empty() && blamed.contains(name));
        let key = error.key(text).filter(|_| named.is_none());
        let message = key.as_ref().map_or(error.message.clone(), |key| format!("`{key}`: {}", error.message));
        // Who reads on knows the key by its own name.
        let key = key.as_ref().map(|key| key.rsplit('.').next().unwrap_or(key));
        let raised = Self::new("BadFile", message).at(line, column).meant(guess.map(str::to_owned));
        raised.about_if(named.or(key).map(str::to_owned))
    }

    /// A workload that makes no sense, and where in its text.
    pub(crate) fn of_workload(error: &WorkloadError, text: &str) -> Self {
        let raised = Self::new("BadFile", error.problem.clone());
        let Some(before) = error.place.and_then(|place| text.get(..place)) else { return raised };
        let column = before.len() - before.rfind('\n').map_or(0, |at| at + 1) + 1;
        raised.at(before.matches('\n').count() + 1, column)
    }

    /// The name of a pattern that there is not; neither is there such a file.
    pub(crate) fn of_pattern(name: &str, unknown: &UnknownPattern) -> Self {
        Self::new("UnknownName", format!("there is no file `{name}`; or {unknown}")).about(name)
    }

    /// A tuple where a list of several is expected, whose only item it may be.
    pub(crate) fn one_for_several(tuple: &str, problem: &str) -> Self {
        let message = format!("{tuple} {problem}; did you mean `[{tuple}]`?");
        Self::new("UnknownName", message).about(tuple).meant(Some(format!("[{tuple}]")))
    }

    /// A file that cannot be used.
    pub(crate) fn of_file(path: &Path, error: impl std::fmt::Display) -> Self {
        Self::new("BadFile", format!("{}: {error}", path.display())).about(path.display().to_string())
    }
}

static CLASSES: PyOnceLock<Py<PyModule>> = PyOnceLock::new();

impl From<Raised> for PyErr {
    fn from(Raised(told): Raised) -> Self {
        match told.own {
            Some(own) => own,
            None => Python::attach(|py| exception(py, &told).unwrap_or_else(|error| error)),
        }
    }
}

fn exception(py: Python<'_>, raised: &Told) -> PyResult<PyErr> {
    let classes = CLASSES.get_or_try_init(py, || py.import("wormcast.errors").map(Bound::unbind))?;
    let class = classes.bind(py).getattr(raised.class)?;
    let made = class.call1((&raised.message, &raised.culprit, &raised.guess))?;
    if let Some((line, column)) = raised.place {
        made.setattr("line", line)?;
        made.setattr("column", column)?;
    }
    Ok(with_cause(py, &raised.message, PyErr::from_value(made)))
}

impl From<PyErr> for Raised {
    fn from(own: PyErr) -> Self {
        Self::own(own)
    }
}

/// An argument of a type that is not taken.
pub(crate) fn wrong_type(message: String) -> PyErr {
    PyTypeError::new_err(message)
}

/// What would be a defect of this crate.
pub(crate) fn defect(message: &'static str) -> PyErr {
    PyRuntimeError::new_err(message)
}
