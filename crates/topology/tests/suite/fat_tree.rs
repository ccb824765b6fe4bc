//! Fat trees: counts, degrees, levels, and routes that lead up and then down.

use wormcast_topology::{FatTree, OwnRouting, Topology, build};

/// How high a node stands.
fn level(name: &str) -> usize {
    "heac".find(&name[..1]).unwrap()
}

#[test]
fn counts_and_degrees_have_their_closed_forms() {
    for ports in [2, 4, 6, 8] {
        let tree = FatTree::new(ports).unwrap();
        let graph = tree.graph();
        let hosts = ports.pow(3) / 4;
        let switches = ports * ports / 4 + 2 * ports * ports / 2;
        assert_eq!(graph.node_count() as u32, switches + hosts);
        assert_eq!(graph.endpoints().len() as u32, hosts);
        assert_eq!(graph.channel_count() as u32, 2 * 3 * hosts);
        for node in graph.nodes() {
            let is_host = tree.node_name(node).starts_with('h');
            assert_eq!(graph.is_endpoint(node), is_host);
            assert_eq!(graph.degree(node) as u32, if is_host { 1 } else { ports });
            for &next in graph.neighbours(node) {
                assert_eq!(level(&tree.node_name(node)).abs_diff(level(&tree.node_name(next))), 1);
            }
        }
    }
}

#[test]
fn routes_between_hosts_lead_up_and_then_down() {
    let tree = FatTree::new(6).unwrap();
    let mut used = vec![0; tree.graph().channel_count()];
    for (from, to) in tree.graph().terminals().flat_map(|from| tree.graph().terminals().map(move |to| (from, to))) {
        let mut route = vec![];
        tree.append_route(tree.graph(), from, to, &mut route);
        let levels: Vec<_> = route.iter().map(|&hop| level(&tree.node_name(tree.graph().source(hop)))).collect();
        let top = levels.iter().position(|level| Some(level) == levels.iter().max()).unwrap_or(0);
        assert!(levels[..top].is_sorted() && levels[top..].is_sorted_by(|a, b| a > b), "{levels:?}");
        route.iter().for_each(|hop| used[hop.index()] += 1);
    }
    // The destinations are spread evenly: all channels of a level carry the same.
    let up = |name: &str| {
        let of_level = |from: &str| from.starts_with(name);
        let channels =
            tree.graph().channels().filter(|&channel| of_level(&tree.node_name(tree.graph().source(channel))));
        let upwards = channels.filter(|&channel| {
            level(&tree.node_name(tree.graph().target(channel))) > level(&tree.node_name(tree.graph().source(channel)))
        });
        let mut loads: Vec<_> = upwards.map(|channel| used[channel.index()]).collect();
        loads.sort_unstable();
        (loads[0], loads[loads.len() - 1])
    };
    assert_eq!(up("a"), (45, 45));
    assert_eq!(up("h"), (53, 53));
}

#[test]
fn wrong_parameters_and_names_are_told() {
    for spec in ["fat-tree:3", "fat-tree:0", "fat-tree:", "fat-tree:402"] {
        assert!(build(spec).unwrap_err().to_string().contains("even number of ports"), "{spec}");
    }
    let tree = build("fat-tree:4").unwrap();
    for name in ["c4", "a4.0", "a0.2", "e0", "h0.0", "h0.0.2", "x0", "c00", "é", "c0.0"] {
        assert!(tree.find_node(name).unwrap_err().to_string().contains("`h3.1.1`"), "{name}");
    }
}
