//! Verifies that given worms do not deadlock, by numbers for what they hold.

use super::routing::LaneNumber;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use thiserror::Error;
use wormcast_model::{
    NONE, Owned, Reservation, ResourceId, UnicastError, VisitIx, Workload, WorkloadError, WorkloadStatement,
    unicast_dependencies,
};
use wormcast_plan::Plan;
use wormcast_topology::{Topology, shortened};

/// Why no given worms deadlock: a number for all that they hold. What one request asks for has one number, which is
/// greater than those of all that its worm holds then; where branches are copied apart, each channel has a greater one
/// than the channel before it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct WormNumbers {
    /// The virtual channels.
    pub lanes: Vec<LaneNumber>,
    /// The ejection (consumption) channels, where their number is limited.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub ejection: Vec<EjectionNumber>,
}

/// The name of a node, which pool of its ejection channels, and the number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EjectionNumber(pub String, pub u32, pub u32);

/// Why numbers for what worms hold prove nothing.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum NumbersError {
    /// The plans are no statement.
    #[error(transparent)]
    Workload(#[from] WorkloadError),
    /// There would be too many unicast messages.
    #[error(transparent)]
    Unicast(#[from] UnicastError),
    /// The theorem is about other routers.
    #[error("numbers prove nothing about {0} reservation where a request asks for several things")]
    Reservation(Reservation),
    /// The theorem is about worms that wait for what worms hold, and for nothing else.
    #[error("numbers prove nothing where messages depend on messages")]
    OtherWaits,
    /// Something that worms take has no number.
    #[error("{0} has no number, and worms take it")]
    NoNumber(String),
    /// Something that the network lacks has a number.
    #[error("{0} has a number, and there is no such thing")]
    NoSuchThing(String),
    /// Something has two numbers.
    #[error("{0} has two numbers")]
    TwoNumbers(String),
    /// What is asked for together has two numbers.
    #[error("plan {plan}, worm {worm}: {0} and {1} are asked for together, and have two numbers", .of[0], .of[1])]
    Together {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: u32,
        /// What is asked for.
        of: [String; 2],
    },
    /// What is asked for has no greater number than what is held.
    #[error("plan {plan}, worm {worm}: it holds {0} and asks for {1}, whose number is not higher", .of[0], .of[1])]
    NotHigher {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: u32,
        /// What is held, and what is asked for.
        of: [String; 2],
    },
    /// What worms take once they split makes no trees.
    #[error("what worms take where they split, and behind that, makes no trees, or trees have something in common")]
    NoTrees,
    /// What is asked for before a tree has no greater number than what is held.
    #[error("before they come to a tree worms hold {} and ask for {}, whose number is not higher", .0[0], .0[1])]
    NotRising([String; 2]),
    /// A worm goes on in two branches at once.
    #[error(
        "plan {plan}, worm {worm} goes on in two branches at {node}: each holds what the numbers of the other do not know"
    )]
    Branches {
        /// The plan.
        plan: usize,
        /// The worm.
        worm: u32,
        /// Where.
        node: String,
    },
}

/// Verifies that no worms of these plans deadlock, as the statement says, by numbers. The requests are those of the
/// plans, gone over anew. O(hops), and O(log channels) for each number.
///
/// # Errors
/// The first thing that does not hold.
pub fn verify_numbers(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    certificate: &WormNumbers,
) -> Result<(), NumbersError> {
    let refused = |workload: &Workload| (!workload.can_be_numbered()).then_some(NumbersError::OtherWaits);
    let (workload, numbers) = numbered(topology, plans, statement, certificate, refused)?;
    let has_queues = statement.policies().has_queues();
    let (reservation, are_apart) = (statement.reservation, statement.policies().copies_apart());
    let check = Check { topology, workload: &workload, numbers, reservation, has_queues, are_apart };
    (0..workload.visits.len() as VisitIx).try_for_each(|visit| check.visit(visit))
}

/// The worms of the plans, with as few of the unicasts as have all their dependencies if the statement counts them in;
/// and the number of each resource. Worms behind others in buffers ask for the same as without. `refused` says why a
/// theorem is not about such worms.
pub(super) fn numbered(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    certificate: &WormNumbers,
    refused: impl Fn(&Workload) -> Option<NumbersError>,
) -> Result<(Workload, Vec<Option<u32>>), NumbersError> {
    let count = statement.virtual_channels.get();
    let unicasts =
        statement.with_unicast.then(|| unicast_dependencies(topology, statement.vc_rule, count)).transpose()?;
    let plans: Vec<_> = plans.iter().cloned().chain(unicasts.map(|unicasts| unicasts.plan)).collect();
    let workload = Workload::new(topology, &plans, &statement.without_queues())?;
    refused(&workload).map_or(Ok(()), Err)?;
    let numbers = numbers_of(topology, &workload, certificate)?;
    Ok((workload, numbers))
}

/// The number of each resource.
fn numbers_of(
    topology: &dyn Topology,
    workload: &Workload,
    certificate: &WormNumbers,
) -> Result<Vec<Option<u32>>, NumbersError> {
    let mut known = BTreeMap::new();
    let lanes = certificate.lanes.iter().map(|LaneNumber(name, lane, number)| ((false, &**name, *lane), *number));
    let ejection = certificate.ejection.iter();
    let ejection = ejection.map(|EjectionNumber(name, pool, number)| ((true, &**name, *pool), *number));
    for (key, number) in lanes.chain(ejection) {
        if known.insert(key, (known.len(), number)).is_some() {
            return Err(NumbersError::TwoNumbers(format!("{} of `{}`", key.2, key.1)));
        }
    }
    let mut exists = vec![false; known.len()];
    let number = |resource| {
        let (is_ejection, name, number) = match workload.resources.what(resource) {
            Owned::Channel(channel, number) | Owned::Front(channel, number) => {
                (false, topology.channel_name(channel), number)
            }
            Owned::Consumption(node, pool) => (true, topology.node_name(node), pool),
        };
        let &(place, found) = known.get(&(is_ejection, &*name, number))?;
        exists[place] = true;
        (!workload.users(resource).is_empty()).then_some(found)
    };
    let numbers = (0..workload.resources.count() as ResourceId).map(number).collect();
    match known.iter().find(|(_, (place, _))| !exists[*place]) {
        Some(((_, name, number), _)) => Err(NumbersError::NoSuchThing(format!("{number} of `{}`", shortened(name)))),
        None => Ok(numbers),
    }
}

/// What a resource is called.
pub(super) fn name(topology: &dyn Topology, workload: &Workload, resource: ResourceId) -> String {
    match workload.resources.what(resource) {
        Owned::Channel(channel, number) | Owned::Front(channel, number) => {
            format!("virtual channel {number} of `{}`", topology.channel_name(channel))
        }
        Owned::Consumption(node, _) => format!("an ejection channel of `{}`", topology.node_name(node)),
    }
}

struct Check<'a> {
    topology: &'a dyn Topology,
    workload: &'a Workload,
    numbers: Vec<Option<u32>>,
    reservation: Reservation,
    /// Whether worms wait for the fronts of buffers, too, in which they are behind others.
    has_queues: bool,
    /// Whether each branch waits by itself, and holds the channel before it alone.
    are_apart: bool,
}

impl Check<'_> {
    fn number(&self, resource: ResourceId) -> Result<u32, NumbersError> {
        self.numbers[resource as usize].ok_or_else(|| NumbersError::NoNumber(self.name(resource)))
    }

    fn name(&self, resource: ResourceId) -> String {
        name(self.topology, self.workload, resource)
    }

    /// The request of a visit where branches are copied apart: each part has a number greater than that of the channel
    /// before.
    fn parts(&self, visit: VisitIx) -> Result<(), NumbersError> {
        let worm = &self.workload.worms[self.workload.visit(visit).worm as usize];
        let into = self.workload.visit(visit).into;
        for &asked in self.workload.request(visit) {
            if self.number(asked)? <= if into == NONE { continue } else { self.number(into)? } {
                let of = [into, asked].map(|resource| self.name(resource));
                return Err(NumbersError::NotHigher { plan: worm.plan, worm: worm.id, of });
            }
        }
        Ok(())
    }

    /// The request of a visit: one number, greater than that of the channel before; and no more than one of the visits
    /// behind it asks for more: for a request, or for the front of a buffer.
    fn visit(&self, visit: VisitIx) -> Result<(), NumbersError> {
        if self.are_apart {
            return self.parts(visit);
        }
        let Some((&first, others)) = self.workload.request(visit).split_first() else { return Ok(()) };
        let worm = &self.workload.worms[self.workload.visit(visit).worm as usize];
        let (plan, worm) = (worm.plan, worm.id);
        let number = self.number(first)?;
        if self.workload.is_parted(visit) {
            return Err(NumbersError::Reservation(self.reservation));
        }
        for &other in others {
            if self.number(other)? != number {
                return Err(NumbersError::Together {
                    plan,
                    worm,
                    of: [first, other].map(|resource| self.name(resource)),
                });
            }
        }
        let into = self.workload.visit(visit).into;
        if into != NONE && self.number(into)? >= number {
            return Err(NumbersError::NotHigher { plan, worm, of: [into, first].map(|resource| self.name(resource)) });
        }
        let asks = |&&child: &&VisitIx| self.has_queues || !self.workload.request(child).is_empty();
        if self.workload.children(visit).iter().filter(asks).count() > 1 {
            return Err(NumbersError::Branches {
                plan,
                worm,
                node: self.topology.node_name(self.workload.visit(visit).node),
            });
        }
        Ok(())
    }
}
