//! Plan files in time.

use super::{Refusal, TimingRequest, written};
use crate::{Page, RunOnPage};
use serde::Deserialize;
use serde_json::{Value, json};
use std::time::Duration;
use wormcast::plan::PlanDocument;
use wormcast::prove::Effort;
use wormcast::sim::{Conditions, EngineChoice, Time};
use wormcast::{Network, Plan};

/// How long it may take to look for what mends a deadlock, where there is a clock.
const MENDING: Duration = Duration::from_secs(10);

/// Plans that run together.
#[derive(Deserialize)]
pub(super) struct RunRequest {
    plans: Vec<FileRequest>,
    #[serde(default)]
    timing: TimingRequest,
}

/// A plan file.
#[derive(Deserialize)]
struct FileRequest {
    name: String,
    text: String,
    #[serde(default = "at_once")]
    start_ns: Time,
}

fn at_once() -> Time {
    Time::ZERO
}

impl RunRequest {
    pub(super) fn answer(&self) -> Result<Value, Refusal> {
        let first = self.plans.first().ok_or("no plan was given")?;
        let network = Network::of_spec(&first.document()?.network)?;
        let plans = self.plans.iter().map(|file| file.plan(&network)).collect::<Result<Vec<_>, _>>()?;
        let needed = plans.iter().map(|plan| plan.by_number().virtual_channels_needed()).max().unwrap_or(1);
        let timing = self.timing.timing(needed);
        let engine = EngineChoice::Auto.of(network.topology(), &timing, &Conditions::default());
        let starts: Vec<_> = plans.iter().zip(&self.plans).map(|(plan, file)| (plan, file.start_ns)).collect();
        let run = network.simulate(&starts, &timing, engine)?;
        let named: Vec<_> = self.plans.iter().zip(&plans).map(|(file, plan)| (&*file.name, plan)).collect();
        let mut page = Page::of(&network, format!("{} plans in time", plans.len()))?;
        page.set_command(["wormcast", "simulate"].into_iter().chain(named.iter().map(|(name, _)| *name)));
        page.add_run(RunOnPage { name: "As it is", plans: &named, timing: &timing, run: &run })?;
        if run.is_deadlock() {
            page.add_mending(&network, &named, &timing, &Effort::within(MENDING))?;
        }
        Ok(json!({"page": written(&page)?}))
    }
}

impl FileRequest {
    fn document(&self) -> Result<PlanDocument, Refusal> {
        let document = PlanDocument::parse(self.text.as_bytes()).map_err(|error| format!("{}: {error}", self.name))?;
        if document.network.topology.starts_with("file:") {
            let message = "is for a network of a file, which the page does not read";
            return Err(format!("{}: the plan {message}", self.name).into());
        }
        Ok(document)
    }

    fn plan(&self, network: &Network) -> Result<Plan, Refusal> {
        let document = self.document()?;
        if document.network != *network.spec() {
            let message = "plans that run together need the same network";
            return Err(format!("{}: it is for {}; {message}, {network}", self.name, document.network).into());
        }
        Ok(Plan::of_document(network.clone(), &document).map_err(|error| format!("{}: {error}", self.name))?)
    }
}
