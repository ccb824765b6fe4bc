//! Proofs about schemes, in words.

use super::reproduction::{self, Routers, SavedIn};
use super::{NODES_TAKE_IN, cycle, router, workload_in_words};
use crate::words::{count, one_line};
use std::num::NonZeroU32;
use std::path::Path;
use wormcast::Network;
use wormcast::check::proof::{
    Certificate, Counterexample, Delays, ProofDocument, Reservation, RouterPolicies, SchemeCertificate, SchemeStatement,
};
use wormcast::formats::holds_tables;
use wormcast::plan::VcRule;
use wormcast::schemes::Options;

/// What was asked about a scheme, and the answer.
pub(super) fn in_words(proof: &ProofDocument, statement: &SchemeStatement, saved: SavedIn<'_>) -> String {
    let together = together_in_words(statement);
    match (&proof.certificate, &proof.counterexample) {
        (Some(certificate), _) => format!(
            "deadlock-free, for all sources, destinations{}{}{together}, {NODES_TAKE_IN}\n{}",
            scope_in_words(statement),
            assumptions_in_words(statement),
            certificate_in_words(certificate, statement)
        ),
        (_, Some(counterexample)) => {
            let asked = unusual_in_words(statement);
            format!("deadlock{asked}{together}\n{}", deadlock_in_words(statement, counterexample, saved))
        }
        _ => {
            let reason = proof.reason.as_deref().unwrap_or_default();
            format!("unknown{}{together}: {reason}\n{}", unusual_in_words(statement), next_steps(statement))
        }
    }
}

/// What is in flight beside the scheme's messages.
fn together_in_words(statement: &SchemeStatement) -> String {
    let unicasts = match &statement.unicast_scheme {
        Some(scheme) => Some(format!("unicasts between all nodes by {scheme}")),
        None => statement.with_unicast.then(|| "unicasts between all nodes".to_owned()),
    };
    let plans = (!statement.plans.is_empty()).then(|| one_line(&statement.plans.join(" ")));
    let routed = |routes: &String| match holds_tables(Path::new(routes)) {
        true => format!("multicasts by {}", one_line(routes)),
        false => format!("unicasts by {}", one_line(routes)),
    };
    let all: Vec<_> = unicasts.into_iter().chain(plans).chain(statement.routes.iter().map(routed)).collect();
    if all.is_empty() { String::new() } else { format!(", with {} in flight too", all.join(" and ")) }
}

/// What may lead to an answer.
fn next_steps(statement: &SchemeStatement) -> String {
    let mut text = String::from("what can help:\n");
    if !statement.plans.is_empty() || !statement.routes.is_empty() {
        text += "  without plans and routes beside it the scheme is looked at alone\n";
    }
    if statement.with_unicast {
        text += "  without unicasts the scheme's own messages are looked at alone\n";
    }
    if statement.virtual_channels.get() > 1 {
        text += "  `--virtual-channels 1`: trees and label paths that are free with one need no second one\n";
        text += "  `--vc-rule fixed`: each worm keeps to one number, and trees are there in copies\n";
    }
    text + "  `wormcast prove a.json b.json` decides about the plans of given messages (`wormcast plan --out a.json` makes them)\n"
}

/// All that a statement says beside the network, the number of virtual channels and what routers do.
pub(crate) fn whole_scope_in_words(statement: &SchemeStatement) -> String {
    let any =
        |number: Option<NonZeroU32>, what: &str| number.map_or(format!("every {what}"), |n| format!("{what} {n}"));
    let (length, buffer) = (any(statement.length, "length"), any(statement.buffer, "buffer size"));
    let consumption = match statement.consumption {
        None => "consumption channels for all".to_owned(),
        Some(ports) => format!("{} per node", count(ports, "consumption channel")),
    };
    let options = match &*statement.options {
        [] => String::new(),
        options => format!(" with `{}`", one_line(&options.join(" "))),
    };
    let by_rule = match statement.vc_rule {
        VcRule::Dateline => String::new(),
        rule => format!(", virtual channels by {rule}"),
    };
    let delays = if statement.delays == Delays::Equal { ", equal delays everywhere" } else { "" };
    let (scheme, together) = (one_line(&statement.scheme), one_line(&together_in_words(statement)));
    format!("{scheme}{options}, {length}, {buffer}, {consumption}{by_rule}{together}{delays}")
}

/// For which messages and buffers the answer is.
fn scope_in_words(statement: &SchemeStatement) -> String {
    match (statement.length, statement.buffer) {
        (None, None) => ", message lengths and buffers".to_owned(),
        (Some(length), None) => format!(" and buffers, and messages of {}", count(length, "flit")),
        (None, Some(buffer)) => format!(" and message lengths, and buffers of {}", count(buffer, "flit")),
        (Some(length), Some(buffer)) => {
            format!(", messages of {} and buffers of {}", count(length, "flit"), count(buffer, "flit"))
        }
    }
}

/// How many consumption and virtual channels the answer is for, and what routers do if that is not as usual.
fn assumptions_in_words(statement: &SchemeStatement) -> String {
    let mut text = match statement.consumption {
        None => "; consumption channels for all".to_owned(),
        Some(ports) => format!("; {} per node", count(ports, "consumption channel")),
    };
    match statement.virtual_channels.get() {
        1 => {}
        many if statement.vc_rule == VcRule::Dateline => text += &format!(", {many} virtual channels a link"),
        many => text += &format!(", {many} virtual channels a link ({})", statement.vc_rule),
    }
    if statement.policies != RouterPolicies::default() {
        text += &format!("; {}", router::in_words(statement.policies));
    }
    if statement.delays == Delays::Equal {
        text += "; equal delays everywhere";
    }
    text
}

/// The same, where anything is not as usual.
fn unusual_in_words(statement: &SchemeStatement) -> String {
    let usual = assumptions_in_words(&SchemeStatement::about(&statement.scheme));
    Some(assumptions_in_words(statement)).filter(|words| *words != usual).unwrap_or_default()
}

/// Pairs of which nothing is said, since nothing is sent between them.
pub(super) fn unplanned_in_words(network: &Network, statement: &SchemeStatement, own: &Options) -> String {
    let own = network.unplanned_pair(&statement.scheme, own).map(|pair| (statement.scheme.as_str(), pair));
    let unicasts = statement.unicast_scheme.as_deref();
    let unicasts = unicasts.and_then(|words| Some((words, network.unplanned_by(words)?)));
    let line = |(scheme, (from, to)): (&str, (String, String))| {
        format!(
            "`{scheme}` plans nothing from {from} to {to}, and between other pairs perhaps: that is not spoken of\n"
        )
    };
    own.into_iter().chain(unicasts).map(line).collect()
}

/// The messages with their starts, and the cycle worm by worm.
fn deadlock_in_words(statement: &SchemeStatement, counterexample: &Counterexample, saved: SavedIn<'_>) -> String {
    let Counterexample { plans, starts_ns, length, buffer, worms, .. } = counterexample;
    let mut text = format!("messages of {length} flits, buffers of {}:\n", count(buffer, "flit"));
    for (number, (plan, start)) in plans.iter().zip(starts_ns).enumerate() {
        let to = plan.destinations.join(" ");
        text += &format!("  plan {number}, at {start} ns: {} from {} to {to}\n", plan.scheme, plan.source);
    }
    text +=
        &cycle::in_words(worms, statement.virtual_channels, |worm| format!("worm {} of plan {}", worm.worm, worm.plan));
    text + &reproduction_in_words(statement, counterexample, saved)
}

/// The command that runs into the deadlock.
fn reproduction_in_words(statement: &SchemeStatement, counterexample: &Counterexample, saved: SavedIn<'_>) -> String {
    let mut text = saved.in_words() + ":\n";
    if statement.virtual_channels.get() > 1 && statement.vc_rule != VcRule::Free {
        text += "(the saved plans name their virtual channels)\n";
    }
    text + &reproduction::command(saved.files(), counterexample, Routers::of_scheme(statement), saved)
}

pub(super) const WHY_WHOLE: &str = "why: a worm gets all its channels before it leaves, and holds nothing while it waits (a worm that takes a \
     channel twice would wait for itself, and cannot be sent)\n";
const WHY_NUMBERS: &str = "why: a worm asks for channels with greater numbers than those of all that it holds, so the channel dependency graph has no cycle\n";

const WHY_BUBBLES: &str = "why: but within a ring, where bubbles keep room for a message, a worm asks for channels with greater numbers than those of all that \
     it holds, so the channel dependency graph has no cycle but the rings\n";

fn why_trees(statement: &SchemeStatement) -> String {
    let how = match statement.policies.reservation {
        Reservation::Incremental => "in one order",
        _ => "together",
    };
    format!(
        "why: until it turns down a tree, a worm asks for channels with rising numbers; from there on, it asks for all \
         branches at a node {how}; so the wait-for graph has no cycle\n"
    )
}

fn certificate_in_words(certificate: &Certificate, statement: &SchemeStatement) -> String {
    match certificate {
        Certificate::Numbering(numbering) => {
            let why = if statement.policies.bubble { WHY_BUBBLES } else { WHY_NUMBERS };
            format!("{}{why}", numbers_in_words(numbering))
        }
        Certificate::Trees(numbering) => {
            let trees = numbering.space.trees().len();
            let apart = if trees > 1 { ", without common channels," } else { "" };
            let trees = count(trees, "spanning tree");
            format!("{trees}{apart} and a {}{}", numbers_in_words(numbering), why_trees(statement))
        }
        Certificate::WholeWorms => WHY_WHOLE.to_owned(),
        Certificate::LaneNumbers(_) => String::new(),
        // These are about given worms.
        Certificate::Ranks(_)
        | Certificate::Refutation(_)
        | Certificate::WormNumbers(_)
        | Certificate::TreeWorms(_) => {
            format!(
                "all its worms, one by one: {}\n",
                workload_in_words::certificate_in_words(certificate, statement.policies.bubble)
            )
        }
    }
}

fn numbers_in_words(certificate: &SchemeCertificate) -> String {
    let channels = certificate.numbers.iter().filter(|numbered| numbered.1.is_some()).count();
    let consumption = certificate.numbers.len() - channels;
    format!(
        "numbering of {} and {}, checked over {}\n",
        count(channels, "channel"),
        count(consumption, "consumption channel"),
        count(certificate.waits, "pair"),
    )
}
