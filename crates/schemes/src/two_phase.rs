//! `two-phase-multi-path`: from the source to a relay in each substar, and from there to the destinations.

use crate::consumption_classes::CONSUMPTION_CLASSES;
use crate::label_paths::{PhasePaths, labels_for, sort_labels};
use crate::relays::{FIRST_PHASE, LATER_PHASES, Phases, Sender};
use crate::route_space::label_paths;
use crate::{LabelRouting, OptionDeclaration, OptionSpec, Options, PlanError, Planner, Scheme, SchemeError};
use wormcast_plan::{Claim, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// The scheme `two-phase-multi-path`: star paper, section 3.2.2.
///
/// The n-star falls into n substars, by the last symbol of the nodes. In the first phase, the source sends to the
/// relay of every substar that holds a destination: the node with the least label in it. In the second, every relay
/// sends to the destinations of its substar. Both phases go by `multi-path`.
///
/// A relay gets a delivery whether it is a destination or not, and its worms start after the worm that delivers there.
/// Where the source is itself a relay, its worms of the second phase start after no worm. Where a relay is a
/// destination, it has the message after the first phase. The phases are the rounds.
///
/// The options:
/// - `phases` (2): from 1, which is `multi-path`, to n. The paper names more than two phases as an extension, and no
///   more; here the substars fall into substars again, phase by phase. The labels, which run through a substar before
///   they go on to the next, say into which: those of phase p are the runs of (n − p)! labels.
/// - `first-phase`, `later-phases` (`multi-path`): how to send, `dual-path` or `multi-path`. With `dual-path` for both
///   it is what the same authors called multipath routing in 1998.
///
/// A plan takes O(phases · d log d + hops · log n) time for d destinations.
pub(crate) struct TwoPhase;

/// How many phases there are.
pub const PHASES: OptionSpec<u32> = OptionSpec::new("phases", "NUMBER", "How many phases there are")
    .expects("a number of phases, such as 2")
    .default("2");

impl Scheme for TwoPhase {
    fn name(&self) -> &'static str {
        "two-phase-multi-path"
    }

    fn summary(&self) -> &'static str {
        "to a relay in each substar, and from there to the destinations"
    }

    fn topologies(&self) -> &'static str {
        "star graphs"
    }

    fn options(&self) -> &'static [OptionDeclaration] {
        &[PHASES.declaration, FIRST_PHASE.declaration, LATER_PHASES.declaration, CONSUMPTION_CLASSES.declaration]
    }

    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        let symbols = topology.symbols().ok_or_else(|| SchemeError::Unserved {
            scheme: self.name(),
            topology: topology.spec(),
            serves: self.topologies(),
        })?;
        let symbols = symbols as u32;
        let phases = options.get(&PHASES).unwrap_or(2);
        if !(1..=symbols).contains(&phases) {
            return Err(SchemeError::BadOption {
                scheme: self.name(),
                option: PHASES.declaration.name,
                value: phases.to_string(),
                expected: format!("1 to {symbols} on {}", topology.spec()),
            });
        }
        let routing = LabelRouting::along(topology.graph(), labels_for(self.name(), topology)?);
        Ok(Box::new(TwoPhasePlanner {
            topology,
            phases: Phases::new(routing, options, PhasePaths::MultiPath),
            substars: (1..phases).map(|phase| (1..=symbols - phase).product()).collect(),
            labels: Vec::new(),
            kept: None,
            senders: Vec::new(),
            receivers: Vec::new(),
            relays: Vec::new(),
        }))
    }
}

struct TwoPhasePlanner<'t> {
    topology: &'t dyn Topology,
    phases: Phases<'t>,
    /// How many labels the substars of each phase but the last have.
    substars: Box<[u32]>,
    /// The labels of the destinations: first those that the source keeps to itself, then the others, both ascending.
    labels: Vec<u32>,
    /// The source as it waits for the phase in which it sends to those that it keeps.
    kept: Option<(usize, Sender)>,
    /// The nodes that send in this phase.
    senders: Vec<Sender>,
    /// The nodes that send in the next phase.
    receivers: Vec<Sender>,
    /// The labels that one sender sends to.
    relays: Vec<u32>,
}

impl Planner for TwoPhasePlanner<'_> {
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError> {
        sort_labels(self.topology, &self.phases.routing, set, &mut self.labels)?;
        self.set_out(self.phases.routing.label(set.source));
        let last = self.substars.len();
        for phase in 0..last {
            self.receivers.clear();
            self.receivers.extend(self.kept.take_if(|(begins, _)| *begins == phase).map(|(_, source)| source));
            for index in 0..self.senders.len() {
                self.send_to_relays(index, phase, worms);
            }
            std::mem::swap(&mut self.senders, &mut self.receivers);
        }
        for sender in &self.senders {
            self.phases.send(sender, last, &self.labels[sender.serves.clone()], worms);
        }
        Ok(())
    }

    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        Some(label_paths(&self.phases.routing))
    }

    fn claims(&self) -> &'static [Claim] {
        &[Claim::MonotoneLabels]
    }
}

impl TwoPhasePlanner<'_> {
    /// Lets the source send to all. The destinations of the largest substar that it is the relay of, it keeps to itself
    /// until the phase in which relays of such substars have the message.
    fn set_out(&mut self, source: u32) {
        let own = self.substars.iter().position(|&size| source.is_multiple_of(size));
        let size = own.map_or(0, |phase| self.substars[phase]);
        let [start, end] = [source, source + size].map(|bound| self.labels.partition_point(|&label| label < bound));
        let kept = end - start;
        self.labels[..end].rotate_right(kept);
        let sender = |serves| Sender { label: source, informed: None, serves };
        self.kept = own.map(|phase| (phase, sender(0..kept)));
        self.senders.clear();
        self.senders.push(sender(kept..self.labels.len()));
    }

    fn send_to_relays(&mut self, index: usize, phase: usize, worms: &mut Worms) {
        let sender = self.senders[index].clone();
        let first = self.receivers.len();
        self.hand_over(&sender, self.substars[phase]);
        self.phases.inform(&sender, phase, &self.relays, &mut self.receivers[first..], worms);
    }

    /// Hands the destinations of a sender over to the relays of their substars, of `size` labels each: they become
    /// receivers, and those that are not the sender itself become `relays`.
    fn hand_over(&mut self, sender: &Sender, size: u32) {
        self.relays.clear();
        let mut start = sender.serves.start;
        for substar in self.labels[sender.serves.clone()].chunk_by(|a, b| a / size == b / size) {
            let relay = substar[0] / size * size;
            let end = start + substar.len();
            // A destination that is the relay is served by getting the message.
            let serves = start + usize::from(substar[0] == relay)..end;
            self.receivers.push(Sender { label: relay, serves, ..*sender });
            if relay != sender.label {
                self.relays.push(relay);
            }
            start = end;
        }
    }
}
