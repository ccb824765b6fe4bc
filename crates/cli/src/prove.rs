//! `wormcast prove`.

mod by_class;
mod cycle;
mod picture;
mod pins;
mod question;
mod reproduction;
pub(crate) mod router;
pub(crate) mod routing;
pub(crate) mod routing_in_words;
mod saved;
pub(crate) mod scheme;
pub(crate) mod scheme_in_words;
mod unanswered;
pub(crate) mod workload;
pub(crate) mod workload_args;
pub(crate) mod workload_in_words;

use crate::failure::Failure;
use crate::files::Target;
use crate::folders;
use crate::html;
use crate::network::FaultArgs;
use crate::output::{self, Format};
use crate::pictures::Pictures;
use crate::progress;
use crate::scheme_args::SchemeArgs;
use crate::verdict::Verdict;
use crate::words::count;
use clap::Args;
use saved::Saved;
use scheme::Beside;
use std::path::{Path, PathBuf};
use std::time::Duration;
use workload::Routes;
use wormcast::Network;
use wormcast::check::proof::{self, BlockedWorm, Counterexample, Dependence, ProofDocument, Statement};
use wormcast::draw::PaperWidth;
use wormcast::prove::Effort;
use wormcast_page::Page;

/// Over the options that say where a proof goes.
const OUTPUT: &str = "Output";

/// How long it may take to look for what mends the plans of a page.
const MENDING: Duration = Duration::from_secs(10);

/// What answers take for granted about nodes.
pub(crate) const NODES_TAKE_IN: &str = "as long as destinations take messages in";

/// Proves that worms cannot deadlock, or shows worms that do.
///
/// With `--scheme` the first argument is a network, and the answer is about all multicasts that the scheme can plan on
/// it, beside the plan files that follow and the routes of `--routes`; with `--routing` or `--routes`, about all
/// unicasts on these routes. Without, the arguments are plan files, any of whose worms may be in flight together. Exit
/// status 1: they can deadlock, or it is not known.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wormcast prove mesh:8x8 --scheme dual-path\n  wormcast prove torus:6x5 --routing \
                        dimension-order --virtual-channels 2\n  wormcast prove file:net.edges --routes table.csv\n  wormcast prove --fabric dumps --with-multicast\n  wormcast prove a.json b.json\n  wormcast prove mesh:8x8 a.json --scheme dual-path --routes table.csv"
)]
pub(crate) struct Prove {
    /// The network, or the plan files; a folder stands for all plans in it.
    #[arg(required_unless_present = "fabric", value_name = "TOPOLOGY|PLAN.json")]
    what: Vec<String>,
    /// The scheme; `wormcast list` shows what there is.
    #[arg(long)]
    scheme: Option<String>,
    #[command(flatten)]
    faults: FaultArgs,
    #[command(flatten)]
    scheme_options: SchemeArgs,
    #[command(flatten)]
    routing: routing::RoutingArgs,
    #[command(flatten)]
    workload: workload_args::WorkloadArgs,
    /// Also write the proof into this file, for `wormcast check`.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    out: Option<PathBuf>,
    /// Also draw a deadlock into this file, as SVG: what its worms hold, and what they wait for.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    svg: Option<PathBuf>,
    /// The same picture as PDF.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    pdf: Option<PathBuf>,
    /// Draw it as wide as a paper needs it, without a title: `8.5cm` is a column, `17.5cm` a page.
    #[arg(long, value_name = "WIDTH", help_heading = OUTPUT)]
    picture_width: Option<PaperWidth>,
    /// Also write a page into this file, as HTML: the deadlock as a run, or the numbers of the certificate.
    #[arg(long, value_name = "FILE", help_heading = OUTPUT)]
    html: Option<PathBuf>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table, help_heading = OUTPUT)]
    format: Format,
}

/// What a proof comes to.
struct Proved {
    document: ProofDocument,
    /// The same in words.
    words: String,
    /// Its network.
    network: Network,
    /// What nodes take in only as they send, among the plans of a deadlock.
    dependences: Vec<Dependence>,
}

/// What a blocked worm is called, in words and pictures: by the file of its plan where there is one.
fn worm_name(document: &ProofDocument, counterexample: &Counterexample, worm: &BlockedWorm) -> String {
    match &document.statement {
        Statement::Workload(statement) => workload_in_words::worm_name(statement, counterexample, worm),
        Statement::Scheme(_) | Statement::Routing(_) => format!("worm {} of plan {}", worm.worm, worm.plan),
    }
}

/// What a page about a proof is called.
fn title(document: &ProofDocument) -> String {
    match &document.statement {
        Statement::Workload(statement) => format!("A proof about {}", count(statement.plans.len(), "plan")),
        Statement::Scheme(statement) => {
            format!("A proof about {}", scheme::named(&statement.scheme, &statement.options))
        }
        Statement::Routing(_) => "A proof about a routing".into(),
    }
}

impl Prove {
    /// Proves, and prints what came out.
    pub(crate) fn run(mut self) -> Result<Verdict, Failure> {
        self.refuse_certificate_file()?;
        let named = self.what.into_iter().map(PathBuf::from).collect();
        self.what = folders::expanded(named)?.into_iter().map(|path| path.display().to_string()).collect();
        let out = self.out.as_deref().map(Target::at).transpose()?;
        let pictures = Pictures::at(self.svg.as_deref(), self.pdf.as_deref(), self.picture_width)?;
        let html = self.html.as_deref().map(html::target).transpose()?;
        for input in self.plan_files().iter().map(Path::new) {
            out.iter().chain(&html).try_for_each(|target| target.spare(input))?;
            pictures.spare(input)?;
        }
        self.refuse_what_goes_with_others()?;
        let saved = self.workload.save_plans.as_deref().map(|folder| Saved::into(folder, &self.what)).transpose()?;
        let Proved { mut document, words, network, dependences } = self.proved()?;
        document.topology_sha256 = pins::network(&document);
        document.plans_sha256 = pins::plans(&document.statement);
        // What takes time comes before the first file: whoever is interrupted in it has none of them.
        let page = html.is_some().then(|| self.page(&network, &document)).transpose()?;
        match (saved, &document.counterexample) {
            (Some(saved), Some(counterexample)) => {
                saved.write(network.topology(), &document.statement, counterexample)?;
                saved.write_dependences(&document.statement, dependences)?;
            }
            (Some(saved), None) => {
                saved.leave();
                output::note("no plans are saved: there is no run that ends in a deadlock");
            }
            (None, _) => {}
        }
        if let Some(out) = out {
            out.write(|file| crate::json::write(file, &document))?;
        }
        let cycle = if document.answer == proof::Answer::Deadlock { picture::cycle_of(&document) } else { Vec::new() };
        if !cycle.is_empty() {
            let name = |worm: &BlockedWorm| match &document.counterexample {
                Some(counterexample) => worm_name(&document, counterexample, worm),
                None => picture::name_of_wait(&document, worm),
            };
            pictures.draw(|width| picture::cycle_svg(&network, &cycle, &name, width))?;
        } else if pictures.targets().next().is_some() {
            output::note(&not_drawn(&pictures, document.answer));
        }
        if let (Some(target), Some(page)) = (html, page) {
            html::write(&target, page)?;
        }
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table => output::print_text(&words)?,
        }
        Ok(if document.answer == proof::Answer::DeadlockFree { Verdict::Yes } else { Verdict::No })
    }

    /// The page of a proof; of a deadlock of given plans, with what mends them.
    fn page(&self, network: &Network, document: &ProofDocument) -> Result<Page, Failure> {
        let mut page = Page::of(network, title(document))?;
        page.add_proof(network, document)?;
        if self.are_plans() && document.counterexample.is_some() {
            let (_, plans) = workload::open(&self.what, self.workload.access)?;
            let named: Vec<_> = self.what.iter().map(String::as_str).zip(&plans).collect();
            progress::telling("mending", |tell| {
                let effort = Effort::within(MENDING.min(self.workload.budget.time())).told_to(tell);
                page.add_mending_of(network, &named, document, &effort)
            })?;
        }
        Ok(page)
    }

    /// The answer to what is asked, in about the time that it may take.
    fn proved(&self) -> Result<Proved, Failure> {
        let format = self.format;
        let unknown = move |reason: &str| unanswered::in_words(reason, format);
        self.workload.budget.searching(unknown, || self.answer())
    }

    fn answer(&self) -> Result<Proved, Failure> {
        Ok(match (self.routing.prove_fabric(&self.workload), &self.scheme) {
            (Some(proved), _) => proved?,
            (None, Some(scheme)) => {
                let beside = Beside { files: self.plan_files(), routes: self.routing.files() };
                scheme::prove(self.network()?, scheme, &self.scheme_options.options, &self.workload, beside)?
            }
            (None, None) if self.are_plans() => self.about_plans()?,
            (None, None) if self.routing.holds_worms() => {
                let routes = Routes { files: self.routing.files().to_vec(), unicasts: None };
                workload::prove_on(self.network()?, &[], &[], routes, &self.workload)?
            }
            (None, None) if self.routing.is_about_files() => self.routing.prove(self.network()?, &self.workload)?,
            (None, None) => match self.proved_routing() {
                Some(name) => routing::prove(self.network()?, &name, &self.workload)?,
                None => self.about_plans()?,
            },
        })
    }
}

/// That there is nothing to draw, and what becomes of files that were there before: they would be taken for the answer.
fn not_drawn(pictures: &Pictures, answer: proof::Answer) -> String {
    let why = match answer {
        proof::Answer::Unknown => "no deadlock is known",
        _ => "there is no deadlock",
    };
    let files: Vec<_> = pictures.targets().map(|(_, target)| target.name()).collect();
    let (are, they) = if files.len() == 1 { ("is", "it") } else { ("are", "they") };
    let stay = match pictures.targets().any(|(_, target)| target.is_there()) {
        true => format!("; what was there before stays, and {they} {are} not about this question"),
        false => String::new(),
    };
    format!("{} {are} not written: {why} to draw{stay}", files.join(" and "))
}
