//! The plans of a deadlock in files.

use crate::failure::Failure;
use crate::files::Target;
use std::fs;
use std::path::Path;
use wormcast::check::proof::Counterexample;

/// A folder in which the plans of a deadlock are to stand, as `0.json`, `1.json`, ….
pub(super) struct Saved<'a>(&'a Path);

impl<'a> Saved<'a> {
    /// Makes the folder if it is not there, before anything is proved.
    ///
    /// # Errors
    /// It cannot be made, or a file that the command reads stands in it under such a name.
    pub(super) fn into(folder: &'a Path, inputs: &[String]) -> Result<Self, Failure> {
        if !folder.is_dir() {
            fs::create_dir(folder)
                .map_err(|error| Failure::new(format!("cannot make the folder {}: {error}", folder.display())))?;
        }
        for input in inputs {
            let name = Path::new(input).file_name().unwrap_or_default().to_string_lossy().into_owned();
            if name.strip_suffix(".json").is_some_and(|stem| stem.bytes().all(|byte| byte.is_ascii_digit())) {
                Target::at(&folder.join(name))?.spare(Path::new(input))?;
            }
        }
        Ok(Self(folder))
    }

    /// Writes each plan.
    pub(super) fn write(&self, counterexample: &Counterexample) -> Result<(), Failure> {
        for (number, plan) in counterexample.plans.iter().enumerate() {
            let target = Target::at(&self.0.join(format!("{number}.json")))?;
            target.write(|file| crate::json::write(file, plan))?;
        }
        Ok(())
    }
}
