//! The exact answer, by ranks of heads and formulas.

use super::eliminate::eliminate;
use super::problem::Problem;
use super::random_search::{Unreached, random_search};
use super::sat::{Sat, Verdict};
use super::search::{Found, Search};
use crate::{Proof, ProveError};
use wormcast_check::proof::{CaseCertificate, Certificate, Counterexample, HeadsCertificate};
use wormcast_model::{Reaches, Scope, VisitIx, WaitForGraph};

/// The longest refutation that is written, in bytes.
const LONGEST_REFUTATION: usize = 1 << 28;

/// Why there is no answer where bubbles do not prove freedom.
const NO_BUBBLES: &str = "messages may wait from ring to ring in a cycle, which bubbles do not prevent; no engine knows bubble flow control, so \
     none can show that they do";

/// What came out for one reach.
enum Case {
    Free(CaseCertificate),
    Deadlock(Counterexample),
    Unknown(Unreached),
}

impl Problem<'_> {
    /// By ranks, and by a formula for each reach that is possible.
    pub(super) fn decide_exactly(self) -> Result<Proof, ProveError> {
        let workload = self.workload;
        let reaches = Reaches::of(self.statement, workload.height()).values;
        let (&least, &greatest) = reaches.first().zip(reaches.last()).expect("some reach is possible");
        self.effort.tell("ranks of router visits");
        let graph = WaitForGraph::new(workload, self.statement, least, greatest);
        let Some((ranks, left)) = eliminate(workload, graph, &self.heads(), self.effort) else {
            return Ok(Proof::Unknown(self.out_of_time("while router visits were ranked")));
        };
        let ranks = self.by_worm(&ranks);
        if left.is_empty() {
            let certificate = HeadsCertificate { ranks, cases: Vec::new() };
            return Ok(Proof::DeadlockFree(Certificate::Ranks(certificate)));
        }
        if self.statement.bubble {
            return Ok(Proof::Unknown(NO_BUBBLES.to_owned()));
        }
        let (mut cases, mut unknown) = (Vec::new(), Vec::new());
        // Long messages first: they hold most, and their snapshots are the easiest to reach.
        for reach in reaches.into_iter().rev() {
            self.effort.tell(&format!("states of messages that reach over {reach} channels"));
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

    /// A deadlock of the longest messages, if any is quickly found.
    pub(super) fn longest_messages(self) -> Result<Option<Counterexample>, ProveError> {
        let reach = Reaches::of(self.statement, self.workload.height()).values.pop().expect("some reach is possible");
        let graph = WaitForGraph::new(self.workload, self.statement, reach, reach);
        let Some((_, live)) = eliminate(self.workload, graph, &self.heads(), self.effort) else { return Ok(None) };
        let scope = Scope { workload: self.workload, statement: self.statement, reach, live: &live };
        let Some(snapshot) = scope.snapshot(1).filter(|_| !live.is_empty()) else { return Ok(None) };
        match Search::new(self, scope, &snapshot).run()? {
            Found::Deadlock(counterexample) => Ok(Some(counterexample)),
            Found::Nothing | Found::Unreached(_) => Ok(None),
        }
    }

    /// The visits that ask for something.
    fn heads(self) -> Vec<VisitIx> {
        let visits = 0..self.workload.visits.len() as VisitIx;
        visits.filter(|&visit| !self.workload.request(visit).is_empty()).collect()
    }

    /// What is known when the time is used up.
    pub(super) fn out_of_time(self, when: &str) -> String {
        let seconds = self.effort.budget().as_secs_f64();
        format!(
            "the budget of {seconds} s was used up {when}; the channel dependency graph has cycles, and none of its short \
             ones could be led into a deadlock"
        )
    }

    fn by_worm(self, ranks: &[(VisitIx, u32)]) -> Vec<Vec<Option<u32>>> {
        let mut all = vec![None; self.workload.visits.len()];
        ranks.iter().for_each(|&(visit, rank)| all[visit as usize] = Some(rank));
        let range = |visits: &std::ops::Range<u32>| visits.start as usize..visits.end as usize;
        self.workload.worms.iter().map(|worm| all[range(&worm.visits)].to_vec()).collect()
    }

    fn case(self, reach: u32, heads: &[VisitIx]) -> Result<Case, ProveError> {
        let graph = WaitForGraph::new(self.workload, self.statement, reach, reach);
        let Some((ranks, live)) = eliminate(self.workload, graph, heads, self.effort) else {
            let reason = self.out_of_time(&format!("while heads of a reach of {reach} channels were ranked"));
            return Ok(Case::Unknown(Unreached { reason, reach, sent: Vec::new() }));
        };
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
                    let mut sat = Sat::new(&snapshot.formula, self.effort, true);
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
