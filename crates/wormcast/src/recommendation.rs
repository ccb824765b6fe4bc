//! Which scheme to take.

use crate::{ComparedResult, ComparedScheme, Comparing};
use serde::Serialize;
use wormcast_check::proof::Answer;

/// The cheapest of the compared schemes that is proved free of deadlock: the one with the fewest channels, and of these
/// the quickest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Recommendation {
    /// The scheme.
    pub scheme: &'static str,
    /// How unicasts must go for that, if there are any: as they were asked for, or by the scheme itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unicasts: Option<String>,
}

impl Recommendation {
    /// A scheme that is free beside the unicasts as they are; or else one that is free if unicasts go by it, too.
    pub(crate) fn among(schemes: &[ComparedScheme], comparing: &Comparing) -> Option<Self> {
        if let Some(scheme) = cheapest(schemes, |proof, _| proof) {
            return Some(Self { scheme, unicasts: comparing.unicasts.clone() });
        }
        let scheme = cheapest(schemes, |_, alone| alone)?;
        Some(Self { scheme, unicasts: Some(scheme.to_owned()) })
    }
}

/// The cheapest scheme of which the answer that is looked at says that it is free of deadlock.
fn cheapest(
    schemes: &[ComparedScheme],
    answer: impl Fn(Option<Answer>, Option<Answer>) -> Option<Answer>,
) -> Option<&'static str> {
    let costs = schemes.iter().filter_map(|entry| match &entry.result {
        ComparedResult::Planned { cost, latency_ns, proof, proof_alone }
            if answer(*proof, *proof_alone) == Some(Answer::DeadlockFree) =>
        {
            Some((cost.channels, latency_ns.unwrap_or(f64::INFINITY), entry.scheme))
        }
        _ => None,
    });
    let by_cost = |a: &(f64, f64, _), b: &(f64, f64, _)| a.0.total_cmp(&b.0).then(a.1.total_cmp(&b.1));
    costs.min_by(by_cost).map(|(.., scheme)| scheme)
}
