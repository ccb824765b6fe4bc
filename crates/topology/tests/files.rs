//! Networks from files: what each format says, and what is refused.

use wormcast_topology::{FileNetwork, NodeId, Topology, TopologyError};

fn read(path: &str, text: &str) -> FileNetwork {
    FileNetwork::from_bytes(path, text.as_bytes()).unwrap_or_else(|error| panic!("{error}"))
}

fn refusal(path: &str, text: impl AsRef<[u8]>) -> String {
    match FileNetwork::from_bytes(path, text.as_ref()) {
        Err(error @ TopologyError::File { .. }) => error.to_string(),
        other => panic!("expected a refusal, got {other:?}"),
    }
}

/// The links by name, in the order of the nodes.
fn links(network: &FileNetwork) -> Vec<String> {
    let graph = network.graph();
    let ends = graph.channels().map(|channel| (graph.source(channel), graph.target(channel)));
    ends.filter(|(a, b)| a < b).map(|(a, b)| format!("{}-{}", network.node_name(a), network.node_name(b))).collect()
}

#[test]
fn an_edge_list_names_its_nodes_as_they_come() {
    let network = read("x.edges", "# a comment\nb a\r\n\na,c , 2.5\nc b {'weight': 3, 'x': 1} % more\na b\n");
    assert_eq!(links(&network), ["b-a", "b-c", "a-c"]);
    assert_eq!(network.position(NodeId::new(0)), None);
}

#[test]
fn a_gml_file_is_called_by_its_labels() {
    let text = r#"graph [ directed 0 stats [ nodes 2 [ x 1 ] ]
        node [ id 7 label "A &amp; B" lon 9.5 lat 48.5 ] node [ id -1 label "C" graphics [ x 1 y 2 ] ]
        edge [ source 7 target -1 dist 12.5 ] ]"#;
    let network = read("x.gml", text);
    assert_eq!(links(&network), ["A & B-C"]);
    assert_eq!(network.position(NodeId::new(0)), Some([9.5, -48.5]));
    assert_eq!(network.position(NodeId::new(1)), Some([1.0, 2.0]));
}

#[test]
fn gml_labels_that_are_not_names_give_way_to_ids() {
    for labels in [["A", "A"], ["", "B"], ["A", "two\nlines"]] {
        let [a, b] = labels;
        let text =
            format!("graph [ node [ id 3 label \"{a}\" ] node [ id 5 label \"{b}\" ] edge [ source 3 target 5 ] ]");
        assert_eq!(links(&read("x.gml", &text)), ["3-5"]);
    }
}

#[test]
fn flaws_have_a_place() {
    assert_eq!(refusal("x.edges", "a b\n c\n"), "x.edges:2:1: only `c` in this line; expected two nodes");
    assert_eq!(refusal("x.edges", "a b\nc d is\n"), "x.edges:2:5: `is` follows two nodes; only numbers may");
    assert_eq!(
        refusal("x.gml", "graph [\n  node [ id 0 ]\n  edge [ source 0 target 1 ]\n]"),
        "x.gml:3:3: this edge names node 1, but no node has that id"
    );
    assert_eq!(
        refusal("x.edges", b"a b\n\xC3\xA9 \xFFx\n"),
        "x.edges:2:3: byte 0xFF is not UTF-8; expected UTF-8 text"
    );
}
