//! The files of routes that a statement names: each must be one that may be read.

use crate::failure::Failure;
use std::path::{Path, PathBuf};
use wormcast::check::proof::Statement;
use wormcast::formats::{Fabric, routes_file};
use wormcast::plan::{words_apart, words_together};
use wormcast::schemes::option::{BESIDE, ROUTING, WITHIN};

/// Finds the files of routes that a statement names, and names them by where they are.
pub(super) fn find_files(
    statement: &mut Statement,
    find: impl Fn(&str) -> Result<String, Failure>,
) -> Result<(), Failure> {
    let replace = |name: &mut String| {
        if let Some(file) = routes_file(name) {
            let neither = |failure: Failure| format!("`{name}` is no routing that is known, and {}", failure.message());
            let found = find(file).map_err(|failure| Failure::new(neither(failure)))?;
            *name = format!("{}{found}", &name[..name.len() - file.len()]);
        }
        Ok::<_, Failure>(())
    };
    let replace_all = |list: &mut String| {
        let mut names: Vec<_> = list.split(',').map(|name| name.trim().to_owned()).collect();
        for name in names.iter_mut().filter(|name| !name.is_empty()) {
            if Path::new(&**name).is_dir() { find_fabric(name, &find)? } else { replace(name)? }
        }
        *list = names.join(",");
        Ok::<_, Failure>(())
    };
    let replace_in = |(option, value): (RoutesOption, &mut String)| match option {
        RoutesOption::One => replace(value),
        // An order has a root, in whose name there may be commas.
        RoutesOption::Within if value.split(':').next() == Some("up-down") => Ok(()),
        RoutesOption::Within | RoutesOption::Beside => replace_all(value),
    };
    match statement {
        Statement::Routing(statement) => {
            statement.routing.iter_mut().try_for_each(replace)?;
            statement.fabric.iter_mut().try_for_each(|folder| find_fabric(folder, &find))?;
            statement.routes.iter_mut().try_for_each(replace)
        }
        Statement::Workload(statement) => statement.routes.iter_mut().try_for_each(replace),
        Statement::Scheme(statement) => {
            statement.routes.iter_mut().try_for_each(replace)?;
            statement.options = apart(statement.options.iter().map(String::as_str));
            routes_among(&mut statement.options).try_for_each(replace_in)?;
            let Some(scheme) = &mut statement.unicast_scheme else { return Ok(()) };
            let mut words = apart(words_apart(scheme).iter().map(String::as_str));
            routes_among(&mut words).try_for_each(replace_in)?;
            *scheme = words_together(words);
            Ok(())
        }
    }
}

/// Finds the files in the folder of a fabric: each of them must be one that may be read.
fn find_fabric(folder: &mut String, find: impl Fn(&str) -> Result<String, Failure>) -> Result<(), Failure> {
    let [network, others @ ..] = Fabric::FILES;
    let named = |file: &str| Path::new(&*folder).join(file).display().to_string();
    let found = PathBuf::from(find(&named(network))?);
    let beside = found.parent().unwrap_or(Path::new("."));
    for file in others.map(|file| beside.join(file)) {
        if std::fs::symlink_metadata(&file).is_ok() {
            find(&file.display().to_string())?;
        }
    }
    *folder = beside.display().to_string();
    Ok(())
}

/// The words of options, each value apart from its option: `--routing=a.csv` are two.
fn apart<'w>(words: impl Iterator<Item = &'w str>) -> Vec<String> {
    let parts = |word: &'w str| match word.split_once('=').filter(|_| word.starts_with("--")) {
        Some((option, value)) => vec![option.to_owned(), value.to_owned()],
        None => vec![word.to_owned()],
    };
    words.flat_map(parts).collect()
}

/// An option whose value may be files.
#[derive(Clone, Copy)]
enum RoutesOption {
    /// A routing, or a file of routes.
    One,
    /// An order, or a list as beside.
    Within,
    /// A list with commas, each of it a routing, a file of routes, a plan file or the folder of a fabric.
    Beside,
}

/// What may be files of routes, fabrics and plans among the words of options.
fn routes_among(words: &mut [String]) -> impl Iterator<Item = (RoutesOption, &mut String)> {
    let options = [(&ROUTING, RoutesOption::One), (&BESIDE, RoutesOption::Beside), (&WITHIN, RoutesOption::Within)];
    let options = options.map(|(option, kind)| (format!("--{}", option.declaration.name), kind));
    let mut next = None;
    words.iter_mut().filter_map(move |word| {
        let own = options.iter().find(|(option, _)| option == word).map(|(_, kind)| *kind);
        std::mem::replace(&mut next, own).map(|kind| (kind, word))
    })
}
