//! Routings that somebody else wrote: tables of next hops, or one path a pair.

mod choices;

pub use choices::ChoiceTables;

use crate::Lane;
use crate::routing::{RouteFlaw, Routing};
use std::collections::HashMap;
use thiserror::Error;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// One entry of a routing table. 24 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableEntry {
    /// The destination of the messages.
    pub destination: NodeId,
    /// The router that they are at.
    pub router: NodeId,
    /// The channel by which they came, if that matters; none: however they came.
    pub came_by: Option<ChannelId>,
    /// The channel and virtual channel by which they leave. The virtual channel is none if the message keeps the one
    /// that it has (0 at first).
    pub next: (ChannelId, Option<u32>),
}

/// Why entries are no table.
#[derive(Clone, Copy, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum TableError {
    /// Two entries for the same messages say different things.
    #[error("two entries for one router and destination differ")]
    Ambiguous {
        /// The number of the second one among all entries as they were given.
        entry: usize,
    },
}

/// Tables of next hops, as routers hold them. A route follows them from router to router.
///
/// An entry for the channel by which a message came goes before one for all channels. Endpoints with one channel out
/// need no entries. 24 bytes an entry.
#[derive(Clone, Debug)]
pub struct Tables<'g> {
    graph: &'g Graph,
    /// By destination, router, and the channel that messages came by.
    entries: Vec<TableEntry>,
    /// The first entry of each destination.
    first: Vec<u32>,
    virtual_channels: u32,
}

impl<'g> Tables<'g> {
    /// The tables with these entries. O(n log n) for n entries.
    ///
    /// # Errors
    /// Two entries for the same messages differ.
    ///
    /// # Panics
    /// If a router, destination or channel is not one of the graph.
    pub fn new(graph: &'g Graph, entries: &[TableEntry]) -> Result<Self, TableError> {
        let numbered = Self::sorted(entries);
        for pair in numbered.windows(2) {
            if key(&pair[0].0) == key(&pair[1].0) && pair[0].0.next != pair[1].0.next {
                return Err(TableError::Ambiguous { entry: pair[1].1 });
            }
        }
        Ok(Self::of_sorted(graph, numbered))
    }

    /// The entries by destination, router and where messages come from, each with its number.
    fn sorted(entries: &[TableEntry]) -> Vec<(TableEntry, usize)> {
        let mut numbered: Vec<_> = entries.iter().copied().zip(0..).collect();
        numbered.sort_by_key(|(entry, number)| (key(entry), *number));
        numbered
    }

    fn of_sorted(graph: &'g Graph, numbered: Vec<(TableEntry, usize)>) -> Self {
        let mut entries: Vec<_> = numbered.into_iter().map(|(entry, _)| entry).collect();
        entries.dedup();
        let mut first = vec![0; graph.node_count() + 1];
        entries.iter().for_each(|entry| first[entry.destination.index() + 1] += 1);
        for node in 0..graph.node_count() {
            first[node + 1] += first[node];
        }
        let highest = entries.iter().filter_map(|entry| entry.next.1).max().unwrap_or(0);
        Self { graph, entries, first, virtual_channels: highest + 1 }
    }

    /// Where a message for a destination goes on. O(1) in whole tables, else O(log of the entries for it).
    fn step(&self, at: NodeId, came_by: Option<Lane>, to: NodeId) -> Option<Lane> {
        self.steps(at, came_by, to).next()
    }

    /// Where it may go on, by all entries that are about it.
    fn steps(&self, at: NodeId, came_by: Option<Lane>, to: NodeId) -> impl Iterator<Item = Lane> + '_ {
        let rows = &self.entries[self.first[to.index()] as usize..self.first[to.index() + 1] as usize];
        // Whole tables have one entry for each router but the destination.
        let guess = at.index() - usize::from(at > to);
        let is_first = |place: usize| rows[place].router == at && (place == 0 || rows[place - 1].router < at);
        let start = match guess < rows.len() && is_first(guess) {
            true => guess,
            false => rows.partition_point(|entry| entry.router < at),
        };
        let here = move || rows[start..].iter().take_while(move |entry| entry.router == at);
        // Entries for messages that came by this channel go before those for all.
        let channel = came_by.map(|lane| lane.channel);
        let by = channel.filter(|_| here().any(|entry| entry.came_by == channel));
        here().filter(move |entry| entry.came_by == by).map(move |entry| {
            let virtual_channel = entry.next.1.or(came_by.map(|lane| lane.virtual_channel)).unwrap_or(0);
            Lane::new(entry.next.0, virtual_channel)
        })
    }

    /// The only channel out of an endpoint, of which tables of routers mostly say nothing: messages begin by it if the
    /// router behind it knows how they go on.
    fn begin(&self, from: NodeId, to: NodeId) -> Option<Lane> {
        let mut leaving = self.graph.out_channels(from);
        let lane = Lane::new(leaving.next().filter(|_| leaving.len() == 0)?, 0);
        let router = self.graph.target(lane.channel);
        let goes_on = router == to || self.step(router, Some(lane), to).is_some();
        (self.graph.is_endpoint(from) && goes_on).then_some(lane)
    }

    /// How many entries there are.
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Whether there is no entry.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }
}

fn key(entry: &TableEntry) -> (NodeId, NodeId, Option<ChannelId>) {
    (entry.destination, entry.router, entry.came_by)
}

impl Routing for Tables<'_> {
    fn virtual_channels(&self) -> u32 {
        self.virtual_channels
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        let start = route.len();
        let (mut at, mut came_by) = (from, None);
        // A loop is noticed where a message is again as it was a while ago; that while grows twofold (Brent 1980).
        let (mut earlier, mut patience) = (None, 1);
        while at != to {
            let begins = || self.begin(from, to).filter(|_| came_by.is_none());
            let flaw = match self.step(at, came_by, to).or_else(begins) {
                Some(lane) if earlier != Some(lane) => {
                    route.push(lane);
                    (at, came_by) = (self.graph.target(lane.channel), Some(lane));
                    if route.len() - start == patience {
                        (earlier, patience) = (Some(lane), 2 * patience);
                    }
                    continue;
                }
                Some(_) => RouteFlaw::Loop { at },
                None if at == from => RouteFlaw::NoRoute,
                None => RouteFlaw::DeadEnd { at },
            };
            route.truncate(start);
            return Err(flaw);
        }
        Ok(())
    }
}

/// One path for each pair of nodes that has one.
#[derive(Clone, Debug, Default)]
pub struct Paths {
    paths: HashMap<(NodeId, NodeId), Box<[Lane]>>,
    virtual_channels: u32,
}

impl Paths {
    /// No path.
    pub fn new() -> Self {
        Self::default()
    }

    /// Adds the path of a pair, whose lanes follow each other; false if the pair has another one already.
    pub fn add(&mut self, from: NodeId, to: NodeId, path: &[Lane]) -> bool {
        let highest = path.iter().map(|lane| lane.virtual_channel).max().unwrap_or(0);
        self.virtual_channels = self.virtual_channels.max(highest + 1);
        let known = self.paths.entry((from, to)).or_insert_with(|| path.into());
        **known == *path
    }

    /// How many pairs have a path.
    pub fn len(&self) -> usize {
        self.paths.len()
    }

    /// Whether no pair has a path.
    pub fn is_empty(&self) -> bool {
        self.paths.is_empty()
    }
}

impl Routing for Paths {
    fn virtual_channels(&self) -> u32 {
        self.virtual_channels.max(1)
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        if from == to {
            return Ok(());
        }
        route.extend_from_slice(self.paths.get(&(from, to)).ok_or(RouteFlaw::NoRoute)?);
        Ok(())
    }
}
