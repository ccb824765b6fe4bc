//! Proofs about schemes.

use super::routing_in_words::unrouted_in_words;
use super::scheme_in_words::{in_words, unplanned_in_words};
use super::workload_args::WorkloadArgs;
use super::{Proved, by_class};
use crate::failure::Failure;
use crate::progress;
use crate::scheme_args;
use crate::words::{figures, one_line, quoted};
use std::num::NonZeroU32;
use wormcast::check::proof::{Answer, ProofDocument, SchemeStatement};
use wormcast::plan::{VcRule, words_together};
use wormcast::prove::Effort;
use wormcast::schemes::option::ROUTING;
use wormcast::schemes::{Options, Scheme};
use wormcast::{Network, Plan, SafeRouting};

/// What is in flight beside a scheme.
#[derive(Clone, Copy)]
pub(super) struct Beside<'a> {
    /// Files of plans.
    pub files: &'a [String],
    /// Files of routes.
    pub routes: &'a [String],
}

/// Proves something about all plans of a scheme.
pub(super) fn prove(
    network: Network,
    scheme: &str,
    options: &Options,
    args: &WorkloadArgs,
    beside: Beside<'_>,
) -> Result<Proved, Failure> {
    let scheme = scheme_args::scheme(scheme)?;
    let plans = if beside.files.is_empty() { Vec::new() } else { plans_for(&network, beside.files, args)? };
    let statement = args.about_scheme(&network, scheme, options)?;
    let statement = args.beside_scheme(&network, statement, beside, &plans)?;
    // A routing that the scheme does not take is that of the unicasts beside it.
    let takes = scheme.options().iter().any(|option| option.name == ROUTING.declaration.name);
    if !takes && !args.with_unicast && options.get(&ROUTING).is_some() {
        return Err(Failure::new(format!(
            "`{}` takes no `--routing`; with `--with-unicast` it says how the unicasts beside the scheme go",
            scheme.name()
        )));
    }
    let own = if args.with_unicast && !takes { options.clone().without(&ROUTING) } else { options.clone() };
    if statement.vc_rule == VcRule::Class {
        return by_class::prove(network, &statement, &own, args);
    }
    let (document, words) = answered(&network, scheme, &statement, options, (&own, &plans), args)?;
    Ok(Proved { document, words, network, dependences: Vec::new() })
}

/// The answer to a question about a scheme with its own options beside plans, and the same in words; `options` are all
/// that were given.
pub(super) fn answered(
    network: &Network,
    scheme: &dyn Scheme,
    statement: &SchemeStatement,
    options: &Options,
    (own, plans): (&Options, &[Plan]),
    args: &WorkloadArgs,
) -> Result<(ProofDocument, String), Failure> {
    let effort = args.effort();
    let document =
        progress::telling("proving", |tell| network.prove_scheme_beside(statement, own, plans, &effort.told_to(tell)))?;
    let subject = named(&statement.scheme, &own.words(scheme.options()));
    let mut words = format!("{subject} on {network}: {}", in_words(&document, statement, args.saved_in()));
    if document.answer == Answer::DeadlockFree {
        let sends_unicasts = statement.with_unicast || statement.scheme == "unicast";
        if sends_unicasts && !network.topology().graph().endpoints().is_empty() {
            words += "sources and destinations of unicasts are endpoints: routers send nothing of their own\n";
        }
        words += &unplanned_in_words(network, statement, own);
        words += &unrouted_in_words(network, &statement.routes, statement.virtual_channels);
    }
    words += &dateline_in_words(network, statement, document.answer);
    if document.answer == Answer::Deadlock && options.get(&ROUTING).is_none() {
        words += &progress::during("looking for a safe routing", || {
            safe_routing(network, scheme, statement, (own, plans), &effort)
        });
    }
    Ok((document, words))
}

/// A scheme with its options, as it is asked about: without them, answers about different routes would read the same.
pub(crate) fn named(scheme: &str, options: &[String]) -> String {
    let words = [scheme].into_iter().chain(options.iter().map(String::as_str));
    words.map(quoted).collect::<Vec<_>>().join(" ")
}

/// The plans in these files, which have to be for this network.
fn plans_for(network: &Network, files: &[String], args: &WorkloadArgs) -> Result<Vec<Plan>, Failure> {
    let (own, plans) = args.open(files)?;
    match (own.topology().spec() == network.topology().spec(), files.first()) {
        (false, Some(file)) => Err(Failure::new(format!(
            "{} is a plan for {own}, and the scheme is asked about on {network}",
            one_line(file)
        ))),
        _ => Ok(plans),
    }
}

/// A routing of the unicasts with which the same is free of deadlock, if there is one.
fn safe_routing(
    network: &Network,
    scheme: &dyn Scheme,
    statement: &SchemeStatement,
    (options, plans): (&Options, &[Plan]),
    effort: &Effort<'_>,
) -> String {
    let takes = scheme.options().iter().any(|option| option.name == ROUTING.declaration.name);
    let goes_by_own = statement.with_unicast && statement.unicast_scheme.is_none();
    if (!takes && !goes_by_own) || effort.is_over() {
        return String::new();
    }
    // With as many virtual channels as there are, or with two.
    let two = NonZeroU32::MIN.saturating_add(1);
    let safe = network.safe_routings(statement.virtual_channels.max(two));
    let by = |safe: &SafeRouting| {
        let options = if takes { options.clone().with(&ROUTING, safe.routing.into()) } else { options.clone() };
        let virtual_channels = safe.virtual_channels.max(statement.virtual_channels);
        let mut other = SchemeStatement { virtual_channels, ..statement.clone() };
        if goes_by_own {
            other = other.beside(words_together(["unicast", "--routing", safe.routing]));
        }
        let proof = network.prove_scheme_beside(&other, &options, plans, effort);
        let is_free = proof.is_ok_and(|proof| proof.answer == Answer::DeadlockFree);
        let mut told = safe.clone();
        told.virtual_channels = virtual_channels;
        is_free.then(|| format!("with `--routing {}` it is deadlock-free, with {}\n", safe.routing, figures(&told)))
    };
    // One that is the best for unicasts may not go with the messages of the scheme.
    safe.iter().take_while(|_| !effort.is_over()).find_map(by).unwrap_or_default()
}

/// That a ring has no dateline where it is not called a torus.
fn dateline_in_words(network: &Network, statement: &SchemeStatement, answer: Answer) -> String {
    let spec = network.topology().spec();
    let Some(nodes) = spec.strip_prefix("ring:") else { return String::new() };
    let is_asked = statement.virtual_channels.get() > 1 && statement.vc_rule == VcRule::Dateline;
    match is_asked && answer != Answer::DeadlockFree {
        true => format!(
            "{spec} has no dateline, so that a worm keeps to one virtual channel; the same ring with one is \
             `torus:{nodes}`\n"
        ),
        false => String::new(),
    }
}
