//! The reference engine: every flit is moved. Where nothing but its own worm can hold it up, its move is told ahead of
//! its time.
//!
//! A run goes from instant to instant. The steps of an instant are those of the crate's page, one after another, until
//! the instant has no more consequences for itself.

mod ahead;
mod allocator;
mod behind;
mod buffers;
mod choice;
mod conditions;
mod crossbar;
mod event_queue;
mod grants;
mod head_and_tail;
mod inject;
mod instant;
mod lay_path;
mod links;
mod lone;
mod moves;
mod numbers;
mod pace;
mod request_order;
mod shared;
mod simple;
mod slots;
mod standstill;
mod virtual_channels;

use crate::channels::Channels;
use crate::ejection::Pools;
use crate::intake::{self, Intake};
use crate::network_interface::NetworkInterfaces;
use crate::open_loop::{MessageId, Observer, OpenLoop};
use crate::size::{HORIZON, check_timing};
use crate::slab::{Slab, WormAt};
use crate::{Blocked, Crossbar, Handover, Ports, Replication, SimError, Switching, Time, Timing, Unicast};
use ahead::Ahead;
use allocator::ChannelAllocator;
use buffers::Buffers;
use choice::Choice;
use conditions::{Dependency, Stalls};
use crossbar::Crossbars;
use event_queue::{EventQueue, FixedDelayQueue, NEVER};
use inject::{Layout, Worm};
use links::Links;
use numbers::{Numbers, ResourceIx};
use pace::Paces;
use slots::{SlotIx, Slots};
use std::cmp::Reverse;
use std::collections::BinaryHeap;
use wormcast_plan::{Plan, Reservation, VcRule, VirtualChannels, Worms};
use wormcast_topology::{NodeId, Topology};

/// The flit engine: messages are injected while time goes on, and every flit is moved. It knows every flow control.
/// O(1) a flit and channel where virtual channels do not share links.
pub struct FlitEngine<'t, O> {
    topology: &'t dyn Topology,
    timing: Timing,
    channels: Channels,
    paces: Paces,
    now: Time,
    /// When the next thing happens that is not the move of a flit.
    other: Time,
    numbers: Numbers,
    slots: Slots,
    worms: Slab<Worm>,
    intake: Intake,
    layout: Layout,
    rule: VirtualChannels<'t>,
    /// The virtual channels that the plan which is being injected names.
    named: Option<Vec<Vec<u32>>>,
    /// The order of requests that it names.
    order: Option<Vec<Vec<u32>>>,
    /// Whether the message that is being injected is a multicast.
    is_multicast: bool,
    pools: Pools,
    /// The numbers of the next visit, and of the next worm.
    next_rank: u64,
    next_worm: u32,
    allocator: ChannelAllocator,
    buffers: Buffers,
    choice: Choice,
    /// Only where flits wait for nobody but their own worm.
    ahead: Ahead,
    /// Only if virtual channels share links.
    links: Option<Links>,
    /// Only if they do, and their flits do not cross as they come.
    crossbars: Option<Crossbars>,
    interfaces: NetworkInterfaces,
    /// Whether worms that start request their first channel then: no overhead, and nothing to wait for, is before.
    starts_at_once: bool,
    stalls: Stalls,
    dependencies: Vec<Dependency>,
    /// Worms that have an injection channel since now.
    entered: Vec<SlotIx>,
    /// Worms that may start, by their ranks.
    starts: BinaryHeap<Reverse<(Time, u64, WormAt)>>,
    paid: FixedDelayQueue<WormAt>,
    /// Heads that become ready.
    heads: EventQueue<SlotIx>,
    /// Flits that leave, unless they are told ahead.
    flits: EventQueue<SlotIx>,
    credits: FixedDelayQueue<ResourceIx>,
    /// Virtual channels that can be taken again, but for those that are free with the tail.
    handovers: EventQueue<ResourceIx>,
    /// Tails that have left a slot.
    tails: EventQueue<SlotIx>,
    /// Last flits of deliveries, where flits are told ahead.
    ends: EventQueue<SlotIx>,
    /// What happens now, of one kind.
    batch: Vec<u32>,
    /// Worms that have been generated and whose head has not left, by node.
    backlog: Vec<u32>,
    grants: u64,
    rules: Rules,
    observer: O,
}

/// What the flow control comes to for the steps of an instant.
#[derive(Clone, Copy, Debug)]
struct Rules {
    /// Whether the channel into a visit is free when the tail has left that visit, and no sooner or later.
    free_with_tail: bool,
    /// Whether each branch of a visit goes at its own pace, and has a slot of its own.
    by_branch: bool,
    /// Whether no branch is more than a flit ahead of another.
    in_step: bool,
    /// Whether a request may be for more than the channels ahead, or a channel one of several.
    is_special: bool,
    /// Whether a channel is only free when its buffer has room for a whole message.
    awaits_room: bool,
    /// Whether channels are alike and not held up, and flits cross routers as they come.
    is_plain: bool,
    /// Whether, besides, a request of a worm that is a path is for the one channel ahead, which it takes at once or
    /// waits for, and which is free again with the tail.
    is_simple: bool,
    /// Whether flits wait for nobody but their own worm, and their moves are told ahead.
    tells_ahead: bool,
    /// Whether that holds while a worm is alone on a link: virtual channels share it, and messages fit into buffers.
    tells_while_alone: bool,
}

impl Rules {
    fn of(timing: &Timing, channels: &Channels) -> Self {
        let flow = &timing.flow;
        let copies = flow.switching != Switching::Wormhole;
        let free_with_tail =
            flow.handover == Handover::Empty && flow.credit <= channels.least_flit() && flow.turnaround == Time::ZERO;
        let is_special =
            flow.reservation == Reservation::Whole || matches!(flow.vc_rule, VcRule::Free | VcRule::FreeDateline);
        let is_plain =
            !channels.are_own() && (flow.crossbar == Crossbar::Full || channels.most_virtual_channels() == 1);
        let is_atomic = flow.reservation == Reservation::Atomic && timing.consumption == Ports::All;
        Self {
            free_with_tail,
            by_branch: copies || flow.replication == Replication::Forked,
            in_step: !copies,
            is_special,
            awaits_room: copies && flow.handover == Handover::Tail,
            is_plain,
            is_simple: is_plain && is_atomic && free_with_tail && !copies && !is_special,
            tells_ahead: ahead::is_possible(timing, channels),
            tells_while_alone: shared::is_possible(timing, channels),
        }
    }
}

impl<O> std::fmt::Debug for FlitEngine<'_, O> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("FlitEngine").field("now", &self.now).field("timing", &self.timing).finish_non_exhaustive()
    }
}

impl<'t, O: Observer> FlitEngine<'t, O> {
    /// An engine at rest, at time 0, for worms of one ejection class. O(nodes).
    ///
    /// # Errors
    /// The timing makes no sense.
    pub fn new(topology: &'t dyn Topology, timing: &Timing, observer: O) -> Result<Self, SimError> {
        Self::with_consumption_classes(topology, timing, 1, observer)
    }

    /// An engine at rest, at time 0, for worms of at most so many ejection (consumption) classes. O(nodes).
    ///
    /// # Errors
    /// The timing makes no sense.
    pub fn with_consumption_classes(
        topology: &'t dyn Topology,
        timing: &Timing,
        classes: u8,
        observer: O,
    ) -> Result<Self, SimError> {
        let channels = Channels::new(topology, timing)?;
        check_timing(timing, &channels)?;
        let (flow, virtual_channels) = (&timing.flow, channels.most_virtual_channels());
        let nodes = topology.graph().node_count();
        let interfaces = NetworkInterfaces::new(0..nodes, timing);
        let rules = Rules::of(timing, &channels);
        let tells_ahead = rules.tells_ahead || rules.tells_while_alone;
        let tail = if tells_ahead { ahead::rest(timing) } else { Time::ZERO };
        // An empty buffer is handed over when the credits of all its places are back.
        let handover = match flow.handover {
            Handover::Empty => timing.flit.max(flow.credit),
            Handover::Tail => timing.flit,
        };
        Ok(Self {
            topology,
            now: Time::ZERO,
            other: NEVER,
            numbers: Numbers::new(virtual_channels),
            slots: Slots::new(),
            worms: Slab::new(),
            intake: Intake::new(classes, timing),
            layout: Layout::default(),
            rule: VirtualChannels::new(topology, flow.vc_rule, flow.virtual_channels.get()),
            named: None,
            order: None,
            is_multicast: false,
            pools: Pools::new(timing.consumption, classes),
            next_rank: 0,
            next_worm: 0,
            allocator: ChannelAllocator::new(flow.reservation),
            buffers: Buffers::default(),
            choice: Choice::new(flow.crossbar == Crossbar::Separable),
            ahead: Ahead::new(timing),
            links: (virtual_channels > 1).then(|| Links::new(timing.flit)),
            crossbars: if virtual_channels > 1 { Crossbars::of(flow.crossbar, timing.flit, nodes) } else { None },
            starts_at_once: timing.send == Time::ZERO && !interfaces.limited,
            interfaces,
            stalls: Stalls::default(),
            dependencies: Vec::new(),
            entered: Vec::new(),
            starts: BinaryHeap::new(),
            paid: FixedDelayQueue::after(timing.send),
            heads: EventQueue::after(timing.flit + timing.router),
            flits: EventQueue::after(timing.flit),
            credits: FixedDelayQueue::after(flow.credit),
            handovers: EventQueue::after(tail + handover + flow.turnaround),
            tails: EventQueue::after(tail + timing.flit),
            ends: EventQueue::after(tail),
            batch: Vec::new(),
            backlog: vec![0; nodes],
            grants: 0,
            rules,
            timing: timing.clone(),
            channels,
            paces: Paces::default(),
            observer,
        })
    }

    /// Lets everything happen that happens before a time; whether anything is left.
    fn work_off_before(&mut self, end: Time) -> bool {
        if self.rules.is_plain {
            return self.work_off_plain_before(end);
        }
        loop {
            let next = self.flits.next_time().min(self.other);
            if next >= end {
                return next != NEVER;
            }
            self.now = next;
            // At most instants a flit moves and nothing else happens; it can only start a worm at once.
            if self.now < self.other {
                self.move_flits();
            }
            if self.now == self.other {
                self.work_off_now();
                self.other = self.next_other();
            }
        }
    }
}

impl<O: Observer> OpenLoop for FlitEngine<'_, O> {
    type Observer = O;

    fn inject_lengths(&mut self, worms: &Worms, lengths: &[u32], at: Time) -> Result<MessageId, SimError> {
        let now = self.now;
        self.is_multicast |= worms.is_multicast();
        let injected = intake::inject(self, worms, lengths, at, now);
        self.is_multicast = false;
        injected
    }

    fn inject_unicast(&mut self, unicast: Unicast<'_>, at: Time) -> Result<MessageId, SimError> {
        if self.name_by_lines().is_some() {
            let now = self.now;
            return intake::inject_unicast(self, unicast, at, now);
        }
        let mut worms = std::mem::take(&mut self.layout.unicast);
        worms.clear();
        unicast.append_to(&mut worms);
        let injected = self.inject_lengths(&worms, unicast.length.as_slice(), at);
        self.layout.unicast = worms;
        injected
    }

    fn inject_plan(&mut self, plan: &Plan, at: Time) -> Result<MessageId, SimError> {
        self.named = self.names_of(plan)?;
        self.order = self.order_of(plan)?;
        self.is_multicast = plan.is_multicast();
        let injected = self.inject(&plan.worms, at);
        (self.named, self.order) = (None, None);
        injected
    }

    fn run_before(&mut self, end: Time) -> bool {
        let end = end.min(HORIZON);
        let left = self.work_off_before(end);
        self.now = self.now.max(end);
        left
    }

    fn drain(&mut self) {
        self.work_off_before(HORIZON);
        self.now = self.now.max(self.ahead.until);
    }

    fn now(&self) -> Time {
        self.now
    }

    fn messages_in_flight(&self) -> usize {
        self.intake.messages.len()
    }

    fn backlog(&self, node: NodeId) -> u32 {
        self.backlog[node.index()]
    }

    fn grants(&self) -> u64 {
        self.grants
    }

    fn observer(&self) -> &O {
        &self.observer
    }

    fn observer_mut(&mut self) -> &mut O {
        &mut self.observer
    }

    fn deadlocks(&self) -> Vec<Vec<Blocked>> {
        self.wait_for_graph().cycles()
    }
}
