//! The plans of proposals in files.

use crate::failure::Failure;
use crate::files::{Target, fresh_folder};
use std::path::Path;
use wormcast::MendingDocument;
use wormcast::check::proof::{ProofDocument, Statement};

/// A folder in which each proposal is to have one of its own, with one for each phase.
pub(super) struct Folders<'a>(&'a Path);

impl<'a> Folders<'a> {
    /// Makes the folder if it is not there, before anything is searched.
    ///
    /// # Errors
    /// It cannot be made, or has files already.
    pub(super) fn into(folder: &'a Path) -> Result<Self, Failure> {
        fresh_folder(folder)?;
        Ok(Self(folder))
    }

    /// Writes plans and proofs.
    pub(super) fn write(&self, document: &MendingDocument) -> Result<(), Failure> {
        for (number, proposal) in (1..).zip(&document.proposals) {
            for (phase_number, phase) in (1..).zip(&proposal.phases) {
                let folder = self.0.join(format!("{number}/phase-{phase_number}"));
                fresh_folder(&folder)?;
                for (name, plan) in &phase.plans {
                    Target::at(&folder.join(name))?.write(|file| crate::json::write(file, plan))?;
                }
                let proof = naming_plans_in(&folder, &phase.proof);
                // Beside the folder: so `phase-1/*.json` are the plans, and nothing else.
                Target::at(&folder.with_file_name(format!("phase-{phase_number}-proof.json")))?
                    .write(|file| crate::json::write(file, &proof))?;
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
