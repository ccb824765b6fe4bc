//! Proofs about schemes.

use super::Proved;
use super::workload::WorkloadArgs;
use crate::failure::Failure;
use crate::network::Network;
use crate::progress;
use crate::scheme_args::SchemeArgs;
use crate::words::count;
use wormcast::check::proof::{
    BlockedWorm, Certificate, Counterexample, Named, SchemeCertificate, SchemeStatement, Statement,
};
use wormcast::prove::{Proof, scheme::prove_scheme};
use wormcast::schemes::scheme_named;

/// Proves something about all plans of a scheme.
pub fn prove(what: &[String], scheme: &str, options: &SchemeArgs, args: &WorkloadArgs) -> Result<Proved, Failure> {
    let [topology] = what else {
        return Err(Failure::new("`--scheme` goes with one network, and no plan files"));
    };
    let network = Network::named(topology)?;
    let topology = &*network.topology;
    let scheme = scheme_named(scheme)?;
    let statement = args.about_scheme(scheme.name())?;
    let mut planner = scheme.prepare(topology, &options.resolve(topology)?)?;
    let proof = progress::during("proving", || prove_scheme(topology, &mut *planner, &statement))?;
    let words = format!("{} on {}: {}", statement.scheme, network.spec, in_words(&proof, &statement));
    Ok(Proved { document: proof.document(network.spec.clone(), Statement::Scheme(statement)), words })
}

fn in_words(proof: &Proof, statement: &SchemeStatement) -> String {
    let together = if statement.with_unicast { ", with unicasts between all nodes in flight too" } else { "" };
    match proof {
        Proof::DeadlockFree(certificate) => format!(
            "deadlock-free, for all sources, destinations, message lengths and buffers{together}\n{}",
            certificate_in_words(certificate)
        ),
        Proof::Deadlock(counterexample) => format!("deadlock{together}\n{}", deadlock_in_words(counterexample)),
        Proof::Unknown(reason) => format!("unknown{together}: {reason}\n"),
    }
}

/// The messages with their starts, and the circle worm by worm.
fn deadlock_in_words(counterexample: &Counterexample) -> String {
    let Counterexample { plans, starts_ns, length, buffer, worms, .. } = counterexample;
    let mut text = format!("messages of {length} flits, buffers of {}:\n", count(buffer, "flit"));
    for (number, (plan, start)) in plans.iter().zip(starts_ns).enumerate() {
        let to = plan.destinations.join(" ");
        text += &format!("  plan {number}, at {start} ns: {} from {} to {to}\n", plan.scheme, plan.source);
    }
    for BlockedWorm { plan, worm, at, holds, waits_for } in worms {
        let [holds, waits_for] = [holds, waits_for].map(|list| names(list));
        text += &format!("worm {worm} of plan {plan} holds {holds}\n  and waits at {at} for {waits_for}\n");
    }
    text
}

pub(super) fn names(resources: &[Named]) -> String {
    let name = |Named(from, to, part): &Named| match (to, part) {
        (Some(to), 0) => format!("{from}→{to}"),
        (Some(to), part) => format!("{from}→{to} (virtual channel {part})"),
        (None, _) => format!("a consumption channel of {from}"),
    };
    resources.iter().map(name).collect::<Vec<_>>().join(", ")
}

fn certificate_in_words(certificate: &Certificate) -> String {
    match certificate {
        Certificate::Numbering(numbering) => numbers_in_words(numbering),
        Certificate::Trees(numbering) => {
            let trees = numbering.space.trees().len();
            format!("{}, without common channels, and a {}", count(trees, "spanning tree"), numbers_in_words(numbering))
        }
        // These are about given worms.
        Certificate::Ranks(_) | Certificate::Refutation(_) => String::new(),
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
