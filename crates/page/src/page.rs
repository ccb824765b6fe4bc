//! A page that is being put together.

use crate::document::{MendingOnPage, NamedPlan, PageDocument, RunDocument, SimulationOnPage};
use crate::{ChartDocument, FigureDocument, HeatDocument, embed, names};
use serde::Serialize;
use thiserror::Error;
use wormcast::check::proof::ProofDocument;
use wormcast::draw::{DrawError, NetworkDrawing};
use wormcast::sim::Timing;
use wormcast::topology::Topology;
use wormcast::{Network, Plan, Run};

/// Runs with more visits of worms are not put on a page: browsers would not play them smoothly.
pub const MAX_VISITS: usize = 200_000;

/// Why there is no page.
#[derive(Clone, Debug, Error)]
#[non_exhaustive]
pub enum PageError {
    /// The network is too large to be drawn.
    #[error(transparent)]
    Draw(#[from] DrawError),
    /// There is too much to play.
    #[error("worms visit routers {0} times; pages show at most {MAX_VISITS} visits. Run fewer plans, or smaller ones")]
    TooManyVisits(usize),
}

/// A page that is being put together.
#[derive(Clone, Debug)]
pub struct Page(PageDocument);

/// A run that a page is to play.
#[derive(Clone, Copy, Debug)]
pub struct RunOnPage<'r> {
    /// What tells it from other runs.
    pub name: &'r str,
    /// The plans that ran and the names of their files, in their order.
    pub plans: &'r [(&'r str, &'r Plan)],
    /// How fast everything was.
    pub timing: &'r Timing,
    /// What came out.
    pub run: &'r Run,
}

impl Page {
    /// A page about a network.
    ///
    /// # Errors
    /// The network is too large to be drawn.
    pub fn of(network: &Network, title: impl Into<String>) -> Result<Self, PageError> {
        Self::on(network.topology(), title)
    }

    /// The same about a network by number.
    ///
    /// # Errors
    /// The network is too large to be drawn.
    pub fn on(topology: &dyn Topology, title: impl Into<String>) -> Result<Self, PageError> {
        Ok(Self(PageDocument { drawing: Some(NetworkDrawing::of(topology)?), ..Self::without_network(title).0 }))
    }

    /// A page about no network, or about one that is too large to be drawn.
    pub fn without_network(title: impl Into<String>) -> Self {
        Self(PageDocument {
            format: "wormcast-page",
            version: 1,
            wormcast: env!("CARGO_PKG_VERSION"),
            title: title.into(),
            command: None,
            commands: Vec::new(),
            drawing: None,
            plans: Vec::new(),
            runs: Vec::new(),
            mending: None,
            proof: None,
            charts: Vec::new(),
            heat: Vec::new(),
            figures: Vec::new(),
        })
    }

    /// Says which command it comes from; of the files in it, only the names.
    pub fn set_command<'w>(&mut self, words: impl IntoIterator<Item = &'w str>) {
        self.0.command = Some(names::of_command(words));
    }

    /// Adds a command by which something on the page can be had again; of the files in it, only the names.
    pub fn add_command<'w>(&mut self, words: impl IntoIterator<Item = &'w str>) {
        self.0.commands.push(names::of_command(words));
    }

    /// Adds a chart.
    pub fn add_chart(&mut self, chart: ChartDocument) {
        self.0.charts.push(chart);
    }

    /// Adds loads of channels for the points of the charts.
    pub fn add_heat(&mut self, heat: HeatDocument) {
        self.0.heat.push(heat);
    }

    /// Adds a figure of a paper.
    pub fn add_figure(&mut self, figure: FigureDocument) {
        self.0.figures.push(figure);
    }

    /// Adds a plan; gives its place among all.
    pub fn add_plan(&mut self, name: &str, plan: &Plan) -> usize {
        let mut document = plan.document();
        document.network.topology = names::of_network(&document.network.topology);
        self.0.plans.push(NamedPlan { name: names::below(name).to_owned(), plan: document });
        self.0.plans.len() - 1
    }

    /// Adds a run and its plans; gives its place among all.
    ///
    /// # Errors
    /// There is too much to play.
    pub fn add_run(&mut self, run: RunOnPage<'_>) -> Result<usize, PageError> {
        let worms = run.plans.iter().map(|(_, plan)| &plan.by_number().worms);
        let visits: usize = worms.map(|worms| worms.hop_count() + worms.len()).sum();
        if visits > MAX_VISITS {
            return Err(PageError::TooManyVisits(visits));
        }
        let plans = run.plans.iter().map(|(name, plan)| self.add_plan(name, plan)).collect();
        let bare: Vec<_> = run.plans.iter().map(|&(_, plan)| plan).collect();
        self.0.runs.push(RunDocument {
            name: run.name.to_owned(),
            plans,
            timing: run.timing.into(),
            simulation: SimulationOnPage {
                document: run.run.by_number().document(run.run.network().topology()),
                timeline: run.run.timeline(&bare),
            },
        });
        Ok(self.0.runs.len() - 1)
    }

    pub(crate) fn set_mending(&mut self, mending: MendingOnPage) {
        self.0.mending = Some(mending);
    }

    pub(crate) fn set_proof(&mut self, proof: ProofDocument) {
        self.0.proof = Some(proof);
    }

    /// Its data.
    pub fn document(&self) -> &PageDocument {
        &self.0
    }

    /// The page: one HTML file.
    pub fn html(&self) -> String {
        embed::page_with(&self.0)
    }
}

impl Serialize for Page {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.0.serialize(serializer)
    }
}
