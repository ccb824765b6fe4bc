//! Proofs about routings, in words.

use super::picture::whither;
use super::reproduction::{self, Routers, SavedIn};
use super::routing::holds_worms;
use super::scheme_in_words::WHY_WHOLE;
use super::{NODES_TAKE_IN, cycle, router};
use crate::words::{count, one_line};
use std::num::NonZeroU32;
use std::path::Path;
use wormcast::Network;
use wormcast::check::proof::{
    Answer, Certificate, Counterexample, CutGroup, CycleWait, ProofDocument, RouterPolicies, RoutesFound,
    RoutingStatement, Statement, UnroutedPair,
};
use wormcast::formats::named_routing;
use wormcast::routing::{RouteFlaw, Summary, Unrouted};

/// How many lines of a kind are shown.
const SHOWN: usize = 10;

/// What was asked about a routing, and the answer.
pub(super) fn in_words(document: &ProofDocument, network: &Network, saved: SavedIn<'_>) -> String {
    let (Statement::Routing(statement), Some(found)) = (&document.statement, &document.routes) else {
        return String::new();
    };
    let what = match &statement.routing {
        Some(routing) => one_line(routing),
        None if statement.fabric.is_some() => {
            format!("the tables of the subnet manager, {}", sent_by_tables(statement))
        }
        None => statement.routes.iter().map(|file| one_line(file)).collect::<Vec<_>>().join(" "),
    };
    let answer = match (&document.certificate, &document.counterexample) {
        (Some(Certificate::WholeWorms), _) => {
            format!("deadlock-free, for {}, {NODES_TAKE_IN}\n{WHY_WHOLE}", routed_in_words(network, found, ""))
        }
        (Some(certificate), _) => free_in_words(statement, certificate, network, found),
        (_, Some(counterexample)) => deadlock_in_words(statement, found, counterexample, saved),
        _ if document.answer == Answer::Deadlock => {
            format!("deadlock: {}\n{}", document.reason.as_deref().unwrap_or_default(), cycle_in_words(found))
        }
        _ => format!("unknown: {}\n{}", document.reason.as_deref().unwrap_or_default(), cycle_in_words(found)),
    };
    let channels = count(statement.virtual_channels, "virtual channel");
    let routers = match statement.policies == RouterPolicies::default() && statement.fabric.is_none() {
        true => String::new(),
        false => format!(", {}", routers_in_words(statement)),
    };
    format!(
        "{what} on {network}, {channels} per channel{routers}: {answer}{}",
        found_in_words(found, pairs_of(network))
    )
}

/// Whose messages an answer about tables of a fabric is about.
fn sent_by_tables(statement: &RoutingStatement) -> &'static str {
    if statement.with_multicast { "unicasts and multicasts of the groups" } else { "unicasts alone" }
}

/// What an answer about routes is about, beside the network, its virtual channels and routers: whose messages, and of
/// which lengths and buffers.
pub(crate) fn scope_in_words(statement: &RoutingStatement) -> String {
    let what = match (&statement.routing, &statement.fabric) {
        (Some(routing), _) => format!("unicasts by {}", one_line(routing)),
        (None, Some(_)) => sent_by_tables(statement).to_owned(),
        (None, None) => statement.routes.iter().map(|file| one_line(file)).collect::<Vec<_>>().join(" "),
    };
    let any =
        |number: Option<NonZeroU32>, what: &str| number.map_or(format!("every {what}"), |n| format!("{what} {n}"));
    match &statement.fabric {
        Some(_) => format!("{what}, packets of every length, {PACKET_BUFFERS}"),
        None => format!("{what}, {}, {}", any(statement.length, "length"), any(statement.buffer, "buffer size")),
    }
}

/// Which buffers an answer about a fabric is about.
const PACKET_BUFFERS: &str = "buffers of a packet or more";

/// What routers do. Switches of a fabric take whole packets, and copies go on each by itself; documents of earlier
/// versions mean the same, and do not say it.
pub(crate) fn routers_in_words(statement: &RoutingStatement) -> String {
    match (&statement.fabric, statement.with_multicast) {
        (None, _) => router::in_words(statement.policies),
        (Some(_), false) => "switches that take in whole packets (virtual cut-through)".to_owned(),
        (Some(_), true) => {
            "switches that take in whole packets (virtual cut-through) and send each copy by itself".to_owned()
        }
    }
}

/// Which pairs an answer is about, and what else.
fn routed_in_words(network: &Network, found: &RoutesFound, also: &str) -> String {
    let pairs = pairs_of(network);
    match (found.unrouted_pairs, also) {
        (0, "") => "all sources and destinations".to_owned(),
        (0, also) => format!("all sources, destinations, {also}"),
        (without, "") => format!("the {} of {pairs} pairs that have a route", pairs - without),
        (without, also) => format!("the {} of {pairs} pairs that have a route, all {also}", pairs - without),
    }
}

fn free_in_words(
    statement: &RoutingStatement,
    certificate: &Certificate,
    network: &Network,
    found: &RoutesFound,
) -> String {
    let Certificate::LaneNumbers(numbers) = certificate else { return String::new() };
    let also = match &statement.fabric {
        Some(_) => format!("lengths of packets, and {PACKET_BUFFERS}"),
        None => "message lengths and buffers".to_owned(),
    };
    let highest = numbers.lanes.iter().map(|lane| lane.2).max().unwrap_or(0);
    format!(
        "deadlock-free, for {}, {NODES_TAKE_IN}\n\
         the channel dependency graph has no cycle: {} (virtual channels of single channels), {} to ones of higher numbers (0 to {highest})\n",
        routed_in_words(network, found, &also),
        count(found.lanes, "lane"),
        count(found.dependencies, "dependency").replace("ys", "ies"),
    )
}

fn deadlock_in_words(
    statement: &RoutingStatement,
    found: &RoutesFound,
    counterexample: &Counterexample,
    saved: SavedIn<'_>,
) -> String {
    let Counterexample { length, buffer, worms, plans, .. } = counterexample;
    let mut text = format!(
        "deadlock, shown for messages of {} and buffers of {}\n{}",
        count(length, "flit"),
        count(buffer, "flit"),
        cycle_in_words(found)
    );
    text += "the engine stops in it:\n";
    text += &cycle::in_words(worms, statement.virtual_channels, |worm| {
        let plan = plans.get(worm.plan);
        plan.map_or_else(String::new, |plan| format!("{} to {}", plan.source, plan.destinations.join(" ")))
    });
    text += &format!("{}:\n", saved.in_words());
    let routers = Routers::of_plans(&statement.about_plans());
    text + &reproduction::command(saved.files(), counterexample, routers, saved)
}

fn cycle_in_words(found: &RoutesFound) -> String {
    if found.dependency_cycle.is_empty() {
        return String::new();
    }
    let mut text =
        format!("the channel dependency graph has a cycle of {}:\n", count(found.dependency_cycle.len(), "wait"));
    for wait in found.dependency_cycle.iter().take(4 * SHOWN) {
        let CycleWait { holds, waits_for, flow, group, service_level } = wait;
        let of = group.as_ref().map_or_else(String::new, |group| format!(" of group {}", one_line(group)));
        let on = service_level.map_or_else(String::new, |level| format!(" on service level {level}"));
        text += &format!(
            "  {} [{}] waits for {} [{}], by messages from {} {} {}{of}{on}\n",
            holds.0,
            holds.1,
            waits_for.0,
            waits_for.1,
            flow.0,
            whither(wait),
            flow.1
        );
    }
    text
}

/// The pairs that routings beside plans or a scheme have no route for: of these no message was proved anything.
pub(super) fn unrouted_in_words(network: &Network, routes: &[String], virtual_channels: NonZeroU32) -> String {
    let mut text = String::new();
    for name in routes.iter().filter(|name| !holds_worms(Path::new(name))) {
        // What cannot be read was told before.
        let Ok(mut routing) = named_routing(network.topology(), name, virtual_channels.get()) else { continue };
        let unrouted = Summary::of(network.topology(), &mut *routing).unrouted;
        let astray = unrouted.iter().find(|pair| pair.flaw != RouteFlaw::NoRoute);
        if let Some(Unrouted { from, to, flaw }) = astray.or(unrouted.first()) {
            let [from, to] = [from, to].map(|&node| one_line(&network.topology().node_name(node)));
            let pairs = count(unrouted.len(), "pair");
            text += &format!("{} leaves {pairs} out, such as {from} to {to}: {flaw}\n", one_line(name));
        }
    }
    text
}

/// Whether routes are of a few pairs alone, and no routing that leaves pairs out by mistake.
pub(super) fn tells_a_few(found: &RoutesFound, pairs: usize) -> bool {
    let is_none = |pair: &UnroutedPair| pair.reason == RouteFlaw::NoRoute.to_string();
    found.unrouted_pairs > pairs / 2 && found.unrouted.iter().all(is_none)
}

/// How many pairs of nodes there are.
pub(super) fn pairs_of(network: &Network) -> usize {
    let nodes = network.topology().graph().terminals().count();
    nodes * nodes.saturating_sub(1)
}

fn found_in_words(found: &RoutesFound, pairs: usize) -> String {
    let mut text = String::new();
    if found.choices > 0 {
        let leave = if found.choices == 1 { "leaves" } else { "leave" };
        let entries = count(found.choices, "entry").replace("ys", "ies");
        text += &format!("{entries} {leave} a choice among several next hops: this is about whatever routers choose\n");
    }
    if tells_a_few(found, pairs) {
        let routed = count(pairs - found.unrouted_pairs, "pair");
        let others = count(found.unrouted_pairs, "pair");
        text += &format!(
            "{others} without a route, of which this says nothing: these are routes of {routed}, each by a message of its own \
             (worms that split or deliver on the way are plans: `wormcast import --tree`)\n"
        );
    } else if found.unrouted_pairs > 0 {
        text +=
            &format!("{} without a route, of which this says nothing, such as:\n", count(found.unrouted_pairs, "pair"));
        // Routes that lead astray are worse than none.
        let is_none = |pair: &&UnroutedPair| pair.reason == RouteFlaw::NoRoute.to_string();
        let (none, astray): (Vec<_>, Vec<_>) = found.unrouted.iter().partition(is_none);
        for pair in astray.into_iter().chain(none).take(SHOWN) {
            text += &format!("  from {} to {}: {}\n", pair.from, pair.to, pair.reason);
        }
    }
    if !found.malformed.is_empty() {
        let lines = found.malformed.len();
        let are = if lines == 1 { "is no route here, and is" } else { "are no routes here, and are" };
        text += &format!("{} {are} left out:\n", count(lines, "line"));
        for line in found.malformed.iter().take(SHOWN) {
            text += &format!("  {}:{}: {}\n", one_line(&line.file), line.line, line.problem);
        }
    }
    text + &cut_groups_in_words(&found.cut_groups)
}

/// The groups of which a message does not come to all members.
fn cut_groups_in_words(groups: &[CutGroup]) -> String {
    if groups.is_empty() {
        return String::new();
    }
    let mut text =
        format!("{} whose tree does not lead from every member to all others:\n", count(groups.len(), "group"));
    for CutGroup { group, from, reached, others, senders } in groups.iter().take(SHOWN) {
        let more = match senders - 1 {
            0 => String::new(),
            more => format!(", nor do {} reach all others", count(more, "other member")),
        };
        let reach = if *reached == 1 { "is" } else { "are" };
        text += &format!(
            "  group {}: from {}, {reached} of {others} other members {reach} reached{more}\n",
            one_line(group),
            one_line(from)
        );
    }
    if groups.len() > SHOWN {
        text += &format!("  … and {} more\n", count(groups.len() - SHOWN, "group"));
    }
    text
}
