//! Proofs about given plans, in words.

use super::reproduction::{self, Routers, SavedIn};
use super::{cycle, router};
use crate::dependences;
use crate::words::{count, one_line};
use std::num::NonZeroU32;
use std::path::Path;
use wormcast::check::proof::{
    BlockedWorm, Certificate, Copies, Counterexample, Delays, HeadsCertificate, Part, ProofDocument, WorkloadStatement,
};
use wormcast::formats::{holds_schedule, holds_tables};
use wormcast::plan::{PlanDocument, REQUEST_ORDER_KEY, VIRTUAL_CHANNELS_KEY, VcRule};

/// The answer, why it holds, and what comes next.
pub(super) fn in_words(proof: &ProofDocument, statement: &WorkloadStatement, saved: SavedIn<'_>) -> String {
    match (&proof.certificate, &proof.counterexample) {
        (Some(certificate), _) => free_in_words(statement, certificate),
        (_, Some(counterexample)) => deadlock_in_words(statement, counterexample, saved),
        _ => format!("unknown: {}\n{}", proof.reason.as_deref().unwrap_or_default(), next_steps(statement)),
    }
}

/// For which messages an answer holds.
pub(crate) fn scope_in_words(statement: &WorkloadStatement) -> String {
    let any =
        |number: Option<NonZeroU32>, what: &str| number.map_or(format!("every {what}"), |n| format!("{what} {n}"));
    let consumption = match statement.consumption {
        None => "consumption channels for all".to_owned(),
        Some(ports) => format!("{} per node", count(ports, "consumption channel")),
    };
    let copies = match statement.copies {
        Copies::Any => "any number of messages of each worm in flight".to_owned(),
        Copies::AtMost(most) => format!("at most {} of each worm in flight", count(most, "message")),
    };
    let mut unicast = if statement.with_unicast { ", unicasts between all nodes too" } else { "" }.to_owned();
    for routes in &statement.routes {
        let what = match Path::new(routes) {
            file if holds_tables(file) => "multicasts",
            file if holds_schedule(file) => "messages",
            _ => "unicasts between all nodes",
        };
        unicast += &format!(", {what} by {} too", one_line(routes));
    }
    let by_rule = match statement.vc_rule {
        VcRule::Dateline => String::new(),
        rule => format!(" ({rule})"),
    };
    let delays = if statement.delays == Delays::Equal { ", equal delays everywhere" } else { "" };
    format!(
        "{}, {}, {consumption}, {}{by_rule}, {}, {copies}{unicast}{delays}",
        any(statement.length, "length"),
        any(statement.buffer, "buffer size"),
        count(statement.virtual_channels, "virtual channel"),
        router::in_words(statement.policies()),
    )
}

const WHY_RANKS: &str = "why: a worm that is stuck somewhere waits for worms stuck at lower ranks, and at the lowest for none; so the wait-for \
     graph has no cycle";
const WHY_NUMBERS: &str = "why: so the channel dependency graph has no cycle";
const WHY_BUBBLES: &str =
    "why: so the channel dependency graph has no cycle but the rings, where bubbles keep room for a message";
const WHY_TREES: &str =
    "why: down a tree all branches at a node are asked for together; so the wait-for graph has no cycle";
const WHY_REFUTED: &str = "why: a formula says how worms could stand still for ever, and it has no solution";

/// What may lead to an answer: to leave out possibilities that the network does not have.
fn next_steps(statement: &WorkloadStatement) -> String {
    let mut text = String::new();
    if statement.copies == Copies::Any {
        text += "  `--copies 1`: at most one message of each worm in flight\n";
    }
    if statement.length.is_none() || statement.buffer.is_none() {
        text += "  `--length` and `--buffer`: the lengths and buffers of one network, and not all\n";
    }
    if statement.consumption.is_some() {
        text += "  without `--consumption`, or with more: if nodes have as many as worms want\n";
    }
    if statement.with_unicast || !statement.routes.is_empty() {
        text += "  without unicasts beside them: the plans alone\n";
    }
    if statement.delays == Delays::Equal {
        text += "  without `--delays equal`: as on hardware, where no two routers keep step\n";
    }
    if text.is_empty() { text } else { format!("a narrower question may have an answer:\n{text}") }
}

fn free_in_words(statement: &WorkloadStatement, certificate: &Certificate) -> String {
    let why = certificate_in_words(certificate, statement.bubble);
    let (scope, assumption) = (scope_in_words(statement), router::assumption_in_words(statement));
    format!("deadlock-free ({scope}), {assumption}\n{why}\n")
}

/// Why given worms do not deadlock.
pub(super) fn certificate_in_words(certificate: &Certificate, has_bubbles: bool) -> String {
    match certificate {
        Certificate::Ranks(heads) => {
            format!(
                "{} are ranked, and a head that waits at one waits only for worms at lower ranks\n{WHY_RANKS}",
                ranked(heads)
            )
        }
        Certificate::Refutation(heads) => {
            // A case is refuted at once or, where that is shorter, group by group of its worms.
            let groups = || heads.cases.iter().flat_map(|case| &case.groups);
            let whole = heads.cases.iter().map(|case| case.lemmas.as_str());
            let lemmas = whole.chain(groups().map(|group| group.lemmas.as_str())).map(|all| all.lines().count()).sum();
            let formulas =
                heads.cases.iter().filter_map(|case| case.formula).chain(groups().map(|group| group.formula));
            let clauses = formulas.map(|[_, clauses]| clauses).sum();
            format!("{}{}\n{WHY_REFUTED}", ranked_before(heads), refuted(heads.cases.len(), clauses, lemmas))
        }
        Certificate::WormNumbers(numbers) => {
            let lanes = count(numbers.lanes.len(), "lane");
            let (within, why) = if has_bubbles { (", but within rings,", WHY_BUBBLES) } else { ("", WHY_NUMBERS) };
            format!(
                "{lanes} of channels are numbered, and worms{within} ask for higher numbers than those of what they hold\n{why}"
            )
        }
        Certificate::TreeWorms(numbers) => {
            let lanes = count(numbers.lanes.len(), "lane");
            format!(
                "once they split, worms go down trees that share nothing; before, they take {lanes} of channels with rising numbers\n{WHY_TREES}"
            )
        }
        _ => String::new(),
    }
}

/// How many visits need no refutation.
fn ranked_before(heads: &HeadsCertificate) -> String {
    match heads.ranks.iter().flatten().flatten().count() {
        0 => "no router visit has a rank; ".to_owned(),
        _ => format!("{} have a rank; for the others, ", ranked(heads)),
    }
}

/// What is refuted, and how: a case without a formula has a rank for every visit once more, of its reach alone, and
/// what unit propagation refutes needs no lemma.
fn refuted(cases: usize, clauses: usize, lemmas: usize) -> String {
    let cases = count(cases, "case");
    match (clauses, lemmas) {
        (0, _) => format!("ranks of their own in {cases} leave none that could stand still"),
        (_, 0) => format!(
            "{} in {cases} are refuted by unit propagation alone, which needs no lemma",
            count(clauses, "clause")
        ),
        _ => format!("{} in {cases} are refuted by {}", count(clauses, "clause"), count(lemmas, "lemma")),
    }
}

fn ranked(heads: &HeadsCertificate) -> String {
    count(heads.ranks.iter().flatten().flatten().count(), "router visit")
}

fn deadlock_in_words(statement: &WorkloadStatement, counterexample: &Counterexample, saved: SavedIn<'_>) -> String {
    let Counterexample { worms, length, buffer, .. } = counterexample;
    let name = |worm: &BlockedWorm| message_name(statement, counterexample, worm);
    let head = format!(
        "deadlock of {}, with messages of {} and buffers of {}\n",
        count(worms.len(), "worm"),
        count(length, "flit"),
        count(buffer, "flit"),
    );
    let asked = match (statement.length, statement.buffer) {
        (Some(_), Some(_)) => String::new(),
        _ => format!(
            "shown for this length and buffer, which is enough; the question was: {}\n",
            scope_in_words(statement)
        ),
    };
    let why = if statement.dependences.is_empty() { "" } else { dependences::WHY_STUCK };
    head + &asked
        + &cycle::in_words(worms, statement.virtual_channels, name)
        + why
        + &reproduction_in_words(statement, counterexample, saved)
}

/// What a blocked worm is called: by the file of its plan.
pub(super) fn worm_name(statement: &WorkloadStatement, counterexample: &Counterexample, worm: &BlockedWorm) -> String {
    let Part { plan, worm: alone } = counterexample.parts[worm.plan];
    if plan >= statement.plans.len() {
        return unicast_name(&counterexample.plans[worm.plan], worm);
    }
    format!("worm {} of {}", alone.unwrap_or(worm.worm), file(statement, plan))
}

/// The same, told apart from other messages of the same worm in the cycle: those are numbered in the order in which
/// they are sent, which is that of the saved plans.
fn message_name(statement: &WorkloadStatement, counterexample: &Counterexample, worm: &BlockedWorm) -> String {
    let name = worm_name(statement, counterexample, worm);
    let namesakes = counterexample.worms.iter().filter(|other| worm_name(statement, counterexample, other) == name);
    let mut messages: Vec<_> = namesakes.map(|other| other.plan).collect();
    messages.sort_unstable();
    messages.dedup();
    match messages.iter().position(|&plan| plan == worm.plan) {
        Some(place) if messages.len() > 1 => format!("{name}, message {}", place + 1),
        _ => name,
    }
}

/// A worm that is none of a given plan.
fn unicast_name(plan: &PlanDocument, blocked: &BlockedWorm) -> String {
    let worm = plan.worms.iter().nth(blocked.worm as usize);
    match worm.and_then(|worm| Some((worm.origin, worm.deliver().next_back()?.node))) {
        Some((from, _)) if plan.scheme == "tables" => format!("multicast from {from}"),
        Some((from, to)) => format!("unicast {from}→{to}"),
        None => format!("worm {} of the unicasts", blocked.worm),
    }
}

fn file(statement: &WorkloadStatement, plan: usize) -> String {
    statement.plans.get(plan).cloned().unwrap_or_else(|| "the unicast messages".to_owned())
}

/// The command that runs into the deadlock.
fn reproduction_in_words(statement: &WorkloadStatement, counterexample: &Counterexample, saved: SavedIn<'_>) -> String {
    let parts = &counterexample.parts;
    let routers = Routers::of_plans(statement);
    let is_given = |part: &Part| part.worm.is_none() && part.plan < statement.plans.len();
    // Where all channels have one, some may have more of their own.
    let is_named = |plan: &PlanDocument| plan.extra.contains_key(VIRTUAL_CHANNELS_KEY);
    let names = !statement.chooses_freely()
        && (statement.virtual_channels.get() > 1 || counterexample.plans.iter().any(is_named));
    let is_ordered = counterexample.plans.iter().any(|plan| plan.extra.contains_key(REQUEST_ORDER_KEY));
    let needs_saved = names || is_ordered || routers.has_dependences || !parts.iter().all(is_given);
    let mut text = String::from("it comes about like this");
    if needs_saved {
        text += &format!(", {}", saved.in_words());
    }
    text.push_str(":\n");
    if names {
        text.push_str("(the saved plans name their virtual channels; the given files may not)\n");
    }
    if is_ordered {
        text.push_str("(the saved plans name the order in which heads ask for what they want)\n");
    }
    let files: Vec<_> = match needs_saved {
        true => saved.files().take(parts.len()).collect(),
        false => parts.iter().map(|part| file(statement, part.plan)).collect(),
    };
    text + &reproduction::command(files, counterexample, routers, saved)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_needs_no_lemma_does_not_sound_empty() {
        assert_eq!(refuted(6, 0, 0), "ranks of their own in 6 cases leave none that could stand still");
        assert_eq!(refuted(1, 7, 0), "7 clauses in 1 case are refuted by unit propagation alone, which needs no lemma");
        assert_eq!(refuted(2, 2266, 149), "2266 clauses in 2 cases are refuted by 149 lemmas");
    }

    /// Two messages of the first worm and one of the second.
    #[test]
    fn messages_of_one_worm_are_told_apart() {
        let worm = |plan| BlockedWorm { plan, worm: 0, at: "a".into(), holds: Vec::new(), waits_for: Vec::new() };
        let part = |worm| Part { plan: 0, worm: Some(worm) };
        let counterexample = Counterexample {
            plans: Vec::new(),
            starts_ns: vec![0; 3],
            length: 1,
            buffer: 1,
            stalls: Vec::new(),
            worms: [2, 1, 0].map(worm).to_vec(),
            parts: [part(0), part(1), part(0)].to_vec(),
        };
        let statement = WorkloadStatement { plans: vec!["p.json".into()], ..WorkloadStatement::default() };
        let names = counterexample.worms.iter().map(|worm| message_name(&statement, &counterexample, worm));
        let told = ["worm 0 of p.json, message 2", "worm 1 of p.json", "worm 0 of p.json, message 1"];
        assert_eq!(names.collect::<Vec<_>>(), told);
    }
}
