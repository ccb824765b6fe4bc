//! What routers do with multicasts, as a table for whoever builds them: a line for each way that a worm comes to a
//! node.

use serde::Serialize;
use std::io::{self, Write};

/// What a router does with a worm that comes by one of its channels. Channels and nodes stand with their names, several
/// with blanks between them; the virtual channels of `out` in the order of its channels.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RouterRow {
    /// What routers tell the messages apart by.
    pub key: u32,
    /// Which of the worms of the message.
    pub worm: u32,
    /// The router.
    pub node: String,
    /// The channel by which the worm comes; none where it begins.
    #[serde(rename = "in")]
    pub comes_by: String,
    /// The virtual channel of that one.
    pub in_virtual_channel: Option<u32>,
    /// The channels by which it leaves.
    pub out: String,
    /// Their virtual channels.
    pub out_virtual_channels: String,
    /// Whether the node takes the message in.
    pub deliver: u8,
}

/// Writes a table of routers as CSV, with a header.
///
/// # Errors
/// What the writer says.
pub fn write_router_rows(rows: impl IntoIterator<Item = RouterRow>, to: &mut dyn Write) -> io::Result<()> {
    let mut writer = csv::Writer::from_writer(to);
    for row in rows {
        writer.serialize(row)?;
    }
    writer.flush()
}
