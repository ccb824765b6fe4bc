//! The `wormcast prove` that other commands point to, ready to be pasted.

use crate::words::quoted;
use std::num::NonZeroU32;
use wormcast::check::proof::{RouterPolicies, RoutingStatement, SchemeStatement, WorkloadStatement};
use wormcast::formats::is_named;
use wormcast::plan::{NetworkSpec, words_apart};
use wormcast::schemes::option::ROUTING;

/// The command that asks for this statement about a network, in one line, as a shell takes it.
pub(crate) fn line(network: &NetworkSpec, statement: &SchemeStatement) -> String {
    let mut words = about(network);
    words.extend(["--scheme".to_owned(), statement.scheme.clone()]);
    words.extend(statement.options.iter().cloned());
    words.extend(number("--consumption", statement.consumption));
    // A routing takes as many as it names, if nobody says how many.
    let routing = format!("--{}", ROUTING.declaration.name);
    let is_routed = statement.options.contains(&routing)
        || statement.unicast_scheme.as_ref().is_some_and(|scheme| words_apart(scheme).contains(&routing));
    let says = statement.virtual_channels.get() > 1 || is_routed;
    words.extend(number("--virtual-channels", Some(statement.virtual_channels).filter(|_| says)));
    words.extend(unusual("--vc-rule", statement.vc_rule));
    words.extend(unusual("--delays", statement.delays));
    words.extend(number("--length", statement.length));
    words.extend(number("--buffer", statement.buffer));
    words.extend(policies(statement.policies));
    match &statement.unicast_scheme {
        Some(scheme) => words.extend(["--unicast-scheme".to_owned(), scheme.clone()]),
        None => words.extend(statement.with_unicast.then(|| "--with-unicast".to_owned())),
    }
    shell(&words)
}

/// The command that asks about another routing what a statement asks about its own.
pub(crate) fn of_routing(
    network: &NetworkSpec,
    routing: &str,
    virtual_channels: Option<NonZeroU32>,
    statement: &RoutingStatement,
) -> String {
    let mut words = about(network);
    words.extend(["--routing".to_owned(), routing.to_owned()]);
    words.extend(number("--virtual-channels", virtual_channels));
    words.extend(number("--length", statement.length));
    words.extend(number("--buffer", statement.buffer));
    words.extend(policies(statement.policies));
    shell(&words)
}

/// The command that asks about what is in flight beside the plans of a statement, without them.
pub(crate) fn of_others(network: &NetworkSpec, statement: &WorkloadStatement) -> String {
    let mut words = about(network);
    let is_routed = matches!(&*statement.routes, [routing] if is_named(routing));
    match &*statement.routes {
        [] => {
            words.extend(["--scheme", "unicast"].map(str::to_owned));
            words.extend(number("--consumption", statement.consumption));
            words.extend(unusual("--vc-rule", statement.vc_rule));
            words.extend(unusual("--delays", statement.delays));
        }
        [routing] if is_named(routing) => words.extend(["--routing".to_owned(), routing.clone()]),
        files => words.extend(files.iter().flat_map(|file| ["--routes".to_owned(), file.clone()])),
    }
    // A routing takes as many as it names, if nobody says how many.
    let says = statement.virtual_channels.get() > 1 || is_routed;
    words.extend(number("--virtual-channels", Some(statement.virtual_channels).filter(|_| says)));
    words.extend(number("--length", statement.length));
    words.extend(number("--buffer", statement.buffer));
    words.extend(policies(statement.policies()));
    shell(&words)
}

/// The command that plans one multicast on a tree beside a routing.
pub(crate) fn plan_beside(network: &NetworkSpec, routing: &str, source: &str, to: &[String]) -> String {
    let mut words = command("plan", network);
    words.extend(["--scheme", "steiner", "--beside", routing, "--source", source, "--to"].map(str::to_owned));
    words.extend(to.iter().cloned());
    shell(&words)
}

/// `wormcast prove` and the network.
fn about(network: &NetworkSpec) -> Vec<String> {
    command("prove", network)
}

/// A command about a network.
fn command(name: &str, network: &NetworkSpec) -> Vec<String> {
    let mut words = ["wormcast", name, &network.topology].map(str::to_owned).to_vec();
    for node in &network.without_nodes {
        words.extend(["--without-node".to_owned(), node.clone()]);
    }
    for (a, b) in &network.without_links {
        words.extend(["--without-link".to_owned(), format!("{a}-{b}")]);
    }
    for channel in &network.without_channels {
        words.extend(["--without-channel".to_owned(), channel.to_string()]);
    }
    words
}

fn number(option: &str, number: Option<NonZeroU32>) -> impl Iterator<Item = String> {
    number.into_iter().flat_map(move |number| [option.to_owned(), number.to_string()])
}

/// An option and its value, where that is not the usual one.
fn unusual<T: Default + PartialEq + ToString>(option: &str, value: T) -> impl Iterator<Item = String> + use<T> {
    let words = (value != T::default()).then(|| [option.to_owned(), value.to_string()]);
    words.into_iter().flatten()
}

/// The options for what routers do, where that is not as usual.
pub(crate) fn policies(own: RouterPolicies) -> impl Iterator<Item = String> {
    let usual = RouterPolicies::default();
    let named = [
        ("--reservation", own.reservation.to_string(), usual.reservation.to_string()),
        ("--replication", own.replication.to_string(), usual.replication.to_string()),
        ("--switching", own.switching.to_string(), usual.switching.to_string()),
        ("--handover", own.handover.to_string(), usual.handover.to_string()),
    ];
    let other = named.into_iter().filter(|(_, own, usual)| own != usual);
    let bubble = own.bubble.then(|| "--bubble".to_owned());
    other.flat_map(|(option, own, _)| [option.to_owned(), own]).chain(bubble)
}

fn shell(words: &[String]) -> String {
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}
