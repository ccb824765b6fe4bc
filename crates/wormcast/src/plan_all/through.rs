//! Few multicasts, each planned by a scheme whose worms go on through nodes, where one could be faster than worms that
//! end at every node.

use super::{MOST_PROVED, PROOF, PROVED, Phase};
use crate::{Error, Network, Plan};
use wormcast_check::proof::{Answer, WorkloadStatement};
use wormcast_plan::MulticastSet;
use wormcast_prove::Effort;
use wormcast_schemes::Options;
use wormcast_schemes::together::Multicast;

/// Schemes that are free of deadlock on many networks, and fast for few messages.
const SCHEMES: [&str; 4] = ["unicast", "multi-path", "dual-path", "single-tree"];
/// Of more multicasts the worms block each other more than it saves them to go on through nodes, and are seldom proved.
const MOST: usize = 64;

impl Network {
    /// The plans of these schemes, of those that plan all of the multicasts; their value and bound are still to be
    /// found, and whether they are free of deadlock.
    pub(super) fn through_nodes(&self, multicasts: &[Multicast]) -> Vec<Phase> {
        if multicasts.len() > MOST {
            return Vec::new();
        }
        let phase = |scheme: &&str| {
            let plans = self.all_by(scheme, multicasts)?;
            let load = self.load_of(&plans, multicasts);
            Some(Phase { plans, value: f64::INFINITY, bound: 0.0, load, reason: PROVED, schedule: None })
        };
        SCHEMES.iter().filter_map(phase).collect()
    }

    /// None if the scheme does not serve the network, or not all of the multicasts.
    fn all_by(&self, scheme: &str, multicasts: &[Multicast]) -> Option<Vec<Plan>> {
        let mut planner = self.planner(scheme, &Options::default()).ok()?;
        let mut plan = |Multicast { source, destinations, .. }: &Multicast| {
            planner.plan_set(MulticastSet::checked(self.topology(), *source, destinations).ok()?).ok()
        };
        multicasts.iter().map(&mut plan).collect()
    }

    /// The flits over the busiest channel.
    fn load_of(&self, plans: &[Plan], multicasts: &[Multicast]) -> u64 {
        let mut loads = vec![0; self.channel_count()];
        for (plan, multicast) in plans.iter().zip(multicasts) {
            for hop in plan.by_number().worms.iter().flat_map(|worm| worm.hops) {
                loads[hop.channel.index()] += u64::from(multicast.flits);
            }
        }
        loads.into_iter().max().unwrap_or(0)
    }

    /// Whether the exact prover calls plans free of deadlock, in a time that fits.
    pub(super) fn are_proved(&self, plans: &[Plan]) -> Result<bool, Error> {
        if plans.iter().map(|plan| plan.by_number().worms.hop_count()).sum::<usize>() > MOST_PROVED {
            return Ok(false);
        }
        let proof = self.prove_plans_within(plans, &WorkloadStatement::default(), &Effort::within(PROOF))?;
        Ok(proof.answer == Answer::DeadlockFree)
    }
}
