//! Lengths from a linear program.

use super::Multicast;
use super::bounds::bound_by;
use crate::least_trees::{Grower, Terminals, Tree, Weighted};
use microlp::{ComparisonOp, OptimizationDirection, Problem, SolveOutcome, Variable};
use wormcast_plan::MulticastSet;
use wormcast_topology::Graph;

/// The most channels times multicasts for which the program is written.
const MOST: usize = 40_000;
/// How often it is solved, each time with the trees that are lightest by its lengths.
const ROUNDS: usize = 40;
/// Lengths are multiples of one in so many.
const SCALE: f64 = 1e6;

/// A lower bound on the load of the busiest channel, by the dual of the multicast congestion program: lengths of the
/// channels that sum to 1, such that the weights of the lightest trees, each times the flits of its message, sum to the
/// most. A weight is at most that of each tree that is known; trees are added while they are lighter. The lengths of
/// each round are made whole numbers, from which the bound is computed by itself. 0 where the program would be large.
pub(super) fn length_bound(graph: &Graph, multicasts: &[Multicast]) -> u64 {
    if graph.channel_count() * multicasts.len() > MOST {
        return 0;
    }
    let mut problem = Problem::new(OptimizationDirection::Maximize);
    let lengths: Vec<_> = graph.channels().map(|_| problem.add_var(0.0, (0.0, 1.0))).collect();
    let weights: Vec<_> = multicasts
        .iter()
        .map(|multicast| problem.add_var(multicast.flits.into(), (0.0, graph.node_count() as f64)))
        .collect();
    let all: Vec<_> = lengths.iter().map(|&length| (length, 1.0)).collect();
    problem.add_constraint(&all[..], ComparisonOp::Eq, 1.0);
    let mut bound = 0;
    let mut own = vec![1; graph.channel_count()];
    for _ in 0..ROUNDS {
        if !add_lightest(graph, multicasts, &own, (&lengths, &weights), &mut problem) {
            break;
        }
        let Ok(SolveOutcome::Solution(solution)) = problem.solve() else { break };
        own = lengths.iter().map(|&length| (solution.var_value(length).max(0.0) * SCALE).round() as u64).collect();
        bound = bound.max(bound_by(graph, multicasts, &own));
    }
    bound
}

/// Says of each weight that it is at most that of a light tree by these lengths; whether all trees were found.
fn add_lightest(
    graph: &Graph,
    multicasts: &[Multicast],
    own: &[u64],
    (lengths, weights): (&[Variable], &[Variable]),
    problem: &mut Problem,
) -> bool {
    // Among trees of no weight one with few channels says more.
    let network = Weighted::with(graph, own.iter().map(|&length| length * 1000 + 1).collect());
    let (mut grower, mut terminals, mut tree) = (Grower::default(), Terminals::default(), Tree::default());
    multicasts.iter().zip(weights).all(|(multicast, &weight)| {
        terminals.mark(graph.node_count(), &multicast.destinations);
        let set = MulticastSet { source: multicast.source, destinations: &multicast.destinations };
        if grower.grow(&network, set, &terminals, |_| true, &mut tree).is_err() {
            return false;
        }
        let taken = tree.nodes().filter_map(|node| tree.channel_into(node));
        let mut terms: Vec<_> = taken.map(|channel| (lengths[channel.index()], -1.0)).collect();
        terms.push((weight, 1.0));
        problem.add_constraint(&terms[..], ComparisonOp::Le, 0.0);
        true
    })
}
