//! What planning costs without Python around it, for `python/bench.py`.

use crate::arguments::{node_name, node_names};
use crate::errors::Raised;
use crate::network::{PyNetwork, scheme_name};
use pyo3::prelude::*;
use std::time::Instant;
use wormcast::plan::{MulticastSet, Worms};
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
        let topology = self.network.topology();
        let find = |name: &String| topology.find_node(name).map_err(Raised::from);
        let source = find(&node_name(source)?)?;
        let destinations = node_names(Some(destinations))?.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        let set = MulticastSet::checked(topology, source, &destinations);
        let set = set.map_err(|error| Raised::from(wormcast::Error::from(error)))?;
        let scheme = scheme_named(&scheme_name(scheme)?).map_err(Raised::from)?;
        let mut planner = scheme.prepare(topology, &Options::default()).map_err(Raised::from)?;
        let mut worms = Worms::new();
        let planned = py.detach(|| {
            let begun = Instant::now();
            for _ in 0..count {
                worms.clear();
                planner.plan(set, &mut worms)?;
            }
            Ok(begun.elapsed().as_secs_f64() * 1e6 / f64::from(count))
        });
        Ok(planned.map_err(|error| Raised::from(wormcast::Error::of_plan(error, topology)))?)
    }
}
