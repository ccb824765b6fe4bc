//! The routes that the tables of a fabric make.

use super::Fabric;
use super::lanes::MANAGEMENT;
use std::collections::{BTreeMap, BTreeSet};
use wormcast_routing::{Dependency, DependencyGraph, Flow, Lane, RouteFlaw, Routing, Unrouted};
use wormcast_topology::{NodeId, Topology};

/// The unicasts of a fabric between all hosts, each on its service level, and if wanted its multicasts from every
/// member of every group.
#[derive(Debug)]
pub struct FabricRouting<'f> {
    fabric: &'f Fabric,
    with_multicast: bool,
    virtual_channels: u32,
}

impl<'f> FabricRouting<'f> {
    pub(super) fn new(fabric: &'f Fabric, with_multicast: bool) -> Self {
        let lanes = fabric.lanes.iter().flat_map(|lanes| lanes.values().flatten().copied());
        let levels = fabric.service_levels.values().chain(fabric.group_levels.values()).copied();
        let highest = lanes.filter(|&lane| lane < MANAGEMENT).chain(levels).max().unwrap_or(0);
        Self { fabric, with_multicast, virtual_channels: u32::from(highest) + 1 }
    }

    /// How many virtual lanes there are.
    pub(super) fn levels(&self) -> u32 {
        self.virtual_channels
    }

    /// The service level of a host's messages to a LID.
    fn level_to(&self, from: NodeId, lid: u32) -> u8 {
        self.fabric.service_levels.get(&(from, lid)).copied().unwrap_or(0)
    }

    /// The lane by which a host sends.
    fn first(&self, host: NodeId, level: u8) -> Option<Lane> {
        let graph = self.fabric.network.graph();
        let channel = graph.out_channels(host).next()?;
        let port = self.fabric.port_entered.get(&graph.reverse(channel)?).copied()?;
        self.fabric.lane_of(host, None, port, level)
    }

    fn step(&self, at: NodeId, came_by: Lane, to: NodeId, level: u8) -> Option<Lane> {
        let lid = self.fabric.lid_of_host.get(&to)?;
        let port = *self.fabric.unicast.get(&(at, *lid))?;
        self.fabric.lane_of(at, Some(came_by), port, level)
    }

    /// Why a message goes no further at a switch that has no lane for it.
    fn stopped(&self, at: NodeId, came_by: Lane, to: NodeId, level: u8) -> RouteFlaw {
        let lid = self.fabric.lid_of_host.get(&to);
        let Some((lid, port)) = lid.and_then(|lid| Some((lid, *self.fabric.unicast.get(&(at, *lid))?))) else {
            return RouteFlaw::DeadEnd { at };
        };
        let name = self.fabric.network.node_name(at);
        let entry = format!("the route ends at `{name}`, whose entry for LID {lid} is port {port}");
        let problem = match (self.fabric.port_channel.get(&(at, port)), self.fabric.port_entered.get(&came_by.channel))
        {
            (None, _) => format!("{entry}, and no cable is there"),
            (Some(_), Some(input)) => format!(
                "{entry}: `slvl.txt` has no virtual lane there for service level {level} of what comes in by port {input}"
            ),
            (Some(_), None) => format!("{entry}: no virtual lane leads there"),
        };
        RouteFlaw::Blocked { at, problem: problem.into() }
    }

    /// Calls a function with every wait of a group's multicast from a member: the lane that is held, the one that is
    /// asked for, and the hops so far. A packet at a switch goes out at all ports of the tree but its own.
    pub(super) fn each_wait(&self, group: u32, from: NodeId, mut found: impl FnMut(Lane, Lane, u32)) {
        let level = self.fabric.group_level(group);
        let Some(first) = self.first(from, level) else { return };
        let network = self.fabric.network.graph();
        let mut met = BTreeSet::from([first]);
        let mut open = vec![(first, 1)];
        while let Some((held, hops)) = open.pop() {
            let at = network.target(held.channel);
            let input = self.fabric.port_entered.get(&held.channel);
            let ports = self.fabric.groups.get(&group).and_then(|switches| switches.get(&at));
            for &port in ports.into_iter().flatten().filter(|port| Some(*port) != input) {
                let Some(asked) = self.fabric.lane_of(at, Some(held), port, level) else { continue };
                found(held, asked, hops);
                if met.insert(asked) {
                    open.push((asked, hops + 1));
                }
            }
        }
    }

    /// Adds what the multicasts of a group wait for, from a member on.
    fn add_multicast(&self, group: u32, from: NodeId, graph: &mut DependencyGraph) {
        let network = self.fabric.network.graph();
        self.each_wait(group, from, |held, asked, hops| {
            graph.take(held);
            graph.take(asked);
            let (group, level) = (Some(group), Some(self.fabric.group_level(group)));
            graph.add(held, asked, Flow { from, to: network.target(asked.channel), group, level }, hops);
        });
    }
}

impl Routing for FabricRouting<'_> {
    fn virtual_channels(&self) -> u32 {
        self.virtual_channels
    }

    fn level(&self, from: NodeId, to: NodeId) -> Option<u8> {
        Some(self.level_to(from, *self.fabric.lid_of_host.get(&to)?))
    }

    fn append_route(&mut self, from: NodeId, to: NodeId, route: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        let start = route.len();
        let lid = self.fabric.lid_of_host.get(&to).ok_or(RouteFlaw::NoRoute)?;
        let level = self.level_to(from, *lid);
        let mut lane = self.first(from, level).ok_or(RouteFlaw::NoRoute)?;
        let network = self.fabric.network.graph();
        let most = network.channel_count() * self.virtual_channels as usize;
        let flaw = loop {
            route.push(lane);
            let at = network.target(lane.channel);
            match self.step(at, lane, to, level) {
                _ if at == to => return Ok(()),
                Some(_) if route.len() - start > most => break RouteFlaw::Loop { at },
                Some(next) => lane = next,
                None => break self.stopped(at, lane, to, level),
            }
        };
        route.truncate(start);
        Err(flaw)
    }

    fn dependencies(&mut self, topology: &dyn Topology, graph: &mut DependencyGraph) -> Vec<Unrouted> {
        let unrouted = wormcast_routing::all_pairs(self, topology, graph);
        if self.with_multicast {
            for group in self.fabric.groups() {
                self.fabric.members(group).into_iter().for_each(|member| self.add_multicast(group, member, graph));
            }
        }
        unrouted
    }

    fn lanes_before(&mut self, wait: &Dependency) -> Option<Vec<Lane>> {
        let Some(group) = wait.flow.group else {
            let (mut route, place) = self.route_of(wait)?;
            route.truncate(place);
            return Some(route);
        };
        let mut parent: BTreeMap<Lane, Lane> = BTreeMap::new();
        let mut is_there = false;
        self.each_wait(group, wait.flow.from, |held, asked, _| {
            parent.entry(asked).or_insert(held);
            is_there |= (held, asked) == (wait.held, wait.asked);
        });
        let most = parent.len();
        let before = std::iter::successors(parent.get(&wait.held).copied(), |lane| parent.get(lane).copied());
        is_there.then(|| before.take(most).collect())
    }
}
