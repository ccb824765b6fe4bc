//! What the commands print on standard output.

use crate::colour::painted;
use crate::failure::Failure;
use crate::json;
use crate::table::terminal_width;
use crate::words::harmless;
use crate::wrap::wrapped;
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, BufWriter, ErrorKind, Write, stdout};

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Format {
    /// For people.
    Table,
    /// One JSON document.
    Json,
}

/// Prints on standard output. A reader that has gone away (`wormcast list | head -1`) is no failure.
fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints text for people. Control characters, which a name in a file may hold, do not reach the terminal.
pub(crate) fn print_text(text: &str) -> Result<(), Failure> {
    let text = painted(wrapped(&harmless(text), terminal_width()));
    print(|out| out.write_all(text.as_bytes()))
}

/// Says on standard error what is to be known beside the answer.
pub(crate) fn note(text: &str) {
    eprintln!("note: {}", harmless(text));
}

/// Prints what the program itself has made, as it is.
pub(crate) fn print_bytes(bytes: &[u8]) -> Result<(), Failure> {
    print(|out| out.write_all(bytes))
}

/// Prints one JSON document on standard output.
pub(crate) fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print(|out| json::write(out, document))
}
