//! What is told of multicasts by many schemes.

use crate::{Error, Recommendation, SafeRouting, Span};
use serde::Serialize;
use std::num::NonZeroU32;
use std::time::Duration;
use wormcast_check::proof::Answer;
use wormcast_plan::{Cost, NetworkSpec};
use wormcast_prove::ProveError;
use wormcast_schemes::SchemeError;

/// What multicasts cost by each scheme, how long they take alone, and whether the scheme can deadlock. It is written as
/// the `compare` command writes it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// `wormcast-comparison`.
    pub format: &'static str,
    /// 1.
    pub version: u32,
    /// The network.
    #[serde(flatten)]
    pub network: NetworkSpec,
    /// The source, of the first multicast if there are several.
    pub source: String,
    /// The destinations of the only multicast; none if there are several.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub destinations: Vec<String>,
    /// How many multicasts there are.
    #[serde(skip_serializing_if = "is_one")]
    pub sets: usize,
    /// The scheme of the unicasts that may be in flight too, and whether these can deadlock by themselves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unicasts: Option<ComparedUnicasts>,
    /// The schemes, in the order in which they were asked for.
    pub schemes: Vec<ComparedScheme>,
    /// The cheapest scheme that is proved free of deadlock here, if there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub recommended: Option<Recommendation>,
    /// The quickest of the schemes that are free just as that one is, if it is another one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub quicker: Option<Recommendation>,
    /// The cheapest scheme that is free when unicasts and multicasts share no virtual channels, where that is cheaper
    /// than what is recommended beside them; else one that is at least twice as quick.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub apart: Option<Apart>,
    /// The cheapest scheme that is free if unicasts go by it, too, where that is cheaper than what is recommended.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub for_all: Option<Recommendation>,
    /// The schemes that were not asked for and do not serve the network.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub unserved: Vec<String>,
    /// Schemes that make the same worms of all these multicasts.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub same_worms: Vec<Vec<String>>,
}

/// Multicasts on virtual channels of their own beside unicasts ([`VcRule::Class`](wormcast_plan::VcRule::Class)). They
/// never wait for each other, so that they are free of deadlock together if each of the two is alone.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Apart {
    /// The cheapest scheme whose multicasts are free by themselves.
    pub scheme: String,
    /// The scheme of the unicasts: as asked, or by a safe routing where those deadlock.
    pub unicasts: String,
    /// The virtual channels a link that it takes, the fewest for which both are proved free.
    pub virtual_channels: NonZeroU32,
}

/// The unicasts that may be in flight too.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ComparedUnicasts {
    /// The scheme by which they go.
    pub scheme: String,
    /// Whether they can deadlock by themselves; none if nothing was proved.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub proof: Option<Answer>,
    /// If they can, or have no route for some pairs: a routing that has all and by which they cannot, if one was found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub safe_routing: Option<SafeRouting>,
}

/// What one scheme makes of the multicasts.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ComparedScheme {
    /// The scheme, with its options behind it where some are set.
    pub scheme: String,
    /// What came of it.
    #[serde(flatten)]
    pub result: ComparedResult,
    /// How it differs from another one, if there are several multicasts and both were planned; the feature `sweep`
    /// tells it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub difference: Option<Difference>,
}

/// How the multicasts of a scheme differ from those of another one, multicast by multicast: of two schemes the same
/// multicasts are planned, so that the differences are known much better than the means are. Intervals are Student's,
/// of 95 %.
///
/// They speak of multicasts that are drawn as these were.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[non_exhaustive]
pub struct Difference {
    /// The other scheme: what is recommended, or the cheapest if nothing is.
    pub from: String,
    /// How many channels more are taken, or how much more weight if that was asked.
    pub price: f64,
    /// Half the width of its interval.
    pub price_ci95: f64,
    /// How many ns later the last destination has the message; none if the worms of a plan of one of both wait for each
    /// other in a cycle.
    pub latency_ns: Option<f64>,
    /// Half the width of its interval.
    pub latency_ci95_ns: Option<f64>,
}

/// What came of multicasts by a scheme.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum ComparedResult {
    /// They were planned.
    Planned {
        /// What the plans cost, on average.
        cost: MeanCost,
        /// From the start until the last destination has the message, in an empty network, on average; none if the
        /// worms of a plan wait for each other in a cycle.
        #[serde(serialize_with = "plain_or_none")]
        latency_ns: Option<f64>,
        /// Whether multicasts of the scheme, any of which are in flight together with the unicasts, can deadlock; none
        /// if that was not asked: see [`Network::why_not_proved`](crate::Network::why_not_proved).
        #[serde(skip_serializing_if = "Option::is_none")]
        proof: Option<Answer>,
        /// The same without the unicasts, or with unicasts that go by the scheme, too; none if there are no unicasts.
        #[serde(skip_serializing_if = "Option::is_none")]
        proof_alone: Option<Answer>,
    },
    /// The scheme does not plan one of them, or not all in time, for this reason.
    Refused {
        /// Why.
        refused: String,
    },
    /// The scheme is not for such networks, for this reason.
    Unserved {
        /// Why.
        refused: String,
    },
}

/// The costs of plans, on average. Whole numbers are written as such.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct MeanCost {
    /// How often a channel is taken.
    #[serde(serialize_with = "plain")]
    pub channels: f64,
    /// The greatest depth of a delivery in each round, summed over the rounds.
    #[serde(serialize_with = "plain")]
    pub longest_path: f64,
    /// How many rounds there are.
    #[serde(serialize_with = "plain")]
    pub rounds: f64,
    /// How many worms there are.
    #[serde(serialize_with = "plain")]
    pub worms: f64,
    /// What the channels weigh, each as often as it is taken, if that was asked.
    #[serde(serialize_with = "plain_or_none", skip_serializing_if = "Option::is_none")]
    pub weight: Option<f64>,
}

fn plain<S: serde::Serializer>(mean: &f64, serializer: S) -> Result<S::Ok, S::Error> {
    match mean.fract() == 0.0 {
        true => serializer.serialize_u64(*mean as u64),
        false => serializer.serialize_f64(*mean),
    }
}

fn plain_or_none<S: serde::Serializer>(mean: &Option<f64>, serializer: S) -> Result<S::Ok, S::Error> {
    match mean {
        Some(mean) => plain(mean, serializer),
        None => serializer.serialize_none(),
    }
}

fn is_one(sets: &usize) -> bool {
    *sets == 1
}

impl MeanCost {
    pub(super) fn of(costs: &[Cost]) -> Self {
        let mean = |part: fn(&Cost) -> u64| costs.iter().map(part).sum::<u64>() as f64 / costs.len() as f64;
        Self {
            channels: mean(|cost| cost.channels),
            longest_path: mean(|cost| cost.longest_path),
            rounds: mean(|cost| cost.rounds.into()),
            worms: mean(|cost| cost.worms.into()),
            weight: None,
        }
    }
}

impl Comparison {
    /// The mean latency by a scheme, in ns, if it was planned and its worms do not wait for each other in a cycle.
    pub fn latency_of(&self, scheme: &str) -> Option<f64> {
        let entry = self.schemes.iter().find(|entry| entry.scheme == scheme)?;
        entry.price().map(|(_, latency)| latency).filter(|latency| latency.is_finite())
    }

    /// The schemes that are proved free of deadlock: those that may run under a load.
    pub fn proved_free(&self) -> Vec<&str> {
        let is_free = |entry: &&ComparedScheme| {
            matches!(entry.result, ComparedResult::Planned { proof: Some(Answer::DeadlockFree), .. })
        };
        self.schemes.iter().filter(is_free).map(|entry| &*entry.scheme).collect()
    }
}

impl ComparedScheme {
    /// What a scheme does not plan is a part of the comparison; what nobody can plan is not.
    pub(super) fn refused(scheme: &str, error: Error) -> Result<Self, Error> {
        let refused = error.to_string();
        let result = match error {
            Error::Scheme(SchemeError::Unserved { .. } | SchemeError::NoLabelling { .. }) => {
                ComparedResult::Unserved { refused }
            }
            Error::Scheme(_) | Error::Plan(_) | Error::Unreachable { .. } | Error::Prove(ProveError::Own(_)) => {
                ComparedResult::Refused { refused }
            }
            other => return Err(other),
        };
        Ok(Self { scheme: scheme.to_owned(), result, difference: None })
    }

    /// One that has planned so many of so many multicasts when the time was used up.
    pub(super) fn too_slow(scheme: &str, budget: Duration, [done, sets]: [usize; 2]) -> Self {
        let refused = format!(
            "the budget of {} was used up when {done} of {sets} sets were planned; `--budget` gives more",
            Span(budget)
        );
        Self { scheme: scheme.to_owned(), result: ComparedResult::Refused { refused }, difference: None }
    }

    /// By what schemes are cheap: the weight, or the channels where none was asked for, and then the latency.
    pub fn price(&self) -> Option<(f64, f64)> {
        match &self.result {
            ComparedResult::Planned { cost, latency_ns, .. } => {
                Some((cost.weight.unwrap_or(cost.channels), latency_ns.unwrap_or(f64::INFINITY)))
            }
            _ => None,
        }
    }

    /// What is known of its multicasts beside the unicasts, and alone, if it was planned.
    pub(crate) fn answers(&self) -> Option<(Option<Answer>, Option<Answer>)> {
        match self.result {
            ComparedResult::Planned { proof, proof_alone, .. } => Some((proof, proof_alone)),
            _ => None,
        }
    }

    /// Whether it was planned.
    pub fn is_planned(&self) -> bool {
        matches!(self.result, ComparedResult::Planned { .. })
    }
}
