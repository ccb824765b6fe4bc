//! What mends plans that hang.

use crate::document::MendingOnPage;
use crate::names;
use crate::page::{Page, PageError, RunOnPage};
use crate::proof::timing_of;
use wormcast::check::proof::{ProofDocument, Statement, WorkloadStatement};
use wormcast::prove::Effort;
use wormcast::prove::mend::{Limits, PROOFS};
use wormcast::sim::{Conditions, EngineChoice, Ports, Time, Timing};
use wormcast::{Error, MendProposal, MendingDocument, Network, Plan, Run};

impl Page {
    /// Looks for the smallest changes that make plans free of deadlock under this timing, and adds them, with a run of
    /// each. `plans` are plans and the names of their files. A search that fails adds nothing: the page is about
    /// something else.
    ///
    /// # Errors
    /// There is too much to play.
    pub fn add_mending(
        &mut self,
        network: &Network,
        plans: &[(&str, &Plan)],
        timing: &Timing,
        effort: &Effort<'_>,
    ) -> Result<(), PageError> {
        let files: Vec<String> = plans.iter().map(|(name, _)| (*name).to_owned()).collect();
        self.mend(network, plans, &question(&files, timing), timing, effort)
    }

    /// The same as an answer to a proof about these plans, for the routers that it is about: runs have the length and
    /// the buffers of its deadlock. Where it found none, or plans are not all that it is about, nothing is added.
    ///
    /// # Errors
    /// There is too much to play.
    pub fn add_mending_of(
        &mut self,
        network: &Network,
        plans: &[(&str, &Plan)],
        proof: &ProofDocument,
        effort: &Effort<'_>,
    ) -> Result<(), PageError> {
        match (&proof.statement, &proof.counterexample) {
            (Statement::Workload(statement), Some(told)) if statement.routes.is_empty() => {
                self.mend(network, plans, statement, &timing_of(&proof.statement, told), effort)
            }
            _ => Ok(()),
        }
    }

    fn mend(
        &mut self,
        network: &Network,
        plans: &[(&str, &Plan)],
        statement: &WorkloadStatement,
        timing: &Timing,
        effort: &Effort<'_>,
    ) -> Result<(), PageError> {
        let files: Vec<String> = plans.iter().map(|(name, _)| names::below(name).to_owned()).collect();
        let bare: Vec<Plan> = plans.iter().map(|&(_, plan)| plan.clone()).collect();
        let Ok(mended) = network.mend_plans(&bare, statement, Limits { proofs: PROOFS, effort }) else {
            return Ok(());
        };
        let mut runs = Vec::new();
        for (number, proposal) in (1..).zip(&mended.proposals) {
            let phased = Phased { network, proposal, files: &files, timing };
            runs.push(phased.add_to(self, &format!("Mended, proposal {number}"))?);
        }
        let document = MendingDocument::of(network, &mended, &files);
        self.set_mending(MendingOnPage { document, runs });
        Ok(())
    }
}

/// The question whether plans, by the names of their files, can deadlock under a timing: with messages of any length
/// and buffers of any size.
pub fn question(files: &[String], timing: &Timing) -> WorkloadStatement {
    let consumption = match timing.consumption {
        Ports::All => None,
        Ports::Limited(ports) => Some(ports),
    };
    WorkloadStatement {
        plans: files.to_vec(),
        consumption,
        virtual_channels: timing.flow.virtual_channels,
        vc_rule: timing.flow.vc_rule,
        reservation: timing.flow.reservation,
        replication: timing.flow.replication,
        switching: timing.flow.switching,
        handover: timing.flow.handover,
        ..WorkloadStatement::default()
    }
}

/// What a statement says about routers, as a timing.
pub(crate) fn statement_timing(statement: &WorkloadStatement, timing: &mut Timing) {
    timing.flow.virtual_channels = statement.virtual_channels;
    timing.flow.vc_rule = statement.vc_rule;
    timing.flow.reservation = statement.reservation;
    timing.flow.replication = statement.replication;
    timing.flow.switching = statement.switching;
    timing.flow.handover = statement.handover;
}

/// Plans that are sent, each with the number of the given one that it comes from.
type Sent<'p> = Vec<(usize, &'p Plan)>;

/// A proposal that is to be run: one phase after another.
struct Phased<'p> {
    network: &'p Network,
    proposal: &'p MendProposal,
    files: &'p [String],
    timing: &'p Timing,
}

impl Phased<'_> {
    /// Adds its run to a page, and gives its place; nothing if no engine runs it.
    fn add_to(&self, page: &mut Page, name: &str) -> Result<Option<usize>, PageError> {
        let timing = self.timing();
        let Ok((plans, run)) = self.run(&timing) else { return Ok(None) };
        let named: Vec<_> = plans.iter().map(|&(number, plan)| (&*self.files[number], plan)).collect();
        page.add_run(RunOnPage { name, plans: &named, timing: &timing, run: &run }).map(Some)
    }

    /// The timing, with the virtual channels that the proposal adds.
    fn timing(&self) -> Timing {
        let mut timing = self.timing.clone();
        for phase in &self.proposal.phases {
            if let Statement::Workload(statement) = &phase.proof.statement {
                timing.flow.virtual_channels = timing.flow.virtual_channels.max(statement.virtual_channels);
            }
        }
        timing
    }

    /// Each phase starts when the one before has been delivered.
    fn run(&self, timing: &Timing) -> Result<(Sent<'_>, Run), Error> {
        let engine = EngineChoice::Auto.of(self.network.topology(), timing, &Conditions::default());
        let (mut start, mut starts) = (Time::ZERO, Vec::new());
        for phase in &self.proposal.phases {
            let plans: Vec<_> = phase.plans.iter().map(|(_, plan)| (plan, Time::ZERO)).collect();
            let alone = self.network.simulate(&plans, timing, engine)?;
            starts.extend(phase.plans.iter().map(|(number, plan)| (*number, plan, start)));
            let last = (0..plans.len()).filter_map(|plan| alone.latency(plan)).max();
            start = start + last.unwrap_or(Time::ZERO);
        }
        let plans: Vec<_> = starts.iter().map(|&(_, plan, at)| (plan, at)).collect();
        let run = self.network.simulate(&plans, timing, engine)?;
        Ok((starts.iter().map(|&(number, plan, _)| (number, plan)).collect(), run))
    }
}
