//! The worked example of sections 2.2.2 and 3.2: one multicast on the 4-star.

use super::super::lone::Bench;
use crate::{Context, FigureReport, PaperClaim, Table};
use wormcast_plan::MulticastSet;
use wormcast_schemes::Options;
use wormcast_topology::{NodeId, StarGraph, Topology};

const ID: &str = "star-example";
const SOURCE: &str = "2143";
const DESTINATIONS: [&str; 4] = ["3124", "1243", "1342", "4231"];

/// A scheme, and the lengths of its paths by phases as the paper prints them.
const PRINTED: [(&str, &str, &[&[u32]]); 4] = [
    ("hamiltonian-path", "2.2.2, figure 5", &[&[15, 6]]),
    ("dual-path", "2.2.2, figure 6", &[&[11, 6]]),
    ("multi-path", "3.2.1, figure 9", &[&[6, 6, 5]]),
    ("two-phase-multi-path", "3.2.2, figure 10", &[&[4, 4, 4], &[2, 2, 1, 1]]),
];

/// The lengths of the worms of each phase, the longest first.
fn lengths(scheme: &str, set: MulticastSet<'_>, star: &StarGraph) -> Vec<Vec<u32>> {
    let mut bench = Bench::new(star, scheme, &Options::default());
    let plan = bench.plan(set);
    let mut phases = vec![Vec::new(); plan.cost().rounds as usize];
    for worm in plan.worms.iter() {
        phases[worm.round as usize].push(worm.hops.len() as u32);
    }
    phases.iter_mut().for_each(|phase| phase.sort_unstable_by(|a, b| b.cmp(a)));
    phases
}

fn words(phases: &[impl AsRef<[u32]>]) -> String {
    let sum = |phase: &[u32]| phase.iter().map(u32::to_string).collect::<Vec<_>>().join(" + ");
    phases.iter().map(|phase| sum(phase.as_ref())).collect::<Vec<_>>().join(", then ")
}

pub(super) fn example(_: &Context<'_>) -> FigureReport {
    let star = StarGraph::new(4).expect("a 4-star fits");
    let node = |name: &str| star.find_node(name).expect("it is a permutation");
    let destinations: Vec<NodeId> = DESTINATIONS.into_iter().map(node).collect();
    let set = MulticastSet { source: node(SOURCE), destinations: &destinations };
    let mut table = Table::new(ID, &["scheme", "printed", "by_its_routing_function"]);
    let claim = |(scheme, section, printed): &(&str, &str, &[&[u32]])| {
        let found = lengths(scheme, set, &star);
        table.push([(*scheme).to_owned(), words(printed), words(&found)]);
        let same = found.iter().map(Vec::as_slice).eq(printed.iter().copied());
        let claim = format!("the example from 2143 takes {} channels by {scheme}", words(printed));
        PaperClaim::new(ID, claim, words(printed), words(&found), same)
            .said_in(*section)
            .by("exact: the paths of the paper's routing function RF")
    };
    let claims = PRINTED.iter().map(claim).collect();
    FigureReport::plain(claims, table)
}
