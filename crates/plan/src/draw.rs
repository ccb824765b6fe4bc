//! Random multicast sets: one seed, one set, on every platform.

use crate::SetError;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use wormcast_topology::{NodeId, Topology};

/// Draws `count` destinations out of all nodes but the source, or of all endpoints if there are some; every set and
/// order is equally likely.
///
/// The draw is a partial shuffle. The candidates stand in ascending order. For i = 0, 1, …, count − 1 the generator
/// (xoshiro256++, seeded from `seed` through SplitMix64) gives a 64-bit number x, and candidate i changes places with
/// candidate i + ⌊x·(n − i) / 2^64⌋, n being the number of candidates. The first `count` candidates, in this order, are
/// the destinations. (One place is likelier than another by a factor of at most 1 + 2^−40.) O(nodes) time and memory.
///
/// ```
/// use wormcast_plan::random_destinations;
/// let mesh = wormcast_topology::build("mesh:8x8")?;
/// let source = mesh.find_node("2,1")?;
/// let drawn = random_destinations(&*mesh, source, 5, 1)?;
/// assert_eq!(drawn.len(), 5);
/// assert!(!drawn.contains(&source));
/// assert_eq!(drawn, random_destinations(&*mesh, source, 5, 1)?);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// More destinations than there are nodes, or endpoints, beside the source.
pub fn random_destinations(
    topology: &dyn Topology,
    source: NodeId,
    count: usize,
    seed: u64,
) -> Result<Vec<NodeId>, SetError> {
    let mut candidates: Vec<_> = topology.graph().terminals().filter(|&node| node != source).collect();
    if count > candidates.len() {
        return Err(SetError::TooMany { wanted: count, available: candidates.len() });
    }
    let mut generator = Xoshiro256PlusPlus::seed_from_u64(seed);
    for i in 0..count {
        let left = (candidates.len() - i) as u128;
        let offset = (u128::from(generator.next_u64()) * left) >> 64;
        candidates.swap(i, i + offset as usize);
    }
    candidates.truncate(count);
    Ok(candidates)
}
