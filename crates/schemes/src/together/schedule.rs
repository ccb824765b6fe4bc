//! Messages hop by hop in steps.

use super::balance::short;
use super::nearest::nearest;
use super::symmetric::all_gather;
use super::timed::Timed;
use super::{Channels, Multicast, TogetherError, balance, bounds, check, flood};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wormcast_topology::{ChannelId, Graph, Topology};

/// The most channels times multicasts for which messages to all nodes are also sent on trees, if their spreading takes
/// more steps than the bound.
const MOST_IMPROVED: usize = 20_000;

/// Trees on which messages go in steps.
#[derive(Clone, Copy)]
enum Way {
    /// Shortest routes.
    Nearest,
    /// Those of the least load.
    Balanced,
    /// Light ones that heed the load so much.
    Short(u64),
}

const WAYS: [Way; 5] = [Way::Nearest, Way::Balanced, Way::Short(0), Way::Short(1), Way::Short(4)];

/// Multicasts in steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Schedule {
    /// How many steps it takes.
    pub steps: u32,
    /// No schedule takes less.
    pub bound: u32,
    /// The hops, by their steps. A node sends on what it has taken in in an earlier step; a channel is taken once in a
    /// step; a message comes to a node once.
    pub hops: Vec<Timed>,
}

/// A schedule of multicasts whose messages have one length, in few steps: in each, every channel takes one whole
/// message over (store and forward). Messages to all nodes are spread in all directions at once, each node asking for
/// what is rarest; on tori and hypercubes all nodes do the same. Others go on trees, those first with the longest way
/// to go: on trees of shortest routes, on some that share the load, and on light ones. The best one is taken.
///
/// # Errors
/// The messages have several lengths, a destination cannot be reached, or there are too many.
pub fn steps(topology: &dyn Topology, multicasts: &[Multicast]) -> Result<Schedule, TogetherError> {
    let graph = topology.graph();
    if let Some(first) = multicasts.first()
        && let Some(other) = multicasts.iter().find(|multicast| multicast.flits != first.flits)
    {
        return Err(TogetherError::Lengths { one: first.flits, other: other.flits });
    }
    check(graph, multicasts)?;
    let mut bound = bounds::step_bound(graph, multicasts);
    let length = |hops: &Vec<Timed>| hops.last().map_or(0, |hop| hop.step + 1);
    let mut best = all_gather(topology, multicasts, bound).or_else(|| flood::flood(graph, multicasts));
    let is_small = graph.channel_count() * multicasts.len() <= MOST_IMPROVED;
    if best.as_ref().is_none_or(|best| length(best) > bound && is_small) {
        for way in WAYS {
            let trees = match way {
                Way::Nearest => nearest(graph, multicasts).0,
                Way::Balanced => {
                    let balanced = balance(topology, multicasts)?;
                    // What a channel carries at least goes over it one message a step.
                    bound = bound.max((balanced.bound / bounds::unit(multicasts)) as u32);
                    balanced.trees
                }
                Way::Short(share) => short(graph, multicasts, share)?.0,
            };
            let other = in_turn(graph, &trees);
            if best.as_ref().is_none_or(|best| length(&other) < length(best)) {
                best = Some(other);
            }
            if best.as_ref().is_some_and(|best| length(best) == bound) {
                break;
            }
        }
    }
    let hops = best.unwrap_or_default();
    Ok(Schedule { steps: length(&hops), bound, hops })
}

/// The hops of trees in steps: each channel takes, of the messages that are there, the one with the longest way to go.
/// O(hops · log hops).
fn in_turn(graph: &Graph, trees: &[Channels]) -> Vec<Timed> {
    // By channel: the messages that wait there, by how far they go on.
    let mut waiting: Vec<BinaryHeap<(u32, Reverse<u32>)>> = vec![BinaryHeap::new(); graph.channel_count()];
    let courses: Vec<_> = trees.iter().map(|tree| Course::of(graph, tree)).collect();
    let mut ready: Vec<(u32, ChannelId)> = Vec::new();
    for (message, (tree, course)) in (0..).zip(trees.iter().zip(&courses)) {
        ready.extend(course.first.iter().map(|&place| (message, tree[place as usize])));
    }
    let (mut hops, mut step) = (Vec::new(), 0);
    let mut busy: Vec<ChannelId> = Vec::new();
    loop {
        for (message, channel) in ready.drain(..) {
            let height = courses[message as usize].at(channel).0;
            if waiting[channel.index()].is_empty() {
                busy.push(channel);
            }
            waiting[channel.index()].push((height, Reverse(message)));
        }
        busy.sort_unstable();
        busy.retain(|&channel| {
            let Some((_, Reverse(message))) = waiting[channel.index()].pop() else { return false };
            hops.push(Timed { step, message, channel });
            let (tree, course) = (&trees[message as usize], &courses[message as usize]);
            ready.extend(course.at(channel).1.iter().map(|&next| (message, tree[next as usize])));
            !waiting[channel.index()].is_empty()
        });
        if ready.is_empty() && busy.is_empty() {
            return hops;
        }
        step += 1;
    }
}

/// A tree as it is followed.
struct Course {
    /// The places of the channels that leave the source.
    first: Vec<u32>,
    /// By channel, in ascending order: its place.
    places: Vec<(ChannelId, u32)>,
    /// By place: how many hops the longest way takes from the beginning of the channel on, and what follows.
    hops: Vec<(u32, Vec<u32>)>,
}

impl Course {
    fn of(graph: &Graph, tree: &[ChannelId]) -> Self {
        let mut entered: Vec<_> = (0..).zip(tree).map(|(place, &channel)| (graph.target(channel), place)).collect();
        entered.sort_unstable();
        let mut course = Self { first: Vec::new(), places: Vec::new(), hops: vec![(1, Vec::new()); tree.len()] };
        // Children come behind their parents, so their heights are known before.
        for (place, &channel) in (0..tree.len() as u32).zip(tree).rev() {
            match entered.binary_search_by_key(&graph.source(channel), |entry| entry.0) {
                Ok(found) => {
                    let parent = entered[found].1 as usize;
                    let height = course.hops[place as usize].0 + 1;
                    course.hops[parent].0 = course.hops[parent].0.max(height);
                    course.hops[parent].1.push(place);
                }
                Err(_) => course.first.push(place),
            }
        }
        course.places = tree.iter().copied().zip(0..).collect();
        course.places.sort_unstable();
        course
    }

    fn at(&self, channel: ChannelId) -> &(u32, Vec<u32>) {
        let found = self.places.binary_search_by_key(&channel, |entry| entry.0).expect("it is a channel of the tree");
        &self.hops[self.places[found].1 as usize]
    }
}
