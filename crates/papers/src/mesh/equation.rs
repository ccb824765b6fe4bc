//! Equation (2): a star needs as long as its longest path, "bounded by". And the open question of section 6, whether
//! optimal stars can keep their paths apart.

use super::super::lone::{Bench, RandomSets};
use super::sides::Sides;
use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use wormcast_schemes::Options;
use wormcast_schemes::optimal::{Least, Routes, best_disjoint};
use wormcast_schemes::option::DISJOINT;
use wormcast_sim::Timing;
use wormcast_topology::{Topology, build};

const SIZE: usize = 80;

/// Multicasts alone in the network by one scheme, against equation (2).
struct Runs {
    latencies: Vec<f64>,
    bounds: Vec<f64>,
}

impl Runs {
    fn of(mesh: &dyn Topology, options: &Options, count: usize, seed: u64) -> Self {
        let timing = Timing::default();
        let mut sets = RandomSets::new(mesh, SIZE, seed);
        let mut bench = Bench::new(mesh, "otms", options);
        let (mut latencies, mut bounds) = (Vec::new(), Vec::new());
        for _ in 0..count {
            let [latency, _, longest] = bench.run(sets.next(), &timing);
            latencies.push(latency);
            let flits = f64::from(timing.length - 1) * timing.flit.ns();
            bounds.push((longest * (timing.router.ns() + timing.flit.ns()) + flits) / 1000.0);
        }
        Self { latencies, bounds }
    }

    /// How many are later than the bound, and the greatest ratio.
    fn late(&self) -> (usize, f64) {
        let ratios = self.latencies.iter().zip(&self.bounds).map(|(latency, bound)| latency / bound);
        (ratios.clone().filter(|&ratio| ratio > 1.0 + 1e-9).count(), ratios.fold(0.0, f64::max))
    }
}

pub(super) fn equation_2(context: &Context<'_>) -> FigureReport {
    let id = "mesh-equation-2";
    let mesh = build("mesh:16x16").expect("figures have networks that exist");
    let count = if context.effort == Effort::Full { 240 } else { 20 };
    let free = Runs::of(&*mesh, &Options::default(), count, context.seed);
    let apart = Runs::of(&*mesh, &Options::default().with_switch(&DISJOINT), count, context.seed);
    let mut table = Table::new(id, &["set", "otms_us", "its_bound_us", "disjoint_us", "bound_of_disjoint_us"]);
    for set in 0..count {
        let values = [free.latencies[set], free.bounds[set], apart.latencies[set], apart.bounds[set]];
        let [a, b, c, d] = values.map(|value| format!("{value:.3}"));
        table.push([set.to_string(), a, b, c, d]);
    }
    let ((late, most), (late_apart, _)) = (free.late(), apart.late());
    let behind = |set: &usize| free.latencies[*set] > free.bounds[*set] + 1e-9;
    let helped = (0..count).filter(behind).filter(|&set| apart.latencies[set] < free.latencies[set]).count();
    let rule = "exact: each of random sets of 80 destinations on mesh:16x16, 128 flits; one that is later refutes it";
    let claims = vec![
        PaperClaim::new(
            id,
            "the time of a star alone in the network is bounded by α + (L − 1)τ + δ · longest path",
            "equation (2)",
            format!("{late} of {count} plans of otms are later, up to {most:.2} times: their own paths share channels"),
            late == 0,
        )
        .by(rule),
        PaperClaim::new(
            id,
            "contentions may occur, since the paths of a star need not be disjoint",
            "may occur",
            format!("in {late} of {count} plans"),
            late > 0,
        )
        .said_in("6")
        .by(rule),
        PaperClaim::new(
            id,
            "stars whose paths share no channel keep equation (2), and are faster where the others do not",
            "no statement",
            format!("{late_apart} of {count} are later; faster in {helped} of {late}"),
            late_apart == 0 && helped == late,
        )
        .ours()
        .by(rule),
    ];
    FigureReport::plain(claims, table)
}

pub(super) fn disjoint(context: &Context<'_>) -> FigureReport {
    let id = "mesh-disjoint";
    let mesh = build("mesh:16x16").expect("figures have networks that exist");
    let sides = Sides::new(&*mesh);
    let count = if context.effort == Effort::Full { 100 } else { 8 };
    let mut table = Table::new(id, &["destinations", "sides", "criterion", "as_good", "exact"]);
    let mut claims = Vec::new();
    for (least, name) in [(Least::Channels, "fewest channels"), (Least::Longest, "shortest longest path")] {
        let (mut good, mut all) = (0, 0);
        for size in [10, 20, 40, 80, 160] {
            let (mut good_here, mut exact) = (0, 0);
            let here = sides.random(size, count, context.seed ^ (size as u64) << 32);
            for side in &here {
                let routes = Routes::new(sides.halves().routing(), side.source, &side.half);
                let Some(found) = best_disjoint(&side.half.problem, &routes, least) else { continue };
                let best = match least {
                    Least::Channels => wormcast_schemes::optimal::fewest_channels(&side.half.problem)
                        .map(|(star, _)| side.half.problem.measure(&star).channels),
                    _ => {
                        wormcast_schemes::optimal::shortest_longest(&side.half.problem).map(|shortest| shortest.longest)
                    }
                };
                let own = least.key(found.cost).0;
                exact += usize::from(own == found.bound || best.is_some_and(|best| own > best));
                good_here += usize::from(best == Some(own));
            }
            table.push([
                size.to_string(),
                here.len().to_string(),
                name.to_owned(),
                good_here.to_string(),
                exact.to_string(),
            ]);
            good += good_here;
            all += here.len();
        }
        let claim = format!("optimal stars ({name}) can be built with edge-disjoint paths");
        let measured =
            format!("on {good} of {all} sides; on the others every disjoint star is worse, by an exact search");
        claims.push(
            PaperClaim::new(id, claim, "an open question", measured, good == all)
                .by("exact: one side without a disjoint optimum refutes it; 10 to 160 destinations, mesh:16x16"),
        );
    }
    FigureReport::plain(claims, table)
}
