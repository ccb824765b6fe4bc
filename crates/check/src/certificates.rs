//! Certificates: what a plan carries to prove that it is as cheap as it can be, under the key `certificate`.
//!
//! Nothing is taken from the planner: the labels, the routing function and all lengths are found anew from the network,
//! and a proof counts only when all its inequalities hold. See [`StarCertificate`] for what they say.

mod beside;
mod bounded;
mod cuts;
mod duals;
mod ladder;
mod layers;
mod no_tree;
mod packing;
mod pairs;
mod side;
mod told;
mod within;

use crate::draft::Draft;
use crate::words::shown;
use crate::{Proved, ProvedLayers, ProvedStar, Report, Violation};
use ladder::Ladder;
use serde::de::DeserializeOwned;
use serde_json::Value;
use side::Side;
use told::{contradiction, is_proved};
use wormcast_plan::{
    BOUNDED, CERTIFICATE, Criterion, Direction, PlanDocument, SideCertificate, SideProof, StarCertificate, WITHIN,
};
use wormcast_routing::DependencyGraph;
use wormcast_topology::{NodeId, Topology};

/// Why a proof is not accepted.
#[derive(Debug)]
pub(crate) enum Refusal {
    /// It does not prove what it should.
    Wrong(String),
    /// To verify it takes more time or memory than is granted.
    TooLarge,
}

/// Whether a proof is accepted.
pub(crate) type Verdict = Result<(), Refusal>;

/// Refuses a proof, with this reason, unless a condition holds.
pub(crate) fn require(holds: bool, problem: impl FnOnce() -> String) -> Verdict {
    if holds { Ok(()) } else { Err(Refusal::Wrong(problem())) }
}

/// What a plan may say of itself that other routes are needed to verify.
const BESIDES: [&str; 2] = [BESIDE, WITHIN];

/// The key of what a plan says about its own optimality.
const OPTIMALITY: &str = "optimality";

/// Judges the certificate, if the plan carries one and nothing else is wrong with it.
pub(crate) fn judge(document: &PlanDocument, draft: &Draft<'_>, report: &mut Report) {
    if let (Some(value), Some(source)) = (document.extra.get(CERTIFICATE), draft.source) {
        // What does not say what it minimizes is a certificate of another kind.
        match report.is_valid() {
            true if value.get("minimizes").is_some() => judge_certificate(value, report, |value| {
                verify(&read(value)?, document, draft, source).map(Proved::Star)
            }),
            true if value.get("cuts").is_some() => {
                judge_certificate(value, report, |value| cuts::verify(&read(value)?, draft, source).map(Proved::Tree))
            }
            true if value.get("trees").is_some() => judge_certificate(value, report, |value| {
                packing::verify(&read(value)?, document.consumption_classes, draft, source).map(Proved::Packing)
            }),
            _ => report.unverified.push(CERTIFICATE.to_owned()),
        }
    }
    if let Some(problem) = document.extra.get(BOUNDED).and_then(|told| bounded::contradiction(told, draft)) {
        report.add(Violation::BadOptimality { problem });
    }
    let told = BESIDES.into_iter().filter(|key| document.extra.contains_key(*key));
    report.unverified.extend(told.map(str::to_owned));
    let Some(told) = document.extra.get(OPTIMALITY) else { return };
    if let Some(problem) = contradiction(told, document, draft) {
        report.add(Violation::BadOptimality { problem });
    }
    if !is_proved(told, report.proved.as_ref()) {
        report.unverified.push(OPTIMALITY.to_owned());
    }
}

/// Judges whether the plan takes the turns of these routes alone ([`crate::judge_within`]).
pub(crate) fn judge_within(
    document: &PlanDocument,
    topology: &dyn Topology,
    waits: &DependencyGraph,
    report: &mut Report,
) {
    if !report.is_valid() || !document.extra.contains_key(WITHIN) {
        return;
    }
    report.unverified.retain(|what| what != WITHIN);
    match within::verify(document, topology, waits) {
        Ok(()) => {}
        Err(Refusal::TooLarge) => report.unverified.push(WITHIN.to_owned()),
        Err(Refusal::Wrong(problem)) => report.add(Violation::NotWithin { problem }),
    }
}

/// Judges the certificate that lower virtual channels have no tree beside these dependences ([`crate::judge_no_tree`]).
pub(crate) fn judge_no_tree(
    document: &PlanDocument,
    topology: &dyn Topology,
    waits: &DependencyGraph,
    report: &mut Report,
) {
    let is_one = |value: &&Value| report.is_valid() && value.get("no_tree").is_some();
    let Some(value) = document.extra.get(CERTIFICATE).filter(is_one) else { return };
    report.unverified.retain(|what| what != CERTIFICATE);
    judge_certificate(value, report, |value| {
        let certificate = read(value)?;
        beside::verify(&certificate, document, topology, waits)?;
        let bound = no_tree::verify(&certificate, document, topology, waits)?;
        Ok(Proved::Layers(ProvedLayers { value: bound + 1, bound: bound + 1 }))
    });
    if report.proved.is_some() {
        report.unverified.retain(|what| what != BESIDE);
    }
}

/// Judges whether the plan fits beside these routes ([`crate::judge_beside`]).
pub(crate) fn judge_beside(
    document: &PlanDocument,
    topology: &dyn Topology,
    (routes, waits): (&str, &DependencyGraph),
    report: &mut Report,
) {
    if !report.is_valid() {
        return;
    }
    match beside::fits(document, topology, (routes, waits)) {
        // Whether lower virtual channels have a tree takes a certificate.
        Ok(()) if !beside::says_none_below(document) && beside::is_beside(document, routes) => {
            report.unverified.retain(|what| what != BESIDE);
        }
        Ok(()) => {}
        Err(Refusal::TooLarge) => report.unverified.push(BESIDE.to_owned()),
        Err(Refusal::Wrong(problem)) => report.add(Violation::NotBeside { problem }),
    }
}

/// The key of what a plan says of the routes that it is beside.
const BESIDE: &str = "beside";

fn read<T: DeserializeOwned>(value: &Value) -> Result<T, Refusal> {
    let unknown = |error: serde_json::Error| format!("it is not of a known form: {}", shown(&error.to_string()));
    serde_json::from_value(value.clone()).map_err(|error| Refusal::Wrong(unknown(error)))
}

fn judge_certificate(value: &Value, report: &mut Report, verify: impl FnOnce(&Value) -> Result<Proved, Refusal>) {
    match verify(value) {
        Ok(proved) => report.proved = Some(proved),
        Err(Refusal::TooLarge) => report.unverified.push(CERTIFICATE.to_owned()),
        Err(Refusal::Wrong(problem)) => report.add(Violation::BadCertificate { problem }),
    }
}

/// What the certificate proves about the plan.
fn verify(
    certificate: &StarCertificate,
    document: &PlanDocument,
    draft: &Draft<'_>,
    source: NodeId,
) -> Result<ProvedStar, Refusal> {
    let value = match certificate.minimizes {
        Criterion::Channels => document.cost.channels,
        Criterion::LongestPath => document.cost.longest_path,
    };
    let above = |bound: u64| format!("it proves that no star has less than {bound}, but the plan has {value}");
    let ladder = Ladder::new(draft.topology).map_err(|error| Refusal::Wrong(error.to_string()))?;
    let mut bounds = Vec::new();
    for direction in [Direction::Above, Direction::Below] {
        let side = Side::new(&ladder, source, &draft.destinations, direction, certificate.first_hop);
        let mut proofs = certificate.sides.iter().filter(|proof| proof.side == direction);
        match (proofs.next(), proofs.next()) {
            (None, None) if side.is_empty() => {}
            (Some(proof), None) if !side.is_empty() => {
                require(proof.bound <= value, || above(proof.bound))?;
                verify_side(certificate.minimizes, &side, proof)?;
                bounds.push(proof.bound);
            }
            _ => require(false, || "it must have one proof for each side of the source with destinations".to_owned())?,
        }
    }
    let bound = match certificate.minimizes {
        Criterion::Channels => bounds.iter().sum(),
        Criterion::LongestPath => bounds.iter().copied().max().unwrap_or(0),
    };
    require(bound <= value, || above(bound))?;
    let StarCertificate { minimizes, first_hop, .. } = *certificate;
    Ok(ProvedStar { minimizes, first_hop, value, bound, optimal: value == bound })
}

fn verify_side(criterion: Criterion, side: &Side<'_>, proof: &SideCertificate) -> Verdict {
    match (&proof.proof, criterion) {
        (SideProof::Duals { ports, weights: None, before, after }, Criterion::Channels) => {
            let duals = duals::Duals::new(side, ports, before, after)?;
            duals.verify(side, None)?;
            require(duals.sum() >= proof.bound.into(), || short(proof.bound, duals.sum()))
        }
        (SideProof::Duals { ports, weights: Some(weights), before, after }, Criterion::LongestPath) => {
            let duals = duals::Duals::new(side, ports, before, after)?;
            let weights = duals::Weights::new(side, ports, weights)?;
            duals.verify(side, Some(&weights))?;
            let (sum, parts) = (duals.sum(), i128::from(weights.sum()));
            // A longest path of bound − 1 leaves room for so much; if that is too little, nothing need be searched.
            match sum > (i128::from(proof.bound) - 1) * parts {
                true => Ok(()),
                false => layers::refute(side, &duals, &weights, proof.bound),
            }
        }
        (SideProof::Potentials { openings }, Criterion::LongestPath) => pairs::verify(side, openings, proof.bound),
        _ => require(false, || format!("its proof for the side {:?} is not one for {criterion:?}", proof.side)),
    }
}

fn short(bound: u64, sum: i128) -> String {
    format!("its values sum to {sum}, which is less than the bound {bound} that it states")
}
