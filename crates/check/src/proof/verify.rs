//! Verifies that given worms do not deadlock, by a certificate.

use super::certificate::{CaseCertificate, GroupCertificate, HeadsCertificate, NeverThere};
use super::rup::{RupError, refutes};
use std::collections::{BTreeMap, BTreeSet};
use thiserror::Error;
use wormcast_model::{
    GrantOrder, Lit, Placed, Reaches, Scope, Snapshot, UnicastError, VisitIx, WaitForGraph, Workload, WorkloadError,
    WorkloadStatement, grant_order, standing_order, unicast_plan,
};
use wormcast_plan::Plan;
use wormcast_topology::Topology;

/// What is wrong with a certificate about heads.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum HeadsError {
    /// The plans are no statement.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// There would be too many unicast messages.
    #[error(transparent)]
    Unicast(#[from] UnicastError),
    /// The ranks belong to other worms.
    #[error("the ranks are not those of these plans: there must be one list a worm, with an entry for each visit")]
    Shape,
    /// A rank that does not hold.
    #[error(
        "plan {plan}, worm {worm}, visit {visit} has rank {rank}, and can wait for the head of worm {other} at its visit \
         {keeper}, whose rank is not lower"
    )]
    Rank {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: u32,
        /// The visit, counted from the worm's origin.
        visit: u32,
        /// Its rank.
        rank: u32,
        /// The worm that it can wait for, among those of all plans.
        other: u32,
        /// The visit of that one.
        keeper: u32,
    },
    /// A case is missing.
    #[error("there is no case for a reach of {0}, and heads are left")]
    MissingCase(u32),
    /// Heads of a group can wait for others than they should.
    #[error(
        "reach {reach}: heads of group {number} can wait for those of later groups, or messages depend on messages"
    )]
    Group {
        /// The reach.
        reach: u32,
        /// The group, from 0.
        number: usize,
    },
    /// A group is missing.
    #[error("reach {0}: heads are left that are of no group")]
    Ungrouped(u32),
    /// Something stands there that proves nothing.
    #[error("{0} is more than it takes: what proves nothing must not be there")]
    Needless(String),
    /// The formula has another size.
    #[error("reach {reach}: the formula has another size than [{}, {}]", .told[0], .told[1])]
    Size {
        /// The reach.
        reach: u32,
        /// What the certificate says: variables and clauses.
        told: [usize; 2],
    },
    /// The formula would be too large.
    #[error("the formula for a reach of {0} is too large to be looked at")]
    TooLarge(u32),
    /// Messages may come to where it says that they are never, as far as is known.
    #[error("reach {reach}: state {number} of those that do not come about makes no sense, or may come about")]
    Reached {
        /// The reach.
        reach: u32,
        /// The state, from 0.
        number: usize,
    },
    /// The refutation does not hold.
    #[error("reach {reach}: {error}")]
    Refutation {
        /// The reach.
        reach: u32,
        /// What is wrong.
        error: RupError,
    },
}

/// Verifies that no worms of these plans deadlock, as the statement says. Nothing in the certificate is believed: the
/// wait-for graph and the formulas are made from the plans.
///
/// # Errors
/// The first thing that does not hold.
pub fn verify_heads(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    certificate: &HeadsCertificate,
) -> Result<(), HeadsError> {
    let mut plans = plans.to_vec();
    if statement.with_unicast {
        plans.push(unicast_plan(topology)?);
    }
    let places = if certificate.places { statement.messages_a_buffer() } else { 1 };
    let workload = Workload::with_places(topology, &plans, statement, places)?;
    let ranks = flat(&workload, certificate)?;
    let reaches = Reaches::of(statement, workload.height()).values;
    let (&least, &greatest) = reaches.first().zip(reaches.last()).expect("some reach is possible");
    let all = (0..workload.visits.len() as VisitIx).filter(|&visit| !workload.request(visit).is_empty());
    let all: Vec<_> = all.collect();
    let rank = |visit: VisitIx| ranks[visit as usize];
    let left = check_ranks(&workload, statement, (least, greatest), &all, &rank)?;
    let needed: &[u32] = if left.is_empty() { &[] } else { &reaches };
    let mut cases = certificate.cases.iter().map(|case| case.reach).enumerate();
    if let Some((_, reach)) = cases.find(|(place, reach)| needed.get(*place) != Some(reach)) {
        return Err(HeadsError::Needless(format!("a case for a reach of {reach}")));
    }
    for &reach in needed {
        let case = certificate.cases.iter().find(|case| case.reach == reach);
        check_case(&workload, statement, case.ok_or(HeadsError::MissingCase(reach))?, &left)?;
    }
    Ok(())
}

/// The rank of every visit of every worm.
fn flat(workload: &Workload, certificate: &HeadsCertificate) -> Result<Vec<Option<u32>>, HeadsError> {
    let worms = workload.worms.iter().map(|worm| worm.visits.len());
    if !certificate.ranks.iter().map(Vec::len).eq(worms) {
        return Err(HeadsError::Shape);
    }
    Ok(certificate.ranks.iter().flatten().copied().collect())
}

fn check_case(
    workload: &Workload,
    statement: &WorkloadStatement,
    case: &CaseCertificate,
    heads: &[VisitIx],
) -> Result<(), HeadsError> {
    let reach = case.reach;
    let ranks: BTreeMap<_, _> = case.ranks.iter().copied().collect();
    let rank = |visit: VisitIx| ranks.get(&visit).copied();
    let live = check_ranks(workload, statement, (reach, reach), heads, &rank)?;
    let is_whole = case.groups.is_empty() && !live.is_empty();
    if !is_whole && (case.formula.is_some() || !has_no_states(case) || !case.lemmas.is_empty()) {
        return Err(HeadsError::Needless(format!("the refutation for all heads of a reach of {reach}")));
    }
    let scope = Scope { workload, statement, reach, live: &live };
    match is_whole {
        true => check_refutation(scope, case.formula, [&case.never, &case.alone], &case.lemmas),
        false => check_groups(scope, &case.groups),
    }
}

fn has_no_states(case: &CaseCertificate) -> bool {
    case.never.is_empty() && case.alone.is_empty()
}

fn check_refutation(
    scope: Scope<'_>,
    told: Option<[usize; 2]>,
    [never, alone]: [&[NeverThere]; 2],
    lemmas: &str,
) -> Result<(), HeadsError> {
    let reach = scope.reach;
    let size = |snapshot: &Snapshot| [snapshot.formula.variables(), snapshot.formula.len()];
    let plain = scope.snapshot(u32::MAX).ok_or(HeadsError::TooLarge(reach))?;
    // Older refutations do without the orders in which messages take channels.
    let mut snapshot = if told == Some(size(&plain)) { plain } else { scope.ordered(plain) };
    let size = size(&snapshot);
    if let Some(told) = told.filter(|told| *told != size) {
        return Err(HeadsError::Size { reach, told });
    }
    let states = never.iter().map(|states| (states, false)).chain(alone.iter().map(|states| (states, true)));
    for (number, (states, alone)) in states.enumerate() {
        let clauses = excluded(scope, &snapshot, states, alone).ok_or(HeadsError::Reached { reach, number })?;
        clauses.into_iter().for_each(|clause| snapshot.formula.clause(clause));
    }
    refutes(&snapshot.formula, lemmas).map_err(|error| HeadsError::Refutation { reach, error })
}

/// The clauses that exclude states, if messages never come into them, or never stand still there if they are `alone`:
/// the orders in which their requests could be granted are looked through once more.
fn excluded(
    Scope { workload, statement, reach, .. }: Scope<'_>,
    snapshot: &Snapshot,
    NeverThere(states): &NeverThere,
    alone: bool,
) -> Option<Vec<Vec<Lit>>> {
    let numbers: BTreeSet<usize> = states.iter().map(|state| state.0).collect();
    let placed = |(number, granted): &(usize, Vec<(VisitIx, usize)>)| {
        Some(Placed { worm: snapshot.messages.get(*number)?.worm, granted: granted.clone() })
    };
    let messages = states.iter().map(placed).collect::<Option<Vec<_>>>()?;
    let (clauses, order) = match alone {
        true => (snapshot.excluding_alone(workload, states), standing_order(workload, statement, reach, &messages)),
        false => (snapshot.excluding(workload, states), grant_order(workload, statement, reach, &messages)),
    };
    clauses.filter(|_| numbers.len() == states.len() && order == GrantOrder::None)
}

/// Verifies that no heads are blocked for good, group by group. In a standstill look at the first group that has
/// blocked heads. They wait for heads of their own group, and behind such: those messages alone stand still, too.
fn check_groups(scope: Scope<'_>, groups: &[GroupCertificate]) -> Result<(), HeadsError> {
    let Scope { workload, statement, reach, .. } = scope;
    let mut graph = WaitForGraph::new(workload, statement, reach, reach);
    let mut left = scope.live.to_vec();
    for (number, group) in groups.iter().enumerate() {
        let worms: BTreeSet<u32> = group.worms.iter().copied().collect();
        let is_own = |head: &VisitIx| worms.contains(&workload.visit(*head).worm);
        let (own, others): (Vec<_>, Vec<_>) = left.iter().partition(|&head| is_own(head));
        let is_other = |visit: VisitIx| others.binary_search(&visit).is_ok();
        let mut leaves =
            |&head: &VisitIx| graph.find(head, &is_other).is_some() || stands_behind(workload, head, &is_other);
        if !workload.waits_for_channels_alone() || own.iter().any(&mut leaves) {
            return Err(HeadsError::Group { reach, number });
        }
        let states = [&*group.never, &group.alone];
        check_refutation(Scope { live: &own, ..scope }, Some(group.formula), states, &group.lemmas)?;
        left = others;
    }
    if left.is_empty() { Ok(()) } else { Err(HeadsError::Ungrouped(reach)) }
}

/// Whether a head may stand in a line behind another of these that lacks something else.
fn stands_behind(workload: &Workload, head: VisitIx, others: &dyn Fn(VisitIx) -> bool) -> bool {
    let own = workload.request(head);
    workload.asking_with(head).iter().any(|&other| {
        let request = workload.request(other);
        request.len() > 1 && others(other) && request.iter().any(|resource| own.contains(resource))
    })
}

/// Verifies the ranks of some heads, if no others are ever blocked; those without rank.
fn check_ranks(
    workload: &Workload,
    statement: &WorkloadStatement,
    (least, greatest): (u32, u32),
    heads: &[VisitIx],
    rank: &dyn Fn(VisitIx) -> Option<u32>,
) -> Result<Vec<VisitIx>, HeadsError> {
    let mut graph = WaitForGraph::new(workload, statement, least, greatest);
    let mut stands = vec![false; workload.visits.len()];
    heads.iter().for_each(|&head| stands[head as usize] = true);
    for &head in heads {
        let Some(own) = rank(head) else { continue };
        let live = |visit: VisitIx| stands[visit as usize] && rank(visit).is_none_or(|other| other >= own);
        if let Some(keeper) = graph.find(head, &live) {
            return Err(broken(workload, head, own, keeper));
        }
    }
    Ok(heads.iter().copied().filter(|&head| rank(head).is_none()).collect())
}

fn broken(workload: &Workload, head: VisitIx, rank: u32, keeper: VisitIx) -> HeadsError {
    let (worm, other) = (workload.visit(head).worm, workload.visit(keeper).worm);
    let [first, others] = [worm, other].map(|worm| &workload.worms[worm as usize]);
    HeadsError::Rank {
        plan: first.plan,
        worm: first.id,
        visit: head - first.visits.start,
        rank,
        other,
        keeper: keeper - others.visits.start,
    }
}
