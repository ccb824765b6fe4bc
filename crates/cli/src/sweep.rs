//! `wormcast sweep`.

mod deadlocks;
mod differences;
mod in_words;
mod one_cell;
mod page;
mod unfinished;

use crate::failure::Failure;
use crate::html;
use crate::input;
use crate::output::{self, Format};
use crate::pictures::write_picture;
use crate::progress::{self, Bar};
use crate::signals::{say_nothing_on_interrupt, say_on_interrupt};
use crate::threads::ThreadArgs;
use crate::verdict::Verdict;
use crate::words::{count, quoted};
use clap::Args;
use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use wormcast::draw::PaperWidth;
use wormcast::eval::experiment::Experiment;
use wormcast::eval::run::Figures;
use wormcast::eval::sweep::{
    self, AtWork, CellId, Searched, Shard, Store, SweepDocument, cells, cells_at, collect, find_loads, finished,
    has_pdf, remove_results, rows, run_missing, searched, summaries, write_results,
};

/// Measures schemes under load: every scheme at every load with every seed of an experiment file.
///
/// The results go into a folder: results.csv, results.parquet, results.json, summary.json (what the sweep says of each
/// scheme), channels.csv (how long each channel is held), latency.svg, heat-SCHEME.svg (the channels at the highest
/// load that the scheme carried steadily), and a file a finished cell. A sweep that was interrupted goes on with
/// `--resume`; an interrupt prints the table of the cells that are finished. Where there are fewer cells than threads,
/// and 2,048 nodes for each thread, each cell runs on several, with the same result.
#[derive(Debug, Args)]
#[command(after_help = "Examples:\n  wormcast sweep examples/mesh-load.toml\n  \
    wormcast sweep examples/mesh-load.toml --shard 1/4 --out results\n  \
    wormcast sweep one-load.toml --threads 2")]
pub(crate) struct Sweep {
    /// The experiment, a TOML file.
    #[arg(value_name = "EXPERIMENT.toml")]
    experiment: PathBuf,
    /// The folder of the results; by default, the name of the experiment with `-results`.
    #[arg(long, value_name = "FOLDER")]
    out: Option<PathBuf>,
    /// Run only a part of the cells, such as `1/4`: the first of four.
    #[arg(long, value_name = "I/N", default_value_t = Shard::WHOLE)]
    shard: Shard,
    /// Go on with the cells that are finished in the folder of the results.
    #[arg(long)]
    resume: bool,
    /// Take over the finished cells of these folders of results first (parts that ran elsewhere).
    #[arg(long, value_name = "FOLDER", num_args = 1..)]
    merge: Vec<PathBuf>,
    /// Show the cells with their keys, and whether each is finished; run nothing. While saturation is searched, these
    /// are the runs of the search.
    #[arg(long, conflicts_with_all = ["shard", "resume", "merge", "cell"])]
    list: bool,
    /// Run one cell, by its key or the beginning of it; `--list` shows them.
    #[arg(long, value_name = "KEY", conflicts_with_all = ["shard", "merge"])]
    cell: Option<String>,
    /// End each run when the 95 % half-width of the mean latency is at most this share of it, such as `0.005`, whatever
    /// the file says.
    #[arg(long, value_name = "SHARE", value_parser = half_width)]
    until_half_width: Option<f64>,
    /// Also write every picture as PDF. Where there are such, `--resume` renews them.
    #[arg(long)]
    pdf: bool,
    /// Draw the pictures as wide as a paper needs them, without titles: `8.5cm` is a column, `17.5cm` a page.
    #[arg(long, value_name = "WIDTH", conflicts_with_all = ["list", "cell"])]
    picture_width: Option<PaperWidth>,
    /// Also write a page into this file, as HTML: the curves, and beside each point the loads of the channels.
    #[arg(long, value_name = "FILE", conflicts_with_all = ["list", "cell"])]
    html: Option<PathBuf>,
    #[command(flatten)]
    threads: ThreadArgs,
    /// How to print the results.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

impl Sweep {
    /// Runs the cells that are missing, and writes the results when all are there.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let mut experiment = Arc::new(self.read()?);
        let folder = self.folder();
        if self.list {
            return one_cell::list(self.read()?, &folder, self.format);
        }
        if let Some(path) = &self.html {
            if path.parent() == Some(&*folder) {
                // The page may stand among the results, whose folder is made anyway.
                fs::create_dir_all(&folder)?;
            }
            html::target(path)?.spare(&self.experiment)?;
        }
        self.tell_how_to_go_on(&experiment, &folder);
        let store = self.store(&experiment, &folder)?;
        let pool = self.threads.pool()?;
        if let Some(key) = &self.cell {
            return pool.install(|| one_cell::run(self.read()?, &store, key, self.format));
        }
        let _at_work = AtWork::begin(&folder, &experiment)?.ok_or_else(|| {
            let folder = folder.display();
            Failure::new(format!("another experiment is at work in {folder}; name another folder with `--out`"))
        })?;
        let pdf = self.pdf || self.resume && cfg!(feature = "pdf") && has_pdf(&folder);
        if self.resume {
            remove_results(&folder)?;
        }
        if experiment.loads.are_to_be_found() {
            let so_far = || format!("looking for saturation: {}", count(store.count().unwrap_or_default(), "run"));
            let look =
                || progress::during("looking for saturation", || pool.install(|| find_loads(&experiment, &store)));
            let loads = progress::each_minute(so_far, look)?;
            // Now it is known which cells there are.
            say_nothing_on_interrupt();
            if let Some(experiment) = Arc::get_mut(&mut experiment) {
                experiment.loads = loads;
            }
            self.tell_how_to_go_on(&experiment, &folder);
        }
        let bar = Bar::new("cells");
        let run = || pool.install(|| run_missing(&experiment, &store, self.shard, |done, all| bar.set(done, all)));
        let damaged = progress::each_minute(|| bar.in_words(), run);
        drop(bar);
        let damaged = damaged.map_err(|error| in_words::cannot_run(&experiment, &error))?;
        eprint!("{}", in_words::damaged(&damaged));
        match collect(&experiment, &store) {
            Ok(results) => pool.install(|| self.report(&experiment, &store, &results, &folder, pdf))?,
            Err(missing) => {
                say_nothing_on_interrupt();
                match self.format {
                    Format::Json => unfinished::print_json(&experiment, &store)?,
                    Format::Table => {
                        let are = if missing == 1 { "is" } else { "are" };
                        let missing = count(missing, "cell");
                        output::print_text(&format!(
                            "part {} is done; {missing} of other parts {are} missing\n",
                            self.shard
                        ))?;
                    }
                }
            }
        }
        Ok(Verdict::Yes)
    }

    /// What is said when the sweep is interrupted: the table of what is finished, how much that is, and the command
    /// that goes on.
    fn tell_how_to_go_on(&self, experiment: &Arc<Experiment>, folder: &Path) {
        let (kept_in, format, experiment) = (folder.join("cells"), self.format, Arc::clone(experiment));
        let command = self.command_to_go_on(folder);
        say_on_interrupt(move || {
            let kept = match Store::open(&kept_in) {
                Ok(store) => unfinished::print(&experiment, &store, format),
                Err(_) => "nothing is kept".to_owned(),
            };
            format!("interrupted: {kept}; `{command}` goes on")
        });
    }

    /// The command that goes on, with all that was asked for: another half-width would be other cells.
    fn command_to_go_on(&self, folder: &Path) -> String {
        let path = |path: &Path| path.display().to_string();
        let mut words =
            ["wormcast".to_owned(), "sweep".to_owned(), path(&self.experiment), "--resume".to_owned()].to_vec();
        let mut say = |option: &str, value: Option<String>| {
            words.extend(value.map(|value| [option.to_owned(), value]).into_iter().flatten());
        };
        say("--out", self.out.as_ref().map(|_| path(folder)));
        say("--shard", (self.shard != Shard::WHOLE).then(|| self.shard.to_string()));
        say("--cell", self.cell.clone());
        say("--until-half-width", self.until_half_width.map(|share| share.to_string()));
        say("--picture-width", self.picture_width.map(|width| width.to_string()));
        say("--html", self.html.as_deref().map(path));
        say("--threads", self.threads.asked().map(|threads| threads.to_string()));
        say("--format", (self.format == Format::Json).then(|| "json".to_owned()));
        words.extend(self.pdf.then(|| "--pdf".to_owned()));
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }

    fn read(&self) -> Result<Experiment, Failure> {
        let text = input::read_text(&self.experiment)?;
        if text.trim_start().starts_with('{') {
            let message = "this is JSON, and no experiment, which is a file in TOML; `wormcast simulate` runs plans";
            return Err(Failure::new(message).prefixed(&self.experiment));
        }
        let folder = self.experiment.parent().unwrap_or(Path::new(""));
        let stop = |mut experiment: Experiment| {
            let share = self.until_half_width.unwrap_or(experiment.stop.half_width_share);
            experiment.stop.half_width_share = share;
            experiment
        };
        Experiment::parse(&text, folder).map(stop).map_err(|error| {
            let (line, column) = error.position(&text);
            Failure::new(&error.message).in_line(&self.experiment, text, line, column)
        })
    }

    fn folder(&self) -> PathBuf {
        let stem = self.experiment.file_stem().unwrap_or_default().to_string_lossy();
        self.out.clone().unwrap_or_else(|| PathBuf::from(format!("{stem}-results")))
    }

    /// The cells in the folder of the results, with those of other folders.
    fn store(&self, experiment: &Experiment, folder: &Path) -> Result<Store, Failure> {
        let cannot = |path: &Path, error| Failure::new(format!("cannot use the folder {}: {error}", path.display()));
        let store = Store::open(&folder.join("cells")).map_err(|error| cannot(folder, error))?;
        let is_new = store.is_empty().map_err(|error| cannot(folder, error))?;
        if !is_new && !self.resume && self.cell.is_none() {
            let message = "has results already; add `--resume` to go on with them, or name another folder with `--out`";
            return Err(Failure::new(format!("{} {message}", folder.display())));
        }
        for other in &self.merge {
            let cells_of_other = other.join("cells");
            if !cells_of_other.is_dir() {
                return Err(Failure::new(format!("{} is not a folder of results: it has no cells", other.display())));
            }
            let from = Store::open(&cells_of_other)?;
            let (taken, there) = (take_over(experiment, &from, &store)?, from.count()?);
            if taken < there {
                let all = count(there, "cell");
                let whole = "are whole and of this experiment: these are taken";
                output::note(&format!("{taken} of {all} in {} {whole}", other.display()));
            }
        }
        Ok(store)
    }

    fn report(
        &self,
        experiment: &Experiment,
        store: &Store,
        results: &[(CellId, Figures)],
        folder: &Path,
        pdf: bool,
    ) -> Result<(), Failure> {
        let picture = |path: &Path, svg: &str| write_picture(path, svg, pdf);
        let (rows, heat) = (rows(results), write_results(experiment, results, folder, self.picture_width, picture)?);
        let summaries = summaries(experiment, store, results)?;
        let document = SweepDocument::new(experiment, results, &summaries);
        document.write(folder)?;
        if let Some(path) = &self.html {
            html::write(&html::target(path)?, page::page(experiment, results))?;
        }
        let text = match self.format {
            Format::Json => String::new(),
            Format::Table => {
                let mut text = in_words::table(experiment, &rows);
                text.push_str(&differences::in_words(experiment, &sweep::differences(experiment, results)));
                text.push_str(&in_words::summary(experiment, &summaries));
                text.push_str(&in_words::files(heat, pdf, folder));
                text + &deadlocks::in_words(experiment, results)
            }
        };
        // All is done, and nothing else may come between these lines.
        say_nothing_on_interrupt();
        match self.format {
            Format::Json => output::print_json(&document.with_rows(&rows)),
            Format::Table => output::print_text(&text),
        }
    }
}

/// Keeps what a store has of an experiment in another one, too; returns how many cells.
fn take_over(experiment: &Experiment, from: &Store, to: &Store) -> Result<usize, Failure> {
    let known = match experiment.loads.are_to_be_found() {
        false => cells(experiment),
        true => {
            let Searched { cells, loads } = searched(experiment, Some(from));
            cells.into_iter().chain(loads.iter().flat_map(|loads| cells_at(experiment, loads))).collect()
        }
    };
    let taken = finished(experiment, from, known);
    taken.iter().try_for_each(|(cell, figures)| to.save(&cell.key, figures))?;
    Ok(taken.len())
}

/// A share above 0 and below 1.
fn half_width(text: &str) -> Result<f64, String> {
    let share = text.parse().ok().filter(|share| (f64::MIN_POSITIVE..1.0).contains(share));
    share.ok_or_else(|| format!("`{text}` is not a share above 0 and below 1, such as `0.01`"))
}
