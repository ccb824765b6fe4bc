//! A cut that proves that no more trees away from the source can be apart: J. Edmonds, *Edge-disjoint branchings*,
//! 1973.

use super::{Refusal, require};
use crate::ProvedPacking;
use crate::draft::Draft;
use crate::words::shown;
use serde::Deserialize;
use std::collections::VecDeque;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// How many channels are looked at: some seconds.
const MAX_WORK: u64 = 1 << 29;

/// How many trees there are from the source to all nodes, none of which shares a channel with another; and the nodes
/// on one side of a cut, into whose other side few channels lead.
#[derive(Debug, Deserialize)]
pub(super) struct Packing {
    trees: u32,
    #[serde(flatten)]
    side: CutSide,
}

#[derive(Debug, Deserialize)]
#[serde(rename_all = "lowercase")]
enum CutSide {
    /// The nodes on the side of the source.
    Near(Vec<String>),
    /// All others.
    Far(Vec<String>),
}

/// What the cut proves. The cut bounds the number of trees, as each one has a channel across it. That there are so many
/// is Edmonds' theorem, if so many ways without common channels lead to each node: O(trees · nodes · channels).
pub(super) fn verify(
    certificate: &Packing,
    classes: u32,
    draft: &Draft<'_>,
    source: NodeId,
) -> Result<ProvedPacking, Refusal> {
    let Packing { trees, side } = certificate;
    require(*trees == classes && classes > 0, || {
        format!("it counts {trees} trees, and the plan is made for {classes}")
    })?;
    let is_near = near_side(side, draft, source)?;
    let graph = draft.topology.graph();
    let crosses = |&channel: &ChannelId| {
        let [from, to] = [graph.source(channel), graph.target(channel)];
        // Nothing comes from an endpoint but the source: it forwards nothing.
        is_near[from.index()] && !is_near[to.index()] && (from == source || !graph.is_endpoint(from))
    };
    let bound = graph.channels().filter(crosses).count() as u64;
    require(bound >= u64::from(*trees), || {
        format!("only {bound} channels lead across its cut, so there are no {trees} trees without common channels")
    })?;
    let mut ways = Ways { graph, source, taken: vec![false; graph.channel_count()], work: MAX_WORK };
    for node in graph.nodes().filter(|&node| node != source) {
        require(ways.are(*trees, node)?, || {
            format!("fewer than {trees} ways without common channels lead to {}", draft.name(node))
        })?;
    }
    Ok(ProvedPacking { value: u64::from(*trees), bound })
}

/// Which nodes are on the side of the source.
fn near_side(side: &CutSide, draft: &Draft<'_>, source: NodeId) -> Result<Vec<bool>, Refusal> {
    let (names, listed) = match side {
        CutSide::Near(names) => (names, true),
        CutSide::Far(names) => (names, false),
    };
    let mut is_near = vec![!listed; draft.topology.graph().node_count()];
    for name in names {
        let unknown = |_| Refusal::Wrong(format!("its cut has the node {}, which does not exist", shown(name)));
        is_near[draft.topology.find_node(name).map_err(unknown)?.index()] = listed;
    }
    require(is_near[source.index()], || "the source is on the far side of its cut".to_owned())?;
    require(is_near.contains(&false), || "its cut has no far side".to_owned())?;
    Ok(is_near)
}

/// Ways without common channels from the source to one node after another.
struct Ways<'g> {
    graph: &'g Graph,
    source: NodeId,
    /// The channels of the ways found so far.
    taken: Vec<bool>,
    work: u64,
}

impl Ways<'_> {
    /// Whether there are so many: a flow of as many units (Ford, Fulkerson 1956).
    fn are(&mut self, count: u32, to: NodeId) -> Result<bool, Refusal> {
        self.taken.fill(false);
        self.work = self.work.checked_sub(self.taken.len() as u64 / 32).ok_or(Refusal::TooLarge)?;
        for _ in 0..count {
            if !self.one_more(to)? {
                return Ok(false);
            }
        }
        Ok(true)
    }

    /// One way more, where need be by giving up parts of the others.
    fn one_more(&mut self, to: NodeId) -> Result<bool, Refusal> {
        let mut came_by: Vec<Option<(NodeId, ChannelId)>> = vec![None; self.graph.node_count()];
        let mut queue = VecDeque::from([self.source]);
        while let Some(node) = queue.pop_front() {
            if node == to {
                self.change(to, &came_by);
                return Ok(true);
            }
            let work = self.graph.degree(node) as u64 + 1;
            self.work = self.work.checked_sub(work).ok_or(Refusal::TooLarge)?;
            for (next, channel) in self.steps(node) {
                if next != self.source && came_by[next.index()].is_none() {
                    came_by[next.index()] = Some((node, channel));
                    queue.push_back(next);
                }
            }
        }
        Ok(false)
    }

    /// On along free channels, or back along taken ones.
    fn steps(&self, node: NodeId) -> impl Iterator<Item = (NodeId, ChannelId)> {
        let forwards = node == self.source || !self.graph.is_endpoint(node);
        let on = self.graph.out_channels(node).filter(move |channel| forwards && !self.taken[channel.index()]);
        let back = self.graph.in_channels(node).filter(|channel| self.taken[channel.index()]);
        let on = on.map(|channel| (self.graph.target(channel), channel));
        on.chain(back.map(|channel| (self.graph.source(channel), channel)))
    }

    /// Takes the free channels of the way that was found, and gives up the taken ones.
    fn change(&mut self, to: NodeId, came_by: &[Option<(NodeId, ChannelId)>]) {
        let mut at = to;
        while let Some((before, channel)) = came_by[at.index()] {
            self.taken[channel.index()] ^= true;
            at = before;
        }
    }
}
