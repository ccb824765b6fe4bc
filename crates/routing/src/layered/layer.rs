//! One virtual channel of every channel, and the routes on it.

use crate::minimal::MinimalTables;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// The routes of a layer and their waits. A wait is a pair of channels, the second of which leaves the node that the first leads to.
///
/// 5 bytes a pair of nodes, 4 bytes a hop of a route, 8 bytes a wait.
pub(super) struct Layer<'a> {
    graph: &'a Graph,
    tables: &'a MinimalTables<'a>,
    /// By destination, then source: the layer of each route.
    layer: &'a mut [u8],
    /// The number of this one.
    number: u8,
    waits: Waits,
    /// By wait: how many routes of this layer wait so.
    count: Vec<u32>,
    /// The routes of each wait, those that were moved on among them.
    first: Vec<u32>,
    routes: Vec<u32>,
}

impl<'a> Layer<'a> {
    /// The routes with this number of a layer. O(pairs · length).
    pub(super) fn of(graph: &'a Graph, tables: &'a MinimalTables<'a>, layer: &'a mut [u8], number: u8) -> Self {
        let waits = Waits::of(graph);
        let count = vec![0; waits.len()];
        let mut all = Self { graph, tables, layer, number, waits, count, first: Vec::new(), routes: Vec::new() };
        for route in 0..all.layer.len() as u32 {
            if all.layer[route as usize] == number {
                all.each_wait(route, |layer, wait| layer.count[wait] += 1);
            }
        }
        all.list_routes();
        all
    }

    /// Lists the routes of each wait.
    fn list_routes(&mut self) {
        self.first = vec![0; self.waits.len() + 1];
        for wait in 0..self.waits.len() {
            self.first[wait + 1] = self.first[wait] + self.count[wait];
        }
        self.routes = vec![0; self.first[self.waits.len()] as usize];
        let mut next = self.first.clone();
        for route in 0..self.layer.len() as u32 {
            if self.layer[route as usize] == self.number {
                self.each_wait(route, |layer, wait| {
                    layer.routes[next[wait] as usize] = route;
                    next[wait] += 1;
                });
            }
        }
    }

    /// Calls a function with every wait of a route.
    fn each_wait(&mut self, route: u32, mut call: impl FnMut(&mut Self, usize)) {
        let nodes = self.graph.node_count();
        let [from, to] = [route as usize % nodes, route as usize / nodes].map(NodeId::new);
        let (mut at, mut held) = (from, None);
        while let Some(channel) = self.tables.next(at, to) {
            if let Some(held) = held {
                let wait = self.waits.number(self.graph, held, channel);
                call(self, wait);
            }
            (at, held) = (self.graph.target(channel), Some(channel));
        }
    }

    /// Moves routes to the next layer until this one has no cycle: of each cycle that is met those of the wait that fewest routes have.
    /// Whether any was moved. O(channels + waits), and O(length) a route that is moved.
    pub(super) fn break_cycles(mut self) -> bool {
        let mut search = Search { mark: vec![Mark::New; self.graph.channel_count()], path: Vec::new() };
        let mut moved = false;
        for start in self.graph.channels() {
            search.enter(start);
            // Invariant: no cycle goes through a channel that is done; those under way are a path of waits.
            while let Some(&(held, port)) = search.path.last() {
                let next = self.graph.target(held);
                let Some(asked) = self.graph.out_channels(next).nth(port) else {
                    search.leave();
                    continue;
                };
                search.skip();
                if self.count[self.waits.first[held.index()] as usize + port] == 0 {
                    continue;
                }
                if search.mark[asked.index()] == Mark::UnderWay {
                    let weakest = self.weakest(&search, asked);
                    self.move_on(weakest);
                    search.go_back_to(self.waits.held(weakest));
                    moved = true;
                } else {
                    search.enter(asked);
                }
            }
        }
        moved
    }

    /// The wait that fewest routes have on the cycle that a channel under way closes.
    fn weakest(&self, search: &Search, closing: ChannelId) -> usize {
        let start = search.path.iter().position(|&(channel, _)| channel == closing).expect("it is under way");
        // The port of each channel on the path is already that of the wait after the one it follows.
        let wait = |&(channel, port): &(ChannelId, usize)| self.waits.first[channel.index()] as usize + port - 1;
        search.path[start..].iter().map(wait).min_by_key(|&wait| self.count[wait]).expect("a cycle has a wait")
    }

    fn move_on(&mut self, wait: usize) {
        for listed in self.first[wait]..self.first[wait + 1] {
            let route = self.routes[listed as usize];
            if self.layer[route as usize] == self.number {
                self.layer[route as usize] += 1;
                self.each_wait(route, |layer, wait| layer.count[wait] -= 1);
            }
        }
    }
}

/// The numbers of waits: those of one channel follow each other, in the order of the channels that are asked for.
struct Waits {
    first: Vec<u32>,
}

impl Waits {
    fn of(graph: &Graph) -> Self {
        let mut first = vec![0];
        for channel in graph.channels() {
            first.push(first[channel.index()] + graph.out_channels(graph.target(channel)).len() as u32);
        }
        Self { first }
    }

    fn len(&self) -> usize {
        self.first[self.first.len() - 1] as usize
    }

    fn number(&self, graph: &Graph, held: ChannelId, asked: ChannelId) -> usize {
        let ports = graph.out_channels(graph.target(held));
        let start = ports.map(ChannelId::index).next().expect("the asked channel leaves here");
        self.first[held.index()] as usize + asked.index() - start
    }

    /// The channel that is held in a wait. O(log channels).
    fn held(&self, wait: usize) -> ChannelId {
        ChannelId::new(self.first.partition_point(|&first| first as usize <= wait) - 1)
    }
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    New,
    UnderWay,
    Done,
}

/// A depth-first search: the channels under way, each with the number of the next wait to follow.
struct Search {
    mark: Vec<Mark>,
    path: Vec<(ChannelId, usize)>,
}

impl Search {
    fn enter(&mut self, channel: ChannelId) {
        if self.mark[channel.index()] == Mark::New {
            self.mark[channel.index()] = Mark::UnderWay;
            self.path.push((channel, 0));
        }
    }

    fn skip(&mut self) {
        self.path.last_mut().expect("a channel is under way").1 += 1;
    }

    fn leave(&mut self) {
        let (channel, _) = self.path.pop().expect("a channel is under way");
        self.mark[channel.index()] = Mark::Done;
    }

    /// Forgets what was entered after a channel, since the wait that led there is gone.
    fn go_back_to(&mut self, channel: ChannelId) {
        while let Some(&(last, _)) = self.path.last().filter(|(last, _)| *last != channel) {
            self.mark[last.index()] = Mark::New;
            self.path.pop();
        }
    }
}
