//! Beyond the paper: what a star gains that is planned for its time and not for its longest path.

use super::super::lone::{Bench, RandomSets};
use crate::{Context, Effort, FigureReport, Outcome, PaperClaim, Table};
use wormcast_schemes::Options;
use wormcast_schemes::option::{DISJOINT, FOR_FLITS};
use wormcast_sim::Timing;
use wormcast_topology::{Topology, build};

const ID: &str = "mesh-otms-timed";
const SIZE: usize = 80;
/// Times in µs that differ by less are equal.
const ROUNDING: f64 = 1e-6;

/// The same multicasts, alone in the network, by three schemes; all in µs.
struct Runs {
    flits: u32,
    otms: Vec<f64>,
    disjoint: Vec<f64>,
    timed: Vec<f64>,
    /// What the plans of `otms-timed` tell: their time, and its bound.
    told: Vec<[f64; 2]>,
}

impl Runs {
    fn of(mesh: &dyn Topology, flits: u32, count: usize, seed: u64) -> Self {
        let timing = Timing { length: flits, ..Timing::default() };
        let run = |scheme: &str, options: &Options| {
            let mut sets = RandomSets::new(mesh, SIZE, seed);
            let mut bench = Bench::new(mesh, scheme, options);
            let each = |_| (bench.run(sets.next(), &timing)[0], bench.told("time_alone"));
            (0..count).map(each).collect::<Vec<_>>()
        };
        let latencies = |runs: &[(f64, _)]| runs.iter().map(|run| run.0).collect();
        let plain = Options::default();
        let timed = run("otms-timed", &plain.clone().with(&FOR_FLITS, flits.try_into().expect("there are flits")));
        Self {
            flits,
            otms: latencies(&run("otms", &plain)),
            disjoint: latencies(&run("otms", &plain.clone().with_switch(&DISJOINT))),
            told: timed
                .iter()
                .map(|(_, told)| {
                    ["value_ns", "lower_bound_ns"].map(|key| told[key].as_f64().unwrap_or(f64::NAN) / 1000.0)
                })
                .collect(),
            timed: latencies(&timed),
        }
    }

    /// How often `otms-timed` is sooner than another, the greatest ratio, and the mean time over the mean time.
    fn gain(&self, other: &[f64]) -> (usize, f64, f64) {
        let ratios = other.iter().zip(&self.timed).map(|(other, own)| other / own);
        let sooner = ratios.clone().filter(|&ratio| ratio > 1.0 + ROUNDING).count();
        (sooner, ratios.fold(1.0, f64::max), other.iter().sum::<f64>() / self.timed.iter().sum::<f64>())
    }

    fn never_later(&self) -> bool {
        let pairs = self.otms.iter().zip(&self.disjoint).zip(&self.timed);
        pairs.into_iter().all(|((otms, disjoint), timed)| *timed <= otms.min(*disjoint) + ROUNDING)
    }

    fn as_told(&self) -> bool {
        self.timed.iter().zip(&self.told).all(|(run, [told, _])| (run - told).abs() < ROUNDING)
    }

    fn proved(&self) -> usize {
        self.told.iter().filter(|[value, bound]| value == bound).count()
    }

    fn row(&self) -> [String; 9] {
        let [otms, disjoint] = [&self.otms, &self.disjoint].map(|other| self.gain(other));
        let of =
            |(sooner, most, mean): (usize, f64, f64)| [sooner.to_string(), format!("{most:.3}"), format!("{mean:.4}")];
        let ([a, b, c], [d, e, f]) = (of(otms), of(disjoint));
        [self.flits.to_string(), self.timed.len().to_string(), a, b, c, d, e, f, self.proved().to_string()]
    }
}

pub(super) fn timed(context: &Context<'_>) -> FigureReport {
    let mesh = build("mesh:16x16").expect("figures have networks that exist");
    let count = if context.effort == Effort::Full { 240 } else { 12 };
    let runs = [8, 32, 128, 512].map(|flits| Runs::of(&*mesh, flits, count, context.seed));
    let columns = [
        "flits",
        "sets",
        "sooner_than_otms",
        "most_otms",
        "mean_otms",
        "sooner_than_disjoint",
        "most_disjoint",
        "mean_disjoint",
        "proved_soonest",
    ];
    let mut table = Table::new(ID, &columns);
    runs.iter().for_each(|run| table.push(run.row()));
    let words = |of: &dyn Fn(&Runs) -> String| {
        runs.iter().map(|run| format!("{} ({} flits)", of(run), run.flits)).collect::<Vec<_>>().join(", ")
    };
    let gained = words(&|run| {
        let (sooner, most, _) = run.gain(&run.otms);
        format!("sooner than otms in {sooner} of {count}, up to {most:.2} times")
    });
    let proved = words(&|run| format!("{} of {count}", run.proved()));
    let rule = "exact: each of random sets of 80 destinations on mesh:16x16, run by the engine";
    let claim = |text: &str, measured: String, holds: bool| {
        PaperClaim::new(ID, text, "no statement", measured, Outcome::from(holds)).by(rule)
    };
    let claims = vec![
        claim(
            "otms-timed is never later than otms, nor than otms --disjoint",
            gained,
            runs.iter().all(Runs::never_later),
        ),
        claim(
            "the time that its plans tell is that of the engine",
            words(&|run| if run.as_told() { "all".into() } else { "not all".into() }),
            runs.iter().all(Runs::as_told),
        ),
        claim("in most sets no star is sooner, by a proof", proved, runs.iter().all(|run| 2 * run.proved() > count)),
    ];
    FigureReport::plain(claims, table)
}
