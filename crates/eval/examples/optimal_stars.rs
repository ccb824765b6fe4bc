//! Compares the optimal stars with the other path-based schemes: mean channels and mean longest path over random sets
//! of growing size. Prints Markdown tables, and writes the curves as SVG into a folder.
//!
//! ```text
//! cargo run --release -p wormcast-eval --features charts --example optimal_stars -- docs/figures
//! ```

use std::path::PathBuf;
use std::{env, error::Error, fs};
use wormcast_eval::chart::{Chart, Curve, CurvePoint, svg};
use wormcast_plan::{Cost, FirstHop, MulticastSet, Worms, random_destinations};
use wormcast_schemes::option::{DISJOINT, FIRST_HOP};
use wormcast_schemes::{Options, Planner, scheme_named};
use wormcast_topology::{NodeId, Topology, build};

/// How many random sets a mean is taken over.
const SETS: u64 = 200;

/// The schemes, in the order of the tables, and the first hop of the stars.
const SCHEMES: [(&str, &str, FirstHop); 7] = [
    ("hamiltonian-path", "hamiltonian-path", FirstHop::Routing),
    ("dual-path", "dual-path", FirstHop::Routing),
    ("multi-path", "multi-path", FirstHop::Routing),
    ("ocms", "ocms", FirstHop::Routing),
    ("otms", "otms", FirstHop::Routing),
    ("ocms, first hop free", "ocms", FirstHop::Free),
    ("otms, first hop free", "otms", FirstHop::Free),
];

/// The means of one scheme for one number of destinations, each with half the width of its 95 % confidence interval.
struct Mean {
    channels: (f64, f64),
    longest: (f64, f64),
}

fn main() -> Result<(), Box<dyn Error>> {
    let folder = PathBuf::from(env::args().nth(1).ok_or("name the folder that the figures go into")?);
    fs::create_dir_all(&folder)?;
    for (spec, counts) in [
        ("mesh:16x16", &[5, 10, 20, 40, 80, 120, 160, 200, 255][..]),
        ("mesh:32x32", &[10, 20, 50, 100, 200, 400, 600, 800, 1023][..]),
    ] {
        let means = counts.iter().map(|&count| compare(spec, count)).collect::<Result<Vec<_>, _>>()?;
        let channels = table(&means, counts, "channels", |mean| mean.channels);
        let longest = table(&means, counts, "longest path", |mean| mean.longest);
        println!("### {spec}\n\n{channels}\n{longest}");
        let name = spec.replace(':', "-");
        let channels = chart(spec, "mean channels", &means, counts, |mean| mean.channels);
        fs::write(folder.join(format!("{name}-channels.svg")), svg(&channels))?;
        let longest = chart(spec, "mean longest path (channels)", &means, counts, |mean| mean.longest);
        fs::write(folder.join(format!("{name}-longest.svg")), svg(&longest))?;
    }
    println!("{}\n{}", beaten("mesh:16x16")?, disjoint("mesh:16x16")?);
    Ok(())
}

/// How often multi-path is better than the stars whose first hop is the routing's.
fn beaten(spec: &str) -> Result<String, Box<dyn Error>> {
    let mut text = format!(
        "| destinations on {spec} | multi-path has fewer channels than ocms | a shorter longest path than otms |\n|--:|--:|--:|\n"
    );
    for count in [5, 10, 20, 40, 80, 160] {
        let costs = costs(spec, count)?;
        let share = |better: &dyn Fn(usize) -> bool| {
            100.0 * (0..SETS as usize).filter(|&set| better(set)).count() as f64 / SETS as f64
        };
        let channels = share(&|set| costs[2][set].channels < costs[3][set].channels);
        let longest = share(&|set| costs[2][set].longest_path < costs[4][set].longest_path);
        text += &format!("| {count} | {channels:.1} % | {longest:.1} % |\n");
    }
    Ok(text)
}

/// How often a best star whose paths share no channel is as good as the best star, and how much it has more otherwise.
fn disjoint(spec: &str) -> Result<String, Box<dyn Error>> {
    let network = build(spec)?;
    let mut text = format!(
        "| destinations on {spec} | ocms: as good | mean of the others | otms: as good | mean of the others |\n|--:|--:|--:|--:|--:|\n"
    );
    for count in [5, 10, 20, 40, 80, 160, 255] {
        text += &format!("| {count} |");
        for scheme in ["ocms", "otms"] {
            let options = Options::default().with_switch(&DISJOINT);
            let mut planner = scheme_named(scheme)?.prepare(&*network, &options)?;
            let mut more = Vec::new();
            for seed in 0..SETS {
                let (source, destinations) = random_set(&*network, count, seed)?;
                planner.plan(MulticastSet { source, destinations: &destinations }, &mut Worms::new())?;
                let told = &planner.extra()["optimality"];
                assert_eq!(told["exact"], true);
                let [value, bound] =
                    ["value", "lower_bound_if_not_disjoint"].map(|key| told[key].as_u64().unwrap_or(0));
                more.extend((value > bound).then_some((value - bound) as f64));
            }
            let as_good = 100.0 * (SETS as f64 - more.len() as f64) / SETS as f64;
            let mean = match more.len() {
                0 => "–".to_owned(),
                others => format!("+{:.1}", more.iter().sum::<f64>() / others as f64),
            };
            text += &format!(" {as_good:.1} % | {mean} |");
        }
        text += "\n";
    }
    Ok(text)
}

/// The costs of all schemes on the same random sets.
fn costs(spec: &str, count: usize) -> Result<Vec<Vec<Cost>>, Box<dyn Error>> {
    let network = build(spec)?;
    let mut costs = vec![Vec::new(); SCHEMES.len()];
    let mut planners = SCHEMES.map(|(_, scheme, first_hop)| planner(&*network, scheme, first_hop));
    for seed in 0..SETS {
        let (source, destinations) = random_set(&*network, count, seed)?;
        for (planner, costs) in planners.iter_mut().zip(&mut costs) {
            let mut worms = Worms::new();
            planner.plan(MulticastSet { source, destinations: &destinations }, &mut worms)?;
            costs.push(Cost::of(&worms));
        }
    }
    Ok(costs)
}

fn random_set(network: &dyn Topology, count: usize, seed: u64) -> Result<(NodeId, Vec<NodeId>), Box<dyn Error>> {
    let source = NodeId::new((seed as usize * 7919 + 13) % network.graph().node_count());
    Ok((source, random_destinations(network, source, count, seed)?))
}

fn compare(spec: &str, count: usize) -> Result<Vec<Mean>, Box<dyn Error>> {
    Ok(costs(spec, count)?.iter().map(|costs| mean(costs)).collect())
}

fn planner<'t>(network: &'t dyn Topology, scheme: &str, first_hop: FirstHop) -> Box<dyn Planner + 't> {
    // Only stars let one choose; what they do by themselves is the routing's.
    let options = match first_hop {
        FirstHop::Routing => Options::default(),
        FirstHop::Free => Options::default().with(&FIRST_HOP, first_hop),
    };
    scheme_named(scheme).expect("a known scheme").prepare(network, &options).expect("a mesh has labels")
}

fn mean(costs: &[Cost]) -> Mean {
    let estimate = |values: Vec<f64>| {
        let number = values.len() as f64;
        let mean = values.iter().sum::<f64>() / number;
        let variance = values.iter().map(|value| (value - mean).powi(2)).sum::<f64>() / (number - 1.0);
        (mean, 1.96 * (variance / number).sqrt())
    };
    Mean {
        channels: estimate(costs.iter().map(|cost| cost.channels as f64).collect()),
        longest: estimate(costs.iter().map(|cost| cost.longest_path as f64).collect()),
    }
}

fn table(means: &[Vec<Mean>], counts: &[usize], what: &str, value: impl Fn(&Mean) -> (f64, f64)) -> String {
    let names: Vec<_> = SCHEMES.iter().map(|(name, ..)| *name).collect();
    let mut text =
        format!("| destinations: mean {what} | {} |\n|{}\n", names.join(" | "), "--:|".repeat(names.len() + 1));
    for (row, count) in means.iter().zip(counts) {
        let cells: Vec<_> = row.iter().map(|mean| format!("{:.1}", value(mean).0)).collect();
        text += &format!("| {count} | {} |\n", cells.join(" | "));
    }
    text
}

fn chart(spec: &str, what: &str, means: &[Vec<Mean>], counts: &[usize], value: impl Fn(&Mean) -> (f64, f64)) -> Chart {
    let curve = |scheme: usize| {
        let point = |(row, &count): (&Vec<Mean>, &usize)| {
            let (y, error) = value(&row[scheme]);
            CurvePoint { x: count as f64, y, error }
        };
        Curve {
            name: SCHEMES[scheme].0.to_owned(),
            points: means.iter().zip(counts).map(point).collect(),
            ..Curve::default()
        }
    };
    Chart {
        title: format!("{spec}: {what} over {SETS} random sets"),
        x_label: "destinations".to_owned(),
        y_label: what.to_owned(),
        curves: (0..SCHEMES.len()).map(curve).collect(),
        ..Chart::default()
    }
}
