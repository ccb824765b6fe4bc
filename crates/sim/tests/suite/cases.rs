//! Questions that people met, with known answers: see tests/cases/README.md.

use std::fs;
use std::path::{Path, PathBuf};
use wormcast_plan::{Plan, PlanDocument};
use wormcast_sim::*;
use wormcast_topology::{Topology, build};

fn folder(case: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/cases").join(case)
}

/// The plans of these files of a case.
fn plans<const N: usize>(topology: &dyn Topology, case: &str, files: [&str; N]) -> [Plan; N] {
    files.map(|file| {
        let text = fs::read(folder(case).join(file)).unwrap();
        PlanDocument::parse(&text[..]).unwrap().resolve(topology).unwrap()
    })
}

fn outcome(topology: &dyn Topology, starts: &[(&Plan, u64)], timing: &Timing, conditions: &Conditions) -> Outcome {
    let starts: Vec<_> = starts.iter().map(|&(plan, ns)| Start { plan, at: Time::from_ns(ns) }).collect();
    simulate_under(topology, &starts, timing, conditions, Engine::Flit).unwrap().outcome
}

fn with(flow: FlowControl) -> Timing {
    Timing { flow, ..Timing::default() }
}

fn one_ejection_channel() -> Ports {
    Ports::Limited(1.try_into().unwrap())
}

/// At 2,1 one worm has 2,1>2,2 and the other 2,1>2,0; each waits for the other.
#[test]
fn multicasts_that_are_forked_to_each_output_by_itself_hang() {
    let mesh = build("mesh:4x4").unwrap();
    let [a, b] = plans(&*mesh, "14-xy-multicast-fork", ["col-a1.json", "col-b3.json"]);
    let forked = FlowControl {
        reservation: Reservation::Independent,
        replication: Replication::Forked,
        ..FlowControl::default()
    };
    let at =
        |starts_of_b: u64, flow| outcome(&*mesh, &[(&a, 0), (&b, starts_of_b)], &with(flow), &Conditions::default());
    let hangs = |flow: FlowControl| (0..200).step_by(5).any(|ns| at(ns, flow) != Outcome::Delivered);
    assert!(!hangs(FlowControl::default()), "atomic");
    let Outcome::Deadlock(cycle) = at(50, forked) else { panic!("both come to 2,1 at once") };
    assert_eq!(
        cycle.iter().map(|blocked| (blocked.plan, blocked.waits_for.len())).collect::<Vec<_>>(),
        [(0, 1), (1, 1)]
    );
}

#[test]
fn a_pipeline_through_a_shared_arbiter_hangs_with_its_dependences() {
    let topology = wormcast_formats::build("file:tests/cases/08-pipeline-through-shared-arbiter/column.edges").unwrap();
    let case = "08-pipeline-through-shared-arbiter";
    let [f0, f1, f2] = plans(&*topology, case, ["f0.json", "f1.json", "f2.json"]);
    let timing = Timing { consumption: one_ejection_channel(), ..with(FlowControl::default()) };
    let [core4, core5] = ["core4", "core5"].map(|name| topology.find_node(name).unwrap());
    // Flow 0 comes three times before core5 has sent flow 2 once.
    let starts = [(&f0, 0), (&f0, 1), (&f0, 2), (&f1, 0), (&f1, 1), (&f1, 2), (&f2, 9000), (&f2, 9001), (&f2, 9002)];
    let mut conditions = Conditions::default();
    assert_eq!(outcome(&*topology, &starts, &timing, &conditions), Outcome::Delivered);
    for turn in 0..3 {
        let dependence = |at, takes_in, only_after_sending| Dependence { at, takes_in, only_after_sending };
        conditions.dependences.push(dependence(core4, turn, 3 + turn));
        conditions.dependences.push(dependence(core5, 3 + turn, 6 + turn));
    }
    let Outcome::Deadlock(cycle) = outcome(&*topology, &starts, &timing, &conditions) else { panic!("it hangs") };
    let mut plans: Vec<_> = cycle.iter().map(|blocked| blocked.plan).collect();
    plans.sort_unstable();
    assert!(plans.contains(&6) && plans.iter().any(|&plan| plan < 3), "{plans:?}");
}

#[test]
fn one_way_broadcasts_hang_unless_the_whole_path_is_reserved() {
    let torus = build("torus:10x12").unwrap();
    let files = ["a.json", "b.json", "c.json", "d.json", "e.json"];
    let [a, b, c, d, e] = plans(&*torus, "02-one-way-torus-broadcasts", files);
    let none = Conditions::default();
    let whole = FlowControl { reservation: Reservation::Whole, ..FlowControl::default() };
    let pair = |flow| outcome(&*torus, &[(&a, 0), (&b, 0)], &with(flow), &none);
    assert!(matches!(pair(FlowControl::default()), Outcome::Deadlock(_)));
    assert_eq!(pair(whole), Outcome::Delivered);
    for starts in [[&a, &b, &e], [&c, &d, &e]] {
        for delay in (0..400).step_by(10) {
            let starts: Vec<_> = starts.iter().zip([0, delay, 0]).map(|(&plan, at)| (plan, at)).collect();
            assert_eq!(outcome(&*torus, &starts, &with(whole), &none), Outcome::Delivered);
        }
    }
}

#[test]
fn the_ejection_channel_is_asked_for_last() {
    let tree = build("tree:2").unwrap();
    let [a, b, c] = plans(&*tree, "21-incremental-ejection", ["a.json", "b.json", "c.json"]);
    let flow = FlowControl { reservation: Reservation::Incremental, ..FlowControl::default() };
    let timing = Timing { consumption: one_ejection_channel(), ..with(flow) };
    let run = outcome(&*tree, &[(&a, 315), (&b, 285), (&c, 300)], &timing, &Conditions::default());
    assert!(matches!(run, Outcome::Deadlock(_)));
}
