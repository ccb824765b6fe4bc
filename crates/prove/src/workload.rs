//! Proofs about given plans, any of whose worms may be in flight together.
//!
//! First numbers for what worms hold are looked for, which exist if the channel dependency graph has no cycle; then
//! deadlocks of its shortest cycles. Heads that can wait for nothing are taken away, with the wait-for graph of the
//! model; a formula says whether those that are left can wait for each other. `docs/prove.md` has the model and the
//! proofs.

mod attempt;
mod components;
mod confirm;
mod cycles;
mod differences;
mod eliminate;
mod exact;
mod moments;
mod numbering;
mod one_by_one;
mod problem;
mod random_search;
mod request_order;
mod roomy;
mod routed;
mod sat;
mod scheduled;
mod search;
mod sending;
mod start_times;
mod subset;
mod taken_before;
mod taken_in;
mod trees;
mod waits;
mod walks;

pub(crate) use confirm::{alone, stalls_told};
pub(crate) use routed::{Asked, with_routes};

use crate::choices::of_choices;
use crate::router::dependences_of;
use crate::{Effort, Proof, ProveError};
use cycles::cycle_search;
use numbering::Dependencies;
use problem::Problem;
use sending::Begin;
use std::borrow::Cow;
use wormcast_check::proof::{Certificate, Counterexample, Part};
use wormcast_model::{Unicasts, Workload, WorkloadStatement, unicast_dependencies, unicast_plan, unicasts_numbered};
use wormcast_plan::{Plan, PlanDocument, virtual_channel_turns_by};
use wormcast_sim::Dependence;
use wormcast_topology::Topology;

/// Decides whether worms of these plans can deadlock.
///
/// # Errors
/// The plans make no sense together.
pub fn prove_workload(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
) -> Result<Proof, ProveError> {
    prove_workload_within(topology, plans, statement, &Effort::default())
}

/// The same with a budget of time. When that is used up the answer is unknown, and says what is known.
///
/// # Errors
/// The plans make no sense together.
pub fn prove_workload_within(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    effort: &Effort<'_>,
) -> Result<Proof, ProveError> {
    let asked = with_routes(topology, plans, statement)?;
    Ok(of_choices(prove_asked(topology, &asked, effort)?, asked.choose))
}

/// Decides whether the listed worms can deadlock.
fn prove_asked(topology: &dyn Topology, asked: &Asked<'_>, effort: &Effort<'_>) -> Result<Proof, ProveError> {
    let (plans, given, statement) = (&asked.plans, asked.whole, &*asked.statement);
    if !statement.with_unicast {
        return about(topology, (plans, given), statement, effort, |problem| problem.decide());
    }
    if let Some(proof) = beside_unicasts(topology, plans, given, statement, effort)? {
        return Ok(proof);
    }
    let plans = with_unicasts(topology, plans, statement)?;
    about(topology, (&plans, given), statement, effort, |problem| problem.decide_exactly())
}

/// What comes out about plans, so many of which are given.
fn about<T>(
    topology: &dyn Topology,
    (plans, given): (&[Plan], usize),
    statement: &WorkloadStatement,
    effort: &Effort<'_>,
    ask: impl FnOnce(Problem<'_>) -> Result<T, ProveError>,
) -> Result<T, ProveError> {
    let workload = Workload::new(topology, plans, statement)?;
    ask(Problem { topology, plans, given, statement, workload: &workload, effort })
}

/// The quick answers, with as few of the unicasts as have all dependencies between channels.
fn beside_unicasts(
    topology: &dyn Topology,
    plans: &[Plan],
    given: usize,
    statement: &WorkloadStatement,
    effort: &Effort<'_>,
) -> Result<Option<Proof>, ProveError> {
    let Unicasts { plan, ids } = unicast_dependencies(topology, statement.vc_rule, statement.virtual_channels.get())?;
    let plans: Vec<_> = plans.iter().cloned().chain([plan]).collect();
    let mut proof = about(topology, (&plans, given), statement, effort, |problem| problem.decide_quickly())?;
    if let Some(Proof::Deadlock(counterexample)) = &mut proof {
        let of_unicasts = counterexample.parts.iter_mut().filter(|part| part.plan + 1 == plans.len());
        of_unicasts.for_each(|part| part.worm = part.worm.map(|worm| ids[worm as usize]));
    }
    Ok(proof)
}

/// A deadlock of a short cycle of these plans, if one is found.
pub(crate) fn deadlock_by_cycle(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    effort: &Effort<'_>,
) -> Result<Option<Counterexample>, ProveError> {
    about(topology, (plans, plans.len()), statement, effort, |problem| problem.by_cycle())
}

/// A deadlock of these plans that is quickly found, if there is one: by short cycles, or by the states with the longest
/// messages.
pub(crate) fn quick_deadlock(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    effort: &Effort<'_>,
) -> Result<Option<Counterexample>, ProveError> {
    about(topology, (plans, plans.len()), statement, effort, |problem| match problem.by_cycle()? {
        None => problem.longest_messages(),
        found => Ok(found),
    })
}

fn with_unicasts(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
) -> Result<Vec<Plan>, ProveError> {
    let unicasts = statement.with_unicast.then(|| unicast_plan(topology)).transpose()?;
    Ok(plans.iter().cloned().chain(unicasts).collect())
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
    parts_of(topology, &with_routes(topology, plans, statement)?, parts)
}

/// What nodes take in only as they send something else, among what a counterexample sends: plans by their numbers among
/// these parts.
///
/// # Errors
/// There is no such routing or file of routes.
pub fn sent_dependences(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    parts: &[Part],
) -> Result<Vec<Dependence>, ProveError> {
    let asked = with_routes(topology, plans, statement)?;
    Ok(dependences_of(topology, &asked.plans, &asked.statement, parts))
}

/// What [`sent_parts`] sends, where all that the statement is about has been made.
pub(crate) fn parts_of(
    topology: &dyn Topology,
    Asked { plans, statement, .. }: &Asked<'_>,
    parts: &[Part],
) -> Result<Vec<Vec<PlanDocument>>, ProveError> {
    let mut of_unicasts: Vec<_> =
        parts.iter().filter(|part| part.plan == plans.len()).filter_map(|part| part.worm).collect();
    of_unicasts.sort_unstable();
    let unicasts = statement.with_unicast.then(|| unicasts_numbered(topology, &of_unicasts)).transpose()?;
    let ids = unicasts.as_ref().map_or_else(Vec::new, |unicasts| unicasts.ids.clone());
    let given = plans.len();
    let plans: Vec<_> = plans.iter().cloned().chain(unicasts.map(|unicasts| unicasts.plan)).collect();
    let workload = Workload::new(topology, &plans, statement)?;
    let sent = |&Part { plan, worm }: &Part| {
        // Unicasts are sent one by one.
        let place = |id| if plan < given { Some(id) } else { ids.binary_search(&id).ok().map(|at| at as u32) };
        let (Some(whole), false) = (plans.get(plan), plan == given && worm.is_none()) else { return Vec::new() };
        let worm = match worm.map(place) {
            Some(None) => return Vec::new(),
            worm => worm.flatten(),
        };
        if worm.is_some_and(|id| id as usize >= whole.worms.len()) {
            return Vec::new();
        }
        let turns = virtual_channel_turns_by(topology, statement.vc_rule, whole, statement.virtual_channels.get());
        let begins = (0..turns).map(|turn| Begin { plan, turn, worm, at_ns: 0 });
        begins.map(|begin| confirm::part(whole, &workload, &begin).document(topology)).collect()
    };
    Ok(parts.iter().map(sent).collect())
}

impl Problem<'_> {
    /// The quick answers first.
    fn decide(self) -> Result<Proof, ProveError> {
        match self.decide_quickly()? {
            Some(proof) => Ok(proof),
            None => self.decide_exactly(),
        }
    }

    fn by_cycle(self) -> Result<Option<Counterexample>, ProveError> {
        cycle_search(self, &Dependencies::of(self.workload, self.statement.policies(), false).components())
    }

    /// By numbers for what worms hold, or by a short cycle; none if there are neither.
    fn decide_quickly(self) -> Result<Option<Proof>, ProveError> {
        self.effort.tell("numbers for what worms hold");
        let policies = self.statement.policies();
        let mut dependencies = Dependencies::of(self.workload, policies, false);
        let statement = self.statement.without_queues();
        let free = match &statement {
            Cow::Borrowed(_) => self.by_theorems(&mut dependencies),
            Cow::Owned(statement) => {
                let workload = &Workload::new(self.topology, self.plans, statement)?;
                let mut dependencies = Dependencies::of(workload, policies, true);
                Problem { workload, statement, ..self }.by_theorems(&mut dependencies)
            }
        };
        if free.is_some() || self.statement.bubble {
            return Ok(free.map(Proof::DeadlockFree));
        }
        self.effort.tell("short cycles of the channel dependency graph");
        Ok(cycle_search(self, &dependencies.components())?.map(Proof::Deadlock))
    }

    /// By numbers for what worms hold, or by trees that they go down; where nobody is behind others in buffers.
    fn by_theorems(self, dependencies: &mut Dependencies) -> Option<Certificate> {
        if let Some(numbers) = dependencies.numbers().filter(|_| self.workload.can_be_numbered()) {
            return Some(Certificate::WormNumbers(numbering::certificate(self.topology, self.workload, &numbers)));
        }
        let trees = if self.statement.bubble { None } else { self.trees() };
        trees.map(Certificate::TreeWorms)
    }
}
