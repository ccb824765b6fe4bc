//! Which network a plan is for, in words that a file can hold.

use serde::{Deserialize, Serialize};
use std::fmt;

/// A network as its description and its faults, all by name.
///
/// ```
/// let network = wormcast_plan::NetworkSpec::whole("mesh:8x8");
/// assert_eq!(network.to_string(), "mesh:8x8");
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct NetworkSpec {
    /// The description of the network without faults, such as `mesh:8x8`.
    pub topology: String,
    /// The names of the nodes that are taken away.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_nodes: Vec<String>,
    /// The links that are taken away, as the names of their ends.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub without_links: Vec<(String, String)>,
}

impl NetworkSpec {
    /// The network of this description, with nothing taken away.
    pub fn whole(topology: impl Into<String>) -> Self {
        Self { topology: topology.into(), ..Self::default() }
    }
}

impl fmt::Display for NetworkSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.topology)?;
        for node in &self.without_nodes {
            write!(f, " without {node}")?;
        }
        for (a, b) in &self.without_links {
            write!(f, " without {a}-{b}")?;
        }
        Ok(())
    }
}
