//! Trees that are planned beside plans, which name their virtual channels or leave them to a rule.

use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::num::NonZeroU32;
use std::path::PathBuf;
use wormcast_check::proof::Answer;
use wormcast_formats::build;
use wormcast_model::{Reservation, Switching, WorkloadStatement};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms, random_destinations};
use wormcast_prove::prove_workload;
use wormcast_schemes::{Options, PlanError, scheme_named};
use wormcast_topology::{NodeId, Topology};

/// Routers that copy to each branch by itself, which the dependences are about.
fn answer(topology: &dyn Topology, plans: &[Plan]) -> Answer {
    let needed = plans.iter().map(Plan::virtual_channels_needed).max().unwrap_or(1);
    let statement = WorkloadStatement {
        virtual_channels: NonZeroU32::new(needed).unwrap(),
        reservation: Reservation::Independent,
        switching: Switching::CutThrough,
        plans: vec!["plan.json".to_owned(); plans.len()],
        ..WorkloadStatement::default()
    };
    prove_workload(topology, plans, &statement).unwrap().answer()
}

fn plan(topology: &dyn Topology, source: NodeId, destinations: Vec<NodeId>, worms: Worms) -> Plan {
    Plan {
        network: NetworkSpec::whole(topology.spec()),
        scheme: "test".into(),
        source,
        destinations,
        extra: worms.carried(),
        worms,
        claims: vec![],
    }
}

/// A walk of one worm that enters no node twice: unnamed, on one of two virtual channels, or on any of them.
fn walk(topology: &dyn Topology, random: &mut Xoshiro256PlusPlus) -> Plan {
    let graph = topology.graph();
    let mut nodes = vec![NodeId::new(random.random_range(0..graph.node_count()))];
    let mut worms = Worms::new();
    worms.start(nodes[0], None, 0);
    let (naming, own) = (random.random_range(0..3), random.random_range(0..2));
    let mut last = None;
    for _ in 0..random.random_range(1..=4) {
        let at = *nodes.last().unwrap();
        let next: Vec<_> = graph.out_channels(at).filter(|&next| !nodes.contains(&graph.target(next))).collect();
        let Some(&channel) = next.choose(random) else { break };
        last = Some(match naming {
            0 => worms.hop(last, channel),
            1 => worms.hop_on(last, channel, own),
            _ => worms.hop_on(last, channel, random.random_range(0..2)),
        });
        nodes.push(graph.target(channel));
    }
    let end = *nodes.last().unwrap();
    worms.deliver(last.expect("each node has a neighbour"), end);
    plan(topology, nodes[0], vec![end], worms)
}

/// The plans in files, and their names with commas between them.
fn written(folder: &std::path::Path, topology: &dyn Topology, plans: &[Plan]) -> String {
    let write = |(number, plan): (usize, &Plan)| {
        let file: PathBuf = folder.join(format!("{number}.json"));
        std::fs::write(&file, serde_json::to_string(&plan.document(topology)).unwrap()).unwrap();
        file.display().to_string()
    };
    plans.iter().enumerate().map(write).collect::<Vec<_>>().join(",")
}

/// Whatever is planned beside plans is free of deadlock together with them, by the prover that looks at plans alone.
/// Those that name no virtual channel take turns over all that there are, once there are two.
#[test]
fn what_is_planned_beside_plans_is_free_together_with_them() {
    let folder = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("trees-beside-plans");
    std::fs::create_dir_all(&folder).unwrap();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(71);
    let (mut low, mut high, mut refused) = (0, 0, 0);
    for _ in 0..240 {
        let spec = ["one-way-torus:4", "torus:3x3", "mesh:3x2", "one-way-torus:3x3"].choose(&mut random).unwrap();
        let topology = &*build(spec).unwrap();
        let mut plans: Vec<_> = (0..random.random_range(1..=3)).map(|_| walk(topology, &mut random)).collect();
        for seed in 0..2 {
            let list = written(&folder, topology, &plans);
            let scheme = scheme_named("steiner").unwrap();
            let options = Options::of_words(vec!["--beside".to_owned(), list.clone()], scheme.options()).unwrap();
            let source = NodeId::new(random.random_range(0..topology.graph().node_count()));
            let count = random.random_range(1..=2);
            let destinations = random_destinations(topology, source, count, seed).unwrap();
            let names_file =
                |problem: &str| list.split(',').any(|file| problem.contains(&format!("check {file} --fill")));
            let mut planner = match scheme.prepare(topology, &options) {
                Ok(planner) => planner,
                Err(problem) => {
                    let problem = problem.to_string();
                    refused += usize::from(names_file(&problem));
                    assert!(
                        names_file(&problem) || problem.contains("closes a cycle of dependences by itself"),
                        "{problem}"
                    );
                    break;
                }
            };
            let mut worms = Worms::new();
            let set = MulticastSet::checked(topology, source, &destinations).unwrap();
            match planner.plan(set, &mut worms) {
                Ok(()) => {}
                Err(PlanError::BesideUnnamed { problem }) => {
                    assert!(names_file(&problem), "{problem}");
                    refused += 1;
                    break;
                }
                Err(other) => panic!("{other}"),
            }
            drop(planner);
            plans.push(plan(topology, source, destinations, worms));
            let is_high = plans.iter().any(|plan| plan.virtual_channels_needed() > 1);
            *(if is_high { &mut high } else { &mut low }) += 1;
            assert_eq!(answer(topology, &plans), Answer::DeadlockFree, "{spec}: {plans:?}");
        }
    }
    println!("{low} on one virtual channel, {high} on several, {refused} refused");
    assert!(low > 40 && high > 40 && refused > 20, "{low} {high} {refused}");
}
