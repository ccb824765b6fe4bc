//! Errors of the library as exceptions that keep the culprit and the guess.

use crate::own::with_cause;
use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use pyo3::sync::PyOnceLock;
use std::path::Path;
use wormcast::eval::experiment::ExperimentError;
use wormcast::eval::sweep::SweepError;
use wormcast::formats::NoRouting;
use wormcast::papers::UnknownFigure;
use wormcast::plan::DocumentError;
use wormcast::routing::RoutingError;
use wormcast::schemes::{OptionError, PlanError, SchemeError, UnknownScheme};
use wormcast::topology::{TopologyError, UnknownNode, nearest};
use wormcast::{Error, UnknownPattern, WorkloadError};

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
        let listed = if listed.is_empty() { "none".to_owned() } else { listed.join(", ") };
        Self::new("UnknownName", format!("unknown {what} `{name}`; known are {listed}{meant}")).about(name).meant(guess)
    }

    /// The same, about this.
    pub(crate) fn about(mut self, culprit: impl Into<String>) -> Self {
        self.0.culprit = Some(culprit.into());
        self
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
        let culprit = error.message.split('`').nth(1).map(str::to_owned);
        let raised = Self::new("BadFile", error.message.clone()).at(line, column).meant(guess.map(str::to_owned));
        raised.about_if(culprit)
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

impl From<Error> for Raised {
    fn from(error: Error) -> Self {
        match error {
            Error::Topology(error) => error.into(),
            Error::UnknownNode(error) => error.into(),
            Error::UnknownScheme(error) => error.into(),
            Error::Option(error) => error.into(),
            Error::Scheme(error) => error.into(),
            Error::Plan(error) => error.into(),
            Error::Document(error) => error.into(),
            Error::Unreachable { ref to, .. } => {
                let to = to.clone();
                Self::new("Unreachable", error.to_string()).about(to)
            }
            Error::Routing(ref no) => {
                let (culprit, guess) = routing_culprit(no);
                let class = if guess.is_some() { "UnknownName" } else { "Unserved" };
                Self::new(class, error.to_string()).meant(guess).about_if(culprit)
            }
            other => Self::bad(other.to_string()),
        }
    }
}

fn routing_culprit(no: &NoRouting) -> (Option<String>, Option<String>) {
    match no {
        NoRouting::Named(RoutingError::Unknown { name, nearest, .. })
        | NoRouting::Neither(RoutingError::Unknown { name, nearest, .. }) => (Some(name.clone()), nearest.clone()),
        NoRouting::Named(RoutingError::Node(node)) => (Some(node.name.clone()), node.nearest.clone()),
        _ => (None, None),
    }
}

impl From<UnknownNode> for Raised {
    fn from(error: UnknownNode) -> Self {
        Self::new("UnknownName", error.to_string()).about(error.name).meant(error.nearest)
    }
}

impl From<UnknownScheme> for Raised {
    fn from(error: UnknownScheme) -> Self {
        Self::new("UnknownName", error.to_string()).about(error.name).meant(error.nearest)
    }
}

impl From<TopologyError> for Raised {
    fn from(error: TopologyError) -> Self {
        let message = error.to_string();
        match error {
            TopologyError::UnknownNode(node) => node.into(),
            TopologyError::UnknownFamily { spec, nearest, .. } => {
                Self::new("UnknownName", message).about(spec).meant(nearest)
            }
            TopologyError::UnknownLink { a, b, .. } => Self::new("UnknownName", message).about(format!("{a}-{b}")),
            TopologyError::UnknownChannel { channel, .. } => Self::new("UnknownName", message).about(channel),
            TopologyError::NotALink { text, .. } | TopologyError::AmbiguousLink { text, .. } => {
                Self::bad(message).about(text)
            }
            TopologyError::BadParameters { spec, .. } | TopologyError::Size { spec, .. } => {
                Self::bad(message).about(spec)
            }
            TopologyError::File { path, line, column, .. } => {
                Self::new("BadFile", message).about(path.display().to_string()).at(line, column)
            }
            TopologyError::Io { path, .. } => Self::new("BadFile", message).about(path.display().to_string()),
            _ => Self::bad(message),
        }
    }
}

impl From<OptionError> for Raised {
    fn from(error: OptionError) -> Self {
        let message = error.to_string();
        match error {
            OptionError::Missing { option, .. } | OptionError::Value { option, .. } => {
                Self::new("BadOption", message).about(option)
            }
            _ => Self::new("BadOption", message),
        }
    }
}

impl From<SchemeError> for Raised {
    fn from(error: SchemeError) -> Self {
        let message = error.to_string();
        match error {
            SchemeError::UnknownNode(node) => node.into(),
            SchemeError::UnknownOption { option, .. }
            | SchemeError::BadOption { option, .. }
            | SchemeError::Conflict { option, .. } => Self::new("BadOption", message).about(option),
            SchemeError::Unserved { scheme, .. }
            | SchemeError::OneWay { scheme, .. }
            | SchemeError::Endpoint { scheme, .. }
            | SchemeError::NoLabelling { scheme, .. } => Self::new("Unserved", message).about(scheme),
            _ => Self::bad(message),
        }
    }
}

impl From<PlanError> for Raised {
    fn from(error: PlanError) -> Self {
        let message = error.to_string();
        match error {
            PlanError::NotAbove { from, .. } | PlanError::NotAhead { from, .. } => {
                Self::new("Unreachable", message).about(from)
            }
            _ => Self::bad(message),
        }
    }
}

impl From<DocumentError> for Raised {
    fn from(error: DocumentError) -> Self {
        Self::new("BadFile", error.to_string())
    }
}

impl From<SweepError> for Raised {
    fn from(error: SweepError) -> Self {
        let message = error.to_string();
        match error {
            SweepError::Run { cell, .. } => Self::bad(message).about(cell),
            _ => Self::bad(message),
        }
    }
}

impl From<UnknownFigure> for Raised {
    fn from(error: UnknownFigure) -> Self {
        let message = error.to_string();
        match error {
            UnknownFigure::None { name, nearest } => Self::new("UnknownName", message).about(name).meant(nearest),
            UnknownFigure::Several { name, .. } => Self::new("UnknownName", message).about(name),
        }
    }
}

impl From<std::io::Error> for Raised {
    fn from(error: std::io::Error) -> Self {
        Self::own(error.into())
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
