//! Headers: whether routers that know their own tables, and nothing else, send the header flits of each worm over the
//! route of the plan.
//!
//! The flits are those of the words; the other form is compared with them. They run through the routers one after
//! another, step by step, by the procedure of the torus paper, section 3.1.2, with one difference: a flit that is still
//! on its way up (S = 0, and not the first of its worm) is never consumed, even by the router that it names. To deliver
//! there could deadlock; the flit comes down to that router again.

mod network;
mod router;
mod stream;
mod tables;

use crate::words::shown;
use crate::{Report, Violation};
use network::Network;
use serde::Deserialize;
use std::collections::BTreeMap;
use stream::Way;
use wormcast_plan::headers::{FlitDocument, HEADERS, HEADERS_FORMAT, HeaderFlit, HeadersDocument, StreamDocument};
use wormcast_plan::{PlanDocument, WormDocument};
use wormcast_topology::Topology;

/// Judges the headers that a plan carries, if nothing else is wrong with it.
pub(crate) fn judge(document: &PlanDocument, topology: &dyn Topology, report: &mut Report) {
    let Some(value) = document.extra.get(HEADERS) else { return };
    if !report.is_valid() {
        return report.unverified.push(HEADERS.to_owned());
    }
    match HeadersDocument::deserialize(value) {
        Ok(headers) => judge_headers(&headers, document, topology, report),
        Err(error) => report.add(Violation::BadHeaders { problem: shown(&error.to_string()) }),
    }
}

/// Judges headers against the plan that they are for and its network, and adds what is wrong to the report. Every value
/// in them is held against the network, the plan, or another value. When nothing is wrong, the report says how many
/// header flits reproduce the routes. O(routers · trees + hops · children of a router), with all names in memory.
pub fn judge_headers(headers: &HeadersDocument, plan: &PlanDocument, topology: &dyn Topology, report: &mut Report) {
    match verify(headers, plan, topology) {
        Ok(flits) => report.header_flits = Some(flits),
        Err(problem) => report.add(Violation::BadHeaders { problem }),
    }
}

fn verify(headers: &HeadersDocument, plan: &PlanDocument, topology: &dyn Topology) -> Result<u64, String> {
    require(headers.format == HEADERS_FORMAT && headers.version == 1, || {
        format!(
            "the format is `{}` version {}; expected `{HEADERS_FORMAT}` version 1",
            shown(&headers.format),
            headers.version
        )
    })?;
    require(headers.network == plan.network, || "they are for another network than the plan".to_owned())?;
    require(headers.layout.is_possible(), || "their layout has fields that are too wide".to_owned())?;
    require(headers.worms.len() == plan.worms.len(), || {
        format!("they are for {} worms, and the plan has {}", headers.worms.len(), plan.worms.len())
    })?;
    let network = Network::of(&headers.routers)?;
    tables::verify(headers, &network, topology)?;
    let streams = headers.worms.iter().zip(plan.worms.iter());
    let flits = streams.map(|(stream, worm)| {
        verify_worm(&network, headers, stream, worm).map_err(|problem| format!("worm {}: {problem}", worm.id))
    });
    flits.sum()
}

fn verify_worm(
    network: &Network<'_>,
    headers: &HeadersDocument,
    stream: &StreamDocument,
    worm: WormDocument<'_>,
) -> Result<u64, String> {
    require(stream.worm == worm.id && stream.origin == worm.origin, || "its header is another worm's".to_owned())?;
    let flits = read(headers, stream)?;
    let way = Way::of(network, network.router(&stream.origin)?, stream.tree as usize, &flits)?;
    same_way(network, &way, worm)?;
    for (flit, &router) in stream.flits.iter().zip(&way.consumers) {
        let (told, name) = (shown(&flit.node), network.name(router));
        require(flit.node == name, || format!("a header flit says that it is for {told}, and {name} takes it"))?;
    }
    Ok(flits.len() as u64)
}

/// The flits of a stream from their words, which must say the same as the other form.
fn read(headers: &HeadersDocument, stream: &StreamDocument) -> Result<Vec<HeaderFlit>, String> {
    require(stream.flits.len() == stream.words.len(), || "it has not one word a header flit".to_owned())?;
    let flits = stream.words.iter().zip(&stream.flits).map(|(word, told)| {
        let (tree, flit) = headers.layout.read_hex(word).map_err(|error| error.to_string())?;
        let same = tree == stream.tree && FlitDocument::new(told.node.clone(), flit) == *told;
        require(same, || format!("the word {word} is not the header flit to {}", shown(&told.node)))?;
        Ok(flit)
    });
    flits.collect()
}

/// Compares where the flits went with the route and the deliveries of the plan.
fn same_way(network: &Network<'_>, way: &Way, worm: WormDocument<'_>) -> Result<(), String> {
    let planned = worm.route().map(|hop| ([hop.1, hop.2], hop.0.map(|parent| of_hop(worm, parent))));
    let planned: BTreeMap<_, _> = planned.collect();
    let name = |[from, to]: [usize; 2]| [network.name(from), network.name(to)];
    let went = |hop: &stream::Hop| (name(hop.ends), hop.parent.map(|parent| name(way.hops[parent].ends)));
    let taken: BTreeMap<_, _> = way.hops.iter().map(went).collect();
    if let Some(([from, to], _)) = taken.iter().find(|(channel, parent)| planned.get(*channel) != Some(*parent)) {
        return Err(format!("its header goes from {} to {}, otherwise than its route", shown(from), shown(to)));
    }
    if let Some([from, to]) = planned.keys().find(|channel| !taken.contains_key(*channel)) {
        return Err(format!("its header does not go from {} to {} as its route does", shown(from), shown(to)));
    }
    let mut planned: Vec<_> = worm.deliver().map(|delivery| of_hop(worm, delivery.hop)).collect();
    let mut taken: Vec<_> = way.deliveries.iter().map(|&hop| name(way.hops[hop].ends)).collect();
    planned.sort_unstable();
    taken.sort_unstable();
    require(planned == taken, || "its header delivers at other places than the plan".to_owned())
}

/// The channel of a hop; the plan is valid, so there is one.
fn of_hop(worm: WormDocument<'_>, hop: u32) -> [&str; 2] {
    let hop = worm.hop(hop);
    [hop.1, hop.2]
}

/// Refuses headers, with this reason, unless a condition holds.
fn require(holds: bool, problem: impl FnOnce() -> String) -> Result<(), String> {
    if holds { Ok(()) } else { Err(problem()) }
}
