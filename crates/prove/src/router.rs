//! What a statement about plans says about routers, as the engines take it.

use std::num::NonZeroU32;
use wormcast_check::proof::{Part, RouterPolicies, SchemeStatement, WorkloadStatement};
use wormcast_plan::Plan;
use wormcast_sim::{Dependence, FlowControl};
use wormcast_topology::{NodeId, Topology};

/// How flits share links and buffers, in questions about plans.
pub(crate) fn flow_of(statement: &WorkloadStatement) -> FlowControl {
    FlowControl { vc_rule: statement.vc_rule, ..flow(statement.virtual_channels, statement.policies()) }
}

/// The same in questions about schemes.
pub(crate) fn flow_of_scheme(statement: &SchemeStatement) -> FlowControl {
    FlowControl { vc_rule: statement.vc_rule, ..flow(statement.virtual_channels, statement.policies) }
}

fn flow(virtual_channels: NonZeroU32, policies: RouterPolicies) -> FlowControl {
    let RouterPolicies { reservation, replication, switching, handover, .. } = policies;
    FlowControl { virtual_channels, reservation, replication, switching, handover, ..FlowControl::default() }
}

/// The length of messages and the flits of a buffer: what is stated, and else so long, in buffers so small, that a worm
/// keeps all that it has. `usual` is the length with buffers of one flit.
pub(crate) fn length_and_buffer(statement: &WorkloadStatement, usual: u32) -> (u32, u32) {
    let [length, buffer] = [statement.length, statement.buffer].map(|number| number.map(NonZeroU32::get));
    if statement.policies().takes_whole_messages() {
        let length = length.or(buffer).unwrap_or(usual);
        return (length, buffer.unwrap_or(length));
    }
    let buffer = buffer.unwrap_or(1);
    (length.unwrap_or(buffer.saturating_mul(usual)), buffer)
}

/// The dependences between what is sent: of parts of plans, numbered as they stand here, the nth that a node takes in
/// waits for the nth that it sends.
pub(crate) fn dependences_of(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    parts: &[Part],
) -> Vec<Dependence> {
    let mut all = Vec::new();
    for dependence in &statement.dependences {
        let Ok(at) = topology.find_node(&dependence.at) else { continue };
        let of = |plan: usize, fits: &dyn Fn(wormcast_plan::Worm<'_>) -> bool| {
            let is_it = |part: &Part| part.plan == plan && chosen(plans, part).any(fits);
            (0..).zip(parts).filter(|(_, part)| is_it(part)).map(|(number, _)| number).collect::<Vec<usize>>()
        };
        let taken = of(dependence.takes_in, &|worm| delivers_at(worm, at));
        let sent = of(dependence.only_after_sending, &|worm| worm.origin == at);
        let pairs = taken.into_iter().zip(sent);
        all.extend(pairs.map(|(takes_in, only_after_sending)| Dependence { at, takes_in, only_after_sending }));
    }
    all
}

/// The worms of a part of a plan.
fn chosen<'p>(plans: &'p [Plan], part: &Part) -> impl Iterator<Item = wormcast_plan::Worm<'p>> {
    let alone = part.worm;
    let worms = plans.get(part.plan).into_iter().flat_map(|plan| plan.worms.iter());
    worms.filter(move |worm| alone.is_none_or(|id| id == worm.id))
}

fn delivers_at(worm: wormcast_plan::Worm<'_>, node: NodeId) -> bool {
    worm.deliveries.iter().any(|delivery| delivery.node == node)
}
