//! Messages that a planner plans, and what the engine makes of them.

use crate::proof::network_of;
use crate::router::{flow_of_scheme, length_and_buffer};
use crate::{Effort, ProveError};
use wormcast_check::proof::SchemeStatement;
use wormcast_plan::{MulticastSet, Plan, Worms};
use wormcast_schemes::{PlanError, Planner};
use wormcast_sim::{
    Conditions, Engine, FlowControl, Outcome, Ports, Simulation, Stall, Start, Time, Timing, simulate_while,
};
use wormcast_topology::{NodeId, Topology};

/// The length of messages if nothing else is stated, and where an engine moves flit by flit.
const LENGTH: u32 = 128;
const LENGTH_BY_FLIT: u32 = 24;

/// One message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Message {
    pub source: NodeId,
    pub destinations: Vec<NodeId>,
    /// Who plans it.
    pub by: By,
    /// When it starts, in nanoseconds.
    pub start: u64,
}

/// Who plans a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    /// The scheme.
    Scheme,
    /// The planner of the unicasts beside it.
    Unicasts,
    /// Nobody: it is the given plan of this number.
    Given(usize),
}

/// Some messages, each with its plan.
#[derive(Clone, Debug, Default)]
pub(crate) struct Case {
    pub messages: Vec<Message>,
    pub plans: Vec<Plan>,
    /// The channels that are held up.
    pub stalls: Vec<Stall>,
}

/// Where messages are planned and run.
pub(crate) struct Harness<'a> {
    pub topology: &'a dyn Topology,
    pub timing: Timing,
    scheme: &'a str,
    unicast_scheme: String,
    planner: &'a mut dyn Planner,
    unicast: Option<Box<dyn Planner + 'a>>,
    given: &'a [Plan],
    effort: Effort<'a>,
    /// How many plans were made.
    pub planned: usize,
    /// The first multicast at which a user's own scheme failed, and how.
    failed: Option<(Message, PlanError)>,
}

impl<'a> Harness<'a> {
    /// A harness for a scheme, with another planner for unicasts if they are in flight too, and given plans. Messages
    /// are so long, and buffers so small, that a worm keeps all that it has when its head is stuck.
    pub(crate) fn new(
        topology: &'a dyn Topology,
        planner: &'a mut dyn Planner,
        unicast: Option<Box<dyn Planner + 'a>>,
        given: &'a [Plan],
        statement: &'a SchemeStatement,
        effort: Effort<'a>,
    ) -> Self {
        let flow = flow_of_scheme(statement);
        let usual = if flow == FlowControl::default() { LENGTH } else { LENGTH_BY_FLIT };
        let (length, buffer) = length_and_buffer(&statement.about_plans(), usual);
        let timing = Timing {
            length,
            buffer,
            consumption: statement.consumption.map_or(Ports::All, Ports::Limited),
            flow,
            ..Timing::default()
        };
        Self {
            topology,
            timing,
            scheme: &statement.scheme,
            unicast_scheme: statement.unicast_name().unwrap_or_default(),
            planner,
            unicast,
            given,
            effort,
            planned: 0,
            failed: None,
        }
    }

    /// Whether nothing more is planned: the time is over, or a user's own scheme has failed.
    pub(super) fn is_over(&self) -> bool {
        self.failed.is_some() || self.effort.is_over()
    }

    /// How a user's own scheme failed, if it did: it is a mistake in that scheme, and no question to the prover.
    pub(super) fn failure(&mut self) -> Option<ProveError> {
        let (message, error) = self.failed.take()?;
        let name = |node: &NodeId| self.topology.node_name(*node);
        let to: Vec<_> = message.destinations.iter().map(name).collect();
        Some(ProveError::Own(format!("{error}; it was asked for {} to {}", name(&message.source), to.join(" "))))
    }

    /// Whether unicasts are in flight too.
    pub(crate) fn has_unicast(&self) -> bool {
        self.unicast.is_some()
    }

    /// The messages of the given plans.
    pub(crate) fn given(&self) -> impl ExactSizeIterator<Item = Message> + use<'a> {
        let message = |(number, plan): (usize, &Plan)| Message {
            source: plan.source,
            destinations: plan.destinations.clone(),
            by: By::Given(number),
            start: 0,
        };
        let given = self.given;
        given.iter().enumerate().map(message)
    }

    /// Whether only the engine that moves flit by flit knows the network.
    pub(crate) fn runs_flit_by_flit(&self) -> bool {
        self.timing.flow != FlowControl::default()
    }

    /// The plans of these messages, until [`Self::is_over`]; messages that cannot be planned are left out.
    pub(crate) fn plan(&mut self, messages: Vec<Message>) -> Case {
        let mut case = Case::default();
        for message in messages {
            if self.is_over() {
                break;
            }
            self.add(&mut case, message);
        }
        case
    }

    /// Plans one more message; how many hops its worms have.
    pub(super) fn add(&mut self, case: &mut Case, message: Message) -> usize {
        let Some(plan) = self.plan_one(&message) else { return 0 };
        let hops = plan.worms.hop_count();
        case.messages.push(message);
        case.plans.push(plan);
        hops
    }

    fn plan_one(&mut self, message: &Message) -> Option<Plan> {
        self.planned += 1;
        let (planner, scheme) = match (message.by, &mut self.unicast) {
            (By::Given(number), _) => return self.given.get(number).cloned(),
            (By::Unicasts, Some(unicast)) => (&mut **unicast, &*self.unicast_scheme),
            (By::Unicasts | By::Scheme, _) => (&mut *self.planner, self.scheme),
        };
        let set = MulticastSet::checked(self.topology, message.source, &message.destinations).ok()?;
        let mut worms = Worms::new();
        if let Err(error) = planner.plan(set, &mut worms) {
            if matches!(error, PlanError::Own(_)) {
                self.failed.get_or_insert((message.clone(), error));
            }
            return None;
        }
        Some(Plan {
            network: network_of(self.topology),
            scheme: scheme.to_owned(),
            source: message.source,
            destinations: message.destinations.clone(),
            extra: worms.carried(),
            worms,
            claims: planner.claims().to_vec(),
        })
    }

    /// What comes of the messages, if that can be run within the time.
    pub(crate) fn run(&self, case: &Case) -> Option<Simulation> {
        self.run_while(case, &|| !self.effort.is_over())
    }

    fn run_while(&self, case: &Case, goes_on: &dyn Fn() -> bool) -> Option<Simulation> {
        let starts = case.messages.iter().zip(&case.plans);
        let starts: Vec<_> = starts.map(|(message, plan)| Start { plan, at: Time::from_ns(message.start) }).collect();
        let own_channels = self.topology.has_own_channels();
        let by_flit = self.runs_flit_by_flit() || own_channels || !case.stalls.is_empty();
        let engine = if by_flit { Engine::Flit } else { Engine::Worm };
        let conditions = Conditions { stalls: case.stalls.clone(), ..Conditions::default() };
        simulate_while(self.topology, &starts, &self.timing, &conditions, engine, goes_on).ok().flatten()
    }

    /// What comes of the messages if they end in a deadlock.
    pub(crate) fn deadlock(&self, case: &Case) -> Option<Simulation> {
        self.run(case).filter(is_deadlock)
    }

    /// The same of messages that are known to deadlock, however little time is left.
    pub(crate) fn known_deadlock(&self, case: &Case) -> Option<Simulation> {
        self.run_while(case, &|| true).filter(is_deadlock)
    }
}

fn is_deadlock(run: &Simulation) -> bool {
    matches!(run.outcome, Outcome::Deadlock(_))
}

impl Case {
    /// Hops of all worms.
    pub(crate) fn hops(&self) -> usize {
        self.plans.iter().map(|plan| plan.worms.hop_count()).sum()
    }

    /// Destinations of all messages.
    pub(crate) fn destinations(&self) -> usize {
        self.messages.iter().map(|message| message.destinations.len()).sum()
    }

    /// So many of each of the messages, at the same time.
    pub(crate) fn repeated(self, copies: usize) -> Self {
        let starts: Vec<_> = self.messages.iter().map(|message| message.start).enumerate().collect();
        let again = starts.into_iter().flat_map(|start| (0..copies).map(move |_| start));
        if copies == 1 { self } else { self.select(again) }
    }

    /// Some of the messages, with other starts.
    pub(crate) fn select(&self, starts: impl IntoIterator<Item = (usize, u64)>) -> Self {
        let (mut messages, mut plans) = (Vec::new(), Vec::new());
        for (index, start) in starts {
            messages.push(Message { start, ..self.messages[index].clone() });
            plans.push(self.plans[index].clone());
        }
        Self { messages, plans, stalls: self.stalls.clone() }
    }
}
