//! Tables that leave a choice among several next hops.

use super::{TableEntry, Tables, key};
use crate::Lane;
use crate::dependencies::{Dependency, DependencyGraph};
use crate::routing::{Choices, RouteFlaw, Routing, Unrouted};
use crate::terminals;
use crate::ways::{self, Ways};
use wormcast_topology::{Graph, NodeId, Topology};

/// Tables of next hops of which some have several for the same messages, and routers take any: adaptive ones, or those
/// that spread the load over routes of equal cost.
///
/// A pair has a route if every choice leads to the destination; what a plan takes is a shortest one. For one
/// destination after another it is found what becomes of a message on each lane: O(lanes · choices) a destination.
#[derive(Clone, Debug)]
pub struct ChoiceTables<'g> {
    tables: Tables<'g>,
    choices: usize,
    /// The destination that the fates are about.
    to: Option<NodeId>,
    /// By lane.
    fates: Vec<Fate>,
}

/// What becomes of a message for the destination on a lane.
#[derive(Clone, Copy, Debug)]
enum Fate {
    Unknown,
    /// What may follow is being looked at.
    Open,
    /// It arrives, whatever is chosen; soonest after so many lanes, this one among them, of which that is the next.
    Arrives {
        lanes: u32,
        next: Option<Lane>,
    },
    /// It may come to a router that has no entry for the destination.
    DeadEnd(NodeId),
    /// It may run in a loop through this router.
    Loop(NodeId),
}

/// A lane of which the fate is being found.
struct Visit {
    lane: Lane,
    nexts: Vec<Lane>,
    /// How many of these were looked at.
    done: usize,
    fate: Fate,
}

impl<'g> ChoiceTables<'g> {
    /// The tables with these entries. O(n log n) for n entries.
    ///
    /// ```
    /// use wormcast_routing::{ChoiceTables, Routing, TableEntry};
    /// let square = wormcast_topology::build("mesh:2x2")?;
    /// let graph = square.graph();
    /// let [a, b, c, d] = ["0,0", "1,0", "0,1", "1,1"].map(|name| square.find_node(name).unwrap());
    /// let entry = |router, next| {
    ///     let next = (graph.channel(router, next).unwrap(), None);
    ///     TableEntry { destination: d, router, came_by: None, next }
    /// };
    /// let mut tables = ChoiceTables::new(graph, &[entry(a, b), entry(a, c), entry(b, d), entry(c, d)]);
    /// let mut route = vec![];
    /// tables.append_route(a, d, &mut route)?;
    /// assert_eq!((route.len(), tables.entries_with_choices()), (2, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Panics
    /// If a router, destination or channel is not one of the graph.
    pub fn new(graph: &'g Graph, entries: &[TableEntry]) -> Self {
        let tables = Tables::of_sorted(graph, Tables::sorted(entries));
        let alike = tables.entries.chunk_by(|one, other| key(one) == key(other));
        let choices = alike.filter(|entries| entries.iter().any(|entry| entry.next != entries[0].next)).count();
        let fates = vec![Fate::Unknown; graph.channel_count() * tables.virtual_channels as usize];
        Self { tables, choices, to: None, fates }
    }

    fn begin(&mut self, to: NodeId) {
        if self.to != Some(to) {
            self.to = Some(to);
            self.fates.fill(Fate::Unknown);
        }
    }

    fn fate(&self, lane: Lane) -> Fate {
        self.fates[self.number(lane)]
    }

    /// Finds the fate of a lane, and of all that may follow it.
    fn settle(&mut self, first: Lane) {
        let mut open: Vec<_> = self.visit(first).into_iter().collect();
        while let Some(visit) = open.last_mut() {
            let Some(&next) = visit.nexts.get(visit.done) else {
                let number = self.number(visit.lane);
                self.fates[number] = visit.fate;
                open.pop();
                continue;
            };
            match self.fates[next.index(self.tables.virtual_channels) as usize] {
                // It is looked at again when its fate is known.
                Fate::Unknown => {
                    let deeper = self.visit(next);
                    open.extend(deeper);
                    continue;
                }
                Fate::Open => visit.meets(Fate::Loop(self.tables.graph.target(visit.lane.channel))),
                Fate::Arrives { lanes, .. } => visit.meets(Fate::Arrives { lanes: lanes + 1, next: Some(next) }),
                astray => visit.meets(astray),
            }
            visit.done += 1;
        }
    }

    /// Begins with a lane; none if it is known, or known at once.
    fn visit(&mut self, lane: Lane) -> Option<Visit> {
        let number = self.number(lane);
        let Fate::Unknown = self.fates[number] else { return None };
        let at = self.tables.graph.target(lane.channel);
        let nexts = self.nexts(lane);
        self.fates[number] = match (Some(at) == self.to, nexts.is_empty()) {
            (true, _) => Fate::Arrives { lanes: 1, next: None },
            (false, true) => Fate::DeadEnd(at),
            (false, false) => Fate::Open,
        };
        matches!(self.fates[number], Fate::Open).then_some(Visit { lane, nexts, done: 0, fate: Fate::Unknown })
    }
}

impl Visit {
    /// A lane that may follow has this fate.
    fn meets(&mut self, fate: Fate) {
        self.fate = match (self.fate, fate) {
            (Fate::Unknown, fate) => fate,
            (Fate::Arrives { lanes, .. }, Fate::Arrives { lanes: other, .. }) if lanes <= other => self.fate,
            (Fate::Arrives { .. }, fate) => fate,
            (astray, _) => astray,
        };
    }
}

impl Ways for ChoiceTables<'_> {
    fn lanes(&self) -> usize {
        self.fates.len()
    }

    fn number(&self, lane: Lane) -> usize {
        lane.index(self.tables.virtual_channels) as usize
    }

    fn firsts(&mut self, from: NodeId, to: NodeId) -> Result<Vec<Lane>, RouteFlaw> {
        self.begin(to);
        let mut firsts: Vec<_> = self.tables.steps(from, None, to).collect();
        if firsts.is_empty() {
            firsts.extend(self.tables.begin(from, to));
        }
        firsts.iter().for_each(|&first| self.settle(first));
        let astray = firsts.iter().find_map(|&first| match self.fate(first) {
            Fate::DeadEnd(at) => Some(RouteFlaw::DeadEnd { at }),
            Fate::Loop(at) => Some(RouteFlaw::Loop { at }),
            _ => None,
        });
        match astray {
            Some(flaw) => Err(flaw),
            None if firsts.is_empty() => Err(RouteFlaw::NoRoute),
            None => Ok(firsts),
        }
    }

    fn nexts(&self, held: Lane) -> Vec<Lane> {
        let at = self.tables.graph.target(held.channel);
        let to = self.to.filter(|&to| to != at);
        to.map_or_else(Vec::new, |to| self.tables.steps(at, Some(held), to).collect())
    }

    fn onward(&self, held: Lane) -> Option<Lane> {
        match self.fate(held) {
            Fate::Arrives { next, .. } => next,
            _ => None,
        }
    }
}

impl Routing for ChoiceTables<'_> {
    fn virtual_channels(&self) -> u32 {
        self.tables.virtual_channels
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        if from == to {
            return Ok(());
        }
        let firsts = self.firsts(from, to)?;
        let lanes = |first: &Lane| match self.fate(*first) {
            Fate::Arrives { lanes, .. } => lanes,
            _ => u32::MAX,
        };
        let first = firsts.into_iter().min_by_key(lanes);
        route.extend(std::iter::successors(first, |&lane| self.onward(lane)));
        Ok(())
    }

    fn choices(&mut self, topology: &dyn Topology) -> Choices {
        Choices::Routes(ways::covering_routes(self, &terminals(topology)))
    }

    fn dependencies(&mut self, topology: &dyn Topology, graph: &mut DependencyGraph) -> Vec<Unrouted> {
        let nodes = terminals(topology);
        nodes.iter().flat_map(|&to| ways::add_dependencies(self, &nodes, to, graph)).collect()
    }

    fn may_take(&mut self, from: NodeId, to: NodeId, route: &[Lane]) -> bool {
        ways::may_take(self, from, to, route)
    }

    fn route_of(&mut self, wait: &Dependency) -> Option<(Vec<Lane>, usize)> {
        ways::route_of(self, wait)
    }

    fn entries_with_choices(&self) -> usize {
        self.choices
    }
}
