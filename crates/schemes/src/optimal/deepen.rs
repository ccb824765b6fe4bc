//! Searches that get harder the looser their limit is: first tight, then looser by doubling steps.

use super::cuts::TooWide;

/// What such a search came to.
pub(crate) struct Deepened<T> {
    /// What the first search that succeeded found.
    pub found: Option<T>,
    /// Nothing was found below this limit.
    pub refuted: u64,
    /// The search was given up.
    pub wide: bool,
}

/// Searches within limits from `from` to `most`. A search must find the best within its limit, or nothing.
pub(crate) fn deepen<T>(
    from: u64,
    most: u64,
    mut search: impl FnMut(u64) -> Result<Option<T>, TooWide>,
) -> Deepened<T> {
    let (mut refuted, mut slack) = (from, 0);
    // Invariant: no solution is below `refuted`. The first search that succeeds within a limit has the best of all, as
    // every search finds the best within its own. As the slack doubles, the last search costs about as much as all.
    while refuted <= most {
        let limit = refuted.saturating_add(slack).min(most);
        match search(limit) {
            Err(TooWide) => return Deepened { found: None, refuted, wide: true },
            Ok(Some(found)) => return Deepened { found: Some(found), refuted, wide: false },
            Ok(None) => refuted = limit + 1,
        }
        slack = 2 * slack + 1;
    }
    Deepened { found: None, refuted, wide: false }
}
