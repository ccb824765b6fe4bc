//! Judging, proving and running plans on their network.

use crate::{Error, Network, Plan};
use serde::{Serialize, Serializer};
use wormcast_check::proof::{Counterexample, Dependence, ProofDocument, SchemeStatement, Statement, WorkloadStatement};
use wormcast_check::{Report, judge, judge_beside, judge_no_tree, judge_within};
use wormcast_formats::is_named;
use wormcast_plan::{CERTIFICATE, PlanDocument, WITHIN};
use wormcast_prove::scheme::prove_scheme_beside;
use wormcast_prove::{Effort, Proof, ProofRefusal, Verified, prove_workload_within, sent_dependences, verify_proof};
use wormcast_schemes::beside::dependences;
use wormcast_schemes::{Options, scheme_named};
use wormcast_sim::{Conditions, Engine, Simulation, Start, Time, Timing};

/// The most channels of networks on which plans say why lower virtual channels have no tree.
const MOST_CHANNELS: usize = 1200;

impl Network {
    /// Judges a plan file: everything that is wrong with it, and what it claims and holds.
    ///
    /// ```
    /// # use wormcast::{Network, schemes::Options};
    /// # let mesh = Network::build("mesh:8x8")?;
    /// # let plan = mesh.plan("dual-path", "2,1", &["3,2", "6,1"], &Options::default())?;
    /// let mut document = plan.document();
    /// assert!(mesh.check(&document).is_valid());
    /// document.cost.channels += 1;
    /// let violation = &mesh.check(&document).violations[0];
    /// assert_eq!(violation.to_string(), "the plan states a cost of 7 channels; its worms make it 6");
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    pub fn check(&self, document: &PlanDocument) -> Report {
        let mut report = judge(document, self.topology());
        let is_small = self.topology().graph().channel_count() <= MOST_CHANNELS;
        let certificate = document.extra.get(CERTIFICATE).filter(|certificate| certificate.get("no_tree").is_some());
        let told = certificate.or_else(|| document.extra.get(WITHIN));
        let routes = told.and_then(|told| told.get("routes")?.as_str()).filter(|_| is_small);
        // Files are read where they are asked for, and not where a plan names them.
        if let Some(routes) = routes.filter(|routes| routes.split(',').all(|name| is_named(name.trim()))) {
            self.check_beside(document, routes, &mut report).unwrap_or_default();
        }
        report
    }

    /// Verifies what a plan says of these routes: that it is within them; or else that it closes no cycle with them,
    /// and what it carries of virtual channels that have no tree beside them. They are routings by their names, files
    /// of routes, fabrics and plans, with commas between them.
    ///
    /// # Errors
    /// They cannot be read, or there is a plan that names no virtual channel while this one takes several.
    pub fn check_beside(&self, document: &PlanDocument, routes: &str, report: &mut Report) -> Result<(), Error> {
        let needed = document.resolve(self.topology()).map_or(1, |plan| plan.virtual_channels_needed());
        let waits = dependences(self.topology(), routes, needed).map_err(|problem| Error::Beside { problem })?;
        judge_no_tree(document, self.topology(), &waits, report);
        let told = document.extra.get(WITHIN).and_then(|within| within.get("routes")?.as_str());
        if told == Some(routes) {
            judge_within(document, self.topology(), &waits, report);
        } else if document.extra.get(CERTIFICATE).is_none_or(|certificate| certificate.get("no_tree").is_none()) {
            judge_beside(document, self.topology(), (routes, &waits), report);
        }
        Ok(())
    }

    /// Decides whether worms of these plans, any of which may be in flight together, can deadlock.
    ///
    /// ```
    /// use wormcast::check::proof::{Answer, WorkloadStatement};
    /// # use wormcast::{Network, schemes::Options};
    /// # let ring = Network::build("torus:4")?;
    /// let plans = ["0", "1", "2", "3"].map(|source| {
    ///     let opposite = (source.parse::<u32>().unwrap() + 2) % 4;
    ///     ring.plan("unicast", source, &[opposite.to_string()], &Options::default()).unwrap()
    /// });
    /// let proof = ring.prove_plans(&plans, &WorkloadStatement::default())?;
    /// assert_eq!(proof.answer, Answer::Deadlock);
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// A plan for another network, or plans that make no sense together.
    pub fn prove_plans(&self, plans: &[Plan], statement: &WorkloadStatement) -> Result<ProofDocument, Error> {
        self.prove_plans_within(plans, statement, &Effort::default())
    }

    /// The same with a budget of time: when that is used up, the answer is unknown.
    ///
    /// # Errors
    /// A plan for another network, or plans that make no sense together.
    pub fn prove_plans_within(
        &self,
        plans: &[Plan],
        statement: &WorkloadStatement,
        effort: &Effort<'_>,
    ) -> Result<ProofDocument, Error> {
        let plans = self.by_number(plans)?;
        let mut proof = prove_workload_within(self.topology(), &plans, statement, effort)?;
        if let Proof::Deadlock(Counterexample { plans: sent, parts, .. }) = &mut proof {
            // The prover knows the network alone, and not which faults make it out of which other one.
            let of_others = sent.iter_mut().zip(parts).filter(|(_, part)| part.plan >= plans.len());
            of_others.for_each(|(sent, _)| sent.network = self.spec().clone());
        }
        Ok(proof.document(self.spec().clone(), Statement::Workload(statement.clone())))
    }

    /// What nodes take in only as they send something else, among the plans that a deadlock of these plans sends, by
    /// their numbers there.
    ///
    /// # Errors
    /// A plan for another network, or no such routes as the statement names.
    pub fn dependences_in(
        &self,
        plans: &[Plan],
        statement: &WorkloadStatement,
        deadlock: &Counterexample,
    ) -> Result<Vec<Dependence>, Error> {
        let plans = self.by_number(plans)?;
        let found = sent_dependences(self.topology(), &plans, statement, &deadlock.parts)?;
        let named = |wait: wormcast_sim::Dependence| Dependence {
            at: self.topology().node_name(wait.at),
            takes_in: wait.takes_in,
            only_after_sending: wait.only_after_sending,
        };
        Ok(found.into_iter().map(named).collect())
    }

    /// Decides whether multicasts of a scheme, any number of them in flight together, can deadlock: for all sources,
    /// destinations, message lengths and buffers. The options of the statement are those that are given.
    ///
    /// ```
    /// use wormcast::check::proof::{Answer, SchemeStatement};
    /// use wormcast::{Network, schemes::Options};
    /// let mesh = Network::build("mesh:8x8")?;
    /// let proof = mesh.prove_scheme(&SchemeStatement::about("dual-path"), &Options::default())?;
    /// assert_eq!(proof.answer, Answer::DeadlockFree);
    /// assert!(mesh.verify_proof(&proof, &[]).is_ok());
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// There is no such scheme, or it does not serve this network.
    pub fn prove_scheme(&self, statement: &SchemeStatement, options: &Options) -> Result<ProofDocument, Error> {
        self.prove_scheme_within(statement, options, &Effort::default())
    }

    /// The same with a budget of time: when that is used up, the answer is unknown.
    ///
    /// # Errors
    /// There is no such scheme, or it does not serve this network.
    pub fn prove_scheme_within(
        &self,
        statement: &SchemeStatement,
        options: &Options,
        effort: &Effort<'_>,
    ) -> Result<ProofDocument, Error> {
        self.prove_scheme_beside(statement, options, &[], effort)
    }

    /// The same about a scheme beside these plans, any number of each, and beside the routings and tables that the
    /// statement names.
    ///
    /// ```
    /// use wormcast::check::proof::{Answer, SchemeStatement};
    /// use wormcast::{Network, prove::Effort, schemes::Options};
    /// let torus = Network::build("torus:4")?;
    /// let ring = |from| torus.plan("unicast", from, &["2"], &Options::default());
    /// let statement = SchemeStatement { plans: vec!["a.json".into()], ..SchemeStatement::about("single-tree") };
    /// let proof = torus.prove_scheme_beside(&statement, &Options::default(), &[ring("1")?], &Effort::default())?;
    /// assert_eq!(proof.answer, Answer::DeadlockFree);
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// There is no such scheme, routing or table, it does not serve this network or takes more virtual channels; or a
    /// plan is for another one.
    pub fn prove_scheme_beside(
        &self,
        statement: &SchemeStatement,
        options: &Options,
        plans: &[Plan],
        effort: &Effort<'_>,
    ) -> Result<ProofDocument, Error> {
        let plans = self.by_number(plans)?;
        self.check_virtual_channels(statement, options)?;
        let scheme = scheme_named(&statement.scheme)?;
        let mut planner = scheme.prepare(self.topology(), options)?;
        let words = options.words(scheme.options());
        let statement = SchemeStatement { scheme: scheme.name().into(), options: words, ..statement.clone() };
        let mut proof = prove_scheme_beside(self.topology(), &mut *planner, &plans, &statement, effort)?;
        if let Proof::Deadlock(counterexample) = &mut proof {
            // The prover knows the network alone, and not which faults make it out of which other one.
            counterexample.plans.iter_mut().for_each(|plan| plan.network = self.spec().clone());
        }
        Ok(proof.document(self.spec().clone(), Statement::Scheme(statement)))
    }

    /// Verifies a proof about this network from end to end: its certificate, and that it is about what the scheme
    /// plans; or its deadlock, by running it. `plans` are those that it is about, in its order.
    ///
    /// # Errors
    /// The first thing that does not hold.
    pub fn verify_proof(&self, document: &ProofDocument, plans: &[Plan]) -> Result<Verified, Box<ProofRefusal>> {
        let plans: Vec<_> = plans.iter().map(|plan| plan.by_number().clone()).collect();
        verify_proof(self.topology(), document, &plans).map_err(Box::new)
    }

    /// Runs plans in time, each from its own start.
    ///
    /// ```
    /// use wormcast::sim::{Engine, Time, Timing};
    /// # use wormcast::{Network, schemes::Options};
    /// # let mesh = Network::build("mesh:3x1")?;
    /// # let plan = mesh.plan("unicast", "0,0", &["2,0"], &Options::default())?;
    /// let run = mesh.simulate(&[(&plan, Time::ZERO)], &Timing::default(), Engine::Worm)?;
    /// // Two channels at 40 + 10 ns, and 127 more flits at 10 ns.
    /// assert_eq!(run.latency(0), Some(Time::from_ns(2 * 50 + 1270)));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// A plan for another network, or one that the engine cannot run.
    pub fn simulate(&self, plans: &[(&Plan, Time)], timing: &Timing, engine: Engine) -> Result<Run, Error> {
        self.simulate_under(plans, timing, &Conditions::default(), engine)
    }

    /// The same while channels are held up, or where nodes take messages in only as they send others; the plans in the
    /// conditions are numbered from 0, as they are given here.
    ///
    /// # Errors
    /// As [`simulate`](Self::simulate); or the conditions make no sense, or the engine is not the flit engine.
    pub fn simulate_under(
        &self,
        plans: &[(&Plan, Time)],
        timing: &Timing,
        conditions: &Conditions,
        engine: Engine,
    ) -> Result<Run, Error> {
        plans.iter().try_for_each(|(plan, _)| self.is_network_of(plan))?;
        let starts: Vec<_> = plans.iter().map(|&(plan, at)| Start { plan: plan.by_number(), at }).collect();
        let run = wormcast_sim::simulate_under(self.topology(), &starts, timing, conditions, engine)?;
        Ok(Run { network: self.clone(), run })
    }

    pub(crate) fn by_number(&self, plans: &[Plan]) -> Result<Vec<wormcast_plan::Plan>, Error> {
        let number = |plan: &Plan| self.is_network_of(plan).map(|()| plan.by_number().clone());
        plans.iter().map(number).collect()
    }

    /// Whether a plan is for this network.
    ///
    /// # Errors
    /// It is for another one.
    pub(crate) fn is_network_of(&self, plan: &Plan) -> Result<(), Error> {
        match plan.network().topology().spec() == self.topology().spec() {
            true => Ok(()),
            false => Err(Error::OtherNetwork {
                plan: Box::new(plan.network().spec().clone()),
                network: Box::new(self.spec().clone()),
            }),
        }
    }
}

/// What came of plans in time. It is written as the `simulate` command writes it.
#[derive(Clone, Debug)]
pub struct Run {
    network: Network,
    run: Simulation,
}

impl Run {
    /// The network that they ran on.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// What the engine found, with nodes and channels by number.
    pub fn by_number(&self) -> &Simulation {
        &self.run
    }

    /// From the start of a plan until its last destination has the message; none if one never has it, or if there is no
    /// such plan.
    pub fn latency(&self, plan: usize) -> Option<Time> {
        self.run.plans.get(plan)?.latency
    }

    /// Whether worms wait for each other in a cycle, so that nothing can move.
    pub fn is_deadlock(&self) -> bool {
        matches!(self.run.outcome, wormcast_sim::Outcome::Deadlock(_))
    }
}

impl Serialize for Run {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.run.document(self.network.topology()).serialize(serializer)
    }
}
