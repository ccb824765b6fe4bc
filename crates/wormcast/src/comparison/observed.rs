//! What is seen of the multicasts of a scheme, one by one.

use super::MeanCost;
use super::same_worms::Digest;
use crate::Plan;
use wormcast_plan::{ChannelWeights, Cost};

/// The multicasts of one scheme.
#[derive(Debug)]
pub(super) struct Observed {
    /// The scheme.
    pub(super) scheme: String,
    /// What tells its worms from those of others.
    pub(super) digest: Digest,
    costs: Vec<Cost>,
    /// What each weighs, if that is asked.
    weights: Vec<f64>,
    /// How long each takes; none if its worms wait for each other in a cycle.
    pub(super) latency_ns: Vec<Option<f64>>,
}

impl Observed {
    pub(super) fn of(scheme: &str) -> Self {
        let (digest, costs, weights, latency_ns) = (Digest::default(), Vec::new(), Vec::new(), Vec::new());
        Self { scheme: scheme.to_owned(), digest, costs, weights, latency_ns }
    }

    /// One more multicast.
    pub(super) fn add(&mut self, plan: &Plan, weights: Option<&ChannelWeights>, latency_ns: Option<f64>) {
        let worms = &plan.by_number().worms;
        self.digest.add(worms);
        self.costs.push(plan.cost());
        self.weights.extend(weights.map(|weights| weights.of(worms)));
        self.latency_ns.push(latency_ns);
    }

    /// What each costs: its weight, or its channels if none is asked for.
    #[cfg(feature = "sweep")]
    pub(super) fn prices(&self) -> Vec<f64> {
        match self.weights.is_empty() {
            true => self.costs.iter().map(|cost| cost.channels as f64).collect(),
            false => self.weights.clone(),
        }
    }

    pub(super) fn mean_cost(&self) -> MeanCost {
        let weight = (!self.weights.is_empty()).then(|| mean(self.weights.iter().sum(), self.weights.len()));
        MeanCost { weight, ..MeanCost::of(&self.costs) }
    }

    /// None if the worms of one wait for each other in a cycle.
    pub(super) fn mean_latency_ns(&self) -> Option<f64> {
        let total = self.latency_ns.iter().copied().sum::<Option<f64>>();
        total.map(|total| mean(total, self.latency_ns.len()))
    }
}

fn mean(total: f64, count: usize) -> f64 {
    total / count as f64
}
