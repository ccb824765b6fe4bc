//! `wormcast plan`.

use crate::budget::Budget;
use crate::destinations::MulticastArgs;
use crate::failure::Failure;
use crate::files::Target;
use crate::html;
use crate::json;
use crate::message_class::MessageClass;
use crate::network::{self, NetworkArgs};
use crate::output::{self, Format};
use crate::paths;
use crate::pictures::Pictures;
use crate::plan_file::TOPOLOGY_SHA256;
use crate::progress;
use crate::prove::scheme::named;
use crate::scheme_args::{self, SCHEME_OPTIONS, SchemeArgs};
use crate::table::{self, Align, SHOWN};
use crate::trade_offs;
use crate::turns;
use crate::verdict::Verdict;
use crate::words::count;
use clap::Args;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use wormcast::Network;
use wormcast::draw::{DrawOptions, PaperWidth, network_name};
use wormcast::plan::headers::{HEADERS, HeadersDocument};
use wormcast::plan::{MulticastSet, VIRTUAL_CHANNELS_KEY, Worm};
use wormcast::schemes::option::FIRST_HOP;
use wormcast::schemes::scheme_named;
use wormcast::sim::{Conditions, EngineChoice, Time, Timing};
use wormcast::topology::shortened;
use wormcast_page::{Page, RunOnPage};

/// Plans a multicast: the worms that bring one message from a source to its destinations.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast plan mesh:8x8 --scheme unicast --source 2,1 --to 3,2 6,1")]
pub(crate) struct Plan {
    #[command(flatten)]
    network: NetworkArgs,
    /// How to plan; `wormcast list` shows the schemes.
    #[arg(long)]
    scheme: String,
    #[command(flatten)]
    multicast: MulticastArgs,
    /// Also write the plan to this file, as JSON; compressed, if the name ends in `.json.gz`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Also write its routes into this file, one path a line: of each worm the way to each of its destinations, and `@`
    /// with the virtual channel of each hop where the plan names them.
    #[arg(long, value_name = "FILE")]
    routes_out: Option<PathBuf>,
    /// Also draw the plan into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The same picture as PDF.
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
    /// Draw it as wide as a paper needs it, without a title: `8.5cm` is a column, `17.5cm` a page.
    #[arg(long, value_name = "WIDTH")]
    picture_width: Option<PaperWidth>,
    /// Also write a page into this file, as HTML: the plan, and its worms as they move alone in the network.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// Also write the header flits of the worms and the tables of the routers into this file, as JSON; for worms on
    /// trees.
    #[arg(long, value_name = "FILE")]
    headers: Option<PathBuf>,
    /// Let the plan itself carry the header flits and the tables; for worms on trees.
    #[arg(long)]
    with_headers: bool,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    /// Print all undominated pairs of channels and longest path that stars have (`ocms`, `otms`), and no plan. To
    /// plan one: `--scheme ocms --longest-within`.
    #[arg(long, help_heading = SCHEME_OPTIONS, conflicts_with_all = ["out", "routes_out", "svg", "pdf", "html", "minimize", "longest-within", "disjoint", "certificate"])]
    pareto: bool,
    /// The time, and if wanted MiB of memory behind a comma (`60s` or `60s,2048`), after which the command gives up. By
    /// default it takes the time that it needs.
    #[arg(long, value_name = "TIME[,MIB]")]
    budget: Option<Budget>,
    #[command(flatten)]
    class: MessageClass,
    #[command(flatten)]
    scheme_options: SchemeArgs,
}

/// A plan, and what its planner alone knows about it.
struct Planned {
    plan: wormcast::Plan,
    headers: Option<HeadersDocument>,
    /// Which trees its worms take, in words.
    turns: String,
}

impl Plan {
    /// Plans, writes the files that were asked for, and prints the plan.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let pictures = Pictures::at(self.svg.as_deref(), self.pdf.as_deref(), self.picture_width)?;
        let targets = self.targets(&pictures)?;
        let network = self.network.build()?;
        if self.pareto {
            return self.within_budget(|| self.print_trade_offs(&network));
        }
        let Planned { plan, headers, turns } = self.within_budget(|| self.plan(&network))?;
        let subject = self.subject()?;
        let [out, headers_file, routes, html] = targets;
        if let Some(routes) = routes {
            routes.write(|file| plan.write_routes(file))?;
        }
        if let (Some(file), Some(headers)) = (headers_file, headers) {
            file.write(|file| json::write(file, &headers))?;
        }
        // By default the title names the scheme alone.
        let title = (subject != plan.scheme()).then(|| format!("{subject} on {}", network_name(network.topology())));
        pictures.draw(|width| plan.svg(&DrawOptions { width, title, ..DrawOptions::default() }))?;
        if let Some(html) = html {
            html::write(&html, page(&plan, &subject, self.out.as_deref())?)?;
        }
        if let Some(out) = out {
            progress::during("writing the plan", || out.write(|file| json::write(file, &plan)))?;
        }
        match self.format {
            Format::Json => output::print_json(&plan)?,
            Format::Table => output::print_text(&in_words(&plan, &subject, &turns))?,
        }
        Ok(Verdict::Yes)
    }

    fn within_budget<T>(&self, work: impl FnOnce() -> T) -> T {
        match self.budget {
            Some(budget) => budget.during(work),
            None => work(),
        }
    }

    /// The files to write beside the pictures: plan, headers, routes and page. All files are different ones.
    fn targets(&self, pictures: &Pictures) -> Result<[Option<Target>; 4], Failure> {
        let html = self.html.as_deref().map(html::target).transpose()?;
        let targets = [target(&self.out)?, target(&self.headers)?, target(&self.routes_out)?, html];
        let named = ["--out", "--headers", "--routes-out", "--html"].into_iter().zip(&targets);
        let named = named.filter_map(|(name, target)| Some((name, target.as_ref()?))).chain(pictures.targets());
        let named: Vec<_> = named.collect();
        for (at, (second, other)) in named.iter().enumerate() {
            if let Some((first, _)) = named[..at].iter().find(|(_, target)| target.is_same(other)) {
                return Err(Failure::new(format!("`{first}` and `{second}` name the same file; name two")));
            }
        }
        for input in [self.network.file(), self.multicast.file()].into_iter().flatten() {
            named.iter().try_for_each(|(_, target)| target.spare(input))?;
        }
        Ok(targets)
    }

    fn print_trade_offs(&self, network: &Network) -> Result<Verdict, Failure> {
        let topology = network.topology();
        if !["ocms", "otms"].contains(&scheme_named(&self.scheme)?.name()) {
            return Err(Failure::new("`--pareto` is about stars: it goes with `--scheme ocms` or `--scheme otms`"));
        }
        let (source, destinations) = self.multicast.resolve(topology)?;
        let set = MulticastSet::checked(topology, source, &destinations)?;
        let first_hop = self.scheme_options.options.get(&FIRST_HOP).unwrap_or_default();
        let document = progress::during("searching", || network.trade_offs_of(set, first_hop))?;
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table => output::print_text(&trade_offs::in_words(&document))?,
        }
        Ok(Verdict::Yes)
    }

    /// The scheme with its options.
    fn subject(&self) -> Result<String, Failure> {
        let scheme = scheme_args::scheme(&self.scheme)?;
        Ok(named(scheme.name(), &self.scheme_options.options.words(scheme.options())))
    }

    fn plan(&self, network: &Network) -> Result<Planned, Failure> {
        let (source, destinations) = self.multicast.resolve(network.topology())?;
        let set = MulticastSet::checked(network.topology(), source, &destinations)?;
        let scheme = scheme_args::scheme(&self.scheme)?.name();
        progress::during("planning", || {
            let mut planner = network.planner(scheme, &self.scheme_options.options)?;
            let mut plan = planner.plan_set(set)?;
            self.class.put_on(&mut plan)?;
            let wanted = self.headers.is_some() || self.with_headers;
            let headers = wanted.then(|| planner.headers(&plan)).transpose()?;
            if let (true, Some(headers)) = (self.with_headers, &headers) {
                plan.carry(HEADERS, serde_json::to_value(headers)?);
            }
            if let Some(file) = self.network.file() {
                plan.carry(TOPOLOGY_SHA256, network::sha256_of(file)?.into());
            }
            let turns = turns::in_words(plan.by_number(), network.topology(), planner.trees(), SHOWN);
            Ok(Planned { plan, headers, turns })
        })
    }
}

fn target(path: &Option<PathBuf>) -> Result<Option<Target>, Failure> {
    path.as_deref().map(Target::at).transpose()
}

/// The plan on a page, with its run alone in the network.
fn page(plan: &wormcast::Plan, subject: &str, file: Option<&Path>) -> Result<Page, Failure> {
    let network = plan.network();
    let mut page = Page::of(network, format!("{subject} from {}", plan.source()))?;
    let name = file.map_or("plan.json".into(), |file| file.display().to_string());
    let needed = NonZeroU32::new(plan.by_number().virtual_channels_needed()).unwrap_or(NonZeroU32::MIN);
    let mut timing = Timing::default();
    timing.flow.virtual_channels = needed;
    let engine = EngineChoice::Auto.of(network.topology(), &timing, &Conditions::default());
    let run = network.simulate(&[(plan, Time::ZERO)], &timing, engine)?;
    page.add_run(RunOnPage { name: "Alone in the network", plans: &[(&name, plan)], timing: &timing, run: &run })?;
    Ok(page)
}

/// The plan in words: a line that says what it is, a line a worm, and the costs.
fn in_words(plan: &wormcast::Plan, subject: &str, turns: &str) -> String {
    let (plan, topology) = (plan.by_number(), plan.network().topology());
    let cost = plan.cost();
    let columns = [
        ("worm", Align::Right),
        ("round", Align::Right),
        ("after", Align::Right),
        ("channels", Align::Right),
        ("path", Align::Left),
        ("delivers at", Align::Left),
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
    let cut = plan.worms.iter().take(SHOWN).any(|worm| worm.hops.len() > paths::SHOWN);
    let cut = if cut {
        "… long paths are cut; --format json prints them whole, --out FILE writes them, --svg FILE draws them\n"
    } else {
        ""
    };
    let told = plan.extra.iter().filter(|(key, _)| *key != TOPOLOGY_SHA256 && (*key != "trees" || turns.is_empty()));
    let also: String = told.map(|(key, value)| format!("{key}: {}\n", in_short(key, value))).collect();
    format!(
        "{subject} on {}: from {} to {}\n\n{}{hint}{cut}\nchannels {}, longest path {}, rounds {}, worms {}\n{turns}{also}",
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

/// What a plan carries beside its worms, on one line: `exact true, lower_bound 9`. Of what holds more than plain
/// values, its size: a certificate is for machines.
fn in_short(key: &str, value: &serde_json::Value) -> String {
    let text = match value {
        serde_json::Value::Array(worms) if key == VIRTUAL_CHANNELS_KEY => {
            format!("hop by hop, of {}, with --format json", count(worms.len(), "worm"))
        }
        serde_json::Value::Object(fields) => {
            let fields: Vec<_> = fields.iter().map(|(key, value)| format!("{key} {}", plain(value))).collect();
            fields.join(", ")
        }
        other => plain(other),
    };
    shortened(&text).into_owned()
}

fn plain(value: &serde_json::Value) -> String {
    match value {
        serde_json::Value::String(text) => text.clone(),
        serde_json::Value::Array(items) if items.iter().any(|item| item.is_array() || item.is_object()) => {
            format!("({}, with --format json)", items.len())
        }
        other => other.to_string(),
    }
}
