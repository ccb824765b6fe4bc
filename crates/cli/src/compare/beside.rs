//! The tree that fits the unicasts, where the schemes do not.

use super::answer;
use crate::prove_command;
use wormcast::check::proof::Answer;
use wormcast::plan::words_apart;
use wormcast::schemes::option::ROUTING;
use wormcast::{Comparison, Network};

/// How a single multicast goes beside unicasts by a routing that is free by itself, if some scheme does not: on a tree
/// that is planned beside it.
pub(super) fn hint(comparison: &Comparison, network: &Network) -> String {
    let Some(unicasts) = comparison.unicasts.as_ref().filter(|unicasts| unicasts.proof == Some(Answer::DeadlockFree))
    else {
        return String::new();
    };
    let words = words_apart(&unicasts.scheme);
    let option = format!("--{}", ROUTING.declaration.name);
    let routing = words.iter().position(|word| *word == option).and_then(|at| words.get(at + 1));
    let is_asked = comparison.schemes.iter().any(|entry| answer(entry) == Some(Answer::Deadlock));
    let Some(routing) = routing.filter(|_| is_asked && !comparison.destinations.is_empty()) else {
        return String::new();
    };
    let Comparison { source, destinations, .. } = comparison;
    let command = prove_command::plan_beside(network.spec(), routing, source, destinations);
    format!(
        "for this multicast alone, a tree that closes no cycle with these unicasts, where switches copy to each branch by \
         itself:\n  {command}\n"
    )
}
