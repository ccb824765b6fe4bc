//! The Python package `wormcast`: what the library does, for callers in Python. No algorithm is here.
//!
//! A class of Python holds a value of the library. What takes long runs on a thread of its own, without the
//! interpreter's lock; numbers go out as NumPy arrays that take over their memory, and documents as dictionaries.

mod arguments;
mod arrays;
mod bench;
mod compare;
mod documents;
mod errors;
mod groups;
mod mend;
mod network;
mod own;
mod patiently;
mod plan;
mod proof;
mod prove;
mod report;
mod reproduce;
mod run;
mod statement;
mod sweep;
mod timing;
mod together;

/// The part of the package that is written in Rust.
#[pyo3::pymodule(gil_used = false)]
mod _wormcast {
    #[pymodule_export]
    use crate::groups::{group_plans, prove_fabric};
    #[pymodule_export]
    use crate::network::PyNetwork;
    #[pymodule_export]
    use crate::own::{await_calls, register_routing, register_scheme, register_topology};
    #[pymodule_export]
    use crate::plan::{PyCost, PyPlan};
    #[pymodule_export]
    use crate::proof::PyProof;
    #[pymodule_export]
    use crate::report::PyReport;
    #[pymodule_export]
    use crate::reproduce::{figures_meant, listed, measure};
    #[pymodule_export]
    use crate::run::PyRun;
    #[pymodule_export]
    use crate::sweep::PyExperiment;
}
