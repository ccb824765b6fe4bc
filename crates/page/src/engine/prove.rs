//! Whether a scheme can deadlock.

use super::network::NetworkRequest;
use super::plan::options;
use super::{Refusal, written};
use serde::Deserialize;
use serde_json::Value;
use std::time::Duration;
use wormcast::check::proof::SchemeStatement;
use wormcast::prove::Effort;

/// How long a proof may take, where there is a clock.
const BUDGET: Duration = Duration::from_secs(10);

/// A scheme on a network.
#[derive(Deserialize)]
pub(super) struct ProveRequest {
    network: NetworkRequest,
    scheme: String,
    #[serde(default)]
    options: Vec<String>,
}

impl ProveRequest {
    pub(super) fn answer(&self) -> Result<Value, Refusal> {
        let network = self.network.build()?;
        let options = options(&self.scheme, &self.options)?;
        let statement = SchemeStatement::about(&self.scheme);
        let virtual_channels = network.virtual_channels_for(&statement, &options)?;
        let statement = SchemeStatement { virtual_channels, ..statement };
        written(network.prove_scheme_within(&statement, &options, &Effort::within(BUDGET))?)
    }
}
