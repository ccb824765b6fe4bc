//! The tree of least weight that has no conflict, as an integer program that is written while it is solved.

use super::Demand;
use crate::least_trees::{Weighted, gcd};
use microlp::{ComparisonOp, Error, LinearExpr, OptimizationDirection, Problem, SolveOptions, SolveOutcome, Variable};
use wormcast_topology::{ChannelId, NodeId};

/// Branches that one solve may look at.
const NODES: u64 = 500;
/// Pivots of the simplex method that all solves together may take, each times the constraints: some ten seconds.
const PIVOTS: u64 = 20_000_000;

/// What all channels weigh together at most, in units that divide all weights.
const MOST_UNITS: u64 = 1 << 32;

/// A variable for each channel, 1 where the tree takes it. Every tree that fits, directed away from the source, keeps
/// the constraints:
///
/// - each node is entered by one channel at most, the source by none;
/// - a channel that leaves a node other than the source has one that enters it, not its opposite;
/// - some channel enters each set of nodes with a destination and without the source (cuts, added as they are needed);
/// - of the channels of a [`Conflict`](super::waits::Conflict) one is missing; where everyone sends, of their links.
pub(super) struct Program<'p, 'n> {
    network: &'p Weighted<'n>,
    demand: Demand<'p>,
    problem: Problem,
    variables: Vec<Option<Variable>>,
    constraints: u64,
    /// What is left of [`PIVOTS`].
    left: u64,
}

/// What a program comes to.
pub(super) enum Solved {
    /// The channels of a solution of least weight, and that weight, below which no tree can be.
    Channels(Vec<ChannelId>, u64),
    /// No tree keeps the constraints.
    Infeasible,
    /// The search was cut short.
    GaveUp,
}

impl<'p, 'n> Program<'p, 'n> {
    /// The program without cuts and conflicts, and without the channels that are away; none where weights have more
    /// digits than the solver counts. O(channels · degree).
    pub(super) fn new(
        network: &'p Weighted<'n>,
        demand: Demand<'p>,
        is_away: impl Fn(ChannelId) -> bool,
    ) -> Option<Self> {
        let graph = network.graph;
        let unit = graph.channels().fold(0, |unit, channel| gcd(unit, network.weight(channel))).max(1);
        let sum = graph.channels().map(|channel| network.weight(channel) / unit).fold(0, u64::saturating_add);
        if sum > MOST_UNITS {
            return None;
        }
        let mut problem = Problem::new(OptimizationDirection::Minimize);
        let source = demand.set.source;
        let goes_back = |channel| !demand.everyone_sends || graph.reverse(channel).is_some();
        let is_taken = |&channel: &ChannelId| {
            graph.target(channel) != source
                && network.forwards(graph.source(channel), source)
                && goes_back(channel)
                && !is_away(channel)
        };
        let mut variable =
            |channel| is_taken(&channel).then(|| problem.add_binary_var((network.weight(channel) / unit) as f64));
        let variables = graph.channels().map(&mut variable).collect();
        let mut program = Self { network, demand, problem, variables, constraints: 0, left: PIVOTS };
        graph.nodes().filter(|&node| node != source).for_each(|node| program.enter_once(node));
        graph.channels().for_each(|channel| program.come_from_somewhere(channel));
        Some(program)
    }

    fn enter_once(&mut self, node: NodeId) {
        let entries: Vec<_> = self.network.graph.in_channels(node).collect();
        let all = self.sum(entries);
        let op = if self.demand.set.destinations.contains(&node) { ComparisonOp::Eq } else { ComparisonOp::Le };
        self.constrain(all, op, 1.0);
    }

    fn come_from_somewhere(&mut self, channel: ChannelId) {
        let graph = self.network.graph;
        let from = graph.source(channel);
        let Some(variable) = self.variables[channel.index()].filter(|_| from != self.demand.set.source) else { return };
        let opposite = graph.reverse(channel);
        let entries = graph.in_channels(from).filter(|&entry| Some(entry) != opposite);
        let mut sum = self.sum(entries);
        sum.add(variable, -1.0);
        self.constrain(sum, ComparisonOp::Ge, 0.0);
    }

    fn constrain(&mut self, sum: LinearExpr, op: ComparisonOp, bound: f64) {
        self.constraints += 1;
        self.problem.add_constraint(sum, op, bound);
    }

    /// The sum of the variables of some channels, each once.
    fn sum(&self, channels: impl IntoIterator<Item = ChannelId>) -> LinearExpr {
        let mut sum = LinearExpr::empty();
        channels
            .into_iter()
            .filter_map(|channel| self.variables[channel.index()])
            .for_each(|variable| sum.add(variable, 1.0));
        sum
    }

    /// Some channel enters this set of nodes.
    pub(super) fn cut(&mut self, is_inside: impl Fn(NodeId) -> bool) {
        let graph = self.network.graph;
        let entries = graph.channels().filter(|&c| is_inside(graph.target(c)) && !is_inside(graph.source(c)));
        let sum = self.sum(entries);
        self.constrain(sum, ComparisonOp::Ge, 1.0);
    }

    /// One of these channels is missing; where everyone sends, one of their links, both ways.
    pub(super) fn forbid(&mut self, conflict: &[ChannelId]) {
        let graph = self.network.graph;
        let mut parts: Vec<_> = match self.demand.everyone_sends {
            true => conflict.iter().map(|&channel| graph.link(channel)).collect(),
            false => conflict.to_vec(),
        };
        parts.sort_unstable();
        parts.dedup();
        let ways = |part: ChannelId| [Some(part), graph.reverse(part).filter(|_| self.demand.everyone_sends)];
        let is_possible =
            |part: &ChannelId| ways(*part).into_iter().flatten().any(|c| self.variables[c.index()].is_some());
        if parts.iter().all(is_possible) {
            let sum = self.sum(parts.iter().flat_map(|&part| ways(part)).flatten());
            self.constrain(sum, ComparisonOp::Le, parts.len() as f64 - 1.0);
        }
    }

    /// A solution of least weight.
    pub(super) fn solve(&mut self) -> Solved {
        if self.left == 0 {
            return Solved::GaveUp;
        }
        let mut options = SolveOptions::default();
        options.node_limit = Some(NODES);
        let solution = match self.problem.solve_with(options) {
            Ok(SolveOutcome::Solution(solution)) => solution,
            Err(Error::Infeasible) => return Solved::Infeasible,
            _ => return Solved::GaveUp,
        };
        self.left = self.left.saturating_sub(solution.stats().lp_iterations * self.constraints);
        if solution.status() != microlp::SolutionStatus::Optimal {
            return Solved::GaveUp;
        }
        let is_taken = |channel: &ChannelId| {
            self.variables[channel.index()].is_some_and(|variable| solution.var_value(variable) > 0.5)
        };
        let channels: Vec<_> = self.network.graph.channels().filter(is_taken).collect();
        let weight = channels.iter().map(|&channel| self.network.weight(channel)).sum();
        Solved::Channels(channels, weight)
    }
}
