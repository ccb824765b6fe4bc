//! The channel dependency graph of a routing: which lane is asked for while which other is held.

use crate::Lane;
use crate::cycle::{CompactGraph, shortest_cycle};
use wormcast_topology::{Graph, NodeId};

/// Who makes a dependency: a message from one node to another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Flow {
    /// Its source.
    pub from: NodeId,
    /// Its destination; of a multicast, where the branch leads.
    pub to: NodeId,
    /// The multicast group that it goes to; none for a unicast.
    pub group: Option<u32>,
    /// Its service level, where there are some.
    pub level: Option<u8>,
}

impl Flow {
    /// A unicast.
    pub const fn unicast(from: NodeId, to: NodeId) -> Self {
        Self { from, to, group: None, level: None }
    }
}

/// A lane that is asked for.
#[derive(Clone, Copy, Debug)]
struct Asked {
    lane: u32,
    /// How many hops the flow has taken then.
    hops: u32,
    flow: Flow,
}

/// A message that holds one lane asks for another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dependency {
    /// The lane that is held.
    pub held: Lane,
    /// The lane that is asked for: it leaves the router that the held one leads to.
    pub asked: Lane,
    /// Of the messages that do so, the first of those that hold the fewest channels then.
    pub flow: Flow,
}

/// The lanes of a network and the dependencies between them (Dally, Seitz 1987). Each dependency is kept once, with one
/// flow that makes it: 28 bytes; 25 bytes a lane.
#[derive(Clone, Debug)]
pub struct DependencyGraph {
    virtual_channels: u32,
    /// By lane: which lanes are asked for by messages that hold it.
    asked: Vec<Vec<Asked>>,
    used: Vec<bool>,
    /// Of all waits that were added, in their order.
    digest: u64,
}

impl DependencyGraph {
    /// No dependencies, on a network whose channels have so many virtual channels. O(lanes).
    pub fn new(graph: &Graph, virtual_channels: u32) -> Self {
        let lanes = graph.channel_count() * virtual_channels as usize;
        Self { virtual_channels, asked: vec![Vec::new(); lanes], used: vec![false; lanes], digest: 0 }
    }

    /// How many virtual channels a channel has.
    pub fn virtual_channels(&self) -> u32 {
        self.virtual_channels
    }

    /// Adds what a message on this route waits for. O(length · dependencies of a lane).
    pub fn add_route(&mut self, route: &[Lane], flow: Flow) {
        route.iter().for_each(|&lane| self.take(lane));
        route.windows(2).zip(1..).for_each(|(pair, hops)| self.add(pair[0], pair[1], flow, hops));
    }

    /// A lane is taken by some message.
    pub fn take(&mut self, lane: Lane) {
        self.used[lane.index(self.virtual_channels) as usize] = true;
    }

    /// A message that holds one lane, the last of so many hops, asks for another.
    pub fn add(&mut self, held: Lane, asked: Lane, flow: Flow, hops: u32) {
        let [held, lane] = [held, asked].map(|lane| lane.index(self.virtual_channels));
        for part in [held, lane, flow.from.index() as u32, flow.to.index() as u32] {
            // FNV-1a, with the numbers for its bytes.
            self.digest = (self.digest ^ u64::from(part)).wrapping_mul(0x0100_0000_01b3);
        }
        let asked = Asked { lane, hops, flow };
        let row = &mut self.asked[held as usize];
        match row.iter_mut().find(|known| known.lane == lane) {
            Some(known) if known.hops > hops => *known = asked,
            Some(_) => {}
            None => row.push(asked),
        }
    }

    /// A number that is another one for other routes, as good as always: of all waits that were added, with their
    /// flows.
    pub fn digest(&self) -> u64 {
        self.digest
    }

    /// The lanes that messages take, in ascending order.
    pub fn lanes(&self) -> impl Iterator<Item = Lane> + '_ {
        let used = self.used.iter().enumerate().filter(|(_, used)| **used);
        used.map(|(index, _)| Lane::of_index(index as u32, self.virtual_channels))
    }

    /// All dependencies, by the lane that is held.
    pub fn dependencies(&self) -> impl Iterator<Item = Dependency> + '_ {
        let all = self.asked.iter().enumerate();
        all.flat_map(move |(held, asked)| {
            asked.iter().map(move |asked| self.dependency(held as u32, asked.lane, asked.flow))
        })
    }

    /// Whether a message that holds one lane asks for another.
    pub fn depends(&self, held: Lane, asked: Lane) -> bool {
        let [held, asked] = [held, asked].map(|lane| lane.index(self.virtual_channels));
        self.asked[held as usize].iter().any(|known| known.lane == asked)
    }

    /// A number for each lane that is taken, such that every message asks for lanes of higher numbers than it holds:
    /// then there is always one, the holder of the highest number, that can go on, and no deadlock. The numbers are the
    /// least. O(lanes + dependencies).
    ///
    /// # Errors
    /// There is no such numbering: the dependencies of a cycle, each from the lane that the one before asks for. It is
    /// a shortest one of its strongly connected component, as far as a bounded search tells.
    pub fn numbering(&self) -> Result<Vec<(Lane, u32)>, Vec<Dependency>> {
        let graph = self.compact();
        match graph.levels() {
            Ok(levels) => {
                Ok(self.lanes().map(|lane| (lane, levels[lane.index(self.virtual_channels) as usize])).collect())
            }
            Err(_) => Err(self.cycle_of(&shortest_cycle(&graph).expect("what has no levels has a cycle"))),
        }
    }

    /// A short cycle in each strongly connected component that has one, those of the smallest components first.
    pub fn cycles(&self) -> Vec<Vec<Dependency>> {
        let graph = self.compact();
        let mut components = graph.cyclic_components();
        components.sort_by_key(Vec::len);
        components.iter().map(|component| self.cycle_of(&graph.short_cycle_in(component))).collect()
    }

    fn compact(&self) -> CompactGraph {
        CompactGraph::new(self.asked.iter().map(|asked| asked.iter().map(|asked| asked.lane)))
    }

    fn cycle_of(&self, vertices: &[u32]) -> Vec<Dependency> {
        let next = vertices.iter().cycle().skip(1);
        let dependency = |(&held, &asked): (&u32, &u32)| {
            let known = self.asked[held as usize].iter().find(|known| known.lane == asked);
            self.dependency(held, asked, known.expect("a cycle follows dependencies").flow)
        };
        vertices.iter().zip(next).map(dependency).collect()
    }

    fn dependency(&self, held: u32, asked: u32, flow: Flow) -> Dependency {
        let [held, asked] = [held, asked].map(|index| Lane::of_index(index, self.virtual_channels));
        Dependency { held, asked, flow }
    }
}
