//! Named arguments: `**options`.

use super::{each, scalar, word};
use crate::errors::{Raised, wrong_type};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict};
use std::fmt::Display;
use std::str::FromStr;
use wormcast::schemes::Scheme;

/// Named arguments that are taken one after another; those that are left are refused.
pub(crate) struct Named<'a, 'py> {
    given: Option<&'a Bound<'py, PyDict>>,
    known: Vec<&'static str>,
}

impl<'a, 'py> Named<'a, 'py> {
    pub(crate) fn new(given: Option<&'a Bound<'py, PyDict>>) -> Self {
        Self { given, known: Vec::new() }
    }

    fn get(&mut self, name: &'static str) -> PyResult<Option<Bound<'py, PyAny>>> {
        if !self.known.contains(&name) {
            self.known.push(name);
        }
        match self.given {
            Some(given) => given.get_item(name),
            None => Ok(None),
        }
    }

    /// Tells of an argument that was taken before these.
    pub(crate) fn beside(mut self, name: &'static str) -> Self {
        self.known.push(name);
        self
    }

    /// The value of an argument, or what holds without it.
    pub(crate) fn value<T: FromStr<Err: Display>>(&mut self, name: &'static str, default: T) -> PyResult<T> {
        Ok(self.optional(name)?.unwrap_or(default))
    }

    /// The value of an argument, if it is set.
    pub(crate) fn optional<T: FromStr<Err: Display>>(&mut self, name: &'static str) -> PyResult<Option<T>> {
        let Some(given) = self.get(name)? else { return Ok(None) };
        let Some(text) = word(&given)? else { return Ok(None) };
        let bad = |error: T::Err| {
            Raised::new("BadOption", format!("`{name}`: {}", refused(&text, error.to_string()))).about(name)
        };
        Ok(Some(text.parse().map_err(bad)?))
    }

    /// Whether a switch is set.
    pub(crate) fn switch(&mut self, name: &'static str) -> PyResult<bool> {
        let Some(given) = self.get(name)?.filter(|given| !given.is_none()) else { return Ok(false) };
        let given = scalar(&given).unwrap_or(given);
        match given.cast::<PyBool>() {
            Ok(is_set) => Ok(is_set.is_true()),
            Err(_) => Err(wrong_type(format!("`{name}` is {}; expected True or False", given.repr()?))),
        }
    }

    /// What shows how work goes on: `progress`.
    pub(crate) fn progress(&mut self) -> PyResult<Option<Bound<'py, PyAny>>> {
        Ok(self.get("progress")?.filter(|given| !given.is_none()))
    }

    /// The texts of an argument that may be one or several.
    pub(crate) fn texts(&mut self, name: &'static str, expected: &str) -> PyResult<Vec<String>> {
        let given = self.get(name)?.filter(|given| !given.is_none());
        if let Some(table) = given.as_ref().filter(|given| given.is_instance_of::<PyDict>()) {
            return Err(wrong_type(format!("`{name}` is the dictionary {}; expected {expected}", table.repr()?)));
        }
        each(given.as_ref(), |item| Ok(word(item)?.unwrap_or_default()))
    }

    /// The arguments that nobody has asked for.
    pub(crate) fn rest(&self) -> PyResult<Vec<(String, Bound<'py, PyAny>)>> {
        let Some(given) = self.given else { return Ok(Vec::new()) };
        let mut rest = Vec::new();
        for (name, value) in given.iter() {
            let name = name.extract::<String>()?;
            if !self.known.contains(&&*name) {
                rest.push((name, value));
            }
        }
        Ok(rest)
    }

    /// Refuses arguments that nobody has asked for, and that are no options of a scheme.
    pub(crate) fn refuse_beside(&self, scheme: &dyn Scheme) -> PyResult<()> {
        let keys: Vec<_> = scheme.options().iter().map(|option| option.key()).collect();
        let own = || keys.iter().map(String::as_str);
        match self.rest()?.iter().find(|(name, _)| !own().any(|key| key == name)) {
            Some((name, _)) => Err(Raised::unknown("argument", name, own().chain(self.known.iter().copied())).into()),
            None => Ok(()),
        }
    }

    /// Refuses arguments that nobody has asked for.
    pub(crate) fn refuse_rest(&self) -> PyResult<()> {
        match self.rest()?.first() {
            Some((name, _)) => Err(Raised::unknown("argument", name, self.known.iter().copied()).into()),
            None => Ok(()),
        }
    }
}

/// Why a value is refused. What the standard library says of whole numbers names neither them nor what is accepted.
fn refused(text: &str, problem: String) -> String {
    let is_whole = text.strip_prefix('-').is_some_and(|digits| digits.bytes().all(|byte| byte.is_ascii_digit()));
    match &*problem {
        "invalid digit found in string" if is_whole => format!("`{text}` is negative; expected a number such as 8"),
        "invalid digit found in string" => format!("`{text}` is no whole number such as 8"),
        "number would be zero for non-zero type" => format!("`{text}` is too small; expected 1 or more"),
        "number too large to fit in target type" => format!("`{text}` is too large"),
        "invalid float literal" => format!("`{text}` is no number such as 0.5"),
        _ => problem,
    }
}
