//! The route of a worm: a tree of hops over channels of the network, parents first, each channel once.

use crate::draft::{DraftHop, DraftWorm, Parent};
use crate::words::shown;
use crate::{Report, Violation};
use wormcast_plan::{HopDocument, PlanDocument};
use wormcast_topology::Graph;

/// Hops have numbers from version 2 on.
pub(crate) fn judge_version(document: &PlanDocument, report: &mut Report) {
    if document.version > 1 {
        return;
    }
    for (worm, place) in document.worms.iter().zip(0..) {
        for (hop, index) in worm.route().zip(0..).filter(|(hop, _)| hop.3 > 0) {
            report.add(Violation::NumberInVersion1 { worm: place, hop: index, number: hop.3 });
        }
    }
}

pub(crate) fn judge(worm: &DraftWorm<'_>, graph: &Graph, report: &mut Report) {
    if worm.hops.is_empty() {
        report.add(Violation::NoHops { worm: worm.place });
    }
    for hop in 0..worm.hops.len() {
        judge_hop(worm, hop, graph, report);
    }
    judge_channels(worm, report);
    judge_ends(worm, report);
}

fn judge_hop(worm: &DraftWorm<'_>, index: usize, graph: &Graph, report: &mut Report) {
    let DraftHop { parent, from, to, channel, .. } = worm.hops[index];
    let (place, hop) = (worm.place, index as u32);
    let names = || ends(worm.document.hop(index as u32));
    if let Parent::Broken(parent) = parent {
        report.add(Violation::ParentNotBefore { worm: place, hop, parent });
    }
    if channel.is_none() && from.is_some() && to.is_some() {
        let [from, to] = names();
        report.add(Violation::NotAChannel { worm: place, hop, from, to });
    }
    let (at, at_name) = match parent {
        Parent::Origin => (worm.origin, worm.document.origin),
        Parent::Hop(parent) => (worm.hops[parent as usize].to, worm.document.hop(parent).2),
        Parent::Broken(_) => return,
    };
    if from.is_some() && at.is_some() && from != at {
        let [from, _] = names();
        report.add(Violation::NotConnected { worm: place, hop, from, at: shown(at_name) });
    } else if parent != Parent::Origin && from.is_some_and(|node| graph.is_endpoint(node)) {
        let [node, _] = names();
        report.add(Violation::ThroughEndpoint { worm: place, hop, node });
    }
}

/// The names of the ends of a hop, the second with the number of its channel, if it is not the first of parallel ones.
fn ends(HopDocument(_, from, to, number): HopDocument<'_>) -> [String; 2] {
    let number = if number == 0 { String::new() } else { format!("#{number}") };
    [shown(from), shown(to) + &number]
}

fn judge_channels(worm: &DraftWorm<'_>, report: &mut Report) {
    let hops = worm.hops.iter().enumerate();
    let mut taken: Vec<_> = hops.filter_map(|(index, hop)| Some((hop.channel?, index))).collect();
    taken.sort_unstable();
    for group in taken.chunk_by(|a, b| a.0 == b.0) {
        let first = group[0].1 as u32;
        for &(_, index) in &group[1..] {
            let [from, to] = ends(worm.document.hop(index as u32));
            report.add(Violation::ChannelTwice { worm: worm.place, hop: index as u32, first, from, to });
        }
    }
}

/// Every branch ends with a delivery. A worm without deliveries is a violation of its own.
fn judge_ends(worm: &DraftWorm<'_>, report: &mut Report) {
    if worm.deliveries.is_empty() {
        return;
    }
    let mut useful = vec![false; worm.hops.len()];
    let deliveries = worm.document.deliver().map(|delivery| delivery.hop);
    let parents = worm.hops.iter().filter_map(|hop| match hop.parent {
        Parent::Hop(parent) => Some(parent),
        _ => None,
    });
    for hop in deliveries.chain(parents) {
        if let Some(useful) = useful.get_mut(hop as usize) {
            *useful = true;
        }
    }
    for hop in (0..useful.len()).filter(|&hop| !useful[hop]) {
        let node = shown(worm.document.hop(hop as u32).2);
        report.add(Violation::DeadEnd { worm: worm.place, hop: hop as u32, node });
    }
}
