//! Section 5.1: which second starting node and which methods give short ways, over all second starts and all methods.

use super::{CONSTRUCTIONS, square, trees};
use crate::{Context, Effort, FigureReport, Outcome, PaperClaim, Table};
use rayon::prelude::*;
use wormcast_schemes::trees::{Distances, Method, Sense, dstm};
use wormcast_topology::NodeId;

const ID: &str = "dstm-starts";
/// Averages that differ by less are equal.
const EQUAL: f64 = 1e-9;
/// The methods of the paper for starts in one line: (−x, +y) and (+y, −x).
const OF_THE_LINE: [Method; 2] = [Method { x: Sense::Minus, y: Sense::Plus }; 2];

/// The 16 methods for one second start.
#[derive(Clone, Copy)]
struct Start {
    /// The least and the greatest of the combined diameters.
    diameter: (u32, u32),
    /// The least average distance.
    average: f64,
    /// The average distance by the paper's methods for the line.
    of_the_line: f64,
}

impl Start {
    fn survey(side: u32, node: usize) -> Self {
        let torus = square(side);
        let mut best = Self { diameter: (u32::MAX, 0), average: f64::MAX, of_the_line: 0.0 };
        for methods in Method::ALL.iter().flat_map(|&first| Method::ALL.map(|second| [first, second])) {
            let trees = dstm(&torus, [0, node].map(NodeId::new), methods).expect("the side is at least 3");
            let spread = Distances::new(&trees).spread();
            best.diameter = (best.diameter.0.min(spread.diameter()), best.diameter.1.max(spread.diameter()));
            best.average = best.average.min(spread.average());
            if methods == OF_THE_LINE {
                best.of_the_line = spread.average();
            }
        }
        best
    }
}

/// All second starts on one torus; the first one is node 0, as all nodes of a torus are alike.
struct Survey {
    side: usize,
    starts: Vec<Start>,
}

impl Survey {
    fn of(side: u32) -> Self {
        let nodes = (side * side) as usize;
        let starts = (0..nodes).into_par_iter().map(|node| Start::survey(side, node)).collect();
        Self { side: side as usize, starts }
    }

    fn at(&self, x: usize, y: usize) -> Start {
        self.starts[x + y * self.side]
    }

    /// From R1 to the middle of the side: along the diagonal, and along the line of R1.
    fn diagonal(&self) -> Vec<Start> {
        (1..=self.side / 2).map(|step| self.at(step, step)).collect()
    }

    fn line(&self) -> Vec<Start> {
        (1..=self.side / 2).map(|step| self.at(0, step)).collect()
    }

    /// With R2 a quarter of the side away in the line: the average by the paper's methods, and the least by any.
    fn of_the_line(&self) -> [f64; 2] {
        let quarter = self.at(0, (self.side + 2) / 4);
        [quarter.of_the_line, quarter.average]
    }

    /// The least of all.
    fn least(&self) -> f64 {
        self.starts.iter().map(|start| start.average).fold(f64::INFINITY, f64::min)
    }

    /// Whether mirror images and the exchange of x and y change nothing.
    fn is_symmetric(&self) -> bool {
        let back = |at: usize| (self.side - at) % self.side;
        let all = (0..self.side).flat_map(|y| (0..self.side).map(move |x| (x, y)));
        let same = |a: Start, b: Start| a.diameter.0 == b.diameter.0 && (a.average - b.average).abs() < EQUAL;
        all.into_iter().all(|(x, y)| {
            [self.at(back(x), y), self.at(x, back(y)), self.at(y, x)]
                .into_iter()
                .all(|image| same(image, self.at(x, y)))
        })
    }
}

/// The places of the least average, from 1, if the averages fall up to there and rise after it; else none.
fn valley(starts: &[Start]) -> Vec<usize> {
    let averages: Vec<f64> = starts.iter().map(|start| start.average).collect();
    let least = least(starts) + EQUAL;
    let places: Vec<usize> = (0..averages.len()).filter(|&at| averages[at] <= least).collect();
    let (Some(&first), Some(&last)) = (places.first(), places.last()) else { return Vec::new() };
    let falls = averages[..=first].windows(2).all(|pair| pair[1] < pair[0] + EQUAL);
    let rises = averages[last..].windows(2).all(|pair| pair[1] > pair[0] - EQUAL);
    if falls && rises { places.into_iter().map(|at| at + 1).collect() } else { Vec::new() }
}

fn least(starts: &[Start]) -> f64 {
    starts.iter().map(|start| start.average).fold(f64::INFINITY, f64::min)
}

pub(super) fn starts(context: &Context<'_>) -> FigureReport {
    let last = if context.effort == Effort::Full { 16 } else { 8 };
    let surveys: Vec<Survey> = (4..=last).map(Survey::of).collect();
    let claims = vec![
        on_all(
            "the reduction by symmetry (figure 6): mirror images and the exchange of x and y change nothing",
            &surveys,
            "as stated",
            Survey::is_symmetric,
        ),
        diameters(&surveys),
        at_a_quarter("along the diagonal", &surveys, Survey::diagonal),
        at_a_quarter("along the line of R1", &surveys, Survey::line),
        is_least(
            "with R2 a quarter of the side away in the line, (−x, +y) and (+y, −x) give the least average distance",
            &surveys,
            "best",
            Survey::of_the_line,
        ),
        is_least("the line gives a lower average distance than the diagonal", &surveys, "lower", |survey| {
            [least(&survey.line()), least(&survey.diagonal())]
        }),
        is_least("no start and method gives a lower average distance than DSTM-2", &surveys, "none", |survey| {
            let dstm_2 = Distances::new(&trees(CONSTRUCTIONS[1].1, &square(survey.side as u32))).spread();
            [dstm_2.average(), survey.least()]
        }),
    ];
    FigureReport::plain(claims, table(&surveys))
}

/// One average distance is the least, on all sides: the other one that is asked about is no less.
fn is_least(text: &str, surveys: &[Survey], paper: &str, of: impl Fn(&Survey) -> [f64; 2]) -> PaperClaim {
    let claim = on_all(text, surveys, paper, |survey| {
        let [mine, other] = of(survey);
        mine <= other + EQUAL
    });
    let pairs: Vec<_> = surveys.iter().map(&of).collect();
    let above = pairs.iter().map(|[mine, other]| 100.0 * (mine / other - 1.0)).fold(f64::NEG_INFINITY, f64::max);
    let [mine, other] = pairs[pairs.len() - 1];
    let known = claim.measured.as_str().unwrap_or_default();
    let measured = format!("{known}; at most {above:.2} % above; {mine:.3} against {other:.3} on the last");
    PaperClaim { measured: measured.into(), ..claim }
}

/// A claim on all sides: where it is so.
fn on_all(text: &str, surveys: &[Survey], paper: &str, is_so: impl Fn(&Survey) -> bool) -> PaperClaim {
    let so: Vec<_> = surveys.iter().filter(|survey| is_so(survey)).map(|survey| survey.side.to_string()).collect();
    let all = so.len() == surveys.len();
    let measured = match so.len() {
        0 => "on none".to_owned(),
        _ if all => "on all".to_owned(),
        _ => format!("on sides {} only", so.join(" ")),
    };
    let measured = format!("{measured}; sides {} to {}", surveys[0].side, surveys[surveys.len() - 1].side);
    PaperClaim::new(ID, text, paper, measured, all).by("exact: all second starts, all 16 methods, on every side")
}

/// The paper finds that the diameter falls and rises along both lines.
fn diameters(surveys: &[Survey]) -> PaperClaim {
    let constant = |survey: &Survey| {
        let expected = 2 * survey.side as u32 - 2;
        survey.starts.iter().all(|start| start.diameter.0 == expected)
    };
    let all = surveys.iter().all(constant);
    let measured = if all { "the least is 2n − 2 at every second start, on every side" } else { "not constant" };
    let text = "the least combined diameter falls while R2 moves a quarter of the side away, and then rises";
    PaperClaim::new(ID, text, "falls and rises", measured, !all)
        .by("exact: all second starts, all 16 methods, on every side")
}

/// Whether the average distance falls to a quarter of the side and then rises. A quarter is rounded down or up.
fn at_a_quarter(line: &str, surveys: &[Survey], of: fn(&Survey) -> Vec<Start>) -> PaperClaim {
    let is_so = |survey: &&Survey| {
        let near = |place: usize| (place * 4).abs_diff(survey.side) < 4;
        valley(&of(survey)).into_iter().any(near)
    };
    let broken: Vec<_> = surveys.iter().filter(|survey| !is_so(survey)).map(|survey| survey.side.to_string()).collect();
    let text =
        format!("{line}, the least average distance falls until R2 is a quarter of the side away, and then rises");
    let measured =
        if broken.is_empty() { "on all sides".to_owned() } else { format!("not on sides {}", broken.join(" ")) };
    PaperClaim::new(
        ID,
        text,
        "a quarter",
        format!("{measured} of 4 to {}", surveys[surveys.len() - 1].side),
        Outcome::from(broken.is_empty()),
    )
    .by("exact: all 16 methods, on every side; a quarter rounded down or up")
}

fn table(surveys: &[Survey]) -> Table {
    let columns = ["side", "x", "y", "least_combined_diameter", "greatest_combined_diameter", "least_average_distance"];
    let mut table = Table::new(ID, &columns);
    for survey in surveys {
        for (node, start) in survey.starts.iter().enumerate() {
            let [side, x, y] = [survey.side, node % survey.side, node / survey.side].map(|number| number.to_string());
            let (least, most) = start.diameter;
            table.push([side, x, y, least.to_string(), most.to_string(), format!("{:.4}", start.average)]);
        }
    }
    table
}
