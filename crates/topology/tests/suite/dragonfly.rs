//! Dragonflies: counts, degrees, and one global link between any two groups.

use proptest::prelude::*;
use wormcast_topology::{Diameter, Dragonfly, Topology, build, diameter};

fn group(name: &str) -> &str {
    name.split('.').next().unwrap()
}

proptest! {
    #[test]
    fn any_two_groups_are_linked_once(a in 1..=4_u32, h in 1..=3_u32, p in 1..=3_u32) {
        let network = Dragonfly::new(a, h, p).unwrap();
        let graph = network.graph();
        let (groups, routers) = (a * h + 1, a * (a * h + 1));
        prop_assert_eq!(graph.node_count() as u32, routers * (1 + p));
        prop_assert_eq!(graph.endpoints().len() as u32, routers * p);
        let mut pairs = vec![];
        for router in graph.nodes().filter(|&node| !graph.is_endpoint(node)) {
            prop_assert_eq!(graph.degree(router) as u32, a - 1 + h + p);
            let here = network.node_name(router);
            let names = graph.neighbours(router).iter().map(|&next| network.node_name(next));
            let far: Vec<_> = names.filter(|name| group(name) != group(&here)).collect();
            prop_assert_eq!(far.len() as u32, h);
            pairs.extend(far.iter().map(|far| (group(&here).to_owned(), group(far).to_owned())));
        }
        pairs.sort();
        pairs.dedup();
        prop_assert_eq!(pairs.len() as u32, groups * (groups - 1));
    }
}

#[test]
fn the_diameter_is_told_where_it_follows() {
    for (spec, expected) in
        [("1x3x1", Some(3)), ("3x4x1", Some(5)), ("3x5x1", None), ("2x2x1", None), ("2x1x3", Some(5))]
    {
        let network = build(&format!("dragonfly:{spec}")).unwrap();
        assert_eq!(network.diameter(), expected, "{spec}");
        if let (Some(expected), Diameter::Exactly(measured)) = (expected, diameter(network.graph(), u64::MAX)) {
            assert_eq!(expected, measured, "{spec}");
        }
    }
}

#[test]
fn wrong_parameters_are_told() {
    for spec in
        ["dragonfly:4", "dragonfly:4x2", "dragonfly:4x2x0", "dragonfly:4x2x1x1", "dragonfly:16777216x16777216x2"]
    {
        assert!(build(spec).is_err(), "{spec}");
    }
}
