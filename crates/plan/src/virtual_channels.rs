//! Which virtual channel of a link each hop of a worm takes.

use crate::own_virtual_channels::virtual_channels_at;
use crate::word::{UnknownWord, refuse_word};
use crate::{Hop, Plan, Worm, Worms};
use serde::{Deserialize, Serialize};
use std::fmt;
use strum::{EnumString, IntoStaticStr, VariantNames};
use wormcast_topology::{ChannelId, Grid, NodeId, Topology};

/// The key of a plan under which it names the virtual channels of its hops: a list a worm, a number a hop.
pub const VIRTUAL_CHANNELS_KEY: &str = "virtual_channels";

/// The most virtual channels a link that are looked at.
pub const MAX_VIRTUAL_CHANNELS: u32 = 64;

/// Which virtual channel a hop takes where its plan does not say.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<VcRule>)]
pub enum VcRule {
    /// On a grid with wrap-around the lower half of the numbers is for hops before a worm crosses the wrap-around of
    /// the line that it is moving along, and the upper half from that crossing on (the dateline of Dally and Seitz): so
    /// dimension-order routes, which never cross one twice, do not wait in cycles. Within its half, or everywhere on
    /// other networks, a worm keeps to one number, and worms take turns.
    #[default]
    Dateline,
    /// The hop that leaves the origin takes number 0, the one after it number 1, and so on (distance classes); from
    /// the last number on, that one.
    PerHop,
    /// A worm keeps to one number, and worms take turns.
    Fixed,
    /// Any that is free when the head asks for the link; engines choose, in turn.
    Free,
    /// Any that is free of the half that the dateline tells, of the lower ⌊n/2⌋ or the upper ones; of all on channels
    /// from and to endpoints, which close no cycle. Engines choose, in turn; a plan that names a number means its half.
    FreeDateline,
    /// Unicasts and multicasts never share one: of n, multicasts have the upper ⌊n/2⌋ and unicasts the others
    /// ([`share_of`]). Within its share a worm goes by the dateline. A link with one virtual channel is shared.
    Class,
}

/// Which virtual channels of a link of so many are for unicasts or for multicasts, by the rule of the
/// [class](VcRule::Class): the first of them, and how many.
pub const fn share_of(count: u32, is_multicast: bool) -> (u32, u32) {
    let of_multicasts = count / 2;
    match (count, is_multicast) {
        (..=1, _) => (0, 1),
        (_, false) => (0, count - of_multicasts),
        (_, true) => (count - of_multicasts, of_multicasts),
    }
}

impl fmt::Display for VcRule {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.into())
    }
}

/// Names the virtual channels of hops by a rule. Made once for a network: O(channels).
#[derive(Clone, Copy)]
pub struct VirtualChannels<'t> {
    topology: &'t dyn Topology,
    /// Its coordinates, if links that wrap around matter.
    dateline: Option<&'t Grid>,
    rule: VcRule,
    count: u32,
    /// Whether channels may have another number of them.
    own: bool,
}

impl fmt::Debug for VirtualChannels<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("VirtualChannels").field("rule", &self.rule).field("count", &self.count).finish_non_exhaustive()
    }
}

impl<'t> VirtualChannels<'t> {
    /// Where links have `count` virtual channels, if the network does not say otherwise.
    pub fn new(topology: &'t dyn Topology, rule: VcRule, count: u32) -> Self {
        let own = topology.has_own_channels();
        let by_line = matches!(rule, VcRule::Dateline | VcRule::FreeDateline | VcRule::Class) && (count > 1 || own);
        let dateline = topology.grid().filter(|grid| by_line && wraps(topology, grid));
        Self { topology, dateline, rule, count: count.max(1), own }
    }

    /// How many virtual channels a channel has.
    pub fn at(&self, channel: ChannelId) -> u32 {
        if self.own { virtual_channels_at(self.topology, channel, self.count) } else { self.count }
    }

    /// The numbers of a worm's hops, from 0; `number` is that of the worm among all that run together, and the class is
    /// that of its message. Where worms choose freely, all are 0.
    pub fn of(&self, worm: Worm<'_>, number: u32, is_multicast: bool) -> Vec<u32> {
        let at = |channel| self.at(channel);
        match self.rule {
            _ if self.count == 1 && !self.own => vec![0; worm.hops.len()],
            VcRule::Free => vec![0; worm.hops.len()],
            VcRule::Fixed => worm.hops.iter().map(|hop| number % at(hop.channel)).collect(),
            VcRule::PerHop => per_hop(worm, at),
            VcRule::Dateline | VcRule::FreeDateline => by_dateline(self.topology, self.dateline, worm, number, at),
            VcRule::Class => self.by_class(worm, number, is_multicast),
        }
    }

    /// The number of all hops of a worm that does not name its own, if the rule gives them all the same; see
    /// [`of`](Self::of).
    pub fn of_all(&self, number: u32, is_multicast: bool) -> Option<u32> {
        if self.own || self.dateline.is_some() {
            return None;
        }
        match self.rule {
            VcRule::Free => Some(0),
            VcRule::PerHop => (self.count == 1).then_some(0),
            VcRule::Fixed | VcRule::Dateline | VcRule::FreeDateline => Some(number % self.count),
            VcRule::Class => {
                let (first, share) = share_of(self.count, is_multicast);
                Some(first + number % share)
            }
        }
    }

    fn by_class(&self, worm: Worm<'_>, number: u32, is_multicast: bool) -> Vec<u32> {
        let share = |channel| share_of(self.at(channel), is_multicast);
        let mut names = by_dateline(self.topology, self.dateline, worm, number, |channel| share(channel).1);
        names.iter_mut().zip(worm.hops).for_each(|(name, hop)| *name += share(hop.channel).0);
        names
    }
}

fn per_hop(worm: Worm<'_>, count: impl Fn(ChannelId) -> u32) -> Vec<u32> {
    let mut places: Vec<u32> = Vec::with_capacity(worm.hops.len());
    for hop in worm.hops {
        places.push(hop.parent().map_or(0, |parent| places[parent as usize] + 1));
    }
    let last = |channel| count(channel) - 1;
    places.into_iter().zip(worm.hops).map(|(place, hop)| place.min(last(hop.channel))).collect()
}

/// The virtual channel of every hop of every worm of a plan, where links have `count` of them, numbered from 0: those
/// that it names under [`VIRTUAL_CHANNELS_KEY`], or by the rule of the [dateline](VcRule::Dateline). The worms are
/// numbered from `first` among those of all plans that run together.
///
/// # Errors
/// The plan's own list does not fit its worms or the links.
pub fn virtual_channels(topology: &dyn Topology, plan: &Plan, first: u32, count: u32) -> Result<Vec<Vec<u32>>, String> {
    virtual_channels_by(topology, VcRule::Dateline, plan, first, count)
}

/// The same by any rule. A plan that names them leaves no [free choice](VcRule::Free).
///
/// # Errors
/// As [`virtual_channels`]; or the plan names them where worms choose.
pub fn virtual_channels_by(
    topology: &dyn Topology,
    rule: VcRule,
    plan: &Plan,
    first: u32,
    count: u32,
) -> Result<Vec<Vec<u32>>, String> {
    match named_virtual_channels(topology, plan, count)? {
        Some(_) if rule == VcRule::Free => {
            return Err("a plan that names them leaves no free choice; take another rule".to_owned());
        }
        Some(own) => return Ok(own),
        None => {}
    }
    let rule = VirtualChannels::new(topology, rule, count);
    Ok(plan.worms.iter().zip(first..).map(|(worm, number)| rule.of(worm, number, plan.is_multicast())).collect())
}

impl Worms {
    /// What a plan of these worms carries of their virtual channels: an entry under [`VIRTUAL_CHANNELS_KEY`], if they
    /// name them.
    pub fn carried(&self) -> serde_json::Map<String, serde_json::Value> {
        let lists = || self.iter().map(|worm| worm.virtual_channels.into()).collect::<Vec<serde_json::Value>>();
        let entry = self.names_virtual_channels().then(|| (VIRTUAL_CHANNELS_KEY.to_owned(), lists().into()));
        entry.into_iter().collect()
    }
}

impl Plan {
    /// Whether it has several destinations.
    pub fn is_multicast(&self) -> bool {
        self.destinations.len() > 1
    }

    /// How many virtual channels links need for the hops of this plan: one more than the highest that it names, and 1
    /// if it names none.
    pub fn virtual_channels_needed(&self) -> u32 {
        let named = self.extra.get(VIRTUAL_CHANNELS_KEY).and_then(|value| Vec::<Vec<u32>>::deserialize(value).ok());
        let highest = named.unwrap_or_default().into_iter().flatten().max();
        highest.map_or(1, |highest| highest.saturating_add(1).min(MAX_VIRTUAL_CHANNELS))
    }
}

/// After how many numbers of its first worm a plan takes the same virtual channels again, by the rule of
/// [`virtual_channels`]: 1 if it names its own.
pub fn virtual_channel_turns(topology: &dyn Topology, plan: &Plan, count: u32) -> u32 {
    virtual_channel_turns_by(topology, VcRule::Dateline, plan, count)
}

/// The same by any rule.
pub fn virtual_channel_turns_by(topology: &dyn Topology, rule: VcRule, plan: &Plan, count: u32) -> u32 {
    if plan.extra.contains_key(VIRTUAL_CHANNELS_KEY) {
        return 1;
    }
    let wraps = has_dateline(topology);
    let turns_of = |count: u32| match rule {
        VcRule::Dateline => turns_of(count, wraps),
        VcRule::Class => turns_of(share_of(count, plan.is_multicast()).1, wraps),
        VcRule::Fixed => count.max(1),
        VcRule::PerHop | VcRule::Free | VcRule::FreeDateline => 1,
    };
    if !topology.has_own_channels() {
        return turns_of(count);
    }
    let hops = plan.worms.iter().flat_map(|worm| worm.hops);
    let mut counts: Vec<_> = hops.map(|hop| virtual_channels_at(topology, hop.channel, count)).collect();
    counts.sort_unstable();
    counts.dedup();
    counts.into_iter().fold(1, |turns, count| common_multiple(turns, turns_of(count)))
}

/// After how many numbers of a worm its hops over channels with so many virtual channels take the same ones again.
fn turns_of(count: u32, wraps: bool) -> u32 {
    let half = count / 2;
    match wraps {
        _ if count <= 1 => 1,
        false => count,
        true if count.is_multiple_of(2) => half,
        // The halves are neighbours, and so have no common divisor.
        true => half.saturating_mul(half + 1),
    }
}

/// The least common multiple; the greatest number if it is greater.
fn common_multiple(a: u32, b: u32) -> u32 {
    let (mut divisor, mut rest) = (a, b);
    while rest > 0 {
        (divisor, rest) = (rest, divisor % rest);
    }
    (a / divisor.max(1)).saturating_mul(b)
}

/// The numbers that a plan names for its hops under [`VIRTUAL_CHANNELS_KEY`], if it does and links have several.
///
/// # Errors
/// They do not fit its worms or the links.
pub fn named_virtual_channels(
    topology: &dyn Topology,
    plan: &Plan,
    count: u32,
) -> Result<Option<Vec<Vec<u32>>>, String> {
    let own = topology.has_own_channels();
    let Some(value) = plan.extra.get(VIRTUAL_CHANNELS_KEY) else { return Ok(None) };
    let list = Vec::<Vec<u32>>::deserialize(value).map_err(|error| error.to_string())?;
    if count <= 1 && !own {
        return Ok(None);
    }
    if list.len() != plan.worms.len() {
        return Err(format!("there are {} lists for {} worms", list.len(), plan.worms.len()));
    }
    let at = |channel| if own { virtual_channels_at(topology, channel, count) } else { count };
    for (worm, named) in plan.worms.iter().zip(&list) {
        if named.len() != worm.hops.len() {
            let (id, hops) = (worm.id, worm.hops.len());
            return Err(format!("the list of worm {id} has {} numbers for {hops} hops", named.len()));
        }
        let too_high = worm.hops.iter().zip(named).find(|&(hop, &number)| number >= at(hop.channel));
        if let Some((hop, number)) = too_high {
            let (id, count, name) = (worm.id, at(hop.channel), topology.channel_name(hop.channel));
            return Err(format!("worm {id} names number {number} of {name}, which has {count}, numbered from 0"));
        }
    }
    Ok(Some(list))
}

fn by_dateline(
    topology: &dyn Topology,
    dateline: Option<&Grid>,
    worm: Worm<'_>,
    number: u32,
    count: impl Fn(ChannelId) -> u32,
) -> Vec<u32> {
    let Some(grid) = dateline else { return worm.hops.iter().map(|hop| number % count(hop.channel)).collect() };
    let mut steps: Vec<(usize, bool)> = Vec::with_capacity(worm.hops.len());
    for hop in worm.hops {
        let (dimension, wraps) = step(topology, grid, hop.channel);
        let before = hop.parent().map(|parent| steps[parent as usize]);
        let crossed = before.is_some_and(|(before, crossed)| before == dimension && crossed);
        steps.push((dimension, wraps || crossed));
    }
    let name = |(hop, &(_, crossed)): (&Hop, &(usize, bool))| match (count(hop.channel), count(hop.channel) / 2) {
        (1, _) => 0,
        (count, half) if crossed => half + number % (count - half),
        (_, half) => number % half,
    };
    worm.hops.iter().zip(&steps).map(name).collect()
}

/// The dimension in which a channel leads, and whether it is a wrap-around.
fn step(topology: &dyn Topology, grid: &Grid, channel: ChannelId) -> (usize, bool) {
    let graph = topology.graph();
    let ends: [NodeId; 2] = [graph.source(channel), graph.target(channel)];
    let gap = |dimension| {
        let [from, to] = ends.map(|node| grid.coordinate(node, dimension));
        from.abs_diff(to)
    };
    let dimension = (0..grid.sides().len()).find(|&dimension| gap(dimension) > 0).unwrap_or(0);
    (dimension, gap(dimension) > 1)
}

/// Whether worms change their virtual channel behind a wrap-around, by the rule of the dateline.
pub fn has_dateline(topology: &dyn Topology) -> bool {
    topology.grid().is_some_and(|grid| wraps(topology, grid))
}

fn wraps(topology: &dyn Topology, grid: &Grid) -> bool {
    topology.graph().channels().any(|channel| step(topology, grid, channel).1)
}
