//! What a plan claims beyond being valid.

use crate::draft::{Draft, DraftWorm, Parent};
use crate::words::shown;
use crate::{Report, Violation};
use std::collections::BTreeSet;
use wormcast_plan::{Claim, PlanDocument};
use wormcast_topology::{ChannelId, Labelling, NodeId};

/// Judges each claim. It counts as verified only when nothing else is wrong with the plan.
pub(crate) fn judge(document: &PlanDocument, draft: &Draft<'_>, report: &mut Report) {
    let sound = report.is_valid();
    let names: BTreeSet<_> = document.claims.iter().collect();
    for name in names {
        let Some(claim) = Claim::named(name) else {
            report.unverified.push(shown(name));
            continue;
        };
        let before = report.violation_count();
        match claim {
            Claim::MonotoneLabels => judge_labels(draft, report),
            Claim::DisjointRounds => judge_channels(draft, report),
            Claim::HalfDuplexRounds => judge_links(draft, report),
        }
        if sound && report.violation_count() == before {
            report.verified.push(claim);
        }
    }
}

/// Along every branch the labels rise all the way, or fall all the way: no hop turns against its parent.
fn judge_labels(draft: &Draft<'_>, report: &mut Report) {
    match draft.topology.any_labelling() {
        Ok(labelling) => draft.worms().for_each(|worm| judge_turns(worm, &labelling, report)),
        Err(error) => report.add(Violation::NoLabels { reason: error.to_string() }),
    }
}

fn judge_turns(worm: DraftWorm<'_>, labelling: &Labelling, report: &mut Report) {
    let label = |node: NodeId| labelling.label(node);
    for (index, hop) in worm.hops.iter().enumerate() {
        let Parent::Hop(parent) = hop.parent else {
            continue;
        };
        let (Some(before), Some(at), Some(next)) = (worm.hops[parent as usize].from, hop.from, hop.to) else {
            continue;
        };
        let labels = [before, at, next].map(label);
        if (labels[0] < labels[1]) != (labels[1] < labels[2]) {
            let node = shown(worm.document.hop(index as u32).1);
            report.add(Violation::NotMonotone { worm: worm.place, hop: index as u32, node, labels });
        }
    }
}

/// A channel, or the lower channel of a link, as some worm takes it in a round.
type Use = (u32, ChannelId, u32, ChannelId);

/// No two worms of a round take the same channel. (One that takes it twice is a violation without any claim.)
fn judge_channels(draft: &Draft<'_>, report: &mut Report) {
    for [(round, channel, first, _), (.., again, _)] in shared(draft, |channel| channel) {
        if first != again {
            let [from, to] = ends(draft, channel);
            report.add(Violation::SharedChannel { round, worms: [first, again], from, to });
        }
    }
}

/// No two worms of a round use the same link, and none uses both directions of one.
fn judge_links(draft: &Draft<'_>, report: &mut Report) {
    let graph = draft.topology.graph();
    for [(round, link, first, one), (.., again, other)] in shared(draft, |channel| graph.link(channel)) {
        if first != again || one != other {
            let [a, b] = ends(draft, link);
            report.add(Violation::SharedLink { round, worms: [first, again], a, b });
        }
    }
}

/// Each use of something that has been used in the same round, with the use before it.
fn shared(draft: &Draft<'_>, key: impl Fn(ChannelId) -> ChannelId) -> Vec<[Use; 2]> {
    let mut uses = Vec::with_capacity(draft.counts().hops);
    for worm in draft.worms() {
        let channels = worm.hops.iter().filter_map(|hop| hop.channel);
        uses.extend(channels.map(|channel| (worm.document.round, key(channel), worm.place, channel)));
    }
    uses.sort_unstable();
    let pairs = uses.windows(2).filter(|pair| (pair[0].0, pair[0].1) == (pair[1].0, pair[1].1));
    pairs.map(|pair| [pair[0], pair[1]]).collect()
}

fn ends(draft: &Draft<'_>, channel: ChannelId) -> [String; 2] {
    let graph = draft.topology.graph();
    [graph.source(channel), graph.target(channel)].map(|node| draft.name(node))
}
