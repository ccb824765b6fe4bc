//! Comparing schemes, and routings of unicasts: `Network.compare` and `Network.route`.

use crate::arguments::typed::virtual_channels;
use crate::arguments::{Named, node_name, nodes_of, word};
use crate::documents::to_python;
use crate::errors::{Answer, Raised};
use crate::network::{PyNetwork, routing_name, scheme_name};
use crate::patiently::{patiently, watched};
use crate::timing::timing;
use pyo3::prelude::*;
use pyo3::types::{PyBool, PyDict, PyString};
use serde::Serialize;
use std::num::NonZeroU32;
use wormcast::plan::{ChannelWeight, words_together};
use wormcast::{COMPARING_BUDGET, ComparedUnderLoad, Comparing, Comparison, Network, Span, UnderLoad};

/// A comparison, and what was measured under a load if that was asked for: as `wormcast compare` writes them.
#[derive(Serialize)]
struct Compared {
    #[serde(flatten)]
    comparison: Comparison,
    #[serde(skip_serializing_if = "Option::is_none")]
    under_load: Option<ComparedUnderLoad>,
}

/// The question of a load, if it is asked; the sizes are that of the multicast, if none are named.
fn under(named: &mut Named<'_, '_>, size: usize) -> PyResult<Option<UnderLoad>> {
    let load: Option<f64> = named.optional("under")?;
    let sizes = named.texts("sizes", "a number of destinations, or a list of such")?;
    let number = |text: &String| {
        let refused =
            |_| Raised::new("BadOption", format!("`sizes`: `{text}` is no number of destinations")).about("sizes");
        text.parse().map_err(refused)
    };
    let sizes = sizes.iter().map(number).collect::<Answer<Vec<usize>>>()?;
    let multicast_share = named.value("multicast_share", 0.1)?;
    let half_width = named.value("until_half_width", 0.02)?;
    let max_messages = named.value("max_messages", 200_000)?;
    let Some(load) = load else { return Ok(None) };
    let limits =
        [("under", load, 1e6), ("multicast_share", multicast_share, 1.0), ("until_half_width", half_width, 1.0)];
    if let Some((name, value, most)) = limits.into_iter().find(|&(_, value, most)| !(value > 0.0 && value <= most)) {
        let message = format!("`{name}` is {value}; expected a number above 0 and at most {most}");
        return Err(Raised::new("BadOption", message).about(name).into());
    }
    let sizes = if sizes.is_empty() { vec![size] } else { sizes };
    Ok(Some(UnderLoad { load, multicast_share, sizes, seed: 1, half_width, max_messages }))
}

/// Whether one scheme is meant, and no list of them.
fn is_one(given: &Bound<'_, PyAny>) -> bool {
    given.is_instance_of::<PyString>() || given.is_instance_of::<PyDict>() || given.try_iter().is_err()
}

/// A scheme with its options behind it: its name alone, or as experiments have them, `{"scheme": …, option: value}`.
fn scheme_words(given: &Bound<'_, PyAny>) -> PyResult<String> {
    let Ok(table) = given.cast::<PyDict>() else { return scheme_name(given) };
    let name = table.get_item("scheme")?.ok_or_else(|| Raised::bad("a scheme with options has the key `scheme`"))?;
    let mut words = vec![scheme_name(&name)?];
    for (key, value) in table.iter() {
        let key: String = key.extract()?;
        if key == "scheme" || value.is(PyBool::new(table.py(), false)) {
            continue;
        }
        words.push(format!("--{}", key.replace('_', "-")));
        if !value.is_instance_of::<PyBool>() {
            words.extend(word(&value)?);
        }
    }
    Ok(words_together(words))
}

/// Runs the schemes of a comparison that are proved free of deadlock.
fn under_load(
    network: &Network,
    comparison: &Comparison,
    asked: &UnderLoad,
    comparing: &Comparing,
) -> Answer<ComparedUnderLoad> {
    let schemes = comparison.proved_free();
    if schemes.is_empty() {
        let message = "no scheme here is proved free of deadlock, and others are not run under load";
        return Err(Raised::new("NotProved", message));
    }
    Ok(network.under_load(&schemes, asked, comparing)?)
}

#[pymethods]
impl PyNetwork {
    /// Plans a multicast by many schemes: costs, latencies, and whether each scheme can deadlock.
    #[pyo3(signature = (source, destinations, *, schemes=None, **options))]
    fn compare<'py>(
        &self,
        py: Python<'py>,
        source: &Bound<'py, PyAny>,
        destinations: &Bound<'py, PyAny>,
        schemes: Option<&Bound<'py, PyAny>>,
        options: Option<&Bound<'py, PyDict>>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (source, destinations) = (node_name(source)?, nodes_of(self.network.topology(), Some(destinations))?);
        let is_named = schemes.is_some();
        let schemes = match schemes {
            None => Vec::new(),
            Some(one) if is_one(one) => vec![scheme_words(one)?],
            Some(schemes) => schemes.try_iter()?.map(|one| scheme_words(&one?)).collect::<PyResult<_>>()?,
        };
        if schemes.is_empty() && is_named {
            let message = "no schemes are named; at least one is needed, or None for all that serve the network";
            return Err(Raised::new("BadOption", message).about("schemes").into());
        }
        let mut named = Named::new(options).beside("schemes");
        let with_unicast = named.switch("with_unicast")?;
        let routing: Option<String> = named.optional("routing")?;
        let unicast_scheme: Option<String> = named.optional("unicast_scheme")?;
        let virtual_channels: Option<NonZeroU32> = named.optional("virtual_channels")?;
        let timing = timing(&mut named)?;
        let Span(budget) = named.value("budget", Span(COMPARING_BUDGET))?;
        let weight: Option<ChannelWeight> = named.optional::<String>("weight")?.map(Into::into);
        let under = under(&mut named, destinations.len())?;
        let progress = named.progress()?;
        named.refuse_rest()?;
        let own = with_unicast.then(|| routing.map_or("unicast".into(), |name| format!("unicast --routing {name}")));
        let (network, unicasts) = (self.network.clone(), unicast_scheme.or(own));
        let comparison = watched(py, progress.as_ref(), "comparing", move |tell| {
            let mut comparing = Comparing { schemes, timing, unicasts, budget, weight };
            comparing.timing.flow.virtual_channels = match virtual_channels {
                None => network.virtual_channels_compared(&comparing)?,
                said => network.virtual_channels_said(said, NonZeroU32::MIN)?,
            };
            let comparison = network.compare(&source, &destinations, &comparing)?;
            if under.is_some() {
                tell("under load");
            }
            let under_load = under.map(|asked| under_load(&network, &comparison, &asked, &comparing));
            Ok(Compared { comparison, under_load: under_load.transpose()? })
        })?;
        let class = py.import("wormcast._results")?.getattr("Comparison")?;
        class.call1((to_python(py, &comparison)?,))
    }

    /// The routes of a routing between all pairs, in figures.
    #[pyo3(signature = (routing, virtual_channels=None))]
    fn route<'py>(
        &self,
        py: Python<'py>,
        routing: &Bound<'py, PyAny>,
        #[pyo3(from_py_with = virtual_channels)] virtual_channels: Option<NonZeroU32>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (network, routing) = (self.network.clone(), routing_name(routing)?);
        let summary = patiently(py, move || Ok(network.route(&routing, virtual_channels)?))?;
        to_python(py, &summary)
    }
}
