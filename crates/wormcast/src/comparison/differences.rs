//! How far apart the means of schemes are over several multicasts.

use super::observed::Observed;
use super::{ComparedScheme, Difference};
use crate::Recommendation;
use wormcast_eval::stats::{Estimate, sample_mean};

/// Of each scheme that was planned, its difference from the one that is recommended, or from the cheapest; nothing for
/// one multicast. O(schemes · multicasts).
pub(super) fn tell<'o>(
    schemes: &mut [ComparedScheme],
    observed: impl Iterator<Item = &'o Observed> + Clone,
    recommended: Option<&Recommendation>,
) {
    let cheapest = || Recommendation::by_price(schemes).into_iter().next().map(|(scheme, _)| scheme);
    let from = recommended.map(|found| found.scheme.clone()).or_else(cheapest);
    let of = |name: &str| observed.clone().find(|own| own.scheme == name);
    let Some(first) = from.as_deref().and_then(of).filter(|first| first.latency_ns.len() > 1) else { return };
    for entry in schemes.iter_mut().filter(|entry| entry.scheme != first.scheme) {
        entry.difference = of(&entry.scheme).map(|own| difference(own, first));
    }
}

fn difference(own: &Observed, first: &Observed) -> Difference {
    let price: Vec<_> = own.prices().iter().zip(first.prices()).map(|(own, first)| own - first).collect();
    let latencies = own.latency_ns.iter().zip(&first.latency_ns);
    let latency: Option<Vec<_>> = latencies.map(|(own, first)| Some((*own)? - (*first)?)).collect();
    let (price, latency) = (sample_mean(&price), latency.map(|all| sample_mean(&all)));
    Difference {
        from: first.scheme.clone(),
        price: price.mean,
        price_ci95: half_width(&price),
        latency_ns: latency.as_ref().map(|estimate| estimate.mean),
        latency_ci95_ns: latency.as_ref().map(half_width),
    }
}

/// It is known, as there are several observations.
fn half_width(estimate: &Estimate) -> f64 {
    estimate.half_width.unwrap_or(f64::INFINITY)
}
