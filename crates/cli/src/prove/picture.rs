//! A deadlock as a picture: what the worms of the cycle hold, and beside it the channels that they wait for.

use crate::failure::Failure;
use crate::words::harmless;
use std::collections::BTreeMap;
use wormcast::Network;
use wormcast::check::proof::{BlockedWorm, CycleWait, Named, ProofDocument};
use wormcast::draw::{DeadlockPart, DrawOptions, PaperWidth, plan_svg};
use wormcast::plan::{NetworkSpec, Plan, Worms};
use wormcast::topology::{ChannelId, NodeId, Topology, UnknownNode};

/// The cycle on its network. First come the worms, as far as they hold channels; then, one by one, the channels that
/// they wait for.
pub(super) fn cycle_svg(
    network: &Network,
    cycle: &[BlockedWorm],
    name: &dyn Fn(&BlockedWorm) -> String,
    width: Option<PaperWidth>,
) -> Result<String, Failure> {
    let topology = network.topology();
    let mut pieces = Pieces { topology, name, worms: Worms::new(), parts: Vec::new() };
    let blocked = || (0..).zip(cycle);
    blocked().try_for_each(|(hue, worm)| pieces.held(hue, worm))?;
    let held = pieces.parts.len();
    blocked().try_for_each(|(hue, worm)| pieces.awaited(hue, worm))?;
    let title = match pieces.parts.len() == held {
        true => "Deadlock: channels that are held; the worms wait for consumption channels",
        false => "Deadlock: channels that are held, and that are waited for",
    };
    let stuck = cycle.iter().map(|worm| topology.find_node(&worm.at)).collect::<Result<_, _>>()?;
    let Pieces { worms, parts, .. } = pieces;
    let deadlock = Some(parts);
    let options = DrawOptions { title: Some(title.to_owned()), deadlock, width, ..DrawOptions::default() };
    Ok(plan_svg(topology, &as_plan(network.spec(), worms, stuck), &options)?)
}

/// The worms of a deadlock: those of its run; or where the proof has none, a message for each wait of the cycle.
pub(super) fn cycle_of(document: &ProofDocument) -> Vec<BlockedWorm> {
    let wait = |(plan, wait): (usize, &CycleWait)| BlockedWorm {
        plan,
        worm: 0,
        at: ends(&wait.waits_for.0).0,
        holds: vec![named(&wait.holds)],
        waits_for: vec![named(&wait.waits_for)],
    };
    match (&document.counterexample, &document.routes) {
        (Some(counterexample), _) => counterexample.worms.clone(),
        (None, Some(found)) => found.dependency_cycle.iter().enumerate().map(wait).collect(),
        (None, None) => Vec::new(),
    }
}

/// What a message of such a cycle is called.
pub(super) fn name_of_wait(document: &ProofDocument, worm: &BlockedWorm) -> String {
    let mut waits = document.routes.iter().flat_map(|found| &found.dependency_cycle);
    waits
        .nth(worm.plan)
        .map_or_else(String::new, |wait| format!("messages from {} {} {}", wait.flow.0, whither(wait), wait.flow.1))
}

/// How the end of a flow is told: a multicast goes towards the end of a channel, which need not take it in.
pub(super) fn whither(wait: &CycleWait) -> &'static str {
    if wait.group.is_some() { "towards" } else { "to" }
}

fn named((channel, number): &(String, u32)) -> Named {
    let (from, to) = ends(channel);
    Named(from, Some(to), *number)
}

/// The nodes that a channel leaves and enters, by its name.
fn ends(channel: &str) -> (String, String) {
    let (from, to) = channel.split_once('>').unwrap_or((channel, ""));
    (from.to_owned(), to.to_owned())
}

/// A plan for the picture: its destinations are the nodes at which worms are stuck.
fn as_plan(network: &NetworkSpec, worms: Worms, mut stuck: Vec<NodeId>) -> Plan {
    let source = worms.iter().next().map_or(stuck[0], |worm| worm.origin);
    stuck.sort_unstable();
    stuck.dedup();
    Plan {
        network: network.clone(),
        scheme: "deadlock".to_owned(),
        source,
        destinations: stuck,
        worms,
        claims: Vec::new(),
        extra: Default::default(),
    }
}

/// What is drawn of a cycle: pieces of worms, and what each of them stands for.
struct Pieces<'a> {
    topology: &'a dyn Topology,
    name: &'a dyn Fn(&BlockedWorm) -> String,
    worms: Worms,
    parts: Vec<DeadlockPart>,
}

impl Pieces<'_> {
    /// Adds what a worm holds.
    fn held(&mut self, worm: u32, blocked: &BlockedWorm) -> Result<(), UnknownNode> {
        hold(self.topology, blocked, &mut self.worms)?;
        let words = harmless(&format!("by {}, stuck at {}", (self.name)(blocked), blocked.at));
        self.parts.resize(self.worms.len(), DeadlockPart { worm, awaited: false, words });
        Ok(())
    }

    /// Adds the channels that a worm waits for, one by one.
    fn awaited(&mut self, worm: u32, blocked: &BlockedWorm) -> Result<(), UnknownNode> {
        for named in &blocked.waits_for {
            let Some((channel, from)) = channel(self.topology, named)? else { continue };
            self.worms.start(from, None, 1);
            self.worms.hop(None, channel);
            let to = self.topology.node_name(self.topology.graph().target(channel));
            let words = harmless(&format!("by {}: {} → {to}", (self.name)(blocked), self.topology.node_name(from)));
            self.parts.push(DeadlockPart { worm, awaited: true, words });
        }
        Ok(())
    }
}

fn channel(topology: &dyn Topology, named: &Named) -> Result<Option<(ChannelId, NodeId)>, UnknownNode> {
    let Named(from, Some(to), _) = named else { return Ok(None) };
    let channel = topology.find_channel_between(from, to);
    let from = topology.find_node(from)?;
    Ok(channel.map(|channel| (channel, from)))
}

/// The channels that a worm holds, each behind the one that leads to it; a new worm where there is none.
fn hold(topology: &dyn Topology, blocked: &BlockedWorm, worms: &mut Worms) -> Result<(), UnknownNode> {
    let mut arrivals: BTreeMap<NodeId, u32> = BTreeMap::new();
    let mut origin = None;
    for named in &blocked.holds {
        let Some((channel, from)) = channel(topology, named)? else {
            // A consumption channel: it delivers there.
            if let (Some(&hop), node) = (arrivals.get(&topology.find_node(&named.0)?), topology.find_node(&named.0)?) {
                worms.deliver(hop, node);
            }
            continue;
        };
        let parent = arrivals.get(&from).copied();
        if parent.is_none() && origin != Some(from) {
            worms.start(from, None, 0);
            arrivals.clear();
            origin = Some(from);
        }
        let hop = worms.hop(parent, channel);
        arrivals.insert(topology.graph().target(channel), hop);
    }
    Ok(())
}
