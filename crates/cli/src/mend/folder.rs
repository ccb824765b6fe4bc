//! The plans of proposals in files.

use crate::failure::Failure;
use crate::files::{Target, fill_folder, fresh_folder};
use crate::network::sha256_of_text;
use crate::output;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, Write};
use std::path::Path;
use wormcast::check::proof::{PathsFrom, ProofDocument, Statement};
use wormcast::{Mended, MendedPhase, MendingDocument};

/// A folder in which each proposal is to have one of its own, with one for each phase.
pub(super) struct Folders<'a> {
    path: &'a Path,
    /// Whether it was made for them.
    is_new: bool,
}

impl<'a> Folders<'a> {
    /// Makes the folder if it is not there, before anything is searched.
    ///
    /// # Errors
    /// It cannot be made, or has files already.
    pub(super) fn into(folder: &'a Path) -> Result<Self, Failure> {
        let is_new = !folder.exists();
        fresh_folder(folder)?;
        Ok(Self { path: folder, is_new })
    }

    /// Writes plans, proofs and routes, all or none.
    pub(super) fn write(&self, document: &MendingDocument, mended: &Mended) -> Result<(), Failure> {
        fill_folder(self.path, |inside| self.write_all(inside, document, mended))
    }

    /// There is nothing to write: takes away the folder that was made for it.
    pub(super) fn leave(&self) {
        if self.is_new {
            // If it is no longer empty, it stays.
            let _ = fs::remove_dir(self.path);
        }
    }

    fn write_all(&self, inside: &Path, document: &MendingDocument, mended: &Mended) -> Result<(), Failure> {
        for (number, (proposal, own)) in (1..).zip(document.proposals.iter().zip(&mended.proposals)) {
            for (phase_number, (phase, own)) in (1..).zip(proposal.phases.iter().zip(&own.phases)) {
                let within = format!("{number}/phase-{phase_number}");
                let folder = inside.join(&within);
                fresh_folder(&folder)?;
                let texts: BTreeMap<_, _> =
                    phase.plans.iter().map(|(name, plan)| (name.as_str(), crate::json::text(plan))).collect();
                for (name, text) in &texts {
                    Target::at(&folder.join(name))?.write(|file| file.write_all(text.as_bytes()))?;
                }
                let proof = naming_plans_in(&format!("phase-{phase_number}"), &texts, &phase.proof);
                // Beside the folder: so `phase-1/*.json` are the plans, and nothing else.
                Target::at(&folder.with_file_name(format!("phase-{phase_number}-proof.json")))?
                    .write(|file| crate::json::write(file, &proof))?;
                let mut routes = Vec::new();
                let name = format!("phase-{phase_number}-routes.txt");
                match routes_of(own, &mut routes) {
                    Ok(()) => Target::at(&folder.with_file_name(name))?.write(|file| file.write_all(&routes))?,
                    // The plans have them in any case.
                    Err(error) => output::note(&format!("{number}/{name} is not written: {error}")),
                }
            }
        }
        Ok(())
    }
}

/// The routes of all plans of a phase, one a line, with an empty line between plans: what `import --paragraphs` reads.
fn routes_of(phase: &MendedPhase, file: &mut dyn Write) -> io::Result<()> {
    for (place, (_, plan)) in phase.plans.iter().enumerate() {
        if place > 0 {
            writeln!(file)?;
        }
        plan.write_routes(file)?;
    }
    Ok(())
}

/// The proof with the paths of its plans as they are from its own folder, so that all may be moved together, and the
/// SHA-256 of their texts.
fn naming_plans_in(folder: &str, texts: &BTreeMap<&str, String>, proof: &ProofDocument) -> ProofDocument {
    let mut proof = proof.clone();
    if let Statement::Workload(statement) = &mut proof.statement {
        proof.paths_from = Some(PathsFrom::Proof);
        proof.plans_sha256 =
            statement.plans.iter().map(|name| texts.get(&**name).map(|text| sha256_of_text(text))).collect();
        statement.plans.iter_mut().for_each(|name| *name = format!("{folder}/{name}"));
    }
    proof
}
