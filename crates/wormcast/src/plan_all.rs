//! Many multicasts planned together.

mod least_time;
mod makespan;
mod parts;
mod patterns;
mod plans;
mod through;
mod workload;

pub use patterns::{Pattern, UnknownPattern};
pub use workload::{Workload, WorkloadError};

use crate::{Error, Network, Plan};
use plans::{on_trees, relayed};
use serde::Serialize;
use std::io::{self, Write};
use std::time::Duration;
use wormcast_check::proof::Answer;
use wormcast_formats::write_msccl;
use wormcast_plan::NetworkSpec;
use wormcast_schemes::together::{Multicast, Schedule, balance, steps};
use wormcast_sim::Timing;
use wormcast_topology::ChannelId;

/// The most hops of plans that are proved by the exact prover, and how long it may take.
const MOST_PROVED: usize = 2000;
const PROOF: Duration = Duration::from_secs(10);

/// What plans together shall have little of.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum Objective {
    /// Flits over the busiest channel.
    Load,
    /// Steps in each of which every channel takes one message over.
    Rounds,
    /// Time until all have their messages, in the engine.
    Makespan,
}

impl Objective {
    /// In what it is counted.
    pub fn unit(self) -> &'static str {
        match self {
            Self::Load => "flits",
            Self::Rounds => "rounds",
            Self::Makespan => "ns",
        }
    }
}

/// Plans of a workload, and what is told of them.
#[derive(Debug)]
pub struct PlannedTogether {
    /// The plans of each phase.
    pub phases: Vec<Vec<Plan>>,
    /// What is told.
    pub document: PlanAllDocument,
    schedules: Vec<(Vec<Multicast>, Schedule)>,
}

/// What is told of plans together; it is written as `plan-all` writes it.
#[derive(Clone, Debug, Serialize)]
pub struct PlanAllDocument {
    /// `wormcast-plans`.
    pub format: &'static str,
    /// 1.
    pub version: u32,
    /// The network.
    #[serde(flatten)]
    pub network: NetworkSpec,
    /// What the plans shall have little of.
    pub objective: Objective,
    /// Its unit.
    pub unit: &'static str,
    /// Into how many parts each message is cut, each of which is counted as a multicast; none where they are whole.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<u32>,
    /// The phases, one after another.
    pub phases: Vec<PlannedPhase>,
}

/// One phase.
#[derive(Clone, Debug, Serialize)]
pub struct PlannedPhase {
    /// Its number in the workload.
    pub phase: usize,
    /// How many multicasts it has.
    pub multicasts: usize,
    /// How many destinations they have together.
    pub deliveries: usize,
    /// What the plans have of the objective.
    pub value: f64,
    /// No plans have less.
    pub lower_bound: f64,
    /// The flits that the busiest channel carries.
    pub load: u64,
    /// Whether the worms can deadlock.
    pub answer: Answer,
    /// Why not.
    pub reason: &'static str,
}

/// The plans of one phase.
struct Phase {
    plans: Vec<Plan>,
    value: f64,
    bound: f64,
    load: u64,
    /// Why its worms cannot deadlock.
    reason: &'static str,
    schedule: Option<Schedule>,
}

const RELAYED: &str = "every worm takes one channel, and holds none while it waits for one";
const PROVED: &str = "the exact prover of given plans";

impl Network {
    /// Plans all multicasts of a workload together, one phase after another. The worms of a phase cannot deadlock:
    /// those on trees are proved, and where they are not, the message is taken in and sent on at every node.
    ///
    /// ```
    /// use wormcast::{Network, Objective, Workload, sim::Timing};
    /// let torus = Network::build("torus:4x4")?;
    /// let workload = Workload::of_pattern(&torus, "all-gather".parse().unwrap(), 16).unwrap();
    /// let planned = torus.plan_all(&workload, Objective::Rounds, &Timing::default())?;
    /// assert_eq!((planned.document.phases[0].value, planned.document.phases[0].lower_bound), (4.0, 4.0));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// A destination that cannot be reached, too many multicasts, or messages of several lengths where the objective
    /// needs one.
    pub fn plan_all(
        &self,
        workload: &Workload,
        objective: Objective,
        timing: &Timing,
    ) -> Result<PlannedTogether, Error> {
        let (mut phases, mut told, mut schedules) = (Vec::new(), Vec::new(), Vec::new());
        // Phases that nothing is in are left out, and the others keep their numbers; a pattern may have nothing at all.
        let is_told = |multicasts: &[Multicast]| !multicasts.is_empty() || workload.phases.len() == 1;
        for (number, multicasts) in workload.phases.iter().enumerate().filter(|(_, all)| is_told(all)) {
            if objective == Objective::Rounds && multicasts.iter().any(|multicast| multicast.start_ps > 0) {
                return Err(Error::RoundsHaveNoTimes);
            }
            if objective == Objective::Rounds {
                self.refuse_several_lengths(number, multicasts)?;
            }
            let phase = match objective {
                Objective::Load => self.by_load(multicasts)?,
                Objective::Rounds => self.by_rounds(multicasts)?,
                Objective::Makespan => self.by_makespan(multicasts, timing)?,
            };
            told.push(PlannedPhase {
                phase: number,
                multicasts: multicasts.len(),
                deliveries: multicasts.iter().map(|multicast| multicast.destinations.len()).sum(),
                value: phase.value,
                lower_bound: phase.bound,
                load: phase.load,
                answer: Answer::DeadlockFree,
                reason: phase.reason,
            });
            schedules.extend(phase.schedule.map(|schedule| (multicasts.clone(), schedule)));
            phases.push(phase.plans);
        }
        let (network, unit) = (self.spec().clone(), objective.unit());
        let parts = Some(workload.parts).filter(|&parts| parts > 1);
        let format = "wormcast-plans";
        let document = PlanAllDocument { format, version: 1, network, objective, unit, parts, phases: told };
        Ok(PlannedTogether { phases, document, schedules })
    }

    /// Rounds are of messages of one length.
    fn refuse_several_lengths(&self, phase: usize, multicasts: &[Multicast]) -> Result<(), Error> {
        let Some(first) = multicasts.first() else { return Ok(()) };
        let other = multicasts.iter().find(|other| other.flits != first.flits);
        let told = |multicast: &Multicast| (self.topology().node_name(multicast.source), multicast.flits);
        other.map_or(Ok(()), |other| Err(Error::SeveralLengths { phase, one: told(first), other: told(other) }))
    }

    fn by_load(&self, multicasts: &[Multicast]) -> Result<Phase, Error> {
        let balanced =
            balance(self.topology(), multicasts).map_err(|error| Error::of_together(error, self.topology()))?;
        let (load, bound) = (balanced.load, balanced.bound as f64);
        let (plans, reason) = match self.proved(multicasts, &balanced.trees)? {
            Some(plans) => (plans, PROVED),
            None => (relayed(self, multicasts, &plans::by_depth(&balanced.trees, self)), RELAYED),
        };
        Ok(Phase { plans, value: load as f64, bound, load, reason, schedule: None })
    }

    /// One worm a multicast, on its tree, if they are proved free of deadlock in a time that fits.
    fn proved(&self, multicasts: &[Multicast], trees: &[Vec<ChannelId>]) -> Result<Option<Vec<Plan>>, Error> {
        // Plans are not made of what is too much for the prover.
        if trees.iter().map(Vec::len).sum::<usize>() > MOST_PROVED {
            return Ok(None);
        }
        let plans = on_trees(self, multicasts, trees);
        Ok(self.are_proved(&plans)?.then_some(plans))
    }

    fn by_rounds(&self, multicasts: &[Multicast]) -> Result<Phase, Error> {
        let schedule =
            steps(self.topology(), multicasts).map_err(|error| Error::of_together(error, self.topology()))?;
        let plans = relayed(self, multicasts, &schedule.hops);
        let load = plans::heaviest(self, multicasts, &schedule.hops);
        let (value, bound) = (schedule.steps.into(), schedule.bound.into());
        Ok(Phase { plans, value, bound, load, reason: RELAYED, schedule: Some(schedule) })
    }
}

/// Whether all nodes send as many messages to all others, those of one node before those of the next.
fn is_all_gather(nodes: usize, multicasts: &[Multicast]) -> bool {
    let of_each = multicasts.len() / nodes;
    let in_order = |(number, multicast): (usize, &Multicast)| multicast.source.index() == number / of_each.max(1);
    of_each * nodes == multicasts.len()
        && multicasts.iter().all(|multicast| multicast.destinations.len() + 1 == nodes)
        && multicasts.iter().enumerate().all(in_order)
}

impl PlannedTogether {
    /// Writes the rounds of a single phase as an algorithm of MSCCL ([`write_msccl`]).
    ///
    /// # Errors
    /// There are several phases, or no rounds; the network has endpoints, between which there are switches; or writing
    /// fails.
    pub fn write_msccl(&self, out: &mut dyn Write) -> io::Result<()> {
        let ([(multicasts, schedule)], [plans]) = (&self.schedules[..], &self.phases[..]) else {
            return Err(io::Error::other("MSCCL takes the rounds of one phase; ask for `--objective rounds`"));
        };
        let Some(plan) = plans.first() else { return Err(io::Error::other("there is no multicast")) };
        let (topology, graph) = (plan.network().topology(), plan.network().topology().graph());
        if let Some(router) = graph.nodes().find(|&node| !graph.endpoints().is_empty() && !graph.is_endpoint(node)) {
            let name = topology.node_name(router);
            let problem = format!(
                "MSCCL has no switches: its steps are between GPUs, and `{name}` is a router between endpoints; expected a \
                 network of GPUs alone"
            );
            return Err(io::Error::other(problem));
        }
        let sources: Vec<_> = multicasts.iter().map(|multicast| multicast.source).collect();
        // Of an all-gather the output has the chunks of the first GPU before those of the next ones.
        let is_gather = is_all_gather(graph.node_count(), multicasts);
        let collective = if is_gather { "allgather" } else { "custom" };
        let hops: Vec<_> = schedule.hops.iter().map(|hop| (hop.step, hop.message, hop.channel)).collect();
        write_msccl(graph, ("wormcast", collective), &sources, &hops, out)
    }
}
