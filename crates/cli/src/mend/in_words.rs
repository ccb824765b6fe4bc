//! Proposals in words.

use crate::words::{count, one_line};
use std::collections::BTreeMap;
use std::path::Path;
use wormcast::check::proof::{Reservation, Statement, WorkloadStatement};
use wormcast::plan::{VIRTUAL_CHANNELS_KEY, VcRule};
use wormcast::{ChangeDocument, MendingDocument, ProposalDocument, WhatChanges, WormDocument};

/// How many worms of a cycle are named.
const NAMED: usize = 6;

/// What is proposed, and where it was written.
pub(super) fn in_words(document: &MendingDocument, is_unknown: bool, folder: Option<&Path>) -> String {
    let can = if is_unknown { "whether the plans can deadlock is not known" } else { "the plans can deadlock" };
    let mut text = match (document.answer, document.proposals.len()) {
        ("deadlock-free", _) => "the plans are free of deadlock as they are\n".to_owned(),
        (_, 0) => format!("{can}, and no change was found that makes them free\n"),
        (_, 1) => format!("{can}; 1 proposal, which makes them free, proved:\n"),
        (_, many) => format!("{can}; {many} proposals, each of which makes them free, proved:\n"),
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
        text += &format!(
            "by {what} there may be less to change: the search gave up; a longer `--budget` or more `--proofs` may find it\n"
        );
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
        Some(WhatChanges::Class { .. }) => text += &classes_in_words(proposal),
        first => {
            if let Some(WhatChanges::OwnVirtualChannel { number }) = first {
                text += &format!(
                    "   all worms of all plans take virtual channel {number} on all their hops; the messages beside them \
                     keep the others\n"
                );
            }
            let line = |change| format!("   {}{}\n", change_in_words(change), cause_in_words(proposal, change));
            let is_of_all = |change: &&ChangeDocument| matches!(change.what, WhatChanges::OwnVirtualChannel { .. });
            text.extend(proposal.changes.iter().filter(|change| !is_of_all(change)).map(line));
            let is_there = |change: &ChangeDocument| matches!(change.what, WhatChanges::VirtualChannel { .. });
            if proposal.virtual_channels == 0 && proposal.changes.iter().any(is_there) {
                text += "   that virtual channel is there, and no plan takes it; the written plans name those of all hops\n";
            }
        }
    }
    let first = &proposal.phases[0];
    let is_class = matches!(proposal.changes.first().map(|change| &change.what), Some(WhatChanges::Class { .. }));
    let consumption = match &first.proof.statement {
        Statement::Workload(stated) if is_class => stated.consumption.map(|ports| format!("--consumption {ports}")),
        _ => None,
    };
    let channels = (first.virtual_channels > 1)
        .then(|| format!("--virtual-channels {}{}", first.virtual_channels, stated_in(&first.proof.statement)));
    let options: Vec<_> = channels.into_iter().chain(consumption).collect();
    if !options.is_empty() {
        text += &format!("   with `{}`\n", options.join(" "));
    }
    text
}

/// The plans of each class.
fn classes_in_words(proposal: &ProposalDocument) -> String {
    let mut of: BTreeMap<u8, Vec<String>> = BTreeMap::new();
    for change in &proposal.changes {
        if let WhatChanges::Class { class } = change.what {
            let (files, name) = (of.entry(class).or_default(), one_line(&change.plan));
            if files.last() != Some(&name) {
                files.push(name);
            }
        }
    }
    let apart = if proposal.virtual_channels > 0 || names_lanes(proposal) { " and virtual channels" } else { "" };
    let line = |(class, files): (u8, Vec<String>)| {
        let all = files.len();
        let mut names: Vec<_> = files.into_iter().take(NAMED).collect();
        names.extend((all > NAMED).then(|| format!("{} more", all - NAMED)));
        format!("   consumption channels{apart} of class {class}: {}\n", names.join(", "))
    };
    of.into_iter().map(line).collect()
}

/// Whether the classes of a proposal have virtual channels of their own among those that are there.
fn names_lanes(proposal: &ProposalDocument) -> bool {
    proposal.phases[0].plans.values().any(|plan| plan.extra.contains_key(VIRTUAL_CHANNELS_KEY))
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
    match (are_named, stated.routes.len()) {
        (true, 1) => " --with-unicast --routing shortest",
        // A routing does not go with files of routes by the other option.
        (true, _) => " --routes shortest",
        _ => "",
    }
}

/// What is added to routers, and what worms take more: two prices.
fn cost_in_words(proposal: &ProposalDocument) -> String {
    let hops = proposal.channels.saturating_sub(proposal.virtual_channels);
    let parts = [
        (proposal.virtual_channels, format!("a virtual channel more on {}", count(proposal.virtual_channels, "link"))),
        (hops, format!("{} more", count(hops, "hop"))),
        (
            proposal.consumption_channels,
            format!("{} more per node", count(proposal.consumption_channels, "consumption channel")),
        ),
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
        WhatChanges::OwnVirtualChannel { number } => format!("takes virtual channel {number} on all its hops"),
        WhatChanges::Class { class } => format!("is of consumption class {class}"),
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
