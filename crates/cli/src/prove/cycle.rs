//! A deadlock in words.

use crate::table::{self, Align};
use std::num::NonZeroU32;
use wormcast::check::proof::{BlockedWorm, Named};

/// How many channels a cell names at most; of more, those that close the cycle.
const NAMED: usize = 3;

/// The cycle on links with so many virtual channels, a line a worm: what it holds, what it waits for, and who has
/// that.
pub(super) fn in_words(
    worms: &[BlockedWorm],
    virtual_channels: NonZeroU32,
    name: impl Fn(&BlockedWorm) -> String,
) -> String {
    let columns = ["worm", "stuck at", "holds", "waits for", "held by"].map(|title| (title, Align::Left));
    let names = |resources: &[&Named]| names(resources, virtual_channels);
    let last = worms.len().saturating_sub(1);
    let row = |(place, worm): (usize, &BlockedWorm)| {
        let (before, next) = (&worms[(place + last) % worms.len()], &worms[(place + 1) % worms.len()]);
        let kept = common(&worm.waits_for, next);
        let holder = match (kept.is_empty(), kept.len() < worm.waits_for.len()) {
            (true, _) => format!("in line behind {}", name(next)),
            (false, true) => format!("{} ({})", name(next), names(&kept)),
            (false, false) => name(next),
        };
        let wanted = common(&before.waits_for, worm);
        vec![
            name(worm),
            worm.at.clone(),
            in_short(&worm.holds, wanted, names),
            in_short(&worm.waits_for, kept, names),
            holder,
        ]
    };
    let table = table::render(&columns, worms.iter().enumerate().map(row));
    table.lines().map(|line| format!("  {line}\n")).collect()
}

/// What a worm holds of these.
fn common<'a>(wanted: &'a [Named], holder: &BlockedWorm) -> Vec<&'a Named> {
    wanted.iter().filter(|wanted| holder.holds.contains(wanted)).collect()
}

/// All of them if they are few; else those that close the cycle, and how many more there are.
fn in_short(all: &[Named], closing: Vec<&Named>, names: impl Fn(&[&Named]) -> String) -> String {
    if all.is_empty() {
        return "nothing".into();
    }
    if all.len() <= NAMED {
        return names(&all.iter().collect::<Vec<_>>());
    }
    let mut shown = if closing.is_empty() { all.iter().collect() } else { closing };
    shown.truncate(NAMED);
    format!("{} and {} more", names(&shown), all.len() - shown.len())
}

fn names(resources: &[&Named], virtual_channels: NonZeroU32) -> String {
    let name = |Named(from, to, part): &&Named| match (to, part) {
        (Some(to), _) if virtual_channels.get() == 1 => format!("{from}→{to}"),
        (Some(to), part) => format!("{from}→{to} (vc {part})"),
        (None, _) => format!("consumption of {from}"),
    };
    resources.iter().map(name).collect::<Vec<_>>().join(", ")
}
