//! In which order heads ask for the parts of their requests, where they may do so in any.

use super::sending::{Attempt, Begin};
use serde_json::json;
use std::collections::BTreeMap;
use wormcast_model::{VisitIx, Workload};
use wormcast_plan::{Plan, REQUEST_ORDER_KEY, Worm};

/// Numbers for the hops and for the deliveries of a worm: of those at one router, the lower ones are asked for first.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct RequestOrder {
    hops: Vec<u32>,
    deliveries: Vec<u32>,
}

impl RequestOrder {
    /// As engines ask if a plan says nothing: for the ejection channel first, and for the last hop first.
    fn usual(worm: Worm<'_>) -> Self {
        let hops = worm.hops.len() as u32;
        Self { hops: (0..hops).map(|hop| hops - hop).collect(), deliveries: vec![0; worm.deliveries.len()] }
    }

    /// The same, but for the request of a visit: its parts are asked for by these numbers.
    pub(super) fn set(&mut self, workload: &Workload, visit: VisitIx, numbers: &[u32], worm: Worm<'_>) {
        let children = workload.children(visit);
        for (&child, &number) in children.iter().zip(numbers) {
            self.hops[workload.hop_to(child) as usize] = number;
        }
        let Some(&ejection) = numbers.get(children.len()) else { return };
        let here = |delivery: &wormcast_plan::Delivery| delivery.hop == workload.hop_to(visit);
        let delivers = worm.deliveries.iter().zip(&mut self.deliveries).filter(|(delivery, _)| here(delivery));
        delivers.for_each(|(_, own)| *own = ejection);
    }
}

impl Attempt {
    /// The order of a worm of something that is sent, to be changed; `number` is that of the worm there.
    pub(super) fn order_of(&mut self, begin: usize, number: u32, worm: Worm<'_>) -> &mut RequestOrder {
        self.orders.entry((begin, number)).or_insert_with(|| RequestOrder::usual(worm))
    }

    /// The same with so many others sent before.
    pub(super) fn orders_after(&self, others: usize) -> BTreeMap<(usize, u32), RequestOrder> {
        self.orders.iter().map(|(&(begin, worm), order)| ((begin + others, worm), order.clone())).collect()
    }

    /// The same where one of what is sent is left out.
    pub(super) fn orders_without(&self, out: usize) -> BTreeMap<(usize, u32), RequestOrder> {
        let kept = self.orders.iter().filter(|((begin, _), _)| *begin != out);
        let place = |begin: usize| begin - usize::from(begin > out);
        kept.map(|(&(begin, worm), order)| ((place(begin), worm), order.clone())).collect()
    }

    /// Lets a plan that is sent say in which order its heads ask, if any is not as usual.
    pub(super) fn name_order(&self, begin: usize, plan: &mut Plan) {
        if self.orders.range((begin, 0)..(begin + 1, 0)).next().is_none() {
            return;
        }
        let of_worm = |worm: Worm<'_>| {
            let own = self.orders.get(&(begin, worm.id)).cloned();
            let RequestOrder { hops, deliveries } = own.unwrap_or_else(|| RequestOrder::usual(worm));
            hops.into_iter().chain(deliveries).collect::<Vec<u32>>()
        };
        let lists: Vec<_> = plan.worms.iter().map(of_worm).collect();
        plan.extra.insert(REQUEST_ORDER_KEY.to_owned(), json!(lists));
    }
}

impl Begin {
    /// The number that a worm of the plan has in what is sent.
    pub(super) fn number_of(&self, worm: u32) -> u32 {
        if self.worm.is_some() { 0 } else { worm }
    }
}
