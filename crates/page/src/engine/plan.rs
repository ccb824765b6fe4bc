//! A plan, and what is known about it at once.

use super::network::NetworkRequest;
use super::{Refusal, TimingRequest, written};
use crate::{Page, RunOnPage};
use serde::Deserialize;
use serde_json::{Value, json};
use wormcast::schemes::{Options, scheme_named};
use wormcast::sim::{Conditions, EngineChoice, Time, Timing};
use wormcast::{Network, Plan};

/// A multicast by a scheme.
#[derive(Deserialize)]
pub(super) struct PlanRequest {
    network: NetworkRequest,
    scheme: String,
    /// As on the command line: `--root`, `0,0`, ….
    #[serde(default)]
    options: Vec<String>,
    source: String,
    to: Vec<String>,
    #[serde(default)]
    timing: TimingRequest,
}

impl PlanRequest {
    pub(super) fn answer(&self) -> Result<Value, Refusal> {
        let network = self.network.build()?;
        let plan = network.plan(&self.scheme, &self.source, &self.to, &options(&self.scheme, &self.options)?)?;
        let timing = self.timing.timing(plan.by_number().virtual_channels_needed());
        let mut page = Page::of(&network, format!("{} from {}", plan.scheme(), self.source))?;
        page.set_command(self.words());
        add_alone(&mut page, &network, (plan.scheme(), &plan), &timing)?;
        Ok(json!({"page": written(&page)?, "check": written(plan.check())?, "cost": plan.cost()}))
    }

    fn words(&self) -> Vec<&str> {
        let mut words = vec!["wormcast", "plan"];
        words.extend(self.network.words());
        words.extend(["--scheme", &self.scheme]);
        words.extend(self.options.iter().map(String::as_str));
        words.extend(["--source", &self.source, "--to"]);
        words.extend(self.to.iter().map(String::as_str));
        words
    }
}

/// The options of a scheme that words set.
pub(super) fn options(scheme: &str, words: &[String]) -> Result<Options, Refusal> {
    Ok(Options::of_words(words.iter().map(String::as_str), scheme_named(scheme)?.options())?)
}

/// Adds a plan's run alone in the network, under a name.
pub(super) fn add_alone(
    page: &mut Page,
    network: &Network,
    (name, plan): (&str, &Plan),
    timing: &Timing,
) -> Result<usize, Refusal> {
    let engine = EngineChoice::Auto.of(network.topology(), timing, &Conditions::default());
    let run = network.simulate(&[(plan, Time::ZERO)], timing, engine)?;
    let file = format!("{name}.json");
    Ok(page.add_run(RunOnPage { name, plans: &[(&file, plan)], timing, run: &run })?)
}
