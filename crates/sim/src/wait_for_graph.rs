//! The wait-for graph of a run: who holds what, who waits for what, and the cycle of a deadlock.

use crate::channels::Channels;
use crate::ejection::Pools;
use crate::{Blocked, Resource, Wait};
use std::collections::{BTreeMap, BTreeSet};
use std::ops::Range;
use wormcast_plan::WormId;
use wormcast_topology::NodeId;

/// The number of a visit in the graph: in the order of worms, and of hops within a worm.
pub(crate) type VisitIx = u32;

/// What holders and waiters are judged by.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Rules<'r> {
    /// How many worms can hold an ejection channel of a node at a time.
    pub pools: Pools,
    pub channels: &'r Channels,
    /// Whether worms choose among the virtual channels of a channel, so that as many can hold it at a time.
    pub free_choice: bool,
    /// Whether a blocked head keeps only those flits from moving for which the buffers between have no room; else it
    /// keeps its whole worm.
    pub by_room: bool,
}

/// A visit of a worm that is under way.
#[derive(Debug)]
pub(crate) struct BlockedVisit {
    pub node: NodeId,
    /// The visit before; none at the origin.
    pub parent: Option<VisitIx>,
    /// The flits that the buffer of the channel from there holds.
    pub room: u32,
    /// What the worm holds until its tail has left this visit, or longer.
    pub holds: Vec<Resource>,
    /// What it waits for here: all of it.
    pub needs: Vec<Resource>,
    /// The visit that is in its way, if that is no matter of lines: it is before this one in a buffer, or has to send,
    /// or to deliver, first.
    pub behind: Option<VisitIx>,
}

#[derive(Debug)]
struct GraphWorm {
    plan: usize,
    id: WormId,
    length: u32,
    visits: Range<VisitIx>,
}

/// Who holds what, and who stands in which line. Built worm by worm, and line by line.
#[derive(Debug)]
pub(crate) struct WaitForGraph<'r> {
    rules: Rules<'r>,
    worms: Vec<GraphWorm>,
    visits: Vec<BlockedVisit>,
    /// The worm of each visit.
    worm_of: Vec<u32>,
    /// The visits that hold a resource, in ascending order.
    holders: BTreeMap<Resource, Vec<VisitIx>>,
    /// The requests in each line, the first one first.
    lines: BTreeMap<Resource, Vec<VisitIx>>,
    /// The requests that can never be granted.
    dead: BTreeSet<VisitIx>,
}

impl<'r> WaitForGraph<'r> {
    pub(crate) fn new(rules: Rules<'r>) -> Self {
        Self {
            rules,
            worms: Vec::new(),
            visits: Vec::new(),
            worm_of: Vec::new(),
            holders: BTreeMap::new(),
            lines: BTreeMap::new(),
            dead: BTreeSet::new(),
        }
    }

    /// The number of the visit that is added next.
    pub(crate) fn next(&self) -> VisitIx {
        self.visits.len() as VisitIx
    }

    /// The visits that are added from now on are those of this worm of so many flits. Returns the number of the first.
    pub(crate) fn start(&mut self, plan: usize, id: WormId, length: u32) -> VisitIx {
        let first = self.next();
        self.worms.push(GraphWorm { plan, id, length, visits: first..first });
        first
    }

    /// The next visit of the worm that was started last.
    pub(crate) fn visit(&mut self, visit: BlockedVisit) {
        let number = self.next();
        if let Some(worm) = self.worms.last_mut() {
            worm.visits.end = number + 1;
        }
        self.worm_of.push(self.worms.len() as u32 - 1);
        visit.holds.iter().for_each(|&resource| self.holders.entry(resource).or_default().push(number));
        self.dead.extend(visit.behind.map(|_| number));
        self.visits.push(visit);
    }

    /// A request that waits stands last in the line for something that it needs.
    pub(crate) fn line_up(&mut self, resource: Resource, visit: VisitIx) {
        self.lines.entry(resource).or_default().push(visit);
        self.dead.insert(visit);
    }

    /// The cycles of requests that can never be granted, each kept by the next one; no request is in two of them. None
    /// if all can be granted in the end. O(w²) for w requests that wait at worst; near w log w if they do not wait for
    /// each other in long chains.
    ///
    /// Taken to be dead at first is whatever waits. A request is not dead if everything that it needs will come free:
    /// no dead request stands before it in a line, and no dead request keeps the holder from letting go. What is left
    /// in the end is dead; each has an obstacle that is dead too, and so a walk from one to the next comes back to
    /// where it has been.
    pub(crate) fn cycles(mut self) -> Vec<Vec<Blocked>> {
        self.take_out_the_living();
        // The walk that came by each request, and at which of its steps.
        let mut seen: BTreeMap<VisitIx, (usize, usize)> = BTreeMap::new();
        let mut cycles = Vec::new();
        for (number, &start) in self.dead.iter().enumerate() {
            let (mut walk, mut at) = (Vec::new(), start);
            while !seen.contains_key(&at) {
                seen.insert(at, (number, walk.len()));
                walk.push(at);
                at = self.obstacle(at).expect("what is not dead has been taken out");
            }
            // A walk that comes to where another has been leads to the cycle of that one.
            let (walked, place) = seen[&at];
            if walked == number {
                cycles.push(self.describe_cycle(&mut walk[place..]));
            }
        }
        cycles
    }

    /// The worms of a cycle, that of the lowest request first.
    fn describe_cycle(&self, cycle: &mut [VisitIx]) -> Vec<Blocked> {
        let lowest = (0..cycle.len()).min_by_key(|&place| cycle[place]).unwrap_or(0);
        cycle.rotate_left(lowest);
        cycle.iter().map(|&visit| self.describe(visit)).collect()
    }

    fn take_out_the_living(&mut self) {
        let mut before = usize::MAX;
        while self.dead.len() < before {
            before = self.dead.len();
            for visit in self.dead.clone() {
                if self.obstacle(visit).is_none() {
                    self.dead.remove(&visit);
                }
            }
        }
    }

    fn at(&self, visit: VisitIx) -> &BlockedVisit {
        &self.visits[visit as usize]
    }

    fn worm(&self, visit: VisitIx) -> &GraphWorm {
        &self.worms[self.worm_of[visit as usize] as usize]
    }

    /// The requests before this one in the line for a resource.
    fn before(&self, visit: VisitIx, resource: Resource) -> &[VisitIx] {
        let line = self.lines.get(&resource).map_or(&[][..], Vec::as_slice);
        let place = line.iter().position(|&other| other == visit).unwrap_or(0);
        &line[..place]
    }

    fn capacity(&self, resource: Resource) -> u32 {
        match resource {
            Resource::Channel(channel) if self.rules.free_choice => self.rules.channels.at(channel).virtual_channels,
            // The lower half of a channel, or the upper one.
            Resource::VirtualChannel(channel, first) if self.rules.free_choice => {
                let count = self.rules.channels.at(channel).virtual_channels;
                if first == 0 { count / 2 } else { count - count / 2 }
            }
            _ => self.rules.pools.capacity(resource),
        }
    }

    /// The visits that hold a resource, when nothing of it is left.
    fn holders(&self, resource: Resource) -> &[VisitIx] {
        let holders = self.holders.get(&resource).map_or(&[][..], Vec::as_slice);
        if holders.len() < self.capacity(resource) as usize { &[] } else { holders }
    }

    /// The dead request that a request waits for: one that keeps a holder from letting go, or stands before it.
    fn obstacle(&self, visit: VisitIx) -> Option<VisitIx> {
        let BlockedVisit { needs, behind, .. } = self.at(visit);
        if let &Some(front) = behind {
            return self.keeper_of(front);
        }
        let held = needs.iter().find_map(|&resource| self.keeper(self.holders(resource)));
        let dead = |resource: &Resource| {
            self.before(visit, *resource).iter().rev().copied().find(|before| self.dead.contains(before))
        };
        held.or_else(|| needs.iter().find_map(dead))
    }

    /// A dead request that keeps the first of these from letting go, if all of them are kept.
    fn keeper(&self, holders: &[VisitIx]) -> Option<VisitIx> {
        let mut keepers = holders.iter().map(|&holder| self.keeper_of(holder));
        let first = keepers.next()??;
        keepers.all(|keeper| keeper.is_some()).then_some(first)
    }

    fn keeper_of(&self, holder: VisitIx) -> Option<VisitIx> {
        let worm = self.worm(holder).visits.clone();
        self.dead.range(worm).copied().find(|&visit| self.holds_back(visit, holder))
    }

    /// Whether the buffers between a blocked head and a visit of the same worm are too small for the flits that are
    /// to leave that visit: the buffers from their last common router down to the head hold fewer than `length`.
    fn holds_back(&self, blocked: VisitIx, holder: VisitIx) -> bool {
        if !self.rules.by_room {
            return true;
        }
        let length = self.worm(holder).length;
        let above: BTreeSet<_> = self.up(holder).collect();
        let between = self.up(blocked).take_while(|visit| !above.contains(visit));
        between.map(|visit| u64::from(self.at(visit).room)).sum::<u64>() < u64::from(length)
    }

    /// A visit and those before it, up to the origin.
    fn up(&self, visit: VisitIx) -> impl Iterator<Item = VisitIx> {
        std::iter::successors(Some(visit), |&visit| self.at(visit).parent)
    }

    fn describe(&self, visit: VisitIx) -> Blocked {
        let GraphWorm { plan, id, visits, .. } = self.worm(visit);
        let BlockedVisit { node, needs, .. } = self.at(visit);
        Blocked {
            plan: *plan,
            worm: *id,
            at: *node,
            holds: visits.clone().flat_map(|visit| self.at(visit).holds.iter().copied()).collect(),
            waits_for: needs.iter().filter_map(|&resource| self.wait(visit, resource)).collect(),
        }
    }

    fn wait(&self, visit: VisitIx, resource: Resource) -> Option<Wait> {
        let holder = self.at(visit).behind.or_else(|| self.holders(resource).first().copied());
        let other = self.worm(holder.or_else(|| self.before(visit, resource).last().copied())?);
        Some(Wait { resource, plan: other.plan, worm: other.id, held: holder.is_some() })
    }
}
