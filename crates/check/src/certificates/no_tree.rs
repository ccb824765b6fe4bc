//! Why lower virtual channels have no tree that fits given routes.

use super::{Refusal, Verdict, require};
use crate::words::shown;
use std::collections::{BTreeMap, HashMap};
use wormcast_plan::{NoTree, NoTrees, PlanDocument};
use wormcast_routing::{DependencyGraph, Lane};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology, find_channel};

/// How many lanes may be looked at.
const WORK: usize = 200_000_000;

/// Verifies that no virtual channel below a number has a tree for the multicast of a plan whose messages close no cycle
/// with what is there; that number. Trees enter each node once, and a message that holds a channel of a tree asks for
/// each of the next ones.
pub(crate) fn verify(
    certificate: &NoTrees,
    document: &PlanDocument,
    topology: &dyn Topology,
    waits: &DependencyGraph,
) -> Result<u64, Refusal> {
    let find = |name: &String| topology.find_node(name).map_err(|error| Refusal::Wrong(error.to_string()));
    let source = find(&document.source)?;
    let destinations = document.destinations.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    for (layer, search) in (0..).zip(&certificate.no_tree) {
        let mut case = Case::new(topology, source, &destinations, waits, layer);
        case.verify(search)?;
    }
    Ok(certificate.no_tree.len() as u64)
}

/// One virtual channel.
struct Case<'c> {
    topology: &'c dyn Topology,
    graph: &'c Graph,
    source: NodeId,
    destinations: &'c [NodeId],
    layer: u32,
    virtual_channels: u32,
    /// By lane: what is asked for by messages that hold it.
    asked: Vec<Vec<u32>>,
    /// Whether turns close no cycle by themselves, once that was asked.
    allowed: HashMap<(ChannelId, ChannelId), bool>,
    is_away: Vec<bool>,
    left: usize,
}

impl<'c> Case<'c> {
    fn new(
        topology: &'c dyn Topology,
        source: NodeId,
        destinations: &'c [NodeId],
        waits: &DependencyGraph,
        layer: u32,
    ) -> Self {
        let graph = topology.graph();
        let virtual_channels = waits.virtual_channels().max(layer + 1);
        let mut asked = vec![Vec::new(); graph.channel_count() * virtual_channels as usize];
        for wait in waits.dependencies() {
            asked[wait.held.index(virtual_channels) as usize].push(wait.asked.index(virtual_channels));
        }
        let (allowed, is_away) = (HashMap::new(), vec![false; graph.channel_count()]);
        Self { topology, graph, source, destinations, layer, virtual_channels, asked, allowed, is_away, left: WORK }
    }

    fn verify(&mut self, search: &NoTree<String, String>) -> Verdict {
        match search {
            NoTree::Unreached { unreached } => self.unreached(unreached),
            NoTree::OneMissing { one_missing } => {
                let find = |name: &String| {
                    find_channel(self.topology, name).map_err(|error| Refusal::Wrong(error.to_string()))
                };
                let channels = one_missing.iter().map(|(name, _)| find(name)).collect::<Result<Vec<_>, _>>()?;
                self.cannot_all_be(&channels)?;
                for (&channel, (_, rest)) in channels.iter().zip(one_missing) {
                    let before = std::mem::replace(&mut self.is_away[channel.index()], true);
                    self.verify(rest)?;
                    self.is_away[channel.index()] = before;
                }
                Ok(())
            }
        }
    }

    /// A destination is out of reach over turns each of which closes no cycle.
    fn unreached(&mut self, name: &str) -> Verdict {
        let is_it = |node: &&NodeId| self.topology.node_name(**node) == name;
        let node = self.destinations.iter().find(is_it);
        let node = *node.ok_or_else(|| Refusal::Wrong(format!("{} is no destination", shown(name))))?;
        let mut is_met = self.is_away.clone();
        let mut open: Vec<_> = self.graph.out_channels(self.source).filter(|own| !is_met[own.index()]).collect();
        open.iter().for_each(|channel| is_met[channel.index()] = true);
        while let Some(held) = open.pop() {
            let at = self.graph.target(held);
            let problem = || format!("{} can be reached in virtual channel {}", shown(name), self.layer);
            require(at != node, problem)?;
            if at == self.source || self.graph.is_endpoint(at) {
                continue;
            }
            for asked in self.graph.out_channels(at) {
                let goes_back = self.graph.reverse(held) == Some(asked);
                if !is_met[asked.index()] && !goes_back && self.allows(held, asked)? {
                    is_met[asked.index()] = true;
                    open.push(asked);
                }
            }
        }
        Ok(())
    }

    /// Two of these channels enter one node, or together they close a cycle.
    fn cannot_all_be(&mut self, channels: &[ChannelId]) -> Verdict {
        let mut into: BTreeMap<NodeId, ChannelId> = BTreeMap::new();
        for &channel in channels {
            let other = into.insert(self.graph.target(channel), channel);
            if other.is_some_and(|other| other != channel) || self.graph.target(channel) == self.source {
                return Ok(());
            }
        }
        let mut more: HashMap<u32, Vec<u32>> = HashMap::new();
        for &asked in channels {
            if let Some(&held) = into.get(&self.graph.source(asked)) {
                more.entry(self.lane(held)).or_default().push(self.lane(asked));
            }
        }
        for &channel in channels {
            if self.leads(self.lane(channel), self.lane(channel), &more)? {
                return Ok(());
            }
        }
        let names: Vec<_> = channels.iter().map(|&channel| self.topology.channel_name(channel)).collect();
        require(false, || format!("a tree with {} need not close a cycle", shown(&names.join(", "))))
    }

    fn allows(&mut self, held: ChannelId, asked: ChannelId) -> Result<bool, Refusal> {
        if let Some(&known) = self.allowed.get(&(held, asked)) {
            return Ok(known);
        }
        let closes = self.leads(self.lane(asked), self.lane(held), &HashMap::new())?;
        self.allowed.insert((held, asked), !closes);
        Ok(!closes)
    }

    fn lane(&self, channel: ChannelId) -> u32 {
        Lane::new(channel, self.layer).index(self.virtual_channels)
    }

    /// Whether waits, and these more, lead from one lane to another, one at least.
    fn leads(&mut self, from: u32, to: u32, more: &HashMap<u32, Vec<u32>>) -> Result<bool, Refusal> {
        let mut is_met = vec![false; self.asked.len()];
        let mut open = vec![from];
        self.left = self.left.checked_sub(self.asked.len() / 64).ok_or(Refusal::TooLarge)?;
        while let Some(held) = open.pop() {
            self.left = self.left.checked_sub(1).ok_or(Refusal::TooLarge)?;
            for &asked in self.asked[held as usize].iter().chain(more.get(&held).into_iter().flatten()) {
                if asked == to {
                    return Ok(true);
                }
                if !std::mem::replace(&mut is_met[asked as usize], true) {
                    open.push(asked);
                }
            }
        }
        Ok(false)
    }
}
