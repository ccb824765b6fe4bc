//! Figures 11 and 12: distances with one link fault.

use super::distances::{Measure, Size, capital, survey};
use super::{CONSTRUCTIONS, Construct, excess, square, trees};
use crate::{Context, FigureReport, Outcome, PaperClaim, Picture, Table};
use rayon::prelude::*;
use wormcast_eval::chart::{Chart, Curve, CurvePoint};
use wormcast_schemes::trees::{Knowledge, LinkOrder, SingleFaults};

/// How many random orders a batch the paper's trees are set against.
const ORDERS: u64 = 20;

/// One construction on one torus: without faults, and with each link faulty once. The paper draws 500 random links;
/// these are all there are.
struct Hit {
    side: u32,
    whole: f64,
    mean: f64,
    most: f64,
}

impl Hit {
    fn measure(construct: Construct, side: u32, knowledge: Knowledge, measure: Measure) -> Self {
        let torus = square(side);
        let trees = trees(construct, &torus);
        let mut faults = SingleFaults::new(&trees);
        let links = LinkOrder::Given.links(&torus).expect("every network has its own order");
        let all: Vec<f64> = links.iter().map(|&link| measure.of(&faults.spread(link, knowledge))).collect();
        let mean = all.iter().sum::<f64>() / all.len() as f64;
        let most = all.iter().copied().fold(0.0, f64::max);
        Self { side, whole: measure.of(faults.whole()), mean, most }
    }
}

pub(super) fn figure(context: &Context<'_>, id: &'static str) -> FigureReport {
    let measure = Measure::of_figure(id);
    let knowledge = if id.starts_with("dstm-11") { Knowledge::Global } else { Knowledge::Local };
    let sizes = survey(context, ORDERS);
    let hits = |knowledge| {
        CONSTRUCTIONS.map(|(_, construct)| {
            let of = |side| Hit::measure(construct, side, knowledge, measure);
            sizes.par_iter().map(|size| of(size.side)).collect::<Vec<_>>()
        })
    };
    let mine = hits(knowledge);
    let packed: Vec<f64> = sizes.iter().map(|size| size.packed(measure)).collect();
    let mut claims = claims(id, measure, &mine, &sizes);
    if knowledge == Knowledge::Local {
        claims.push(against_global(id, measure, &mine, &hits(Knowledge::Global)));
    }
    let tables = vec![table(id, &mine)];
    FigureReport { claims, tables, pictures: vec![picture(id, measure, knowledge, &mine, &packed)] }
}

fn claims(id: &str, measure: Measure, hits: &[Vec<Hit>; 2], sizes: &[Size]) -> Vec<PaperClaim> {
    let name = measure.name();
    let mut claims = Vec::new();
    for ((construction, _), hits) in CONSTRUCTIONS.iter().zip(hits) {
        let rise = |value: fn(&Hit) -> f64| hits.iter().map(|hit| excess(value(hit), hit.whole)).fold(0.0, f64::max);
        let (mean, most) = (rise(|hit| hit.mean), rise(|hit| hit.most));
        let measured = format!("the mean by at most {mean:.1} %, the worst fault by {most:.0} %");
        let text = format!("a fault raises the {name} of {construction} only modestly");
        let rule = "exact: the mean over all links within a quarter on every side";
        claims.push(PaperClaim::new(id, text, "modestly", measured, mean <= 25.0).by(rule));
    }
    for (value, of) in [("mean", (|hit| hit.mean) as fn(&Hit) -> f64), ("worst", |hit| hit.most)] {
        let stays = |at: usize| {
            Outcome::all(hits.iter().map(|hits| sizes[at].packed_against(measure, of(&hits[at])).is_above(1.0)))
        };
        let judged: Vec<_> = (0..sizes.len()).map(|at| (at, stays(at))).collect();
        let in_words = |outcome: Outcome, words: &str| {
            let on = judged.iter().filter(|(_, found)| *found == outcome).map(|&(at, _)| {
                let most = hits.iter().map(|hits| of(&hits[at])).fold(0.0, f64::max);
                format!("{} ({most:.1} against {:.1})", sizes[at].side, sizes[at].packed(measure))
            });
            let on: Vec<_> = on.collect();
            (!on.is_empty()).then(|| format!("{words} on sides {}", on.join(", ")))
        };
        let not = [in_words(Outcome::Fails, "not"), in_words(Outcome::Undecided, "not decided")];
        let not: Vec<_> = not.into_iter().flatten().collect();
        let text =
            format!("with a fault ({value} over all links), both stay below the mean of random orders without faults");
        let measured = if not.is_empty() { "on all sides".into() } else { not.join("; ") };
        let holds = Outcome::all(judged.iter().map(|&(_, outcome)| outcome));
        let rule = "exact for all links; 99 % interval of the mean of random orders";
        claims.push(PaperClaim::new(id, text, "all sizes", measured, holds).by(rule));
    }
    claims
}

fn against_global(id: &str, measure: Measure, local: &[Vec<Hit>; 2], global: &[Vec<Hit>; 2]) -> PaperClaim {
    let pairs = || local.iter().flatten().zip(global.iter().flatten());
    let rises: Vec<f64> = pairs().map(|(local, global)| excess(local.mean, global.mean)).collect();
    let (least, most) = rises.iter().fold((f64::MAX, f64::MIN), |(low, high), &rise| (low.min(rise), high.max(rise)));
    let text = format!("with local knowledge the {} is slightly higher than with global knowledge", measure.name());
    let measured = format!("{least:.2} to {most:.2} % higher (mean over all links)");
    PaperClaim::new(id, text, "slightly higher", measured, least >= 0.0 && most > 0.0 && most <= 10.0)
        .by("exact: the mean over all links higher by at most 10 % on every side")
}

fn table(id: &str, hits: &[Vec<Hit>; 2]) -> Table {
    let columns = ["construction", "side", "no_fault", "mean_of_all_links", "worst_of_all_links"];
    let mut table = Table::new(id, &columns);
    for ((construction, _), hits) in CONSTRUCTIONS.iter().zip(hits) {
        for hit in hits {
            let values = [hit.whole, hit.mean, hit.most];
            let values = values.iter().map(|value| format!("{value:.4}"));
            table.rows.push([construction.to_string(), hit.side.to_string()].into_iter().chain(values).collect());
        }
    }
    table
}

fn picture(id: &str, measure: Measure, knowledge: Knowledge, hits: &[Vec<Hit>; 2], packed: &[f64]) -> Picture {
    let mut curves = Vec::new();
    for ((construction, _), hits) in CONSTRUCTIONS.iter().zip(hits) {
        for (name, value) in [("mean", (|hit| hit.mean) as fn(&Hit) -> f64), ("worst", |hit| hit.most)] {
            let points = hits.iter().map(|hit| CurvePoint { x: hit.side.into(), y: value(hit), error: 0.0 });
            curves.push(Curve {
                name: format!("{construction}, {name}"),
                points: points.collect(),
                ..Curve::default()
            });
        }
    }
    let points = hits[0].iter().zip(packed).map(|(hit, &y)| CurvePoint { x: hit.side.into(), y, error: 0.0 });
    curves.push(Curve { name: "Roskind–Tarjan, no fault".into(), points: points.collect(), ..Curve::default() });
    let known = if knowledge == Knowledge::Global { "known to all" } else { "known beside it" };
    let chart = Chart {
        title: format!("{}, N × N tori, link fault {known}", capital(measure.name())),
        x_label: "N".into(),
        y_label: format!("{} (channels)", measure.name()),
        curves,
        ..Chart::default()
    };
    Picture::of_chart(id, chart)
}
