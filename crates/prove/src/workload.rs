//! Proofs about given plans, any of whose worms may be in flight together.
//!
//! First heads that can wait for nothing are taken away, with the wait-for graph of the model; a formula says
//! whether those that are left can wait for each other. `docs/prove.md` has the model and the proofs.

mod confirm;
mod differences;
mod eliminate;
mod problem;
mod random_search;
mod sat;
mod search;
mod sending;
mod start_times;

use crate::{Proof, ProveError};
use eliminate::eliminate;
use problem::Problem;
use random_search::{Unreached, random_search};
use sat::{Sat, Verdict};
use search::{Found, Search};
use sending::Begin;
use wormcast_check::proof::{CaseCertificate, Certificate, HeadsCertificate, Part};
use wormcast_model::{Reaches, Scope, VisitIx, WaitForGraph, Workload, WorkloadStatement, unicast_plan};
use wormcast_plan::{Plan, PlanDocument, virtual_channel_turns};
use wormcast_topology::Topology;

/// Conflicts after which the solver gives up on one question.
const BUDGET: u64 = 1 << 30;

/// The longest refutation that is written, in bytes.
const LONGEST_REFUTATION: usize = 1 << 28;

/// Decides whether worms of these plans can deadlock.
///
/// # Errors
/// The plans make no sense together.
pub fn prove_workload(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
) -> Result<Proof, ProveError> {
    let mut plans = plans.to_vec();
    if statement.with_unicast {
        plans.push(unicast_plan(topology, statement.unicast_routing.as_deref())?);
    }
    let workload = Workload::new(topology, &plans, statement)?;
    Problem { topology, plans: &plans, statement, workload: &workload }.decide()
}

/// What counterexamples send for these parts of the plans: each as a plan of its own, once for each turn of virtual
/// channels that it may have, and none where there is no such plan or worm. The number after the last of the plans is
/// that of the unicasts, if the statement counts them in.
///
/// # Errors
/// The plans make no sense together.
pub fn sent_parts(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    parts: &[Part],
) -> Result<Vec<Vec<PlanDocument>>, ProveError> {
    let mut plans = plans.to_vec();
    if statement.with_unicast {
        plans.push(unicast_plan(topology, statement.unicast_routing.as_deref())?);
    }
    let workload = Workload::new(topology, &plans, statement)?;
    let sent = |&Part { plan, worm }: &Part| {
        let whole = plans.get(plan).filter(|whole| worm.is_none_or(|id| (id as usize) < whole.worms.len()));
        let Some(whole) = whole else { return Vec::new() };
        let turns = virtual_channel_turns(topology, whole, statement.virtual_channels.get());
        let begins = (0..turns).map(|turn| Begin { plan, turn, worm, at_ns: 0 });
        begins.map(|begin| confirm::part(whole, &workload, &begin).document(topology)).collect()
    };
    Ok(parts.iter().map(sent).collect())
}

/// What came out for one reach.
enum Case {
    Free(CaseCertificate),
    Deadlock(wormcast_check::proof::Counterexample),
    Unknown(Unreached),
}

impl Problem<'_> {
    fn decide(self) -> Result<Proof, ProveError> {
        let workload = self.workload;
        let reaches = Reaches::of(self.statement, workload.height()).values;
        let (&least, &greatest) = reaches.first().zip(reaches.last()).expect("some reach is possible");
        let asking = (0..workload.visits.len() as VisitIx).filter(|&visit| !workload.request(visit).is_empty());
        let heads: Vec<_> = asking.collect();
        let graph = WaitForGraph::new(workload, self.statement, least, greatest);
        let (ranks, left) = eliminate(workload, graph, &heads);
        let ranks = self.by_worm(&ranks);
        if left.is_empty() {
            let certificate = HeadsCertificate { ranks, cases: Vec::new() };
            return Ok(Proof::DeadlockFree(Certificate::Ranks(certificate)));
        }
        let (mut cases, mut unknown) = (Vec::new(), Vec::new());
        // Long messages first: they hold most, and their snapshots are the easiest to reach.
        for reach in reaches.into_iter().rev() {
            match self.case(reach, &left)? {
                Case::Free(case) => cases.push(case),
                Case::Deadlock(counterexample) => return Ok(Proof::Deadlock(counterexample)),
                Case::Unknown(unreached) => unknown.push(unreached),
            }
        }
        if !unknown.is_empty() {
            let found = random_search(self, &unknown)?;
            return Ok(found.map_or_else(|| Proof::Unknown(unknown.swap_remove(0).reason), Proof::Deadlock));
        }
        cases.reverse();
        Ok(Proof::DeadlockFree(Certificate::Refutation(HeadsCertificate { ranks, cases })))
    }

    fn by_worm(self, ranks: &[(VisitIx, u32)]) -> Vec<Vec<Option<u32>>> {
        let mut all = vec![None; self.workload.visits.len()];
        ranks.iter().for_each(|&(visit, rank)| all[visit as usize] = Some(rank));
        let range = |visits: &std::ops::Range<u32>| visits.start as usize..visits.end as usize;
        self.workload.worms.iter().map(|worm| all[range(&worm.visits)].to_vec()).collect()
    }

    fn case(self, reach: u32, heads: &[VisitIx]) -> Result<Case, ProveError> {
        let graph = WaitForGraph::new(self.workload, self.statement, reach, reach);
        let (ranks, live) = eliminate(self.workload, graph, heads);
        let mut case = CaseCertificate { reach, ranks, formula: None, lemmas: String::new() };
        if live.is_empty() {
            return Ok(Case::Free(case));
        }
        let scope = Scope { workload: self.workload, statement: self.statement, reach, live: &live };
        let reason = format!("for a reach of {reach} channels the formula is too large");
        let mut unknown = Unreached { reason, reach, sent: Vec::new() };
        for copies in [1, u32::MAX] {
            let Some(snapshot) = scope.snapshot(copies) else { return Ok(Case::Unknown(unknown)) };
            match Search::new(self, scope, &snapshot).run()? {
                Found::Deadlock(counterexample) => return Ok(Case::Deadlock(counterexample)),
                Found::Unreached(states) => unknown = states,
                Found::Nothing if copies == 1 => {}
                Found::Nothing => {
                    let mut sat = Sat::new(&snapshot.formula, BUDGET, true);
                    if sat.solve(&[]) != Verdict::Unsat {
                        return Ok(Case::Unknown(unknown));
                    }
                    case.formula = Some([snapshot.formula.variables(), snapshot.formula.len()]);
                    case.lemmas = sat.lemmas();
                    let is_fine = case.lemmas.len() <= LONGEST_REFUTATION;
                    return Ok(if is_fine {
                        Case::Free(case)
                    } else {
                        Case::Unknown(Unreached { reason: "the refutation is too long".into(), ..unknown })
                    });
                }
            }
        }
        Ok(Case::Unknown(unknown))
    }
}
