//! The words of the command line, where an option with several values has taken the network for one more.

use crate::Cli;
use clap::error::{ContextKind, ContextValue, ErrorKind};
use clap::{Error, Parser};
use std::ffi::OsString;
use std::io::{self, Write, stderr, stdout};
use std::process::exit;
use wormcast::formats::families;
use wormcast::schemes::SCHEMES;

/// Reads the words of the command line, and exits with a message where they are wrong.
///
/// `--without-node 1,1 2,2 mesh:8x8` ends with the network, which is missed then: the last word behind an option's
/// value that begins as networks do is read as the network instead.
pub(crate) fn parse() -> Cli {
    let words: Vec<_> = std::env::args_os().collect();
    let error = match Cli::try_parse_from(&words) {
        Ok(cli) => return cli,
        Err(error) => error,
    };
    let moved = (error.kind() == ErrorKind::MissingRequiredArgument).then(|| network_first(words)).flatten();
    moved.and_then(|words| Cli::try_parse_from(words).ok()).unwrap_or_else(|| end(&with_schemes(error)))
}

/// Prints help, a version or a mistake, and ends with its exit status; what cannot be printed is a failure, as it is of
/// any other answer.
fn end(error: &Error) -> ! {
    let printed = error.print().and_then(|()| stdout().flush());
    if let Some(problem) = printed.err().filter(|problem| problem.kind() != io::ErrorKind::BrokenPipe) {
        // If nobody hears this either, the exit status tells it.
        let _ = writeln!(stderr(), "error: cannot write to standard output: {problem}");
        exit(2);
    }
    exit(error.exit_code());
}

/// The error with the names of the schemes, if none was named where one has to be.
fn with_schemes(mut error: Error) -> Error {
    let is_scheme = |name: &String| name.starts_with("--scheme");
    let missing = error.get(ContextKind::InvalidArg).filter(|_| error.kind() == ErrorKind::MissingRequiredArgument);
    let is_missing = matches!(missing, Some(ContextValue::Strings(names)) if names.iter().any(is_scheme));
    if is_missing {
        let names: Vec<_> = SCHEMES.iter().map(|scheme| scheme.name()).collect();
        let tip = format!("the schemes are {}; `wormcast list` tells what they do", names.join(", "));
        error.insert(ContextKind::Suggested, ContextValue::StyledStrs(vec![tip.into()]));
    }
    error
}

/// The words with the last network among them behind the command; none if there is none among the values of options.
fn network_first(mut words: Vec<OsString>) -> Option<Vec<OsString>> {
    let is_option = |word: &OsString| word.to_string_lossy().starts_with('-');
    let is_value = |place: usize| place > 2 && !is_option(&words[place - 1]);
    let place = (0..words.len()).rev().find(|&place| is_value(place) && is_network(&words[place].to_string_lossy()))?;
    let network = words.remove(place);
    words.insert(2, network);
    Some(words)
}

/// Whether a word names a network: the name of a family, and a colon.
pub(crate) fn is_network(word: &str) -> bool {
    word.split_once(':').is_some_and(|(name, _)| families().any(|family| family.name == name))
}
