//! A network as NumPy arrays, by the numbers of its nodes and channels.

use super::PyNetwork;
use crate::arrays::{column, dict_of};
use crate::errors::Raised;
use crate::patiently::patiently;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use wormcast::topology::NoLabelling;

#[pymethods]
impl PyNetwork {
    /// The numbers of the nodes along a Hamiltonian path, by node.
    fn labels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let network = self.network.clone();
        let labels = patiently(py, move || {
            let topology = network.topology();
            let unserved = |error: NoLabelling| Raised::new("Unserved", error.to_string()).about(network.to_string());
            let labelling = topology.labelling().map_err(unserved)?;
            Ok(topology.graph().nodes().map(|node| labelling.label(node)).collect::<Vec<_>>())
        })?;
        Ok(column(py, labels))
    }

    /// The channels as NumPy arrays, by the numbers of channels.
    fn channels<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let graph = self.network.topology().graph();
        let number = |of: fn(&wormcast::topology::Graph, wormcast::topology::ChannelId) -> u32| {
            graph.channels().map(|channel| of(graph, channel)).collect::<Vec<u32>>()
        };
        dict_of(
            py,
            [
                ("source", column(py, number(|graph, channel| graph.source(channel).index() as u32))),
                ("target", column(py, number(|graph, channel| graph.target(channel).index() as u32))),
                ("number", column(py, number(|graph, channel| graph.number(channel)))),
            ],
        )
    }

    /// What channels have of their own, as NumPy arrays; NaN where a channel has nothing.
    fn channel_properties<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyDict>> {
        let topology = self.network.topology();
        let own: Vec<_> = topology.graph().channels().map(|channel| topology.channel_properties(channel)).collect();
        let ns = |ps: Option<u64>| ps.map_or(f64::NAN, |ps| ps as f64 / 1000.0);
        let count = |count: Option<u32>| count.map_or(f64::NAN, f64::from);
        let told = dict_of(
            py,
            [
                ("delay_ns", column(py, own.iter().map(|own| ns(own.delay_ps)).collect::<Vec<_>>())),
                ("flit_ns", column(py, own.iter().map(|own| ns(own.flit_ps)).collect::<Vec<_>>())),
                ("router_ns", column(py, own.iter().map(|own| ns(own.router_ps)).collect::<Vec<_>>())),
                ("virtual_channels", column(py, own.iter().map(|own| count(own.virtual_channels)).collect::<Vec<_>>())),
                ("buffer_flits", column(py, own.iter().map(|own| count(own.buffer_flits)).collect::<Vec<_>>())),
            ],
        )?;
        for key in topology.channel_keys() {
            let value = |channel| topology.channel_value(key, channel).unwrap_or(f64::NAN);
            told.set_item(key, column(py, topology.graph().channels().map(value).collect::<Vec<_>>()))?;
        }
        Ok(told)
    }

    /// Where the nodes stand, as an array of x and y by node; NaN where nobody says.
    fn positions<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyAny>> {
        let topology = self.network.topology();
        let place = |node| topology.position(node).unwrap_or([f64::NAN; 2]);
        let places: Vec<f64> = topology.graph().nodes().flat_map(place).collect();
        column(py, places).call_method1("reshape", ((-1, 2),))
    }

    /// The numbers of the endpoints, as an array.
    fn endpoints<'py>(&self, py: Python<'py>) -> Bound<'py, PyAny> {
        let endpoints = self.network.topology().graph().endpoints();
        column(py, endpoints.iter().map(|node| node.index() as u32).collect::<Vec<_>>())
    }
}
