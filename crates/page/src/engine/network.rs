//! What a network looks like.

use super::{Refusal, written};
use serde::Deserialize;
use serde_json::{Value, json};
use wormcast::Network;
use wormcast::draw::NetworkDrawing;

/// A network and what is lost of it.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct NetworkRequest {
    topology: String,
    #[serde(default)]
    without_nodes: Vec<String>,
    #[serde(default)]
    without_links: Vec<String>,
}

impl NetworkRequest {
    /// The network. Files are not read: the page has none.
    pub(super) fn build(&self) -> Result<Network, Refusal> {
        if self.topology.starts_with("file:") {
            return Err("the page reads no files of networks; name a family, such as `mesh:8x8`".into());
        }
        let whole = Network::build(&self.topology)?;
        Ok(whole.without_nodes(&self.without_nodes)?.without_links(&self.without_links)?)
    }

    pub(super) fn answer(&self) -> Result<Value, Refusal> {
        let network = self.build()?;
        Ok(
            json!({"drawing": written(NetworkDrawing::of(network.topology())?)?, "summary": written(network.describe(false))?}),
        )
    }

    /// It as the command line names it.
    pub(super) fn words(&self) -> Vec<&str> {
        let mut words = vec![&*self.topology];
        let losses = [("--without-node", &self.without_nodes), ("--without-link", &self.without_links)];
        for (option, names) in losses {
            names.iter().for_each(|name| words.extend([option, name]));
        }
        words
    }
}
