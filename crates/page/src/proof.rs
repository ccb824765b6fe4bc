//! A proof on a page: its certificate, or its deadlock as a run.

use crate::mending::statement_timing;
use crate::names;
use crate::page::{Page, PageError, RunOnPage};
use wormcast::check::proof::{Counterexample, ProofDocument, RouterPolicies, StallTold, Statement};
use wormcast::sim::{Conditions, Engine, FlowControl, Ports, Stall, Time, Timing};
use wormcast::topology::find_channel;
use wormcast::{Network, Plan};

impl Page {
    /// Adds a proof about this network; if it found a deadlock, with the run that ends in it. A deadlock that cannot
    /// be run again, such as one that takes dependences of messages, stands as it is told.
    ///
    /// # Errors
    /// There is too much to play.
    pub fn add_proof(&mut self, network: &Network, proof: &ProofDocument) -> Result<(), PageError> {
        if let Some(counterexample) = &proof.counterexample {
            self.add_counterexample(network, &proof.statement, counterexample)?;
        }
        self.set_proof(without_folders(proof.clone()));
        Ok(())
    }

    fn add_counterexample(
        &mut self,
        network: &Network,
        statement: &Statement,
        told: &Counterexample,
    ) -> Result<(), PageError> {
        let plan = |document| Plan::of_document(network.clone(), document).ok();
        let Some(plans) = told.plans.iter().map(plan).collect::<Option<Vec<_>>>() else { return Ok(()) };
        let (Some(conditions), timing) = (conditions(network, told), timing_of(statement, told)) else { return Ok(()) };
        let starts: Vec<_> = plans.iter().zip(&told.starts_ns).map(|(plan, &at)| (plan, Time::from_ns(at))).collect();
        let Ok(run) = network.simulate_under(&starts, &timing, &conditions, Engine::Flit) else { return Ok(()) };
        let files: Vec<_> = (0..plans.len()).map(|number| file(statement, told, number)).collect();
        let named: Vec<_> = files.iter().map(String::as_str).zip(&plans).collect();
        self.add_run(RunOnPage { name: "The deadlock", plans: &named, timing: &timing, run: &run }).map(drop)
    }
}

/// The channels that are held up; none if there are no such channels.
fn conditions(network: &Network, told: &Counterexample) -> Option<Conditions> {
    let stall = |told: &StallTold| {
        let channel = find_channel(network.topology(), &told.channel).ok()?;
        let (from, span) = (Time::from_ns(told.from_ns), Time::from_ns(told.for_ns));
        let StallTold { virtual_channel, only_heads, .. } = *told;
        Some(Stall { channel, virtual_channel, only_heads, from, span })
    };
    let stalls = told.stalls.iter().map(stall).collect::<Option<_>>()?;
    Some(Conditions { stalls, ..Conditions::default() })
}

/// What routers do, as a timing.
fn put_policies(policies: RouterPolicies, timing: &mut Timing) {
    let RouterPolicies { reservation, replication, switching, handover, .. } = policies;
    timing.flow = FlowControl { reservation, replication, switching, handover, ..timing.flow };
}

/// The timing of a deadlock.
pub(crate) fn timing_of(statement: &Statement, told: &Counterexample) -> Timing {
    let mut timing = Timing { length: told.length, buffer: told.buffer, ..Timing::default() };
    let consumption = match statement {
        Statement::Workload(statement) => {
            statement_timing(statement, &mut timing);
            statement.consumption
        }
        Statement::Scheme(statement) => {
            timing.flow.virtual_channels = statement.virtual_channels;
            timing.flow.vc_rule = statement.vc_rule;
            put_policies(statement.policies, &mut timing);
            statement.consumption
        }
        Statement::Routing(statement) => {
            timing.flow.virtual_channels = statement.virtual_channels;
            put_policies(statement.policies, &mut timing);
            None
        }
    };
    timing.consumption = consumption.map_or(Ports::All, Ports::Limited);
    timing
}

/// The name of a plan in a deadlock: that of the file that it is of, where there is one.
fn file(statement: &Statement, told: &Counterexample, number: usize) -> String {
    let named = match statement {
        Statement::Workload(statement) => told.parts.get(number).and_then(|part| statement.plans.get(part.plan)),
        _ => None,
    };
    named.map_or_else(|| format!("{number}.json"), |file| names::below(file).to_owned())
}

fn without_folders(mut proof: ProofDocument) -> ProofDocument {
    let bare = |name: &mut String| *name = names::of_network(name);
    bare(&mut proof.network.topology);
    if let Statement::Workload(statement) = &mut proof.statement {
        statement.plans.iter_mut().for_each(|name| *name = names::below(name).to_owned());
    }
    let plans = proof.counterexample.iter_mut().flat_map(|told| &mut told.plans);
    plans.for_each(|plan| bare(&mut plan.network.topology));
    proof
}
