//! Small words of violations.

use wormcast_topology::shortened;

/// `; did you mean …?`, where there is a near name.
pub(crate) fn did_you_mean(nearest: &Option<String>) -> String {
    nearest.as_ref().map(|name| format!("; did you mean `{name}`?")).unwrap_or_default()
}

/// The worms of a cycle of this length, of which some may be left out.
pub(crate) fn list_cycle(worms: &[u32], length: usize) -> String {
    let listed: Vec<_> = worms.iter().map(u32::to_string).collect();
    let rest = if worms.len() < length { ", …" } else { "" };
    listed.join(", ") + rest
}

/// A text from a plan as a violation keeps it.
pub(crate) fn shown(text: &str) -> String {
    shortened(text).into_owned()
}
