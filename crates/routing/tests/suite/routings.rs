//! Every routing on every small network that it serves: routes lead where they should, and what is called safe has no
//! cycle.

use std::collections::BTreeSet;
use wormcast_routing::{
    Choices, ChosenRoute, DependencyGraph, Flow, Lane, ROUTINGS, RouteFlaw, Routed, Routing, Summary, all_pairs, build,
    visited,
};
use wormcast_topology::{BreadthFirst, ChannelProperties, DescribedNetwork, Description, Faulty, NodeId, Topology};

const NETWORKS: [&str; 14] = [
    "mesh:1x1",
    "mesh:5x4",
    "mesh:3x3x3",
    "mesh:7",
    "torus:5x4",
    "torus:6x5",
    "torus:3x3x3",
    "torus:2x5",
    "torus:8",
    "hypercube:4",
    "star:4",
    "tree:3",
    "mesh-of-trees:2",
    "torus:1x6",
];

fn network(spec: &str) -> Box<dyn Topology> {
    wormcast_topology::build(spec).unwrap()
}

/// The routes of a routing follow channels from source to destination, never take a lane twice, and keep to its virtual
/// channels.
fn follows_channels(topology: &dyn Topology, routing: &mut dyn Routing) -> u64 {
    let graph = topology.graph();
    let mut missing = 0;
    for to in graph.nodes() {
        for from in graph.nodes() {
            let mut route = vec![];
            if routing.append_route(from, to, &mut route).is_err() {
                missing += 1;
                continue;
            }
            let sources = route.iter().map(|lane| graph.source(lane.channel));
            assert!(sources.eq(visited(graph, from, &route).take(route.len())), "{from:?} {to:?} {route:?}");
            assert_eq!(visited(graph, from, &route).last(), Some(to));
            assert!(route.iter().all(|lane| lane.virtual_channel < routing.virtual_channels()));
            let mut lanes: Vec<Lane> = route.clone();
            lanes.sort();
            lanes.dedup();
            assert_eq!(lanes.len(), route.len(), "a lane is taken twice: {route:?}");
        }
    }
    missing
}

#[test]
fn every_routing_leads_to_every_destination_and_the_safe_ones_have_no_cycle() {
    let mut served = 0;
    for declaration in ROUTINGS {
        for spec in NETWORKS {
            let topology = network(spec);
            let Ok(mut routing) = build(&*topology, declaration.example, 4) else { continue };
            served += 1;
            assert_eq!(follows_channels(&*topology, &mut *routing), 0, "{} on {spec}", declaration.name);
            let routed = Routed::of(&*topology, &mut *routing);
            assert!(routed.unrouted.is_empty());
            if declaration.safety.starts_with("safe") {
                let numbers = routed.dependencies.numbering().unwrap_or_else(|cycle| panic!("{spec}: {cycle:?}"));
                let number = |lane| numbers[numbers.binary_search_by_key(&lane, |(lane, _)| *lane).unwrap()].1;
                assert!(routed.dependencies.dependencies().all(|wait| number(wait.held) < number(wait.asked)));
            }
        }
    }
    assert!(served > 60, "{served}");
}

#[test]
fn turn_models_keep_shortest_routes_on_meshes_and_are_free_of_cycles() {
    for model in ["west-first", "north-last", "negative-first", "odd-even"] {
        for spec in ["mesh:5x4", "mesh:6x6"] {
            let topology = network(spec);
            let mut routing = build(&*topology, &format!("turn-model:{model}"), 1).unwrap();
            let mut search = BreadthFirst::new(topology.graph());
            for from in topology.graph().nodes() {
                search.run(from);
                for to in topology.graph().nodes() {
                    let mut route = vec![];
                    routing.append_route(from, to, &mut route).unwrap();
                    assert_eq!(route.len() as u32, search.distance(to).unwrap(), "{model}");
                }
            }
            assert!(Routed::of(&*topology, &mut *routing).dependencies.numbering().is_ok(), "{model}");
        }
    }
}

/// The routes that are listed for proofs, and those of plans, have all that the choices may wait for; no others.
#[test]
fn listed_choices_have_every_dependence() {
    for model in ["west-first", "north-last", "negative-first", "odd-even"] {
        for spec in ["mesh:2x2", "mesh:5x4", "mesh:1x6"] {
            let topology = &*network(spec);
            let graph = topology.graph();
            let mut routing = build(topology, &format!("turn-model:{model}"), 1).unwrap();
            let Choices::Routes(chosen) = routing.choices(topology) else { panic!("{model} leaves choices") };
            let mut listed = DependencyGraph::new(graph, 1);
            all_pairs(&mut *routing, topology, &mut listed);
            let [mut ends, mut begins]: [BTreeSet<Lane>; 2] = Default::default();
            for ChosenRoute { from, to, lanes } in &chosen {
                assert_eq!(visited(graph, *from, lanes).last(), Some(*to));
                listed.add_route(lanes, Flow::unicast(*from, *to));
                begins.extend(lanes.first());
                ends.extend(lanes.last());
            }
            let pairs = |graph: &DependencyGraph| {
                graph.dependencies().map(|wait| (wait.held, wait.asked)).collect::<BTreeSet<_>>()
            };
            assert_eq!(pairs(&listed), pairs(&Routed::of(topology, &mut *routing).dependencies), "{model} on {spec}");
            // A message to a neighbour begins and ends by any channel.
            assert_eq!([begins.len(), ends.len()], [graph.channel_count(); 2], "{model} on {spec}");
        }
    }
    for name in ["dimension-order", "up-down"] {
        let topology = &*network("mesh:3x3");
        assert_eq!(build(topology, name, 1).unwrap().choices(topology), Choices::None);
    }
}

#[test]
fn layered_keeps_shortest_routes() {
    for spec in ["torus:6x5", "star:4", "hypercube:4"] {
        let topology = network(spec);
        let mut routing = build(&*topology, "layered", 64).unwrap();
        let summary = Summary::of(&*topology, &mut *routing);
        let mut search = BreadthFirst::new(topology.graph());
        let mut total = 0;
        for from in topology.graph().nodes() {
            search.run(from);
            total += topology.graph().nodes().map(|to| u64::from(search.distance(to).unwrap())).sum::<u64>();
        }
        assert_eq!(summary.total, total);
        println!("{spec}: {} layers", summary.virtual_channels);
    }
}

/// The channels of another network, of which every so many have one or two virtual channels of their own.
fn with_own(whole: &dyn Topology, every: usize) -> DescribedNetwork {
    let graph = whole.graph();
    let names = graph.nodes().map(|node| whole.node_name(node).into()).collect();
    let channels: Vec<_> = graph.channels().map(|channel| (graph.source(channel), graph.target(channel))).collect();
    let own = |place: usize| {
        let virtual_channels = Some(1 + (place / every % 2) as u32);
        (place, ChannelProperties { virtual_channels, ..ChannelProperties::default() })
    };
    let properties = (0..channels.len()).step_by(every).map(own).collect();
    let description = Description { names, channels, properties, ..Description::default() };
    DescribedNetwork::new("file:own".into(), "test", description).unwrap()
}

#[test]
fn layered_takes_no_virtual_channel_that_a_channel_does_not_have() {
    let mut outcomes = [0; 2];
    for spec in ["torus:5", "one-way-torus:4", "torus:4x4", "torus:5x3", "mesh:4x4", "hypercube:3", "star:4"] {
        let whole = network(spec);
        for every in [1, 2, 3, 5, 7, 11, 23] {
            let own = with_own(&*whole, every);
            let Ok(mut routing) = build(&own, "layered", 64) else {
                outcomes[1] += 1;
                continue;
            };
            outcomes[0] += 1;
            let routed = Routed::of(&own, &mut *routing);
            assert!(routed.dependencies.numbering().is_ok() && routed.unrouted.is_empty());
            for lane in routed.dependencies.lanes() {
                let most = own.channel_properties(lane.channel).virtual_channels.unwrap_or(64);
                assert!(lane.virtual_channel < most, "{spec}, {every}: {lane:?} of {most}");
            }
        }
    }
    println!("{outcomes:?} are served, and not");
    assert!(outcomes.iter().all(|&count| count > 2), "{outcomes:?}");
    let refusal = build(&with_own(&*network("one-way-torus:4"), 1), "layered", 64).err().unwrap().to_string();
    assert!(refusal.contains("finds no virtual channel for all routes over"), "{refusal}");
}

fn is_free(topology: &dyn Topology, virtual_channels: u32) -> bool {
    let mut routing = build(topology, "dimension-order", virtual_channels).unwrap();
    assert_eq!(follows_channels(topology, &mut *routing), 0, "{}", topology.spec());
    Routed::of(topology, &mut *routing).dependencies.numbering().is_ok()
}

/// OpenSM's torus-2QoS promises the same of one lost link or switch a ring.
#[test]
fn dimension_order_survives_every_single_lost_link_and_node_of_a_torus() {
    for spec in ["torus:6x5", "torus:4x4"] {
        let whole = network(spec);
        let graph = whole.graph();
        for channel in graph.channels().filter(|&channel| graph.source(channel) < graph.target(channel)) {
            let lost = (graph.source(channel), graph.target(channel));
            assert!(is_free(&Faulty::new(network(spec), &[], &[lost]).unwrap(), 2), "{spec} without {lost:?}");
        }
        for node in graph.nodes() {
            assert!(is_free(&Faulty::new(network(spec), &[node], &[]).unwrap(), 2), "{spec} without {node:?}");
        }
    }
}

/// On a mesh with holes in a diagonal, turns are lost on both sides: what closes a cycle on one virtual channel goes up
/// and down a tree on a second one.
#[test]
fn dimension_order_serves_all_pairs_with_one_virtual_channel_more() {
    for (lost, spec, left) in [(&["1,1", "2,2"][..], "mesh:4x4", 24), (&["1,1", "3,1", "2,3"], "mesh:5x5", 65)] {
        let faulty = Faulty::named(network(spec), lost, &[]).unwrap();
        let mut scant = build(&faulty, "dimension-order", 1).unwrap();
        assert_eq!(Routed::of(&faulty, &mut *scant).unrouted.len(), left, "{spec}");
        let mut routing = build(&faulty, "dimension-order", 8).unwrap();
        assert_eq!((routing.virtual_channels(), follows_channels(&faulty, &mut *routing)), (2, 0), "{spec}");
        assert!(Routed::of(&faulty, &mut *routing).dependencies.numbering().is_ok(), "{spec}");
    }
}

/// So it is with any nodes lost, as long as what is left hangs together.
#[test]
fn dimension_order_is_free_whatever_nodes_are_lost() {
    let mut layers = 0;
    for seed in 0..60_usize {
        let (spec, nodes) = [("mesh:5x4", 20), ("torus:4x4", 16), ("mesh:3x3x2", 18)][seed % 3];
        let whole = network(spec);
        let mut lost: Vec<_> =
            (0..2 + seed % 5).map(|place| NodeId::new((seed * 7 + place * (seed % 6 + 3)) % nodes)).collect();
        lost.sort_unstable();
        lost.dedup();
        let faulty = Faulty::new(whole, &lost, &[]).unwrap();
        if wormcast_topology::disconnected_pair(faulty.graph()).is_some() {
            continue;
        }
        let mut routing = build(&faulty, "dimension-order", 8).unwrap();
        layers += usize::from(routing.virtual_channels() > if spec.starts_with("torus") { 2 } else { 1 });
        assert_eq!(follows_channels(&faulty, &mut *routing), 0, "{}", faulty.spec());
        assert!(Routed::of(&faulty, &mut *routing).dependencies.numbering().is_ok(), "{}", faulty.spec());
    }
    assert!(layers > 3, "{layers} networks take one more");
}

/// One lost link in every ring.
#[test]
fn dimension_order_survives_a_lost_link_in_every_ring() {
    let torus = network("torus:6x5");
    let name = |x: u32, y: u32| torus.find_node(&format!("{},{}", x % 6, y % 5)).unwrap();
    let rows = (0..5).map(|y| (name(y, y), name(y + 1, y)));
    let columns = (0..6).map(|x| (name(x, x), name(x, x + 1)));
    let lost: Vec<(NodeId, NodeId)> = rows.chain(columns).collect();
    assert!(is_free(&Faulty::new(network("torus:6x5"), &[], &lost).unwrap(), 2));
}

#[test]
fn dimension_order_with_one_virtual_channel_has_the_cycles_of_the_rings() {
    let torus = network("torus:4x4");
    let mut routing = build(&*torus, "dimension-order", 1).unwrap();
    let cycle = Routed::of(&*torus, &mut *routing).dependencies.numbering().unwrap_err();
    assert_eq!(cycle.len(), 4);
    for (wait, next) in cycle.iter().zip(cycle.iter().cycle().skip(1)) {
        assert_eq!(wait.asked, next.held);
        let mut route = vec![];
        routing.append_route(wait.flow.from, wait.flow.to, &mut route).unwrap();
        assert!(route.windows(2).any(|pair| pair == [wait.held, wait.asked]), "the flow is real");
    }
}

/// A turn model leaves a choice: what is proved holds for every shortest route that it allows, not for the planned one
/// alone.
#[test]
fn turn_models_are_free_whatever_routers_choose() {
    for model in ["west-first", "north-last", "negative-first", "odd-even"] {
        let mesh = network("mesh:5x5");
        let mut routing = build(&*mesh, &format!("turn-model:{model}"), 1).unwrap();
        let mut planned = DependencyGraph::new(mesh.graph(), 1);
        assert!(all_pairs(&mut *routing, &*mesh, &mut planned).is_empty());
        let chosen = Routed::of(&*mesh, &mut *routing).dependencies;
        assert!(chosen.numbering().is_ok(), "{model}");
        let waits = |graph: &DependencyGraph| -> BTreeSet<_> {
            graph.dependencies().map(|wait| (wait.held.channel, wait.asked.channel)).collect()
        };
        let (planned, chosen) = (waits(&planned), waits(&chosen));
        assert!(planned.is_subset(&chosen) && planned.len() < chosen.len(), "{model}");
    }
}

/// What a routing tells of its turns is what its routes take, all of them followed.
#[test]
fn turns_are_those_of_all_routes() {
    for (spec, routing) in [
        ("mesh:4x3", "dimension-order"),
        ("mesh:4x3", "dimension-order:yx"),
        ("mesh:3x2x4", "dimension-order"),
        ("torus:5x4", "dimension-order"),
        ("torus:6x2x3", "dimension-order:yx"),
        ("mesh:4x4", "turn-model:west-first"),
        ("mesh:4x4", "turn-model:odd-even"),
        ("hex-torus:4x4", "up-down"),
        ("fat-tree:4", "up-down"),
        ("hypercube:4", "shortest"),
    ] {
        for virtual_channels in 1..=3 {
            let topology = network(spec);
            let Ok(mut routing) = build(&*topology, routing, virtual_channels) else { continue };
            let [mut turns, mut all] = [(); 2].map(|()| DependencyGraph::new(topology.graph(), virtual_channels));
            let unrouted = routing.turns(&*topology, &mut turns);
            assert_eq!(unrouted, routing.dependencies(&*topology, &mut all), "{spec}");
            let waits = |graph: &DependencyGraph| -> BTreeSet<_> {
                graph.dependencies().map(|wait| (wait.held, wait.asked)).collect()
            };
            assert_eq!(waits(&turns), waits(&all), "{spec}");
            assert!(turns.lanes().eq(all.lanes()), "{spec}");
        }
    }
}

/// A routing that fails at all pairs to node 2 and has no route for others, as a user's own may.
struct Failing;

impl Routing for Failing {
    fn virtual_channels(&self) -> u32 {
        1
    }

    fn append_route(&mut self, _: NodeId, to: NodeId, _: &mut Vec<Lane>) -> Result<(), RouteFlaw> {
        Err(if to.index() == 2 { RouteFlaw::Failed("lost".into()) } else { RouteFlaw::NoRoute })
    }
}

#[test]
fn a_failure_is_no_pair_without_a_route() {
    let ring = network("ring:4");
    let routed = Routed::of(&*ring, &mut Failing);
    assert_eq!((routed.failure(), routed.unrouted.len()), (Some("lost"), 7));
    assert_eq!(Summary::of(&*ring, &mut Failing).failure(), Some("lost"));
    // That another routing has these routes does not hide it.
    let mut others = build(&*ring, "shortest", 1).unwrap();
    let failing_first: &mut [&mut dyn Routing] = &mut [&mut Failing, &mut *others];
    assert_eq!(Routed::together(&*ring, failing_first).failure(), Some("lost"));
    let failing_last: &mut [&mut dyn Routing] = &mut [&mut *others, &mut Failing];
    assert_eq!(Routed::together(&*ring, failing_last).failure(), Some("lost"));
}
