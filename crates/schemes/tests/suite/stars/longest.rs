use super::cases::{all_stars, assert_is_star, random_grid, random_table, tabled};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_schemes::optimal::{
    HalfProblem, Opening, Potentials, StarCost, fewest_channels_within, shortest_longest, shortest_longest_by_table,
    trade_offs,
};

fn brute(problem: &HalfProblem) -> u64 {
    all_stars(problem).iter().map(|cost| cost.longest).min().unwrap()
}

fn fast(problem: &HalfProblem) -> u64 {
    let found = shortest_longest(problem).unwrap();
    assert_is_star(problem, &found.star);
    assert_eq!(problem.measure(&found.star).longest, found.longest);
    assert_eq!(found.bound, found.longest);
    found.longest
}

#[test]
fn the_table_finds_the_least_of_all_stars() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..300 {
        let (count, ports) = (rng.random_range(1..=8), rng.random_range(1..=2));
        let problem = random_table(&mut rng, count, ports);
        let star = shortest_longest_by_table(&problem, 110).unwrap();
        assert_is_star(&problem, &star);
        assert_eq!(problem.measure(&star).longest, brute(&problem), "{problem:?}");
    }
}

#[test]
fn fronts_find_the_least_of_all_stars() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(2);
    for _ in 0..2000 {
        let (count, ports) = (rng.random_range(1..=10), rng.random_range(1..=2));
        let table = random_table(&mut rng, count, ports);
        assert_eq!(fast(&table), brute(&table), "{table:?}");
        let grid = random_grid(&mut rng, count, ports);
        assert_eq!(fast(&grid), brute(&grid), "{grid:?}");
    }
}

#[test]
fn many_paths_find_the_least_of_all_stars() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(6);
    for _ in 0..600 {
        let (count, ports) = (rng.random_range(1..=7), rng.random_range(3..=5));
        let table = random_table(&mut rng, count, ports);
        assert_eq!(fast(&table), brute(&table), "{table:?}");
    }
}

#[test]
fn fronts_agree_with_the_table() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..30 {
        let count = rng.random_range(11..=18);
        let problem = random_grid(&mut rng, count, 2);
        let star = shortest_longest_by_table(&problem, 250).unwrap();
        assert_eq!(fast(&problem), problem.measure(&star).longest, "{problem:?}");
    }
}

#[test]
fn range_minima_give_the_same_potentials_as_all_steps() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(4);
    for _ in 0..500 {
        let count = rng.random_range(1..=30);
        let grid = random_grid(&mut rng, count, 2);
        let table = tabled(&grid);
        let first = rng.random_range(0..=8);
        let weights = [first, 8 - first];
        for (grid, table) in Opening::all(&grid).iter().zip(&Opening::all(&table)) {
            assert_eq!(Potentials::compute(grid, weights).0, Potentials::compute(table, weights).0);
        }
    }
}

#[test]
fn limits_and_trade_offs_are_those_of_all_stars() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(5);
    for round in 0..1500 {
        let (count, ports) = match round % 3 {
            0 => (rng.random_range(1..=6), rng.random_range(3..=4)),
            _ => (rng.random_range(1..=9), rng.random_range(1..=2)),
        };
        let problem = match round % 2 {
            0 => random_table(&mut rng, count, ports),
            _ => random_grid(&mut rng, count, ports),
        };
        let stars = all_stars(&problem);
        let found = trade_offs(&problem).unwrap();
        for (cost, star) in &found {
            assert_is_star(&problem, star);
            assert_eq!(problem.measure(star), *cost);
        }
        let costs: Vec<_> = found.iter().map(|(cost, _)| *cost).collect();
        assert_eq!(costs, undominated(&stars), "{problem:?}");
        let greatest = stars.iter().map(|cost| cost.longest).max().unwrap();
        for longest in (0..=greatest + 1).chain([u64::MAX]) {
            let within = stars.iter().filter(|cost| cost.longest <= longest).min().copied();
            let found = fewest_channels_within(&problem, longest).unwrap();
            assert_eq!(found.map(|(cost, _)| cost), within, "{problem:?} {longest}");
        }
    }
}

fn undominated(stars: &[StarCost]) -> Vec<StarCost> {
    let beats = |a: &StarCost, b: &StarCost| a != b && a.channels <= b.channels && a.longest <= b.longest;
    let mut costs: Vec<_> = stars.iter().filter(|b| !stars.iter().any(|a| beats(a, b))).copied().collect();
    costs.sort_unstable();
    costs.dedup();
    costs
}
