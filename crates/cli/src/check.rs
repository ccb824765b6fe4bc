//! `wormcast check`.

mod fill;
mod proof;
mod routes;

use crate::access::Access;
use crate::budget::BudgetArgs;
use crate::failure::Failure;
use crate::folders;
use crate::input::{self, Input};
use crate::message_class::virtual_channel;
use crate::output::{self, Format};
use crate::plan_file::PlanFile;
use crate::progress;
use crate::verdict::Verdict;
use crate::words::{count, one_line};
use clap::Args;
use proof::{ProofEntry, ProofFile};
use serde::Serialize;
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use wormcast::check::{Report, judge_headers};
use wormcast::plan::headers::HeadersDocument;
use wormcast::plan::{MAX_UNKNOWN, unknown_bytes};

/// Judges plans and proofs: valid, or everything that is wrong with them.
///
/// Of a proof that a scheme is free of deadlock the certificate is verified, and that its routes are the scheme's; a
/// deadlock is run flit by flit. A proof about plans is about those that are given with it, or else those that it
/// names.
///
/// A network description that a plan names by its path is looked for from the current folder, then from the folder of
/// the plan. Exit status 1: a plan or proof is not valid.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wormcast check plan.json\n  wormcast check mesh:4x4 --routes table.csv")]
pub(crate) struct Check {
    /// The plan files, and the proof files of `wormcast prove --out`, or folders of them; with `--routes`, the network.
    #[arg(required = true, value_name = "FILE.json|TOPOLOGY")]
    plans: Vec<PathBuf>,
    /// Also follow the header flits in this file (of `plan --headers`) through the routers, and compare with the plan.
    #[arg(long, value_name = "FILE")]
    headers: Option<PathBuf>,
    /// Also verify that the plans, each of whose branches is granted by itself, close no cycle with these routes; and
    /// why lower virtual channels have no tree beside them, where a plan carries that (`--certificate`): routings,
    /// files of routes, folders of fabrics, plans, with commas between them.
    #[arg(long, value_name = "ROUTES")]
    beside: Option<String>,
    /// Print the whole plan, as JSON, if it is valid: of a plan by hand, with all that follows from its routes.
    #[arg(long)]
    fill: bool,
    /// Name this virtual channel for all hops of the plan that is printed, which names none: so its worms stay on it
    /// where links have several, and other plans may be planned beside it.
    #[arg(long, value_name = "N", value_parser = virtual_channel, requires = "fill")]
    virtual_channel: Option<u32>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    routes: routes::RoutesArgs,
    #[command(flatten)]
    access: Access,
    #[command(flatten)]
    budget: BudgetArgs,
}

#[derive(Serialize)]
struct Document {
    format: &'static str,
    version: u32,
    valid: bool,
    plans: Vec<Entry>,
    #[serde(skip_serializing_if = "Vec::is_empty")]
    proofs: Vec<ProofEntry>,
}

#[derive(Serialize)]
struct Entry {
    plan: String,
    /// The file that its network was read from.
    #[serde(skip_serializing_if = "Option::is_none")]
    network_file: Option<String>,
    #[serde(flatten)]
    report: Report,
}

impl Check {
    /// Judges the plans, and prints what is wrong.
    pub(crate) fn run(mut self) -> Result<Verdict, Failure> {
        if self.routes.are_given() {
            self.refuse_for_routes()?;
            let budget = self.budget.for_bytes(input::bytes_of(self.routes.files()));
            return budget.during(|| self.routes.run(&self.plans, self.format));
        }
        if self.routes.names_faults() {
            return Err(Failure::new("plans name their network with its faults: `--without-…` goes with `--routes`"));
        }
        self.plans = folders::expanded(self.plans)?;
        let named = self.plans.iter().chain(&self.headers).map(PathBuf::as_path);
        let (document, unread) = self.budget.for_bytes(input::bytes_of(named)).during(|| self.judge())?;
        // What can be read is judged all the same; of the others each is told.
        if document.is_empty() && !unread.is_empty() {
            return tell_all(unread);
        }
        if self.fill && document.valid {
            return fill::print(&self.plans, self.virtual_channel, self.access);
        }
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table => output::print_text(&document.to_string())?,
        }
        if !unread.is_empty() {
            return tell_all(unread);
        }
        Ok(if document.valid { Verdict::Yes } else { Verdict::No })
    }

    /// Options that are for plans.
    fn refuse_for_routes(&self) -> Result<(), Failure> {
        let set = [("--headers", self.headers.is_some()), ("--beside", self.beside.is_some()), ("--fill", self.fill)];
        match set.into_iter().find(|(_, is_set)| *is_set) {
            Some((option, _)) => Err(Failure::new(format!("`{option}` is for plans, and `--routes` judges routes"))),
            None => Ok(()),
        }
    }

    /// What is judged, and why files cannot be read.
    fn judge(&self) -> Result<(Document, Vec<Failure>), Failure> {
        let (mut files, mut proofs, mut unread) = (Vec::new(), Vec::new(), Vec::new());
        for path in &self.plans {
            self.read(path, &mut files, &mut proofs).unwrap_or_else(|failure| unread.push(failure));
        }
        let given: Vec<_> = files.iter().map(|file| file.path.clone()).collect();
        if self.headers.is_some() && files.len() != 1 {
            return Err(Failure::new("`--headers` goes with one plan; name the one that they are for"));
        }
        if self.beside.is_some() && files.is_empty() && unread.is_empty() {
            return Err(Failure::new("`--beside` goes with plans, and none is given"));
        }
        let headers = self.headers.as_deref().map(read_headers).transpose()?;
        let judge = |file| Entry::judge(file, headers.as_ref(), self.beside.as_deref());
        let plans = progress::during("judging", || files.into_iter().map(judge).collect::<Result<Vec<_>, _>>())?;
        let judge = |proof: ProofFile| proof.judge(&given, self.access);
        let judged: Vec<_> = progress::during("judging", || proofs.into_iter().map(judge).collect());
        let mut proofs = Vec::new();
        for proof in judged {
            proof.map_or_else(|failure| unread.push(failure), |entry| proofs.push(entry));
        }
        let valid = plans.iter().all(|entry| entry.report.is_valid()) && proofs.iter().all(|proof| proof.valid);
        let valid = valid && unread.is_empty();
        Ok((Document { format: "wormcast-check", version: 1, valid, plans, proofs }, unread))
    }

    fn read(&self, path: &Path, plans: &mut Vec<PlanFile>, proofs: &mut Vec<ProofFile>) -> Result<(), Failure> {
        match input::open(path)? {
            Input::Text(text) if ProofFile::is_one(&text) => {
                proofs.push(ProofFile::of_text(path, &text, self.access)?);
            }
            Input::Large(large) if ProofFile::begins_with(large.head()) => {
                proofs.push(ProofFile::of_text(path, &large.into_text(path)?, self.access)?);
            }
            input => plans.push(PlanFile::of_input(path, input, self.access, plans.last())?),
        }
        Ok(())
    }
}

/// Tells all failures but the last, which ends the command.
fn tell_all(failures: Vec<Failure>) -> Result<Verdict, Failure> {
    let last = failures.into_iter().reduce(|before, next| {
        before.report();
        next
    });
    last.map_or(Ok(Verdict::No), Err)
}

impl Document {
    fn is_empty(&self) -> bool {
        self.plans.is_empty() && self.proofs.is_empty()
    }
}

fn read_headers(path: &Path) -> Result<HeadersDocument, Failure> {
    let text = input::read_text(path)?;
    let unknown = unknown_bytes(text.as_bytes(), &["routers", "worms"]);
    if unknown > MAX_UNKNOWN {
        let message = format!("not a file of headers: its other keys have more than {MAX_UNKNOWN} bytes");
        return Err(Failure::new(message).prefixed(path));
    }
    serde_json::from_str(&text).map_err(|error| {
        let message = format!("not a file of headers: {error}");
        Failure::new(message).in_line_at_byte(path, text, error.line(), error.column())
    })
}

impl Entry {
    fn judge(file: PlanFile, headers: Option<&HeadersDocument>, beside: Option<&str>) -> Result<Self, Failure> {
        let mut report = file.network.check(&file.document);
        if let Some(routes) = beside {
            file.network.check_beside(&file.document, routes, &mut report)?;
        }
        if let (Some(headers), true) = (headers, report.is_valid()) {
            judge_headers(headers, &file.document, file.network.topology(), &mut report);
        }
        let name = |path: &Path| path.display().to_string();
        Ok(Self { report, plan: name(&file.path), network_file: file.network_file.as_deref().map(name) })
    }
}

impl Display for Document {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.plans.iter().try_for_each(|entry| entry.fmt(f))?;
        self.proofs.iter().try_for_each(|proof| proof.fmt(f))
    }
}

impl Display for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { plan, network_file, report } = self;
        // A name with an end of a line in it must not make a line of its own.
        let plan = one_line(plan);
        if report.is_valid() {
            let what = [
                count(report.counts.destinations, "destination"),
                count(report.counts.worms, "worm"),
                count(report.counts.hops, "hop"),
            ];
            writeln!(f, "{}: valid ({})", plan, what.join(", "))?;
        } else {
            writeln!(f, "{}: not valid, {}", plan, count(report.violation_count(), "violation"))?;
        }
        if let Some(file) = network_file {
            writeln!(f, "  its network was read from {}", one_line(file))?;
        }
        report.violations.iter().try_for_each(|found| writeln!(f, "  {}", one_line(&found.to_string())))?;
        for more in &report.unlisted {
            writeln!(f, "  … and {} more of the kind {}", more.count, more.kind)?;
        }
        report.verified.iter().try_for_each(|claim| writeln!(f, "  its claim holds: {claim}"))?;
        report.proved.iter().try_for_each(|proved| writeln!(f, "  its certificate holds: {proved}"))?;
        if let Some(flits) = report.header_flits {
            writeln!(f, "  its headers hold: {} take the routes", count(flits as usize, "header flit"))?;
        }
        report
            .unverified
            .iter()
            .try_for_each(|claim| writeln!(f, "  claims {}, which `check` does not verify", one_line(claim)))
    }
}
