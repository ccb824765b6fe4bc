//! Messages that take the same channels one after another do so everywhere in the same order.
//!
//! Where a channel is for one worm at a time, whoever gets it first comes first to its end, and leaves that whole
//! before the next one comes there. So of two messages the first one also gets each channel first that both take
//! there, and so on; and channels that both ask for together they get in the same order. `docs/prove-routers.md` has
//! the proof.

use super::message::{Message, Snapshot};
use super::scope::Scope;
use crate::grant_order::are_as_they_are;
use crate::rules::Parts;
use crate::{Lit, NONE, Owned, ResourceId, VisitIx, Workload};
use std::collections::{BTreeMap, BTreeSet};

/// The most messages of which any two are looked at.
const MOST_MESSAGES: usize = 64;

/// Channels that two worms take, all in the same order: for each the visits that it leads to. None if it is a way that
/// does not split: whoever is first on it is first to its end, and the formula says so already.
type Shared = Vec<(VisitIx, VisitIx)>;

impl Scope<'_> {
    /// The same formula for messages that take what they share in the same order everywhere. Its variables come behind
    /// the others.
    #[must_use]
    pub fn ordered(&self, mut snapshot: Snapshot) -> Snapshot {
        let follows = std::mem::take(&mut snapshot.follows);
        follows.into_iter().for_each(|(holds, then)| snapshot.formula.implies(&[holds], [then]));
        if !self.has_order() {
            return snapshot;
        }
        let mut known: BTreeMap<(u32, u32), Vec<Shared>> = BTreeMap::new();
        for (first, second) in pairs(&snapshot.messages) {
            let Snapshot { formula, messages, .. } = &mut snapshot;
            let (before, after) = (&messages[first], &messages[second]);
            let worms = (before.worm, after.worm);
            let shared = known.entry(worms).or_insert_with(|| self.shared(worms));
            // Copies of a worm that are in one order everywhere have their numbers in that order.
            if worms.0 == worms.1 && self.shares_all(worms.0, shared) {
                if first + 1 == second {
                    self.in_order((before, after), &shared[0], |has, then| formula.implies(&[has], [then]));
                }
                continue;
            }
            for shared in shared.iter() {
                let is_first = formula.variable();
                self.in_order((before, after), shared, |has, then| formula.implies(&[is_first, has], [then]));
                let turned = shared.iter().map(|&(own, other)| (other, own)).collect();
                self.in_order((after, before), &turned, |has, then| formula.implies(&[-is_first, has], [then]));
            }
        }
        snapshot
    }

    /// Whether each channel is for one worm at a time, and states are those of the buffers that there are.
    fn has_order(&self) -> bool {
        let workload = self.workload;
        let mut channels = 0..workload.resources.virtual_channel_count();
        channels.all(|channel| workload.capacity(channel) == 1)
            && are_as_they_are(workload, self.statement)
            && !workload.asks_whole()
    }

    /// Whether all channels of a worm are among these.
    fn shares_all(&self, worm: u32, shared: &[Shared]) -> bool {
        shared.len() == 1 && shared[0].len() == lanes(self.workload, worm).count()
    }

    /// What follows if of two messages the first one takes these channels first: what the second one has, the first one
    /// has, too; and when that has come to the end of a channel, the first one has got everything there.
    fn in_order(&self, (before, after): (&Message, &Message), shared: &Shared, mut implied: impl FnMut(Lit, Lit)) {
        let workload = self.workload;
        let [first, first_of_after] = [before, after].map(|message| workload.worms[message.worm as usize].visits.start);
        for &(own, other) in shared {
            let has = lane_of(workload, after, other);
            implied(has, lane_of(workload, before, own));
            // Where nobody is behind others in buffers, it gets the channel only then.
            match workload.has_queues() {
                true => implied(after.has(other, 0, first_of_after), before.granted(workload.children(own)[0], first)),
                false => implied(has, before.granted(own, first)),
            }
        }
    }

    /// The channels that two worms take in the same order, in sets of which each splits somewhere.
    fn shared(&self, (one, other): (u32, u32)) -> Vec<Shared> {
        let workload = self.workload;
        let of_other = once_each(workload, other);
        let both = once_each(workload, one).into_iter();
        let both: Vec<_> = both.filter_map(|(lane, visit)| Some((visit, *of_other.get(&lane)?))).collect();
        let place: BTreeMap<(VisitIx, VisitIx), usize> = both.iter().copied().zip(0..).collect();
        let mut sets = Sets::new(both.len());
        let mut beside: BTreeMap<(VisitIx, VisitIx), Vec<usize>> = BTreeMap::new();
        for (number, &(own, of_other)) in both.iter().enumerate() {
            let before = lane_before(workload, own).zip(lane_before(workload, of_other));
            before.and_then(|before| place.get(&before)).into_iter().for_each(|&before| sets.unite(before, number));
            beside.entry((workload.visit(own).parent, workload.visit(of_other).parent)).or_default().push(number);
        }
        let mut splits = Vec::new();
        for siblings in beside.values() {
            for (at, &second) in siblings.iter().enumerate() {
                for &first in siblings[..at].iter().filter(|&&first| self.go_together(both[first], both[second])) {
                    sets.unite(first, second);
                }
            }
            for (at, &second) in siblings.iter().enumerate() {
                splits.extend(siblings[..at].iter().map(|&first| (first, second)));
            }
        }
        let splits: BTreeSet<usize> = splits
            .into_iter()
            .map(|(first, second)| (sets.of(first), sets.of(second)))
            .filter(|(first, second)| first == second)
            .map(|(set, _)| set)
            .collect();
        let mut shared: BTreeMap<usize, Shared> = BTreeMap::new();
        both.into_iter().enumerate().for_each(|(number, pair)| shared.entry(sets.of(number)).or_default().push(pair));
        shared.into_iter().filter(|(set, _)| splits.contains(set)).map(|(_, shared)| shared).collect()
    }

    /// Whether two channels of one request, of which two worms take both, go to them in one order.
    fn go_together(&self, one: (VisitIx, VisitIx), other: (VisitIx, VisitIx)) -> bool {
        let workload = self.workload;
        let part = |visit: VisitIx| workload.part_of(visit) as i64;
        let [own, of_other] = [part(other.0) - part(one.0), part(other.1) - part(one.1)];
        match workload.parts {
            Parts::Together => true,
            // Where branches go on by themselves, who waits for something between may be overtaken.
            Parts::InOrder if workload.steps.is_forked() => own == of_other && own.abs() == 1,
            Parts::InOrder => (own < 0) == (of_other < 0),
            Parts::AnyOrder | Parts::Apart => false,
        }
    }
}

/// Sets of numbers, which are united one by one.
struct Sets(Vec<usize>);

impl Sets {
    fn new(count: usize) -> Self {
        Self((0..count).collect())
    }

    /// The set that a number is in, by its least number.
    fn of(&mut self, number: usize) -> usize {
        let mut set = number;
        while self.0[set] != set {
            self.0[set] = self.0[self.0[set]];
            set = self.0[set];
        }
        set
    }

    fn unite(&mut self, one: usize, other: usize) {
        let [one, other] = [self.of(one), self.of(other)];
        self.0[one.max(other)] = one.min(other);
    }
}

/// Any two of these messages, by their numbers; if they are many, neighbours of one worm alone.
fn pairs(messages: &[Message]) -> Vec<(usize, usize)> {
    if messages.len() > MOST_MESSAGES {
        let neighbours = (1..messages.len()).map(|second| (second - 1, second));
        return neighbours.filter(|&(first, second)| messages[first].worm == messages[second].worm).collect();
    }
    (0..messages.len()).flat_map(|second| (0..second).map(move |first| (first, second))).collect()
}

/// The visits of a worm that channels lead to.
fn lanes(workload: &Workload, worm: u32) -> impl Iterator<Item = VisitIx> {
    let is_led_to = |visit: &VisitIx| {
        let into = workload.visit(*visit).into;
        into != NONE && matches!(workload.resources.what(into), Owned::Channel(..))
    };
    workload.worms[worm as usize].visits.clone().filter(is_led_to)
}

/// The channels that a worm takes just once, and where they lead to.
fn once_each(workload: &Workload, worm: u32) -> BTreeMap<ResourceId, VisitIx> {
    let mut all: BTreeMap<ResourceId, Vec<VisitIx>> = BTreeMap::new();
    lanes(workload, worm).for_each(|visit| all.entry(workload.visit(visit).into).or_default().push(visit));
    all.into_iter().filter(|(_, visits)| visits.len() == 1).map(|(lane, visits)| (lane, visits[0])).collect()
}

/// The visit that the channel before leads to, of the way to a visit.
fn lane_before(workload: &Workload, visit: VisitIx) -> Option<VisitIx> {
    let behind = 1 + usize::from(workload.has_queues());
    workload.up(visit).nth(behind).filter(|&before| workload.visit(before).parent != NONE)
}

/// The literal that says that a message was granted the channel that leads to a visit.
fn lane_of(workload: &Workload, message: &Message, visit: VisitIx) -> Lit {
    let first = workload.worms[message.worm as usize].visits.start;
    message.has(workload.visit(visit).parent, workload.part_of(visit), first)
}
