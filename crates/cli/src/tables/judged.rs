//! Whether tables of a fabric close credit loops.

use crate::failure::Failure;
use crate::words::{count, quoted};
use std::path::Path;
use wormcast::credit_loop;
use wormcast::formats::{Fabric, TableTree};

/// Whether the written trees close a credit loop on their fabric, whichever hosts of them send.
pub(super) struct Judged {
    pub is_free: bool,
    pub words: String,
}

impl Judged {
    /// Judges them with the unicasts alone, and with the other groups of the folder.
    pub(super) fn of(mut fabric: Fabric, folder: &Path, trees: &[TableTree]) -> Result<Self, Failure> {
        let folder = quoted(&folder.display().to_string());
        if let Some(length) = credit_loop(&fabric, false) {
            let waits = count(length, "wait");
            return Ok(Self {
                is_free: false,
                words: format!(
                    "the unicasts of the fabric close a credit loop of {waits} by themselves, which no trees mend; \
                     `wormcast prove --fabric {folder}` tells it\n"
                ),
            });
        }
        let others: Vec<_> = fabric.groups().filter(|lid| trees.iter().all(|tree| tree.key != *lid)).collect();
        fabric.put_groups(trees, true)?;
        let with_others = credit_loop(&fabric, true);
        fabric.put_groups(trees, false)?;
        let alone = if others.is_empty() { with_others } else { credit_loop(&fabric, true) };
        let who = "with the unicasts, whichever of their hosts send";
        let beside = format!("the {} of {folder} that are not written", count(others.len(), "group"));
        let mut words = match (alone, with_others) {
            (None, None) => format!("these trees close no credit loop {who}\n"),
            (None, Some(length)) => format!(
                "these trees close no credit loop {who}; beside {beside} they do, of {}\n",
                count(length, "wait")
            ),
            (Some(length), _) => format!(
                "these trees close a credit loop of {} {who}: a plan is for its one source, and every host of a group \
                 sends over its tree\n",
                count(length, "wait")
            ),
        };
        if alone.is_none() && with_others.is_none() && !others.is_empty() {
            words += &format!("{beside} close none with them either\n");
        }
        if alone.or(with_others).is_some() {
            words += &format!(
                "trees that close none, as far as there are such trees, are planned by\n  wormcast plan-groups {folder}\n"
            );
        }
        Ok(Self { is_free: alone.is_none(), words })
    }
}
