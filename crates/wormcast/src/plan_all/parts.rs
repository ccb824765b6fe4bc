//! Messages that are cut into parts.

use super::workload::MOST;
use super::{Workload, WorkloadError};
use crate::Network;
use std::num::NonZeroU32;
use wormcast_schemes::together::Multicast;

impl Workload {
    /// The same workload of this network with each message cut into so many equal parts, each of which is a multicast
    /// by itself: those of one message follow each other. Rounds are of parts then.
    ///
    /// ```
    /// use wormcast::{Network, Workload};
    /// let torus = Network::build("torus:4x4")?;
    /// let whole = Workload::of_pattern(&torus, "all-gather".parse().unwrap(), 16).unwrap();
    /// let cut = whole.clone().in_parts(&torus, 4.try_into().unwrap()).unwrap();
    /// assert_eq!((cut.parts, cut.phases[0].len(), cut.phases[0][0].flits), (4, 4 * whole.phases[0].len(), 4));
    /// assert!(whole.in_parts(&torus, 3.try_into().unwrap()).is_err(), "16 flits are no three equal parts");
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// The messages are parts already, the flits of one cannot be divided so, or there are too many deliveries.
    pub fn in_parts(self, network: &Network, parts: NonZeroU32) -> Result<Self, WorkloadError> {
        let refuse = |problem: String| Err(WorkloadError { place: None, problem });
        if self.parts > 1 {
            return refuse(format!("its messages are cut into {} parts already", self.parts));
        }
        let all = || self.phases.iter().flatten();
        if let Some(odd) = all().find(|multicast| multicast.flits % parts != 0) {
            let (source, flits) = (network.topology().node_name(odd.source), odd.flits);
            return refuse(format!(
                "the message of {flits} flits from `{source}` cannot be cut into {parts} equal parts; expected lengths \
                 that are multiples of {parts}"
            ));
        }
        let deliveries: usize = all().map(|multicast| multicast.destinations.len()).sum();
        if deliveries.saturating_mul(parts.get() as usize) > MOST {
            return refuse(format!("the parts have more than {MOST} deliveries"));
        }
        let cut = |multicast: Multicast| {
            let part = Multicast { flits: multicast.flits / parts, ..multicast };
            std::iter::repeat_n(part, parts.get() as usize)
        };
        let phases = self.phases.into_iter().map(|all| all.into_iter().flat_map(cut).collect()).collect();
        Ok(Self { phases, parts: parts.get() })
    }
}
