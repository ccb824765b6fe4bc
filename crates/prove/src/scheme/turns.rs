//! Messages as given plans that name their virtual channels: which ones a rule gives a worm depends on how many worms
//! come before it.

use super::case::{Case, Harness};
use serde_json::json;
use wormcast_plan::{Plan, VIRTUAL_CHANNELS_KEY, VcRule, VirtualChannels, share_of, virtual_channel_turns};

/// Plans for each turn that messages may have.
pub(crate) struct Turns {
    /// The plans.
    pub plans: Vec<Plan>,
    /// Of which message each is, in which turn.
    pub of: Vec<(usize, u32)>,
    /// After how many worms each message takes the same virtual channels again.
    pub periods: Vec<u32>,
    /// Hops of all plans.
    pub hops: usize,
}

impl Turns {
    /// The messages of a case as plans, which have so many hops at most together. None if they have more, if worms
    /// choose their virtual channels freely, or if a rule cannot be told beforehand on this network.
    pub(super) fn of(harness: &Harness<'_>, case: &Case, most: usize) -> Option<Self> {
        let flow = harness.timing.flow;
        let (topology, count) = (harness.topology, flow.virtual_channels.get());
        let rule = VirtualChannels::new(topology, flow.vc_rule, count);
        let is_plain = count == 1 && !topology.has_own_channels();
        let mut all = Self { plans: Vec::new(), of: Vec::new(), periods: Vec::new(), hops: 0 };
        for (message, plan) in case.plans.iter().enumerate() {
            let names = is_plain || plan.extra.contains_key(VIRTUAL_CHANNELS_KEY);
            let period = match flow.vc_rule {
                _ if names => 1,
                VcRule::Dateline => virtual_channel_turns(topology, plan, count),
                VcRule::Fixed if !topology.has_own_channels() => count,
                VcRule::PerHop => 1,
                VcRule::Class if !topology.has_own_channels() => {
                    let (_, share) = share_of(count, plan.is_multicast());
                    virtual_channel_turns(topology, plan, share)
                }
                VcRule::Fixed | VcRule::Free | VcRule::FreeDateline | VcRule::Class => return None,
            };
            all.hops += plan.worms.hop_count().saturating_mul(period as usize);
            if all.hops > most {
                return None;
            }
            for turn in 0..period {
                all.plans.push(if names { plan.clone() } else { named(plan, &rule, turn) });
                all.of.push((message, turn));
            }
            all.periods.push(period);
        }
        Some(all)
    }
}

/// A plan that names the virtual channels which its worms take after so many others.
fn named(plan: &Plan, rule: &VirtualChannels<'_>, turn: u32) -> Plan {
    let lists: Vec<_> =
        plan.worms.iter().zip(turn..).map(|(worm, number)| rule.of(worm, number, plan.is_multicast())).collect();
    let mut plan = plan.clone();
    plan.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), json!(lists));
    plan
}
