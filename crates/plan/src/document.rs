//! The JSON form of a plan.

use crate::reader::{self, Form};
use crate::{Claim, Cost, MAX_CONSUMPTION_CLASSES, NetworkSpec, Plan, Worms};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use wormcast_topology::{NodeId, Topology, UnknownNode, shortened};

/// The value of `format` in a plan file.
pub const FORMAT: &str = "wormcast-plan";
/// The newest version of the format. All up to it are read; a plan is written in the oldest that can say it.
///
/// Version 2 knows the numbers of parallel channels, and lost channels.
pub const VERSION: u32 = 2;

/// Whether a version of the format is read.
pub(crate) fn is_read(version: u32) -> bool {
    (1..=VERSION).contains(&version)
}

/// A plan file as it stands, before anything in it is believed. Unknown keys are kept in `extra`.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(from = "Form")]
pub struct PlanDocument {
    /// [`FORMAT`].
    pub format: String,
    /// At most [`VERSION`].
    pub version: u32,
    /// The keys `topology`, `without_nodes`, `without_links` and `without_channels`.
    #[serde(flatten)]
    pub network: NetworkSpec,
    /// The name of the scheme.
    pub scheme: String,
    /// The name of the source.
    pub source: String,
    /// The names of the destinations.
    pub destinations: Vec<String>,
    /// How many classes of consumption channels the worms are of; 1 is not written.
    #[serde(skip_serializing_if = "is_one")]
    pub consumption_classes: u32,
    /// The worms.
    pub worms: Vec<WormDocument>,
    /// The costs that the file states.
    pub cost: Cost,
    /// The names of the claims.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<String>,
    /// Everything else in the file.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

/// A worm in a plan file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct WormDocument {
    /// Its number.
    pub id: u32,
    /// The node that it starts from.
    pub origin: String,
    /// The worm whose delivery at the origin lets this one start.
    pub after: Option<u32>,
    /// Its round, from 0.
    pub round: u32,
    /// The class of the consumption channels that it delivers through; 0 is not written.
    #[serde(default, skip_serializing_if = "is_zero")]
    pub consumption_class: u32,
    /// Its hops, parents first.
    pub route: Vec<HopDocument>,
    /// Its deliveries, in visiting order.
    #[serde(deserialize_with = "reader::deliveries")]
    pub deliver: Vec<DeliveryDocument>,
}

pub(crate) fn is_one(classes: &u32) -> bool {
    *classes == 1
}

pub(crate) fn is_zero(number: &u32) -> bool {
    *number == 0
}

/// A hop in a plan file: the index of its parent, the node that it leaves, the node that it enters, and the number of
/// its channel among parallel ones; 0 is not written, and others need version 2.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(expecting = "a hop: [parent or null, from, to] or [parent or null, from, to, number of the channel]")]
pub struct HopDocument(
    pub Option<u32>,
    pub String,
    pub String,
    #[serde(default, skip_serializing_if = "is_zero")] pub u32,
);

/// A delivery in a plan file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct DeliveryDocument {
    /// The index of the hop that arrives.
    pub hop: u32,
    /// The node that it arrives at.
    pub node: String,
}

/// Why a plan file cannot be used. The first thing that is wrong; the judge finds all of them.
#[derive(Debug, Error)]
#[non_exhaustive]
pub enum DocumentError {
    /// Not JSON, or not of the shape of a plan.
    #[error("not a plan: {}", brief(.0))]
    Json(#[from] serde_json::Error),
    /// Another format, or a version that is not read.
    #[error("the format is `{}` version {version}; expected `{FORMAT}` version 1 to {VERSION}", shortened(.format))]
    Format {
        /// What the file states.
        format: String,
        /// What the file states.
        version: u32,
    },
    /// A name that the network does not have.
    #[error(transparent)]
    UnknownNode(#[from] UnknownNode),
    /// No consumption classes, or too many.
    #[error("{0} consumption classes are not possible; a plan has 1 to {MAX_CONSUMPTION_CLASSES}")]
    ConsumptionClasses(u32),
    /// A worm that does not make sense.
    #[error("worm {worm}: {problem}")]
    Worm {
        /// The worm's number.
        worm: u32,
        /// What is wrong.
        problem: String,
    },
}

/// What is wrong, and where: a file may hold a text of any length, and the error quotes it.
fn brief(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let place = format!(" at line {} column {}", error.line(), error.column());
    let problem = text.strip_suffix(&place).unwrap_or(&text);
    match problem.rsplit_once(", expected ") {
        Some((problem, expected)) => format!("{}, expected {}{place}", shortened(problem), shortened(expected)),
        None => format!("{}{place}", shortened(problem)),
    }
}

impl PlanDocument {
    /// The plan that the file describes, on this network. What a plan needs to be run is verified on the way (names,
    /// channels, parents first, `after` pointing at a worm of the plan); the costs and claims that it states are not.
    ///
    /// # Errors
    /// The first thing that makes no sense.
    pub fn resolve(&self, topology: &dyn Topology) -> Result<Plan, DocumentError> {
        let find = |name: &String| topology.find_node(name);
        let mut worms = Worms::new();
        let classes = u8::try_from(self.consumption_classes).ok();
        let possible = classes.filter(|classes| (1..=MAX_CONSUMPTION_CLASSES).contains(classes));
        worms.set_consumption_classes(possible.ok_or(DocumentError::ConsumptionClasses(self.consumption_classes))?);
        for (index, worm) in self.worms.iter().enumerate() {
            let problem = |problem| DocumentError::Worm { worm: worm.id, problem };
            if let Some(hop) = worm.route.iter().position(|hop| self.version == 1 && hop.3 > 0) {
                return Err(problem(format!("hop {hop} has a number, which hops have from version 2 on")));
            }
            if worm.id as usize != index {
                return Err(problem(format!("it stands at place {index}; worms are numbered in order, from 0")));
            }
            if let Some(after) = worm.after.filter(|&after| after as usize >= self.worms.len()) {
                return Err(problem(format!("it starts after worm {after}, which does not exist")));
            }
            if worm.consumption_class >= self.consumption_classes {
                let (class, classes) = (worm.consumption_class, self.consumption_classes);
                return Err(problem(format!(
                    "its consumption class is {class}, and classes go from 0 to {}",
                    classes - 1
                )));
            }
            worms.start(find(&worm.origin)?, worm.after, worm.round);
            worms.set_consumption_class(worm.consumption_class as u8);
            worm.resolve_into(&mut worms, topology).map_err(|error| match error {
                WormError::UnknownNode(error) => DocumentError::UnknownNode(error),
                WormError::Problem(text) => problem(text),
            })?;
        }
        Ok(Plan {
            network: self.network.clone(),
            scheme: self.scheme.clone(),
            source: find(&self.source)?,
            destinations: self.destinations.iter().map(find).collect::<Result<_, _>>()?,
            worms,
            claims: self.claims.iter().filter_map(|name| Claim::named(name)).collect(),
            extra: self.extra.clone(),
        })
    }
}

enum WormError {
    UnknownNode(UnknownNode),
    Problem(String),
}

impl From<UnknownNode> for WormError {
    fn from(error: UnknownNode) -> Self {
        Self::UnknownNode(error)
    }
}

impl WormDocument {
    fn resolve_into(&self, worms: &mut Worms, topology: &dyn Topology) -> Result<(), WormError> {
        let graph = topology.graph();
        let origin = topology.find_node(&self.origin)?;
        let mut arrivals: Vec<NodeId> = Vec::with_capacity(self.route.len());
        for (index, HopDocument(parent, from, to, number)) in self.route.iter().enumerate() {
            let (a, b) = (topology.find_node(from)?, topology.find_node(to)?);
            let problem = |what: String| {
                let number = if *number == 0 { String::new() } else { format!(", number {number}") };
                WormError::Problem(format!("hop {index} ({from} to {to}{number}) {what}"))
            };
            let channel = graph.numbered(a, b, *number);
            let channel = channel.ok_or_else(|| problem("is not a channel of the network".into()))?;
            let at = match parent {
                None => origin,
                Some(parent) => *arrivals
                    .get(*parent as usize)
                    .ok_or_else(|| problem(format!("hangs from hop {parent}, which does not come before it")))?,
            };
            if at != a {
                return Err(problem(format!("leaves {from}, but the worm is at {} then", topology.node_name(at))));
            }
            arrivals.push(b);
            worms.hop(*parent, channel);
        }
        for DeliveryDocument { hop, node } in &self.deliver {
            let node_id = topology.find_node(node)?;
            if arrivals.get(*hop as usize) != Some(&node_id) {
                return Err(WormError::Problem(format!("it delivers at {node}, where hop {hop} does not arrive")));
            }
            worms.deliver(*hop, node_id);
        }
        Ok(())
    }
}
