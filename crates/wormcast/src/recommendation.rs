//! Which scheme to take.

use crate::{ComparedResult, ComparedScheme, Comparing};
use serde::Serialize;
use wormcast_check::proof::Answer;

/// The cheapest of the compared schemes that is proved free of deadlock: the one with the fewest channels, or the least
/// weight if that was asked, and of these the quickest.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct Recommendation {
    /// The scheme, with its options behind it where some are set.
    pub scheme: String,
    /// How unicasts must go for that, if there are any: as they were asked for, by a safe routing (`unicast --routing
    /// up-down`), or by the scheme itself.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub unicasts: Option<String>,
}

impl Recommendation {
    /// A scheme that is free beside the unicasts as they are. One that serves some senders alone is taken only where no
    /// other is free: its proof says nothing of the others.
    pub(crate) fn among(
        schemes: &[ComparedScheme],
        comparing: &Comparing,
        plans_all: impl Fn(&str) -> bool,
    ) -> Option<Self> {
        let mut free = cheapest_first(schemes, |proof, _| proof).peekable();
        let first = free.peek()?.clone();
        let scheme = free.find(|scheme| plans_all(scheme)).unwrap_or(first);
        Some(Self { scheme, unicasts: comparing.unicasts.clone() })
    }

    /// A scheme that is free if unicasts go by it, too, and that plans all of them.
    pub(crate) fn alone(schemes: &[ComparedScheme], plans_all: impl Fn(&str) -> bool) -> Option<Self> {
        let scheme = Self::cheapest_first(schemes).find(|scheme| plans_all(scheme))?;
        Some(Self { unicasts: Some(scheme.clone()), scheme })
    }

    /// All schemes that were planned, with what is known of them by themselves, the cheapest first.
    pub(crate) fn by_price(schemes: &[ComparedScheme]) -> Vec<(String, Option<Answer>)> {
        let priced = schemes.iter().filter_map(|entry| match &entry.result {
            ComparedResult::Planned { proof_alone, .. } => Some((entry.price()?, entry.scheme.clone(), *proof_alone)),
            _ => None,
        });
        let mut priced: Vec<_> = priced.collect();
        priced.sort_by(|a, b| a.0.0.total_cmp(&b.0.0).then(a.0.1.total_cmp(&b.0.1)));
        priced.into_iter().map(|(_, scheme, alone)| (scheme, alone)).collect()
    }

    /// The schemes that are free by themselves, the cheapest first.
    pub(crate) fn cheapest_first(schemes: &[ComparedScheme]) -> impl Iterator<Item = String> {
        cheapest_first(schemes, |_, alone| alone)
    }
}

/// The schemes of which the answer that is looked at says that they are free of deadlock, the cheapest first.
fn cheapest_first(
    schemes: &[ComparedScheme],
    answer: impl Fn(Option<Answer>, Option<Answer>) -> Option<Answer>,
) -> impl Iterator<Item = String> {
    let costs = schemes.iter().filter_map(|entry| match &entry.result {
        ComparedResult::Planned { proof, proof_alone, .. }
            if answer(*proof, *proof_alone) == Some(Answer::DeadlockFree) =>
        {
            Some((entry.price()?, entry.scheme.clone()))
        }
        _ => None,
    });
    let mut costs: Vec<_> = costs.collect();
    costs.sort_by(|a, b| a.0.0.total_cmp(&b.0.0).then(a.0.1.total_cmp(&b.0.1)));
    costs.into_iter().map(|(_, scheme)| scheme)
}
