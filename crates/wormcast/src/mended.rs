//! Mending plans that can deadlock.

mod document;

pub use document::{ChangeDocument, MendingDocument, PhaseDocument, ProposalDocument, WhatChanges, WormDocument};

use crate::{Error, Network, Plan};
use wormcast_check::proof::{ProofDocument, Reservation, Statement, WorkloadStatement};
use wormcast_prove::mend::{self, Change, Limits, WormName};
use wormcast_prove::{Effort, Proof, prove_workload_within};
use wormcast_sim::Time;

/// What a search for changes that make plans free of deadlock comes to.
#[derive(Clone, Debug)]
pub struct Mended {
    /// The plans are free of deadlock as they are.
    pub is_free: bool,
    /// Whether the plans can deadlock was not found out.
    pub is_unknown: bool,
    /// What makes them free, the cheapest first: in virtual channels that are added, then in channels, then in
    /// latency.
    pub proposals: Vec<MendProposal>,
    /// The kinds of changes for which the search gave up.
    pub gave_up: Vec<&'static str>,
    /// Routers that grant channels like this have no deadlock with the plans as they are.
    pub free_with: Option<Reservation>,
    /// What is in flight beside the plans deadlocks without them: no change of the plans helps, and none was looked
    /// for.
    pub others_deadlock: bool,
}

/// Changes that make plans free of deadlock.
#[derive(Clone, Debug)]
pub struct MendProposal {
    /// What is changed about which worms.
    pub changes: Vec<(WormName, Change)>,
    /// For each change the cycle that it breaks: worms that would wait for each other without it. None where the search
    /// did not come by it.
    pub breaks: Vec<Vec<WormName>>,
    /// What is sent together: one phase after another.
    pub phases: Vec<MendedPhase>,
    /// The virtual channels that are added to links, and the channels that worms take more than before.
    pub channels: u64,
    /// How many of those are virtual channels that are added to links.
    pub virtual_channels: u64,
    /// The consumption channels that are added to each node.
    pub consumption_channels: u64,
    /// How long it takes until all have the message, if all of a phase start at once; none if no engine can tell.
    pub latency: Option<Time>,
}

/// Plans that may be in flight together.
#[derive(Clone, Debug)]
pub struct MendedPhase {
    /// The plans, each with the number of the given one that it comes from.
    pub plans: Vec<(usize, Plan)>,
    /// The proof that they never deadlock.
    pub proof: ProofDocument,
}

impl Network {
    /// Looks for the smallest changes of each kind that make plans free of deadlock: worms that are sent later,
    /// another virtual channel, another order of branches, other routes. [`PROOFS`](wormcast_prove::mend::PROOFS) for
    /// each kind are enough for a few plans.
    ///
    /// ```
    /// use wormcast::check::proof::{Answer, WorkloadStatement};
    /// use wormcast::prove::{Effort, mend::{Limits, PROOFS}};
    /// # use wormcast::{Network, schemes::Options};
    /// # let ring = Network::build("torus:4")?;
    /// // Around a ring, each two steps on: all four wait for each other.
    /// let plans = ["0", "1", "2", "3"].map(|source| {
    ///     let opposite = (source.parse::<u32>().unwrap() + 2) % 4;
    ///     ring.plan("unicast", source, &[opposite.to_string()], &Options::default()).unwrap()
    /// });
    /// let limits = Limits { proofs: PROOFS, effort: &Effort::default() };
    /// let mended = ring.mend_plans(&plans, &WorkloadStatement::default(), limits)?;
    /// let cheapest = &mended.proposals[0];
    /// // One of them goes the other way around, which is not longer.
    /// assert_eq!((cheapest.changes.len(), cheapest.phases.len(), cheapest.channels), (1, 1, 0));
    /// assert!(cheapest.phases.iter().all(|phase| phase.proof.answer == Answer::DeadlockFree));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// A plan for another network, or plans that make no sense together.
    pub fn mend_plans(
        &self,
        plans: &[Plan],
        statement: &WorkloadStatement,
        limits: Limits<'_>,
    ) -> Result<Mended, Error> {
        let plans = self.by_number(plans)?;
        if self.others_deadlock(statement, limits.effort)? {
            let (proposals, gave_up) = (Vec::new(), Vec::new());
            return Ok(Mended {
                is_free: false,
                is_unknown: false,
                proposals,
                gave_up,
                free_with: None,
                others_deadlock: true,
            });
        }
        let mend::Mending { is_free, is_unknown, proposals, gave_up, free_with } =
            mend::mend(self.topology(), &plans, statement, limits)?;
        let proposals = proposals.into_iter().map(|proposal| self.named(proposal)).collect();
        Ok(Mended { is_free, is_unknown, proposals, gave_up, free_with, others_deadlock: false })
    }

    /// Whether what is in flight beside plans deadlocks without them.
    ///
    /// # Errors
    /// What is beside the plans cannot be read, or makes no sense.
    pub fn others_deadlock(&self, statement: &WorkloadStatement, effort: &Effort<'_>) -> Result<bool, Error> {
        if !statement.with_unicast && statement.routes.is_empty() {
            return Ok(false);
        }
        let alone = WorkloadStatement { plans: Vec::new(), dependences: Vec::new(), ..statement.clone() };
        let proof = prove_workload_within(self.topology(), &[], &alone, effort)?;
        Ok(matches!(proof, Proof::Deadlock(_)))
    }

    fn named(&self, proposal: mend::Proposal) -> MendProposal {
        let phase = |mend::Phase { plans, statement, certificate }| {
            let proof = Proof::DeadlockFree(certificate);
            let named = |(number, plan)| (number, Plan::new(self.clone(), plan));
            MendedPhase {
                plans: plans.into_iter().map(named).collect(),
                proof: proof.document(self.spec().clone(), Statement::Workload(statement)),
            }
        };
        let mend::Proposal { changes, breaks, phases, channels, virtual_channels, consumption_channels, latency } =
            proposal;
        let phases = phases.into_iter().map(phase).collect();
        MendProposal { changes, breaks, phases, channels, virtual_channels, consumption_channels, latency }
    }
}
