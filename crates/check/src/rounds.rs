//! Plans in rounds, against a model of what a network can do in one.

use crate::words::shown;
use crate::{Report, Unlisted, Violation};
use serde::Serialize;
use std::num::NonZeroU32;
use wormcast_plan::{Duplex, Plan, RoundModel, Worm};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// Whether a plan is a plan in rounds, and how far it is from the counting lower bound.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct RoundReport {
    /// The rounds that have worms, in order.
    pub rounds: Vec<Round>,
    /// [`RoundModel::lower_bound`] for this source and so many destinations: no plan has fewer rounds.
    pub lower_bound: Option<u32>,
    /// The violations, at most [`MAX_VIOLATIONS_PER_KIND`](crate::MAX_VIOLATIONS_PER_KIND) of a kind.
    pub violations: Vec<Violation>,
    /// How many more there are, by kind.
    pub unlisted: Vec<Unlisted>,
}

/// One round of a plan.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct Round {
    /// Its number.
    pub round: u32,
    /// How many worms are sent in it.
    pub worms: usize,
    /// How many nodes are informed after it, the source included.
    pub informed: usize,
}

impl RoundReport {
    /// Whether the plan keeps to the model.
    pub fn is_valid(&self) -> bool {
        self.violations.is_empty()
    }
}

/// Judges a plan by a model of rounds. Every worm must be a path from a node that was informed in an earlier round to
/// one node that was not informed before; the worms of a round must fit in the network together; after the last round
/// every destination must be informed. The routes are verified too, so that a plan that is too large for
/// [`judge`](crate::judge), which needs its names, can be judged in this compact form.
///
/// O(hops log degree + nodes log nodes + channels + worms log worms) time, 4 bytes a channel and 12 bytes a node.
///
/// # Panics
/// If the plan is for a larger network: its numbers must be those of `topology`.
pub fn check_rounds(plan: &Plan, topology: &dyn Topology, model: RoundModel) -> RoundReport {
    let mut judge = Judge::new(plan, topology, model);
    let mut order: Vec<_> = plan.worms.iter().collect();
    order.sort_by_key(|worm| worm.round);
    let rounds = order.chunk_by(|a, b| a.round == b.round).map(|worms| judge.round(worms)).collect();
    judge.judge_destinations();
    let lower_bound = model.lower_bound(topology.graph(), plan.source, plan.destinations.len());
    let Report { violations, unlisted, .. } = judge.report;
    RoundReport { rounds, lower_bound, violations, unlisted }
}

/// Marks a node that nothing has informed, and a channel that nothing has taken.
const NOBODY: u32 = u32::MAX;

struct Judge<'p> {
    plan: &'p Plan,
    topology: &'p dyn Topology,
    model: RoundModel,
    /// The worm that informed each node. The source has its own number of worms, which no worm has.
    informed_by: Vec<u32>,
    informed: usize,
    /// The worm that took each channel last (half duplex: one channel of each link).
    taken_by: Vec<u32>,
    /// The worm that each node sent last, and how many it has sent in the round of that one.
    sent: Vec<(u32, u32)>,
    report: Report,
}

impl<'p> Judge<'p> {
    fn new(plan: &'p Plan, topology: &'p dyn Topology, model: RoundModel) -> Self {
        let graph = topology.graph();
        let mut informed_by = vec![NOBODY; graph.node_count()];
        informed_by[plan.source.index()] = plan.worms.len() as u32;
        Self {
            plan,
            topology,
            model,
            informed_by,
            informed: 1,
            taken_by: vec![NOBODY; graph.channel_count()],
            sent: vec![(NOBODY, 0); graph.node_count()],
            report: Report::default(),
        }
    }

    /// The worms of one round. All start before any of them arrives.
    fn round(&mut self, worms: &[Worm<'_>]) -> Round {
        for worm in worms {
            if self.informed_by[worm.origin.index()] == NOBODY {
                let origin = self.name(worm.origin);
                self.report.add(Violation::OriginNotInformed { worm: worm.id, round: worm.round, origin });
            }
            self.judge_ports(worm);
            worm.hops.iter().for_each(|hop| self.judge_channel(worm, hop.channel));
        }
        for worm in worms {
            match end_of_path(worm, self.topology) {
                Some(end) => self.inform(end, worm.id),
                None => self.report.add(Violation::NotAPath { worm: worm.id }),
            }
        }
        Round { round: worms[0].round, worms: worms.len(), informed: self.informed }
    }

    fn inform(&mut self, node: NodeId, worm: u32) {
        let first = self.informed_by[node.index()];
        if first == NOBODY {
            self.informed_by[node.index()] = worm;
            self.informed += 1;
        } else if node == self.plan.source {
            self.report.add(Violation::UselessDelivery { worm, node: self.name(node) });
        } else {
            self.report.add(Violation::DeliveredAgain { worm, first, node: self.name(node) });
        }
    }

    fn judge_ports(&mut self, worm: &Worm<'_>) {
        let (last, count) = &mut self.sent[worm.origin.index()];
        let same_round = *last != NOBODY && self.plan.worms.get(*last).round == worm.round;
        (*last, *count) = (worm.id, if same_round { *count + 1 } else { 1 });
        if let Some(ports) = self.model.ports.map(NonZeroU32::get).filter(|&ports| *count > ports) {
            let (round, count) = (worm.round, *count);
            let node = self.name(worm.origin);
            self.report.add(Violation::TooManySent { worm: worm.id, node, round, count, ports });
        }
    }

    fn judge_channel(&mut self, worm: &Worm<'_>, channel: ChannelId) {
        let graph = self.topology.graph();
        let key = match self.model.duplex {
            Duplex::Full => channel,
            Duplex::Half => graph.link(channel),
        };
        let first = std::mem::replace(&mut self.taken_by[key.index()], worm.id);
        if first == NOBODY || self.plan.worms.get(first).round != worm.round {
            return;
        }
        let (round, worms) = (worm.round, [first, worm.id]);
        let [a, b] = [graph.source(key), graph.target(key)].map(|node| self.name(node));
        self.report.add(match self.model.duplex {
            Duplex::Full => Violation::SharedChannel { round, worms, from: a, to: b },
            Duplex::Half => Violation::SharedLink { round, worms, a, b },
        });
    }

    fn judge_destinations(&mut self) {
        for &node in &self.plan.destinations {
            if self.informed_by[node.index()] == NOBODY {
                self.report.add(Violation::NotDelivered { node: self.name(node) });
            }
        }
    }

    fn name(&self, node: NodeId) -> String {
        shown(&self.topology.node_name(node))
    }
}

/// The node to which a worm brings the message, if it is a path from its origin with one delivery, at its end.
fn end_of_path(worm: &Worm<'_>, topology: &dyn Topology) -> Option<NodeId> {
    let graph = topology.graph();
    let mut at = worm.origin;
    for (index, hop) in worm.hops.iter().enumerate() {
        let follows = hop.parent() == index.checked_sub(1).map(|before| before as u32);
        if !follows || graph.source(hop.channel) != at {
            return None;
        }
        at = graph.target(hop.channel);
    }
    let [delivery] = worm.deliveries else {
        return None;
    };
    (delivery.hop as usize + 1 == worm.hops.len() && delivery.node == at).then_some(at)
}
