//! The plans of a deadlock in files.

use super::reproduction::Routers;
use crate::dependences::{self, Entry};
use crate::failure::Failure;
use crate::files::Target;
use crate::output;
use serde_json::json;
use std::ffi::OsStr;
use std::fs;
use std::path::Path;
use wormcast::check::proof::{Counterexample, Dependence, SchemeStatement, Statement};
use wormcast::plan::{PlanDocument, VIRTUAL_CHANNELS_KEY, VcRule, VirtualChannels};
use wormcast::topology::Topology;

/// A folder in which the plans of a deadlock are to stand, as `0.json`, `1.json`, ….
pub(super) struct Saved<'a> {
    folder: &'a Path,
    /// Whether it was made for them.
    is_new: bool,
}

impl<'a> Saved<'a> {
    /// Makes the folder if it is not there, before anything is proved.
    ///
    /// # Errors
    /// It cannot be made, or a file that the command reads stands in it under such a name.
    pub(super) fn into(folder: &'a Path, inputs: &[String]) -> Result<Self, Failure> {
        let is_new = !folder.is_dir();
        if is_new {
            fs::create_dir(folder)
                .map_err(|error| Failure::new(format!("cannot make the folder {}: {error}", folder.display())))?;
        }
        for input in inputs {
            let name = Path::new(input).file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.strip_suffix(".json").is_some_and(|stem| stem.bytes().all(|byte| byte.is_ascii_digit())) {
                Target::at(&folder.join(name))?.spare(Path::new(input))?;
            }
        }
        Ok(Self { folder, is_new })
    }

    /// There is nothing to write: takes away the folder that was made for it.
    pub(super) fn leave(&self) {
        if self.is_new {
            // If it is no longer empty, it stays.
            let _ = fs::remove_dir(self.folder);
        }
    }

    /// Writes each plan; those of a scheme with the virtual channels that their worms take by its rule.
    pub(super) fn write(
        &self,
        topology: &dyn Topology,
        statement: &Statement,
        counterexample: &Counterexample,
    ) -> Result<(), Failure> {
        let mut plans = counterexample.plans.clone();
        if let Statement::Scheme(SchemeStatement { virtual_channels, vc_rule, .. }) = statement
            && virtual_channels.get() > 1
            && !matches!(vc_rule, VcRule::Free | VcRule::FreeDateline)
        {
            name_virtual_channels(
                topology,
                VirtualChannels::new(topology, *vc_rule, virtual_channels.get()),
                &mut plans,
            )?;
        }
        for (number, plan) in plans.iter().enumerate() {
            let target = Target::at(&self.folder.join(format!("{number}.json")))?;
            target.write(|file| crate::json::write(file, plan))?;
        }
        self.remove_from(plans.len())
    }

    /// Plans that are left of an earlier deadlock would be taken for some of this one.
    fn remove_from(&self, first: usize) -> Result<(), Failure> {
        let cannot = |error: std::io::Error| Failure::new(format!("cannot use {}: {error}", self.folder.display()));
        let is_left = |path: &Path| {
            let name = path.file_name().and_then(OsStr::to_str).and_then(|name| name.strip_suffix(".json"));
            let number = name.and_then(|name| name.parse::<usize>().ok().filter(|number| number.to_string() == name));
            number.is_some_and(|number| number >= first)
        };
        for entry in fs::read_dir(self.folder).map_err(cannot)? {
            let path = entry.map_err(cannot)?.path();
            if is_left(&path) {
                fs::remove_file(&path).map_err(cannot)?;
                output::note(&format!("{} is removed: it was left of an earlier deadlock", path.display()));
            }
        }
        Ok(())
    }

    /// Writes what nodes take in only as they send, for `simulate --dependences`: where that was asked about, also if
    /// nothing of what is sent depends on anything.
    pub(super) fn write_dependences(&self, statement: &Statement, dependences: Vec<Dependence>) -> Result<(), Failure> {
        let is_asked =
            matches!(statement, Statement::Workload(statement) if Routers::of_plans(statement).has_dependences);
        let entry = |found: Dependence| Entry::numbered(found.at, found.takes_in, found.only_after_sending);
        let entries: Vec<_> = dependences.into_iter().map(entry).collect();
        match is_asked {
            false => Ok(()),
            true => Target::at(&self.folder.join(dependences::FILE))?.write(|file| crate::json::write(file, &entries)),
        }
    }
}

/// Lets plans that do not name their virtual channels do so: as the engine counts worms, those of all plans together.
fn name_virtual_channels(
    topology: &dyn Topology,
    rule: VirtualChannels<'_>,
    plans: &mut [PlanDocument],
) -> Result<(), Failure> {
    let mut first = 0;
    for document in plans {
        let plan = document.resolve(topology)?;
        let named = |(worm, number)| rule.of(worm, number, plan.is_multicast());
        let lists: Vec<_> = plan.worms.iter().zip(first..).map(named).collect();
        first += lists.len() as u32;
        document.extra.entry(VIRTUAL_CHANNELS_KEY).or_insert_with(|| json!(lists));
    }
    Ok(())
}
