//! What is wrong with routes that somebody wrote, deadlocks apart.

use crate::{Error, Network};
use serde::Serialize;
use std::path::Path;
use wormcast_check::proof::MalformedLine;
use wormcast_formats::read_routes;
use wormcast_routing::{RouteFlaw, Routing, pairs, terminals};
use wormcast_topology::NodeId;

/// How many pairs of a kind are named one by one.
const NAMED: usize = 1000;

/// What is wrong with routes. It is written as `check --routes` writes it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct RoutesReport {
    /// The pairs of different sources and destinations.
    pub pairs: u64,
    /// Pairs that have a route.
    pub routed: u64,
    /// Pairs whose route comes back to where it was.
    pub loops: FlawedPairs,
    /// Pairs whose route ends at a node that does not know where to go on.
    pub dead_ends: FlawedPairs,
    /// Pairs for which there is nothing at all.
    pub without_route: FlawedPairs,
    /// Lines over channels that the network does not have.
    pub missing_channels: Vec<MalformedLine>,
    /// Entries of tables that leave a choice among several next hops; a pair has a route if each choice leads to it.
    pub choices: usize,
}

/// Pairs with a flaw.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct FlawedPairs {
    /// How many there are.
    pub count: u64,
    /// The first thousand of them.
    pub first: Vec<FlawedPair>,
}

/// A pair with a flaw.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct FlawedPair {
    /// The source.
    pub from: String,
    /// The destination.
    pub to: String,
    /// Where the route loops or ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub at: Option<String>,
}

impl RoutesReport {
    /// Whether nothing is wrong.
    pub fn is_valid(&self) -> bool {
        self.routed == self.pairs
            && self.missing_channels.is_empty()
            && [&self.loops, &self.dead_ends, &self.without_route].iter().all(|found| found.count == 0)
    }
}

impl Network {
    /// What is wrong with the routes in files ([`read_routes`]): loops, dead ends, pairs without a route, and channels
    /// that the network does not have. A pair that one file has no route for may have one in another; a loop or a dead
    /// end is told of each. O(pairs · length) a file.
    ///
    /// ```
    /// let ring = wormcast::Network::build("torus:3")?;
    /// let file = std::env::temp_dir().join("wormcast-doc-loops.csv");
    /// std::fs::write(&file, "router,destination,next\n0,2,1\n1,2,0\n0,1,1\n")?;
    /// let report = ring.check_routes(&[&file])?;
    /// assert_eq!((report.loops.count, report.without_route.count, report.routed), (2, 3, 1));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// A file cannot be read, or names nodes that the network does not have.
    pub fn check_routes<P: AsRef<Path>>(&self, files: &[P]) -> Result<RoutesReport, Error> {
        let mut report = RoutesReport::default();
        let mut routings = Vec::new();
        for file in files {
            let read = read_routes(self.topology(), file.as_ref())?;
            let name = file.as_ref().display().to_string();
            let line = |line: wormcast_formats::MalformedRoute| MalformedLine {
                file: name.clone(),
                line: line.line,
                problem: line.problem,
            };
            report.missing_channels.extend(read.malformed.into_iter().map(line));
            report.choices += read.routing.entries_with_choices();
            routings.push(read.routing);
        }
        for (from, to) in pairs(&terminals(self.topology()), false) {
            report.pairs += 1;
            self.look_at(from, to, &mut routings, &mut report);
        }
        Ok(report)
    }

    fn look_at(&self, from: NodeId, to: NodeId, routings: &mut [Box<dyn Routing + '_>], report: &mut RoutesReport) {
        let (mut is_routed, mut is_flawed) = (false, false);
        for routing in routings {
            let (found, at) = match routing.append_route(from, to, &mut Vec::new()) {
                Ok(()) => {
                    is_routed = true;
                    continue;
                }
                // No file of routes is code that fails.
                Err(RouteFlaw::NoRoute | RouteFlaw::Failed(_)) => continue,
                Err(RouteFlaw::DeadEnd { at } | RouteFlaw::Blocked { at, .. }) => (&mut report.dead_ends, at),
                Err(RouteFlaw::Loop { at }) => (&mut report.loops, at),
            };
            is_flawed = true;
            found.add(self, from, to, Some(at));
        }
        report.routed += u64::from(is_routed);
        if !is_routed && !is_flawed {
            report.without_route.add(self, from, to, None);
        }
    }
}

impl FlawedPairs {
    pub(crate) fn add(&mut self, network: &Network, from: NodeId, to: NodeId, at: Option<NodeId>) {
        self.count += 1;
        if self.first.len() < NAMED {
            let name = |node: NodeId| network.topology().node_name(node);
            self.first.push(FlawedPair { from: name(from), to: name(to), at: at.map(name) });
        }
    }
}
