//! Worms that are paths along rising or falling labels: what the path-based schemes share.

use crate::{LabelRouting, OptionValue, PlanError, SchemeError, Step};
use strum::EnumString;
use thiserror::Error;
use wormcast_plan::{MulticastSet, WormId, Worms};
use wormcast_topology::{Labelling, Topology};

/// How a phase goes from a node that has the message to those that it sends it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, EnumString)]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownPaths, parse_err_fn = UnknownPaths::of)]
pub enum PhasePaths {
    /// By one worm up the labels and one down them.
    DualPath,
    /// By a worm for each node class.
    MultiPath,
}

/// A name that no kind of worms has.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is no way to send in a phase; expected `dual-path` or `multi-path`")]
pub struct UnknownPaths(pub String);

impl UnknownPaths {
    fn of(name: &str) -> Self {
        Self(name.to_owned())
    }
}

impl OptionValue for PhasePaths {}

/// From where worms start, and what lets them start.
#[derive(Clone, Copy)]
pub(crate) struct Launch {
    /// The label of their origin.
    pub label: u32,
    /// The worm that brings the message there; none at the source.
    pub after: Option<WormId>,
    /// Their round.
    pub round: u32,
}

impl Launch {
    /// From the source of a set, at once.
    pub(crate) fn at_source(routing: &LabelRouting, set: MulticastSet) -> Self {
        Self { label: routing.label(set.source), after: None, round: 0 }
    }
}

/// The labels of a network, for the scheme of this name: along links, or along channels that lead one way.
pub(crate) fn labels_for(scheme: &'static str, topology: &dyn Topology) -> Result<Labelling, SchemeError> {
    topology.any_labelling().map_err(|source| SchemeError::NoLabelling { scheme, source })
}

/// Puts the labels of the destinations into `labels`, in ascending order. O(d log d) for d destinations.
///
/// # Errors
/// Worms go up the labels only, and a destination is behind the source.
pub(crate) fn sort_labels(
    topology: &dyn Topology,
    routing: &LabelRouting,
    set: MulticastSet,
    labels: &mut Vec<u32>,
) -> Result<(), PlanError> {
    labels.clear();
    labels.extend(set.destinations.iter().map(|&node| routing.label(node)));
    labels.sort_unstable();
    match labels.first() {
        Some(&lowest) if routing.only_up() && lowest < routing.label(set.source) => {
            let [from, to, first] =
                [set.source, routing.node(lowest), routing.node(0)].map(|node| topology.node_name(node));
            Err(PlanError::NotAhead { from, to, first })
        }
        _ => Ok(()),
    }
}

/// Appends worms of this kind through the labels. `labels` ascend and leave out the origin.
pub(crate) fn append_paths(
    paths: PhasePaths,
    routing: &LabelRouting,
    launch: Launch,
    labels: &[u32],
    worms: &mut Worms,
) {
    match paths {
        PhasePaths::DualPath => append_dual_paths(routing, launch, labels, worms),
        PhasePaths::MultiPath => append_class_paths(routing, launch, labels, worms),
    }
}

/// Appends two worms, one through the labels above that of the origin and one through those below; one worm where
/// there are none on the other side. `labels` ascend and leave out the origin.
pub(crate) fn append_dual_paths(routing: &LabelRouting, launch: Launch, labels: &[u32], worms: &mut Worms) {
    let (below, above) = labels.split_at(labels.partition_point(|&label| label < launch.label));
    append_path(routing, launch, None, above.iter().copied(), worms);
    append_path(routing, launch, None, below.iter().rev().copied(), worms);
}

/// Appends a worm for each node class of the origin that holds any of the labels, the class of the lowest labels
/// first. A class is the labels towards which R takes the same first step: star paper, section 3.1, and Lin and Ni's
/// multi-path for hypercubes. `labels` ascend and leave out the origin.
pub(crate) fn append_class_paths(routing: &LabelRouting, launch: Launch, labels: &[u32], worms: &mut Worms) {
    for class in labels.chunk_by(|&a, &b| routing.step(launch.label, a) == routing.step(launch.label, b)) {
        match class[0] < launch.label {
            true => append_path(routing, launch, None, class.iter().rev().copied(), worms),
            false => append_path(routing, launch, None, class.iter().copied(), worms),
        }
    }
}

/// Appends a worm that takes the `first` step, if one is given, and goes on by R through the labels, which rise all
/// the way or fall all the way. No worm when there are no labels.
pub(crate) fn append_path(
    routing: &LabelRouting,
    launch: Launch,
    first: Option<Step>,
    labels: impl IntoIterator<Item = u32>,
    worms: &mut Worms,
) {
    let mut labels = labels.into_iter().peekable();
    if labels.peek().is_none() {
        return;
    }
    worms.start(routing.node(launch.label), launch.after, launch.round);
    let mut hop = first.map(|step| worms.hop(None, step.channel));
    let mut at = first.map_or(launch.label, |step| step.label);
    for label in labels {
        hop = worms.chain(hop, routing.walk_labels(at, label));
        worms.deliver(hop.expect("a destination is not the origin"), routing.node(label));
        at = label;
    }
}
