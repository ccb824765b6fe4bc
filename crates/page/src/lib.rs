//! One page that shows a network, worms that move on it, and what was found out about them: a single HTML file, with
//! its data inside, that loads nothing from anywhere.
//!
//! The page is built once, from the folder `web`; here it gets its data, a [`PageDocument`] made of the JSON documents
//! of the command line.
//!
//! ```
//! use wormcast::{Network, schemes::Options};
//! use wormcast::sim::{Time, Timing};
//! use wormcast_page::{Page, RunOnPage};
//! let mesh = Network::build("mesh:4x4")?;
//! let plan = mesh.plan("dual-path", "1,1", &["3,1", "0,3"], &Options::default())?;
//! let timing = Timing::default();
//! let run = mesh.simulate(&[(&plan, Time::ZERO)], &timing, Default::default())?;
//! let mut page = Page::of(&mesh, "dual-path")?;
//! page.add_run(RunOnPage { name: "alone", plans: &[("plan.json", &plan)], timing: &timing, run: &run })?;
//! let html = page.html();
//! assert!(html.starts_with("<!doctype html>") && html.contains("wormcast-page"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod charts;
mod document;
mod embed;
pub mod engine;
mod mending;
mod names;
mod page;
mod proof;
mod timing;

pub use charts::{ChartDocument, CurveDocument, FigureDocument, HeatDocument, TableDocument};
pub use document::{MendingOnPage, NamedPlan, PageDocument, RunDocument, SimulationOnPage};
pub use mending::question;
pub use names::name_of_network;
pub use page::{MAX_VISITS, Page, PageError, RunOnPage};
pub use timing::TimingDocument;
