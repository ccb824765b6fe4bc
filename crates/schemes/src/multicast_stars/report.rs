//! What a plan tells about its optimality, and the certificate that it carries.

use super::goal::{Answer, Goal};
use crate::optimal::{BoundProof, Half, Potentials};
use serde_json::{Map, Value, json};
use wormcast_plan::{
    CERTIFICATE, Criterion, Direction, FirstHop, OpeningProof, SideCertificate, SideProof, StarCertificate,
};

/// Up to how many destinations a plan carries a certificate without being asked.
const MAX_UNASKED: usize = 1 << 16;

/// The entries of the plan file: `optimality`, and `certificate` unless that would be very long and was not asked for.
pub(super) fn extra(
    goal: &Goal,
    ask: bool,
    halves: &[Half; 2],
    answers: &[Answer; 2],
    name: impl Fn(u32) -> String,
) -> Map<String, Value> {
    let mut extra = Map::from_iter([("optimality".to_owned(), optimality(goal, answers))]);
    let count: usize = halves.iter().map(|half| half.problem.len()).sum();
    if ask || count <= MAX_UNASKED {
        let certificate = serde_json::to_value(certificate(goal, halves, answers, &name));
        extra.insert(CERTIFICATE.to_owned(), certificate.expect("a certificate is plain data"));
    }
    extra
}

/// What is least, how little it is, and how little it could be at best.
fn optimality(goal: &Goal, answers: &[Answer; 2]) -> Value {
    let cost = |criterion| join(criterion, answers.each_ref().map(|answer| of(criterion, answer)));
    let mut told =
        told(goal.criterion, cost(goal.criterion), join(goal.criterion, answers.each_ref().map(|a| a.bound)));
    if goal.then_other {
        let other = other(goal.criterion);
        let bound = join(other, answers.each_ref().map(|answer| answer.other_bound));
        told["then"] = self::told(other, cost(other), bound);
    }
    if let Some(longest) = goal.longest_within {
        told["longest_within"] = longest.into();
    }
    if goal.disjoint {
        told["disjoint"] = true.into();
        told["lower_bound_if_not_disjoint"] =
            join(goal.criterion, answers.each_ref().map(|answer| answer.proof.as_ref().map_or(0, |proof| proof.0)))
                .into();
    }
    if goal.first_hop == FirstHop::Free {
        told["first_hop"] = json!(FirstHop::Free);
    }
    told
}

fn told(criterion: Criterion, value: u64, bound: u64) -> Value {
    json!({"minimizes": criterion, "value": value, "lower_bound": bound, "exact": value == bound})
}

fn other(criterion: Criterion) -> Criterion {
    match criterion {
        Criterion::Channels => Criterion::LongestPath,
        Criterion::LongestPath => Criterion::Channels,
    }
}

/// The value of both sides together.
fn join(criterion: Criterion, sides: [u64; 2]) -> u64 {
    match criterion {
        Criterion::Channels => sides[0] + sides[1],
        Criterion::LongestPath => sides[0].max(sides[1]),
    }
}

fn of(criterion: Criterion, answer: &Answer) -> u64 {
    match criterion {
        Criterion::Channels => answer.cost.channels,
        Criterion::LongestPath => answer.cost.longest,
    }
}

fn certificate(
    goal: &Goal,
    halves: &[Half; 2],
    answers: &[Answer; 2],
    name: &impl Fn(u32) -> String,
) -> StarCertificate {
    let sides = [Direction::Above, Direction::Below].into_iter().zip(halves.iter().zip(answers));
    let sides = sides.filter_map(|(side, (half, answer))| {
        let (bound, proof) = answer.proof.as_ref()?;
        let ports = half.steps.iter().map(|step| name(step.label)).collect::<Vec<_>>();
        Some(SideCertificate { side, bound: *bound, proof: side_proof(goal.criterion, half, proof, &ports) })
    });
    StarCertificate { minimizes: goal.criterion, first_hop: goal.first_hop, sides: sides.collect() }
}

fn side_proof(criterion: Criterion, half: &Half, proof: &BoundProof, ports: &[String]) -> SideProof {
    match proof {
        BoundProof::Duals { weights, duals } => SideProof::Duals {
            ports: ports.iter().cloned().zip(duals.ports.iter().copied()).collect(),
            weights: (criterion == Criterion::LongestPath).then(|| weights.clone()),
            before: duals.before.clone(),
            after: duals.after.clone(),
        },
        BoundProof::Potentials(potentials) => {
            let openings = crate::optimal::Opening::all(&half.problem);
            let proofs = openings.iter().zip(potentials).map(|(opening, potentials)| {
                let [first, second] = opening.ports();
                opening_proof(ports[first].clone(), ports.get(second).cloned(), potentials)
            });
            SideProof::Potentials { openings: proofs.collect() }
        }
    }
}

fn opening_proof(first: String, second: Option<String>, potentials: &Potentials) -> OpeningProof {
    OpeningProof { ports: (first, second), weights: potentials.weights, to_come: potentials.to_come.clone() }
}
