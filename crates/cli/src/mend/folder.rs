//! The plans of proposals in files.

use super::document::MendingDocument;
use crate::failure::Failure;
use crate::files::Target;
use std::fs;
use std::path::Path;

/// A folder in which each proposal is to have one of its own, with one for each phase.
pub(super) struct Folders<'a>(&'a Path);

impl<'a> Folders<'a> {
    /// Makes the folder if it is not there, before anything is searched.
    ///
    /// # Errors
    /// It cannot be made.
    pub(super) fn into(folder: &'a Path) -> Result<Self, Failure> {
        make(folder)?;
        Ok(Self(folder))
    }

    /// Writes plans and proofs.
    pub(super) fn write(&self, document: &MendingDocument) -> Result<(), Failure> {
        for (number, proposal) in (1..).zip(&document.proposals) {
            for (phase_number, phase) in (1..).zip(&proposal.phases) {
                let folder = self.0.join(format!("{number}/phase-{phase_number}"));
                make(&folder)?;
                for (name, plan) in &phase.plans {
                    Target::at(&folder.join(name))?.write(|file| crate::json::write(file, plan))?;
                }
                Target::at(&folder.join("proof.json"))?.write(|file| crate::json::write(file, &phase.proof))?;
            }
        }
        Ok(())
    }
}

fn make(folder: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::new(format!("cannot make the folder {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)
}
