//! The figures of the star paper (Wang, Chu, Chen), section 4: multicasts alone in a 6-star.
//!
//! The paper's parameters map to the time rules so: its link latency is the flit time, its router latency the router
//! delay, its start-up latencies the send and receive overheads, of which one node's worms pay the first one after
//! another. The unicast-based scheme is `unicast-tree` with the paper's smaller router latency.

mod axis;
mod claims;
mod example;
mod labelled_unicasts;
mod networks;
mod paths;
mod phases;

use super::judge::{Interval, what_headers_change};
use super::lone::Value;
use super::{Context, Effort, Figure, FigureReport, Outcome, Paper, PaperClaim};
use axis::Axis;
use claims::{PAIRED, compare, is_almost, is_below, is_best, paths_beat_unicast, paths_would_beat_unicast};
use wormcast_eval::chart::Chart;
use wormcast_sim::{Startup, Time, Timing};

/// The schemes of the paper.
const SCHEMES: [&str; 5] = ["unicast-tree", "hamiltonian-path", "dual-path", "multi-path", "two-phase-multi-path"];
/// Schemes whose stars can be set against the two optima, which the paper could not do; and the optima.
const STARS: [&str; 4] = ["dual-path", "multi-path", "ocms", "otms"];
const SMALL: (u64, u64) = (550, 450);
const LARGE: (u64, u64) = (5500, 4500);
/// The paper's router latency for unicasts; that for multidestination worms is 40 ns, the default of the time rules.
const UNICAST_ROUTER: Time = Time::from_ns(20);

const PAPER: Paper = Paper("star");

pub(super) const FIGURES: &[Figure] = &[
    PAPER.figure("star-graph", "2.1", "the star graph, its labelling, and node classes", networks::graph),
    PAPER.figure("star-example", "3.2", "the worked example: figures 5, 6, 9 and 10", example::example),
    PAPER.figure("star-theorems", "3.2", "routing completes: lemmas 1 to 3, theorems 1 and 3", networks::theorems),
    PAPER.figure("star-deadlock", "3.2", "theorems 2 and 4: free of deadlock", networks::deadlock),
    PAPER.figure("star-paths", "3.2.1", "the length of the longest path in the worst case", paths::paths),
    PAPER.figure("star-phases", "3.2.2", "broadcasts in more phases (beyond the paper)", phases::phases),
    PAPER.figure("star-11a", "4.1, figure 11 (a)", "latency against multicast size, 6 flits, small start-up", |c| {
        sizes(c, "star-11a", 6, SMALL)
    }),
    PAPER.figure("star-11b", "4.1, figure 11 (b)", "latency against multicast size, 120 flits, small start-up", |c| {
        sizes(c, "star-11b", 120, SMALL)
    }),
    PAPER.figure("star-11c", "4.1, figure 11 (c)", "latency against multicast size, 2400 flits, small start-up", |c| {
        sizes(c, "star-11c", 2400, SMALL)
    }),
    PAPER.figure("star-12a", "4.1, figure 12 (a)", "latency against multicast size, 6 flits, large start-up", |c| {
        sizes(c, "star-12a", 6, LARGE)
    }),
    PAPER.figure("star-12b", "4.1, figure 12 (b)", "latency against multicast size, 120 flits, large start-up", |c| {
        sizes(c, "star-12b", 120, LARGE)
    }),
    PAPER.figure("star-12c", "4.1, figure 12 (c)", "latency against multicast size, 2400 flits, large start-up", |c| {
        sizes(c, "star-12c", 2400, LARGE)
    }),
    PAPER.figure("star-13", "4.2, figure 13", "latency against start-up, 120 flits to 120 nodes", start_ups),
    PAPER.figure(
        "star-14a",
        "4.3, figure 14 (a)",
        "latency against message length, small start-up, to 120 nodes",
        |c| lengths(c, "star-14a", SMALL),
    ),
    PAPER.figure(
        "star-14b",
        "4.3, figure 14 (b)",
        "latency against message length, large start-up, to 120 nodes",
        |c| lengths(c, "star-14b", LARGE),
    ),
    PAPER.figure("star-15", "4.4, figure 15", "channels against multicast size", traffic),
    PAPER.figure("star-optima", "ours", "the paper's stars against the optimal ones (beyond the paper)", optima),
];

fn timing(length: u32, (send, receive): (u64, u64)) -> Timing {
    Timing {
        length,
        send: Time::from_ns(send),
        receive: Time::from_ns(receive),
        startup: Startup::Serial,
        flit: Time::from_ns(5),
        ..Timing::default()
    }
}

const SIZES: [f64; 14] = [5., 10., 20., 40., 60., 80., 120., 160., 240., 320., 400., 500., 600., 700.];
/// The lengths that the paper calls long.
const LONG: u32 = 2400;
/// The length of which a header is a good part.
const SHORT: u32 = 6;

fn sizes(context: &Context<'_>, id: &str, length: u32, startup: (u64, u64)) -> FigureReport {
    let measure = |change: fn(Timing) -> Timing| {
        Axis::measure(context, "destinations", &SIZES, |size| (size as usize, change(timing(length, startup))))
    };
    let claims = |axis: &Axis| match startup {
        SMALL => small_claims(axis, id, length),
        _ => large_claims(axis, id, length),
    };
    let axis = measure(|timing| timing);
    let chart = Chart {
        title: format!("{length} flits, start-up {} µs, star:6", (startup.0 + startup.1) as f64 / 1000.0),
        x_label: "destinations".into(),
        y_label: "mean latency (µs)".into(),
        ..Chart::default()
    };
    let mut report = axis.report(id, chart, Value::Latency, claims(&axis));
    if report.claims[0].holds != Outcome::Holds {
        let axis = measure(|timing| Timing { router: Time::ZERO, ..timing });
        report.claims.push(paths_would_beat_unicast(&axis, id));
        report.tables.push(axis.table(&format!("{id}-no-router-delay")));
    }
    if length == SHORT {
        let axis = measure(|timing| Timing { header_flits: true, ..timing });
        report.claims.push(what_headers_change(id, &report.claims, &claims(&axis)));
        report.tables.push(axis.table(&format!("{id}-headers")));
    }
    report
}

/// The claims of figure 11.
fn small_claims(axis: &Axis, id: &str, length: u32) -> Vec<PaperClaim> {
    let mut claims = vec![paths_beat_unicast(axis, id)];
    if length < LONG {
        claims.push(is_best(axis, id, "two-phase-multi-path"));
        for scheme in ["multi-path", "two-phase-multi-path"] {
            for other in ["hamiltonian-path", "dual-path"] {
                claims.push(is_below(axis, id, scheme, other, &SIZES));
            }
        }
    } else {
        claims.push(is_best(axis, id, "multi-path"));
    }
    claims
}

/// The claims of figure 12. "Small" and "large" numbers of destinations are the first three and the last four sizes.
fn large_claims(axis: &Axis, id: &str, length: u32) -> Vec<PaperClaim> {
    let mut claims = vec![paths_beat_unicast(axis, id)];
    let (few, many) = (&SIZES[..3], &SIZES[SIZES.len() - 4..]);
    if length < LONG {
        claims.push(is_below(axis, id, "multi-path", "hamiltonian-path", few));
        claims.push(is_below(axis, id, "dual-path", "multi-path", few));
        claims.push(is_below(axis, id, "hamiltonian-path", "multi-path", many));
        claims.push(is_below(axis, id, "dual-path", "multi-path", many));
    } else {
        claims.push(is_almost(axis, id, "multi-path", "hamiltonian-path", Value::Latency));
        claims.push(is_almost(axis, id, "multi-path", "dual-path", Value::Latency));
    }
    claims.push(is_below(axis, id, "hamiltonian-path", "two-phase-multi-path", &SIZES));
    claims.push(is_below(axis, id, "dual-path", "two-phase-multi-path", &SIZES));
    claims
}

fn start_ups(context: &Context<'_>) -> FigureReport {
    let id = "star-13";
    let values = [1., 2., 3., 4., 5., 6., 7., 8., 9., 10.];
    let of = |total: f64| (120, timing(120, ((total * 550.0) as u64, (total * 450.0) as u64)));
    let axis = Axis::measure(context, "startup_us", &values, of);
    let chart = Chart {
        title: "120 flits to 120 destinations, star:6".into(),
        x_label: "start-up (µs)".into(),
        y_label: "mean latency (µs)".into(),
        ..Chart::default()
    };
    let at_once = Axis::measure(context, "startup_us", &[1., 10.], |total| {
        let (size, timing) = of(total);
        (size, Timing { startup: Startup::Parallel, ..timing })
    });
    let claims = vec![
        weighs_most_on_unicast(&axis, id, "the start-up", "µs per µs of start-up", 1.0),
        weighs_alike(&axis, id),
        would_weigh_alike(&at_once, id),
    ];
    axis.report(id, chart, Value::Latency, claims)
}

/// Whether the slope of the unicast-based scheme is above those of all others.
fn weighs_most_on_unicast(axis: &Axis, id: &str, what: &str, unit: &str, scale: f64) -> PaperClaim {
    let unicast = axis.slopes("unicast-tree");
    let others = SCHEMES[1..].iter().map(|scheme| Interval::ratio(&axis.slopes(scheme), &unicast).is_below(1.0));
    let of = |scheme: &&str| format!("{scheme} {:.2}", scale * Interval::mean_of(&axis.slopes(scheme)).mean);
    let measured = format!("{} {unit}", SCHEMES.iter().map(of).collect::<Vec<_>>().join(", "));
    let claim = format!("{what} weighs most on the unicast-based scheme");
    PaperClaim::new(id, claim, "unicast-tree", measured, Outcome::all(others)).by(PAIRED)
}

/// The slopes of the proposed schemes in units of those of the earlier ones, and these in words.
fn slopes_against(axis: &Axis, schemes: &[&'static str]) -> (Vec<Interval>, String) {
    let pairs = schemes.iter().flat_map(|&new| ["hamiltonian-path", "dual-path"].map(|old| (new, old)));
    let ratios: Vec<_> =
        pairs.map(|(new, old)| (new, old, Interval::ratio(&axis.slopes(new), &axis.slopes(old)))).collect();
    let words: Vec<_> = ratios.iter().map(|(new, old, ratio)| format!("{new} {:.1} times {old}", ratio.mean)).collect();
    (ratios.into_iter().map(|(.., ratio)| ratio).collect(), words.join("; "))
}

/// Whether the start-up weighs on the proposed schemes as on the earlier ones.
fn weighs_alike(axis: &Axis, id: &str) -> PaperClaim {
    let (ratios, words) = slopes_against(axis, &["multi-path", "two-phase-multi-path"]);
    let alike = Outcome::all(ratios.iter().map(|ratio| ratio.is_about(1.0)));
    let claim = "the start-up weighs on the proposed schemes almost as on hamiltonian-path and dual-path";
    PaperClaim::new(id, claim, "almost equal", words, alike).by(format!("slopes within a tenth; {PAIRED}"))
}

/// What would make it so: a node whose worms start at once. The paper says of figure 12 that several paths need more
/// start-up time, which they would not then; and two phases take two start-ups either way.
fn would_weigh_alike(axis: &Axis, id: &str) -> PaperClaim {
    let (one, words) = slopes_against(axis, &["multi-path"]);
    let (two, more_words) = slopes_against(axis, &["two-phase-multi-path"]);
    let as_said = one.iter().map(|ratio| ratio.is_about(1.0)).chain(two.iter().map(|ratio| ratio.is_about(2.0)));
    let claim = "if a node's worms started at once, it would weigh on multi-path as on them, and twice on two-phase";
    PaperClaim::new(id, claim, "no statement", format!("{words}; {more_words}"), Outcome::all(as_said))
        .ours()
        .by(format!("slopes within a tenth of 1 and of 2; {PAIRED}"))
}

fn lengths(context: &Context<'_>, id: &str, startup: (u64, u64)) -> FigureReport {
    let values = [6., 60., 120., 300., 600., 1200., 1800., 2400.];
    let axis = Axis::measure(context, "flits", &values, |length| (120, timing(length as u32, startup)));
    let chart = Chart {
        title: format!("120 destinations, start-up {} µs, star:6", (startup.0 + startup.1) as f64 / 1000.0),
        x_label: "message length (flits)".into(),
        y_label: "mean latency (µs)".into(),
        ..Chart::default()
    };
    let rounds = networks::rounds_of_unicast_tree();
    let claims = vec![
        weighs_most_on_unicast(&axis, id, "message length", "ns a flit", 1000.0),
        PaperClaim::new(id, "the unicast-based scheme takes ⌈log2 120⌉ phases", 7, rounds, rounds == 7),
    ];
    axis.report(id, chart, Value::Latency, claims)
}

fn traffic(context: &Context<'_>) -> FigureReport {
    let id = "star-15";
    let axis = Axis::measure(context, "destinations", &SIZES, |size| (size as usize, timing(6, SMALL)));
    let chart = Chart {
        title: "Channels of one multicast, star:6".into(),
        x_label: "destinations".into(),
        y_label: "mean channels".into(),
        ..Chart::default()
    };
    let fewer =
        |scheme: &str, other: &str| compare(&axis, id, scheme, other, &SIZES, Value::Channels, "takes fewer channels");
    // Against dual-path section 4.4 itself says "almost equal" of the one scheme and "larger" of the other, so what the
    // conclusion says of both can be meant against the paths without shortcuts only.
    let reduces = |scheme: &str| {
        let claim = fewer(scheme, "hamiltonian-path");
        let rule =
            format!("reducing the links that are traversed, against the earlier scheme that 4.4 leaves; {PAIRED}");
        claim.said_in("5").by(rule)
    };
    let claims = [
        fewer("multi-path", "unicast-tree"),
        fewer("two-phase-multi-path", "unicast-tree"),
        is_almost(&axis, id, "multi-path", "dual-path", Value::Channels),
        fewer("dual-path", "two-phase-multi-path"),
        reduces("multi-path"),
        reduces("two-phase-multi-path"),
    ];
    let claims = claims.into_iter().chain(labelled_unicasts::would_take_fewer(context, id)).collect();
    axis.report(id, chart, Value::Channels, claims)
}

/// Beyond the paper: how far its stars are from the fewest channels and from the shortest longest path.
fn optima(context: &Context<'_>) -> FigureReport {
    let id = "star-optima";
    let sizes = [10., 40., 120., 400.];
    let repetitions = if context.effort == Effort::Full { 48 } else { 4 };
    let of = |size: f64| (size as usize, timing(120, SMALL));
    let axis = Axis::of_schemes(context, "destinations", &STARS, repetitions, &sizes, of);
    let chart = Chart {
        title: "Longest path of one multicast, star:6".into(),
        x_label: "destinations".into(),
        y_label: "mean longest path (channels)".into(),
        ..Chart::default()
    };
    let claim = |words: &str, optimum: &str, value: Value| {
        let ratios = axis.ratios("multi-path", optimum, value);
        let (least, most) = claims::span(&ratios);
        let measured = format!("multi-path has {least:.2} to {most:.2} times as much");
        PaperClaim::new(id, words, "ratio of 1 or more", measured, least >= 1.0)
    };
    let claims = vec![
        claim("no star of the paper has fewer channels than ocms (mesh paper, theorem 1)", "ocms", Value::Channels),
        claim("no star of the paper has a shorter longest path than otms (mesh paper)", "otms", Value::Longest),
    ];
    axis.report(id, chart, Value::Longest, claims)
}
