//! Files of real questions, with what they must be read as. `one-way-links` follows the one-way tori and custom
//! topologies of ucb-bar/constellation; `hex-board-one-way` is SpiNNakerManchester/PACMAN issue 172 in the JSON form of
//! SpiNNMachine; `edge-list-of-coordinates` has the forms that networkx writes; `node-link-json` those of networkx and
//! piotrjurkiewicz/topohub; `opensm-torus` is what the public tools ibsim and ibnetdiscover print of a torus.

use wormcast_formats::open;
use wormcast_topology::{BreadthFirst, DescribedNetwork, Topology};

fn case(path: &str) -> DescribedNetwork {
    open(&format!("tests/cases/{path}")).unwrap_or_else(|error| panic!("{error}"))
}

fn channels(network: &DescribedNetwork) -> Vec<String> {
    let network: &dyn Topology = network;
    network.graph().channels().map(|channel| network.channel_name(channel)).collect()
}

/// A ring of four nodes, linked both ways: the one before, and the one after.
fn is_ring(network: &DescribedNetwork) -> bool {
    let graph = network.graph();
    let two = graph.nodes().all(|node| graph.degree(node) == 2);
    two && graph.node_count() == 4 && graph.is_symmetric() && wormcast_topology::components(graph) == 1
}

#[test]
fn one_way_rings_have_four_channels() {
    assert_eq!(channels(&case("one-way-links/ring4.gml")), ["a>b", "b>c", "c>d", "d>a"]);
    assert_eq!(channels(&case("one-way-links/ring4.graphml")), ["0>1", "1>2", "2>3", "3>0"]);
    let half = case("one-way-links/half.gml");
    assert_eq!(channels(&half), ["a>b", "a>d", "b>a", "b>c", "c>b", "c>d", "d>c"]);
    let mut search = BreadthFirst::new(half.graph());
    let [a, d] = ["a", "d"].map(|name| half.find_node(name).unwrap());
    search.run(d);
    assert_eq!(search.distance(a), Some(3));
    // An edge list does not say that its lines lead one way, and in BookSim's lists links go both ways.
    assert!(is_ring(&case("one-way-links/ring4.edgelist")) && is_ring(&case("one-way-links/half.anynet")));
}

#[test]
fn lists_of_coordinates_are_read_as_written() {
    let square = case("edge-list-of-coordinates/square.edges");
    assert_eq!(
        channels(&square),
        ["0,0>1,0", "0,0>0,1", "1,0>0,0", "1,0>1,1", "1,1>1,0", "1,1>0,1", "0,1>0,0", "0,1>1,1"]
    );
    for grid in ["grid.edgelist", "grid2.edgelist", "grid.gml", "grid.graphml"] {
        let grid = case(&format!("edge-list-of-coordinates/{grid}"));
        assert_eq!((grid.graph().node_count(), grid.graph().channel_count()), (9, 24));
        assert!(grid.find_node("(0, 0)").or(grid.find_node("(0,0)")).is_ok());
    }
    assert_eq!(case("edge-list-of-coordinates/tuples.edges").graph().channel_count(), 4);
    for (file, format) in [("adjacency-list", "adjacency list"), ("adjacency-matrix", "adjacency matrix")] {
        let network = case(&format!("edge-list-of-coordinates/{file}.txt"));
        assert!(is_ring(&network) && network.format() == format, "{file}");
    }
}

#[test]
fn lists_on_boards_of_hexagons_keep_their_names() {
    for (file, name, nodes, channels) in
        [("any", "2,3", 48, 240), ("any2", "2.3", 48, 240), ("two-way", "2,4", 47, 228), ("two-way2", "2.4", 47, 228)]
    {
        let network = case(&format!("hex-board-one-way/{file}.edges"));
        assert_eq!((network.graph().node_count(), network.graph().channel_count()), (nodes, channels), "{file}");
        assert!(network.find_node(name).is_ok());
    }
    check_board(&case("hex-board-one-way/directed.gml"));
    check_board(&case("hex-board-one-way/board.json"));
}

/// All links into chip 2,3 are dead, and those out of it work.
fn check_board(board: &DescribedNetwork) {
    let graph = board.graph();
    assert_eq!((graph.node_count(), graph.channel_count()), (48, 234));
    let chip = board.find_node("2,3").unwrap();
    let mut search = BreadthFirst::new(graph);
    search.run(chip);
    assert_eq!(search.order().len(), 48);
    search.run(board.find_node("0,0").unwrap());
    assert_eq!((search.order().len(), search.distance(chip)), (47, None));
}

/// A torus of 25 switches with a host at each; `ibnetdiscover` of ibsim.
#[test]
fn an_infiniband_torus_has_its_hosts_as_endpoints() {
    let torus = case("opensm-torus/ibnetdiscover.txt");
    let graph = torus.graph();
    assert_eq!((graph.node_count(), graph.endpoints().len(), graph.channel_count()), (50, 25, 150));
    assert!(graph.is_symmetric());
    for x in 0..5 {
        for y in 0..5 {
            let names = [
                format!("S{}_{y}", (x + 1) % 5),
                format!("S{}_{y}", (x + 4) % 5),
                format!("S{x}_{}", (y + 1) % 5),
                format!("S{x}_{}", (y + 4) % 5),
                format!("H{x}_{y}_0"),
            ];
            let switch = torus.find_node(&format!("S{x}_{y}")).unwrap();
            let all = names.iter().all(|name| graph.channel(switch, torus.find_node(name).unwrap()).is_some());
            assert!(all && graph.degree(switch) == 5, "{x}, {y}");
        }
    }
}

#[test]
fn rings_in_other_tools_forms() {
    for file in ["ring.json", "ring.dot", "ring.mtx", "ring.adj"] {
        assert!(is_ring(&case(&format!("node-link-json/{file}"))), "{file}");
    }
    assert_eq!(channels(&case("node-link-json/dring.dot")), ["a>b", "b>c", "c>d", "d>a"]);
    let star = case("node-link-json/star.adjlist");
    assert_eq!(channels(&star), ["0>1", "0>2", "0>3", "1>0", "2>0", "3>0"]);
    let error = open("tests/cases/node-link-json/star.madj").unwrap_err().to_string();
    assert!(error.contains("star.madj:5:1: only `1` in this line; expected two nodes"), "{error}");
}

#[test]
fn lists_that_are_no_edge_lists_are_refused_with_what_they_look_like() {
    let refusal =
        |path: &str, text: &str| wormcast_formats::from_bytes(path, text.as_bytes()).expect_err(text).to_string();
    let list = refusal("x.edges", "0 1 3\n1 0 2\n2 1 3\n3 0 2\n");
    assert!(list.starts_with("x.edges:1:5: `3` follows two nodes, and is the name of a node itself"), "{list}");
    assert!(list.contains("it looks like an adjacency list"), "{list}");
    let matrix = refusal("x.edges", "0 1 0 1\n1 0 1 0\n0 1 0 1\n1 0 1 0\n");
    assert!(matrix.contains("it looks like a matrix"), "{matrix}");
    let ragged = refusal("x.edges", "a b\nb c 1\n");
    assert!(ragged.starts_with("x.edges:2:1: 3 columns, where the first line has 2; expected"), "{ragged}");
    let unclear = refusal("x.edges", "1 2,3 4\n5 6,7 8\n");
    assert!(unclear.contains("expected"), "{unclear}");
    let json = refusal("x.txt", "{\"a\": 1}");
    assert!(json.contains("it is JSON"), "{json}");
    let yaml = refusal("x.yml", "chips:\n  - a b\n");
    assert!(yaml.contains("it is YAML"), "{yaml}");
    let weights = wormcast_formats::from_bytes("x.edges", b"source target weight\n0 1 1\n1 2 2\n").unwrap();
    assert_eq!(channels(&weights), ["0>1", "1>0", "1>2", "2>1"]);
}
