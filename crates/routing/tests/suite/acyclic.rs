//! Graphs that are kept free of cycles, against searches of all paths.

use rand::{RngExt, SeedableRng};
use rand_xoshiro::Xoshiro256PlusPlus;
use std::collections::BTreeSet;
use wormcast_routing::AcyclicOrder;

/// Whether a path leads from one vertex to another.
fn leads(edges: &BTreeSet<(u32, u32)>, from: u32, to: u32) -> bool {
    let mut reached = BTreeSet::from([from]);
    let mut open = vec![from];
    while let Some(at) = open.pop() {
        open.extend(edges.range((at, 0)..=(at, u32::MAX)).map(|edge| edge.1).filter(|&next| reached.insert(next)));
    }
    reached.contains(&to)
}

#[test]
fn edges_are_refused_where_a_path_leads_back_and_all_others_lead_forward() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(3);
    for (vertices, rounds) in [(4, 300), (12, 100), (60, 12)] {
        for _ in 0..rounds {
            let mut order = AcyclicOrder::new(vertices as usize);
            let mut edges = BTreeSet::new();
            for _ in 0..6 * vertices {
                let [from, to] = [0; 2].map(|_| random.random_range(0..vertices));
                if random.random_bool(0.1) && edges.remove(&(from, to)) {
                    order.remove(from, to);
                    continue;
                }
                let fits = !leads(&edges, to, from);
                assert_eq!(order.allows(from, to), fits);
                assert_eq!(order.insert(from, to), fits.then(|| edges.insert((from, to))));
                assert!(edges.iter().all(|&(from, to)| order.rank(from) < order.rank(to)));
                let places: BTreeSet<_> = (0..vertices).map(|vertex| order.rank(vertex)).collect();
                assert_eq!(places.len(), vertices as usize);
            }
        }
    }
}

/// Some edges, and more than 256 beginnings: what is said of them together is what is said of each.
#[test]
fn edges_that_are_looked_at_together_close_cycles_as_each_by_itself() {
    let mut random = Xoshiro256PlusPlus::seed_from_u64(5);
    for (vertices, edges, rounds) in [(1, 0, 1), (6, 9, 200), (40, 70, 40), (700, 1100, 3)] {
        for _ in 0..rounds {
            let mut order = AcyclicOrder::new(vertices as usize);
            for _ in 0..edges {
                order.insert(random.random_range(0..vertices), random.random_range(0..vertices));
            }
            let asked: Vec<_> = (0..3 * vertices).map(|_| [0; 2].map(|_| random.random_range(0..vertices))).collect();
            let asked: Vec<(u32, u32)> = asked.into_iter().map(|[from, to]| (from, to)).collect();
            let closing: Vec<_> = asked.iter().map(|&(from, to)| !order.allows(from, to)).collect();
            assert_eq!(order.closing(&asked), closing);
            let reach = order.reach();
            assert!(asked.iter().zip(&closing).all(|(&(from, to), &closes)| reach.leads(to, from) == closes));
        }
    }
    assert!(AcyclicOrder::new(0).closing(&[]).is_empty());
}
