//! Which runs are too large: hops that cannot be numbered, times that the clock cannot count.

use crate::channels::Channels;
use crate::{SimError, Start, Time, Timing};

/// No time of a run is later: 2^62 ps, or 53 days.
pub(crate) const HORIZON: Time = Time::from_ps(1 << 62);

/// Refuses runs whose visits cannot be numbered, or whose time could overflow: at every moment before the end some
/// worm pays an overhead, or some flit crosses a router or a channel, or some credit goes back, or a channel is held
/// up, for `held_up` in all.
pub(crate) fn check_size(
    starts: &[Start<'_>],
    timing: &Timing,
    channels: &Channels,
    held_up: u128,
) -> Result<(), SimError> {
    let (mut visits, mut worms) = (0_u64, 0_u64);
    for start in starts {
        worms += start.plan.worms.len() as u64;
        visits += (start.plan.worms.hop_count() + start.plan.worms.len()) as u64;
    }
    if visits > 1 << 31 {
        return Err(SimError::TooManyHops(visits));
    }
    let flit = channels.greatest_latency();
    let [send, receive, router, flit] = [timing.send, timing.receive, channels.greatest_router_delay(), flit].map(wide);
    let last_start = starts.iter().map(|start| wide(start.at)).max().unwrap_or(0);
    // A worm has no more header flits than visits.
    let header = if timing.header_flits { visits } else { 0 };
    let flits = u128::from(timing.length) + u128::from(header) + 1;
    let a_visit = receive + router + wide(timing.flow.turnaround) + (flit + wide(timing.flow.credit)) * flits;
    let longest = last_start + held_up + u128::from(worms) * send + u128::from(visits) * a_visit;
    if longest > wide(HORIZON) { Err(SimError::TooLong) } else { Ok(()) }
}

/// Refuses timings that make no sense, or with which a single worm could outlast the clock.
pub(crate) fn check_timing(timing: &Timing, channels: &Channels) -> Result<(), SimError> {
    timing.validate()?;
    let flits = wide(channels.greatest_latency()) * u128::from(timing.length);
    let once = wide(timing.send) + wide(timing.receive) + wide(channels.greatest_router_delay()) + flits;
    if once > wide(HORIZON) { Err(SimError::TooLong) } else { Ok(()) }
}

pub(crate) fn wide(time: Time) -> u128 {
    time.ps().into()
}
