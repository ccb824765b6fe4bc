use crate::cases::{all_stars, assert_is_star, random_grid, random_table, tabled};
use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use wormcast_schemes::optimal::{Opening, Potentials, Side, shortest_longest, shortest_longest_by_table};

fn brute(side: &Side) -> u64 {
    all_stars(side).iter().map(|cost| cost.longest).min().unwrap()
}

fn fast(side: &Side) -> u64 {
    let found = shortest_longest(side).unwrap();
    assert_is_star(side, &found.star);
    assert_eq!(side.measure(&found.star).longest, found.longest);
    assert_eq!(found.bound, found.longest);
    found.longest
}

#[test]
fn the_table_finds_the_least_of_all_stars() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(1);
    for _ in 0..300 {
        let (count, ports) = (rng.random_range(1..=8), rng.random_range(1..=2));
        let side = random_table(&mut rng, count, ports);
        let star = shortest_longest_by_table(&side, 110).unwrap();
        assert_is_star(&side, &star);
        assert_eq!(side.measure(&star).longest, brute(&side), "{side:?}");
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
fn fronts_agree_with_the_table() {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(3);
    for _ in 0..60 {
        let count = rng.random_range(11..=18);
        let side = random_grid(&mut rng, count, 2);
        let star = shortest_longest_by_table(&side, 250).unwrap();
        assert_eq!(fast(&side), side.measure(&star).longest, "{side:?}");
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
