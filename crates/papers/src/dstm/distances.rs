//! Figure 8: distances in the paper's trees, and in those that Roskind and Tarjan's algorithm finds from random orders.

use super::super::judge::{ALMOST, Interval};
use super::{CONSTRUCTIONS, square, trees};
use crate::{Context, Effort, FigureReport, Outcome, PaperClaim, Picture, Table};
use rayon::prelude::*;
use wormcast_eval::chart::{Chart, Curve, CurvePoint};
use wormcast_schemes::trees::{Distances, LinkOrder, Spread, most_trees};
use wormcast_topology::Topology;

/// The sides of the tori.
const SIDES: [u32; 8] = [5, 9, 13, 17, 21, 25, 29, 33];
/// How many random orders the paper took.
const ORDERS: u64 = 500;
/// How often they are drawn.
const BATCHES: u64 = 5;
/// How often on the first side that a claim is about, where chance might decide.
const MANY_BATCHES: u64 = 40;

/// What was measured on one torus.
pub(super) struct Size {
    pub(super) side: u32,
    /// DSTM-1 and DSTM-2.
    pub(super) constructions: [Spread; 2],
    /// The combined diameter and the average distance from each random order, batch by batch.
    batches: Vec<Vec<(u32, f64)>>,
}

/// One of the two measures of the paper.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Measure {
    Diameter,
    Average,
}

impl Measure {
    /// Figures a show diameters, figures b averages.
    pub(super) fn of_figure(id: &str) -> Self {
        if id.ends_with('a') { Self::Diameter } else { Self::Average }
    }

    pub(super) fn of(self, spread: &Spread) -> f64 {
        match self {
            Self::Diameter => spread.diameter().into(),
            Self::Average => spread.average(),
        }
    }

    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Diameter => "combined diameter",
            Self::Average => "average distance",
        }
    }
}

impl Size {
    fn measure(side: u32, orders: u64, batches: u64, seed: u64) -> Self {
        let torus = square(side);
        let constructions = CONSTRUCTIONS.map(|(_, construct)| Distances::new(&trees(construct, &torus)).spread());
        let packing = |order: u64| {
            let links = LinkOrder::Seeded(seed.wrapping_mul(1 << 32).wrapping_add(order)).links(&torus);
            let packing = most_trees(torus.graph(), &links.expect("every network can be shuffled"));
            let spread = Distances::new(&packing.trees).spread();
            (spread.diameter(), spread.average())
        };
        let packings: Vec<(u32, f64)> = (0..orders * batches).into_par_iter().map(packing).collect();
        Self { side, constructions, batches: packings.chunks(orders as usize).map(<[_]>::to_vec).collect() }
    }

    fn packings(&self) -> impl Iterator<Item = (u32, f64)> {
        self.batches.iter().flatten().copied()
    }

    /// The mean over the random orders.
    pub(super) fn packed(&self, measure: Measure) -> f64 {
        mean(&self.packings().map(|packing| of(packing, measure)).collect::<Vec<_>>())
    }

    /// The mean over each batch of random orders, in units of a number.
    pub(super) fn packed_against(&self, measure: Measure, number: f64) -> Interval {
        let of_batch = |batch: &Vec<(u32, f64)>| {
            mean(&batch.iter().map(|&packing| of(packing, measure)).collect::<Vec<_>>()) / number
        };
        Interval::mean_of(&self.batches.iter().map(of_batch).collect::<Vec<_>>())
    }

    /// The best of the random orders.
    fn best_packed(&self, measure: Measure) -> f64 {
        best(&self.packings().map(|packing| of(packing, measure)).collect::<Vec<_>>())
    }

    fn constructed(&self, index: usize, measure: Measure) -> f64 {
        measure.of(&self.constructions[index])
    }
}

fn of((diameter, average): (u32, f64), measure: Measure) -> f64 {
    if measure == Measure::Diameter { diameter.into() } else { average }
}

/// All sizes, with five times this many random orders each; a tenth of them for a first look, on the smaller tori.
pub(super) fn survey(context: &Context<'_>, orders: u64) -> Vec<Size> {
    let full = context.effort == Effort::Full;
    let (sides, orders) = if full { (&SIDES[..], orders) } else { (&SIDES[..4], orders / 10) };
    let work: f64 = sides.iter().map(|&side| f64::from(side).powi(4)).sum();
    let mut done = 0.0;
    let measured = sides.iter().map(|&side| {
        let size = Size::measure(side, orders, BATCHES, context.seed);
        done += f64::from(side).powi(4) / work;
        (context.progress)(done);
        size
    });
    measured.collect()
}

pub(super) fn figure_8(context: &Context<'_>, id: &'static str) -> FigureReport {
    let measure = Measure::of_figure(id);
    // Means need fewer orders than the best of them.
    let sizes = survey(context, if measure == Measure::Diameter { ORDERS } else { ORDERS / 5 });
    let claims = match measure {
        Measure::Diameter => {
            let many = if context.effort == Effort::Full { MANY_BATCHES } else { 2 };
            diameter_claims(id, &sizes, &Size::measure(9, ORDERS, many, context.seed))
        }
        Measure::Average => average_claims(id, &sizes),
    };
    FigureReport { claims, tables: vec![table(id, &sizes, measure)], pictures: vec![picture(id, &sizes, measure)] }
}

/// How a figure over random orders is judged.
const BATCHED: &str = "99 % interval over batches of as many random orders as the paper took";

/// The best of each batch of random orders, in units of a construction.
fn batches(size: &Size, measure: Measure, construction: usize, value: fn(&[f64]) -> f64) -> Interval {
    let of_batch = |batch: &Vec<(u32, f64)>| {
        let values: Vec<f64> = batch.iter().map(|&packing| of(packing, measure)).collect();
        value(&values) / size.constructed(construction, measure)
    };
    Interval::mean_of(&size.batches.iter().map(of_batch).collect::<Vec<_>>())
}

fn best(values: &[f64]) -> f64 {
    values.iter().copied().fold(f64::INFINITY, f64::min)
}

fn mean(values: &[f64]) -> f64 {
    values.iter().sum::<f64>() / values.len() as f64
}

/// Excess over both constructions, in words and as outcomes of a rule.
fn over_both(
    size: &Size,
    measure: Measure,
    value: fn(&[f64]) -> f64,
    rule: impl Fn(Interval) -> Outcome,
) -> (String, Outcome) {
    let ratios = [0, 1].map(|construction| batches(size, measure, construction, value));
    let [one, two] =
        ratios.map(|ratio| format!("{:.0} ± {:.0} %", 100.0 * (ratio.mean - 1.0), 100.0 * ratio.half_width));
    (format!("{one} above DSTM-1, {two} above DSTM-2"), Outcome::all(ratios.map(rule)))
}

/// Whether the best of a batch is about so many times both constructions, in most batches: the paper saw one batch, and
/// a single order decides which is the best.
fn best_is_about(size: &Size, factor: f64) -> (String, bool) {
    let measure = Measure::Diameter;
    let (mean, _) = over_both(size, measure, best, |_| Outcome::Holds);
    let is_about = |batch: &&Vec<(u32, f64)>| {
        let best = batch.iter().map(|&packing| of(packing, measure)).fold(f64::INFINITY, f64::min);
        let ratios = [0, 1].map(|construction| best / size.constructed(construction, measure) / factor);
        ratios.iter().all(|ratio| (1.0 - ALMOST..=1.0 + ALMOST).contains(ratio))
    };
    let (so, all) = (size.batches.iter().filter(is_about).count(), size.batches.len());
    (format!("{mean}; so in {so} of {all} batches"), 2 * so > all)
}

fn diameter_claims(id: &str, sizes: &[Size], small: &Size) -> Vec<PaperClaim> {
    let measure = Measure::Diameter;
    let last = sizes.last().expect("there are sizes");
    let at = format!("{side} x {side}", side = last.side);
    let (about, near) = best_is_about(last, 1.65);
    let (twice, doubled) = over_both(last, measure, mean, |ratio| ratio.is_above(2.0));
    vec![
        from_9(id, sizes, small),
        PaperClaim::new(id, format!("the best of 500 orders is about 65 % above on {at}"), "65 %", about, near)
            .by("within a tenth of 1.65 times both in most batches of as many random orders as the paper took"),
        PaperClaim::new(id, format!("the mean is more than twice as high on {at}"), "over 100 %", twice, doubled)
            .by(format!("above both; {BATCHED}")),
    ]
}

/// Whether 500 random orders stay above both constructions: by how many of many orders do. On the first side that the
/// claim is about so many more orders are drawn that chance decides nothing.
fn from_9(id: &str, sizes: &[Size], small: &Size) -> PaperClaim {
    let measure = Measure::Diameter;
    let stays = |size: &Size| {
        let highest = size.constructed(0, measure).max(size.constructed(1, measure));
        let all: Vec<bool> = size.packings().map(|packing| of(packing, measure) > highest).collect();
        // The chance that 500 orders all stay above.
        let above = Interval::mean_of(&all.iter().map(|&above| f64::from(u8::from(above))).collect::<Vec<_>>());
        let of_500 = |share: f64| share.clamp(0.0, 1.0).powi(ORDERS as i32);
        let (low, high) = (of_500(above.mean - above.half_width), of_500(above.mean + above.half_width));
        let outcome = if low > 0.5 {
            Outcome::Holds
        } else if high < 0.5 {
            Outcome::Fails
        } else {
            Outcome::Undecided
        };
        (size.side, of_500(above.mean), outcome)
    };
    let judged: Vec<_> =
        std::iter::once(small).chain(sizes.iter().filter(|size| size.side > small.side)).map(stays).collect();
    let failed: Vec<_> = judged.iter().filter(|(.., outcome)| *outcome != Outcome::Holds).collect();
    let words = failed.iter().map(|(side, chance, _)| {
        format!("on {side} x {side} 500 orders stay above with a chance of {:.0} % only", 100.0 * chance)
    });
    let others = judged.iter().filter(|(.., outcome)| *outcome == Outcome::Holds).map(|(side, ..)| side.to_string());
    let words = words.chain([format!("so on sides {}", others.collect::<Vec<_>>().join(" "))]);
    let least = judged.iter().map(|(_, chance, _)| *chance).fold(1.0, f64::min);
    let words: Vec<_> = words.chain([format!("with a chance of at least {:.0} %", 100.0 * least)]).collect();
    let text = "from 9 x 9 on, DSTM-1 and DSTM-2 have lower combined diameters than the best of 500 random orders";
    let holds = Outcome::all(judged.iter().map(|&(.., outcome)| outcome));
    PaperClaim::new(id, text, "from 9", words.join("; "), holds)
        .by("likelier than not that 500 random orders have none as low, by the 99 % interval of the share of orders")
}

fn average_claims(id: &str, sizes: &[Size]) -> Vec<PaperClaim> {
    let measure = Measure::Average;
    let curves: [Vec<f64>; 3] = [0, 1, 2].map(|curve| {
        let value = |size: &Size| if curve < 2 { size.constructed(curve, measure) } else { size.packed(measure) };
        sizes.iter().map(value).collect()
    });
    let sides: Vec<f64> = sizes.iter().map(|size| size.side.into()).collect();
    let lines = curves.each_ref().map(|curve| line(&sides, curve));
    let bend = lines.iter().map(|&(_, bend)| bend).fold(0.0, f64::max);
    let measured = format!("at most {bend:.2} channels beside a line");
    let straight = bend < 0.05 * curves[0].last().copied().unwrap_or(0.0);
    let text = "the average distance grows roughly linearly with the side, for all three";
    let mut claims = vec![
        PaperClaim::new(id, text, "linear", measured, straight)
            .by("no mean farther from the line of least squares than 5 % of the greatest"),
    ];
    claims.extend([51.0, 59.0].into_iter().enumerate().map(|(index, paper)| steeper(id, sizes, index, paper)));
    let above = |size: &Size| [0, 1].map(|index| batches(size, measure, index, mean).is_above(1.0));
    let holds = Outcome::all(sizes.iter().flat_map(above));
    let on = sizes.iter().filter(|size| Outcome::all(above(size)) == Outcome::Holds).count();
    let text = "the average distances of random orders are above those of both constructions on all sizes";
    claims.push(PaperClaim::new(id, text, "all", format!("on {on} of {}", sizes.len()), holds).by(BATCHED));
    let last = sizes.last().expect("there are sizes");
    let (about, near) = over_both(last, measure, mean, |ratio| ratio.is_about(1.5));
    let text = format!("they are about 50 % above on {side} x {side}", side = last.side);
    claims.push(
        PaperClaim::new(id, text, "50 %", about, near).by(format!("within a tenth of 1.5 times both; {BATCHED}")),
    );
    claims
}

/// How much faster the average distance of random orders grows: batch by batch, the slopes of the lines of least
/// squares.
fn steeper(id: &str, sizes: &[Size], construction: usize, paper: f64) -> PaperClaim {
    let measure = Measure::Average;
    let sides: Vec<f64> = sizes.iter().map(|size| size.side.into()).collect();
    let constructed: Vec<f64> = sizes.iter().map(|size| size.constructed(construction, measure)).collect();
    let slope = |batch: usize| {
        let of_size =
            |size: &Size| mean(&size.batches[batch].iter().map(|&packing| of(packing, measure)).collect::<Vec<_>>());
        line(&sides, &sizes.iter().map(of_size).collect::<Vec<_>>()).0
    };
    let base = line(&sides, &constructed).0;
    let ratios: Vec<f64> = (0..sizes[0].batches.len()).map(|batch| slope(batch) / base).collect();
    let ratio = Interval::mean_of(&ratios);
    let measured = format!("{:.1} ± {:.1} %", 100.0 * (ratio.mean - 1.0), 100.0 * ratio.half_width);
    let text = format!("it grows {paper} % faster with random orders than with {}", CONSTRUCTIONS[construction].0);
    let near = ratio.is_within(1.0 + paper / 100.0 - 0.05, 1.0 + paper / 100.0 + 0.05);
    PaperClaim::new(id, text, format!("{paper} %"), measured, near).by(format!("within 5 percent points; {BATCHED}"))
}

/// The slope of the line of least squares, and the greatest distance of a point from it.
fn line(x: &[f64], y: &[f64]) -> (f64, f64) {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_x, mean_y) = (mean(x), mean(y));
    let products: f64 = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    let slope = products / x.iter().map(|x| (x - mean_x).powi(2)).sum::<f64>();
    let off = |(x, y): (&f64, &f64)| (y - mean_y - slope * (x - mean_x)).abs();
    (slope, x.iter().zip(y).map(off).fold(0.0, f64::max))
}

fn table(id: &str, sizes: &[Size], measure: Measure) -> Table {
    let mut table = Table::new(id, &["side", "dstm_1", "dstm_2", "random_best", "random_mean", "orders"]);
    for size in sizes {
        let [one, two] = [0, 1].map(|index| size.constructed(index, measure));
        let values = [one, two, size.best_packed(measure), size.packed(measure)].map(|value| format!("{value:.4}"));
        let [one, two, best, mean] = values;
        table.push([size.side.to_string(), one, two, best, mean, size.packings().count().to_string()]);
    }
    table
}

fn picture(id: &str, sizes: &[Size], measure: Measure) -> Picture {
    let curve = |name: &str, value: &dyn Fn(&Size) -> f64| {
        let point = |size: &Size| CurvePoint { x: size.side.into(), y: value(size), error: 0.0 };
        Curve { name: name.into(), points: sizes.iter().map(point).collect(), ..Curve::default() }
    };
    let curves = vec![
        curve("DSTM-1", &|size| size.constructed(0, measure)),
        curve("DSTM-2", &|size| size.constructed(1, measure)),
        curve("Roskind–Tarjan, best", &|size| size.best_packed(measure)),
        curve("Roskind–Tarjan, mean", &|size| size.packed(measure)),
    ];
    let name = measure.name();
    let chart = Chart {
        title: format!("{} in N × N tori, no faults", capital(name)),
        x_label: "N".into(),
        y_label: format!("{name} (channels)"),
        curves,
        ..Chart::default()
    };
    Picture::of_chart(id, chart)
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
