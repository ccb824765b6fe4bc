//! Sending some worms when the others have been delivered.

use super::edit::parts;
use super::latency::latency;
use super::search::{Sent, sent};
use super::{Change, Limits, Phase, Proposal, WormName};
use crate::{Proof, ProveError, prove_workload_within};
use std::collections::BTreeSet;
use wormcast_check::proof::{Certificate, WorkloadStatement};
use wormcast_plan::{Plan, WormId};
use wormcast_topology::Topology;

/// So many worms are moved at most while the fewest are looked for.
const FEW: usize = 6;

/// Plans that are sent together: each with the number of the given one, and the numbers that its worms had.
type Together = Vec<(usize, Plan, Vec<WormId>)>;

/// Worms that are sent together, and what comes of it.
type Proved = (Together, Certificate);

struct Phases<'a> {
    topology: &'a dyn Topology,
    plans: &'a [Plan],
    statement: &'a WorkloadStatement,
    limits: Limits<'a>,
    gave_up: bool,
    /// Worms that deadlock.
    cores: Vec<Core>,
}

/// Worms that deadlock, and those of them that wait for each other in the cycle.
struct Core {
    worms: BTreeSet<WormName>,
    cycle: Vec<WormName>,
}

/// The phases in which the fewest worms wait for others; and whether the search gave up.
pub(super) fn mended_by_phases(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    limits: Limits<'_>,
) -> Result<(Option<Proposal>, bool), ProveError> {
    let mut phases = Phases { topology, plans, statement, limits, gave_up: false, cores: Vec::new() };
    let all = plans.iter().enumerate();
    let all = all.flat_map(|(plan, worms)| (0..worms.worms.len() as u32).map(move |worm| WormName { plan, worm }));
    let found = phases.split(&all.collect())?;
    Ok((found.map(|found| phases.proposal(found)), phases.gave_up))
}

impl Phases<'_> {
    /// Parts worms into phases, with as few as can be in the later ones: exact up to a number of them.
    fn split(&mut self, worms: &BTreeSet<WormName>) -> Result<Option<Vec<Proved>>, ProveError> {
        for most in 0..=FEW {
            let (mut moved, mut seen) = (BTreeSet::new(), BTreeSet::new());
            if let Some(found) = self.moved(worms, &mut moved, most, &mut seen)? {
                return Ok(Some(found));
            }
        }
        self.gave_up |= worms.len() > FEW;
        Ok(None)
    }

    /// Moves up to so many more worms to a later phase.
    fn moved(
        &mut self,
        worms: &BTreeSet<WormName>,
        moved: &mut BTreeSet<WormName>,
        left: usize,
        seen: &mut BTreeSet<Vec<WormName>>,
    ) -> Result<Option<Vec<Proved>>, ProveError> {
        if !seen.insert(moved.iter().copied().collect()) {
            return Ok(None);
        }
        let first: BTreeSet<_> = worms.difference(moved).copied().collect();
        let core = match self.decide(&first)? {
            Decided::Free(proved) if moved.is_empty() => return Ok(Some(vec![*proved])),
            Decided::Free(proved) => {
                let rest = self.split(&moved.clone())?;
                return Ok(rest.map(|rest| std::iter::once(*proved).chain(rest).collect()));
            }
            Decided::Deadlock(core) => core,
            Decided::GaveUp => return Ok(None),
        };
        // Who is moved takes those along that start after it; and if all are moved, nothing is won.
        for worm in core {
            let along = self.followers(worm, &first);
            if along.len() > left || along.len() == first.len() {
                continue;
            }
            moved.extend(along.iter().copied());
            let found = self.moved(worms, moved, left - along.len(), seen)?;
            moved.retain(|worm| !along.contains(worm));
            if found.is_some() || self.gave_up {
                return Ok(found);
            }
        }
        Ok(None)
    }

    /// A worm and all that start after it.
    fn followers(&self, worm: WormName, among: &BTreeSet<WormName>) -> BTreeSet<WormName> {
        let mut along = BTreeSet::from([worm]);
        let worms = &self.plans[worm.plan].worms;
        loop {
            let is_next = |other: &&WormName| {
                if other.plan != worm.plan || along.contains(other) {
                    return false;
                }
                let leader = worms.get(other.worm).after.map(|leader| WormName { plan: worm.plan, worm: leader });
                leader.is_some_and(|leader| along.contains(&leader))
            };
            let Some(&next) = among.iter().find(is_next) else { return along };
            along.insert(next);
        }
    }

    fn decide(&mut self, worms: &BTreeSet<WormName>) -> Result<Decided, ProveError> {
        if let Some(core) = self.cores.iter().find(|core| core.worms.is_subset(worms)) {
            return Ok(Decided::Deadlock(core.worms.iter().copied().collect()));
        }
        let left = self.limits.proofs.checked_sub(1).filter(|_| !self.limits.effort.is_over());
        let Some(left) = left else {
            self.gave_up = true;
            return Ok(Decided::GaveUp);
        };
        self.limits.proofs = left;
        let together = self.together(worms);
        let plans: Vec<_> = together.iter().map(|(_, plan, _)| plan.clone()).collect();
        let core = match prove_workload_within(self.topology, &plans, &self.stated(&together), self.limits.effort)? {
            Proof::DeadlockFree(certificate) => return Ok(Decided::Free(Box::new((together, certificate)))),
            Proof::Deadlock(counterexample) => Core::of(sent(&counterexample, &plans), &together),
            Proof::Unknown(_) => Core { worms: worms.clone(), cycle: Vec::new() },
        };
        let worms = core.worms.iter().copied().collect();
        self.cores.push(core);
        Ok(Decided::Deadlock(worms))
    }

    /// The cycle that a worm would be in, or bring about, if it were sent a phase sooner, with these; none where the
    /// search did not come by it.
    fn cycle_with(&self, worm: WormName, sooner: &BTreeSet<WormName>) -> Vec<WormName> {
        let is_of_it = |core: &&Core| core.worms.contains(&worm);
        let comes_about = |core: &&Core| core.worms.iter().all(|other| *other == worm || sooner.contains(other));
        let found = self.cores.iter().filter(is_of_it).find(comes_about);
        found.or_else(|| self.cores.iter().find(is_of_it)).map_or_else(Vec::new, |core| core.cycle.clone())
    }

    /// The plans that send these worms.
    fn together(&self, worms: &BTreeSet<WormName>) -> Together {
        let mut together = Vec::new();
        for (number, plan) in self.plans.iter().enumerate() {
            let of_plan = worms.iter().filter(|worm| worm.plan == number);
            let chosen: BTreeSet<_> = of_plan.map(|worm| worm.worm).collect();
            if chosen.len() == plan.worms.len() {
                together.push((number, plan.clone(), chosen.into_iter().collect()));
            } else {
                together.extend(parts(plan, &chosen).into_iter().map(|(part, ids)| (number, part, ids)));
            }
        }
        together
    }

    /// What is stated about plans that are sent together.
    fn stated(&self, together: &Together) -> WorkloadStatement {
        let name = |number: usize| self.statement.plans.get(number).cloned().unwrap_or_default();
        let plans = together.iter().map(|&(number, ..)| name(number)).collect();
        WorkloadStatement { plans, ..self.statement.clone() }
    }

    fn proposal(&self, found: Vec<Proved>) -> Proposal {
        let (mut changes, mut breaks) = (Vec::new(), Vec::new());
        for (phase, pair) in found.windows(2).enumerate() {
            let [sooner, own] = [&pair[0], &pair[1]].map(|(together, _)| names_of(together));
            breaks.extend(own.iter().map(|&worm| self.cycle_with(worm, &sooner)));
            changes.extend(own.into_iter().map(|worm| (worm, Change::Later(phase + 2))));
        }
        let phases = found.into_iter().map(|(together, certificate)| {
            let statement = self.stated(&together);
            let plans = together.into_iter().map(|(number, plan, _)| (number, plan)).collect();
            Phase { plans, statement, certificate }
        });
        let phases: Vec<Phase> = phases.collect();
        let latencies = phases.iter().map(|phase| {
            let plans: Vec<_> = phase.plans.iter().map(|(_, plan)| plan.clone()).collect();
            latency(self.topology, &plans, &phase.statement)
        });
        let latency = latencies.reduce(|all, one| Some(all? + one?)).flatten();
        Proposal { changes, breaks, phases, channels: 0, virtual_channels: 0, consumption_channels: 0, latency }
    }
}

impl Core {
    /// The given worms that a deadlock of these sends.
    fn of(sent: Sent, together: &Together) -> Self {
        let given = |&WormName { plan, worm }: &WormName| WormName {
            plan: together[plan].0,
            worm: together[plan].2[worm as usize],
        };
        let cycle = sent.worms[..sent.in_cycle].iter().map(given).collect();
        Self { worms: sent.worms.iter().map(given).collect(), cycle }
    }
}

/// The given worms that are sent together.
fn names_of(together: &Together) -> BTreeSet<WormName> {
    together.iter().flat_map(|(plan, _, ids)| ids.iter().map(|&worm| WormName { plan: *plan, worm })).collect()
}

enum Decided {
    Free(Box<Proved>),
    Deadlock(Vec<WormName>),
    GaveUp,
}
