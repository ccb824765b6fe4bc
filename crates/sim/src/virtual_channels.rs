//! Which virtual channel of a link each hop of a worm takes.

use crate::fleet::Fleet;
use crate::{SimError, Start, Timing};
use wormcast_plan::virtual_channels;
use wormcast_topology::Topology;

/// Names the virtual channel of every hop, by the rule of [`virtual_channels`].
///
/// # Errors
/// A plan's own list does not fit its worms or the links.
pub(crate) fn assign(
    topology: &dyn Topology,
    fleet: &mut Fleet,
    starts: &[Start<'_>],
    timing: &Timing,
) -> Result<(), SimError> {
    let count = timing.flow.virtual_channels.get();
    if count == 1 {
        return Ok(());
    }
    let Fleet { worms, visits, .. } = fleet;
    let mut places = (0..).zip(worms).peekable();
    for (plan, start) in starts.iter().enumerate() {
        let Some(&(first, _)) = places.peek() else { continue };
        let named = virtual_channels(topology, start.plan, first, count)
            .map_err(|problem| SimError::VirtualChannels { plan, problem })?;
        for ((_, place), named) in places.by_ref().take(named.len()).zip(named) {
            let hops = &mut visits[place.visits.start as usize + 1..place.visits.end as usize];
            hops.iter_mut().zip(named).for_each(|(visit, name)| visit.virtual_channel = name as u8);
        }
    }
    Ok(())
}
