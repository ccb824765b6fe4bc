//! A deadlock in words.

use super::started::Runnable;
use crate::words::count;
use wormcast::sim::{Blocked, Resource, Wait};
use wormcast::topology::Topology;

/// How many of the things that a worm holds are named.
const NAMED: usize = 8;

/// How many further cycles are told worm by worm.
const TOLD: usize = 3;

/// The cycle, a line a worm; and the others that are there beside it.
pub(super) fn in_words(runnable: &Runnable, cycle: &[Blocked], more: &[Vec<Blocked>]) -> String {
    let lines = |cycle: &[Blocked]| cycle.iter().map(|blocked| line(runnable, blocked)).collect::<String>();
    let nothing = "these worms wait for each other in a cycle, and nothing can move";
    let mut text = format!("deadlock: {nothing}\n{}", lines(cycle));
    for other in more.iter().take(TOLD) {
        text += &format!("another cycle, which would stay if the first were broken:\n{}", lines(other));
    }
    match more.len().saturating_sub(TOLD) {
        0 => text,
        rest => text + &format!("{} more; `--format json` tells them all\n", count(rest, "cycle")),
    }
}

/// The cycle in short: a line a worm.
pub(super) fn lines(runnable: &Runnable, cycle: &[Blocked]) -> Vec<String> {
    let line = |blocked: &Blocked| {
        let waits: Vec<_> = blocked.waits_for.iter().map(|wait| wait_in_words(runnable, wait)).collect();
        format!("{} waits for {}", worm_name(runnable, blocked.plan, blocked.worm), waits.join(" and "))
    };
    cycle.iter().map(line).collect()
}

fn line(runnable: &Runnable, blocked: &Blocked) -> String {
    let topology = runnable.topology();
    let waits: Vec<_> = blocked.waits_for.iter().map(|wait| wait_in_words(runnable, wait)).collect();
    format!(
        "  {} is stuck at {}; it holds {}; it waits for {}\n",
        worm_name(runnable, blocked.plan, blocked.worm),
        topology.node_name(blocked.at),
        holds_in_words(topology, &blocked.holds),
        waits.join(" and "),
    )
}

fn worm_name(runnable: &Runnable, plan: usize, worm: u32) -> String {
    match &*runnable.plans {
        [_] => format!("worm {worm}"),
        _ => format!("worm {worm} of plan {plan}"),
    }
}

fn wait_in_words(runnable: &Runnable, wait: &Wait) -> String {
    let does = if wait.held { "holds" } else { "stands in line for before it" };
    let who = worm_name(runnable, wait.plan, wait.worm);
    format!("{}, which {who} {does}", resource_name(runnable.topology(), wait.resource))
}

fn holds_in_words(topology: &dyn Topology, holds: &[Resource]) -> String {
    let mut names: Vec<_> = holds.iter().take(NAMED).map(|&resource| resource_name(topology, resource)).collect();
    match holds.len() {
        0 => names.push("nothing".into()),
        all if all > NAMED => names.push(format!("{} more", all - NAMED)),
        _ => {}
    }
    names.join(", ")
}

fn resource_name(topology: &dyn Topology, resource: Resource) -> String {
    let ends = |channel| topology.channel_ends(channel).join(" to ");
    match resource {
        Resource::Channel(channel) => format!("the channel {}", ends(channel)),
        Resource::VirtualChannel(channel, number) => format!("virtual channel {number} of {}", ends(channel)),
        Resource::Consumption(node) => format!("a consumption channel of {}", topology.node_name(node)),
        Resource::ConsumptionOfClass(node, class) => {
            format!("a consumption channel of {} for class {class}", topology.node_name(node))
        }
        Resource::Injection(node) => format!("an injection channel of {}", topology.node_name(node)),
    }
}
