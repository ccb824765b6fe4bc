//! All undominated costs of the stars of a multicast set.

use super::split::Split;
use crate::optimal::{StarCost, keep_undominated, trade_offs};
use crate::{PlanError, SchemeError};
use std::fmt;
use wormcast_plan::{FirstHop, MulticastSet};
use wormcast_topology::Topology;

/// Finds how many channels a star must have for its longest path to be as short as it can be, and for every length in
/// between.
///
/// ```
/// use wormcast_plan::{FirstHop, MulticastSet};
/// use wormcast_schemes::StarTradeOffs;
/// let mesh = wormcast_topology::build("mesh:8x8")?;
/// let source = mesh.find_node("3,3")?;
/// let destinations = ["2,3", "1,7", "3,5", "1,1", "0,5", "4,5"].map(|name| mesh.find_node(name).unwrap());
/// let mut finder = StarTradeOffs::new(&*mesh, FirstHop::Routing)?;
/// let costs = finder.of(MulticastSet::checked(&*mesh, source, &destinations)?)?;
/// let pairs: Vec<_> = costs.iter().map(|cost| (cost.channels, cost.longest)).collect();
/// assert_eq!(pairs, [(15, 10), (16, 8), (17, 7)]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct StarTradeOffs<'t> {
    split: Split<'t>,
}

impl<'t> StarTradeOffs<'t> {
    /// On this network.
    ///
    /// # Errors
    /// The network has no labelling.
    pub fn new(topology: &'t dyn Topology, first_hop: FirstHop) -> Result<Self, SchemeError> {
        Ok(Self { split: Split::new("ocms", topology, first_hop)? })
    }

    /// The undominated costs, the fewest channels first: no star has fewer channels and no longer a longest path, or a
    /// shorter longest path and no more channels. The scheme `ocms`, with a `longest_within` of such a longest path,
    /// plans such a star.
    ///
    /// # Errors
    /// There are too many destinations, or the search grew too wide.
    pub fn of(&mut self, set: MulticastSet<'_>) -> Result<Vec<StarCost>, PlanError> {
        let mut costs = vec![(StarCost::default(), ())];
        for half in self.split.split(set)?.iter().filter(|half| !half.problem.is_empty()) {
            let costs_of_half = trade_offs(&half.problem).map_err(|_| PlanError::TooWide)?;
            let join = |(a, ()): &(StarCost, ())| {
                let join =
                    |b: StarCost| StarCost { channels: a.channels + b.channels, longest: a.longest.max(b.longest) };
                costs_of_half.iter().map(|(b, _)| (join(*b), ())).collect::<Vec<_>>()
            };
            costs = costs.iter().flat_map(join).collect();
            costs.sort_unstable();
            keep_undominated(&mut costs);
        }
        Ok(costs.into_iter().map(|(cost, ())| cost).collect())
    }
}

impl fmt::Debug for StarTradeOffs<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("StarTradeOffs").finish_non_exhaustive()
    }
}
