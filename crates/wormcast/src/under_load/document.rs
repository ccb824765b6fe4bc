//! What schemes do under a load, as `compare --under` writes it.

use serde::Serialize;
use wormcast_eval::run::RunOutcome;

/// What schemes do with multicasts of all sizes that were asked for; it is written as `compare --under` writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedUnderLoad {
    /// Messages per node per µs.
    pub load: f64,
    /// The share of them that are multicasts.
    pub multicast_share: f64,
    /// Size by size.
    pub sizes: Vec<SizeUnderLoad>,
    /// All sizes in one load; none with one size.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mixture: Option<MixtureUnderLoad>,
    /// Why nothing was measured, if so.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

impl ComparedUnderLoad {
    /// Whether a scheme is recommended for some size.
    pub fn recommends(&self) -> bool {
        self.sizes.iter().any(|size| size.recommended.is_some())
    }
}

/// What schemes do with multicasts of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeUnderLoad {
    /// How many destinations a multicast has.
    pub destinations: usize,
    /// The schemes, in the order in which they were asked for.
    pub schemes: Vec<SchemeUnderLoad>,
    /// The one with the least mean latency; none if no run came to a steady state.
    pub recommended: Option<String>,
}

/// One scheme under a load.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SchemeUnderLoad {
    /// The scheme, which plans the messages with one destination too, unless unicasts have a scheme of their own.
    pub scheme: String,
    /// The mean latency of its multicasts, and the half-width of its 95 % interval; none where there is no steady
    /// state.
    pub latency_ns: Option<f64>,
    /// See `latency_ns`.
    pub ci95_ns: Option<f64>,
    /// How much longer its multicasts took than those of the quickest scheme: the difference of the two means. None for
    /// the quickest itself.
    pub longer_ns: Option<f64>,
    /// The half-width of the 95 % interval of that.
    pub longer_ci95_ns: Option<f64>,
    /// Whether that is from multicasts that both runs have, one by one: all schemes have the same ones, so that a
    /// difference is known much better than either mean. If not, there are too few of them, and it is the interval of
    /// means that know nothing of each other.
    pub longer_is_paired: Option<bool>,
    /// How the run ended: `steady`, `saturated`, `deadlock`, `budget`; none where it could not be made.
    pub outcome: Option<RunOutcome>,
    /// Why the scheme does not plan these messages, if it does not.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub refused: Option<String>,
}

/// Multicasts of several sizes in one load, each size as often as the others.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct MixtureUnderLoad {
    /// The numbers of destinations.
    pub destinations: Vec<usize>,
    /// The assignment of schemes to sizes that is proved free of deadlock and promises the least latency by what was
    /// measured of each size; none if one scheme for all does.
    pub assignment: Option<Assignment>,
    /// The assignment that promises the least latency of all, where it is not proved that both schemes are free of
    /// deadlock together.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unproved: Option<Assignment>,
    /// The schemes, each for all sizes; the last one is the assignment, if there is one.
    pub schemes: Vec<SchemeUnderLoad>,
    /// The one with the least mean latency; none if no run came to a steady state.
    pub recommended: Option<String>,
}

/// Small multicasts by one scheme, the others by another: options of the scheme `by-size`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Assignment {
    /// The scheme of small ones.
    pub small: String,
    /// How many destinations these have at most.
    pub up_to: usize,
    /// The scheme of the others.
    pub large: String,
}
