//! Proposals in words.

use crate::words::{count, one_line};
use std::path::Path;
use wormcast::check::proof::{Reservation, Statement, WorkloadStatement};
use wormcast::plan::VcRule;
use wormcast::{ChangeDocument, MendingDocument, ProposalDocument, WhatChanges, WormDocument};

/// How many worms of a cycle are named.
const NAMED: usize = 6;

/// What is proposed, and where it was written.
pub(super) fn in_words(document: &MendingDocument, is_unknown: bool, folder: Option<&Path>) -> String {
    let can = if is_unknown { "whether the plans can deadlock is not known" } else { "the plans can deadlock" };
    let mut text = match (document.answer, document.proposals.len()) {
        ("deadlock-free", _) => "the plans are free of deadlock as they are\n".to_owned(),
        (_, 0) => format!("{can}, and no change was found that makes them free\n"),
        (_, many) => format!("{can}; {} each of which makes them free, proved:\n", count(many, "proposal")),
    };
    for (number, proposal) in (1..).zip(&document.proposals) {
        text += &proposal_in_words(number, proposal);
    }
    if let Some(reservation) = document.free_with {
        text += &format!(
            "as they are, the plans are free of deadlock where {} (`--reservation {reservation}`)\n",
            granted(reservation)
        );
    }
    for what in &document.gave_up {
        text += &format!("by {what} there may be less to change: the search gave up; `--proofs` allows it more\n");
    }
    if let Some(folder) = folder.filter(|_| !document.proposals.is_empty()) {
        text += &format!("written: plans and proofs of proposal 1 in {}/1, and so on\n", folder.display());
    }
    text
}

/// How routers grant channels.
fn granted(reservation: Reservation) -> &'static str {
    match reservation {
        Reservation::Atomic => "a router grants a worm all that it takes there at once",
        Reservation::Incremental => "a router grants channels one after another",
        Reservation::AnyOrder => "a router grants channels in any order",
        Reservation::Independent => "a router grants each branch by itself",
        Reservation::Whole => "all channels of a worm are granted before it starts",
    }
}

fn proposal_in_words(number: usize, proposal: &ProposalDocument) -> String {
    let latency = match proposal.latency_ns {
        Some(latency) => format!("all delivered after {latency} ns"),
        None => "latency not known".to_owned(),
    };
    let phases = match proposal.phases.len() {
        1 => String::new(),
        many => format!(", in {}", count(many, "phase")),
    };
    let mut text = format!("{number}. {}, {latency}{phases}\n", cost_in_words(proposal));
    match proposal.changes.first().map(|change| &change.what) {
        Some(WhatChanges::OwnVirtualChannel { number }) => {
            text += &format!(
                "   all worms of all plans take virtual channel {number} on all their hops; the messages beside them keep \
                 the others\n"
            );
        }
        _ => {
            let line = |change| format!("   {}{}\n", change_in_words(change), cause_in_words(proposal, change));
            text.extend(proposal.changes.iter().map(line));
        }
    }
    let first = &proposal.phases[0];
    if first.virtual_channels > 1 {
        text +=
            &format!("   with `--virtual-channels {}{}`\n", first.virtual_channels, stated_in(&first.proof.statement));
    }
    text
}

/// The options beside the number of virtual channels that make the written plans what was proved.
fn stated_in(statement: &Statement) -> String {
    let Statement::Workload(stated) = statement else { return String::new() };
    rule_of(stated) + own_routes(stated)
}

/// The rule by which hops take their virtual channels where the written plans do not say.
fn rule_of(stated: &WorkloadStatement) -> String {
    match stated.vc_rule {
        VcRule::Dateline => String::new(),
        rule => format!(" --vc-rule {rule}"),
    }
}

/// Unicasts that are asked about as the network's own are named by their routing where links got another virtual
/// channel: they keep to the first.
fn own_routes(stated: &WorkloadStatement) -> &'static str {
    let are_named = stated.routes.iter().any(|name| name == "shortest");
    if are_named { " --with-unicast --routing shortest" } else { "" }
}

/// What is added to routers, and what worms take more: two prices.
fn cost_in_words(proposal: &ProposalDocument) -> String {
    let hops = proposal.channels.saturating_sub(proposal.virtual_channels);
    let parts = [
        (proposal.virtual_channels, format!("a virtual channel more on {}", count(proposal.virtual_channels, "link"))),
        (hops, format!("{} more", count(hops, "hop"))),
    ];
    let parts: Vec<_> = parts.into_iter().filter(|(number, _)| *number > 0).map(|(_, words)| words).collect();
    if parts.is_empty() { "no channel more".to_owned() } else { parts.join(" and ") }
}

fn change_in_words(change: &ChangeDocument) -> String {
    let worm = format!("worm {} of {}", change.worm, one_line(&change.plan));
    let what = match &change.what {
        WhatChanges::SendLater { phase: 2 } => "is sent when all others have been delivered".to_owned(),
        WhatChanges::SendLater { phase } => format!("is sent in phase {phase}, when those before have been delivered"),
        WhatChanges::VirtualChannel { channel, number, .. } => {
            format!("takes virtual channel {number} from {channel} on")
        }
        WhatChanges::OwnVirtualChannel { number } => format!("takes virtual channel {number}"),
        WhatChanges::BranchOrder => "asks for its branches in another order".to_owned(),
        WhatChanges::Reroute { channels } => format!("goes by {}", channels.join(" ")),
    };
    format!("{worm} {what}")
}

/// Where several worms are changed, which cycle this one is changed for.
fn cause_in_words(proposal: &ProposalDocument, change: &ChangeDocument) -> String {
    if proposal.changes.len() == 1 || change.breaks.is_empty() {
        return String::new();
    }
    let name = |worm: &WormDocument| format!("worm {} of {}", worm.worm, one_line(&worm.plan));
    let mut names: Vec<_> = change.breaks.iter().take(NAMED).map(name).collect();
    match change.breaks.len().saturating_sub(NAMED) {
        0 => {}
        rest => names.push(format!("{rest} more")),
    }
    format!(",\n     against the cycle of {}", names.join(", "))
}
