//! Reading the text of a plan file.

use crate::bounds::ShortTokens;
use crate::by_hand::ByHand;
use crate::document::is_read;
use crate::{DocumentError, FORMAT, PlanDocument};
use serde::Deserialize;
use std::io::{BufReader, Read};

impl PlanDocument {
    /// Reads the text of a plan file. O(length) time and memory, whatever stands in it. Of a plan by hand, which has no
    /// `format`, only the network and the routes are needed: all that follows from them is filled in.
    ///
    /// ```
    /// use wormcast_plan::PlanDocument;
    /// let error = PlanDocument::parse(br#"{"format": "wormcast-plan", "version": 1, "topology": 8}"#).unwrap_err();
    /// let problem = "not a plan: invalid type: integer `8`, expected a string at line 1 column 55";
    /// assert_eq!(error.to_string(), problem);
    /// ```
    ///
    /// # Errors
    /// Not JSON of the shape of a plan, or of another format or version.
    pub fn parse(text: &[u8]) -> Result<Self, DocumentError> {
        if ByHand::is_meant(text) {
            return Ok(serde_json::from_slice::<ByHand>(text)?.fill()?);
        }
        let Header { format, version } = match serde_json::from_slice::<Self>(text) {
            Ok(document) if document.format == FORMAT && is_read(document.version) => return Ok(document),
            Ok(document) => Header { format: document.format, version: document.version },
            // A file of another format or version rarely has our shape: what it is says more than where it differs.
            Err(error) => match serde_json::from_slice::<Header>(text) {
                Ok(header) if header.format != FORMAT || !is_read(header.version) => header,
                _ => return Err(error.into()),
            },
        };
        Err(DocumentError::Format { format, version })
    }

    /// Reads a plan file without holding its text: for large plans, which are then kept in some twenty bytes a hop.
    /// What a file can make it keep is bounded by a small multiple of its length. Plans by hand are for
    /// [`parse`](Self::parse).
    ///
    /// ```
    /// use wormcast_plan::PlanDocument;
    /// let text = br#"{"format": "wormcast-plan", "version": 1, "topology": 8}"#;
    /// let error = PlanDocument::read(&text[..]).unwrap_err();
    /// let problem = "not a plan: invalid type: integer `8`, expected a string at line 1 column 56";
    /// assert_eq!(error.to_string(), problem);
    /// ```
    ///
    /// # Errors
    /// It cannot be read to its end, or is not JSON of the shape of a plan, or of another format or version.
    pub fn read(source: impl Read) -> Result<Self, DocumentError> {
        let document: Self = serde_json::from_reader(BufReader::with_capacity(BUFFER, ShortTokens::of(source)))?;
        match document.format == FORMAT && is_read(document.version) {
            true => Ok(document),
            false => Err(DocumentError::Format { format: document.format, version: document.version }),
        }
    }
}

/// How many bytes are read at once.
const BUFFER: usize = 1 << 16;

/// What every file of ours begins with.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}
