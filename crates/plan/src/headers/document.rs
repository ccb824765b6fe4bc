//! Headers and router tables in a file.

use super::{HeaderFlit, WordLayout, layout::bits_for};
use crate::NetworkSpec;
use serde::{Deserialize, Serialize};

/// The key of a [`HeadersDocument`] in a plan file.
pub const HEADERS: &str = "headers";
/// The value of `format` in a file of headers.
pub const HEADERS_FORMAT: &str = "wormcast-headers";

/// The header flits of a plan's worms, and the tables by which routers route them. Ports are numbered from 1.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadersDocument {
    /// [`HEADERS_FORMAT`].
    pub format: String,
    /// The version of the format: 1.
    pub version: u32,
    /// The network.
    #[serde(flatten)]
    pub network: NetworkSpec,
    /// The bits of a header flit.
    pub layout: WordLayout,
    /// What a router's table takes.
    pub table_bits: TableBits,
    /// The routers.
    pub routers: Vec<RouterDocument>,
    /// The header flits of each worm.
    pub worms: Vec<StreamDocument>,
}

/// How many bits the table of a router has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TableBits {
    /// The intervals of numbers: two numbers a child, in every tree. The router's own number follows from them.
    pub intervals: u32,
    /// What each port is: unused, or in one of the trees the way up or the way to a child.
    pub port_roles: u32,
}

impl TableBits {
    /// For so many routers, children of a router in a tree, trees, and ports of a router.
    ///
    /// ```
    /// use wormcast_plan::headers::TableBits;
    /// // The torus paper's 8 log2 N: two binary trees of a torus with 256 routers.
    /// assert_eq!(TableBits::new(256, 2, 2, 4), TableBits { intervals: 64, port_roles: 12 });
    /// ```
    pub fn new(routers: usize, children: u32, trees: u32, ports: u32) -> Self {
        let roles = 1 + trees * (1 + children);
        Self { intervals: 2 * trees * children * bits_for(routers), port_roles: ports * bits_for(roles as usize) }
    }
}

/// A router and its table.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RouterDocument {
    /// Its name.
    pub node: String,
    /// The router behind each port, from port 1 on.
    pub ports: Vec<String>,
    /// What it knows of each tree.
    pub trees: Vec<TreeTable>,
}

/// What a router knows of one tree.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TreeTable {
    /// Its own number.
    pub number: u32,
    /// The port towards the root; none at a root.
    pub up: Option<u32>,
    /// Its children, in ascending order of the numbers below them.
    pub children: Vec<ChildTable>,
}

/// What a router knows of one child.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ChildTable {
    /// The port to it; none where the link is lost.
    pub port: Option<u32>,
    /// The lowest number below it.
    pub low: u32,
    /// The number after the highest one below it, which is its own.
    pub end: u32,
}

/// The header flits of one worm, in the order in which they are sent.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct StreamDocument {
    /// The number of the worm in its plan.
    pub worm: u32,
    /// The router that injects it.
    pub origin: String,
    /// The tree that it keeps to.
    pub tree: u32,
    /// The flits.
    pub flits: Vec<FlitDocument>,
    /// The same flits as words, in hexadecimal digits.
    pub words: Vec<String>,
}

/// One header flit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct FlitDocument {
    /// The name of its router.
    pub node: String,
    /// The number of its router.
    pub number: u32,
    /// Whether the worm delivers there.
    #[serde(rename = "C")]
    pub consume: bool,
    /// The ports that it asks for.
    #[serde(rename = "O")]
    pub outputs: Vec<u32>,
    /// Whether the worm has split before.
    #[serde(rename = "S")]
    pub split: bool,
}

impl FlitDocument {
    /// The document of a flit to a router of this name.
    pub fn new(node: String, flit: HeaderFlit) -> Self {
        let HeaderFlit { number, consume, split, .. } = flit;
        Self { node, number, consume, outputs: flit.ports().collect(), split }
    }
}
