//! Headers: routers that know their own tables send them over the routes of the plans.

use crate::support::{judged_plan, networks, nodes, planner, random, random_set, two_way_networks};
use proptest::prelude::*;
use std::collections::BTreeMap;
use wormcast_check::{Report, judge, judge_headers};
use wormcast_formats::build;
use wormcast_plan::headers::{HeaderFlit, HeadersDocument, TableBits, WordLayout};
use wormcast_plan::{NetworkSpec, Plan, Worm};
use wormcast_schemes::option::{ROOT, SPLIT_DESTINATIONS, TREE};
use wormcast_schemes::{HeaderEncoder, Options, Planner, SpanningTree, TreeChoice, headers_document};
use wormcast_topology::{Graph, NodeId, Topology};

const SCHEMES: [&str; 4] = ["single-tree", "dstm-1", "dstm-2", "disjoint-trees"];

fn planned(
    topology: &dyn Topology,
    planner: &mut dyn Planner,
    source: NodeId,
    destinations: &[NodeId],
) -> (Plan, HeadersDocument) {
    let plan = judged_plan(topology, planner, "a tree", source, destinations);
    let headers = headers_document(topology, planner.trees(), &plan).unwrap();
    (plan, headers)
}

/// How many header flits the judge has followed; or what it found.
fn followed(topology: &dyn Topology, plan: &Plan, headers: &HeadersDocument) -> Result<u64, String> {
    let mut report = Report::default();
    judge_headers(headers, &plan.document(topology), topology, &mut report);
    match report.violations.first() {
        Some(fault) => Err(fault.to_string()),
        None => Ok(report.header_flits.unwrap()),
    }
}

#[test]
fn routers_send_every_header_over_the_route() {
    let mut rng = random(31);
    let split = Options::default().with_switch(&SPLIT_DESTINATIONS);
    for network in networks() {
        for scheme in SCHEMES {
            for options in [&Options::default(), &split].into_iter().take(if scheme == "single-tree" { 1 } else { 2 }) {
                // Headers are for trees whose links go both ways.
                let planner = planner(&*network, scheme, options).filter(|planner| !planner.trees().is_empty());
                let Some(mut planner) = planner else { continue };
                for _ in 0..10 {
                    let (source, destinations) = random_set(&*network, &mut rng);
                    let (plan, headers) = planned(&*network, &mut *planner, source, &destinations);
                    let flits = headers.worms.iter().map(|stream| stream.flits.len() as u64).sum();
                    assert_eq!(followed(&*network, &plan, &headers), Ok(flits), "{scheme} on {}", network.spec());
                }
            }
        }
    }
}

/// The ports, from 0, of the hops behind a hop, as bits.
fn ports_behind(graph: &Graph, worm: &Worm<'_>, hop: Option<u32>) -> u64 {
    let next = worm.hops.iter().filter(|next| next.parent() == hop);
    let port = |channel| graph.out_channels(graph.source(channel)).position(|other| other == channel).unwrap();
    next.map(|next| 1 << port(next.channel)).sum()
}

/// By the definition, from the route: a flit for every visit that delivers or splits, by the name of its router.
fn flits_of_route(topology: &dyn Topology, tree: &SpanningTree<'_>, worm: &Worm<'_>) -> BTreeMap<u32, (bool, u64)> {
    let graph = topology.graph();
    let visits = std::iter::once(None).chain((0..worm.hops.len() as u32).map(Some));
    let flit = |hop: Option<u32>| {
        let outputs = ports_behind(graph, worm, hop);
        let consume = worm.deliveries.iter().any(|delivery| Some(delivery.hop) == hop);
        let node = hop.map_or(worm.origin, |hop| worm.arrival(graph, hop));
        (consume || outputs.count_ones() > 1).then(|| (tree.post_order(node), (consume, outputs)))
    };
    visits.filter_map(flit).collect()
}

#[test]
fn a_header_has_one_flit_for_every_stop() {
    let mut rng = random(32);
    for network in two_way_networks() {
        let mut encoder = HeaderEncoder::new(network.graph()).unwrap();
        let mut planner = planner(&*network, "single-tree", &Options::default()).unwrap();
        for _ in 0..20 {
            let (source, destinations) = random_set(&*network, &mut rng);
            let plan = judged_plan(&*network, &mut *planner, "single-tree", source, &destinations);
            let tree = &planner.trees()[0];
            let mut flits = Vec::new();
            encoder.encode(tree, &destinations, &mut flits);
            let told: BTreeMap<_, _> = flits.iter().map(|flit| (flit.number, (flit.consume, flit.outputs))).collect();
            assert_eq!(told.len(), flits.len(), "no router is named twice");
            assert_eq!(told, flits_of_route(&*network, tree, &plan.worms.get(0)), "{}", network.spec());
            let nodes: Vec<_> = flits.iter().map(|flit| tree.node_in_post_order(flit.number)).collect();
            for (place, &node) in nodes.iter().enumerate() {
                assert!(nodes[place..].iter().all(|&later| later == node || !tree.is_below(node, later)));
            }
        }
    }
}

fn by_hand(spec: &str, root: &str, source: &str, to: &[&str]) -> Vec<(String, bool, usize)> {
    let network = build(spec).unwrap();
    let options = Options::default().with(&ROOT, root.into());
    let mut planner = planner(&*network, "single-tree", &options).unwrap();
    let destinations: Vec<_> = to.iter().map(|name| network.find_node(name).unwrap()).collect();
    let (plan, headers) = planned(&*network, &mut *planner, network.find_node(source).unwrap(), &destinations);
    followed(&*network, &plan, &headers).unwrap();
    headers.worms[0].flits.iter().map(|flit| (flit.node.clone(), flit.consume, flit.outputs.len())).collect()
}

#[test]
fn special_cases_are_encoded_as_they_should() {
    let flits = |spec, root, source, to: &[&str]| by_hand(spec, root, source, to);
    // The source is the lowest common ancestor: the first flit is for its own router.
    assert_eq!(flits("tree:1", "r", "r", &["r0", "r1"])[0], ("r".into(), false, 2));
    // r0 is passed on the way up; its flit is consumed on the way down.
    let up = flits("tree:2", "r", "r00", &["r0", "r1"]);
    assert_eq!(up[0], ("r".into(), false, 2));
    assert!(up.contains(&("r0".into(), true, 0)));
    // The first stop delivers and goes on by one channel: it splits, too.
    let line = flits("mesh:4x1", "0,0", "0,0", &["1,0", "3,0"]);
    assert_eq!(line, [("1,0".into(), true, 1), ("3,0".into(), true, 0)]);
    // A destination at which the worm splits in two.
    assert_eq!(flits("tree:2", "r", "r1", &["r0", "r00", "r01"])[0], ("r0".into(), true, 2));
    // A unicast has one flit.
    assert_eq!(flits("torus:4x4", "0,0", "1,1", &["3,3"]), [("3,3".into(), true, 0)]);
}

/// Figure 2 of the torus paper: from node 7 to 1, 5, 6 and 8; with the splitting routers 1 and 2, five flits.
#[test]
fn the_papers_example_has_five_flits() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("figure-2.edges");
    std::fs::write(&path, "1 2\n1 3\n2 4\n2 5\n4 8\n3 6\n3 7\n").unwrap();
    let flits = by_hand(&format!("file:{}", path.display()), "1", "7", &["1", "5", "6", "8"]);
    let names: Vec<_> = flits.iter().map(|(node, ..)| node.as_str()).collect();
    assert_eq!(names.len(), 5);
    let place = |name| names.iter().position(|other| *other == name).unwrap();
    assert!(place("1") == 0 && place("2") < place("8") && place("2") < place("5"));
    assert_eq!(flits[0], ("1".into(), true, 2));
}

/// A wrong bit anywhere in a header, and a wrong number in a table that the header needs, is found.
#[test]
fn the_judge_finds_wrong_headers() {
    let network = build("torus:5x5").unwrap();
    let mut planner = planner(&*network, "dstm-1", &Options::default()).unwrap();
    let (source, destinations) = random_set(&*network, &mut random(33));
    let (plan, headers) = planned(&*network, &mut *planner, source, &destinations);
    let layout = headers.layout;
    for place in 0..headers.worms[0].words.len() {
        for bit in 1..layout.width() {
            let mut wrong = headers.clone();
            let word = u128::from_str_radix(&wrong.worms[0].words[place], 16).unwrap() ^ (1 << bit);
            let (_, flit) = layout.read_hex(&layout.hex(word)).unwrap();
            wrong.worms[0].words[place] = layout.hex(word);
            assert!(followed(&*network, &plan, &wrong).is_err(), "the other form says otherwise");
            let told = &mut wrong.worms[0].flits[place];
            (told.number, told.consume, told.outputs) = (flit.number, flit.consume, flit.ports().collect());
            assert!(followed(&*network, &plan, &wrong).is_err(), "bit {bit} of word {place}");
        }
    }
    let mut wrong = headers.clone();
    wrong.worms[0].words.pop();
    assert!(followed(&*network, &plan, &wrong).unwrap_err().contains("not one word"));
    let mut wrong = headers.clone();
    wrong.routers.iter_mut().for_each(|router| router.trees.iter_mut().for_each(|table| table.children.clear()));
    assert!(followed(&*network, &plan, &wrong).is_err());
    let mut wrong = headers;
    wrong.network = NetworkSpec::whole("torus:5x6");
    assert!(followed(&*network, &plan, &wrong).unwrap_err().contains("another network"));
}

/// The headers may stand in the plan itself.
#[test]
fn the_judge_reads_headers_in_a_plan() {
    let network = build("torus:4x4").unwrap();
    let mut planner = planner(&*network, "dstm-2", &Options::default()).unwrap();
    let [source, a, b] = nodes(&*network, ["0,0", "3,1", "2,2"]);
    let (mut plan, headers) = planned(&*network, &mut *planner, source, &[a, b]);
    plan.extra.insert("headers".into(), serde_json::to_value(&headers).unwrap());
    let report = judge(&plan.document(&*network), &*network);
    assert!(report.is_valid() && report.header_flits.is_some(), "{report:?}");
    plan.extra["headers"]["worms"][0]["words"][0] = "zz".into();
    let report = judge(&plan.document(&*network), &*network);
    assert!(report.violations[0].to_string().contains("`zz` is no header flit"), "{report:?}");
}

/// Two trees of a torus take the 8 log2 N bits that the paper states.
#[test]
fn tables_have_the_size_that_the_paper_states() {
    for (spec, log) in [("torus:4x4", 4), ("torus:16x16", 8), ("torus:9x7", 6)] {
        let network = build(spec).unwrap();
        for scheme in ["dstm-1", "dstm-2"] {
            let mut planner = planner(&*network, scheme, &Options::default()).unwrap();
            let (_, headers) = planned(&*network, &mut *planner, NodeId::new(0), &[NodeId::new(1)]);
            assert_eq!(headers.table_bits, TableBits { intervals: 8 * log, port_roles: 12 }, "{scheme} on {spec}");
            assert_eq!(headers.layout, WordLayout { ports: 4, number_bits: log, tree_bits: 1 });
        }
    }
}

/// Theorem 5.3: O(D log D + N). Here D log2 N moves at most, and a few computations a router.
#[test]
fn computations_grow_as_the_paper_states() {
    let mut rng = random(34);
    for side in [4_u32, 8, 16, 32] {
        let network = build(&format!("torus:{side}x{side}")).unwrap();
        let nodes = u64::from(side * side);
        for (scheme, tree) in [("dstm-1", 0), ("dstm-1", 1), ("dstm-2", 0), ("dstm-2", 1)] {
            let options = Options::default().with(&TREE, TreeChoice::Fixed(tree));
            let planner = planner(&*network, scheme, &options).unwrap();
            let tree = &planner.trees()[tree as usize];
            let mut encoder = HeaderEncoder::new(network.graph()).unwrap();
            let mut count = |destinations: &[NodeId]| {
                encoder.encode(tree, destinations, &mut Vec::new());
                encoder.computations()
            };
            let all: Vec<_> = network.graph().nodes().skip(1).collect();
            assert!(count(&all) <= 3 * nodes, "a broadcast on {side}x{side} took {}", count(&all));
            for _ in 0..20 {
                let (_, destinations) = random_set(&*network, &mut rng);
                let log = u64::from(nodes.ilog2()) + 1;
                assert!(count(&destinations) <= destinations.len() as u64 * log + 2 * nodes);
            }
        }
    }
}

proptest! {
    #[test]
    fn words_read_back(
        (layout, tree, number, consume, outputs, split) in (0..=64_u32, 0..=32_u32, 0..=16_u32).prop_flat_map(
            |(ports, number_bits, tree_bits)| {
                let below = |bits: u32| 0..(1_u128 << bits);
                let layout = Just(WordLayout { ports, number_bits, tree_bits });
                (layout, below(tree_bits), below(number_bits), any::<bool>(), below(ports), any::<bool>())
            }
        )
    ) {
        let flit = HeaderFlit { number: number as u32, consume, outputs: outputs as u64, split };
        let word = layout.hex(layout.word(tree as u32, flit));
        prop_assert_eq!(word.len() as u32, layout.width().div_ceil(4));
        prop_assert_eq!(layout.read_hex(&word), Ok((tree as u32, flit)));
    }

    #[test]
    fn other_texts_are_no_words(text in "\\PC{0,12}") {
        let layout = WordLayout { ports: 4, number_bits: 8, tree_bits: 1 };
        if let Ok((tree, flit)) = layout.read_hex(&text) {
            prop_assert_eq!(layout.hex(layout.word(tree, flit)), text.to_lowercase());
        }
    }
}
