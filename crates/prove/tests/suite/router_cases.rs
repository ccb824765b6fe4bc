//! Public questions about what routers do, with right answers.

use crate::plans_support::general;
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, Certificate, verify_heads, verify_numbers, verify_tree_worms};
use wormcast_formats::build;
use wormcast_model::{Copies, Dependence, Replication, Reservation, WorkloadStatement};
use wormcast_plan::{Plan, PlanDocument};
use wormcast_prove::{Proof, prove_workload};
use wormcast_topology::Topology;

const CASES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../cli/tests/cases");

fn plan(topology: &dyn Topology, file: &str) -> Plan {
    PlanDocument::parse(&std::fs::read(format!("{CASES}/{file}")).unwrap()).unwrap().resolve(topology).unwrap()
}

/// The answer, after the judge has verified its certificate.
fn answer(topology: &dyn Topology, files: &[&str], statement: &WorkloadStatement) -> Answer {
    let plans: Vec<_> = files.iter().map(|file| plan(topology, file)).collect();
    let proof = prove_workload(topology, &plans, statement).unwrap();
    match &proof {
        Proof::DeadlockFree(Certificate::WormNumbers(numbers)) => {
            verify_numbers(topology, &plans, statement, numbers).unwrap();
        }
        Proof::DeadlockFree(Certificate::TreeWorms(numbers)) => {
            verify_tree_worms(topology, &plans, statement, numbers).unwrap();
        }
        Proof::DeadlockFree(Certificate::Ranks(heads) | Certificate::Refutation(heads)) => {
            verify_heads(topology, &plans, statement, heads).unwrap();
        }
        _ => {}
    }
    proof.answer()
}

#[test]
fn a_pipeline_deadlocks_as_its_messages_depend() {
    let column = &*build(&format!("file:{CASES}/pipeline/column.edges")).unwrap();
    let files = ["pipeline/f0.json", "pipeline/f1.json", "pipeline/f2.json"];
    let one = WorkloadStatement { consumption: NonZeroU32::new(1), ..general() };
    assert_eq!(answer(column, &files, &one), Answer::DeadlockFree);
    let takes = |at: &str, takes_in, only_after_sending| Dependence { at: at.into(), takes_in, only_after_sending };
    let dependences = vec![takes("core4", 0, 1), takes("core5", 1, 2)];
    let asked = WorkloadStatement { dependences, ..one };
    assert_eq!(answer(column, &files, &asked), Answer::Deadlock);
    // One message of each flow passes; and more receive buffers do not help for ever.
    let alone = WorkloadStatement { copies: Copies::AtMost(NonZeroU32::MIN), ..asked.clone() };
    assert_eq!(answer(column, &files, &alone), Answer::DeadlockFree);
    let two = WorkloadStatement { consumption: NonZeroU32::new(2), ..asked };
    assert_ne!(answer(column, &files, &two), Answer::DeadlockFree);
}

#[test]
fn outputs_locked_one_by_one_deadlock_and_together_do_not() {
    let mesh = &*build("mesh:4x4").unwrap();
    let files = ["column-forks/col-a1.json", "column-forks/col-b3.json"];
    for (reservation, expected) in [
        (Reservation::Atomic, Answer::DeadlockFree),
        (Reservation::Whole, Answer::DeadlockFree),
        (Reservation::Independent, Answer::Deadlock),
        (Reservation::AnyOrder, Answer::Deadlock),
    ] {
        for replication in [Replication::LockStep, Replication::Forked] {
            let asked = WorkloadStatement { reservation, replication, ..general() };
            assert_eq!(answer(mesh, &files, &asked), expected, "{reservation} {replication}");
        }
    }
}

#[test]
fn broadcasts_that_hang_are_free_where_whole_trees_are_reserved() {
    let torus = &*build("torus:10x12").unwrap();
    for files in [&["a", "b"][..], &["c", "d", "e"]] {
        let files: Vec<_> = files.iter().map(|file| format!("rectangle-broadcasts/{file}.json")).collect();
        let files: Vec<_> = files.iter().map(String::as_str).collect();
        assert_eq!(answer(torus, &files, &general()), Answer::Deadlock, "{files:?}");
        let whole = WorkloadStatement { reservation: Reservation::Whole, ..general() };
        assert_eq!(answer(torus, &files, &whole), Answer::DeadlockFree, "{files:?}");
    }
}
