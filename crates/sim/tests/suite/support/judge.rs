//! An independent judge of timelines: verifies every time against the rules, knowing no engine.

use std::collections::BTreeMap;
use wormcast_plan::Worm;
use wormcast_sim::{Ports, Resource, Simulation, Start, Startup, Time, Timing, VisitTimes};
use wormcast_topology::{NodeId, Topology};

/// One visit with all that the rules need. Visits are in the order of worms, and of hops within a worm.
struct Visit {
    node: NodeId,
    /// The place of the visit before, in the list of all visits.
    parent: Option<usize>,
    needs: Vec<Resource>,
    times: VisitTimes,
}

struct Judge<'a> {
    timing: &'a Timing,
    visits: Vec<Visit>,
    /// The range of visits of every worm.
    worms: Vec<std::ops::Range<usize>>,
    /// Of the plan with the most.
    consumption_classes: u32,
}

/// Panics where a timeline does not follow the rules. Ties between requests at the same instant are taken to go by
/// worm: with worms that start after others, some overhead must be positive.
pub(crate) fn judge(topology: &dyn Topology, starts: &[Start<'_>], timing: &Timing, run: &Simulation) {
    let classes = starts.iter().map(|start| u32::from(start.plan.worms.consumption_classes()));
    let consumption_classes = classes.max().unwrap_or(1);
    let mut judge = Judge { timing, visits: Vec::new(), worms: Vec::new(), consumption_classes };
    let mut times = run.timeline.worms();
    for start in starts {
        for worm in start.plan.worms.iter() {
            judge.add(topology, worm, times.next().unwrap().visits);
        }
    }
    judge.check_heads();
    judge.check_tails();
    judge.check_grants();
    judge.check_origins();
}

impl Judge<'_> {
    fn add(&mut self, topology: &dyn Topology, worm: Worm<'_>, times: &[VisitTimes]) {
        let base = self.visits.len();
        let place = |parent: Option<u32>| base + parent.map_or(0, |hop| hop as usize + 1);
        self.visits.push(Visit { node: worm.origin, parent: None, needs: vec![], times: times[0] });
        for (index, hop) in worm.hops.iter().enumerate() {
            let parent = place(hop.parent());
            self.visits[parent].needs.push(Resource::Channel(hop.channel));
            let node = topology.graph().target(hop.channel);
            self.visits.push(Visit { node, parent: Some(parent), needs: vec![], times: times[index + 1] });
        }
        for delivery in worm.deliveries.iter().filter(|_| self.timing.consumption != Ports::All) {
            // All classes with the same channels have the same first channel.
            let first = self.consumption_channels(worm.consumption_class.into())[0] as u8;
            self.visits[place(Some(delivery.hop))].needs.push(Resource::ConsumptionOfClass(delivery.node, first));
        }
        self.worms.push(base..self.visits.len());
    }

    /// The numbers of a node's consumption channels that a class delivers through.
    fn consumption_channels(&self, class: u32) -> Vec<u32> {
        let (n, classes) = (number(self.timing.consumption) as u32, self.consumption_classes);
        if n < classes {
            return vec![class % n];
        }
        (0..n).filter(|channel| channel % classes == class).collect()
    }

    fn check_heads(&self) {
        for visit in self.visits.iter() {
            let Some(parent) = visit.parent else { continue };
            let arrived = self.visits[parent].times.granted.map(|granted| granted + self.timing.flit);
            assert_eq!(visit.times.arrived, arrived);
            assert_eq!(visit.times.requested, arrived.map(|arrived| arrived + self.timing.router));
        }
    }

    fn way(&self, visit: usize) -> Vec<usize> {
        std::iter::successors(Some(visit), |&visit| self.visits[visit].parent).collect()
    }

    /// The closed form: when the last flit leaves, from the grants.
    fn check_tails(&self) {
        let (length, buffer) = (u64::from(self.timing.length), u64::from(self.timing.buffer));
        for worm in &self.worms {
            for v in worm.clone() {
                let way = self.way(v);
                let term = |u: usize| {
                    let (a, b) = self.way(u).iter().enumerate().find_map(|(a, above)| {
                        way.iter().position(|visit| visit == above).map(|b| (a as u64, b as u64))
                    })?;
                    let relevant = a * buffer < length;
                    let flits = (length + b).checked_sub(a * buffer).filter(|_| relevant)?;
                    Some(self.visits[u].times.granted.map(|g| g.ps() + flits * self.timing.flit.ps()))
                };
                let released = worm.clone().filter_map(term).try_fold(0, |last, term| Some(last.max(term?)));
                assert_eq!(self.visits[v].times.released.map(Time::ps), released);
            }
        }
    }

    /// First come, first served, all at once, and without needless waiting.
    fn check_grants(&self) {
        let mut lines: BTreeMap<Resource, Vec<usize>> = BTreeMap::new();
        for (place, visit) in self.visits.iter().enumerate().filter(|(_, visit)| visit.times.requested.is_some()) {
            visit.needs.iter().for_each(|&need| lines.entry(need).or_default().push(place));
        }
        lines.values_mut().for_each(|line| line.sort_by_key(|&place| (self.visits[place].times.requested, place)));
        for (place, visit) in self.visits.iter().enumerate() {
            let line = |need| lines.get(need).map_or(&[][..], Vec::as_slice);
            let turns = visit.needs.iter().map(|need| self.turn(*need, line(need), place));
            let granted = turns.fold(visit.times.requested, |last, turn| Some(last?.max(turn?)));
            assert_eq!(visit.times.granted, granted, "visit {place}");
        }
    }

    /// When a request is first in a line with something free; none if never.
    fn turn(&self, resource: Resource, line: &[usize], place: usize) -> Option<Time> {
        let position = line.iter().position(|&other| other == place)?;
        let before = &line[..position];
        let granted = before.last().map_or(Some(Time::ZERO), |&last| self.visits[last].times.granted)?;
        let (count, released) = match resource {
            Resource::Channel(channel) => (1, before.iter().map(|&v| self.channel_free(v, channel)).collect()),
            Resource::ConsumptionOfClass(_, first) => {
                let count = self.consumption_channels(first.into()).len();
                (count, before.iter().map(|&v| self.visits[v].times.released).collect())
            }
            _ => unreachable!("visits need channels and consumption channels"),
        };
        Some(granted.max(free_of(count, released)?))
    }

    /// When the worm of this visit frees a channel that it took here.
    fn channel_free(&self, visit: usize, channel: wormcast_topology::ChannelId) -> Option<Time> {
        let nth = self.visits[visit].needs.iter().position(|&need| need == Resource::Channel(channel)).unwrap();
        let mut children = (0..self.visits.len()).filter(|&child| self.visits[child].parent == Some(visit));
        self.visits[children.nth(nth).unwrap()].times.released
    }

    /// Start-up and injection, node by node.
    fn check_origins(&self) {
        let mut nodes: BTreeMap<NodeId, Vec<usize>> = BTreeMap::new();
        for worm in self.worms.iter().filter(|worm| self.visits[worm.start].times.arrived.is_some()) {
            nodes.entry(self.visits[worm.start].node).or_default().push(worm.start);
        }
        for origins in nodes.values() {
            let mut paid = self.paid(origins);
            paid.sort_unstable();
            for (position, &(paid_at, origin)) in paid.iter().enumerate() {
                let requested = match self.timing.injection {
                    Ports::All => Some(paid_at),
                    _ => self.injected(&paid[..position]).map(|free| free.max(paid_at)),
                };
                assert_eq!(self.visits[origin].times.requested, requested);
            }
        }
    }

    /// When each of a node's worms has paid its send overhead.
    fn paid(&self, origins: &[usize]) -> Vec<(Time, usize)> {
        let started = |origin: usize| self.visits[origin].times.arrived.unwrap();
        if self.timing.startup == Startup::Parallel {
            return origins.iter().map(|&origin| (started(origin) + self.timing.send, origin)).collect();
        }
        let (mut left, mut paid, mut now) = (origins.to_vec(), Vec::new(), Time::ZERO);
        while !left.is_empty() {
            now = now.max(left.iter().map(|&origin| started(origin)).min().unwrap());
            let next = left.iter().position(|&origin| started(origin) <= now).unwrap();
            now = now + self.timing.send;
            paid.push((now, left.remove(next)));
        }
        paid
    }

    fn injected(&self, before: &[(Time, usize)]) -> Option<Time> {
        let times = |&(_, origin): &(Time, usize)| self.visits[origin].times;
        let last = before.last().map_or(Some(Time::ZERO), |before| times(before).requested)?;
        let released = before.iter().map(|before| times(before).released).collect();
        Some(last.max(free_of(number(self.timing.injection), released)?))
    }
}

fn number(ports: Ports) -> usize {
    match ports {
        Ports::All => unreachable!("nobody waits"),
        Ports::Limited(count) => count.get() as usize,
    }
}

/// When fewer than `count` of these are still held.
fn free_of(count: usize, mut released: Vec<Option<Time>>) -> Option<Time> {
    released.sort_by_key(|time| std::cmp::Reverse(time.map_or(u64::MAX, Time::ps)));
    released.get(count - 1).copied().unwrap_or(Some(Time::ZERO))
}
