//! What planning costs without Python around it, for `python/bench.py`.

use crate::arguments::{node_name, node_names};
use crate::errors::Raised;
use crate::network::{PyNetwork, scheme_name};
use pyo3::prelude::*;
use std::time::Instant;
use wormcast::Error;
use wormcast::plan::Worms;
use wormcast::schemes::{Options, scheme_named};

#[pymethods]
impl PyNetwork {
    /// The time of a plan by a planner that is ready, in µs: the mean of so many.
    fn _time_plans(
        &self,
        py: Python<'_>,
        scheme: &Bound<'_, PyAny>,
        source: &Bound<'_, PyAny>,
        destinations: &Bound<'_, PyAny>,
        count: u32,
    ) -> PyResult<f64> {
        let (source, destinations) = (node_name(source)?, node_names(Some(destinations))?);
        let scheme = scheme_named(&scheme_name(scheme)?).map_err(Raised::from)?;
        let topology = self.network.topology();
        let mut planner = scheme.prepare(topology, &Options::default()).map_err(Raised::from)?;
        let mut worms = Worms::new();
        let measured = self.network.with_set(&source, &destinations, |set| {
            let planned = py.detach(|| {
                let begun = Instant::now();
                for _ in 0..count {
                    worms.clear();
                    planner.plan(set, &mut worms)?;
                }
                Ok(begun.elapsed().as_secs_f64() * 1e6 / f64::from(count))
            });
            planned.map_err(|error| Error::of_plan(error, topology))
        });
        Ok(measured.map_err(Raised::from)?)
    }
}
