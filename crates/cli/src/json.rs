//! JSON that people can read, too: laid out down to the elements of the lists at the top, each of them on one line.

use serde::Serialize;
use serde_json::Serializer;
use serde_json::ser::{CompactFormatter, Formatter, PrettyFormatter};
use std::io::{self, Write};
use wormcast::topology::escape_invisible;

/// How deep the layout goes: the document, and what it holds.
const DEPTH: usize = 2;

/// Writes one JSON document and the end of its last line.
pub(crate) fn write(out: &mut dyn Write, document: &impl Serialize) -> io::Result<()> {
    let formatter = Layout { pretty: PrettyFormatter::new(), depth: 0 };
    document.serialize(&mut Serializer::with_formatter(&mut *out, formatter))?;
    writeln!(out)
}

/// The same as a text.
pub(crate) fn text(document: &impl Serialize) -> String {
    let mut bytes = Vec::new();
    // Writing into memory does not fail, and documents of ours have no keys but strings.
    let _ = write(&mut bytes, document);
    String::from_utf8_lossy(&bytes).into_owned()
}

struct Layout {
    pretty: PrettyFormatter<'static>,
    depth: usize,
}

/// Hands a call to the pretty formatter above [`DEPTH`], to the compact one below.
macro_rules! by_depth {
    ($($name:ident($($argument:ident: $type:ty),*)),* $(,)?) => {
        $(fn $name<W: ?Sized + Write>(&mut self, writer: &mut W $(, $argument: $type)*) -> io::Result<()> {
            if self.depth <= DEPTH {
                self.pretty.$name(writer $(, $argument)*)
            } else {
                CompactFormatter.$name(writer $(, $argument)*)
            }
        })*
    };
}

impl Formatter for Layout {
    /// Names from files may have characters in them that are not seen, or that turn the text around them.
    fn write_string_fragment<W: ?Sized + Write>(&mut self, writer: &mut W, fragment: &str) -> io::Result<()> {
        writer.write_all(escape_invisible(fragment).as_bytes())
    }

    by_depth!(
        begin_array_value(first: bool),
        end_array_value(),
        begin_object_key(first: bool),
        begin_object_value(),
        end_object_value(),
    );

    fn begin_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.depth <= DEPTH { self.pretty.begin_array(writer) } else { CompactFormatter.begin_array(writer) }
    }

    fn end_array<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth < DEPTH { self.pretty.end_array(writer) } else { CompactFormatter.end_array(writer) }
    }

    fn begin_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth += 1;
        if self.depth <= DEPTH { self.pretty.begin_object(writer) } else { CompactFormatter.begin_object(writer) }
    }

    fn end_object<W: ?Sized + Write>(&mut self, writer: &mut W) -> io::Result<()> {
        self.depth -= 1;
        if self.depth < DEPTH { self.pretty.end_object(writer) } else { CompactFormatter.end_object(writer) }
    }
}
