//! The paper's claims about its curves, and ours.

use super::super::super::PaperClaim;
use super::curves::Curves;
use super::scheme_configs::{
    AVERAGE, BEST, DSTM_1, DSTM_2, FEWEST, LEAST_LOADED, OPTIMISED, PATHS, SINGLE, SPAM, SPLIT,
};

/// The two-tree schemes that the paper does not call pathological.
const TWO_TREES: [&str; 4] = [DSTM_1, BEST, DSTM_2, AVERAGE];

/// The claims of figure 9.
pub(super) fn of_mixed_traffic(curves: &Curves) -> Vec<PaperClaim> {
    let mut claims = against_one_tree(curves);
    claims.extend([
        is_below(curves, DSTM_1, BEST),
        is_close(curves, BEST, DSTM_1),
        is_below(curves, BEST, DSTM_2),
        is_below(curves, DSTM_1, AVERAGE),
        is_below(curves, BEST, AVERAGE),
        is_below(curves, DSTM_1, PATHS),
    ]);
    claims
}

/// The claims of figure 10.
pub(super) fn of_multicasts(curves: &Curves) -> Vec<PaperClaim> {
    let mut claims = against_one_tree(curves);
    claims.extend([BEST, DSTM_2, AVERAGE, PATHS].map(|other| is_below(curves, DSTM_1, other)));
    let (words, ahead) = lead(curves, DSTM_1, BEST);
    let claim = "dstm-1 is significantly better than tarjan-best (by a tenth or more, in latency or in load)";
    claims.push(PaperClaim::new(curves.id, claim, "significantly better", words, ahead >= 1.1));
    claims
}

/// Two trees against one.
fn against_one_tree(curves: &Curves) -> Vec<PaperClaim> {
    let mut claims: Vec<_> = TWO_TREES.map(|two| is_below(curves, two, SPAM)).into();
    claims.push(everywhere_below(curves, DSTM_1, SPAM));
    let (words, ahead) = lead(curves, DSTM_1, SPAM);
    let claim = "DSTM outperforms the best single tree by up to a factor of two (1.7 or more counts as two)";
    claims.push(PaperClaim::new(curves.id, claim, 2, format!("{ahead:.2}: {words}"), ahead >= 1.7));
    claims
}

/// What the paper dismisses without trying, and what it does not mention.
pub(super) fn of_choices(curves: &Curves) -> Vec<PaperClaim> {
    let dismissed =
        "parting a multicast over both trees makes more traffic and is therefore likely worse (section 3.2.1)";
    let (words, _) = lead(curves, DSTM_1, SPLIT);
    let mut claims = vec![
        PaperClaim::new(curves.id, dismissed, "worse", words, is_behind(curves, SPLIT, DSTM_1)),
        is_below(curves, SPAM, SINGLE),
    ];
    let (words, ahead) = lead(curves, DSTM_1, SINGLE);
    let twice = "DSTM outperforms a single tree without cross links by a factor of two (1.7 or more counts as two)";
    claims.push(PaperClaim::new(
        curves.id,
        twice,
        "2, against one with cross links",
        format!("{ahead:.2}: {words}"),
        ahead >= 1.7,
    ));
    for (name, which) in
        [(FEWEST, "with the fewest channels for the set"), (LEAST_LOADED, "that has carried least so far")]
    {
        let (words, _) = lead(curves, name, DSTM_1);
        let claim = format!("taking the tree {which} is better than drawing one (ours)");
        claims.push(PaperClaim::new(curves.id, claim, "not tried", words, is_behind(curves, DSTM_1, name)));
    }
    let (words, _) = lead(curves, OPTIMISED, DSTM_1);
    let shorter =
        "trees as balanced as those of DSTM-1, whose routes a search has made shorter, are better under load (ours)";
    claims.push(PaperClaim::new(curves.id, shorter, "not tried", words, is_behind(curves, DSTM_1, OPTIMISED)));
    claims
}

/// One curve is below another under load.
fn is_below(curves: &Curves, lower: &str, upper: &str) -> PaperClaim {
    let (words, _) = lead(curves, lower, upper);
    let claim = format!("under load, {lower} has lower latencies than {upper}");
    PaperClaim::new(curves.id, claim, "lower", words, is_behind(curves, upper, lower))
}

/// Whether a curve lies above another, and stands no more load: what counts is the highest load at which their
/// latencies differ by more than their confidence.
fn is_behind(curves: &Curves, upper: &str, lower: &str) -> bool {
    let common = common(curves, lower, upper);
    let differ = common.iter().rev().find(|(_, a, b)| (a.0 - b.0).abs() > a.1 + b.1);
    differ.is_some_and(|(_, a, b)| a.0 < b.0) && curves.last_steady_load(lower) >= curves.last_steady_load(upper)
}

/// One curve is above another nowhere. Where it is, the length of a unicast's way tells why.
fn everywhere_below(curves: &Curves, lower: &str, upper: &str) -> PaperClaim {
    let common = common(curves, lower, upper);
    let above: Vec<_> = common.iter().filter(|(_, a, b)| a.0 > b.0).collect();
    let most = above.iter().map(|(_, a, b)| a.0 / b.0 - 1.0).fold(0.0, f64::max);
    let loads: Vec<_> = above.iter().map(|(load, ..)| load.to_string()).collect();
    let mut words = format!("above at {} of {} loads", above.len(), common.len());
    if !above.is_empty() {
        let ways = [lower, upper].map(|name| curves.unicast_way(name));
        words += &format!(
            " ({}), by {:.1} % at most: a unicast takes {:.2} channels on average, and by {upper} {:.2}",
            loads.join(", "),
            100.0 * most,
            ways[0],
            ways[1],
        );
    }
    let claim = format!("{lower} has lower latencies than {upper} at every load");
    PaperClaim::new(curves.id, claim, "lower", words, above.is_empty())
}

/// A load, and the mean latencies of two curves there with their half-widths.
type Both = (f64, (f64, f64), (f64, f64));

/// Loads at which both have a steady state, with both latencies.
fn common(curves: &Curves, one: &str, other: &str) -> Vec<Both> {
    let pairs = curves.latencies(one).into_iter().zip(curves.latencies(other));
    let both = curves.loads.iter().zip(pairs);
    both.filter_map(|(&load, (a, b))| Some((load, a?, b?))).collect()
}

/// How far one curve is ahead of another, in words, and the greatest ratio: of latencies at one load, or of the loads
/// that the network takes at most.
fn lead(curves: &Curves, first: &str, second: &str) -> (String, f64) {
    let common = common(curves, first, second);
    let ratio = common.iter().map(|(load, a, b)| (b.0 / a.0, *load)).max_by(|a, b| a.0.total_cmp(&b.0));
    let (latency, at) = ratio.unwrap_or((0.0, 0.0));
    let takes = [first, second].map(|name| curves.throughput(name));
    let words = format!(
        "latency of {second} is {latency:.2} times that of {first} at load {at}; steady up to {} and {}, taking at most {:.4} and {:.4} ({first} first)",
        curves.last_steady_load(first),
        curves.last_steady_load(second),
        takes[0],
        takes[1],
    );
    (words, latency.max(takes[0] / takes[1]))
}

/// Two curves nowhere differ by more than a tenth where both have a steady state.
fn is_close(curves: &Curves, one: &str, other: &str) -> PaperClaim {
    let (words, _) = lead(curves, other, one);
    let near = common(curves, one, other).iter().all(|(_, a, b)| (a.0 / b.0 - 1.0).abs() <= 0.1);
    let claim = format!("{one} is quite close to {other} (within a tenth)");
    PaperClaim::new(curves.id, claim, "quite close", words, near)
}
