//! Documents that are made to break a judge: large, circular, with numbers at their limits.

use wormcast_check::{MAX_VIOLATIONS_PER_KIND, Report, Violation, judge};
use wormcast_plan::{Cost, FORMAT, HopDocument, NetworkSpec, PlanDocument, VERSION, WormDocuments, WormHead};
use wormcast_topology::Mesh;

const MANY: u32 = 300_000;

fn mesh() -> Mesh {
    Mesh::new(&[1000, 1]).unwrap()
}

fn document(heads: impl IntoIterator<Item = WormHead<'static>>) -> PlanDocument {
    let mut worms = WormDocuments::default();
    heads.into_iter().for_each(|head| worms.start(head));
    PlanDocument {
        format: FORMAT.to_owned(),
        version: VERSION,
        network: NetworkSpec::whole("mesh:1000x1"),
        scheme: "by hand".to_owned(),
        source: "0,0".to_owned(),
        destinations: vec!["1,0".to_owned()],
        consumption_classes: 1,
        cost: Cost { worms: worms.len() as u32, ..Cost::default() },
        worms,
        claims: Vec::new(),
        extra: serde_json::Map::new(),
    }
}

fn worm(id: u32, origin: &'static str, after: Option<u32>, round: u32) -> WormHead<'static> {
    WormHead { id, origin, after, round, consumption_class: 0 }
}

/// How many violations of this kind there are, listed or not.
fn count(report: &Report, kind: &str) -> u64 {
    let listed = report.violations.iter().filter(|violation| violation.kind() == kind).count() as u64;
    let unlisted = report.unlisted.iter().find(|unlisted| unlisted.kind == kind).map_or(0, |unlisted| unlisted.count);
    assert!(unlisted == 0 || listed == MAX_VIOLATIONS_PER_KIND as u64);
    listed + unlisted
}

#[test]
fn one_long_cycle_and_many_that_lead_into_it() {
    let worms = (0..MANY).map(|id| worm(id, "1,0", Some((id + 1) % (MANY / 2)), 0));
    let report = judge(&document(worms), &mesh());
    assert_eq!(count(&report, "after-circle"), 1);
    let cycle = |violation: &&Violation| matches!(violation, Violation::AfterCycle { length, .. } if *length as u32 == MANY / 2);
    let violation = report.violations.iter().find(cycle).unwrap();
    assert!(
        violation.to_string().ends_with(": 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, …"),
        "{violation}"
    );
    assert_eq!(count(&report, "no-hops"), u64::from(MANY));
    assert_eq!(
        report.violation_count(),
        report.violations.len() as u64 + report.unlisted.iter().map(|u| u.count).sum::<u64>()
    );
}

#[test]
fn every_worm_starts_after_itself_and_all_have_one_number() {
    let worms = (0..MANY).map(|_| worm(7, "1,0", Some(7), u32::MAX));
    let report = judge(&document(worms), &mesh());
    assert_eq!(count(&report, "after-circle"), 1);
    assert_eq!(count(&report, "repeated-worm-number"), u64::from(MANY) - 1);
    assert_eq!(count(&report, "wrong-cost"), 1, "the last round has no number that a plan could state");
}

#[test]
fn a_worm_back_and_forth_over_one_link() {
    let node = |side: u32| ["0,0", "1,0"][side as usize % 2];
    let mut plan = document([worm(0, "0,0", None, u32::MAX - 1)]);
    for hop in 0..MANY {
        plan.worms.hop(HopDocument(hop.checked_sub(1), node(hop), node(hop + 1), 0));
        plan.worms.deliver(hop, node(hop + 1));
    }
    plan.claims = ["monotone-labels", "disjoint-rounds", "half-duplex-rounds"].map(str::to_owned).to_vec();
    plan.cost = Cost { channels: MANY.into(), longest_path: MANY.into(), rounds: u32::MAX, worms: 1 };
    let report = judge(&plan, &mesh());
    assert_eq!(count(&report, "channel-twice"), u64::from(MANY) - 2);
    assert_eq!(count(&report, "not-monotone"), u64::from(MANY) - 1);
    assert_eq!(count(&report, "delivered-again"), u64::from(MANY) - 2);
    assert_eq!((count(&report, "wrong-cost"), count(&report, "dead-end")), (0, 0));
}

#[test]
fn names_that_no_node_has() {
    let mut plan = document([]);
    plan.destinations = (0..MANY).map(|index| format!("{index}")).collect();
    plan.destinations.extend([0, 1, 2].map(|x| format!("{x},0")));
    plan.destinations.push("\u{1b}".repeat(1 << 24));
    let report = judge(&plan, &mesh());
    assert_eq!(count(&report, "unknown-node"), u64::from(MANY) + 1);
    let missing: Vec<_> = report.violations.iter().filter(|violation| violation.kind() == "not-delivered").collect();
    assert_eq!(missing, [1, 2].map(|x| Violation::NotDelivered { node: format!("{x},0") }).iter().collect::<Vec<_>>());
    assert!(report.violations.iter().all(|violation| violation.to_string().len() < 1000));
}

#[test]
fn names_are_found_behind_many_that_are_not() {
    let mut plan = document([]);
    plan.destinations = (0..1000).map(|x| format!("{x},0")).chain((0..1000).map(|x| format!("{x},1"))).collect();
    let report = judge(&plan, &mesh());
    assert_eq!(count(&report, "unknown-node"), 1000);
    assert_eq!(count(&report, "not-delivered"), 999);
}
