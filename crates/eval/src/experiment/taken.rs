//! The virtual channels that the routings of an experiment take.

use super::SchemeConfig;
use std::num::NonZeroU32;
use wormcast_formats::{NoRouting, check_pairs, check_virtual_channels, named_routing};
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, VcRule, share_of};
use wormcast_sim::FlowControl;
use wormcast_topology::Topology;

/// On networks with more nodes it is not looked at beforehand whether all pairs have a route.
const MOST_PAIRED: usize = 1024;

/// The routings of multicasts and of unicasts, and how many virtual channels each of the two take.
pub(super) struct Taken {
    /// Unicasts, and multicasts.
    routings: [Vec<String>; 2],
    most: [u32; 2],
}

impl Taken {
    /// Where no scheme is named for unicasts, they go by those of the multicasts.
    pub(super) fn of(schemes: &[SchemeConfig], unicasts: Option<&SchemeConfig>, topology: &dyn Topology) -> Self {
        let multicasts: Vec<_> = schemes.iter().flat_map(SchemeConfig::routings).collect();
        let unicasts = unicasts.map_or_else(|| multicasts.clone(), |scheme| scheme.routings().collect());
        let taken = |name: &String| {
            // What is no routing here is refused where the scheme is made ready.
            named_routing(topology, name, MAX_VIRTUAL_CHANNELS).map_or(1, |routing| routing.virtual_channels())
        };
        let routings = [unicasts, multicasts];
        let most = routings.each_ref().map(|names| names.iter().map(taken).max().unwrap_or(1));
        Self { routings, most }
    }

    /// As few virtual channels as both can go on; by class each on its share.
    pub(super) fn virtual_channels(&self, rule: VcRule) -> NonZeroU32 {
        let are_enough = |&count: &u32| match rule {
            VcRule::Class => [false, true].iter().all(|&kind| share_of(count, kind).1 >= self.most[usize::from(kind)]),
            _ => self.most.iter().all(|&most| most <= count),
        };
        let first = if rule == VcRule::Class { 2 } else { 1 };
        let found = (first..=MAX_VIRTUAL_CHANNELS).find(are_enough);
        found.and_then(NonZeroU32::new).unwrap_or(NonZeroU32::MIN)
    }

    /// Whether each routing can do with as many as it has, and where all pairs may send, has a route for all. Whole
    /// networks have them by every routing; that without its virtual channels is another one there.
    ///
    /// # Errors
    /// It needs more, or has no route.
    pub(super) fn check(
        &self,
        flow: &FlowControl,
        topology: &dyn Topology,
        is_whole: bool,
        all_pairs: [bool; 2],
    ) -> Result<(), NoRouting> {
        for (kind, names) in [false, true].into_iter().zip(&self.routings) {
            let is_known = |name: &&String| named_routing(topology, name, MAX_VIRTUAL_CHANNELS).is_ok();
            for name in names.iter().filter(is_known) {
                let there = self.share(flow, kind, name, topology)?;
                match is_whole {
                    true => drop(named_routing(topology, name, there)?),
                    false => check_virtual_channels(topology, name, there, MAX_VIRTUAL_CHANNELS)?,
                }
                if !is_whole && all_pairs[usize::from(kind)] && topology.graph().node_count() <= MOST_PAIRED {
                    check_pairs(topology, name, there)?;
                }
            }
        }
        Ok(())
    }

    /// How many virtual channels messages have that go by a routing.
    ///
    /// # Errors
    /// By class they have fewer than its routes name.
    fn share(
        &self,
        flow: &FlowControl,
        is_multicast: bool,
        name: &str,
        topology: &dyn Topology,
    ) -> Result<u32, NoRouting> {
        let count = flow.virtual_channels.get();
        if flow.vc_rule != VcRule::Class {
            return Ok(count);
        }
        let (_, given) = share_of(count, is_multicast);
        let needed = named_routing(topology, name, MAX_VIRTUAL_CHANNELS)?.virtual_channels();
        if needed <= given {
            return Ok(given);
        }
        let (routing, expected) = (name.to_owned(), self.virtual_channels(flow.vc_rule).get());
        let whose = if is_multicast { "multicasts" } else { "unicasts" };
        Err(NoRouting::Share { routing, needed, whose, given, expected })
    }
}
