//! Comparing schemes, and routings of unicasts: `Network.compare` and `Network.route`.

use crate::arguments::{Named, node_name, node_names};
use crate::documents::to_python;
use crate::network::{PyNetwork, scheme_name};
use crate::patiently::patiently;
use crate::timing::timing_for;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use std::num::NonZeroU32;
use wormcast::{COMPARING_BUDGET, Comparing, Span};

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
        let (source, destinations) = (node_name(source)?, node_names(Some(destinations))?);
        let schemes = match schemes {
            None => Vec::new(),
            Some(schemes) => schemes.try_iter()?.map(|name| scheme_name(&name?)).collect::<PyResult<_>>()?,
        };
        let mut named = Named::new(options);
        let with_unicast = named.switch("with_unicast")?;
        let routing: Option<String> = named.optional("routing")?;
        let unicast_scheme: Option<String> = named.optional("unicast_scheme")?;
        let virtual_channels: Option<NonZeroU32> = named.optional("virtual_channels")?;
        let timing = timing_for(&mut named, None)?;
        let Span(budget) = named.value("budget", Span(COMPARING_BUDGET))?;
        named.refuse_rest()?;
        let own = with_unicast.then(|| routing.map_or("unicast".into(), |name| format!("unicast --routing {name}")));
        let (network, unicasts) = (self.network.clone(), unicast_scheme.or(own));
        let comparison = patiently(py, move || {
            let mut comparing = Comparing { schemes, timing, unicasts, budget };
            if let (None, Some((alone, options))) = (virtual_channels, comparing.unicasts_alone()?) {
                comparing.timing.flow.virtual_channels = network.virtual_channels_for(&alone, &options)?;
            }
            Ok(network.compare(&source, &destinations, &comparing)?)
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
        virtual_channels: Option<NonZeroU32>,
    ) -> PyResult<Bound<'py, PyAny>> {
        let (network, routing) = (self.network.clone(), scheme_name(routing)?);
        let summary = patiently(py, move || Ok(network.route(&routing, virtual_channels)?))?;
        to_python(py, &summary)
    }
}
