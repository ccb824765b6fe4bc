//! Networks from files: what each format says, how a format is told, and where flaws are.

use proptest::prelude::*;
use wormcast_topology::{ChannelId, ChannelProperties, DescribedNetwork, NodeId, Topology, TopologyError};

fn open(name: &str) -> DescribedNetwork {
    wormcast_formats::open(&format!("tests/data/{name}")).unwrap_or_else(|error| panic!("{error}"))
}

fn read(path: &str, text: &str) -> DescribedNetwork {
    wormcast_formats::from_bytes(path, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(path: &str, text: &str) -> String {
    match wormcast_formats::from_bytes(path, text.as_bytes()) {
        Err(error @ TopologyError::File { .. }) => error.to_string(),
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// The links by name, in the order of the nodes.
fn links(network: &DescribedNetwork) -> Vec<String> {
    let graph = network.graph();
    let ends = graph.channels().map(|channel| (graph.source(channel), graph.target(channel)));
    ends.filter(|(a, b)| a < b).map(|(a, b)| format!("{}-{}", network.node_name(a), network.node_name(b))).collect()
}

/// The channels by name, in their order.
fn channels(network: &DescribedNetwork) -> Vec<String> {
    let network: &dyn Topology = network;
    network.graph().channels().map(|channel| network.channel_name(channel)).collect()
}

fn rounded(position: Option<[f64; 2]>) -> Option<[f64; 2]> {
    position.map(|place| place.map(|coordinate| (coordinate * 100.0).round() / 100.0))
}

fn position(network: &DescribedNetwork, name: &str) -> Option<[f64; 2]> {
    network.position(network.find_node(name).unwrap())
}

#[test]
fn edge_lists_number_their_nodes_as_they_come() {
    let network = open("rings.edges");
    assert_eq!(links(&network), ["hub-a", "hub-c", "hub-x", "hub-y", "a-b", "b-c", "x-y"]);
    assert_eq!(network.position(NodeId::new(0)), None);
}

#[test]
fn edge_lists_come_in_many_dresses() {
    let dresses = [
        "a b\na c\n",
        "a\tb 2.5\r\n\r\n a  c 1e3\r\n",
        "\u{feff}source,target,weight\na,b,1\na, c ,2,,\n",
        "# comment\n% comment\na b # comment\nb a {'weight': 3, 'colour': 'red'}\na c % comment",
        "from to\ra b\ra c\rc a",
    ];
    for dress in dresses {
        assert_eq!(links(&read("x.edges", dress)), ["a-b", "a-c"], "{dress:?}");
    }
    assert_eq!(links(&read("x.csv", "New York,Boston\nBoston,core#1")), ["New York-Boston", "Boston-core#1"]);
    assert_eq!(links(&read("x.edges", "0 4294967296\n00 4294967296")), ["0-4294967296", "4294967296-00"]);
}

#[test]
fn gml_nodes_are_called_by_their_labels() {
    let network = open("board.gml");
    assert_eq!(links(&network), ["north-east", "north-south", "north-west", "east-south", "south-west"]);
    assert_eq!(position(&network, "east"), Some([3.0, 1.0]));
    let text = r#"graph [ stats [ nodes 2 [ x 1 ] ]
        edge [ source 7 target -1 dist 12.5 ]
        node [ id 7 label "A &amp; B&#39;&x;&" Longitude 9.5 Latitude "48.5" ] node [ id -1 label 5 x 1 ] ]"#;
    let network = read("x.gml", text);
    assert_eq!(links(&network), ["A & B'&x;&-5"]);
    assert_eq!(rounded(network.position(NodeId::new(0))), Some([9.5, -55.61]));
    assert_eq!(network.position(NodeId::new(1)), None);
}

#[test]
fn gml_labels_that_are_not_names_give_way_to_ids() {
    let long = "x".repeat(257);
    for [a, b] in [["A", "A"], ["", "B"], ["A", "two\nlines"], ["A", &long]] {
        let nodes = format!("node [ id 3 label \"{a}\" ] node [ id +5 label \"{b}\" ]");
        assert_eq!(links(&read("x.gml", &format!("graph [ {nodes} edge [ source 3 target 5 ] ]"))), ["3-5"]);
    }
    assert_eq!(
        links(&read("x.gml", "graph [ node [ id 3 label \"A\" ] node [ id 5 ] edge [ source 3 target 5 ] ]")),
        ["3-5"]
    );
}

#[test]
fn graphml_nodes_are_called_by_their_ids() {
    let network = open("sites.graphml");
    assert_eq!(links(&network), ["A & B-lab", "lab-mill"]);
    assert_eq!(rounded(position(&network, "A & B")), Some([8.5, -53.75]));
    assert_eq!(position(&network, "lab"), Some([4.0, -5.0]));
    assert_eq!(position(&network, "mill"), None);
}

#[test]
fn anynet_routers_keep_their_nodes_and_latencies() {
    let network = open("chips.anynet");
    assert_eq!(links(&network), ["2-7", "2-10"]);
    let terminals = |name| network.terminals(network.find_node(name).unwrap());
    assert_eq!(terminals("10"), ["0", "3"]);
    assert_eq!((terminals("7"), terminals("2")), (&["1".to_string()][..], &[][..]));
    let latency = |from, to| {
        let [from, to] = [from, to].map(|name| network.find_node(name).unwrap());
        network.channel_properties(network.graph().channel(from, to).unwrap()).latency_cycles
    };
    assert_eq!([latency("10", "2"), latency("2", "10")], [Some(15), Some(4)]);
    assert_eq!([latency("2", "7"), latency("7", "2")], [Some(1), Some(1)]);
    let one_given = read("x.anynet", "router 0 router 1 15");
    let latencies: Vec<_> =
        one_given.graph().channels().map(|channel| one_given.channel_properties(channel).latency_cycles).collect();
    assert_eq!(latencies, [Some(15), Some(1)]);
    assert_eq!(open("board.gml").channel_properties(ChannelId::new(0)), ChannelProperties::default());
    assert!(open("board.gml").terminals(NodeId::new(0)).is_empty());
}

#[test]
fn a_format_is_told_by_name_or_content() {
    let formats = [("a b", "edge list"), ("router 0 node 0 router 1\nrouter 1 node 1 router 0", "BookSim anynet")];
    formats.into_iter().for_each(|(text, format)| assert_eq!(read("net", text).format(), format));
    let gml = "# exported\ngraph\n[ node [ id 1 ] node [ id 2 ] edge [ source 1 target 2 ] ]";
    let xml = "<graphml><graph><node id='1'/><node id='2'/><edge source='1' target='2'/></graph></graphml>";
    let anynet = "\n router 1 router 2\n";
    let edges = "# 2 nodes\n1 2\n";
    for (name, text) in [("GML", gml), ("graphml", xml), ("anynet", anynet), ("edges", edges)] {
        assert_eq!(links(&read(&format!("x.{name}"), text)), ["1-2"], "{name}");
        assert_eq!(links(&read("net", text)), ["1-2"], "{name} by content");
        assert_eq!(links(&read("net.txt", text)), ["1-2"], "{name} by content");
    }
    assert_eq!(
        refusal("poem.txt", "Shall I compare thee\nto a summer's day?"),
        "poem.txt:1:9: `compare` follows two nodes; only numbers may (it looks like none of the other formats, so \
         it was read as an edge list)"
    );
}

#[test]
fn dot_is_told_from_what_only_resembles_it() {
    for dot in ["strict graph { a -- b }", "digraph G {\n  a -> b;\n}", "graph\n{ a--b }", "GRAPH mine {a -- b}"] {
        assert_eq!(read("net.txt", dot).format(), "DOT", "{dot}");
    }
    for list in ["graph b {'weight': 1}\nb c {}", "graph strict\nstrict a", "a b {'x': '--'}"] {
        assert_eq!(read("net.txt", list).format(), "edge list");
    }
}

#[test]
fn dot_has_chains_subgraphs_ports_directions_and_places() {
    let text = "/* one */ digraph \"my net\" { rankdir=LR; node [shape=box, width=.5];\n a [pos=\"1,2!\"]; \
                subgraph cluster_0 { label=x; a -> b:p:n -> \"c \\\"d\\\"\" }\n# comment\n b -> a [dir=both] // twice\n \
                -1.5 -> a [dir=back]; a -> a }";
    let network = read("x.dot", text);
    assert_eq!(channels(&network), ["a>b", "a>b#1", "a>-1.5", "b>a", "b>c \"d\""]);
    assert_eq!(position(&network, "a"), Some([1.0, -2.0]));
    assert_eq!(network.warnings(), ["1 edge leads from a node to itself, the first in line 5; left out"]);
    assert_eq!(channels(&read("x.gv", "strict graph { a -- b -- a; a -- b }")), ["a>b", "b>a"]);
}

#[test]
fn node_link_json_has_names_of_all_kinds() {
    let text = r#"{"directed": true, "multigraph": true, "nodes": [{"id": [0, 1], "pos": [3, 4]}, {"id": "b"}, {"id": 2.5}],
        "links": [{"source": [0,1], "target": "b", "key": 0}, {"source": [0, 1], "target": "b", "key": 1},
        {"source": 2.5, "target": "b"}]}"#;
    let network = read("x.json", text);
    assert_eq!(network.format(), "node-link JSON");
    assert_eq!(channels(&network), ["0,1>b", "0,1>b#1", "2.5>b"]);
    assert_eq!(position(&network, "0,1"), Some([3.0, -4.0]));
    let missing = r#"{"nodes": [{"id": 1}],
  "links": [{"source": 1, "target": 2}]}"#;
    assert_eq!(refusal("x.json", missing), "x.json:2:13: `2` is no node; expected one that is declared");
}

#[test]
fn our_own_json_has_everything() {
    let text = r#"{"format": "wormcast-network", "version": 1, "nodes": [{"name": "a", "at": [0, 1.5]},
      {"name": "b", "kind": "router"}, {"name": "h", "kind": "endpoint", "attached": ["cpu"]}],
      "channels": [{"from": "a", "to": "b", "number": 0, "delay_ns": 3.25, "flit_ns": 1, "router_ns": 0, "virtual_channels": 2,
      "buffer_flits": 8}, {"from": "a", "to": "b"}, {"from": "b", "to": "h"}]}"#;
    let network = read("x.json", text);
    assert_eq!(network.format(), "wormcast-network JSON");
    assert_eq!(channels(&network), ["a>b", "a>b#1", "b>h"]);
    let first = network.channel_properties(ChannelId::new(0));
    assert_eq!((first.delay_ps, first.flit_ps, first.router_ps), (Some(3250), Some(1000), Some(0)));
    assert_eq!((first.virtual_channels, first.buffer_flits), (Some(2), Some(8)));
    assert_eq!(network.channel_properties(ChannelId::new(1)), ChannelProperties::default());
    let host = network.find_node("h").unwrap();
    assert!(network.graph().is_endpoint(host) && network.terminals(host) == ["cpu"]);
    assert_eq!(network.graph().endpoints().len(), 1);
    let wrong = text.replace("\"number\": 0", "\"number\": 1");
    assert!(refusal("x.json", &wrong).contains("number 1; in the order of the file this channel has number 0"));
    let slow = text.replace("3.25", "3.2501");
    assert!(refusal("x.json", &slow).contains("x.json:3:20: 3.2501 ns; expected a time in ns"));
}

#[test]
fn clusters_have_parallel_cables() {
    let cluster = open("two-boards.yaml");
    assert_eq!(cluster.format(), "Tenstorrent cluster descriptor YAML");
    assert_eq!(links(&cluster), ["0-1", "0-1", "0-2", "1-3", "2-3", "2-3"]);
    assert!(channels(&cluster).contains(&"3>2#1".into()) && position(&cluster, "3") == Some([1.0, 1.0]));
    let text = std::fs::read_to_string("tests/data/two-boards.yaml").unwrap();
    let unknown = refusal("x.yaml", &text.replace("chip: 1, chan: 14", "chip: 7, chan: 14"));
    assert_eq!(unknown, "x.yaml:22:4: `7` is no node; expected one that is declared");
    assert!(refusal("x.yaml", &text.replace("{chip: 3, chan: 14}", "")).contains("x.yaml:22:4: 1 ends of a link"));
    assert!(refusal("x.yaml", &text.replace("chips: {", "chips: [")).starts_with("x.yaml:"));
}

#[test]
fn tiles_are_at_two_one_way_tori() {
    let chip = open("small-chip.yaml");
    let graph = chip.graph();
    // 12 tiles with two routers each, and 7 units; two channels out of each router, and two links of each unit.
    assert_eq!((graph.node_count(), graph.endpoints().len(), graph.channel_count()), (31, 7, 24 * 2 + 7 * 4));
    let has = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|name| chip.find_node(name).unwrap());
        graph.channel(from, to).is_some()
    };
    assert!(has("0:3-2", "0:0-2") && has("0:3-2", "0:3-0") && !has("0:0-2", "0:3-2"));
    assert!(has("1:0-2", "1:3-2") && has("1:3-0", "1:3-2") && !has("1:3-2", "1:0-2"));
    assert!(has("1-1", "0:1-1") && has("1:1-1", "1-1") && chip.find_node("3-0").is_err());
    let text = std::fs::read_to_string("tests/data/small-chip.yaml").unwrap();
    let outside = refusal("x.yaml", &text.replace("3-1]", "3-9]"));
    assert_eq!(outside, "x.yaml:9:32: `3-9` is no tile; expected `0-0` to `3-2`");
}

#[test]
fn fabrics_have_hosts_and_parallel_cables() {
    let network = open("cables.ibnetdiscover");
    assert_eq!(network.format(), "ibnetdiscover");
    let names = ["left>right", "left>right#1", "left>host a", "right>left", "right>left#1", "right>host b"];
    assert_eq!(channels(&network)[..6], names);
    assert_eq!(network.graph().endpoints().len(), 2);
    assert!(network.graph().is_symmetric());
}

#[test]
fn links_count_once_and_disconnected_networks_load() {
    let network = read(
        "x.gml",
        "graph [ node [ id 1 ] node [ id 2 ] node [ id 3 ] edge [ source 1 target 2 ] edge [ source 2 target 1 ] ]",
    );
    assert_eq!(links(&network), ["1-2"]);
    assert_eq!(network.graph().node_count(), 3);
}

#[test]
fn directed_edges_are_one_way_channels() {
    let text = |edges: &str| format!("graph [ directed 1 node [ id 1 ] node [ id 2 ] {edges} ]");
    let both = read("x.gml", &text("edge [ source 1 target 2 ] edge [ source 2 target 1 ]"));
    assert_eq!(links(&both), ["1-2"]);
    assert!(both.graph().is_symmetric() && both.warnings().is_empty());
    assert_eq!(channels(&read("x.gml", &text("edge [ source 2 target 1 ]"))), ["2>1"]);
}

#[test]
fn repeated_edges_are_told_or_parallel() {
    let gml = |head: &str| {
        let edges = "edge [ source 1 target 2 ]\nedge [ source 2 target 1 ]\nedge [ source 1 target 2 ]";
        read("x.gml", &format!("graph [ {head} node [ id 1 ] node [ id 2 ]\n{edges} ]"))
    };
    let merged = gml("");
    assert_eq!(channels(&merged), ["1>2", "2>1"]);
    let told = "2 repeat a link that was declared before, the first in line 3; each link counts once";
    assert_eq!(merged.warnings(), [told]);
    let parallel = gml("multigraph 1");
    assert_eq!(channels(&parallel), ["1>2", "1>2#1", "1>2#2", "2>1", "2>1#1", "2>1#2"]);
    assert!(parallel.warnings().is_empty() && parallel.graph().is_symmetric());
    let list = read("x.edges", "a b\nb c\nb a\n");
    let told = "1 declaration repeats a link that was declared before, the first in line 3; each link counts once";
    assert_eq!(list.warnings(), [told]);
    assert_eq!(channels(&list), ["a>b", "b>a", "b>c", "c>b"]);
}

#[test]
fn loops_of_drawn_graphs_are_left_out() {
    let network =
        read("x.gml", "graph [ node [ id 1 ] node [ id 2 ]\nedge [ source 1 target 1 ]\nedge [ source 1 target 2 ] ]");
    assert_eq!(channels(&network), ["1>2", "2>1"]);
    assert_eq!(network.warnings(), ["1 edge leads from a node to itself, the first in line 2; left out"]);
}

#[test]
fn graphml_has_defaults() {
    let keys = "<key id='c' for='edge' attr.name='cost'><default>5</default></key>\
                <key id='d' for='node' attr.name='dear'><default>6</default></key>\
                <key id='k' for='node' attr.name='kind'><default>endpoint</default></key>";
    let nodes = "<node id='a'/><node id='b'><data key='k'>router</data></node>";
    let edges = "<edge source='a' target='b'/><edge source='b' target='a'><data key='c'>1</data></edge>";
    let text = format!("<graphml>{keys}<graph edgedefault='directed'>{nodes}{edges}</graph></graphml>");
    let network = read("x.graphml", &text);
    let costs: Vec<_> = network.graph().channels().map(|channel| network.channel_value("cost", channel)).collect();
    assert_eq!((costs, network.channel_keys()), (vec![Some(5.0), Some(1.0)], vec!["cost"]));
    let endpoints: Vec<_> = network.graph().nodes().map(|node| network.graph().is_endpoint(node)).collect();
    assert_eq!(endpoints, [true, false]);
}

#[test]
fn keys_that_mean_something_else_are_told() {
    let told = |text: &str| read("x.csv", text).warnings().join("; ");
    assert_eq!(told("from,to,delay_ns\na,b,3"), "");
    assert_eq!(told("from,to,delay,delay_ns\na,b,3,3"), "");
    assert!(told("from,to,delay\na,b,3").contains("the times of simulations come from `delay_ns`"));
    assert!(told("from,to,hops\na,b,3").contains("`hops` counts channels"));
}

#[test]
fn dot_has_usual_attributes_of_what_comes_later() {
    let text = "digraph { node [kind=endpoint]; h1; h2; node [kind=router]; s; r [kind=endpoint]\n\
                edge [delay_ns=5, weight=3]; h1 -> s; s -> h1 [weight=4]\n\
                { edge [weight=7]; s -> h2 } h2 -> s }";
    let network = read("x.dot", text);
    let graph = network.graph();
    let endpoints: Vec<_> =
        graph.nodes().filter(|&node| graph.is_endpoint(node)).map(|node| network.node_name(node)).collect();
    assert_eq!(endpoints, ["h1", "h2", "r"]);
    let weights = graph.channels().map(|channel| network.channel_value("weight", channel).unwrap());
    let told: Vec<_> = channels(&network).into_iter().zip(weights).collect();
    let expected = [("h1>s", 3.0), ("h2>s", 3.0), ("s>h1", 4.0), ("s>h2", 7.0)];
    assert_eq!(told, expected.map(|(name, weight)| (name.to_owned(), weight)));
    assert!(graph.channels().all(|channel| network.channel_properties(channel).delay_ps == Some(5000)));
}

#[test]
fn headings_are_told_from_links() {
    for heading in [
        "Source,Destination",
        "src,dest",
        "from_node,to_node",
        "node_a,node_b",
        "u,v",
        "start,end",
        "tail,head",
        "FromNodeId,ToNodeId",
        "device1,device2",
        "Node 1,Node 2",
        "\"source\",\"target\"",
    ] {
        let network = read("x.csv", &format!("{heading}\ns1,s2\ns2,s3\n"));
        assert_eq!(links(&network), ["s1-s2", "s2-s3"], "{heading}");
        assert!(network.warnings()[0].contains("is taken for a heading"), "{heading}");
        let network = read("x.csv", &format!("{heading},cost\ns1,s2,4\ns2,s3,5\n"));
        assert_eq!((links(&network).len(), network.channel_keys()), (2, vec!["cost"]), "{heading}");
        assert!(network.warnings().is_empty(), "{heading}");
    }
    // Nodes that other lines name too are nodes.
    for text in ["node1 node2\nnode2 node3\nnode3 node1\n", "Node1,Node2\nNode3,Node2\nNode1,Node3\n"] {
        assert_eq!(links(&read("x.edges", text)).len(), 3, "{text}");
    }
    let told = refusal("x.csv", "left,right,weight\na,b,1\n");
    assert!(told.contains("`weight` follows two nodes; only numbers may"), "{told}");
}

/// Links of other numbers are other links, and what a line says of its direction goes before what the way back of
/// another says.
#[test]
fn repeated_lines_of_edge_lists_are_told_apart_by_their_numbers() {
    let costs = |text: &str| {
        let network = read("x.csv", &format!("from,to,cost\n{text}"));
        let cost = |channel| network.channel_value("cost", channel).unwrap();
        let costs = network.graph().channels().map(cost);
        (channels(&network).into_iter().zip(costs).collect::<Vec<_>>(), network.warnings().len())
    };
    let named = |told: &[(&str, f64)]| told.iter().map(|&(name, cost)| (name.to_owned(), cost)).collect::<Vec<_>>();
    assert_eq!(costs("a,b,5\na,b,5\n"), (named(&[("a>b", 5.0), ("b>a", 5.0)]), 1));
    assert_eq!(costs("a,b,5\nb,a,5\n"), (named(&[("a>b", 5.0), ("b>a", 5.0)]), 1));
    assert_eq!(costs("a,b,5\nb,a,3\n"), (named(&[("a>b", 5.0), ("b>a", 3.0)]), 0));
    // With several links in one direction, all lines are links beside each other; a channel that leads one way is one.
    let three = |spec: &str| {
        let (all, _) = costs(spec);
        all.iter().map(|(name, cost)| format!("{name} {cost}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(three("a,b,1\nb,a,2\na,b,3\n"), "a>b 1, a>b#1 2, a>b#2 3, b>a 1, b>a#1 2, b>a#2 3");
    assert_eq!(three("a,>,b,1\nb,>,a,2\na,b,3\n"), "a>b 1, a>b#1 3, b>a 2, b>a#1 3");
    let parallel = named(&[("a>b", 5.0), ("a>b#1", 3.0), ("b>a", 5.0), ("b>a#1", 3.0)]);
    assert_eq!(costs("a,b,5\na,b,3\n"), (parallel, 0));
}

#[test]
fn matrices_of_gpus_come_from_terminals() {
    let plain = "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV2\t0-19\nGPU1\tNV2\t X \t0-19\n";
    let styled = format!("\u{1b}[4m{}\u{1b}[0m", plain.replacen("Affinity\n", "Affinity\u{1b}[0;1m\n", 1));
    for text in [plain.to_owned(), styled, format!("# nvidia-smi topo -m\n{plain}")] {
        assert_eq!(
            channels(&read("topo.txt", &text)),
            ["GPU0>GPU1", "GPU0>GPU1#1", "GPU1>GPU0", "GPU1>GPU0#1"],
            "{text}"
        );
    }
    assert!(refusal("topo.txt", &plain.replace("NV2", "\u{1b}]NV2")).contains("control character U+001B"));
}

#[test]
fn edge_lists_have_one_way_channels() {
    for text in ["a > b\nb c", "a,>,b\nb,c", "a > b 2\nb c 1.5"] {
        assert_eq!(channels(&read("x.edges", text)), ["a>b", "b>c", "c>b"], "{text}");
    }
}

#[test]
fn unknown_names_have_a_nearest_one() {
    let network = read("x.edges", "Zürich Bern\nBern Genève\n");
    let error = network.find_node("Zurich").unwrap_err();
    assert_eq!(
        error.to_string(),
        "file:x.edges has no node `Zurich`; its nodes are `Zürich`, `Bern`, `Genève`; did you mean `Zürich`?"
    );
    assert_eq!(network.find_node("bern").unwrap_err().nearest.as_deref(), Some("Bern"));
    assert_eq!(network.find_node("Copenhagen").unwrap_err().nearest, None);
}

proptest! {
    /// Any simple graph, written in any format, is read back.
    #[test]
    fn what_is_written_is_read(nodes in 2_usize..20, picks in prop::collection::vec((0_usize..20, 0_usize..20), 1..60)) {
        let mut pairs: Vec<_> = picks.iter().map(|&(a, b)| (a % nodes, b % nodes)).filter(|(a, b)| a != b).collect();
        pairs.push((0, 1));
        let mut expected: Vec<_> = pairs.iter().map(|&(a, b)| [a.min(b), a.max(b)]).collect();
        expected.sort();
        expected.dedup();
        let pairs: Vec<_> = expected.iter().map(|&[a, b]| (b, a)).collect();
        let each = |node: &dyn Fn(usize) -> String| (0..nodes).map(node).collect::<String>();
        let every = |link: &dyn Fn(usize, usize) -> String| pairs.iter().map(|&(a, b)| link(a, b)).collect::<String>();
        let gml = format!(
            "graph [ {} {} ]",
            each(&|n| format!("node [ id {n} label \"n{n}\" ]\n")),
            every(&|a, b| format!("edge [ source {a} target {b} ]\n"))
        );
        let xml = format!(
            "<graphml><graph>{}{}</graph></graphml>",
            each(&|n| format!("<node id=\"n{n}\"/>")),
            every(&|a, b| format!("<edge source=\"n{a}\" target=\"n{b}\"/>"))
        );
        let edges = every(&|a, b| format!("n{a} n{b}\n"));
        let anynet = every(&|a, b| format!("router {a} router {b}\n"));
        for (path, text, prefix) in [("x.gml", gml, "n"), ("x.graphml", xml, "n"), ("x.edges", edges, "n"), ("x.anynet", anynet, "")] {
            let network = wormcast_formats::from_bytes(path, text.as_bytes()).unwrap();
            let number = |node| network.node_name(node).strip_prefix(prefix).unwrap().parse::<usize>().unwrap();
            let graph = network.graph();
            let ends = graph.channels().map(|channel| [number(graph.source(channel)), number(graph.target(channel))]);
            let mut found: Vec<_> = ends.filter(|[a, b]| a < b).collect();
            found.sort();
            prop_assert_eq!(&found, &expected, "{}", path);
            prop_assert_eq!(graph.channel_count(), 2 * expected.len());
            for node in graph.nodes() {
                prop_assert_eq!(network.find_node(&network.node_name(node)), Ok(node));
            }
        }
    }
}

#[test]
fn mesh_graphs_have_chips_cables_and_one_way_channels() {
    let network = open("two-meshes.textproto");
    assert_eq!(network.format(), "Tenstorrent mesh graph descriptor");
    let name = |board: usize, chip: usize| format!("M0.{board}/{chip}");
    let count = |a: String, b: String| {
        let [a, b] = [a, b].map(|name| network.find_node(&name).unwrap());
        network.graph().channels_between(a, b).count()
    };
    assert_eq!(network.graph().node_count(), 8);
    for board in 0..2 {
        for (a, b, cables) in [(0, 1, 2), (0, 2, 2), (1, 3, 2), (2, 3, 2), (0, 3, 0), (1, 2, 0)] {
            assert_eq!([count(name(board, a), name(board, b)), count(name(board, b), name(board, a))], [cables; 2]);
        }
    }
    assert_eq!([count(name(0, 1), name(1, 0)), count(name(1, 0), name(0, 1))], [2, 2]);
    assert_eq!([count(name(0, 3), name(1, 2)), count(name(1, 2), name(0, 3))], [1, 0]);
    assert!(network.warnings().is_empty());
    // Rows from left to right, and the boards side by side.
    assert_eq!(position(&network, "M0.0/2"), Some([0.0, 1.0]));
    assert_eq!(position(&network, "M0.1/1"), Some([4.0, 0.0]));
}

#[test]
fn mesh_graphs_of_rings_and_of_graphs() {
    let mesh = |dims: &str| {
        format!(
            "mesh_descriptors {{ name: 'M' device_topology {{ dims: [{dims}] types: [RING, LINE] }} \
             channels {{ count: 1 }} }}"
        )
    };
    let alone =
        read("x.textproto", &(mesh("4, 3") + "top_level_instance { mesh { mesh_descriptor: 'M' mesh_id: 0 } }"));
    // Three rings of 4, and four lines of 3.
    assert_eq!(alone.graph().channel_count(), 2 * (3 * 4 + 4 * 2));
    assert!(alone.find_node("11").is_ok());
    let instance = |id: usize| format!("instances {{ mesh {{ mesh_descriptor: 'M' mesh_id: {id} }} }}");
    let graph = format!(
        "{} graph_descriptors {{ name: 'G' {} {} graph_topology: ALL_TO_ALL channels {{ count: 2 }} }} \
         graph_descriptors {{ name: 'H' instances {{ graph {{ graph_descriptor: 'G' graph_id: 0 }} }} \
         instances {{ graph {{ graph_descriptor: 'G' graph_id: 1 }} }} graph_topology: RING channels {{ count: 1 }} }} \
         top_level_instance {{ graph {{ graph_descriptor: 'H' graph_id: 0 }} }}",
        mesh("1, 2"),
        instance(0),
        instance(1)
    );
    let nested = read("x", &graph);
    assert_eq!(nested.graph().channel_count(), 2 * (4 + 2 * 2 + 1));
    let [a, b] = ["G.0/M.0/0", "G.1/M.0/0"].map(|name| nested.find_node(name).unwrap());
    assert!(nested.graph().channel(a, b).is_some());
    assert!(nested.warnings()[0].contains("join meshes and not chips"));
}

#[test]
fn floogen_networks_have_arrays_trees_and_connections() {
    let network = open("small-noc.yaml");
    assert_eq!((network.format(), network.graph().endpoints().len()), ("FlooGen YAML", 6));
    assert_eq!(
        links(&network),
        [
            "router_0_0-router_0_1",
            "router_0_0-router_1_0",
            "router_0_0-cluster_0_0",
            "router_0_0-memory_0",
            "router_0_1-router_1_1",
            "router_0_1-cluster_0_1",
            "router_0_1-memory_1",
            "router_1_0-router_1_1",
            "router_1_0-cluster_1_0",
            "router_1_1-cluster_1_1",
        ]
    );
    let tree = "endpoints:\n  - name: e\n    array: [2, 2]\nrouters:\n  - name: r\n    tree: [1, 2]\nconnections:\n  \
                - {src: e, src_range: [[1, 0], [0, 1]], dst: r, dst_lvl: 1, allow_multi: true}\n";
    let tree = read("x.yaml", tree);
    assert_eq!(links(&tree), ["r_0-r_0_0", "r_0-r_0_1", "r_0_0-e_1_0", "r_0_0-e_1_1", "r_0_1-e_0_0", "r_0_1-e_0_1"]);
}

#[test]
fn gpu_matrices_count_their_links() {
    let network = open("four-gpus.txt");
    assert_eq!(network.format(), "nvidia-smi topo -m");
    assert_eq!(network.graph().node_count(), 4);
    let count = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|name| network.find_node(name).unwrap());
        network.graph().channels_between(a, b).count()
    };
    assert_eq!([count("GPU0", "GPU1"), count("GPU3", "GPU2"), count("GPU0", "GPU3")], [2, 4, 0]);
    assert_eq!(network.warnings(), ["1 device is joined by PCI Express only; left out"]);
}

#[test]
fn machines_have_packages_bridges_and_devices() {
    let machine = open("two-packages.xml");
    assert_eq!(machine.format(), "hwloc XML");
    let graph = machine.graph();
    let ends = |name: &str| {
        let node = machine.find_node(name).unwrap();
        let mut names: Vec<_> = graph.neighbours(node).iter().map(|&next| machine.node_name(next)).collect();
        names.sort();
        (graph.is_endpoint(node), names.join(" "))
    };
    assert_eq!((graph.node_count(), graph.channel_count()), (11, 20));
    assert_eq!(ends("machine"), (false, "package-0 package-1".into()));
    assert_eq!(ends("package-0"), (false, "cores-0 host-0000:[00-04] machine".into()));
    assert_eq!(ends("bridge-0000:00:01.0"), (false, "0000:02:00.0 0000:03:00.0 host-0000:[00-04]".into()));
    assert_eq!(ends("0000:03:00.0"), (true, "bridge-0000:00:01.0".into()));
    assert_eq!(ends("cores-1"), (true, "package-1".into()));
}
