//! The paper's words about a figure, judged by what was measured.

use super::super::judge::Interval;
use super::super::lone::Value;
use super::super::{Outcome, PaperClaim};
use super::SCHEMES;
use super::axis::Axis;

/// How two schemes are compared.
pub(super) const PAIRED: &str = "at each value, 99 % interval of the ratio over the same random multicasts";

/// A ratio at a value of the axis.
type Point = (f64, Interval);

/// All path-based schemes against the unicast-based one, at all values.
struct AgainstUnicast(Vec<Point>);

impl AgainstUnicast {
    fn of(axis: &Axis) -> Self {
        Self(SCHEMES[1..].iter().flat_map(|scheme| axis.ratios(scheme, "unicast-tree", Value::Latency)).collect())
    }

    fn outcomes(&self) -> impl Iterator<Item = Outcome> {
        self.0.iter().map(|(_, ratio)| ratio.is_below(1.0))
    }

    fn count(&self, outcome: Outcome) -> usize {
        self.outcomes().filter(|&found| found == outcome).count()
    }

    fn words(&self) -> String {
        let [better, worse] = [Outcome::Holds, Outcome::Fails].map(|outcome| self.count(outcome));
        let (points, most) = (self.0.len(), span(&self.0).1);
        format!("faster in {better} of {points} points, slower in {worse}; at worst {most:.2} of its latency")
    }
}

pub(super) fn paths_beat_unicast(axis: &Axis, id: &str) -> PaperClaim {
    let points = AgainstUnicast::of(axis);
    let claim = "all path-based schemes are faster than the unicast-based one";
    PaperClaim::new(id, claim, "always", points.words(), Outcome::all(points.outcomes())).said_in("4.1").by(PAIRED)
}

/// What would make the paper's comparison with the unicast-based scheme hold nearly everywhere: worms that pass through
/// routers without delay. Hundreds of channels at 45 ns each cost more than the seven start-ups that a long path saves;
/// at 5 ns they do not.
pub(super) fn paths_would_beat_unicast(axis: &Axis, id: &str) -> PaperClaim {
    let points = AgainstUnicast::of(axis);
    let nearly_all = 10 * points.count(Outcome::Holds) >= 9 * points.0.len();
    let claim = "nearly everywhere the path-based schemes would be faster than the unicast-based one, if routers took no \
                 time (an assumption that the paper does not make)";
    let rule = format!("faster in nine of ten points; {PAIRED}");
    PaperClaim::new(id, claim, "no statement", points.words(), nearly_all).ours().by(rule)
}

/// A scheme is the fastest of the paper's five at every value.
pub(super) fn is_best(axis: &Axis, id: &str, scheme: &str) -> PaperClaim {
    let others = SCHEMES.iter().filter(|other| **other != scheme);
    let ratios: Vec<Vec<Point>> = others.map(|other| axis.ratios(scheme, other, Value::Latency)).collect();
    let at = |index: usize| Outcome::all(ratios.iter().map(|ratios| ratios[index].1.is_below(1.0)));
    let outcomes: Vec<(f64, Outcome)> = axis.values.iter().enumerate().map(|(index, &x)| (x, at(index))).collect();
    let holds = Outcome::all(outcomes.iter().map(|&(_, outcome)| outcome));
    let measured = format!("fastest{}", places(&outcomes));
    PaperClaim::new(id, format!("{scheme} is the fastest"), "at all sizes", measured, holds).by(PAIRED)
}

pub(super) fn is_below(axis: &Axis, id: &str, scheme: &str, other: &str, among: &[f64]) -> PaperClaim {
    compare(axis, id, scheme, other, among, Value::Latency, "is faster")
}

/// A scheme has less than another at each of these values.
pub(super) fn compare(
    axis: &Axis,
    id: &str,
    scheme: &str,
    other: &str,
    among: &[f64],
    value: Value,
    words: &str,
) -> PaperClaim {
    let mut ratios = axis.ratios(scheme, other, value);
    ratios.retain(|(x, _)| among.contains(x));
    let outcomes: Vec<_> = ratios.iter().map(|&(x, ratio)| (x, ratio.is_below(1.0))).collect();
    let holds = Outcome::all(outcomes.iter().map(|&(_, outcome)| outcome));
    let destinations = format!("for {} to {} destinations", among[0], among[among.len() - 1]);
    let claim = format!("{scheme} {words} than {other} {destinations}");
    let (least, most) = span(&ratios);
    let measured = format!("ratio {least:.2} to {most:.2}; so{}", places(&outcomes));
    PaperClaim::new(id, claim, "ratio below 1", measured, holds).by(PAIRED)
}

pub(super) fn is_almost(axis: &Axis, id: &str, scheme: &str, other: &str, value: Value) -> PaperClaim {
    let ratios = axis.ratios(scheme, other, value);
    let outcomes: Vec<_> = ratios.iter().map(|&(x, r)| (x, r.is_about(1.0))).collect();
    let holds = Outcome::all(outcomes.iter().map(|&(_, outcome)| outcome));
    let (least, most) = span(&ratios);
    let measured = format!("ratio {least:.2} to {most:.2}; so{}", places(&outcomes));
    let claim = format!("{scheme} is almost equal to {other}");
    PaperClaim::new(id, claim, "ratio about 1", measured, holds).by(format!("ratio within a tenth of 1; {PAIRED}"))
}

/// The least and the greatest ratio.
pub(super) fn span(ratios: &[Point]) -> (f64, f64) {
    let fold = |(least, most): (f64, f64), (_, ratio): &Point| (least.min(ratio.mean), most.max(ratio.mean));
    ratios.iter().fold((f64::INFINITY, f64::NEG_INFINITY), fold)
}

/// At which values something is so, is not so, and is not decided.
pub(super) fn places(outcomes: &[(f64, Outcome)]) -> String {
    let of = |outcome: Outcome| {
        let values = outcomes.iter().filter(|(_, known)| *known == outcome).map(|(x, _)| x.to_string());
        values.collect::<Vec<_>>()
    };
    let (held, failed, open) = (of(Outcome::Holds), of(Outcome::Fails), of(Outcome::Undecided));
    let mut words = format!(" at {} of {} values", held.len(), outcomes.len());
    if !failed.is_empty() {
        words += &format!(", not at {}", failed.join(" "));
    }
    if !open.is_empty() {
        words += &format!(", not decided at {}", open.join(" "));
    }
    words
}
