//! Worms that may keep each other waiting, apart from those that can not.

use std::collections::{BTreeMap, BTreeSet};
use wormcast_model::{ResourceId, VisitIx, Workload};
use wormcast_routing::CompactGraph;

/// Heads in groups: who waits in one waits for worms of the same, or of groups before it. So a standstill of some of
/// these heads leaves one of the first group that it has heads of. O(hops log hops).
pub(super) fn components(workload: &Workload, live: &[VisitIx]) -> Vec<Vec<VisitIx>> {
    // Where messages depend on messages, they also wait for what holds nothing that they ask for.
    if !workload.waits_for_channels_alone() {
        return vec![live.to_vec()];
    }
    let worm = |&head: &VisitIx| workload.visit(head).worm;
    let worms: BTreeSet<u32> = live.iter().map(worm).collect();
    let place: BTreeMap<u32, u32> = worms.iter().copied().zip(0..).collect();
    let asked: BTreeSet<ResourceId> = live.iter().flat_map(|&head| workload.request(head)).copied().collect();
    let asked: BTreeMap<ResourceId, u32> = asked.into_iter().zip(place.len() as u32..).collect();
    let mut edges = Vec::new();
    for head in live {
        let from = place[&worm(head)];
        let request = workload.request(*head);
        edges.extend(request.iter().map(|resource| (from, asked[resource])));
        // Who stands before others in a line holds them up if it lacks something that they do not ask for.
        if request.len() > 1 {
            edges.extend(request.iter().map(|resource| (asked[resource], from)));
        }
    }
    for (&resource, &number) in &asked {
        let holders = workload.users(resource).iter().map(|holder| workload.visit(*holder).worm);
        edges.extend(holders.filter_map(|holder| Some((number, *place.get(&holder)?))));
    }
    edges.sort_unstable();
    edges.dedup();
    let vertices = (place.len() + asked.len()) as u32;
    let graph = CompactGraph::new((0..vertices).map(|from| {
        let start = edges.partition_point(|edge| edge.0 < from);
        edges[start..].iter().take_while(move |edge| edge.0 == from).map(|edge| edge.1)
    }));
    let mut group = vec![0; vertices as usize];
    for (number, members) in graph.components().iter().enumerate() {
        members.iter().for_each(|&member| group[member as usize] = number);
    }
    let mut groups: BTreeMap<usize, Vec<VisitIx>> = BTreeMap::new();
    live.iter().for_each(|head| groups.entry(group[place[&worm(head)] as usize]).or_default().push(*head));
    groups.into_values().collect()
}
