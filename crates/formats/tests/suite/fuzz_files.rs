//! Random and mutated files over every reader: a network that keeps its promises, or a refusal with a place in the
//! file.

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use wormcast_topology::{DescribedNetwork, Topology, TopologyError};

/// Valid files, to be mutated, with names that tell their formats, where names do.
const SEEDS: &[(&str, &str)] = &[
    ("x.edges", include_str!("../data/rings.edges")),
    ("x.gml", include_str!("../data/board.gml")),
    ("x.graphml", include_str!("../data/sites.graphml")),
    ("machine.xml", include_str!("../data/two-packages.xml")),
    ("x.anynet", include_str!("../data/chips.anynet")),
    ("x", "source,target,weight\na,b,1\nb , c ,2.5\nc,a,1 {'x': 1} # comment\n"),
    ("x.ibnetdiscover", include_str!("../data/cables.ibnetdiscover")),
    ("x.dot", include_str!("../data/diamond.dot")),
    ("four.json", include_str!("../data/four-chips.json")),
    ("x.txt", include_str!("../data/ladder.txt")),
    ("x.mtx", include_str!("../data/path.mtx")),
    ("ring.json", include_str!("../data/ring.json")),
    ("square.json", include_str!("../data/square.node-link.json")),
    ("two.yaml", include_str!("../data/two-boards.yaml")),
    ("small.yaml", include_str!("../data/small-chip.yaml")),
    ("two.textproto", include_str!("../data/two-meshes.textproto")),
    ("noc.yaml", include_str!("../data/small-noc.yaml")),
    ("gpus.txt", include_str!("../data/four-gpus.txt")),
    ("x.adjlist", include_str!("../data/wheel.adjlist")),
    ("costs.csv", include_str!("../data/costs.csv")),
    ("net", include_str!("../data/switches.ibsim")),
    ("square.stp", include_str!("../data/square.stp")),
    ("roads.gr", include_str!("../data/roads.gr")),
    ("rooms.net", include_str!("../data/rooms.net")),
    ("sites.gexf", include_str!("../data/sites.gexf")),
    ("rig.json", include_str!("../data/small-machine.rig.json")),
    ("d3.json", include_str!("../data/three.d3.json")),
    ("towns.txt", include_str!("../data/lines.sndlib.txt")),
    ("towns.xml", include_str!("../data/lines.sndlib.xml")),
    ("one-way.edges", "a > b\n\"b c\" > a\n(0, 0) \"b c\"\n"),
];

/// The words of all formats, so that random texts get far into the readers.
const WORDS: &[&str] = &[
    "graph",
    "node",
    "edge",
    "id",
    "label",
    "source",
    "target",
    "directed",
    "graphics",
    "x",
    "y",
    "lon",
    "lat",
    "[",
    "]",
    "\"",
    "\"a\"",
    "\"&amp;\"",
    "&#",
    ";",
    "0",
    "1",
    "-1",
    "2",
    "1e999",
    "9999999999999999999",
    "1.5",
    "NaN",
    "<graphml>",
    "</graphml>",
    "<graph>",
    "<graph edgedefault='directed'>",
    "</graph>",
    "<node id='a'/>",
    "<node id='b'>",
    "</node>",
    "<edge source='a' target='b'/>",
    "<data key='k'>",
    "</data>",
    "<key id='k' attr.name='x'/>",
    "<!--",
    "-->",
    "<![CDATA[",
    "]]>",
    "<!DOCTYPE a>",
    "<topology>",
    "<object type=\"Bridge\" bridge_pci=\"0000:[00-01]\">",
    "</object>",
    "&lt;",
    "mesh_descriptors {",
    "top_level_instance {",
    "device_topology { dims: [",
    "mesh { mesh_descriptor: \"M0\"",
    "channels { count: 2 }",
    "GPU0 GPU1",
    "GPU0 X NV2",
    "endpoints:",
    "routers:",
    "connections:",
    "  - name: a",
    "    array: [2, 2]",
    "  - src: a",
    "    dst: b",
    "{\"format\": \"wormcast-network\", \"version\": 1,",
    "\"nodes\": [",
    "\"channels\": [",
    "\"links\": [",
    "{\"name\": \"a\"}",
    "{\"id\": 0}",
    "{\"source\": 0, \"target\": 1}",
    "\"chips\": [[0, 0, {}]]",
    "\"width\": 2, \"height\": 2",
    "%%MatrixMarket matrix coordinate pattern general\n",
    "digraph {",
    "subgraph",
    "->",
    "--",
    "a",
    "[dir=both]",
    "/*",
    "//",
    "Switch 2 \"S-1\" # \"a\"",
    "[1] \"S-1\"[2]",
    ">",
    "ethernet_connections: [[{chip: 0}, {chip: 1}]]\n",
    "chips: {0: [0, 0]}\n",
    "grid: {x_size: 2, y_size: 2}\n",
    "functional_workers: [0-0]\n",
    "&a",
    "*a",
    "router",
    "router 0",
    "router 1",
    "node 0",
    "#",
    "%",
    "{",
    "}",
    ",",
    "\n",
    "\r",
    "\t",
    " ",
    "é",
    "\u{feff}",
    "33D32945",
    "SECTION Graph\nNodes 3\n",
    "SECTION Terminals\n",
    "SECTION Coordinates\n",
    "E 1 2 3\n",
    "T 1\n",
    "DD 1 2 3\n",
    "END\n",
    "p sp 3 3\n",
    "p edge 3 3\n",
    "e 1 2\n",
    "a 1 2 3\n",
    "*Vertices 3\n",
    "*Edges\n",
    "*Arcslist\n",
    "1 2 3\n",
    "<gexf>",
    "<nodes>",
    "</nodes>",
    "<edges>",
    "</edges>",
    "</gexf>",
    "<network><networkStructure>",
    "<links><link id='a'>",
    "<source>a</source>",
    "?SNDlib native format\n",
    "NODES (",
    "LINKS (",
    "a ( 1 2 )",
    "L ( a b ) 0 0 0 0 ( 1 2 )",
    ")",
    "\"dead_links\": [[0, 0, \"west\"]]",
    "\"dead_chips\": [[0, 0]]",
    "Hca 1 \"S-1\"",
    ",a,b\na,0,2\nb,2,0\n",
    "nan",
    "a b",
    "b c",
    "c a",
];

fn check(path: &str, bytes: &[u8]) {
    match wormcast_formats::from_bytes(path, bytes) {
        Ok(network) => check_network(&network),
        Err(TopologyError::File { line, column, problem, .. }) => {
            let lines = 1 + bytes.iter().filter(|byte| b"\r\n".contains(byte)).count();
            assert!((1..=lines).contains(&line) && (1..=bytes.len() + 1).contains(&column), "{line}:{column}");
            assert!(!problem.is_empty() && problem.len() < 1000 && !problem.contains(char::is_control), "{problem:?}");
        }
        Err(other) => panic!("{other}"),
    }
}

fn check_network(network: &DescribedNetwork) {
    let graph = network.graph();
    for node in graph.nodes() {
        assert_eq!(network.find_node(&network.node_name(node)), Ok(node));
        assert!(network.position(node).is_none_or(|place| place.iter().all(|number| number.is_finite())));
        assert!(network.terminals(node).windows(2).all(|pair| pair[0] != pair[1]));
    }
    for channel in graph.channels() {
        let opposite = graph.reverse(channel);
        assert!(opposite.is_none_or(|opposite| graph.reverse(opposite) == Some(channel)));
    }
    let _ = network.find_node("nobody");
    if let Ok(labelling) = network.labelling() {
        assert_eq!(labelling.path().len(), graph.node_count());
    }
}

/// A change of a file: the slice between two places is deleted, doubled, or swapped with what follows it; or a word
/// or a byte is put in.
#[derive(Clone, Debug)]
enum Mutation {
    Delete(Index, Index),
    Double(Index, Index),
    Swap(Index, Index, Index),
    Word(Index, &'static str),
    Byte(Index, u8),
}

fn mutation() -> impl Strategy<Value = Mutation> {
    let at = any::<Index>;
    prop_oneof![
        (at(), at()).prop_map(|(a, b)| Mutation::Delete(a, b)),
        (at(), at()).prop_map(|(a, b)| Mutation::Double(a, b)),
        (at(), at(), at()).prop_map(|(a, b, c)| Mutation::Swap(a, b, c)),
        (at(), select(WORDS)).prop_map(|(a, word)| Mutation::Word(a, word)),
        (at(), any::<u8>()).prop_map(|(a, byte)| Mutation::Byte(a, byte)),
    ]
}

fn mutate(bytes: &mut Vec<u8>, mutation: &Mutation) {
    let size = bytes.len();
    let at = |index: &Index| index.index(size + 1);
    // Small slices hit single words; they are more telling than half a file.
    let range = |a: &Index, b: &Index| at(a)..(at(a) + b.index(40)).min(size);
    match mutation {
        Mutation::Delete(a, b) => drop(bytes.drain(range(a, b))),
        Mutation::Double(a, b) => {
            let slice = bytes[range(a, b)].to_vec();
            bytes.splice(at(a)..at(a), slice);
        }
        Mutation::Swap(a, b, c) => {
            let first = range(a, b);
            let end = (first.end + c.index(40)).min(size);
            bytes[first.start..end].rotate_left(first.len());
        }
        Mutation::Word(a, word) => drop(bytes.splice(at(a)..at(a), word.bytes())),
        Mutation::Byte(a, byte) => bytes.insert(at(a), *byte),
    }
}

/// Runs the readers on random files: bytes, texts of their words, and mutations of valid files; always the same ones,
/// or others each time.
fn fuzz(cases: u32, rng_seed: RngSeed) {
    let config = || ProptestConfig { cases, failure_persistence: None, rng_seed, ..ProptestConfig::default() };
    let path = || select(SEEDS).prop_map(|(path, _)| path);
    proptest!(config(), |(path in path(), bytes in prop::collection::vec(any::<u8>(), 0..200))| {
        check(path, &bytes);
    });
    proptest!(config(), |(path in path(), words in prop::collection::vec(select(WORDS), 0..60), gap in "[ \n]?")| {
        check(path, words.join(&gap).as_bytes());
    });
    proptest!(config(), |(at in 0..SEEDS.len(), other in path(), mutations in prop::collection::vec(mutation(), 1..8))| {
        let mut bytes = SEEDS[at].1.as_bytes().to_vec();
        mutations.iter().for_each(|mutation| mutate(&mut bytes, mutation));
        check(SEEDS[at].0, &bytes);
        check(other, &bytes);
    });
}

#[test]
fn seeds_are_valid() {
    for &(path, seed) in SEEDS {
        wormcast_formats::from_bytes(path, seed.as_bytes()).unwrap_or_else(|error| panic!("{error}"));
    }
}

#[test]
fn random_files_do_no_harm() {
    fuzz(20_000, RngSeed::Fixed(1));
}

#[test]
#[ignore = "some minutes; run with `cargo test -p wormcast-formats --test suite fuzz_files -- --ignored`"]
fn many_random_files_do_no_harm() {
    fuzz(2_000_000, RngSeed::Random);
}
