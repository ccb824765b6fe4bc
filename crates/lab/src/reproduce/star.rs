//! The figures of the star paper (Wang, Chu, Chen), section 4: multicasts alone in a 6-star.
//!
//! The paper's parameters map to the time rules so: its link latency is the flit time, its router latency the router
//! delay, its start-up latencies the send and receive overheads, of which one node's worms pay the first one after
//! another. The unicast-based scheme is `unicast-tree` with the paper's smaller router latency.

use super::lone::{Lone, measure};
use super::{Claim, Context, Effort, Figure, Picture, Report, Table};
use crate::chart::{Chart, Curve, Point, svg};
use wormcast_sim::{Startup, Time, Timing};
use wormcast_topology::{Star, Topology};

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

const fn figure(id: &'static str, title: &'static str, run: fn(&Context<'_>) -> Report) -> Figure {
    Figure { id, paper: PAPER, title, run }
}

/// One horizontal axis of a figure: for each of its values the measured schemes, in their order.
struct Axis {
    name: &'static str,
    schemes: &'static [&'static str],
    values: Vec<f64>,
    measured: Vec<Vec<Lone>>,
}

impl Axis {
    /// The paper's schemes, each by a few hundred random multicasts a value.
    fn measure(context: &Context<'_>, name: &'static str, values: &[f64], of: impl Fn(f64) -> (usize, Timing)) -> Self {
        Self::of_schemes(context, name, &SCHEMES, if context.effort == Effort::Full { 400 } else { 32 }, values, of)
    }

    fn of_schemes(
        context: &Context<'_>,
        name: &'static str,
        schemes: &'static [&'static str],
        repetitions: usize,
        values: &[f64],
        of: impl Fn(f64) -> (usize, Timing),
    ) -> Self {
        let star = Star::new(6).expect("a 6-star fits");
        let mut measured = Vec::new();
        for (index, &value) in values.iter().enumerate() {
            let (size, timing) = of(value);
            let scheme = |scheme: &&str| {
                let router = if *scheme == "unicast-tree" { UNICAST_ROUTER.min(timing.router) } else { timing.router };
                let timing = Timing { router, ..timing.clone() };
                measure(&star as &dyn Topology, scheme, size, &timing, repetitions, context.seed)
            };
            measured.push(schemes.iter().map(scheme).collect());
            (context.progress)((index + 1) as f64 / values.len() as f64);
        }
        Self { name, schemes, values: values.to_vec(), measured }
    }

    fn of(&self, scheme: &str, value: fn(&Lone) -> f64) -> Vec<f64> {
        let index = self.schemes.iter().position(|known| *known == scheme).expect("a figure names its schemes");
        self.measured.iter().map(|row| value(&row[index])).collect()
    }

    fn table(&self, name: &str) -> Table {
        let columns = [
            self.name,
            "scheme",
            "latency_us",
            "latency_ci95_us",
            "channels",
            "channels_ci95",
            "longest",
            "longest_ci95",
        ];
        let mut table = Table::new(name, &columns);
        for (value, row) in self.values.iter().zip(&self.measured) {
            for (scheme, lone) in self.schemes.iter().zip(row) {
                let mut cells = vec![value.to_string(), (*scheme).to_owned()];
                for (mean, half_width) in [lone.latency_us, lone.channels, lone.longest] {
                    cells.extend([format!("{mean:.3}"), format!("{half_width:.3}")]);
                }
                table.rows.push(cells);
            }
        }
        table
    }

    fn picture(&self, name: &str, chart: Chart, value: fn(&Lone) -> (f64, f64)) -> Picture {
        let curve = |(index, scheme): (usize, &&str)| Curve {
            name: (*scheme).to_owned(),
            points: self
                .values
                .iter()
                .zip(&self.measured)
                .map(|(&x, row)| {
                    let (y, error) = value(&row[index]);
                    Point { x, y, error }
                })
                .collect(),
            ends_at: None,
        };
        let curves = self.schemes.iter().enumerate().map(curve).collect();
        Picture { name: name.to_owned(), svg: svg(&Chart { curves, ..chart }) }
    }

    fn report(&self, id: &str, chart: Chart, value: fn(&Lone) -> (f64, f64), claims: Vec<Claim>) -> Report {
        Report { claims, tables: vec![self.table(id)], pictures: vec![self.picture(id, chart, value)] }
    }
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

fn sizes(context: &Context<'_>, id: &str, length: u32, startup: (u64, u64)) -> Report {
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

/// What would make the paper's comparison with the unicast-based scheme hold: worms that pass through routers without delay. Hundreds of
/// channels at 45 ns each cost more than the seven start-ups that a long path saves; at 5 ns they do not.
fn without_router_delay(context: &Context<'_>, id: &str, length: u32, startup: (u64, u64)) -> (Claim, Table) {
    let of = |size: f64| (size as usize, Timing { router: Time::ZERO, ..timing(length, startup) });
    let axis = Axis::measure(context, "destinations", &SIZES, of);
    let mut claim = paths_beat_unicast(&axis, id);
    claim.claim.push_str(", if routers took no time (an assumption that the paper does not make)");
    (claim, axis.table(&format!("{id}-no-router-delay")))
}

/// The claims of figure 11.
fn small_claims(axis: &Axis, id: &str, length: u32) -> Vec<Claim> {
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
fn large_claims(axis: &Axis, id: &str, length: u32) -> Vec<Claim> {
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

fn start_ups(context: &Context<'_>) -> Report {
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
        Claim::new(
            id,
            "latency grows fastest with the start-up in the unicast-based scheme",
            "fastest",
            format!("{unicast:.2} µs a µs; the steepest of the others {steepest:.2}"),
            unicast > steepest,
        ),
        Claim::new(
            id,
            "the start-up weighs on the proposed schemes almost as on hamiltonian-path and dual-path (within half)",
            "almost equal",
            format!(
                "multi-path {multi:.2}, two-phase {two_phase:.2}; hamiltonian {hamiltonian:.2}, dual {dual:.2} µs a µs"
            ),
            multi.max(two_phase) <= 1.5 * hamiltonian.max(dual),
        ),
    ];
    axis.report(id, chart, |lone| lone.latency_us, claims)
}

fn lengths(context: &Context<'_>, id: &str, startup: (u64, u64)) -> Report {
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
        Claim::new(
            id,
            "message length weighs most on the unicast-based scheme",
            "unicast-tree",
            format!("{scheme}, {:.1} ns a flit; next {} with {:.1}", 1e3 * steepest, slopes[1].1, 1e3 * slopes[1].0),
            scheme == "unicast-tree",
        ),
        Claim::new(
            id,
            "the unicast-based scheme takes ⌈log2 120⌉ phases",
            7,
            rounds_of_unicast_tree(),
            rounds_of_unicast_tree() == 7,
        ),
    ];
    axis.report(id, chart, |lone| lone.latency_us, claims)
}

fn traffic(context: &Context<'_>) -> Report {
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
fn optima(context: &Context<'_>) -> Report {
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
        Claim::new(id, words, "ratio of 1 or more", measured, least >= 1.0)
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

fn paths_beat_unicast(axis: &Axis, id: &str) -> Claim {
    let unicast = axis.of("unicast-tree", latency);
    let paths = SCHEMES[1..].iter().flat_map(|scheme| axis.of(scheme, latency).into_iter().zip(&unicast));
    let ratios: Vec<f64> = paths.map(|(path, unicast)| path / unicast).collect();
    let (better, all) = (ratios.iter().filter(|&&ratio| ratio < 1.0).count(), ratios.len());
    let worst = ratios.iter().copied().fold(0.0, f64::max);
    let measured = format!("in {better} of {all} points; at worst {worst:.2} of its latency");
    Claim::new(id, "all path-based schemes are faster than the unicast-based one", "always", measured, better == all)
}

/// A scheme is the fastest of the paper's five at every value.
fn is_best(axis: &Axis, id: &str, scheme: &str) -> Claim {
    let own = axis.of(scheme, latency);
    let others: Vec<Vec<f64>> = SCHEMES.iter().filter(|s| **s != scheme).map(|s| axis.of(s, latency)).collect();
    let best = |index: usize| others.iter().all(|other| own[index] <= other[index]);
    let won: Vec<String> = (0..own.len()).filter(|&i| best(i)).map(|i| axis.values[i].to_string()).collect();
    let measured = format!("at {} of {} sizes: {}", won.len(), own.len(), won.join(" "));
    Claim::new(id, format!("{scheme} is the fastest"), "at all sizes", measured, won.len() == own.len())
}

fn is_below(axis: &Axis, id: &str, scheme: &str, other: &str, among: &[f64]) -> Claim {
    compare(axis, id, scheme, other, among, latency, "faster")
}

/// A scheme has less than another at each of these values.
fn compare(
    axis: &Axis,
    id: &str,
    scheme: &str,
    other: &str,
    among: &[f64],
    value: fn(&Lone) -> f64,
    word: &str,
) -> Claim {
    let pairs = axis.of(scheme, value).into_iter().zip(axis.of(other, value)).zip(&axis.values);
    let ratios: Vec<f64> = pairs.filter(|(_, x)| among.contains(x)).map(|((a, b), _)| a / b).collect();
    let (least, most) = ratios.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), &ratio| (a.min(ratio), b.max(ratio)));
    let span = format!("for {} to {} destinations", among[0], among[among.len() - 1]);
    let claim = format!("{scheme} is {word} than {other} {span}").replace("is fewer channels", "takes fewer channels");
    Claim::new(id, claim, "ratio below 1", format!("ratio {least:.2} to {most:.2}"), most < 1.0)
}

fn is_almost(axis: &Axis, id: &str, scheme: &str, other: &str, value: fn(&Lone) -> f64) -> Claim {
    let ratios = axis.of(scheme, value).into_iter().zip(axis.of(other, value)).map(|(a, b)| a / b);
    let ratios: Vec<f64> = ratios.collect();
    let (least, most) = ratios.iter().fold((f64::INFINITY, 0.0_f64), |(a, b), &ratio| (a.min(ratio), b.max(ratio)));
    let holds = least >= 1.0 - ALMOST && most <= 1.0 + ALMOST;
    let claim = format!("{scheme} is almost equal to {other} (within 10 %)");
    Claim::new(id, claim, "ratio about 1", format!("ratio {least:.2} to {most:.2}"), holds)
}

/// The slope of the least-squares line.
fn slope(x: &[f64], y: &[f64]) -> f64 {
    let mean = |values: &[f64]| values.iter().sum::<f64>() / values.len() as f64;
    let (mean_x, mean_y) = (mean(x), mean(y));
    let covariance: f64 = x.iter().zip(y).map(|(x, y)| (x - mean_x) * (y - mean_y)).sum();
    covariance / x.iter().map(|x| (x - mean_x).powi(2)).sum::<f64>()
}

/// Rounds of a `unicast-tree` from the first node of a 6-star to the 120 after it.
fn rounds_of_unicast_tree() -> u32 {
    use wormcast_plan::{Cost, MulticastSet, Worms};
    use wormcast_schemes::{Options, scheme_named};
    use wormcast_topology::NodeId;
    let star = Star::new(6).expect("a 6-star fits");
    let destinations: Vec<NodeId> = (1..=120).map(NodeId::new).collect();
    let set = MulticastSet { source: NodeId::new(0), destinations: &destinations };
    let mut worms = Worms::new();
    let scheme = scheme_named("unicast-tree").expect("the scheme exists");
    let planner = scheme.prepare(&star, &Options::default());
    planner.expect("it serves every network").plan(set, &mut worms).expect("the star is connected");
    Cost::of(&worms).rounds
}
