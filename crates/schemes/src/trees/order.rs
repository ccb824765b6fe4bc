//! In which order links are taken.

use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;
use wormcast_topology::{Grid, NodeId, Topology};

/// The order in which [`most_trees`](super::most_trees) takes the links of a network: it decides which trees come out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LinkOrder {
    /// By the numbers of their ends.
    Given,
    /// Shuffled by this seed.
    Seeded(u64),
    /// The special order of the torus paper, section 5.3, from which two Hamiltonian paths come out on an N × N torus:
    /// row by row, each from the column with the row's number on; then from each row to the next, each time from the
    /// column with the row's number on, the last time without the last column.
    ///
    /// The text writes the first part with the row as the first index of H, against its own definition. With the column
    /// first, as defined, the trees are no paths.
    HamiltonianPaths,
}

/// An order that is not made for a network.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("the order of two Hamiltonian paths is for tori with two equal sides of at least 3; this is {0}")]
pub struct NoSuchOrder(pub String);

/// A name that no order has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is no order of links; expected `given`, `random:SEED` or `hamiltonian-paths`")]
pub struct UnknownOrder(pub String);

impl FromStr for LinkOrder {
    type Err = UnknownOrder;

    fn from_str(name: &str) -> Result<Self, UnknownOrder> {
        let seed = || name.strip_prefix("random:")?.parse().ok();
        match name {
            "given" => Ok(Self::Given),
            "hamiltonian-paths" => Ok(Self::HamiltonianPaths),
            _ => seed().map(Self::Seeded).ok_or_else(|| UnknownOrder(name.to_owned())),
        }
    }
}

impl fmt::Display for LinkOrder {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Given => f.write_str("given"),
            Self::Seeded(seed) => write!(f, "random:{seed}"),
            Self::HamiltonianPaths => f.write_str("hamiltonian-paths"),
        }
    }
}

impl LinkOrder {
    /// The links of a network that go both ways, in this order; of parallel ones, one. O(channels).
    ///
    /// # Errors
    /// The order is not made for this network.
    pub fn links(self, topology: &dyn Topology) -> Result<Vec<(NodeId, NodeId)>, NoSuchOrder> {
        match self {
            Self::Given => Ok(given(topology)),
            Self::Seeded(seed) => Ok(shuffled(given(topology), seed)),
            Self::HamiltonianPaths => {
                let torus = topology.torus();
                let square = torus.filter(|grid| matches!(*grid.sides(), [a, b] if a == b && a >= 3));
                square.map(two_paths).ok_or_else(|| NoSuchOrder(topology.spec()))
            }
        }
    }
}

fn given(topology: &dyn Topology) -> Vec<(NodeId, NodeId)> {
    let graph = topology.graph().two_way_links();
    let ends = graph.channels().map(|channel| (graph.source(channel), graph.target(channel)));
    ends.filter(|(a, b)| a < b).collect()
}

/// A shuffle that is written out here, so that a seed always means the same order.
fn shuffled(mut links: Vec<(NodeId, NodeId)>, seed: u64) -> Vec<(NodeId, NodeId)> {
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    for left in (2..=links.len()).rev() {
        let chosen = (u128::from(generator.next_u64()) * left as u128) >> 64;
        links.swap(left - 1, chosen as usize);
    }
    links
}

fn two_paths(grid: &Grid) -> Vec<(NodeId, NodeId)> {
    let side = grid.sides()[0];
    let turns = (0..side).flat_map(|line| (0..side).map(move |step| (line, (line + step) % side)));
    let rows = turns.clone().map(|(y, x)| (grid.node(&[x, y]), grid.node(&[(x + 1) % side, y])));
    // The last time the text starts at column 0, which is the one after the last: the link that it leaves out comes
    // last.
    let last = |(y, x): &(u32, u32)| (*y == side - 1 && *x == side - 1) as u32;
    let mut steps: Vec<_> = turns.collect();
    steps.sort_by_key(|step| last(step));
    let columns = steps.into_iter().map(|(y, x)| (grid.node(&[x, y]), grid.node(&[x, (y + 1) % side])));
    rows.chain(columns).collect()
}
