//! A deadlock in words.

use wormcast::check::proof::{BlockedWorm, Named};

/// The circle, worm by worm: what each holds, what it waits for, and why it does not get it.
pub fn in_words(worms: &[BlockedWorm], name: impl Fn(&BlockedWorm) -> String) -> String {
    let mut text = String::new();
    for (worm, next) in worms.iter().zip(worms.iter().cycle().skip(1)) {
        let holds = if worm.holds.is_empty() { "nothing".to_owned() } else { names(&worm.holds) };
        let kept: Vec<_> = worm.waits_for.iter().filter(|wanted| next.holds.contains(wanted)).cloned().collect();
        let what = names(&worm.waits_for);
        let why = match (&*kept, &*worm.waits_for) {
            ([], _) => format!("behind {} in a line", name(next)),
            (kept, all) if kept == all => format!("which {} holds", name(next)),
            (kept, _) => format!("of which {} holds {}", name(next), names(kept)),
        };
        text += &format!("  {} holds {holds}\n    and waits at {} for {what}, {why}\n", name(worm), worm.at);
    }
    text
}

fn names(resources: &[Named]) -> String {
    let name = |Named(from, to, part): &Named| match (to, part) {
        (Some(to), 0) => format!("{from}→{to}"),
        (Some(to), part) => format!("{from}→{to} (virtual channel {part})"),
        (None, _) => format!("a consumption channel of {from}"),
    };
    resources.iter().map(name).collect::<Vec<_>>().join(", ")
}
