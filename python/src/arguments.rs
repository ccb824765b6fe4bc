//! Names of nodes, links and channels, and options, as callers give them.

mod named;
pub(crate) mod typed;

pub(crate) use named::Named;

use crate::errors::{Raised, wrong_type};
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyFloat, PyFrozenSet, PyInt, PyList, PySet, PyString, PyTuple};
use wormcast::schemes::{Options, Scheme};
use wormcast::topology::Topology;

/// The name of a node: a text, a number, or a tuple or a row of NumPy with its coordinates, which are joined by commas.
pub(crate) fn node_name(given: &Bound<'_, PyAny>) -> PyResult<String> {
    if let Ok(text) = given.cast::<PyString>() {
        return Ok(text.to_cow()?.into_owned());
    }
    if let Ok(parts) = given.cast::<PyTuple>() {
        let parts = parts.iter().map(|part| node_name(&part)).collect::<PyResult<Vec<_>>>()?;
        return Ok(parts.join(","));
    }
    if let Some(row) = row(given) {
        let parts = row.iter().map(|part| node_name(&part)).collect::<PyResult<Vec<_>>>()?;
        return Ok(parts.join(","));
    }
    match given.extract::<i64>().ok().filter(|_| !given.is_instance_of::<PyBool>()) {
        Some(number) => Ok(number.to_string()),
        None => Err(wrong_type(format!("{} names no node; expected \"2,1\", (2, 1) or 7", given.repr()?))),
    }
}

/// The numbers in a row of a NumPy array.
fn row<'py>(given: &Bound<'py, PyAny>) -> Option<Bound<'py, PyList>> {
    let is_row = given.getattr("shape").and_then(|shape| shape.len()).is_ok_and(|sides| sides == 1);
    is_row.then(|| given.call_method0("tolist").ok()?.cast_into().ok()).flatten()
}

/// The names of several nodes; a text is one of them.
pub(crate) fn node_names(given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    each(given, node_name)
}

/// The names of several links of a network: `"A-B"`, or the pair of ends.
pub(crate) fn links_of(topology: &dyn Topology, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    refuse_one_pair(topology, given)?;
    each(given, |link| joined(link, '-'))
}

/// The names of several channels: `"A>B"`, or the pair of ends.
pub(crate) fn channels_of(topology: &dyn Topology, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    refuse_one_pair(topology, given)?;
    each(given, |channel| joined(channel, '>'))
}

/// Refuses the pair of two nodes where several pairs are expected.
fn refuse_one_pair(topology: &dyn Topology, given: Option<&Bound<'_, PyAny>>) -> PyResult<()> {
    let Some(pair) = given.and_then(|given| given.cast::<PyTuple>().ok()) else { return Ok(()) };
    let is_node = |part: Bound<'_, PyAny>| node_name(&part).is_ok_and(|name| topology.find_node(&name).is_ok());
    match pair.len() == 2 && pair.iter().all(is_node) {
        true => {
            let pair = pair.repr()?.to_string();
            Err(Raised::one_for_several(&pair, "is one pair of nodes, and several are expected").into())
        }
        false => Ok(()),
    }
}

fn each(
    given: Option<&Bound<'_, PyAny>>,
    name: impl Fn(&Bound<'_, PyAny>) -> PyResult<String>,
) -> PyResult<Vec<String>> {
    let Some(given) = given else { return Ok(Vec::new()) };
    if given.is_instance_of::<PyString>() {
        return Ok(vec![name(given)?]);
    }
    let Ok(items) = given.try_iter() else {
        return Err(wrong_type(format!("{} is no list; several are a list such as [\"3,2\", \"6,1\"]", given.repr()?)));
    };
    let mut names = items.map(|item| name(&item?)).collect::<PyResult<Vec<_>>>()?;
    // The order of a set is another one in each process.
    if given.is_instance_of::<PySet>() || given.is_instance_of::<PyFrozenSet>() {
        names.sort_unstable();
    }
    Ok(names)
}

/// The names of several nodes of a network.
///
/// # Errors
/// As [`node_names`]; or a tuple was given that is one node, and does not name several.
pub(crate) fn nodes_of(topology: &dyn Topology, given: Option<&Bound<'_, PyAny>>) -> PyResult<Vec<String>> {
    let names = node_names(given)?;
    let Some(tuple) = given.and_then(|given| given.cast::<PyTuple>().ok()) else { return Ok(names) };
    let is_known = |name: &String| topology.find_node(name).is_ok();
    match names.iter().find(|name| !is_known(name)) {
        Some(unknown) if is_known(&names.join(",")) => {
            let problem = format!("stands for several nodes here, and there is no node `{unknown}`");
            Err(Raised::one_for_several(&tuple.repr()?.to_string(), &problem).into())
        }
        _ => Ok(names),
    }
}

/// Two ends, and if wanted the number among parallel ones.
fn joined(given: &Bound<'_, PyAny>, between: char) -> PyResult<String> {
    let Ok(ends) = given.cast::<PyTuple>() else { return node_name(given) };
    let part = |place| node_name(&ends.get_item(place)?);
    match ends.len() {
        2 => Ok(format!("{}{between}{}", part(0)?, part(1)?)),
        3 => Ok(format!("{}{between}{}#{}", part(0)?, part(1)?, part(2)?)),
        _ => Err(wrong_type(format!("{} is no pair of neighbouring nodes", given.repr()?))),
    }
}

/// A value as on the command line; none if it is not set.
pub(crate) fn word(given: &Bound<'_, PyAny>) -> PyResult<Option<String>> {
    if given.is_none() {
        return Ok(None);
    }
    if given.is_instance_of::<PyTuple>() {
        return node_name(given).map(Some);
    }
    if let Ok(name) = given.getattr("wormcast_name") {
        return name.extract().map(Some);
    }
    if let Ok(float) = given.cast::<PyFloat>() {
        return Ok(Some(float.value().to_string()));
    }
    if let Some(number) = scalar(given) {
        // A short float has fewer digits than it would have as a long one.
        let short =
            number.is_instance_of::<PyFloat>().then(|| given.str()?.to_cow()?.parse::<f64>().map_err(PyErr::from));
        return match short.transpose()? {
            Some(value) => Ok(Some(value.to_string())),
            None => word(&number),
        };
    }
    let is_plain = given.is_instance_of::<PyString>() || given.is_instance_of::<PyInt>();
    match is_plain || given.hasattr("__fspath__")? {
        true => Ok(Some(given.str()?.to_cow()?.into_owned())),
        false if given.is_callable() => Err(wrong_type(format!(
            "{} is neither a scheme nor a routing; `@wormcast.scheme(\"name\")` and `@wormcast.routing(\"name\")` make \
             functions such",
            given.repr()?
        ))),
        false => Err(wrong_type(format!("{} is no value of an option; expected a text or a number", given.repr()?))),
    }
}

/// The number of Python in a scalar of NumPy; none in anything else, arrays included.
fn scalar<'py>(given: &Bound<'py, PyAny>) -> Option<Bound<'py, PyAny>> {
    let is_scalar = given.getattr("shape").and_then(|shape| shape.len()).is_ok_and(|sides| sides == 0);
    is_scalar.then(|| given.call_method0("item").ok()).flatten()
}

/// The options of a scheme, by the names of the command line with `_` for `-`.
pub(crate) fn options(scheme: &dyn Scheme, given: Vec<(String, Bound<'_, PyAny>)>) -> PyResult<Options> {
    let mut options = Options::default();
    for (key, value) in given {
        let found = scheme.options().iter().find(|option| option.key() == key);
        let Some(option) = found else {
            let keys: Vec<_> = scheme.options().iter().map(|option| option.key()).collect();
            let what = format!("option of `{}`", scheme.name());
            return Err(Raised::unknown(&what, &key, keys.iter().map(String::as_str)).into());
        };
        let set = match (&option.value, value.cast::<PyBool>()) {
            (None, Ok(is_set)) if !is_set.is_true() => continue,
            (None, Ok(_)) => options.set(option, None),
            _ => match word(&value)? {
                Some(text) => options.set(option, Some(&text)),
                None => continue,
            },
        };
        set.map_err(Raised::from)?;
    }
    Ok(options)
}
