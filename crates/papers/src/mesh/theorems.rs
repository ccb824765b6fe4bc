//! Theorems 1 and 2, and section 5: the optima against all stars there are.

use super::sides::{All, Sides, matchings};
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use wormcast_schemes::optimal::{
    fewest_channels, fewest_channels_by_matching, shortest_longest, shortest_longest_by_table,
};
use wormcast_topology::build;

const MESHES: [&str; 4] = ["mesh:4x4", "mesh:6x5", "mesh:8x8", "mesh:3x9"];
const OTHERS: [&str; 5] = ["hypercube:4", "star:4", "torus:4x4", "mesh:3x3x3", "hypercube:5"];
const RULE: &str = "exact: on random sets, against every way to share out the destinations";

/// How often two methods agree with brute force over random sides.
#[derive(Default)]
struct Agreement {
    sides: usize,
    matchings: usize,
    channels: usize,
    longest: usize,
    table: usize,
}

impl Agreement {
    fn on(spec: &str, sizes: &[usize], count: usize, seed: u64) -> Self {
        let network = build(spec).expect("figures have networks that exist");
        let sides = Sides::new(&*network);
        let mut found = Self::default();
        for &size in sizes {
            for side in sides.random(size, count, seed ^ (size as u64) << 32) {
                found.judge(&side.half.problem, network.graph().node_count() - 1);
            }
        }
        found
    }

    fn judge(&mut self, problem: &wormcast_schemes::optimal::HalfProblem, longest: usize) {
        let all = All::of(problem);
        let channels = |star: Option<_>| star.map(|star| problem.measure(&star).channels) == Some(all.least.channels);
        let by_matching = channels(fewest_channels_by_matching(problem));
        let fast = channels(fewest_channels(problem).map(|(star, _)| star));
        self.sides += 1;
        self.channels += usize::from(by_matching && fast);
        self.longest += usize::from(shortest_longest(problem).is_some_and(|one| one.longest == all.least.longest));
        if problem.ports() <= 2 {
            self.matchings += usize::from(matchings(problem) == all.stars);
            let star = shortest_longest_by_table(problem, longest);
            self.table += usize::from(star.is_some_and(|star| problem.measure(&star).longest == all.least.longest));
        }
    }

    fn row(&self, spec: &str) -> [String; 6] {
        let counts = [self.sides, self.matchings, self.channels, self.longest, self.table];
        let [sides, matchings, channels, longest, table] = counts.map(|count| count.to_string());
        [spec.to_owned(), sides, matchings, channels, longest, table]
    }
}

const COLUMNS: [&str; 6] =
    ["network", "sides", "matchings_are_stars", "fewest_channels", "shortest_longest", "by_table"];

fn survey(context: &Context<'_>, id: &str, specs: &[&str], sizes: &[usize]) -> (Vec<Agreement>, Table) {
    let count = if context.effort == Effort::Full { 60 } else { 6 };
    let mut table = Table::new(id, &COLUMNS);
    let found: Vec<_> = specs.iter().map(|spec| Agreement::on(spec, sizes, count, context.seed)).collect();
    specs.iter().zip(&found).for_each(|(spec, found)| table.push(found.row(spec)));
    (found, table)
}

/// In how many sides a count is reached.
fn so(found: &[Agreement], count: impl Fn(&Agreement) -> usize) -> (String, bool) {
    let (so, all) = found.iter().fold((0, 0), |(so, all), one| (so + count(one), all + one.sides));
    (format!("on {so} of {all} sides"), so == all)
}

pub(super) fn theorem_1(context: &Context<'_>) -> FigureReport {
    let id = "mesh-theorem-1";
    let (found, table) = survey(context, id, &MESHES, &[2, 5, 9]);
    let (lemma, is_so) = so(&found, |one| one.matchings);
    let (optimum, is_best) = so(&found, |one| one.channels);
    let claims = vec![
        PaperClaim::new(
            id,
            "each multicast star is a perfect matching, and conversely (lemmas 1 and 2)",
            "as many",
            lemma,
            is_so,
        )
        .said_in("3.2, lemmas 1 and 2")
        .by("exact: as many matchings as stars, on random sets"),
        PaperClaim::new(
            id,
            "a lightest perfect matching is a star with the fewest channels",
            "optimal",
            optimum,
            is_best,
        )
        .said_in("3.2, theorem 1")
        .by(RULE),
    ];
    FigureReport::plain(claims, table)
}

pub(super) fn theorem_2(context: &Context<'_>) -> FigureReport {
    let id = "mesh-theorem-2";
    let (found, table) = survey(context, id, &["mesh:4x4", "mesh:6x5", "mesh:3x9"], &[2, 5, 8]);
    let (optimum, is_best) = so(&found, |one| one.table.min(one.longest));
    let claim = "the table (its loop bounds mended) and the solver here find a star with the shortest longest path";
    let claims = vec![PaperClaim::new(id, claim, "optimal", optimum, is_best).said_in("4.2, theorem 2").by(RULE)];
    FigureReport::plain(claims, table)
}

pub(super) fn general(context: &Context<'_>) -> FigureReport {
    let id = "mesh-general";
    let (found, table) = survey(context, id, &OTHERS, &[2, 4, 7]);
    let (channels, fewest) = so(&found, |one| one.channels);
    let (longest, shortest) = so(&found, |one| one.longest);
    let without = ["tree:2", "fat-tree:4"].map(|spec| {
        let network = build(spec).expect("figures have networks that exist");
        network.labelling().is_err()
    });
    let networks = OTHERS.join(", ");
    let claims = vec![
        PaperClaim::new(
            id,
            "on Hamiltonian graphs a lightest matching gives the fewest channels",
            "optimal",
            format!("{channels} ({networks})"),
            fewest,
        )
        .by(RULE),
        PaperClaim::new(
            id,
            "on Hamiltonian graphs the shortest longest path can be found for several ports",
            "optimal",
            format!("{longest}, by the search of otms"),
            shortest,
        )
        .by(RULE),
        PaperClaim::new(
            id,
            "R can be used if and only if the network has a Hamiltonian path",
            "if and only if",
            format!("tree:2 and fat-tree:4 have none, and are refused: {}", without == [true; 2]),
            without == [true; 2],
        )
        .said_in("5, footnote"),
    ];
    FigureReport::plain(claims, table)
}
