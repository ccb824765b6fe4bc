//! The files that are made from the cells of a sweep.

use super::document::SUMMARY;
use crate::whole_file::{remove_if_there, remove_litter};
use std::io;
use std::path::Path;

/// The tables of a sweep; the pictures are beside them.
const TABLES: [&str; 5] = ["results.csv", "results.json", "results.parquet", "channels.csv", SUMMARY];

/// The name of the heat map of a scheme, whose label is given as a part of the name of a file.
pub fn heat_map_name(file_label: &str) -> String {
    format!("heat-{file_label}.svg")
}

/// Takes the tables and pictures of an earlier run, and unfinished ones, away from a folder of results: with another
/// experiment, or before all cells are there, they would be taken for those of this one. The cells stay.
///
/// # Errors
/// A file cannot be removed; the error names it.
pub fn remove_results(folder: &Path) -> io::Result<()> {
    let Ok(entries) = std::fs::read_dir(folder) else { return Ok(()) };
    // What is left of tables that were being written when their process was killed.
    remove_litter(folder)?;
    let is_result = |name: &str| TABLES.contains(&name) || is_picture(name, ".svg") || is_picture(name, ".pdf");
    for entry in entries.flatten().filter(|entry| is_result(&entry.file_name().to_string_lossy())) {
        let path = entry.path();
        let named =
            |error: io::Error| io::Error::new(error.kind(), format!("cannot remove {}: {error}", path.display()));
        remove_if_there(&path).map_err(named)?;
    }
    Ok(())
}

/// Whether the pictures in a folder of results are there as PDF, too.
pub fn has_pdf(folder: &Path) -> bool {
    let Ok(mut entries) = std::fs::read_dir(folder) else { return false };
    entries.any(|entry| entry.is_ok_and(|entry| is_picture(&entry.file_name().to_string_lossy(), ".pdf")))
}

/// Whether a file is a picture of a sweep, in the form with this end of its name.
fn is_picture(name: &str, end: &str) -> bool {
    name.strip_suffix(end).is_some_and(|stem| stem == "latency" || stem.starts_with("heat-"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::whole_file::{LITTER, UNFINISHED};

    #[test]
    fn results_go_and_all_else_stays() {
        let folder = tempfile::tempdir().unwrap();
        let names =
            ["results.csv", "latency.pdf", "latency.svg", "heat-unicast.svg", "notes.txt", "heat-unicast.png", "cells"];
        names.iter().for_each(|name| std::fs::write(folder.path().join(name), "x").unwrap());
        assert!(has_pdf(folder.path()));
        remove_results(folder.path()).unwrap();
        assert!(!has_pdf(folder.path()));
        let is_there = names.map(|name| folder.path().join(name).exists());
        assert_eq!(is_there, [false, false, false, false, true, true, true]);
        remove_results(&folder.path().join("nowhere")).unwrap();
    }

    #[test]
    fn several_processes_may_take_results_away_at_once() {
        let folder = tempfile::tempdir().unwrap();
        let path = |number: usize| folder.path().join(format!("heat-{number}.svg"));
        for _ in 0..20 {
            (0..50).for_each(|number| std::fs::write(path(number), "x").unwrap());
            std::thread::scope(|scope| {
                let both = [(); 2].map(|()| scope.spawn(|| remove_results(folder.path())));
                both.into_iter().for_each(|one| one.join().unwrap().unwrap());
            });
        }
    }

    #[test]
    fn what_a_killed_process_left_goes() {
        let folder = tempfile::tempdir().unwrap();
        let old = folder.path().join(format!("{UNFINISHED}old"));
        let file = std::fs::File::create(&old).unwrap();
        file.set_modified(std::time::SystemTime::now() - 2 * LITTER).unwrap();
        remove_results(folder.path()).unwrap();
        assert!(!old.exists());
    }
}
