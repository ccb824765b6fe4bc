//! The plans of a run, and their starts.

use crate::failure::Failure;
use crate::plan_file::PlanFile;
use std::path::Path;
use wormcast::plan::Plan;
use wormcast::sim::Time;
use wormcast::topology::Topology;

/// A plan file and its start.
pub(super) struct Started {
    file: PlanFile,
    at: Time,
}

/// Plans that can be run together.
pub(super) struct Runnable {
    /// Their network.
    pub topology: Box<dyn Topology>,
    /// The plans, when they start, and the names of their files.
    pub plans: Vec<(Plan, Time, String)>,
}

impl Started {
    /// Where the plan was read from.
    pub(super) fn path(&self) -> &Path {
        &self.file.path
    }

    /// Reads what `PLAN.json@NS` names. A file whose whole name this is goes first.
    pub(super) fn parse(text: &str) -> Result<Self, Failure> {
        let (path, at) = match text.rsplit_once('@') {
            Some((path, start)) if !Path::new(text).exists() => (path, start.parse()?),
            _ => (text, Time::ZERO),
        };
        Ok(Self { file: PlanFile::open(Path::new(path))?, at })
    }
}

impl Runnable {
    /// Makes plans of plan files.
    ///
    /// # Errors
    /// A file that is no sound plan, or plans for different networks.
    pub(super) fn resolve(started: Vec<Started>) -> Result<Self, Failure> {
        let mut files = started.iter().map(|started| &started.file);
        if let Some(first) = files.next()
            && let Some(other) = files.find(|file| file.network.topology.spec() != first.network.topology.spec())
        {
            return Err(Failure::new(format!(
                "{} is for {}, but {} is for {}; plans that run together need the same network",
                first.path.display(),
                first.network.topology.spec(),
                other.path.display(),
                other.network.topology.spec(),
            )));
        }
        let plan = |started: &Started| {
            let Started { file: PlanFile { path, document, network }, at } = started;
            let plan = document.resolve(&*network.topology);
            let plan = plan.map_err(|error| Failure::from(error).prefixed(path))?;
            Ok::<_, Failure>((plan, *at, path.display().to_string()))
        };
        let plans = started.iter().map(plan).collect::<Result<_, _>>()?;
        let first = started.into_iter().next().ok_or_else(|| Failure::new("no plan was given"))?;
        Ok(Self { topology: first.file.network.topology, plans })
    }
}
