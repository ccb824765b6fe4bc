//! Reading the text of a plan file.

use crate::by_hand::ByHand;
use crate::document::is_read;
use crate::{DocumentError, FORMAT, MAX_UNKNOWN, PlanDocument, unknown_bytes};
use serde::Deserialize;
use serde::de::Error;

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
        if unknown_bytes(text, &KNOWN) > MAX_UNKNOWN {
            let problem = format!("its unknown keys hold more than the {MAX_UNKNOWN} bytes that are read");
            return Err(serde_json::Error::custom(problem).into());
        }
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
}

/// The keys whose values are not kept as trees.
const KNOWN: [&str; 5] = ["worms", "destinations", "without_nodes", "without_links", "without_channels"];

/// What every file of ours begins with.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}
