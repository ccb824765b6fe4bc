//! A family of networks that is written in Python.

use super::ending::with_python;
use super::{kept, told};
use pyo3::prelude::*;
use wormcast::formats::from_bytes;
use wormcast::topology::{AddedFamily, Topology, TopologyError};

/// What the decorator knows of a family.
pub(super) struct OwnFamily {
    name: &'static str,
    /// An object of `wormcast._own` with `build(parameters)`, which gives the text of a `wormcast-network`.
    object: Py<PyAny>,
}

impl OwnFamily {
    pub(super) fn of(object: &Bound<'_, PyAny>) -> PyResult<Self> {
        Ok(Self { name: kept(object.getattr("name")?.extract()?), object: object.clone().unbind() })
    }
}

impl AddedFamily for OwnFamily {
    fn name(&self) -> &str {
        self.name
    }

    fn build(&self, parameters: &str) -> Result<Box<dyn Topology>, TopologyError> {
        let spec = if parameters.is_empty() { self.name.to_owned() } else { format!("{}:{parameters}", self.name) };
        let text = with_python(|py| {
            let text = self.object.bind(py).call_method1("build", (parameters,));
            let text = text.and_then(|text| text.extract::<String>());
            text.map_err(|error| TopologyError::BadParameters {
                spec: spec.clone(),
                problem: told(py, &self.object, &error),
                expected: "what its function takes".into(),
            })
        })?;
        Ok(Box::new(from_bytes(&spec, text.as_bytes())?.called(spec)))
    }
}
