//! The plans of a run, and their starts.

use crate::access::Access;
use crate::failure::Failure;
use crate::folders;
use crate::plan_file::{PlanFile, one_network};
use std::path::Path;
use wormcast::plan::Worms;
use wormcast::sim::Time;
use wormcast::topology::Topology;
use wormcast::{Network, Plan};

/// A plan file and its start.
pub(super) struct Started {
    file: PlanFile,
    at: Time,
}

/// Plans that can be run together.
pub(super) struct Runnable {
    /// Their network.
    pub network: Network,
    /// The plans, when they start, and the names of their files.
    pub plans: Vec<(Plan, Time, String)>,
}

impl Started {
    /// Where the plan was read from.
    pub(super) fn path(&self) -> &Path {
        &self.file.path
    }

    /// Reads what `PLAN.json@NS` names: all plans of a folder start together. A file whose whole name this is goes
    /// first.
    pub(super) fn parse(text: &str, access: Access) -> Result<Vec<Self>, Failure> {
        let (path, at) = match text.rsplit_once('@') {
            Some((path, start)) if !Path::new(text).exists() => (path, start.parse()?),
            _ => (text, Time::ZERO),
        };
        let files = PlanFile::open_all(&folders::expanded(vec![path.into()])?, access)?;
        Ok(files.into_iter().map(|file| Self { file, at }).collect())
    }
}

impl Runnable {
    /// Makes plans of plan files.
    ///
    /// # Errors
    /// A file that is no sound plan, or plans for different networks.
    pub(super) fn resolve(started: Vec<Started>) -> Result<Self, Failure> {
        one_network(started.iter().map(|started| &started.file), "run")?;
        let plan = |started: &Started| {
            let Started { file, at } = started;
            Ok::<_, Failure>((file.plan()?, *at, file.path.display().to_string()))
        };
        let plans = started.iter().map(plan).collect::<Result<_, _>>()?;
        let first = started.into_iter().next().ok_or_else(|| Failure::new("no plan was given"))?;
        Ok(Self { network: first.file.network, plans })
    }

    /// Their network by number.
    pub(super) fn topology(&self) -> &dyn Topology {
        self.network.topology()
    }

    /// The plans alone.
    pub(super) fn bare_plans(&self) -> Vec<&Plan> {
        self.plans.iter().map(|(plan, ..)| plan).collect()
    }

    /// The worms of a plan by number.
    pub(super) fn worms(&self, plan: usize) -> &Worms {
        &self.plans[plan].0.by_number().worms
    }
}
