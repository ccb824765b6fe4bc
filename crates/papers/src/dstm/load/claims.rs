//! The paper's claims about its curves, and ours.

use super::super::super::judge::{Interval, SIGNIFICANT, TWICE};
use super::super::super::{Outcome, PaperClaim};
use super::curves::Curves;
use super::scheme_configs::{
    AVERAGE, BEST, DSTM_1, DSTM_2, FEWEST, LEAST_LOADED, OPTIMISED, PATHS, SINGLE, SPAM, SPLIT,
};

/// The two-tree schemes that the paper does not call pathological.
const TWO_TREES: [&str; 4] = [DSTM_1, BEST, DSTM_2, AVERAGE];

/// How two curves are compared.
const RULE: &str = "mean latencies at the highest load that both stand with every seed; 99 % interval of their ratio \
                    over 8 seeds with the same messages";
/// What is said wherever the single tree of the comparison is meant.
const SPAM_IS_FIXED: &str = "SPAM adapts to the traffic in its paper; here each worm takes one fixed shortest way to its \
                             ancestor, so it may do better there";

/// The claims of figure 9.
pub(super) fn of_mixed_traffic(curves: &Curves) -> Vec<PaperClaim> {
    let mut claims = against_one_tree(curves);
    claims.push(few_messages(curves));
    claims.extend([
        is_below(curves, DSTM_1, BEST),
        is_close(curves, BEST, DSTM_1),
        is_below(curves, BEST, DSTM_2),
        is_below(curves, DSTM_1, AVERAGE),
        is_below(curves, BEST, AVERAGE),
        is_below(curves, DSTM_2, AVERAGE),
        is_below(curves, DSTM_1, PATHS),
    ]);
    claims
}

/// The claims of figure 10.
pub(super) fn of_multicasts(curves: &Curves) -> Vec<PaperClaim> {
    let mut claims = against_one_tree(curves);
    claims.extend([BEST, DSTM_2, AVERAGE, PATHS].map(|other| is_below(curves, DSTM_1, other)));
    claims.push(is_far_ahead(curves, DSTM_1, BEST));
    claims.push(up_to_two(curves));
    claims
}

/// Two trees against one.
fn against_one_tree(curves: &Curves) -> Vec<PaperClaim> {
    TWO_TREES.map(|two| with_note_on_spam(is_far_ahead(curves, two, SPAM))).into()
}

/// "Up to a factor of two" is said of both figures together, so the one with the greater lead bears it out.
fn up_to_two(curves: &Curves) -> PaperClaim {
    let text = "DSTM outperforms the best single tree by up to a factor of two";
    let claim = by_a_factor_of_two(curves, DSTM_1, SPAM, text).said_in("abstract, 8");
    let rule = format!("\"up to\": in one of the figures 9 and 10; {}", claim.rule);
    with_note_on_spam(claim.by(rule))
}

/// The claim with what is not as in SPAM's own paper.
fn with_note_on_spam(claim: PaperClaim) -> PaperClaim {
    let rule = format!("{}; {SPAM_IS_FIXED}", claim.rule);
    claim.by(rule)
}

/// What the paper dismisses without trying, and what it does not mention.
pub(super) fn of_choices(curves: &Curves) -> Vec<PaperClaim> {
    let dismissed = "parting a multicast over both trees makes more traffic and is likely worse";
    let mut claims = vec![
        named(is_below(curves, DSTM_1, SPLIT), dismissed, "worse").said_in("3.2.1"),
        with_note_on_spam(is_below(curves, SPAM, SINGLE).ours()),
        by_a_factor_of_two(
            curves,
            DSTM_1,
            SINGLE,
            "DSTM outperforms a single tree without cross links by up to a factor of two",
        )
        .ours(),
    ];
    for (name, which) in
        [(FEWEST, "with the fewest channels for the set"), (LEAST_LOADED, "that has carried least so far")]
    {
        claims.push(changes_little(curves, name, which).ours());
    }
    let shorter = "trees as balanced as those of DSTM-1, whose routes a search has made shorter, are better under load";
    claims.push(named(is_below(curves, OPTIMISED, DSTM_1), shorter, "not tried").ours());
    claims
}

/// Another choice of the tree takes as many messages as drawing one, within a tenth. Latencies at the edge, where a
/// change of a percent in what is taken is one of many percent, are told and do not decide.
fn changes_little(curves: &Curves, name: &str, which: &str) -> PaperClaim {
    let lead = Lead::of(curves, name, DSTM_1);
    let claim = format!("taking the tree {which} instead of drawing one hardly changes what the network takes");
    PaperClaim::new(curves.id, claim, "not tried", lead.words, lead.takes.is_about(1.0))
        .by(format!("the messages taken within a tenth; {RULE}"))
}

/// The same judgement of other words.
fn named(claim: PaperClaim, text: &str, paper: &str) -> PaperClaim {
    PaperClaim { claim: text.to_owned(), paper: paper.into(), ..claim }
}

/// How one curve lies to another.
struct Lead {
    /// The latency of the second in units of that of the first.
    latency: Interval,
    /// The messages that the first takes at most, in units of what the second takes.
    takes: Interval,
    words: String,
}

/// How many loads, from the least one on, both stand with every seed.
fn common_loads(curves: &Curves, first: &str, second: &str) -> usize {
    curves.steady_loads(first).min(curves.steady_loads(second))
}

/// The latency of the second in units of that of the first at a load; unknown if there is none.
fn latency_ratio(curves: &Curves, first: &str, second: &str, load: Option<usize>) -> Interval {
    let unknown = Interval { mean: 1.0, half_width: f64::INFINITY };
    let both = load.and_then(|load| Some((curves.latencies(second, load)?, curves.latencies(first, load)?)));
    both.map_or(unknown, |(second, first)| Interval::ratio(&second, &first))
}

impl Lead {
    fn of(curves: &Curves, first: &str, second: &str) -> Self {
        let last = common_loads(curves, first, second).checked_sub(1);
        let latency = latency_ratio(curves, first, second, last);
        let takes = Interval::ratio(&curves.throughputs(first), &curves.throughputs(second));
        let words = format!(
            "latency of {second} is {:.2} ± {:.2} times that of {first} at load {}; steady up to {} and {}; {first} takes {:.2} ± {:.2} times the messages",
            latency.mean,
            latency.half_width,
            last.map_or(0.0, |last| curves.loads[last]),
            curves.last_steady_load(first),
            curves.last_steady_load(second),
            takes.mean,
            takes.half_width,
        );
        Self { latency, takes, words }
    }

    /// Whether the first is ahead by this factor, in latency or in the messages that it takes.
    fn is_ahead_by(&self, factor: f64) -> Outcome {
        Outcome::any([self.latency, self.takes].map(|ratio| ratio.is_above(factor)))
    }
}

/// One curve is below another under load.
fn is_below(curves: &Curves, lower: &str, upper: &str) -> PaperClaim {
    let lead = Lead::of(curves, lower, upper);
    let claim = format!("under load, {lower} has lower latencies than {upper}");
    let rule = format!("in latency or in messages taken, where the curve bends up later; {RULE}");
    let holds = lead.is_ahead_by(1.0);
    PaperClaim::new(curves.id, claim, "lower", lead.words, holds).by(rule)
}

/// One curve is significantly better than another.
fn is_far_ahead(curves: &Curves, first: &str, second: &str) -> PaperClaim {
    let lead = Lead::of(curves, first, second);
    let claim = format!("{first} significantly outperforms {second}");
    let rule = format!("a tenth or more, in latency or in messages taken; {RULE}");
    let holds = lead.is_ahead_by(SIGNIFICANT);
    PaperClaim::new(curves.id, claim, "significantly", lead.words, holds).by(rule)
}

/// Up to a factor of two.
fn by_a_factor_of_two(curves: &Curves, first: &str, second: &str, claim: &str) -> PaperClaim {
    let lead = Lead::of(curves, first, second);
    let rule = format!("1.7 or more counts as two, in latency or in messages taken; {RULE}");
    let holds = lead.is_ahead_by(TWICE);
    PaperClaim::new(curves.id, claim, 2, lead.words, holds).by(rule)
}

/// Two curves differ by no more than a tenth, a load before the highest one: at the edge latencies rise without bound.
fn is_close(curves: &Curves, one: &str, other: &str) -> PaperClaim {
    let before_last = common_loads(curves, other, one).checked_sub(1).map(|last| last.saturating_sub(1));
    let ratio = latency_ratio(curves, other, one, before_last);
    let load = before_last.map_or(0.0, |load| curves.loads[load]);
    let measured =
        format!("latency of {one} is {:.2} ± {:.2} times that of {other} at load {load}", ratio.mean, ratio.half_width);
    PaperClaim::new(curves.id, format!("{one} is quite close to {other}"), "quite close", measured, ratio.is_about(1.0))
        .by("within a tenth at the highest load but one that both stand; 99 % interval over 8 seeds, the same messages")
}

/// Where there is little traffic the length of a unicast's way decides.
fn few_messages(curves: &Curves) -> PaperClaim {
    let [dstm, spam] = [DSTM_1, SPAM].map(|name| curves.latencies(name, 0));
    let ratio = dstm.zip(spam).map(|(dstm, spam)| Interval::ratio(&spam, &dstm));
    let ratio = ratio.unwrap_or(Interval { mean: 1.0, half_width: f64::INFINITY });
    let ways = [DSTM_1, SPAM].map(|name| curves.unicast_way(name));
    let measured = format!(
        "{:.3} ± {:.3} of the latency of dstm-1 at load {}: a unicast takes {:.2} channels on average, and {:.2} by dstm-1",
        ratio.mean, ratio.half_width, curves.loads[0], ways[1], ways[0]
    );
    let claim = "where there is little traffic SPAM is faster than DSTM-1: cross links make unicasts short";
    PaperClaim::new(curves.id, claim, "not said", measured, ratio.is_below(1.0))
        .ours()
        .by("99 % interval of the ratio at the least load, over 8 seeds with the same messages")
}
