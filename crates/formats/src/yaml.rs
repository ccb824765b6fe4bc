//! YAML, read with a budget: aliases cannot make it large.

use crate::text::{Flaw, cut};
use serde::de::DeserializeOwned;
use serde_saphyr::{Location, Spanned};

/// Reads a text as YAML; `expected` is what would be accepted.
pub(crate) fn parse<T: DeserializeOwned>(text: &str, expected: &str) -> Result<T, Flaw> {
    serde_saphyr::from_str(text).map_err(|error| {
        let at = error.location().map_or(0, |location| byte_at(text, location));
        let message = error.to_string();
        let what = message.lines().next().unwrap_or_default();
        Flaw::new(at, format!("{}; expected {expected}", cut(what, 200)))
    })
}

/// Where a value stands in the text.
pub(crate) fn place<T>(text: &str, value: &Spanned<T>) -> usize {
    byte_at(text, value.referenced)
}

fn byte_at(text: &str, location: Location) -> usize {
    let at = location.span().byte_offset().map_or(0, |at| at as usize).min(text.len());
    (0..=at).rev().find(|&at| text.is_char_boundary(at)).unwrap_or(0)
}

/// Whether a line of a text starts with this key.
pub(crate) fn has_key(text: &str, key: &str) -> bool {
    text.match_indices(key).any(|(at, _)| {
        let starts_line = at == 0 || text[..at].ends_with(['\n', '\r']);
        starts_line && text[at + key.len()..].starts_with(':')
    })
}
