//! What the commands print on standard output.

use crate::failure::Failure;
use crate::json;
use clap::ValueEnum;
use serde::Serialize;
use std::io::{self, BufWriter, ErrorKind, Write, stdout};

/// How an answer is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum Format {
    /// For people.
    Table,
    /// One JSON document.
    Json,
}

/// Prints on standard output. A reader that has gone away (`wormcast list | head -1`) is no failure.
pub fn print(write: impl FnOnce(&mut dyn Write) -> io::Result<()>) -> Result<(), Failure> {
    let mut out = BufWriter::new(stdout().lock());
    match write(&mut out).and_then(|()| out.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(Failure::new(format!("cannot write to standard output: {error}")))
        }
        _ => Ok(()),
    }
}

/// Prints one JSON document on standard output.
pub fn print_json(document: &impl Serialize) -> Result<(), Failure> {
    print(|out| json::write(out, document))
}
