//! The `wormcast mend` that deadlocks point to.

use crate::folders;
use crate::words::quoted;
use std::path::Path;
use wormcast::check::proof::{Copies, Delays, WorkloadStatement};

/// So many files are named; of more, the command is told without them.
const NAMED: usize = 8;

/// What proposes changes of plans that can deadlock, with these options about routers.
pub(crate) fn hint(files: &[String], options: &[String]) -> String {
    format!("what makes such plans free of deadlock:\n{}", line(files, options))
}

/// The command about these files.
pub(crate) fn line(files: &[String], options: &[String]) -> String {
    let files = match files.len() {
        ..=NAMED => files.iter().map(|file| quoted(file)).collect(),
        _ => vec![folder_of(files).map_or_else(|| "PLAN…".to_owned(), |folder| quoted(&folder))],
    };
    let options = options.iter().map(|word| quoted(word));
    let words: Vec<_> = files.into_iter().chain(options).collect();
    format!("  wormcast mend {}\n", words.join(" "))
}

/// The folder that stands for these files, if one does.
fn folder_of(files: &[String]) -> Option<String> {
    let folder = Path::new(files.first()?).parent().filter(|folder| folder.as_os_str() != "")?;
    let all = folders::expanded(vec![folder.to_owned()]).ok()?;
    all.iter().map(|path| path.display().to_string()).eq(files.iter().cloned()).then(|| folder.display().to_string())
}

/// The options of `mend` by which it is about the same as this statement about plans.
pub(crate) fn options(statement: &WorkloadStatement, dependences: Option<&Path>) -> Vec<String> {
    let mut words = Vec::new();
    let mut say = |option: &str, value: String| words.extend([option.to_owned(), value]);
    if statement.copies != Copies::default() {
        say("--copies", statement.copies.to_string());
    }
    let numbers = [
        ("--length", statement.length),
        ("--buffer", statement.buffer),
        ("--consumption", statement.consumption),
        ("--virtual-channels", Some(statement.virtual_channels).filter(|count| count.get() > 1)),
    ];
    numbers.into_iter().filter_map(|(option, number)| Some((option, number?))).for_each(|(option, number)| {
        say(option, number.to_string());
    });
    if statement.delays != Delays::default() {
        say("--delays", statement.delays.to_string());
    }
    if let Some(file) = dependences {
        say("--dependences", file.display().to_string());
    }
    words.extend(statement.with_unicast.then(|| "--with-unicast".to_owned()));
    words.extend(routes(&statement.routes));
    words.extend(crate::prove_command::policies(statement.policies()));
    words.extend(statement.bubble.then(|| "--bubble".to_owned()));
    words
}

/// The options for routes beside plans: files, or a routing.
pub(crate) fn routes(routes: &[String]) -> Vec<String> {
    let option = |name: &String| match wormcast::formats::is_named(name) {
        true => ["--with-unicast".to_owned(), "--routing".to_owned(), name.clone()].to_vec(),
        false => ["--routes".to_owned(), name.clone()].to_vec(),
    };
    routes.iter().flat_map(option).collect()
}
