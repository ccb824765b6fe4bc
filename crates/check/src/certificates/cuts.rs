//! Cuts that prove that no tree is lighter: R. T. Wong, *A dual ascent approach for Steiner tree problems on a directed
//! graph*, 1984.

use super::{Refusal, require};
use crate::ProvedTree;
use crate::draft::Draft;
use crate::words::shown;
use serde::Deserialize;
use wormcast_plan::ChannelWeight;
use wormcast_topology::NodeId;

/// Cuts with values. Each is a set of nodes with a destination and without the source, so that every plan has a channel
/// into it; the values of all cuts into which a channel leads sum to its weight at most.
#[derive(Debug, Deserialize)]
pub(super) struct Cuts {
    /// What channels weigh.
    weight: ChannelWeight,
    /// A weight of 1 counts 10 to the power of this much; as usual for such weights, if it is not told.
    decimals: Option<u32>,
    /// What the values sum to.
    bound: u64,
    cuts: Vec<Cut>,
}

#[derive(Debug, Deserialize)]
struct Cut {
    value: u64,
    nodes: Vec<String>,
}

/// What the cuts prove about the plan. O(channels + nodes of all cuts · degree).
pub(super) fn verify(certificate: &Cuts, draft: &Draft<'_>, source: NodeId) -> Result<ProvedTree, Refusal> {
    let (topology, graph) = (draft.topology, draft.topology.graph());
    let decimals = certificate.decimals.unwrap_or_else(|| certificate.weight.usual_decimals());
    let weights = certificate.weight.with_decimals(topology, decimals);
    let weights = weights.map_err(|none| Refusal::Wrong(format!("it counts {}, and {none}", certificate.weight)))?;
    let mut left = weights.parts.clone();
    let value = draft.worms().flat_map(|worm| worm.hops.iter().filter_map(|hop| hop.channel));
    let value = value.fold(0_u64, |sum, channel| sum.saturating_add(left[channel.index()]));
    let mut is_inside = vec![false; graph.node_count()];
    let mut bound = 0_u64;
    for cut in &certificate.cuts {
        let nodes = nodes(cut, draft, source)?;
        nodes.iter().for_each(|node| is_inside[node.index()] = true);
        for channel in nodes.iter().flat_map(|&node| graph.in_channels(node)) {
            let from = graph.source(channel);
            // Nothing comes from an endpoint but the source: it forwards nothing.
            if is_inside[from.index()] || (from != source && graph.is_endpoint(from)) {
                continue;
            }
            let rest = left[channel.index()].checked_sub(cut.value);
            let too_great = || {
                let [from, to] = [from, graph.target(channel)].map(|node| topology.node_name(node));
                Refusal::Wrong(format!("its cuts into which {from}>{to} leads have greater values than that weighs"))
            };
            left[channel.index()] = rest.ok_or_else(too_great)?;
        }
        nodes.iter().for_each(|node| is_inside[node.index()] = false);
        bound = bound.saturating_add(cut.value);
    }
    require(bound == certificate.bound, || {
        format!("the values of its cuts sum to {bound}, not to {}", certificate.bound)
    })?;
    require(bound <= value, || {
        format!("it proves that no plan weighs less than {bound}, but the plan weighs {value}")
    })?;
    Ok(ProvedTree { weight: certificate.weight.clone(), weights, value, bound })
}

/// The nodes of a cut, each once.
fn nodes(cut: &Cut, draft: &Draft<'_>, source: NodeId) -> Result<Vec<NodeId>, Refusal> {
    let find = |name: &String| {
        let unknown = || Refusal::Wrong(format!("a cut has the node {}, which does not exist", shown(name)));
        draft.topology.find_node(name).map_err(|_| unknown())
    };
    let mut nodes = cut.nodes.iter().map(find).collect::<Result<Vec<_>, _>>()?;
    nodes.sort_unstable();
    nodes.dedup();
    require(!nodes.contains(&source), || "a cut has the source".to_owned())?;
    let has_destination = draft.destinations.iter().any(|node| nodes.binary_search(node).is_ok());
    require(has_destination, || "a cut has no destination".to_owned())?;
    Ok(nodes)
}
