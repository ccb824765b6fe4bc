//! Plans in rounds: one sound plan, broken in every way.

use crate::support::round_cases::{FULL, HALF, SOUND, cases, mesh, opposite, plan};
use std::num::NonZeroU32;
use wormcast_check::{Round, Violation, check_rounds};
use wormcast_plan::RoundModel;

#[test]
fn the_sound_plan_is_valid_and_optimal() {
    for model in [HALF, FULL, RoundModel { ports: NonZeroU32::new(2), ..HALF }] {
        let report = check_rounds(&plan(&SOUND), &mesh(), model);
        assert_eq!(report.violations, []);
        assert!(report.is_valid());
        let rounds = [(0, 2, 3), (1, 3, 6)].map(|(round, worms, informed)| Round { round, worms, informed });
        assert_eq!(report.rounds, rounds);
        assert_eq!(report.lower_bound, Some(2));
    }
}

#[test]
fn each_mutation_gives_its_violation() {
    for (paths, model, violation) in cases() {
        let report = check_rounds(&plan(&paths), &mesh(), model);
        assert!(!report.is_valid());
        assert!(report.violations.contains(&violation), "{violation:?} {:?}", report.violations);
        // A worm that arrives nowhere, or twice, leaves other violations behind; all other mutations are exact.
        if !matches!(violation, Violation::NotAPath { .. } | Violation::TooManySent { .. }) {
            assert_eq!(report.violations, [violation]);
        }
    }
}

#[test]
fn opposite_directions_are_for_full_duplex() {
    assert!(!check_rounds(&plan(&opposite()), &mesh(), HALF).is_valid());
    assert!(check_rounds(&plan(&opposite()), &mesh(), FULL).is_valid());
}

#[test]
fn gaps_in_the_rounds_and_any_order_of_worms_are_fine() {
    let mut paths = SOUND;
    paths.reverse();
    paths.iter_mut().for_each(|path| path.0 = path.0 * (u32::MAX - 1) + 1);
    let report = check_rounds(&plan(&paths), &mesh(), HALF);
    assert_eq!(report.violations, []);
    assert_eq!(report.rounds.iter().map(|round| round.round).collect::<Vec<_>>(), [1, u32::MAX]);
}
