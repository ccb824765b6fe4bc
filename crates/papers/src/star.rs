//! The figures of the star paper (Wang, Chu, Chen), section 4: multicasts alone in a 6-star.
//!
//! The paper's parameters map to the time rules so: its link latency is the flit time, its router latency the router
//! delay, its start-up latencies the send and receive overheads, of which one node's worms pay the first one after
//! another. The unicast-based scheme is `unicast-tree` with the paper's smaller router latency.

mod axis;
mod claims;

use super::lone::Lone;
use super::{Context, Effort, Figure, FigureReport, PaperClaim, Table};
use axis::Axis;
use claims::{compare, is_almost, is_below, is_best, paths_beat_unicast, slope};
use wormcast_eval::chart::Chart;
use wormcast_sim::{Startup, Time, Timing};
use wormcast_topology::StarGraph;

const PAPER: &str = "star";
/// The schemes of the paper.
const SCHEMES: [&str; 5] = ["unicast-tree", "hamiltonian-path", "dual-path", "multi-path", "two-phase-multi-path"];
/// Schemes whose stars can be set against the two optima, which the paper could not do; and the optima.
const STARS: [&str; 4] = ["dual-path", "multi-path", "ocms", "otms"];
const SMALL: (u64, u64) = (550, 450);
const LARGE: (u64, u64) = (5500, 4500);
/// The paper's router latency for unicasts; that for multidestination worms is 40 ns, the default of the time rules.
const UNICAST_ROUTER: Time = Time::from_ns(20);
/// Two means are almost equal when they differ by at most this share.
const ALMOST: f64 = 0.1;

pub(super) const FIGURES: &[Figure] = &[
    figure("star-11a", "latency against multicast size, 6 flits, small start-up", |c| sizes(c, "star-11a", 6, SMALL)),
    figure("star-11b", "latency against multicast size, 120 flits, small start-up", |c| {
        sizes(c, "star-11b", 120, SMALL)
    }),
    figure("star-11c", "latency against multicast size, 2400 flits, small start-up", |c| {
        sizes(c, "star-11c", 2400, SMALL)
    }),
    figure("star-12a", "latency against multicast size, 6 flits, large start-up", |c| sizes(c, "star-12a", 6, LARGE)),
    figure("star-12b", "latency against multicast size, 120 flits, large start-up", |c| {
        sizes(c, "star-12b", 120, LARGE)
    }),
    figure("star-12c", "latency against multicast size, 2400 flits, large start-up", |c| {
        sizes(c, "star-12c", 2400, LARGE)
    }),
    figure("star-13", "latency against start-up, 120 flits to 120 nodes", start_ups),
    figure("star-14a", "latency against message length, small start-up, to 120 nodes", |c| {
        lengths(c, "star-14a", SMALL)
    }),
    figure("star-14b", "latency against message length, large start-up, to 120 nodes", |c| {
        lengths(c, "star-14b", LARGE)
    }),
    figure("star-15", "channels against multicast size", traffic),
    figure("star-optima", "the paper's stars against the optimal ones (beyond the paper)", optima),
];

const fn figure(id: &'static str, title: &'static str, run: fn(&Context<'_>) -> FigureReport) -> Figure {
    Figure { id, paper: PAPER, title, run }
}

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

fn latency(lone: &Lone) -> f64 {
    lone.latency_us.0
}

const SIZES: [f64; 14] = [5., 10., 20., 40., 60., 80., 120., 160., 240., 320., 400., 500., 600., 700.];

fn sizes(context: &Context<'_>, id: &str, length: u32, startup: (u64, u64)) -> FigureReport {
    let axis = Axis::measure(context, "destinations", &SIZES, |size| (size as usize, timing(length, startup)));
    let chart = Chart {
        title: format!("{length} flits, start-up {} µs, star:6", (startup.0 + startup.1) as f64 / 1000.0),
        x_label: "destinations".into(),
        y_label: "mean latency (µs)".into(),
        ..Chart::default()
    };
    let claims = if startup == SMALL { small_claims(&axis, id, length) } else { large_claims(&axis, id, length) };
    let mut report = axis.report(id, chart, |lone| lone.latency_us, claims);
    if !report.claims[0].holds {
        let (claim, table) = without_router_delay(context, id, length, startup);
        report.claims.push(claim);
        report.tables.push(table);
    }
    report
}

/// What would make the paper's comparison with the unicast-based scheme hold: worms that pass through routers without
/// delay. Hundreds of channels at 45 ns each cost more than the seven start-ups that a long path saves; at 5 ns they do
/// not.
fn without_router_delay(context: &Context<'_>, id: &str, length: u32, startup: (u64, u64)) -> (PaperClaim, Table) {
    let of = |size: f64| (size as usize, Timing { router: Time::ZERO, ..timing(length, startup) });
    let axis = Axis::measure(context, "destinations", &SIZES, of);
    let mut claim = paths_beat_unicast(&axis, id);
    claim.claim.push_str(", if routers took no time (an assumption that the paper does not make)");
    (claim, axis.table(&format!("{id}-no-router-delay")))
}

/// The claims of figure 11.
fn small_claims(axis: &Axis, id: &str, length: u32) -> Vec<PaperClaim> {
    let mut claims = vec![paths_beat_unicast(axis, id)];
    if length < 2400 {
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

/// The claims of figure 12.
fn large_claims(axis: &Axis, id: &str, length: u32) -> Vec<PaperClaim> {
    let mut claims = vec![paths_beat_unicast(axis, id)];
    let (few, many) = (&SIZES[..3], &SIZES[SIZES.len() - 4..]);
    if length < 2400 {
        claims.push(is_below(axis, id, "multi-path", "hamiltonian-path", few));
        claims.push(is_below(axis, id, "dual-path", "multi-path", few));
        claims.push(is_below(axis, id, "hamiltonian-path", "multi-path", many));
        claims.push(is_below(axis, id, "dual-path", "multi-path", many));
    } else {
        claims.push(is_almost(axis, id, "multi-path", "hamiltonian-path", latency));
        claims.push(is_almost(axis, id, "multi-path", "dual-path", latency));
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
    let slope = |scheme: &str| slope(&values, &axis.of(scheme, latency));
    let unicast = slope("unicast-tree");
    let others = ["hamiltonian-path", "dual-path", "multi-path", "two-phase-multi-path"].map(slope);
    let steepest = others.iter().copied().fold(0.0, f64::max);
    let [hamiltonian, dual, multi, two_phase] = others;
    let claims = vec![
        PaperClaim::new(
            id,
            "latency grows fastest with the start-up in the unicast-based scheme",
            "fastest",
            format!("{unicast:.2} µs per µs of start-up; the steepest of the others {steepest:.2}"),
            unicast > steepest,
        ),
        PaperClaim::new(
            id,
            "the start-up weighs on the proposed schemes almost as on hamiltonian-path and dual-path (within half)",
            "almost equal",
            format!(
                "multi-path {multi:.2}, two-phase {two_phase:.2}; hamiltonian {hamiltonian:.2}, dual {dual:.2} µs per µs of start-up"
            ),
            multi.max(two_phase) <= 1.5 * hamiltonian.max(dual),
        ),
    ];
    axis.report(id, chart, |lone| lone.latency_us, claims)
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
    let slopes = SCHEMES.iter().map(|scheme| (slope(&values, &axis.of(scheme, latency)), *scheme));
    let mut slopes: Vec<(f64, &str)> = slopes.collect();
    slopes.sort_by(|a, b| b.0.total_cmp(&a.0));
    let (steepest, scheme) = slopes[0];
    let claims = vec![
        PaperClaim::new(
            id,
            "message length weighs most on the unicast-based scheme",
            "unicast-tree",
            format!("{scheme}, {:.1} ns a flit; next {} with {:.1}", 1e3 * steepest, slopes[1].1, 1e3 * slopes[1].0),
            scheme == "unicast-tree",
        ),
        PaperClaim::new(
            id,
            "the unicast-based scheme takes ⌈log2 120⌉ phases",
            7,
            rounds_of_unicast_tree(),
            rounds_of_unicast_tree() == 7,
        ),
    ];
    axis.report(id, chart, |lone| lone.latency_us, claims)
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
    let channels = |lone: &Lone| lone.channels.0;
    let claims = vec![
        compare(&axis, id, "multi-path", "unicast-tree", &SIZES, channels, "fewer channels"),
        compare(&axis, id, "two-phase-multi-path", "unicast-tree", &SIZES, channels, "fewer channels"),
        is_almost(&axis, id, "multi-path", "dual-path", channels),
        compare(&axis, id, "dual-path", "two-phase-multi-path", &SIZES, channels, "fewer channels"),
    ];
    axis.report(id, chart, |lone| lone.channels, claims)
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
    let excess = |optimum: &str, value: fn(&Lone) -> f64| {
        let pairs = axis.of("multi-path", value).into_iter().zip(axis.of(optimum, value));
        let ratios: Vec<f64> = pairs.map(|(own, best)| own / best).collect();
        ratios.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), &ratio| (a.min(ratio), b.max(ratio)))
    };
    let claim = |words: &str, (least, most): (f64, f64)| {
        let measured = format!("multi-path has {least:.3} to {most:.3} times as much");
        PaperClaim::new(id, words, "ratio of 1 or more", measured, least >= 1.0)
    };
    let claims = vec![
        claim(
            "no star of the paper has fewer channels than ocms (mesh paper, theorem 1)",
            excess("ocms", |l| l.channels.0),
        ),
        claim(
            "no star of the paper has a shorter longest path than otms (mesh paper)",
            excess("otms", |l| l.longest.0),
        ),
    ];
    axis.report(id, chart, |lone| lone.longest, claims)
}

/// Rounds of a `unicast-tree` from the first node of a 6-star to the 120 after it.
fn rounds_of_unicast_tree() -> u32 {
    use wormcast_plan::{Cost, MulticastSet, Worms};
    use wormcast_schemes::{Options, scheme_named};
    use wormcast_topology::NodeId;
    let star = StarGraph::new(6).expect("a 6-star fits");
    let destinations: Vec<NodeId> = (1..=120).map(NodeId::new).collect();
    let set = MulticastSet { source: NodeId::new(0), destinations: &destinations };
    let mut worms = Worms::new();
    let scheme = scheme_named("unicast-tree").expect("the scheme exists");
    let planner = scheme.prepare(&star, &Options::default());
    planner.expect("it serves every network").plan(set, &mut worms).expect("the star is connected");
    Cost::of(&worms).rounds
}
