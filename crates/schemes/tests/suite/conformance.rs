//! Every scheme on every small network: the judge passes the plans and what the schemes claim.

use crate::support::{judged, networks, nodes, planned, planner, random, random_set, served};
use wormcast_formats::build;
use wormcast_plan::{Cost, MulticastSet};
use wormcast_schemes::{Options, PlanError, SCHEMES, scheme_named};

#[test]
fn the_judge_passes_every_plan_and_claim() {
    let mut rng = random(1);
    for network in networks() {
        for scheme in SCHEMES {
            let Some(mut planner) = planner(&*network, scheme.name(), &Options::default()) else { continue };
            for _ in 0..4 {
                let (source, destinations) = served(&*network, &mut *planner, random_set(&*network, &mut rng));
                let worms = judged(&*network, &mut *planner, scheme.name(), source, &destinations);
                assert!(worms.consumption_classes() <= planner.consumption_classes());
                // The buffers of the planner carry nothing from plan to plan.
                assert_eq!(Some(worms), planned(&*network, scheme.name(), source, &destinations));
            }
        }
    }
}

/// The schemes that go by labels, on all networks that have some.
const LABELLED: [&str; 8] = [
    "hamiltonian-path",
    "dual-path",
    "shortcut-dual-path",
    "multi-path",
    "proximity-grouping",
    "ocms",
    "otms",
    "otms-timed",
];

/// Up the labels of channels that lead one way, every scheme serves what is ahead, and refuses what is behind.
#[test]
fn one_way_labels_are_climbed() {
    let mut climbed = 0;
    for network in networks().filter(|network| network.labelling().is_err()) {
        let Some(labelling) = network.one_way_labelling() else { continue };
        climbed += 1;
        let [first, middle, last] =
            [0, labelling.path().len() / 2, labelling.path().len() - 1].map(|label| labelling.path()[label]);
        for scheme in LABELLED {
            let worms = planned(&*network, scheme, middle, &[last]).unwrap();
            assert!(worms.hop_count() > 0, "{scheme} on {}", network.spec());
            let mut planner = planner(&*network, scheme, &Options::default()).unwrap();
            let set = MulticastSet::checked(&*network, middle, std::slice::from_ref(&first)).unwrap();
            let refused = planner.plan(set, &mut Default::default()).unwrap_err();
            assert!(matches!(refused, PlanError::NotAhead { .. }), "{scheme} on {}", network.spec());
        }
    }
    assert!(climbed >= 3, "{climbed} networks");
}

/// Without any path of channels, the reason names both searches.
#[test]
fn no_path_of_any_kind_is_told() {
    let fan = build("file:tests/data/fan.edges").unwrap();
    for scheme in LABELLED {
        let error = scheme_named(scheme).unwrap().prepare(&*fan, &Options::default()).err().unwrap().to_string();
        assert!(error.ends_with("a search for one of channels that lead one way found none, either"), "{error}");
    }
}

#[test]
fn schemes_serve_the_networks_that_they_name() {
    for network in networks() {
        let served = |scheme: &str| planner(&*network, scheme, &Options::default()).is_some();
        let labelled = network.labelling().is_ok();
        assert!(["unicast", "unicast-tree"].into_iter().all(served), "{}", network.spec());
        // Of the networks with channels without opposites, one is still held together by the others.
        assert!(served("round-greedy") && served("arborescences"), "{}", network.spec());
        // The chip is in two parts, which endpoints do not join.
        assert_eq!(served("single-tree"), !network.spec().ends_with("small-chip.yaml"), "{}", network.spec());
        let one_way = network.one_way_labelling().is_some();
        for scheme in LABELLED {
            assert_eq!(served(scheme), labelled || one_way, "{scheme} on {}", network.spec());
        }
    }
    let tree = build("tree:3").unwrap();
    let error = SCHEMES[3].prepare(&*tree, &Options::default()).err().unwrap();
    assert!(error.to_string().starts_with("scheme `dual-path` needs a Hamiltonian labelling: "), "{error}");
}

#[test]
fn shortcuts_and_more_paths_never_lengthen() {
    let mut rng = random(2);
    for network in networks().filter(|network| network.labelling().is_ok()) {
        for _ in 0..15 {
            let (source, destinations) = random_set(&*network, &mut rng);
            let cost = |scheme| Cost::of(&planned(&*network, scheme, source, &destinations).unwrap());
            let [path, dual, multi] = ["hamiltonian-path", "dual-path", "multi-path"].map(cost);
            assert!(dual.channels <= path.channels, "{}", network.spec());
            assert!(dual.longest_path <= path.longest_path, "{}", network.spec());
            assert!(path.worms <= 2 && dual.worms == path.worms && dual.worms <= multi.worms);
            assert!(multi.worms as usize <= network.graph().degree(source).min(destinations.len()));
        }
    }
}

/// The farthest destinations to both sides are as far as the Hamiltonian path is long.
#[test]
fn the_hamiltonian_path_costs_the_labels_between() {
    let mut rng = random(3);
    for network in networks() {
        let Ok(labelling) = network.labelling() else { continue };
        let (source, destinations) = random_set(&*network, &mut rng);
        let labels = || destinations.iter().chain([&source]).map(|&node| labelling.label(node));
        let span = labels().max().unwrap() - labels().min().unwrap();
        let worms = planned(&*network, "hamiltonian-path", source, &destinations).unwrap();
        assert_eq!(worms.hop_count() as u32, span, "{}", network.spec());
    }
}

/// A network in pieces: a plan within a piece works, one across is refused.
#[test]
fn pieces_of_a_network_are_planned_apart() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("pieces.edges");
    std::fs::write(&path, "a b\nb c\nd e\ne f\nf d\n").unwrap();
    let network = build(&format!("file:{}", path.display())).unwrap();
    let [a, b, c, d, e, f] = nodes(&*network, ["a", "b", "c", "d", "e", "f"]);
    for scheme in ["unicast", "unicast-tree", "single-tree"] {
        planned(&*network, scheme, a, &[c, b]).unwrap();
        planned(&*network, scheme, f, &[d, e]).unwrap();
        let mut planner = planner(&*network, scheme, &Options::default()).unwrap();
        for (source, destinations) in [(a, vec![b, d]), (d, vec![b]), (d, vec![b, c]), (e, vec![a, f])] {
            let set = wormcast_plan::MulticastSet::checked(&*network, source, &destinations).unwrap();
            let error = planner.plan(set, &mut wormcast_plan::Worms::new()).unwrap_err();
            let wormcast_schemes::PlanError::Unreachable { from, to } = error else { panic!("{scheme}: {error}") };
            assert_ne!([a, b, c].contains(&from), [a, b, c].contains(&to), "{scheme}: {from:?} to {to:?}");
        }
    }
}
