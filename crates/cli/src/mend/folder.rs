//! The plans of proposals in files.

use crate::failure::Failure;
use crate::files::Target;
use std::fs;
use std::path::Path;
use wormcast::MendingDocument;
use wormcast::check::proof::{ProofDocument, Statement};

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
                let proof = naming_plans_in(&folder, &phase.proof);
                Target::at(&folder.join("proof.json"))?.write(|file| crate::json::write(file, &proof))?;
            }
        }
        Ok(())
    }
}

/// The proof with the paths of its plans as they are from here: a file of the same name in the current folder is
/// another plan.
fn naming_plans_in(folder: &Path, proof: &ProofDocument) -> ProofDocument {
    let mut proof = proof.clone();
    if let Statement::Workload(statement) = &mut proof.statement {
        statement.plans.iter_mut().for_each(|name| *name = folder.join(&*name).display().to_string());
    }
    proof
}

fn make(folder: &Path) -> Result<(), Failure> {
    let failed = |error| Failure::new(format!("cannot make the folder {}: {error}", folder.display()));
    fs::create_dir_all(folder).map_err(failed)
}
