//! Deliveries: where the hops arrive, in visiting order, and at every destination once.

use crate::draft::{Draft, DraftWorm, Parent};
use crate::words::shown;
use crate::{Report, Violation};
use wormcast_topology::NodeId;

/// The deliveries of one worm.
pub(crate) fn judge(worm: &DraftWorm<'_>, report: &mut Report) {
    if worm.deliveries.is_empty() && !worm.hops.is_empty() {
        report.add(Violation::NoDeliveries { worm: worm.place });
    }
    for (delivery, &node) in worm.document.deliver().zip(worm.deliveries) {
        let name = || shown(delivery.node);
        match worm.hops.get(delivery.hop as usize) {
            None => report.add(Violation::NoSuchHop {
                worm: worm.place,
                node: name(),
                hop: delivery.hop,
                hops: worm.hops.len(),
            }),
            Some(hop) if node.is_some() && hop.to.is_some() && node != hop.to => {
                let arrives = shown(worm.document.hop(delivery.hop).2);
                report.add(Violation::DeliversElsewhere { worm: worm.place, node: name(), hop: delivery.hop, arrives });
            }
            Some(_) => {}
        }
    }
    judge_order(worm, report);
}

/// Visiting order: a delivery is not listed after one that lies beyond it on the same branch. Which of two branches is
/// first is left open: it depends on the traffic.
fn judge_order(worm: &DraftWorm<'_>, report: &mut Report) {
    const NEVER: usize = usize::MAX;
    let deliver: Vec<_> = worm.document.deliver().collect();
    // The place in the list of the first delivery at each hop, and of the first one beyond it.
    let mut at = vec![NEVER; worm.hops.len()];
    let mut beyond = at.clone();
    for (place, delivery) in deliver.iter().enumerate().rev() {
        if let Some(at) = at.get_mut(delivery.hop as usize) {
            *at = place;
        }
    }
    for hop in (0..worm.hops.len()).rev() {
        if let Parent::Hop(parent) = worm.hops[hop].parent {
            let first = at[hop].min(beyond[hop]);
            beyond[parent as usize] = first.min(beyond[parent as usize]);
        }
    }
    for (&at, &beyond) in at.iter().zip(&beyond).filter(|&(&at, &beyond)| at != NEVER && beyond < at) {
        let [node, later] = [at, beyond].map(|place| shown(deliver[place].node));
        report.add(Violation::DeliveryOrder { worm: worm.place, node, later });
    }
}

/// All deliveries together: at every destination once, and elsewhere only where a worm starts after them.
pub(crate) fn judge_coverage(draft: &Draft<'_>, report: &mut Report) {
    let mut delivered: Vec<(NodeId, u32)> = Vec::with_capacity(draft.counts().deliveries);
    for worm in draft.worms() {
        delivered.extend(worm.deliveries.iter().flatten().map(|&node| (node, worm.place)));
    }
    delivered.sort_unstable();
    judge_destinations(draft, &delivered, report);
    for pair in delivered.windows(2).filter(|pair| pair[0].0 == pair[1].0) {
        let [(node, first), (_, worm)] = [pair[0], pair[1]];
        report.add(Violation::DeliveredAgain { worm, first, node: draft.name(node) });
    }
    judge_relays(draft, &mut delivered, report);
}

fn judge_destinations(draft: &Draft<'_>, delivered: &[(NodeId, u32)], report: &mut Report) {
    for &node in &draft.destinations {
        if delivered.binary_search_by_key(&node, |&(node, _)| node).is_err() {
            report.add(Violation::NotDelivered { node: draft.name(node) });
        }
    }
}

fn judge_relays(draft: &Draft<'_>, delivered: &mut Vec<(NodeId, u32)>, report: &mut Report) {
    let start = |worm: DraftWorm<'_>| Some((worm.origin?, draft.starts_after(worm)?));
    let mut starts: Vec<_> = draft.worms().filter_map(start).collect();
    starts.sort_unstable();
    delivered.dedup();
    let useless = |delivery: &&(NodeId, u32)| {
        draft.destinations.binary_search(&delivery.0).is_err() && starts.binary_search(delivery).is_err()
    };
    for &(node, worm) in delivered.iter().filter(useless) {
        report.add(Violation::UselessDelivery { worm, node: draft.name(node) });
    }
}
