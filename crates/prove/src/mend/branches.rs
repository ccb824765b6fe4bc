//! Another order in which worms ask for their branches, where they ask for one after another.

use super::edit::{Route, rerouted};
use super::search::{Changed, Remedy};
use super::{Change, WormName};
use std::collections::BTreeMap;
use wormcast_check::proof::WorkloadStatement;
use wormcast_plan::{Delivery, Hop, Plan, Worm};

/// How many orders of a worm are tried at most.
const ORDERS: usize = 24;

/// The other orders of each worm.
pub(super) struct Branches<'a> {
    plans: &'a [Plan],
    statement: &'a WorkloadStatement,
    orders: BTreeMap<WormName, Vec<Route>>,
}

impl<'a> Branches<'a> {
    pub(super) fn new(plans: &'a [Plan], statement: &'a WorkloadStatement) -> Self {
        let worms = plans.iter().enumerate().flat_map(|(plan, of)| of.worms.iter().map(move |worm| (plan, worm)));
        let orders = worms.map(|(plan, worm)| (WormName { plan, worm: worm.id }, orders(worm))).collect();
        Self { plans, statement, orders }
    }
}

impl Remedy for Branches<'_> {
    fn ways(&self, worm: WormName) -> usize {
        self.orders.get(&worm).map_or(0, Vec::len)
    }

    fn change(&self, _worm: WormName, _way: usize) -> Change {
        Change::BranchOrder
    }

    fn applied(&self, changed: &Changed) -> Vec<Plan> {
        let routes = changed.iter().map(|(&worm, &way)| (worm, &self.orders[&worm][way])).collect();
        self.plans.iter().enumerate().map(|(number, plan)| rerouted(number, plan, &routes)).collect()
    }

    fn statement(&self) -> &WorkloadStatement {
        self.statement
    }
}

/// The routes with other orders of branches: every order at every split, up to a number of them.
fn orders(worm: Worm<'_>) -> Vec<Route> {
    let mut children: Vec<Vec<u32>> = vec![Vec::new(); worm.hops.len() + 1];
    for (number, hop) in (0..).zip(worm.hops) {
        children[hop.parent().map_or(0, |parent| parent as usize + 1)].push(number);
    }
    let mut all = vec![children.clone()];
    for (place, of_place) in children.iter().enumerate() {
        for order in permutations(of_place).into_iter().skip(1) {
            for at in 0..all.len() {
                if all.len() <= ORDERS && all[at][place] == *of_place {
                    let mut other = all[at].clone();
                    other[place] = order.clone();
                    all.push(other);
                }
            }
        }
    }
    all.into_iter().skip(1).map(|children| in_order(worm, &children)).collect()
}

fn permutations(items: &[u32]) -> Vec<Vec<u32>> {
    let mut all = vec![Vec::new()];
    for &item in items {
        let with_item = |order: &Vec<u32>| {
            let order = order.clone();
            (0..=order.len()).rev().map(move |place| [&order[..place], &[item], &order[place..]].concat())
        };
        all = all.iter().flat_map(with_item).take(ORDERS + 1).collect();
    }
    all
}

/// The route with its hops in the order of these children: of the origin first, then of each hop.
fn in_order(worm: Worm<'_>, children: &[Vec<u32>]) -> Route {
    let (mut hops, mut number_of) = (Vec::new(), vec![0; worm.hops.len()]);
    let mut open: Vec<u32> = children[0].iter().rev().copied().collect();
    while let Some(hop) = open.pop() {
        number_of[hop as usize] = hops.len() as u32;
        let old = worm.hops[hop as usize];
        hops.push(Hop::new(old.parent().map(|parent| number_of[parent as usize]), old.channel));
        open.extend(children[hop as usize + 1].iter().rev());
    }
    let renumbered = |delivery: &Delivery| Delivery { hop: number_of[delivery.hop as usize], node: delivery.node };
    let mut deliveries: Vec<_> = worm.deliveries.iter().map(renumbered).collect();
    deliveries.sort_by_key(|delivery| delivery.hop);
    Route { hops, deliveries }
}
