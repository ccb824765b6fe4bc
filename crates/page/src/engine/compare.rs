//! One multicast by all schemes that serve a network.

use super::network::NetworkRequest;
use super::plan::add_alone;
use super::{Refusal, TimingRequest, written};
use crate::Page;
use serde::Deserialize;
use serde_json::{Value, json};
use wormcast::ComparedResult;
use wormcast::Comparing;
use wormcast::schemes::Options;

/// A multicast.
#[derive(Deserialize)]
pub(super) struct CompareRequest {
    network: NetworkRequest,
    source: String,
    to: Vec<String>,
    #[serde(default)]
    timing: TimingRequest,
}

impl CompareRequest {
    /// The comparison, and a page with the run of each scheme that has a plan, by its name.
    pub(super) fn answer(&self) -> Result<Value, Refusal> {
        let network = self.network.build()?;
        let comparing = Comparing { timing: self.timing.timing(1), ..Comparing::default() };
        let comparison = network.compare(&self.source, &self.to, &comparing)?;
        let mut page = Page::of(&network, format!("From {}, by all schemes", self.source))?;
        page.set_command(self.words());
        for entry in comparison.schemes.iter().filter(|entry| matches!(entry.result, ComparedResult::Planned { .. })) {
            let plan = network.plan(&entry.scheme, &self.source, &self.to, &Options::default())?;
            let timing = self.timing.timing(plan.by_number().virtual_channels_needed());
            add_alone(&mut page, &network, (&entry.scheme, &plan), &timing)?;
        }
        Ok(json!({"comparison": written(&comparison)?, "page": written(&page)?}))
    }

    fn words(&self) -> Vec<&str> {
        let mut words = vec!["wormcast", "compare"];
        words.extend(self.network.words());
        words.extend(["--source", &self.source, "--to"]);
        words.extend(self.to.iter().map(String::as_str));
        words
    }
}
