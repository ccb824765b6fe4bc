//! The exact answer, by ranks of heads and formulas.

use super::components::components;
use super::eliminate::eliminate;
use super::problem::Problem;
use super::random_search::{Unreached, random_search};
use super::sat::{Sat, Verdict};
use super::search::{Excluded, Found, Search};
use super::walks::{first_walks, walks};
use crate::{Proof, ProveError};
use std::collections::BTreeMap;
use wormcast_check::proof::{
    CaseCertificate, Certificate, Counterexample, GroupCertificate, HeadsCertificate, NeverThere,
};
use wormcast_model::{Reaches, Scope, Snapshot, VisitIx, WaitForGraph, Workload};

/// The longest refutation that is written, in bytes.
const LONGEST_REFUTATION: usize = 1 << 28;

/// Why there is no answer where bubbles do not prove freedom.
const NO_BUBBLES: &str = "messages may wait from ring to ring in a cycle, which bubbles do not prevent; no engine knows bubble flow control, so \
     none can show that they do";

/// What came out for one reach.
enum Case {
    Free(CaseCertificate),
    Deadlock(Counterexample),
    Unknown(Vec<Unreached>),
}

/// What came out for a group of heads, for one reach.
enum Group {
    Refuted(GroupCertificate),
    Deadlock(Counterexample),
    Unknown(Unreached),
}

impl Problem<'_> {
    /// By ranks, and by a formula for each reach that is possible. Where buffers take several messages, first as if
    /// they took one, which is no less dangerous; if states are left then that are not reached, place by place.
    pub(super) fn decide_exactly(self) -> Result<Proof, ProveError> {
        let mut found = self.decide_by_formula()?;
        if matches!(found, Proof::Unknown(_))
            && let Some(deadlock) = self.roomy_deadlock()?
        {
            found = deadlock;
        }
        let places = self.statement.messages_a_buffer();
        if places == 1 || !matches!(found, Proof::Unknown(_)) {
            return Ok(found);
        }
        let workload = Workload::with_places(self.topology, self.plans, self.statement, places)?;
        Problem { workload: &workload, ..self }.decide_by_formula()
    }

    /// Whether messages that are behind others in buffers are told apart.
    fn has_places(self) -> bool {
        self.statement.policies().takes_whole_messages() && self.workload.has_queues()
    }

    pub(super) fn decide_by_formula(self) -> Result<Proof, ProveError> {
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
            let certificate = HeadsCertificate { ranks, cases: Vec::new(), places: self.has_places() };
            return Ok(Proof::DeadlockFree(Certificate::Ranks(certificate)));
        }
        if self.statement.bubble {
            return Ok(Proof::Unknown(NO_BUBBLES.to_owned()));
        }
        let (mut cases, mut unknown) = (Vec::new(), Vec::new());
        // Long messages first: they hold most, and their snapshots are the easiest to reach.
        for reach in reaches.into_iter().rev() {
            if self.effort.is_over() {
                let reason =
                    self.out_of_time(&format!("before messages that reach over {reach} channels were looked at"));
                unknown.push(Unreached { reason, reach, sent: Vec::new() });
                break;
            }
            self.effort.tell(&format!("states of messages that reach over {reach} channels"));
            match self.case(reach, &left)? {
                Case::Free(case) => cases.push(case),
                Case::Deadlock(counterexample) => return Ok(Proof::Deadlock(counterexample)),
                Case::Unknown(unreached) => unknown.extend(unreached),
            }
        }
        if !unknown.is_empty() {
            let found = if self.is_coarse() { None } else { self.searched(&unknown)? };
            return Ok(found.map_or_else(|| Proof::Unknown(unknown.swap_remove(0).reason), Proof::Deadlock));
        }
        cases.reverse();
        Ok(Proof::DeadlockFree(Certificate::Refutation(HeadsCertificate { ranks, cases, places: self.has_places() })))
    }

    /// A deadlock by runs that are drawn at random, if one is found.
    fn searched(self, unreached: &[Unreached]) -> Result<Option<Counterexample>, ProveError> {
        self.effort.tell("runs that are drawn at random");
        match walks(self, unreached)? {
            None => random_search(self, unreached),
            found => Ok(found),
        }
    }

    /// A deadlock of the longest messages, if any is quickly found.
    pub(super) fn longest_messages(self) -> Result<Option<Counterexample>, ProveError> {
        let reach = Reaches::of(self.statement, self.workload.height()).values.pop().expect("some reach is possible");
        let graph = WaitForGraph::new(self.workload, self.statement, reach, reach);
        let Some((_, live)) = eliminate(self.workload, graph, &self.heads(), self.effort) else { return Ok(None) };
        for heads in smallest_first(&components(self.workload, &live)) {
            let scope = Scope { workload: self.workload, statement: self.statement, reach, live: heads };
            if self.effort.is_over() {
                break;
            }
            let Some(snapshot) = self.snapshot(scope, 1).filter(|_| !heads.is_empty()) else { continue };
            if let Found::Deadlock(counterexample) = Search::new(self, scope, &snapshot).run()? {
                return Ok(Some(counterexample));
            }
        }
        Ok(None)
    }

    /// The formula, with at most so many messages a worm; none if it is too large, or takes too long.
    fn snapshot(self, scope: Scope<'_>, most_copies: u32) -> Option<Snapshot> {
        let snapshot = scope.snapshot_while(most_copies, &|| !self.effort.is_over());
        snapshot.map(|snapshot| scope.ordered(snapshot)).filter(|snapshot| !snapshot.formula.is_too_large())
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
            "the budget of {seconds} s was used up {when}; no numbers for channels prove that there is no deadlock, and no \
             cycle of waits that was tried, if any was, could be led into one"
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
            return Ok(Case::Unknown(vec![Unreached { reason, reach, sent: Vec::new() }]));
        };
        let mut case = CaseCertificate { reach, ranks, ..CaseCertificate::default() };
        if live.is_empty() {
            return Ok(Case::Free(case));
        }
        let groups = components(self.workload, &live);
        let (mut refuted, mut unknown) = (BTreeMap::new(), Vec::new());
        for heads in smallest_first(&groups) {
            let scope = Scope { workload: self.workload, statement: self.statement, reach, live: heads };
            match self.group(scope)? {
                Group::Refuted(group) => drop(refuted.insert(heads[0], group)),
                Group::Deadlock(counterexample) => return Ok(Case::Deadlock(counterexample)),
                Group::Unknown(states) => unknown.push((states, heads)),
            }
        }
        if !unknown.is_empty() {
            return Ok(Case::Unknown(self.what_is_known(unknown, groups.len())));
        }
        case.groups = groups.iter().filter_map(|heads| refuted.remove(&heads[0])).collect();
        if let [_] = &*case.groups {
            let alone = case.groups.remove(0);
            (case.formula, case.lemmas) = (Some(alone.formula), alone.lemmas);
            (case.never, case.alone) = (alone.never, alone.alone);
        }
        Ok(Case::Free(case))
    }

    /// What is known when some groups of several are left: the reasons name them.
    fn what_is_known(self, unknown: Vec<(Unreached, &[VisitIx])>, groups: usize) -> Vec<Unreached> {
        let left: Vec<_> = unknown.iter().map(|(_, heads)| self.worms_of(heads).len().to_string()).collect();
        let known = match (groups, groups - left.len()) {
            (1, _) => String::new(),
            (_, free) => format!(
                "; of {groups} groups of worms that may wait for each other {free} are free, and those of {} worms are \
                 undecided",
                left.join(", ")
            ),
        };
        let told = |(states, _): (Unreached, _)| Unreached { reason: states.reason.clone() + &known, ..states };
        unknown.into_iter().map(told).collect()
    }

    fn worms_of(self, heads: &[VisitIx]) -> Vec<u32> {
        let mut worms: Vec<_> = heads.iter().map(|&head| self.workload.visit(head).worm).collect();
        worms.dedup();
        worms
    }

    /// What comes out about heads that wait for each other.
    fn group(self, scope: Scope<'_>) -> Result<Group, ProveError> {
        let reach = scope.reach;
        let reason = format!("for a reach of {reach} channels the formula is too large");
        let mut unknown = Unreached { reason, reach, sent: Vec::new() };
        for copies in [1, u32::MAX] {
            if self.effort.is_over() {
                unknown.reason = self.out_of_time("while states were looked for, group by group");
                break;
            }
            if copies > 1
                && !self.is_coarse()
                && let Some(found) = first_walks(self, reach, scope.live)?
            {
                return Ok(Group::Deadlock(found));
            }
            let Some(snapshot) = self.snapshot(scope, copies) else { break };
            match Search::new(self, scope, &snapshot).run()? {
                Found::Deadlock(counterexample) => return Ok(Group::Deadlock(counterexample)),
                Found::Unreached(states) => unknown = states,
                Found::Nothing(_) if copies == 1 => {}
                Found::Nothing(excluded) => return Ok(self.refuted(scope, &snapshot, excluded, unknown)),
            }
        }
        Ok(Group::Unknown(unknown))
    }

    /// The refutation of a formula without models but these.
    fn refuted(self, scope: Scope<'_>, snapshot: &Snapshot, excluded: Excluded, unknown: Unreached) -> Group {
        let mut whole = snapshot.formula.clone();
        let Excluded { never, alone } = excluded;
        let clauses = never.iter().filter_map(|NeverThere(states)| snapshot.excluding(scope.workload, states));
        let of_alone = alone.iter().filter_map(|NeverThere(states)| snapshot.excluding_alone(scope.workload, states));
        clauses.chain(of_alone).flatten().for_each(|clause| whole.clause(clause));
        let mut sat = Sat::new(&whole, self.effort, true);
        if sat.solve(&[]) != Verdict::Unsat {
            return Group::Unknown(unknown);
        }
        let lemmas = sat.lemmas();
        if lemmas.len() > LONGEST_REFUTATION {
            return Group::Unknown(Unreached { reason: "the refutation is too long".into(), ..unknown });
        }
        let formula = [snapshot.formula.variables(), snapshot.formula.len()];
        Group::Refuted(GroupCertificate { worms: self.worms_of(scope.live), formula, never, alone, lemmas })
    }
}

/// Groups of heads, those of few first.
fn smallest_first(groups: &[Vec<VisitIx>]) -> Vec<&[VisitIx]> {
    let mut sorted: Vec<&[VisitIx]> = groups.iter().map(Vec::as_slice).collect();
    sorted.sort_by_key(|heads| heads.len());
    sorted
}
