//! Worms as the pages say, and the states in which one stands still.

use std::collections::BTreeSet;
use wormcast_model::{Handover, Replication, Reservation, Switching, WorkloadStatement};
use wormcast_plan::{Plan, virtual_channel_turns, virtual_channels};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// Something to hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Thing {
    Channel(ChannelId, u32),
    Front(ChannelId, u32),
    Consumption(NodeId),
}

/// A visit: the origin, or the end of a hop.
#[derive(Clone, Debug)]
pub(super) struct Place {
    pub node: NodeId,
    before: Option<usize>,
    /// The channel that leads here, and which of its virtual channels.
    into: Option<(ChannelId, u32)>,
    delivers: bool,
}

/// A branch of a visit: the place that it leads to, or none for the delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Branch {
    to: Option<usize>,
    /// What it takes, if anything that is scarce.
    pub thing: Option<Thing>,
}

/// A worm with the virtual channels of one turn of its plan.
pub(super) struct Worm {
    /// Its plan and its number there.
    pub name: (usize, u32),
    pub places: Vec<Place>,
    /// The branches of each place: the channels in the order of the hops, then the delivery.
    pub branches: Vec<Vec<Branch>>,
}

/// How far a head has come at a place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Head {
    NotHere,
    /// Behind others in the buffer, where so many flits of its own have room.
    Behind(u32),
    /// Which branches are granted.
    Here(Vec<bool>),
}

/// A message that stands still.
pub(super) type State = Vec<Head>;

/// What routers do.
#[derive(Clone, Copy)]
pub(super) struct Router {
    pub reservation: Reservation,
    pub forked: bool,
    pub takes_whole_messages: bool,
    /// Whether worms may be behind others in a buffer.
    pub queues: bool,
    /// How many whole messages a buffer takes.
    pub places: u32,
    pub length: u32,
    pub buffer: u32,
}

impl Router {
    pub(super) fn of(statement: &WorkloadStatement) -> Self {
        let takes_whole_messages = statement.switching != Switching::Wormhole;
        let [length, buffer] = [statement.length, statement.buffer].map(|flits| flits.unwrap().get());
        let places = if takes_whole_messages { buffer / length } else { 1 };
        Self {
            reservation: statement.reservation,
            forked: statement.replication == Replication::Forked,
            takes_whole_messages,
            queues: statement.handover == Handover::Tail
                && (!takes_whole_messages || places > 1)
                && statement.reservation != Reservation::Whole,
            places,
            length,
            buffer,
        }
    }
}

/// The worms of all plans, in all turns.
pub(super) fn worms(topology: &dyn Topology, plans: &[Plan], statement: &WorkloadStatement) -> Vec<Worm> {
    let count = statement.virtual_channels.get();
    let mut worms = Vec::new();
    for (number, plan) in plans.iter().enumerate() {
        for turn in 0..virtual_channel_turns(topology, plan, count) {
            let named = virtual_channels(topology, plan, turn, count).unwrap();
            for (worm, named) in plan.worms.iter().zip(named) {
                let mut places = vec![Place { node: worm.origin, before: None, into: None, delivers: false }];
                for (hop, name) in worm.hops.iter().zip(named) {
                    let before = Some(hop.parent().map_or(0, |parent| parent as usize + 1));
                    let (node, into) = (topology.graph().target(hop.channel), Some((hop.channel, name)));
                    places.push(Place { node, before, into, delivers: false });
                }
                worm.deliveries.iter().for_each(|delivery| places[delivery.hop as usize + 1].delivers = true);
                let scarce = statement.consumption.is_some();
                let branches = (0..places.len()).map(|place| branches(&places, place, scarce)).collect();
                worms.push(Worm { name: (number, worm.id), places, branches });
            }
        }
    }
    worms
}

fn branches(places: &[Place], place: usize, scarce: bool) -> Vec<Branch> {
    let follows = places.iter().enumerate().filter(|(_, next)| next.before == Some(place));
    let channel = |(to, next): (usize, &Place)| {
        let (channel, name) = next.into.unwrap();
        Branch { to: Some(to), thing: Some(Thing::Channel(channel, name)) }
    };
    let thing = scarce.then_some(Thing::Consumption(places[place].node));
    let delivery = places[place].delivers.then_some(Branch { to: None, thing });
    follows.map(channel).chain(delivery).collect()
}

impl Worm {
    /// Whether a head that is here has not got all that it asks for.
    pub(super) fn is_blocked(&self, state: &State, place: usize) -> bool {
        match &state[place] {
            Head::NotHere => false,
            Head::Behind(_) => true,
            Head::Here(granted) => granted.contains(&false),
        }
    }

    /// The front of the buffer at a place.
    pub(super) fn front(&self, place: usize) -> Thing {
        let (channel, name) = self.places[place].into.expect("a buffer is at the end of a channel");
        Thing::Front(channel, name)
    }

    /// How many flits of a message have left each place on each branch, when nothing moves any more: the greatest
    /// numbers that the rules of time allow, found step by step.
    fn flits(&self, state: &State, router: Router) -> Vec<Vec<u32>> {
        let granted = |place: usize, branch: usize| matches!(&state[place], Head::Here(granted) if granted[branch]);
        let most = |place: usize, branch: usize| if granted(place, branch) { router.length } else { 0 };
        let of_place = |place: usize| (0..self.branches[place].len()).map(|branch| most(place, branch)).collect();
        let mut left: Vec<Vec<u32>> = (0..self.places.len()).map(of_place).collect();
        loop {
            let before = left.clone();
            for place in 0..self.places.len() {
                for branch in 0..self.branches[place].len() {
                    let now = self.limit(state, router, &left, place, branch);
                    left[place][branch] = left[place][branch].min(now);
                }
            }
            if left == before {
                return left;
            }
        }
    }

    /// How many flits can leave on a branch, if the others have left as often as these say.
    fn limit(&self, state: &State, router: Router, left: &[Vec<u32>], place: usize, branch: usize) -> u32 {
        let mut limit = router.length.min(self.arrived(left, place));
        for other in (0..left[place].len()).filter(|&other| other != branch && !router.takes_whole_messages) {
            limit = limit.min(left[place][other] + u32::from(router.forked));
        }
        match self.branches[place][branch].to {
            Some(to) if !router.takes_whole_messages => limit.min(match state[to] {
                Head::Behind(room) => room,
                _ => self.gone(left, to) + router.buffer,
            }),
            _ => limit,
        }
    }

    /// How many flits have come, or are on the way, to a place.
    fn arrived(&self, left: &[Vec<u32>], place: usize) -> u32 {
        let Some(before) = self.places[place].before else { return u32::MAX };
        let branch = self.branches[before].iter().position(|branch| branch.to == Some(place)).unwrap();
        left[before][branch]
    }

    /// How many flits have left a place for good.
    fn gone(&self, left: &[Vec<u32>], place: usize) -> u32 {
        left[place].iter().copied().min().unwrap_or_else(|| self.arrived(left, place))
    }

    /// All that a message holds; and for each buffer that it has flits in, how many, and whether more would come.
    pub(super) fn held(&self, state: &State, router: Router) -> (Vec<Thing>, Vec<(Thing, u32, bool)>) {
        let left = self.flits(state, router);
        let (mut held, mut buffers) = (Vec::new(), Vec::new());
        for place in 0..self.places.len() {
            for (branch, flits) in self.branches[place].iter().zip(&left[place]) {
                let is_granted = matches!(&state[place], Head::Here(granted)
                    if granted[self.branches[place].iter().position(|other| other == branch).unwrap()]);
                if !is_granted {
                    continue;
                }
                let is_held = match branch.to {
                    Some(to) if matches!(state[to], Head::Behind(_)) && router.takes_whole_messages => true,
                    Some(to) if !router.queues || router.takes_whole_messages => self.gone(&left, to) < router.length,
                    _ => *flits < router.length,
                };
                held.extend(branch.thing.filter(|_| is_held));
                let Some(to) = branch.to.filter(|_| router.queues) else { continue };
                let (channel, name) = self.places[to].into.unwrap();
                let (front, gone) = (Thing::Front(channel, name), self.gone(&left, to));
                if matches!(state[to], Head::Here(_)) && gone < router.length {
                    held.push(front);
                }
                if router.takes_whole_messages {
                    continue;
                }
                let is_behind = matches!(state[to], Head::Behind(_));
                let inside = if is_behind { *flits } else { flits - gone };
                let wants_more = is_behind && *flits < router.length && *flits < self.arrived(&left, place);
                buffers.push((front, inside, wants_more));
            }
        }
        (held, buffers)
    }

    /// All states of a message with a blocked head.
    pub(super) fn states(&self, router: Router) -> Vec<State> {
        let mut states: Vec<State> = vec![Vec::new()];
        for place in 0..self.places.len() {
            let mut longer = Vec::new();
            for state in states {
                let heads = self.heads(&state, place, router);
                longer.extend(heads.into_iter().map(|head| [&state[..], &[head]].concat()));
            }
            states = longer;
        }
        states.retain(|state| (0..state.len()).any(|place| self.is_blocked(state, place)));
        states
    }

    /// How a head may be at a place, after what it is at the places before.
    fn heads(&self, state: &State, place: usize, router: Router) -> Vec<Head> {
        let has_come = self.places[place].before.is_none_or(|before| {
            let branch = self.branches[before].iter().position(|branch| branch.to == Some(place)).unwrap();
            match &state[before] {
                Head::Here(granted) if router.forked || router.takes_whole_messages => granted[branch],
                Head::Here(granted) => !granted.contains(&false),
                _ => false,
            }
        });
        if !has_come {
            return vec![Head::NotHere];
        }
        let mut heads = Vec::new();
        if router.queues && place > 0 {
            let most = if router.takes_whole_messages { 1 } else { router.buffer };
            heads.extend((0..most).map(Head::Behind));
        }
        heads.extend(self.grants(place, router.reservation).into_iter().map(Head::Here));
        heads
    }

    /// Which branches of a place may be granted. Who asks for the whole worm at its origin asks for nothing later.
    fn grants(&self, place: usize, reservation: Reservation) -> Vec<Vec<bool>> {
        let branches = &self.branches[place];
        let is_free = |mask: u32, branch: usize| mask >> branch & 1 == 1;
        let scarce: Vec<usize> = (0..branches.len()).filter(|&branch| branches[branch].thing.is_some()).collect();
        let fits = |mask: &u32| {
            let has: Vec<bool> = scarce.iter().map(|&branch| is_free(*mask, branch)).collect();
            let all = !has.contains(&false);
            let none = !has.contains(&true);
            match reservation {
                Reservation::Atomic => all || none,
                Reservation::Whole => all || (none && place == 0),
                Reservation::Incremental => has.windows(2).all(|pair| pair[0] || !pair[1]),
                Reservation::AnyOrder | Reservation::Independent => true,
            }
        };
        // A branch for which nobody waits goes on as soon as the first flit can leave.
        let settled = |mask: u32| -> Vec<bool> {
            let all = scarce.iter().all(|&branch| is_free(mask, branch));
            let at_once = !matches!(reservation, Reservation::Atomic | Reservation::Whole);
            let free =
                |branch: usize| if branches[branch].thing.is_some() { is_free(mask, branch) } else { all || at_once };
            (0..branches.len()).map(free).collect()
        };
        let found: BTreeSet<Vec<bool>> = (0..1_u32 << branches.len()).filter(fits).map(settled).collect();
        found.into_iter().collect()
    }
}
