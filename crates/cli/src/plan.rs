//! `wormcast plan`.

use crate::answer::Answer;
use crate::destinations::DestinationArgs;
use crate::failure::Failure;
use crate::files::Target;
use crate::json;
use crate::network::{Network, NetworkArgs};
use crate::output::{self, Format};
use crate::paths;
use crate::progress;
use crate::table::{self, Kind, SHOWN};
use crate::words::count;
use clap::Args;
use std::num::NonZeroU32;
use std::path::PathBuf;
use wormcast::draw::{DrawOptions, plan_svg};
use wormcast::plan::{self, MulticastSet, Worm, Worms};
use wormcast::schemes::{Options, Paths, PlanError, scheme_named};
use wormcast::topology::{Topology, shortened};

/// Plans a multicast: the worms that bring one message from a source to its destinations.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast plan mesh:8x8 --scheme unicast --source 2,1 --to 3,2 6,1")]
pub struct Plan {
    #[command(flatten)]
    network: NetworkArgs,
    /// How to plan; `wormcast list` shows the schemes.
    #[arg(long)]
    scheme: String,
    /// The node that has the message.
    #[arg(long, value_name = "NODE")]
    source: String,
    #[command(flatten)]
    destinations: DestinationArgs,
    /// The seed of `--random`.
    #[arg(long, default_value_t = 0, conflicts_with_all = ["to", "to_file", "all"])]
    seed: u64,
    /// The root of the spanning tree, for the schemes that use one.
    #[arg(long, value_name = "NODE")]
    root: Option<String>,
    /// How many phases there are, for the schemes that send by relays.
    #[arg(long, value_name = "NUMBER")]
    phases: Option<u32>,
    /// How the first phase sends: `dual-path` or `multi-path`.
    #[arg(long, value_name = "PATHS")]
    first_phase: Option<Paths>,
    /// How the phases after the first send: `dual-path` or `multi-path`.
    #[arg(long, value_name = "PATHS")]
    later_phases: Option<Paths>,
    /// How many worms a node may send in a round, for the schemes that plan in rounds [default: one over each link].
    #[arg(long, value_name = "NUMBER")]
    ports: Option<NonZeroU32>,
    /// Also write the plan to this file, as JSON.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also draw the plan into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Plan {
    /// Plans, writes the files that were asked for, and prints the plan.
    pub fn run(&self) -> Result<Answer, Failure> {
        let (out, svg) = (target(&self.out)?, target(&self.svg)?);
        if let (Some(out), Some(svg)) = (&out, &svg)
            && out.is_same(svg)
        {
            return Err(Failure::new("`--out` and `--svg` name the same file; name two"));
        }
        let network = self.network.build()?;
        let plan = self.plan(&network)?;
        let document = plan.view(&*network.topology);
        if let Some(svg) = svg {
            let picture = plan_svg(&*network.topology, &plan, &DrawOptions::default())?;
            svg.write(|file| file.write_all(picture.as_bytes()))?;
        }
        if let Some(out) = out {
            progress::during("writing the plan", || out.write(|file| json::write(file, &document)))?;
        }
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table => output::print_text(&in_words(&plan, &network))?,
        }
        Ok(Answer::Yes)
    }

    fn plan(&self, network: &Network) -> Result<plan::Plan, Failure> {
        let topology = &*network.topology;
        let scheme = scheme_named(&self.scheme)?;
        let source = topology.find_node(&self.source)?;
        let options = self.options(topology)?;
        let destinations = self.destinations.resolve(topology, source, self.seed)?;
        let set = MulticastSet::checked(topology, source, &destinations)?;
        let mut worms = Worms::new();
        let (claims, extra) = progress::during("planning", || {
            let mut planner = scheme.prepare(topology, &options)?;
            planner.plan(set, &mut worms).map_err(|error| in_names(&error, topology))?;
            Ok::<_, Failure>((planner.claims().to_vec(), planner.extra()))
        })?;
        Ok(plan::Plan {
            network: network.spec.clone(),
            scheme: scheme.name().to_owned(),
            source,
            destinations,
            worms,
            claims,
            extra,
        })
    }

    fn options(&self, topology: &dyn Topology) -> Result<Options, Failure> {
        let root = self.root.as_ref().map(|name| topology.find_node(name)).transpose()?;
        let Self { phases, first_phase, later_phases, ports, .. } = *self;
        Ok(Options { root, phases, first_phase, later_phases, ports })
    }
}

/// The same as the error says, with the names of the nodes.
fn in_names(error: &PlanError, topology: &dyn Topology) -> Failure {
    match error {
        PlanError::Unreachable { from, to } => {
            let [from, to] = [from, to].map(|&node| topology.node_name(node));
            Failure::new(format!("no way leads from `{from}` to `{to}`: the network is in pieces"))
        }
        PlanError::TooManyHops => Failure::new(error.to_string()),
    }
}

fn target(path: &Option<PathBuf>) -> Result<Option<Target>, Failure> {
    path.as_deref().map(Target::at).transpose()
}

/// The plan in words: a line that says what it is, a line a worm, and the costs.
fn in_words(plan: &plan::Plan, network: &Network) -> String {
    let topology = &*network.topology;
    let cost = plan.cost();
    let columns = [
        ("worm", Kind::Number),
        ("round", Kind::Number),
        ("after", Kind::Number),
        ("channels", Kind::Number),
        ("path", Kind::Text),
        ("delivers at", Kind::Text),
    ];
    let row = |worm: Worm<'_>| {
        vec![
            worm.id.to_string(),
            worm.round.to_string(),
            worm.after.map_or("-".into(), |after| after.to_string()),
            worm.hops.len().to_string(),
            paths::route(&worm, topology),
            paths::deliveries(&worm, topology),
        ]
    };
    let rows = plan.worms.iter().take(SHOWN).map(row);
    let hint = table::rest(plan.worms.len(), "worm", "worms");
    let also: String = plan.extra.iter().map(|(key, value)| format!("{key}: {}\n", in_short(value))).collect();
    format!(
        "{} on {}: from {} to {}\n\n{}{hint}\nchannels {}, longest path {}, rounds {}, worms {}\n{also}",
        plan.scheme,
        plan.network,
        topology.node_name(plan.source),
        count(plan.destinations.len(), "destination"),
        table::render(&columns, rows),
        cost.channels,
        cost.longest_path,
        cost.rounds,
        cost.worms,
    )
}

/// What a plan carries beside its worms, on one line: `exact true, lower_bound 9`.
fn in_short(value: &serde_json::Value) -> String {
    let text = match value {
        serde_json::Value::Object(fields) => {
            let fields: Vec<_> = fields.iter().map(|(key, value)| format!("{key} {value}")).collect();
            fields.join(", ")
        }
        other => other.to_string(),
    };
    shortened(&text).into_owned()
}
