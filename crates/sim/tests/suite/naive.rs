//! A naive simulator, written from docs/time.md alone: it goes from picosecond to picosecond, looks at everything, and
//! knows no event. Small cases only.

mod crossbar;
mod flits;
mod heads;
mod layout;
mod requests;

use layout::{Branch, Key, Visit};
use std::collections::BTreeMap;
use wormcast_sim::*;
use wormcast_topology::{ChannelId, NodeId, Topology};

/// A request, as far as it has come.
#[derive(Debug)]
pub(crate) struct Request {
    visit: usize,
    /// What it has not got, in the order in which it asks.
    missing: Vec<Key>,
    /// Whether it stands in the lines in which it is to stand.
    lined_up: bool,
}

/// All there is.
#[derive(Debug)]
pub(crate) struct Naive<'a> {
    topology: &'a dyn Topology,
    timing: &'a Timing,
    conditions: &'a Conditions,
    /// Of the plan with the most.
    classes: u32,
    now: u64,
    /// How often all worms have been looked at.
    passes: u64,
    visits: Vec<Visit>,
    worms: Vec<layout::Worm>,
    /// The lengths of the worms; empty if all have that of the timing.
    lengths: Vec<u32>,
    /// How many hold each thing, and who waits for it.
    held: BTreeMap<Key, u32>,
    lines: BTreeMap<Key, Vec<usize>>,
    requests: Vec<Request>,
    /// Who holds each virtual channel, by the visit that it leads to.
    holders: BTreeMap<(ChannelId, u32), usize>,
    /// Which virtual channel of a link, and of those from a number on, was taken last, where worms choose.
    last: BTreeMap<(ChannelId, u32), u32>,
    /// The same for each virtual channel that heads come through: which link it was, and which of its virtual channels.
    own_last: BTreeMap<(ChannelId, u32), (ChannelId, u32)>,
    /// The visits in each buffer, or on the way to it, whose tail has not left it.
    buffers: BTreeMap<(ChannelId, u32), Vec<usize>>,
    /// When the last tail that left a buffer has crossed on all its branches.
    crossed: BTreeMap<(ChannelId, u32), u64>,
    /// From when on its router looks at the next head.
    turned: BTreeMap<(ChannelId, u32), u64>,
    /// The visits (with their branches) in line for each link, and when it is free.
    link_lines: BTreeMap<ChannelId, Vec<flits::Unit>>,
    link_free: BTreeMap<ChannelId, u64>,
    crossbars: crossbar::Crossbars,
    /// What will be free, and when.
    releases: Vec<(u64, Release)>,
}

/// Something that becomes free.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Release {
    /// The virtual channel to a visit.
    Channel(usize),
    /// What the delivery at a visit goes through.
    Ejection(usize),
    /// The injection channel of a worm.
    Injection(usize),
    /// Nothing: a tail has left this visit.
    Visit(usize),
}

/// What came out: the times of all visits, and when each delivery was done, by visit.
#[derive(Debug, PartialEq)]
pub(crate) struct Outcome {
    pub times: Vec<VisitTimes>,
    pub delivered: Vec<Option<Time>>,
}

/// Runs plans until nothing happens for longer than anything can take.
pub(crate) fn run(topology: &dyn Topology, starts: &[Start<'_>], timing: &Timing, conditions: &Conditions) -> Outcome {
    run_lengths(topology, starts, timing, conditions, &[])
}

/// The same where the worms have lengths of their own, in the order of all worms of all plans.
pub(crate) fn run_lengths(
    topology: &dyn Topology,
    starts: &[Start<'_>],
    timing: &Timing,
    conditions: &Conditions,
    lengths: &[u32],
) -> Outcome {
    let mut naive = Naive::new(topology, starts, timing, conditions);
    naive.lengths = lengths.to_vec();
    let patience =
        [timing.send, timing.receive, timing.router, timing.flit, timing.flow.credit, timing.flow.turnaround];
    let slowest = |channel| naive.latency(channel) + naive.router(channel);
    let slowest = topology.graph().channels().map(slowest).max().unwrap_or(0);
    let patience = patience.iter().map(|time| time.ps()).sum::<u64>() + slowest + 2;
    let last_start = starts.iter().map(|start| start.at.ps()).max().unwrap_or(0);
    let last_stall = conditions.stalls.iter().map(|stall| (stall.from + stall.span).ps()).max().unwrap_or(0);
    let mut quiet = 0;
    while quiet <= patience || naive.now <= last_start.max(last_stall) {
        quiet = if naive.instant() { 0 } else { quiet + 1 };
        naive.now += 1;
    }
    naive.outcome()
}

impl Naive<'_> {
    /// The steps of one instant, again and again; whether anything happened.
    fn instant(&mut self) -> bool {
        let mut any = self.free_what_is_due();
        any |= self.free_links();
        loop {
            let mut more = self.move_flits();
            // A channel may wait for room that flits have made.
            more |= self.free_what_is_due();
            more |= self.start_worms();
            more |= self.make_requests();
            more |= self.grant();
            more = more || self.cross();
            if !more {
                return any;
            }
            any = true;
        }
    }

    fn is_stalled(&self, channel: ChannelId) -> bool {
        self.stalls_now(channel).any(|stall| stall.virtual_channel.is_none() && !stall.only_heads)
    }

    fn stalls_now(&self, channel: ChannelId) -> impl Iterator<Item = &Stall> {
        let now = Time::from_ps(self.now);
        let is_on = move |stall: &&Stall| stall.from <= now && now < stall.from + stall.span;
        self.conditions.stalls.iter().filter(move |stall| stall.channel == channel).filter(is_on)
    }

    /// Whether nobody gets a virtual channel.
    fn is_lane_stalled(&self, channel: ChannelId, number: u32) -> bool {
        let is_meant = |stall: &Stall| stall.virtual_channel.is_none_or(|it| it == number);
        self.stalls_now(channel).any(|stall| is_meant(stall) && !stall.only_heads)
    }

    /// Whether heads on a virtual channel wait.
    fn are_heads_held_up(&self, channel: ChannelId, number: u32) -> bool {
        self.stalls_now(channel).any(|stall| stall.virtual_channel.is_none_or(|it| it == number))
    }

    fn length_of(&self, worm: usize) -> usize {
        self.lengths.get(worm).copied().unwrap_or(self.timing.length) as usize
    }

    /// The length of the worm of a visit.
    fn length(&self, visit: usize) -> usize {
        self.length_of(self.visits[visit].worm)
    }

    /// The time between two flits on a channel.
    fn flit(&self, channel: ChannelId) -> u64 {
        self.topology.channel_properties(channel).flit_ps.unwrap_or(self.timing.flit.ps())
    }

    /// The time that a flit takes to the end of a channel.
    fn latency(&self, channel: ChannelId) -> u64 {
        self.flit(channel) + self.topology.channel_properties(channel).delay_ps.unwrap_or(0)
    }

    /// The router delay of heads at the end of a channel.
    fn router(&self, channel: ChannelId) -> u64 {
        self.topology.channel_properties(channel).router_ps.unwrap_or(self.timing.router.ps())
    }

    fn virtual_channels(&self, channel: ChannelId) -> u32 {
        let usual = self.timing.flow.virtual_channels.get();
        self.topology.channel_properties(channel).virtual_channels.unwrap_or(usual)
    }

    /// Whether any link has several virtual channels.
    fn shares_links(&self) -> bool {
        self.topology.graph().channels().any(|channel| self.virtual_channels(channel) > 1)
    }

    fn buffer(&self, channel: ChannelId) -> usize {
        self.topology.channel_properties(channel).buffer_flits.unwrap_or(self.timing.buffer) as usize
    }

    /// The time that a flit takes to leave a visit on a branch.
    fn branch_flit(&self, branch: &Branch) -> u64 {
        branch.to.map_or(self.timing.flit.ps(), |to| self.flit(self.visits[to].entry.unwrap().2))
    }

    fn node(&self, visit: usize) -> NodeId {
        match self.visits[visit].entry {
            Some((_, _, channel)) => self.topology.graph().target(channel),
            None => self.worms[self.visits[visit].worm].origin,
        }
    }

    fn outcome(self) -> Outcome {
        let time = |ps: Option<u64>| ps.map(Time::from_ps);
        let times = |visit: &Visit| VisitTimes {
            arrived: time(visit.arrived),
            requested: time(visit.requested),
            granted: time(visit.granted),
            released: time(visit.released),
        };
        let done =
            |branch: &Branch, length: usize| branch.left.get(length - 1).map(|&at| at + self.timing.receive.ps());
        let delivered = |visit: &Visit| {
            let delivery = visit.branches.iter().find(|branch| branch.is_delivery);
            time(delivery.and_then(|delivery| done(delivery, self.length_of(visit.worm))))
        };
        Outcome {
            times: self.visits.iter().map(times).collect(),
            delivered: self.visits.iter().map(delivered).collect(),
        }
    }
}
