use super::cases::{all_stars, assert_is_star, random_grid, random_table};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_schemes::optimal::{
    HalfProblem, fewest_channels_by_flow, fewest_channels_by_matching, fewest_channels_on_grid,
};

fn brute(problem: &HalfProblem) -> u64 {
    all_stars(problem).iter().map(|cost| cost.channels).min().unwrap()
}

fn by_matching(problem: &HalfProblem) -> u64 {
    let star = fewest_channels_by_matching(problem).unwrap();
    assert_is_star(problem, &star);
    problem.measure(&star).channels
}

#[test]
fn the_matching_finds_the_least_of_all_stars() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..2000 {
        let (count, ports) = (rng.random_range(1..=6), rng.random_range(1..=4));
        let problem = random_table(&mut rng, count, ports);
        assert_eq!(by_matching(&problem), brute(&problem), "{problem:?}");
    }
}

#[test]
fn range_minima_agree_with_the_matching_and_prove_it() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..5000 {
        let (count, ports) = (rng.random_range(1..=25), rng.random_range(1..=2));
        let problem = random_grid(&mut rng, count, ports);
        let (star, duals) = fewest_channels_on_grid(&problem).unwrap();
        assert_is_star(&problem, &star);
        let channels = problem.measure(&star).channels;
        assert_eq!(channels, by_matching(&problem), "{problem:?}");
        assert!(duals.are_feasible(&problem), "{problem:?} {duals:?}");
        assert_eq!(duals.bound(), channels as i64);
    }
}

#[test]
fn forged_duals_are_refused() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    let problem = random_grid(&mut rng, 12, 2);
    let (_, duals) = fewest_channels_on_grid(&problem).unwrap();
    for j in 0..12 {
        // The optimum is the greatest bound there is: no value can rise alone.
        let mut forged = duals.clone();
        forged.after[j] += 1;
        assert!(!forged.are_feasible(&problem));
    }
}

#[test]
fn the_flow_agrees_with_the_matching_and_proves_it() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for round in 0..6000 {
        let (count, ports) = (rng.random_range(1..=20), rng.random_range(1..=6));
        let problem = match round % 2 {
            0 => random_table(&mut rng, count, ports),
            _ => random_grid(&mut rng, count, ports),
        };
        let (star, duals) = fewest_channels_by_flow(&problem).unwrap();
        assert_is_star(&problem, &star);
        let channels = problem.measure(&star).channels;
        assert_eq!(channels, by_matching(&problem), "{problem:?}");
        assert!(duals.are_feasible(&problem), "{problem:?} {duals:?}");
        assert_eq!(duals.bound(), channels as i64);
    }
}
