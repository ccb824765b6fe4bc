//! Routes of paths in runs of channels whose numbers are equally far apart: along a line of a grid a route of any
//! length is one run.

use super::worms::DELIVERS;
use std::ops::Range;
use wormcast_plan::{Delivery, Hop};

/// Steps of a route by channels whose numbers are equally far apart.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Run {
    /// The first channel.
    pub channel: u32,
    /// What is added from one to the next, modulo 2^32.
    pub stride: u32,
    /// How many steps there are; `DELIVERS` is set if the message is delivered at the end of the last.
    pub steps: u32,
}

impl Run {
    /// The end of every route: a run that is never begun, so that there is one behind each that is.
    pub(super) const END: Self = Self { channel: 0, stride: 0, steps: 1 };
}

/// The runs of a path, appended to `runs`; returns how many of its visits deliver, none if the hops are not a path.
pub(super) fn runs_of(hops: &[Hop], deliveries: &[Delivery], runs: &mut Vec<Run>) -> Option<u32> {
    let (mut count, mut from) = (0, 0);
    for delivery in deliveries {
        let until = delivery.hop as usize + 1;
        if until == from {
            // Several deliveries at one visit are one.
            continue;
        }
        if until < from {
            return runs_of_unsorted(hops, deliveries, runs);
        }
        append_runs(hops, from..until, runs)?;
        if let Some(last) = runs.last_mut() {
            last.steps |= DELIVERS;
        }
        (count, from) = (count + 1, until);
    }
    append_runs(hops, from..hops.len(), runs)?;
    Some(count)
}

/// The same for plans that somebody else has written, whose deliveries may stand in any order.
fn runs_of_unsorted(hops: &[Hop], deliveries: &[Delivery], runs: &mut Vec<Run>) -> Option<u32> {
    let mut sorted = deliveries.to_vec();
    sorted.sort_unstable_by_key(|delivery| delivery.hop);
    runs.clear();
    runs_of(hops, &sorted, runs)
}

/// Appends the runs of some hops, at whose ends nothing is delivered; nothing if they are not a path.
fn append_runs(hops: &[Hop], range: Range<usize>, runs: &mut Vec<Run>) -> Option<()> {
    let mut index = range.start as u32;
    let mut hops = hops.get(range)?;
    while let Some(first) = hops.first() {
        let channel = first.channel.index() as u32;
        let stride = hops.get(1).map_or(0, |second| (second.channel.index() as u32).wrapping_sub(channel));
        let (mut next, begin) = (channel, index);
        for hop in hops {
            if hop.channel.index() as u32 != next {
                break;
            }
            if !hop.goes_on_at(index) {
                return None;
            }
            (next, index) = (next.wrapping_add(stride), index + 1);
        }
        let steps = index - begin;
        runs.push(Run { channel, stride, steps });
        hops = &hops[steps as usize..];
    }
    Some(())
}

#[cfg(test)]
mod tests {
    use super::{DELIVERS, Run, runs_of};
    use rand::{RngExt, SeedableRng};
    use wormcast_plan::{Delivery, Hop};
    use wormcast_topology::{ChannelId, NodeId};

    /// The steps of runs: the channel of each, and whether something is delivered at its end.
    fn steps(runs: &[Run]) -> Vec<(u32, bool)> {
        let of_run = |run: &Run| {
            let (channel, stride, count) = (run.channel, run.stride, run.steps & !DELIVERS);
            let delivers = run.steps >= DELIVERS;
            let step =
                move |step: u32| (channel.wrapping_add(stride.wrapping_mul(step)), delivers && step + 1 == count);
            (0..count).map(step)
        };
        runs.iter().flat_map(of_run).collect()
    }

    #[test]
    fn runs_are_the_route_again_whatever_the_order_of_its_deliveries() {
        let mut random = rand_xoshiro::Xoshiro256PlusPlus::seed_from_u64(3);
        for _ in 0..2000 {
            let channels: Vec<u32> = (0..random.random_range(0..12)).map(|_| random.random_range(0..6)).collect();
            let hop = |(index, &channel): (usize, &u32)| {
                Hop::new(index.checked_sub(1).map(|before| before as u32), ChannelId::new(channel as usize))
            };
            let hops: Vec<_> = channels.iter().enumerate().map(hop).collect();
            let count = if hops.is_empty() { 0 } else { random.random_range(0..4) };
            let draw = |_| Delivery { hop: random.random_range(0..hops.len()) as u32, node: NodeId::new(0) };
            let deliveries: Vec<_> = (0..count).map(draw).collect();
            let delivers = |index: usize| deliveries.iter().any(|delivery| delivery.hop as usize == index);
            let expected: Vec<_> = channels.iter().enumerate().map(|(index, &c)| (c, delivers(index))).collect();
            let mut runs = Vec::new();
            let delivering = expected.iter().filter(|(_, delivers)| *delivers).count() as u32;
            assert_eq!(runs_of(&hops, &deliveries, &mut runs), Some(delivering));
            assert_eq!(steps(&runs), expected);
        }
    }

    #[test]
    fn a_line_is_one_run_and_a_tree_has_none() {
        let hop = |parent, channel| Hop::new(parent, ChannelId::new(channel));
        let mut runs = Vec::new();
        assert_eq!(runs_of(&[hop(None, 9), hop(Some(0), 5), hop(Some(1), 1)], &[], &mut runs), Some(0));
        assert_eq!(runs.len(), 1);
        assert_eq!(runs_of(&[hop(None, 9), hop(None, 5)], &[], &mut runs), None);
        assert_eq!(runs_of(&[hop(None, 9), hop(Some(0), 5), hop(Some(0), 1)], &[], &mut runs), None);
    }
}
