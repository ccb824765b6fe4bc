//! Sweeps: the class `Experiment`, which the function `sweep` works with.

mod columns;

use crate::documents::to_python;
use crate::errors::{Answer, Raised};
use crate::network::PyNetwork;
use crate::own::with_python;
use crate::patiently::{patiently, patiently_until, watched};
use columns::columns;
use pyo3::prelude::*;
use pyo3::types::PyDict;
use rayon::prelude::*;
use std::num::NonZeroUsize;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Arc, OnceLock, RwLock};
use wormcast::eval::experiment::{Experiment, Loads};
use wormcast::eval::run::Figures;
use wormcast::eval::sweep::{
    CellId, Kept, Shard, Store, SweepDocument, cells, collect, find_loads, kept, remove_results, rows, run_cell,
    run_cells, summaries, write_results,
};
use wormcast::eval::write_named;

/// What a sweep runs, read from the text of an experiment file.
#[pyclass(frozen, name = "Experiment", module = "wormcast._wormcast")]
pub(crate) struct PyExperiment {
    /// Its loads may have to be found first.
    held: Arc<RwLock<Arc<Held>>>,
}

/// An experiment, and its cells once they are known.
struct Held {
    experiment: Experiment,
    cells: OnceLock<Vec<CellId>>,
}

impl Held {
    fn new(experiment: Experiment) -> Self {
        Self { experiment, cells: OnceLock::new() }
    }

    fn cells(&self) -> &[CellId] {
        self.cells.get_or_init(|| cells(&self.experiment))
    }

    /// The cell of a key.
    fn cell(&self, key: &str) -> Answer<&CellId> {
        let found = self.cells().iter().find(|cell| cell.key.as_str() == key);
        found.ok_or_else(|| {
            Raised::bad(format!("the experiment has no cell {key}: its network or a scheme differs here"))
        })
    }
}

impl PyExperiment {
    fn get(&self) -> Arc<Held> {
        self.held.read().unwrap_or_else(std::sync::PoisonError::into_inner).clone()
    }
}

/// Gives an experiment its loads. Its parts cannot be cloned, so it must be nobody else's at this time.
fn set_loads(held: &RwLock<Arc<Held>>, loads: Loads) -> Answer<()> {
    let mut place = held.write().unwrap_or_else(std::sync::PoisonError::into_inner);
    let sole = Arc::get_mut(&mut place).ok_or_else(|| Raised::bad("the experiment is in use"))?;
    sole.experiment.loads = loads;
    sole.cells = OnceLock::new();
    Ok(())
}

/// Threads for a sweep: as many as there are cores, unless fewer are wanted. More would wait for each other.
fn pool(threads: Option<usize>) -> Answer<rayon::ThreadPool> {
    let cores = std::thread::available_parallelism().map_or(1, NonZeroUsize::get);
    let pool = rayon::ThreadPoolBuilder::new().num_threads(threads.unwrap_or(cores).min(cores)).build();
    pool.map_err(|error| Raised::bad(error.to_string()))
}

fn store_in(folder: &Path) -> Answer<Store> {
    Store::open(&folder.join("cells")).map_err(|error| Raised::of_file(folder, error))
}

#[pymethods]
impl PyExperiment {
    /// Reads the text of an experiment file; files that it names are looked for in the folder. Its topology may be the
    /// name of a network that is at hand, and that no description makes.
    #[new]
    #[pyo3(signature = (text, folder, network=None))]
    fn new(py: Python<'_>, text: String, folder: PathBuf, network: Option<&Bound<'_, PyNetwork>>) -> PyResult<Self> {
        let network = network.map(|network| network.get().network.whole());
        let experiment = patiently(py, move || {
            let described = network.as_ref().and_then(|network| network.topology().described());
            let experiment = match described {
                Some(described) => Experiment::parse_on(Box::new(described.clone()), &text, &folder),
                None => Experiment::parse(&text, &folder),
            };
            experiment.map_err(|error| Raised::of_experiment(&error, &text))
        })?;
        Ok(Self { held: Arc::new(RwLock::new(Arc::new(Held::new(experiment)))) })
    }

    /// Whether the loads are to be found by bisection.
    #[getter]
    fn loads_are_to_be_found(&self) -> bool {
        self.get().experiment.loads.are_to_be_found()
    }

    /// Finds the loads, and keeps the runs for it in the folder.
    #[pyo3(signature = (folder, threads=None, progress=None))]
    fn find_loads(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        threads: Option<usize>,
        progress: Option<&Bound<'_, PyAny>>,
    ) -> PyResult<()> {
        let (own, held) = (self.held.clone(), self.get());
        watched(py, progress, "finding loads", move |_| {
            let store = store_in(&folder)?;
            let loads = pool(threads)?.install(|| find_loads(&held.experiment, &store))?;
            drop(held);
            set_loads(&own, loads)
        })
    }

    /// The loads, scheme by scheme; those that were found, where they are to be found.
    fn loads(&self) -> Vec<Vec<f64>> {
        let held = self.get();
        (0..held.experiment.schemes.len()).map(|scheme| held.experiment.loads.of(scheme).to_vec()).collect()
    }

    /// Takes over loads that another process has found.
    fn set_loads(&self, loads: Vec<Vec<f64>>) -> PyResult<()> {
        Ok(set_loads(&self.held, Loads::found(loads))?)
    }

    /// The cells: the key, the label of the scheme, the load and the seed of each.
    fn cells(&self) -> Vec<(String, String, f64, u64)> {
        let one = |cell: &CellId| (cell.key.as_str().to_owned(), cell.scheme.label.clone(), cell.load, cell.seed);
        self.get().cells().iter().map(one).collect()
    }

    /// The keys of a part of the cells that are not finished in the folder.
    #[pyo3(signature = (folder, shard="1/1"))]
    fn missing(&self, py: Python<'_>, folder: PathBuf, shard: &str) -> PyResult<Vec<String>> {
        let (held, shard) = (self.get(), shard_of(shard)?);
        patiently(py, move || {
            let store = store_in(&folder)?;
            let own = held.cells().iter().enumerate().filter(|(number, _)| shard.has(*number));
            let missing = own.filter(|(_, cell)| !matches!(kept(&held.experiment, &store, cell), Kept::Whole(_)));
            Ok(missing.map(|(_, cell)| cell.key.as_str().to_owned()).collect())
        })
    }

    /// Runs the cells of these keys, and keeps each in the folder. `tell` is called with the number of finished ones.
    #[pyo3(signature = (folder, keys, threads=None, tell=None))]
    fn run(
        &self,
        py: Python<'_>,
        folder: PathBuf,
        keys: Vec<String>,
        threads: Option<usize>,
        tell: Option<Py<PyAny>>,
    ) -> PyResult<()> {
        let (held, stopped) = (self.get(), Arc::new(AtomicBool::new(false)));
        let give_up = stopped.clone();
        let work = move || {
            let store = store_in(&folder)?;
            let own = keys.iter().map(|key| held.cell(key).cloned()).collect::<Answer<Vec<_>>>()?;
            let finished = AtomicUsize::new(0);
            pool(threads)?.install(|| {
                own.into_par_iter().try_for_each(|cell| {
                    if stopped.load(Ordering::Relaxed) {
                        return Ok(());
                    }
                    run_cells(&held.experiment, &store, vec![cell], |_, _| ())?;
                    let count = finished.fetch_add(1, Ordering::Relaxed) + 1;
                    told(tell.as_ref(), count)
                })
            })
        };
        patiently_until(py, || give_up.store(true, Ordering::Relaxed), work)
    }

    /// Runs one cell, and gives its result as JSON.
    fn run_cell(&self, py: Python<'_>, key: String) -> PyResult<String> {
        let held = self.get();
        patiently(py, move || {
            let figures = run_cell(&held.experiment, held.cell(&key)?)?;
            serde_json::to_string(&figures).map_err(|error| Raised::bad(error.to_string()))
        })
    }

    /// Keeps the result of a cell, which another process has found.
    fn keep(&self, folder: PathBuf, key: &str, result: &str) -> PyResult<()> {
        let held = self.get();
        let figures: Figures = serde_json::from_str(result).map_err(|error| Raised::bad(error.to_string()))?;
        let keep = || Ok(store_in(&folder)?.save(&held.cell(key)?.key, &figures)?);
        Ok(keep().map_err(|error: Raised| error)?)
    }

    /// Takes the files of an earlier run away; cells stay.
    fn clear(&self, folder: PathBuf) -> PyResult<()> {
        Ok(remove_results(&folder).map_err(Raised::from)?)
    }

    /// Writes the tables and pictures of the cells in the folder, and gives the columns of the table; none, if cells
    /// are missing.
    #[pyo3(signature = (folder, threads=None))]
    fn collect<'py>(
        &self,
        py: Python<'py>,
        folder: PathBuf,
        threads: Option<usize>,
    ) -> PyResult<Option<(Bound<'py, PyDict>, Bound<'py, PyAny>)>> {
        let held = self.get();
        let collected = patiently(py, move || {
            let store = store_in(&folder)?;
            let experiment = &held.experiment;
            let Ok(results) = collect(experiment, &store) else { return Ok(None) };
            pool(threads)?.install(|| write_results(experiment, &results, &folder, None, write_picture))?;
            let summaries = pool(threads)?.install(|| summaries(experiment, &store, &results))?;
            SweepDocument::new(experiment, &results, &summaries).write(&folder)?;
            Ok(Some((rows(&results), summaries)))
        })?;
        let Some((rows, summaries)) = collected else { return Ok(None) };
        let lines: Vec<_> = summaries
            .into_iter()
            .map(|of| {
                let saturation_load = of.saturation_load().map(|(load, _)| load);
                let fails_at = of.fails_at.map(|(load, outcome)| (load, format!("{outcome:?}").to_lowercase()));
                serde_json::json!({
                    "scheme": of.scheme, "zero_load_latency_ns": of.zero_load_latency_ns,
                    "steady_up_to": of.steady_up_to, "carried_up_to": of.carried_up_to,
                    "saturation_load": saturation_load, "fails_at": fails_at.as_ref().map(|(load, _)| load),
                    "fails_by": fails_at.as_ref().map(|(_, outcome)| outcome),
                    "throughput": of.throughput.map(|most| most.messages),
                    "throughput_flits": of.throughput.map(|most| most.flits),
                    "throughput_known": of.throughput.map(|most| most.known.name()),
                })
            })
            .collect();
        Ok(Some((columns(py, &rows)?, to_python(py, &lines)?)))
    }
}

fn shard_of(text: &str) -> PyResult<Shard> {
    Ok(text.parse().map_err(|error: wormcast::eval::sweep::ShardError| Raised::bad(error.to_string()).about(text))?)
}

fn write_picture(path: &Path, svg: &str) -> std::io::Result<()> {
    write_named(path, |file| file.write_all(svg.as_bytes()))
}

/// Tells a function how many cells are finished.
fn told(tell: Option<&Py<PyAny>>, count: usize) -> Answer<()> {
    let Some(tell) = tell else { return Ok(()) };
    with_python(|py| tell.bind(py).call1((count,)).map(drop)).map_err(Raised::from)
}
