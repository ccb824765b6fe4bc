//! Figure 8: distances in the paper's trees, and in those that Roskind and Tarjan's algorithm finds from random orders.

use super::{CONSTRUCTIONS, excess, square, trees};
use crate::{Context, Effort, FigureReport, PaperClaim, Picture, Table};
use rayon::prelude::*;
use wormcast_eval::chart::{Chart, Curve, CurvePoint, svg};
use wormcast_schemes::trees::{Distances, LinkOrder, Spread, most_trees};
use wormcast_topology::Topology;

/// The sides of the tori.
const SIDES: [u32; 8] = [5, 9, 13, 17, 21, 25, 29, 33];

/// What was measured on one torus.
pub(super) struct Size {
    pub(super) side: u32,
    /// DSTM-1 and DSTM-2.
    pub(super) constructions: [Spread; 2],
    /// The combined diameter and the average distance from each random order.
    packings: Vec<(u32, f64)>,
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
    fn measure(side: u32, orders: u64, seed: u64) -> Self {
        let torus = square(side);
        let constructions = CONSTRUCTIONS.map(|(_, construct)| Distances::new(&trees(construct, &torus)).spread());
        let packing = |order: u64| {
            let links = LinkOrder::Seeded(seed.wrapping_mul(1 << 32).wrapping_add(order)).links(&torus);
            let packing = most_trees(torus.graph(), &links.expect("every network can be shuffled"));
            let spread = Distances::new(&packing.trees).spread();
            (spread.diameter(), spread.average())
        };
        Self { side, constructions, packings: (0..orders).into_par_iter().map(packing).collect() }
    }

    /// The mean over the random orders.
    pub(super) fn packed(&self, measure: Measure) -> f64 {
        self.packings.iter().map(|&packing| of(packing, measure)).sum::<f64>() / self.packings.len() as f64
    }

    /// The best of the random orders.
    fn best_packed(&self, measure: Measure) -> f64 {
        self.packings.iter().map(|&packing| of(packing, measure)).fold(f64::INFINITY, f64::min)
    }

    fn constructed(&self, index: usize, measure: Measure) -> f64 {
        measure.of(&self.constructions[index])
    }
}

fn of((diameter, average): (u32, f64), measure: Measure) -> f64 {
    if measure == Measure::Diameter { diameter.into() } else { average }
}

/// All sizes, with this many random orders each; a tenth of them for a first look, on the smaller tori.
pub(super) fn survey(context: &Context<'_>, orders: u64) -> Vec<Size> {
    let full = context.effort == Effort::Full;
    let (sides, orders) = if full { (&SIDES[..], orders) } else { (&SIDES[..4], orders / 10) };
    let work: f64 = sides.iter().map(|&side| f64::from(side).powi(4)).sum();
    let mut done = 0.0;
    let measured = sides.iter().map(|&side| {
        let size = Size::measure(side, orders, context.seed);
        done += f64::from(side).powi(4) / work;
        (context.progress)(done);
        size
    });
    measured.collect()
}

pub(super) fn figure_8(context: &Context<'_>, id: &'static str) -> FigureReport {
    let measure = Measure::of_figure(id);
    let sizes = survey(context, 500);
    let claims = match measure {
        Measure::Diameter => diameter_claims(id, &sizes),
        Measure::Average => average_claims(id, &sizes),
    };
    FigureReport { claims, tables: vec![table(id, &sizes, measure)], pictures: vec![picture(id, &sizes, measure)] }
}

fn diameter_claims(id: &str, sizes: &[Size]) -> Vec<PaperClaim> {
    let measure = Measure::Diameter;
    let best = |size: &Size| size.best_packed(measure);
    let worse = |size: &Size| size.constructed(0, measure).max(size.constructed(1, measure));
    let below: Vec<_> = sizes.iter().filter(|size| worse(size) < best(size)).map(|size| size.side).collect();
    let from_9 = sizes.iter().filter(|size| size.side >= 9).all(|size| below.contains(&size.side));
    let text = "from 9 x 9 on, DSTM-1 and DSTM-2 have lower combined diameters than the best of the random orders";
    let sides: Vec<_> = below.iter().map(u32::to_string).collect();
    let mut claims = vec![PaperClaim::new(id, text, "from 9", format!("on sides {}", sides.join(", ")), from_9)];
    let last = sizes.last().expect("there are sizes");
    let at = format!("{side} x {side}", side = last.side);
    let over = |value: f64| [0, 1].map(|index| excess(value, last.constructed(index, measure)));
    let [one, two] = over(best(last));
    let near = (one - 65.0).abs() <= 10.0 && (two - 65.0).abs() <= 10.0;
    let measured = format!("{one:.0} % above DSTM-1, {two:.0} % above DSTM-2");
    claims.push(PaperClaim::new(id, format!("the best is about 65 % above on {at}"), "65 %", measured, near));
    let [one, two] = over(last.packed(measure));
    let measured = format!("{one:.0} % above DSTM-1, {two:.0} % above DSTM-2");
    let text = format!("the mean is more than twice as high on {at}");
    claims.push(PaperClaim::new(id, text, "over 100 %", measured, one > 100.0 && two > 100.0));
    claims
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
    let text = "the average distance grows roughly linearly with the side, for all three";
    let measured = format!("at most {bend:.2} channels beside a line");
    let straight = bend < 0.05 * curves[0].last().copied().unwrap_or(0.0);
    let mut claims = vec![PaperClaim::new(id, text, "linear", measured, straight)];
    for (index, paper) in [51.0, 59.0].into_iter().enumerate() {
        let steeper = excess(lines[2].0, lines[index].0);
        let text = format!("it grows {paper} % faster with random orders than with {}", CONSTRUCTIONS[index].0);
        let measured = format!("{steeper:.0} %");
        claims.push(PaperClaim::new(id, text, format!("{paper} %"), measured, (steeper - paper).abs() <= 5.0));
    }
    let above = sizes.iter().enumerate().filter(|&(at, _)| curves[2][at] > curves[0][at].max(curves[1][at])).count();
    let text = "the average distances of random orders are above those of both constructions on all sizes";
    let measured = format!("on {above} of {}", sizes.len());
    claims.push(PaperClaim::new(id, text, "all", measured, above == sizes.len()));
    let last = sizes.len() - 1;
    let [one, two] = [0, 1].map(|index| excess(curves[2][last], curves[index][last]));
    let text = format!("they are about 50 % above on {side} x {side}", side = sizes[last].side);
    let near = (one - 50.0).abs() <= 10.0 && (two - 50.0).abs() <= 10.0;
    claims.push(PaperClaim::new(id, text, "50 %", format!("{one:.0} % above DSTM-1, {two:.0} % above DSTM-2"), near));
    claims
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
        table.push([size.side.to_string(), one, two, best, mean, size.packings.len().to_string()]);
    }
    table
}

fn picture(id: &str, sizes: &[Size], measure: Measure) -> Picture {
    let curve = |name: &str, value: &dyn Fn(&Size) -> f64| {
        let point = |size: &Size| CurvePoint { x: size.side.into(), y: value(size), error: 0.0 };
        Curve { name: name.into(), points: sizes.iter().map(point).collect(), ends_at: None }
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
    Picture { name: id.into(), svg: svg(&chart) }
}

pub(super) fn capital(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
