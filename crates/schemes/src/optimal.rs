//! Optimal multicast stars: the solvers behind the schemes `ocms` and `otms`.

mod crossings;
mod cuts;
mod deepen;
mod disjoint;
mod disjoint_search;
mod distances;
mod duals;
mod flow;
mod grid_channels;
mod half_problem;
mod halves;
mod layers;
mod least;
mod many_paths;
mod nearest;
mod opening;
mod pareto_fronts;
mod potentials;
mod reference_matching;
mod reference_table;
mod routes;
mod solve;
mod soonest;
mod star_clock;
mod two_paths;

pub use cuts::{Cuts, TooWide};
pub use disjoint::{Disjoint, best_disjoint, fewest_channels_disjoint, is_disjoint};
pub use duals::Duals;
pub use flow::fewest_channels_by_flow;
pub use grid_channels::fewest_channels_on_grid;
pub use half_problem::{FORBIDDEN, GridPlace, HalfProblem, MulticastStar, StarCost, StarPath};
pub use halves::{Half, Halves};
pub use least::Least;
pub use opening::{Opening, Who};
pub use pareto_fronts::{End, ParetoFronts};
pub use potentials::{Potentials, Weights};
pub use reference_matching::{fewest_channels_by_matching, fewest_channels_by_matching_counted};
pub use reference_table::{shortest_longest_by_table, shortest_longest_by_table_counted};
pub use routes::Routes;
pub use solve::{BoundProof, Shortest, fewest_channels, fewest_channels_within, shortest_longest, trade_offs};
pub use soonest::{Soonest, soonest};
pub use star_clock::{Pace, StarClock};

pub(crate) use two_paths::keep_undominated;
