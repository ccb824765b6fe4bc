//! The JSON form of a plan.

use crate::documents::WormError;
use crate::form::{BoundedForm, Link};
use crate::{Claim, Cost, MAX_CONSUMPTION_CLASSES, NetworkSpec, Plan, WormDocuments, Worms};
use serde::{Deserialize, Serialize};
use thiserror::Error;
use wormcast_topology::{Topology, UnknownNode, shortened};

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
#[serde(from = "BoundedForm")]
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
    pub worms: WormDocuments,
    /// The costs that the file states.
    pub cost: Cost,
    /// The names of the claims.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub claims: Vec<String>,
    /// Everything else in the file.
    #[serde(flatten)]
    pub extra: serde_json::Map<String, serde_json::Value>,
}

pub(crate) fn is_one(classes: &u32) -> bool {
    *classes == 1
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
    let problem = match text.strip_suffix(&place).unwrap_or(&text) {
        "trailing comma" => "a comma before a closing bracket, which JSON does not take",
        problem => problem,
    };
    match problem.rsplit_once(", expected ") {
        // The names of fields are ours, and are told whole.
        Some((problem, fields)) if problem.starts_with("unknown field") => {
            format!("{}, expected {fields}{place}", shortened(problem))
        }
        Some((problem, expected)) => format!("{}, expected {}{place}", shortened(problem), shortened(expected)),
        None => format!("{}{place}", shortened(problem)),
    }
}

impl From<BoundedForm> for PlanDocument {
    fn from(BoundedForm(form): BoundedForm) -> Self {
        let without_links = form.without_links.into_iter().map(|Link(a, b)| (a, b)).collect();
        let network = NetworkSpec {
            topology: form.topology,
            without_nodes: form.without_nodes,
            without_links,
            without_channels: form.without_channels,
        };
        Self {
            format: form.format,
            version: form.version,
            network,
            scheme: form.scheme,
            source: form.source,
            destinations: form.destinations,
            consumption_classes: form.consumption_classes,
            worms: form.worms,
            cost: form.cost.0,
            claims: form.claims,
            extra: form.extra.0,
        }
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
            if let Some(hop) = worm.route().position(|hop| self.version == 1 && hop.3 > 0) {
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
            worms.start(topology.find_node(worm.origin)?, worm.after, worm.round);
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
