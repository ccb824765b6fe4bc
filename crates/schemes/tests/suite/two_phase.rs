//! `two-phase-multi-path`: the star paper's example, relays of every kind, and more than two phases.

use crate::support;
use crate::support::{judged, nodes, planner, random, random_set};
use proptest::prelude::*;
use wormcast_plan::{Cost, WormId, Worms};
use wormcast_schemes::option::{FIRST_PHASE, LATER_PHASES, PHASES};
use wormcast_schemes::{Options, PhasePaths, SchemeError, scheme_named};
use wormcast_topology::{NodeId, Topology, build};

const NAME: &str = "two-phase-multi-path";

fn plan(star: &dyn Topology, options: &Options, source: NodeId, destinations: &[NodeId]) -> Worms {
    judged(star, &mut *planner(star, NAME, options).unwrap(), NAME, source, destinations)
}

/// A worm in a few numbers: its round, the worm that it starts after, its hops, and the labels that it delivers at.
type Summary = (u32, Option<WormId>, usize, Vec<u32>);

fn summaries(star: &dyn Topology, worms: &Worms) -> Vec<Summary> {
    let labelling = star.labelling().unwrap();
    let labels = |worm: wormcast_plan::Worm| worm.deliveries.iter().map(|d| labelling.label(d.node)).collect();
    worms.iter().map(|worm| (worm.round, worm.after, worm.hops.len(), labels(worm))).collect()
}

/// The example of the star paper, section 3.2.2: (4 + 4 + 4) channels, then (2, 1, 2, 1).
#[test]
fn the_worked_example_of_the_star_paper() {
    let star = build("star:4").unwrap();
    let [source] = nodes(&*star, ["2143"]);
    let destinations = nodes(&*star, ["3124", "1243", "1342", "4231"]);
    let worms = plan(&*star, &Options::default(), source, &destinations);
    let expected = [
        (0, None, 4, vec![6, 0]),
        (0, None, 4, vec![12]),
        (0, None, 4, vec![18]),
        (1, Some(0), 2, vec![2]),
        (1, Some(0), 1, vec![7]),
        (1, Some(1), 2, vec![14]),
        (1, Some(2), 1, vec![23]),
    ];
    assert_eq!(summaries(&*star, &worms), expected);
    let cost = Cost::of(&worms);
    assert_eq!((cost.channels, cost.longest_path, cost.rounds), (18, 6, 2));
}

/// Label 6 is the relay of the substar 6 to 11. As the source it sends at once; as a destination it is served once.
#[test]
fn relays_that_are_the_source_or_a_destination() {
    let star = build("star:4").unwrap();
    let labelling = star.labelling().unwrap();
    let node = |label| labelling.node(label);
    let worms = plan(&*star, &Options::default(), node(6), &[node(7), node(12), node(13)]);
    let summaries = summaries(&*star, &worms);
    assert_eq!(
        summaries.iter().map(|(round, after, ..)| (*round, *after)).collect::<Vec<_>>(),
        [(0, None), (1, None), (1, Some(0))]
    );
    let labels: Vec<_> = summaries.into_iter().map(|(.., labels)| labels).collect();
    assert_eq!(labels, [vec![12], vec![7], vec![13]]);
}

#[test]
fn one_phase_is_multi_path() {
    let star = build("star:5").unwrap();
    let mut rng = random(8);
    let one = Options::default().with(&PHASES, 1);
    for _ in 0..20 {
        let (source, destinations) = random_set(&*star, &mut rng);
        let multi = support::planned(&*star, "multi-path", source, &destinations).unwrap();
        assert_eq!(plan(&*star, &one, source, &destinations), multi);
    }
}

/// The runs of labels that the phases rest on are substars: their nodes share all but some positions' symbols.
#[test]
fn runs_of_labels_are_substars() {
    let star = build("star:5").unwrap();
    let names: Vec<_> = star.labelling().unwrap().path().iter().map(|&node| star.node_name(node)).collect();
    for (size, fixed) in [(24, 1), (6, 2), (2, 3)] {
        for substar in names.chunks(size) {
            let shared =
                |place: &usize| substar.iter().all(|name| name.as_bytes()[*place] == substar[0].as_bytes()[*place]);
            assert_eq!((0..5).filter(shared).count(), fixed);
        }
        assert!(size != 24 || names.chunks(size).all(|substar| substar[0].as_bytes()[4] == substar[1].as_bytes()[4]));
    }
}

#[test]
fn phases_are_counted_against_the_symbols() {
    let star = build("star:4").unwrap();
    for phases in [0, 5, u32::MAX] {
        let options = Options::default().with(&PHASES, phases);
        let error = scheme_named(NAME).unwrap().prepare(&*star, &options).err().unwrap();
        assert!(matches!(error, SchemeError::BadOption { option: "phases", .. }), "{error}");
    }
    let mesh = build("mesh:4x4").unwrap();
    let error = scheme_named(NAME).unwrap().prepare(&*mesh, &Options::default()).err().unwrap();
    let text = "scheme `two-phase-multi-path` does not serve mesh:4x4; it serves star graphs";
    assert_eq!(error.to_string(), text);
}

fn paths() -> impl Strategy<Value = Option<PhasePaths>> {
    prop::sample::select(vec![None, Some(PhasePaths::DualPath), Some(PhasePaths::MultiPath)])
}

proptest! {
    #[test]
    fn every_phase_goes_by_relays(symbols in 2_u32..6, phases in 1_u32..6, first in paths(), later in paths(), seed: u64) {
        let star = build(&format!("star:{symbols}")).unwrap();
        let phases = phases.min(symbols);
        let mut options = Options::default().with(&PHASES, phases);
        for (option, paths) in [(&FIRST_PHASE, first), (&LATER_PHASES, later)] {
            options = paths.map_or(options.clone(), |paths| options.with(option, paths));
        }
        let (source, destinations) = random_set(&*star, &mut random(seed));
        let worms = plan(&*star, &options, source, &destinations);
        let labelling = star.labelling().unwrap();
        for worm in worms.iter() {
            prop_assert!(worm.round < phases);
            let sends_dual = [first, later][worm.round.min(1) as usize] == Some(PhasePaths::DualPath);
            let same = |other: &wormcast_plan::Worm| (other.round, other.origin) == (worm.round, worm.origin);
            prop_assert!(!sends_dual || worms.iter().filter(same).count() <= 2);
            // All phases but the last go to relays, all phases but the first stay in a substar.
            let size = |phase: u32| (1..=symbols - phase).product::<u32>();
            let origin = labelling.label(worm.origin);
            for delivery in worm.deliveries {
                let label = labelling.label(delivery.node);
                prop_assert!(worm.round + 1 == phases || label.is_multiple_of(size(worm.round + 1)));
                prop_assert!(worm.round == 0 || label / size(worm.round) == origin / size(worm.round));
            }
        }
    }
}
