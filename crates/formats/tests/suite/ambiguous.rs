//! What was read as something else than it says: each is read as it is meant, or refused.

use crate::other_programs::{assert_refused, numbered, read};

fn channels(path: &str, text: &str) -> Vec<String> {
    numbered(&read(path, text), "weight")
}

#[test]
fn arrows_in_edge_lists_lead_one_way() {
    for arrow in [">", "->", "→"] {
        assert_eq!(channels("x.edges", &format!("0 {arrow} 1 3\n1 {arrow} 2 4\n")), ["0>1 3", "1>2 4"], "{arrow}");
    }
    for line in ["--", "<->", "↔"] {
        assert_eq!(channels("x.edges", &format!("0 {line} 1\n")), ["0>1", "1>0"], "{line}");
    }
    assert_eq!(channels("x.csv", "0,->,1\n1,--,2\n"), ["0>1", "1>2", "2>1"]);
    assert_eq!(channels("x.edges", "source -> target\na -> b\n"), ["a>b"]);
    assert_eq!(channels("x.edges", "// 2 nodes\na b\n"), ["a>b", "b>a"]);
    for text in ["a -> b,5\nb -> c,6\n", "a -> b;5\nb -> c;2\n", "a -> b, c\n", "a -> b, b -> c\nc -> d, d -> e\n"] {
        assert!(wormcast_formats::from_bytes("x.edges", text.as_bytes()).is_err(), "{text:?}");
    }
}

/// A first line that counts would be a link too many; one that is no count is one.
#[test]
fn counts_before_links_are_refused() {
    let refused = |counts: &str| {
        format!(
            "1:1: `{counts}` may be a link, or count nodes and links, as the lines behind it fit both; expected a comment \
             (`# {counts}`) or, if it is a link, a heading `source target` before it"
        )
    };
    for (counts, links) in [("5 3", "0 1\n1 2\n2 3\n"), ("4 3", "a b\nb c\nc d\n"), ("7 2", "a b\nb c\n")] {
        assert_refused("x.edges", &format!("{counts}\n{links}"), &refused(counts));
    }
    for (counts, links) in
        [("3 2", "0 1\n1 2\n"), ("3 2", "1 2\n2 3\n"), ("3 2", "0 1 7\n1 2 8\n"), ("3,2", "0,1\n1,2\n")]
    {
        assert_refused("x.edges", &format!("{counts}\n{links}"), &refused(counts));
        assert_eq!(channels("x.edges", &format!("# {counts}\n{links}")).len(), 4);
    }
    assert_eq!(channels("x.edges", "source target\n3 2\n0 1\n1 2\n").len(), 6);
    for links in ["3 2\n0 1\n", "3 2\n0 9\n1 2\n", "1 2\n1 3\n3 4\n", "a 2\n0 1\n1 2\n"] {
        assert_eq!(channels("x.edges", links).len(), 2 * links.lines().count(), "{links:?}");
    }
}

#[test]
fn comments_that_say_so_make_links_lead_one_way() {
    let snap = "# Directed graph (each unordered pair of nodes is saved once): p2p.txt\n# Nodes: 3 Edges: 2\n\
                # FromNodeId\tToNodeId\n0\t1\n1\t2\n";
    assert_eq!(channels("x.edges", "# Directed graph\n0 -- 1\n1 2\n"), ["0>1", "1>0", "1>2"]);
    for text in [snap, "% asym unweighted\n% 2 3 3\n0 1\n1 2\n", "# directed=1\n0 1\n1 2\n"] {
        let network = read("x.edges", text);
        assert_eq!(numbered(&network, ""), ["0>1", "1>2"]);
        assert!(
            network.warnings()[0].starts_with("links lead one way, as the comment says"),
            "{:?}",
            network.warnings()
        );
    }
    for text in
        ["# Undirected graph\n0 1\n", "% sym unweighted\n0 1\n", "0 1\n# Directed graph\n", "# directed: false\n0 1\n"]
    {
        assert_eq!(channels("x.edges", text), ["0>1", "1>0"], "{text:?}");
    }
}

#[test]
fn values_of_dot_may_be_html() {
    let text = "digraph { graph [label=<a <b>title</b>>]; a [label=<<i>x</i> &gt;>]; a -> b [label=<3>, weight=2]; }";
    assert_eq!(channels("x.dot", text), ["a>b 2"]);
    assert_refused(
        "x.dot",
        "graph { <a> -- b }",
        "1:9: HTML; a node is expected here, in words, numbers or quoted texts",
    );
    assert_refused(
        "x.dot",
        "graph { a [label=<a <b>] -- b }",
        "1:18: a text in HTML that is never closed; expected `>`",
    );
}

#[test]
fn what_is_not_read_is_told_by_its_name() {
    assert_refused(
        "net.txt",
        "5 1 4\n4\n0 4 200Gbps 0.0005ms 0\n1 4 200Gbps 0.0005ms 0\n",
        "1:1: `5 1 4` begins a topology of ns-3, as ASTRA-sim has it, which is not read; expected two nodes a line, such as \
         `0 16`",
    );
    assert_refused(
        "net.json",
        r#"{"elements": {"nodes": [{"data": {"id": "a"}}], "edges": []}}"#,
        "1:1: it is JSON of Cytoscape, which is not read; expected node-link JSON with `nodes` and `links` (or `edges`), as \
         networkx gives it with `node_link_data`",
    );
}

#[test]
fn links_to_other_hosts_are_told() {
    let text = "arch: {0: Wormhole, 1: Wormhole}\nchips: {0: [0, 0, 0, 0], 1: [1, 0, 0, 0]}\n\
                ethernet_connections:\n  - [{chip: 0, chan: 8}, {chip: 1, chan: 0}]\n\
                ethernet_connections_to_remote_devices:\n  - [{chip: 0, chan: 1}, {remote_chip_id: 99, chan: 2}]\n";
    let network = read("cluster.yaml", text);
    assert_eq!(numbered(&network, ""), ["0>1", "1>0"]);
    assert_eq!(network.warnings(), ["1 links to chips of other hosts are left out: the file does not have these"]);
}
