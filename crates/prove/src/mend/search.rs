//! The search for the fewest changes: along deadlocks.

use super::{Change, Limits, WormName};
use crate::{Proof, ProveError, prove_workload_within};
use std::collections::{BTreeMap, BTreeSet};
use wormcast_check::proof::{Certificate, Counterexample, WorkloadStatement};
use wormcast_plan::Plan;
use wormcast_topology::Topology;

/// Which worms are changed, and in which of their ways, from 0.
pub(super) type Changed = BTreeMap<WormName, usize>;

/// So many changes are looked for at most one by one; beyond, each deadlock has a worm of it changed until none is
/// left.
const FEW: usize = 4;

/// How many of the smallest changes are compared.
const SOLUTIONS: usize = 8;

/// Something that can be done about worms, one by one. All worms stay in flight together.
pub(super) trait Remedy {
    /// In how many ways it can change a worm.
    fn ways(&self, worm: WormName) -> usize;

    /// The one of them that is the most likely to help.
    fn surest_way(&self, _worm: WormName) -> usize {
        0
    }

    /// What one of them is.
    fn change(&self, worm: WormName, way: usize) -> Change;

    /// The plans with these changes, numbered as before.
    fn applied(&self, changed: &Changed) -> Vec<Plan>;

    /// The statement that is to be proved.
    fn statement(&self) -> &WorkloadStatement;

    /// How many virtual channels it adds to links for these plans.
    fn added_channels(&self, _mended: &[Plan]) -> u64 {
        0
    }
}

/// Worms that deadlock together, each in the way in which it is changed, if it is.
#[derive(Clone)]
struct Core {
    worms: Vec<(WormName, Option<usize>)>,
    /// How many of them, the first ones, wait for each other in the cycle.
    in_cycle: usize,
}

/// Given worms that a deadlock sends.
pub(super) struct Sent {
    /// Those of its cycle first.
    pub worms: Vec<WormName>,
    /// How many are in the cycle.
    pub in_cycle: usize,
}

/// Changes that make the plans free.
pub(super) struct Solution {
    pub changed: Changed,
    pub certificate: Certificate,
    /// For each change the worms that wait for each other in a cycle without it; none where that is not known.
    pub breaks: Vec<Vec<WormName>>,
}

/// What was found.
#[derive(Default)]
pub(super) struct Found {
    /// Changes of the smallest number of worms.
    pub solutions: Vec<Solution>,
    /// The proofs were used up before it was known which are the smallest, or whether there are any.
    pub gave_up: bool,
}

pub(super) struct Search<'a> {
    topology: &'a dyn Topology,
    plans: &'a [Plan],
    remedy: &'a dyn Remedy,
    limits: Limits<'a>,
    cores: Vec<Core>,
    seen: BTreeSet<Vec<(WormName, usize)>>,
    found: Found,
}

impl<'a> Search<'a> {
    pub(super) fn new(
        topology: &'a dyn Topology,
        plans: &'a [Plan],
        remedy: &'a dyn Remedy,
        limits: Limits<'a>,
    ) -> Self {
        let (cores, seen, found) = (Vec::new(), BTreeSet::new(), Found::default());
        Self { topology, plans, remedy, limits, cores, seen, found }
    }

    /// The changes of as few worms as can be.
    pub(super) fn run(mut self) -> Result<Found, ProveError> {
        self.find()?;
        let mut solutions = std::mem::take(&mut self.found.solutions);
        let gave_up = self.found.gave_up;
        for Solution { changed, breaks, .. } in &mut solutions {
            *breaks = changed.keys().map(|&worm| self.cycle_without(changed, worm)).collect::<Result<_, _>>()?;
        }
        Ok(Found { solutions, gave_up })
    }

    /// The cycle that there is without one of the changes. As a rule the search came by it.
    fn cycle_without(&mut self, changed: &Changed, worm: WormName) -> Result<Vec<WormName>, ProveError> {
        let mut fewer = changed.clone();
        fewer.remove(&worm);
        Ok(match self.core(&fewer)? {
            Verdict::Deadlock(core) => core.worms[..core.in_cycle].iter().map(|&(worm, _)| worm).collect(),
            Verdict::Free(_) | Verdict::GaveUp => Vec::new(),
        })
    }

    fn find(&mut self) -> Result<(), ProveError> {
        for most in 1..=FEW {
            self.seen.clear();
            let is_all = self.extend(&mut Changed::new(), most)?;
            if !self.found.solutions.is_empty() || is_all {
                return Ok(());
            }
            if self.found.gave_up {
                break;
            }
        }
        self.limits.proofs = self.limits.proofs.max(2 * all(self.plans).len());
        self.greedily()
    }

    /// Adds up to so many changes to some; whether more would not help.
    fn extend(&mut self, changed: &mut Changed, left: usize) -> Result<bool, ProveError> {
        if !self.seen.insert(changed.iter().map(|(&worm, &way)| (worm, way)).collect()) {
            return Ok(true);
        }
        let core = match self.core(changed)? {
            Verdict::Free(certificate) => {
                self.found.solutions.push(Solution { changed: changed.clone(), certificate, breaks: Vec::new() });
                return Ok(true);
            }
            Verdict::Deadlock(core) => core,
            Verdict::GaveUp => return Ok(false),
        };
        let open: Vec<_> =
            core.worms.into_iter().filter(|(worm, way)| way.is_none() && self.remedy.ways(*worm) > 0).collect();
        if left == 0 {
            return Ok(open.is_empty());
        }
        let mut is_all = true;
        for (worm, _) in open {
            for way in 0..self.remedy.ways(worm) {
                if self.found.solutions.len() >= SOLUTIONS || self.found.gave_up {
                    return Ok(false);
                }
                changed.insert(worm, way);
                is_all &= self.extend(changed, left - 1)?;
                changed.remove(&worm);
            }
        }
        Ok(is_all)
    }

    /// Changes a worm of each deadlock, and then takes back what is not needed.
    fn greedily(&mut self) -> Result<(), ProveError> {
        self.found.gave_up = true;
        let mut changed = Changed::new();
        let mut certificate = loop {
            match self.core(&changed)? {
                Verdict::Free(certificate) => break certificate,
                Verdict::GaveUp => return Ok(()),
                Verdict::Deadlock(core) => {
                    let open = core.worms.iter().find(|(worm, way)| way.is_none() && self.remedy.ways(*worm) > 0);
                    let Some(&(worm, _)) = open else { return Ok(()) };
                    changed.insert(worm, self.remedy.surest_way(worm));
                }
            }
        };
        for worm in changed.keys().copied().collect::<Vec<_>>() {
            let mut fewer = changed.clone();
            fewer.remove(&worm);
            if let Verdict::Free(found) = self.core(&fewer)? {
                (changed, certificate) = (fewer, found);
            }
        }
        self.found.solutions.push(Solution { changed, certificate, breaks: Vec::new() });
        Ok(())
    }

    /// Whether the plans are free with these changes, or worms that deadlock.
    fn core(&mut self, changed: &Changed) -> Result<Verdict, ProveError> {
        let stands = |&(worm, way): &(WormName, Option<usize>)| changed.get(&worm).copied() == way;
        if let Some(core) = self.cores.iter().find(|core| core.worms.iter().all(stands)) {
            return Ok(Verdict::Deadlock(core.clone()));
        }
        let left = self.limits.proofs.checked_sub(1).filter(|_| !self.limits.effort.is_over());
        let Some(left) = left else {
            self.found.gave_up = true;
            return Ok(Verdict::GaveUp);
        };
        self.limits.proofs = left;
        let plans = self.remedy.applied(changed);
        let Sent { worms, in_cycle } =
            match prove_workload_within(self.topology, &plans, self.remedy.statement(), self.limits.effort)? {
                Proof::DeadlockFree(certificate) => return Ok(Verdict::Free(certificate)),
                Proof::Deadlock(counterexample) => sent(&counterexample, &plans),
                // As good as a deadlock: a change may have an answer.
                Proof::Unknown(_) => Sent { worms: all(&plans), in_cycle: 0 },
            };
        let worms = worms.into_iter().map(|worm| (worm, changed.get(&worm).copied())).collect();
        let core = Core { worms, in_cycle };
        self.cores.push(core.clone());
        Ok(Verdict::Deadlock(core))
    }
}

enum Verdict {
    Free(Certificate),
    Deadlock(Core),
    GaveUp,
}

fn all(plans: &[Plan]) -> Vec<WormName> {
    let of_plan =
        |(plan, worms): (usize, &Plan)| (0..worms.worms.len() as u32).map(move |worm| WormName { plan, worm });
    plans.iter().enumerate().flat_map(of_plan).collect()
}

/// The given worms that a deadlock sends.
pub(super) fn sent(counterexample: &Counterexample, plans: &[Plan]) -> Sent {
    let part = |number: usize| counterexample.parts.get(number).filter(|part| part.plan < plans.len());
    let in_cycle = counterexample.worms.iter().filter_map(|blocked| {
        let part = part(blocked.plan)?;
        Some(WormName { plan: part.plan, worm: part.worm.unwrap_or(blocked.worm) })
    });
    let others = (0..counterexample.parts.len()).filter_map(part).flat_map(|part| {
        let whole = 0..plans[part.plan].worms.len() as u32;
        let worms = part.worm.map_or(whole, |worm| worm..worm + 1);
        worms.map(|worm| WormName { plan: part.plan, worm })
    });
    let mut seen = BTreeSet::new();
    let mut worms: Vec<_> = in_cycle.filter(|worm| seen.insert(*worm)).collect();
    let in_cycle = worms.len();
    worms.extend(others.filter(|worm| seen.insert(*worm)));
    Sent { worms, in_cycle }
}
