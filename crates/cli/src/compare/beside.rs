//! The tree that fits the unicasts, where the schemes do not.

use super::answer;
use crate::prove_command;
use crate::words::quoted;
use wormcast::check::proof::Answer;
use wormcast::plan::words_apart;
use wormcast::schemes::option::ROUTING;
use wormcast::{ComparedScheme, Comparing, Comparison, Network};

/// The switches that such trees are planned for.
const INDEPENDENT: &str = "--switching cut-through --reservation independent";

/// Where a tree that is planned beside routes has a row: that the row asks another question than the tree answers.
pub(super) fn note(comparison: &Comparison, comparing: &Comparing) -> String {
    let is_beside = |scheme: &str| words_apart(scheme).iter().any(|word| word == "--beside");
    let is_free = |entry: &ComparedScheme| answer(entry) == Some(Answer::DeadlockFree);
    let is_meant = |entry: &&ComparedScheme| is_beside(&entry.scheme) && answer(entry).is_some() && !is_free(entry);
    let Some(entry) = comparison.schemes.iter().find(is_meant) else { return String::new() };
    let unicasts = match comparing.unicasts.as_deref().and_then(routing_of) {
        Some(routing) => format!(" --with-unicast --routing {}", quoted(&routing)),
        None => String::new(),
    };
    format!(
        "`{}`: each tree is planned for itself, for switches that copy to each branch by itself; its row is about all \
         such multicasts together. About one plan: `wormcast prove PLAN.json{unicasts} {INDEPENDENT}`\n",
        entry.scheme
    )
}

/// The routing behind the scheme of unicasts, if one is named.
fn routing_of(unicasts: &str) -> Option<String> {
    let words = words_apart(unicasts);
    let option = format!("--{}", ROUTING.declaration.name);
    let place = words.iter().position(|word| *word == option)?;
    words.get(place + 1).cloned()
}

/// How a single multicast goes beside unicasts by a routing that is free by itself, if some scheme does not: on a tree
/// that is planned beside it.
pub(super) fn hint(comparison: &Comparison, network: &Network) -> String {
    let Some(unicasts) = comparison.unicasts.as_ref().filter(|unicasts| unicasts.proof == Some(Answer::DeadlockFree))
    else {
        return String::new();
    };
    let is_asked = comparison.schemes.iter().any(|entry| answer(entry) == Some(Answer::Deadlock));
    let routing = routing_of(&unicasts.scheme).filter(|_| is_asked && !comparison.destinations.is_empty());
    let Some(routing) = routing else { return String::new() };
    let Comparison { source, destinations, .. } = comparison;
    let command = prove_command::plan_beside(network.spec(), &routing, source, destinations);
    format!(
        "for this multicast alone, a tree that closes no cycle with these unicasts, where switches copy to each branch by \
         itself (`prove PLAN.json` with `{INDEPENDENT}`):\n  {command}\n"
    )
}
