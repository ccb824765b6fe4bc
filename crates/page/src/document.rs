//! What is inside a page.

use crate::{ChartDocument, FigureDocument, HeatDocument, TimingDocument};
use serde::Serialize;
use wormcast::check::proof::ProofDocument;
use wormcast::draw::NetworkDrawing;
use wormcast::plan::PlanDocument;
use wormcast::sim::SimulationDocument;
use wormcast::{MendingDocument, WormTimeline};

/// The data of a page, as `docs/page.schema.json` describes it.
#[derive(Clone, Debug, Serialize)]
pub struct PageDocument {
    /// `wormcast-page`.
    pub format: &'static str,
    /// 1.
    pub version: u32,
    /// The version of the program that wrote it.
    pub wormcast: &'static str,
    /// What it is about.
    pub title: String,
    /// The command that wrote it, without the folders of its files.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<String>,
    /// More commands, by which what is on the page can be had again.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub commands: Vec<String>,
    /// The network, and where everything in it stands; none on a page about figures alone.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub drawing: Option<NetworkDrawing>,
    /// All plans on the page.
    pub plans: Vec<NamedPlan>,
    /// What came of them in time.
    pub runs: Vec<RunDocument>,
    /// What mends the plans of the first run, if it hangs.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mending: Option<MendingOnPage>,
    /// What was proved, as `prove --format json` prints it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<ProofDocument>,
    /// Curves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub charts: Vec<ChartDocument>,
    /// Loads of channels, for the points of the curves.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub heat: Vec<HeatDocument>,
    /// Figures of papers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub figures: Vec<FigureDocument>,
}

/// What `mend --format json` prints, and the runs of the proposals.
#[derive(Clone, Debug, Serialize)]
pub struct MendingOnPage {
    /// The proposals.
    #[serde(flatten)]
    pub document: MendingDocument,
    /// The run of each proposal, by its place on the page; null if no engine runs it.
    pub runs: Vec<Option<usize>>,
}

/// A plan and the name of its file.
#[derive(Clone, Debug, Serialize)]
pub struct NamedPlan {
    /// Without its folder.
    pub name: String,
    /// The plan file.
    pub plan: PlanDocument,
}

/// Plans in time.
#[derive(Clone, Debug, Serialize)]
pub struct RunDocument {
    /// What is told apart by it.
    pub name: String,
    /// The plans, by their places on the page.
    pub plans: Vec<usize>,
    /// How fast everything is.
    pub timing: TimingDocument,
    /// What came out.
    pub simulation: SimulationOnPage,
}

/// What `simulate --timeline --format json` prints.
#[derive(Clone, Debug, Serialize)]
pub struct SimulationOnPage {
    /// What came out.
    #[serde(flatten)]
    pub document: SimulationDocument,
    /// When every worm was where.
    pub timeline: Vec<WormTimeline>,
}
