//! What was read as something else than it says: each is read as it is meant, or refused.

use crate::other_programs::{assert_refused, numbered, read};
use wormcast_topology::Topology;

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

/// A comma in a number parts no nodes.
#[test]
fn decimal_commas_are_refused() {
    let refused = |place: &str| format!("{place}: `1,5` has a decimal comma; expected a point, `1.5`");
    for (text, place) in [
        ("source;target;delay_ns\nsw1;sw2;1,5\n", "2:9"),
        ("source;target;delay_ns\nsw1;sw2;1\nsw2;sw3;1,5\n", "3:9"),
        ("a;b;1,5\n", "1:5"),
        ("a;b;1\nb;c;1,5\n", "2:5"),
        ("a\tb\t1,5\nb\tc\t2,5\n", "1:5"),
        ("a b 1,5\nb c 2\n", "1:5"),
    ] {
        assert_refused("x.csv", text, &refused(place));
    }
    assert_eq!(channels("x.csv", "source;target;weight\nsw1;sw2;1.5\n"), ["sw1>sw2 1.5", "sw2>sw1 1.5"]);
    assert_eq!(channels("x.edges", "0 0 0,0 0 1\n"), ["0 0 0>0 0 1", "0 0 1>0 0 0"]);
    assert_eq!(channels("x.csv", "0,0;0,1\n"), ["0,0>0,1", "0,1>0,0"]);
}

/// What people write between two nodes makes no node of its own, nor a part of one.
#[test]
fn other_signs_between_nodes_are_refused() {
    for (text, sign) in [
        ("0,0 - 0,1\n0,1 - 1,1\n", "-"),
        ("0,0 to 0,1\n0,1 to 1,1\n", "to"),
        ("0,0-0,1\n0,1-1,1\n", "-"),
        ("0,0:0,1\n", ":"),
        ("0 - 1\n1 - 2\n", "-"),
        ("a,1 => b,1\nb,1 => c,1 5\n", "=>"),
        ("0,0>0,1\n", ">"),
    ] {
        let told = wormcast_formats::from_bytes("x.edges", text.as_bytes()).unwrap_err().to_string();
        assert!(told.contains(&format!("`{sign}` may part the nodes")), "{text:?}: {told}");
    }
    assert_eq!(channels("x.edges", "0,0 -1,0\n"), ["0,0>-1,0", "-1,0>0,0"]);
    assert_eq!(channels("x.edges", "0,0 > 0,1\n0,1 -- 1,1\n").len(), 3);
    assert_eq!(channels("x.csv", "Core - A,Edge - 1\n"), ["Core - A>Edge - 1", "Edge - 1>Core - A"]);
    assert_eq!(channels("x.csv", "1,2,3.5,7,8\n").len(), 2);
}

#[test]
fn comments_of_other_languages_are_no_links() {
    for text in ["// net\na b 5\n", "//net\na b 5\n", "a b 5\n  // links\n"] {
        assert_eq!(channels("x.edges", text), ["a>b 5", "b>a 5"], "{text:?}");
        assert_eq!(channels("x", text), ["a>b 5", "b>a 5"], "{text:?}");
    }
    assert_refused("x.edges", "-- links\na b\n", "1:1: `--` stands where a node is expected; comments begin with `#`");
    assert_eq!(channels("x.adjlist", "// net\na b c\nb c\nc\n").len(), 6);
}

/// What a node is stands in any capitals, and what is not known is told: a host that forwards nothing is no router.
#[test]
fn kinds_of_nodes_are_known_or_told() {
    let files = |kind: &str| {
        [
            ("x.dot", format!("graph {{ a; h [kind=\"{kind}\"]; a -- h }}")),
            ("x.gml", format!("graph [ node [ id 0 ] node [ id 1 kind \"{kind}\" ] edge [ source 0 target 1 ] ]")),
            (
                "x.json",
                format!(
                    r#"{{"nodes": [{{"id": 0}}, {{"id": 1, "kind": "{kind}"}}], "links": [{{"source": 0, "target": 1}}]}}"#
                ),
            ),
            (
                "x.graphml",
                format!(
                    r#"<graphml><key id="k" for="node" attr.name="kind" attr.type="string"/><graph><node id="a"/>
                    <node id="h"><data key="k">{kind}</data></node><edge source="a" target="h"/></graph></graphml>"#
                ),
            ),
            (
                "x.gexf",
                format!(
                    r#"<gexf><graph><attributes class="node"><attribute id="0" title="kind" type="string"/></attributes>
                    <nodes><node id="a"/><node id="h"><attvalues><attvalue for="0" value="{kind}"/></attvalues></node></nodes>
                    <edges><edge source="a" target="h"/></edges></graph></gexf>"#
                ),
            ),
        ]
    };
    let own = |kind: &str| {
        let text = format!(
            r#"{{"format": "wormcast-network", "version": 1, "nodes": [{{"name": "a"}}, {{"name": "h", "kind": "{kind}"}}],
            "channels": [{{"from": "a", "to": "h"}}]}}"#
        );
        wormcast_formats::from_bytes("o.json", text.as_bytes())
    };
    for kind in ["endpoint", "Endpoint", "ENDPOINT"] {
        for (path, text) in files(kind) {
            let network = read(path, &text);
            assert_eq!((network.graph().endpoints().len(), network.warnings().len()), (1, 0), "{path} {kind}");
        }
        assert_eq!(own(kind).unwrap().graph().endpoints().len(), 1, "{kind}");
    }
    for (path, text) in files("host") {
        let network = read(path, &text);
        let told = network.warnings().join("");
        assert!(
            network.graph().endpoints().is_empty()
                && told.contains("1 node is of a `kind` that is not known, `host` in line"),
            "{path}: {told}"
        );
    }
    let told = own("host").unwrap_err().to_string();
    assert!(told.contains("a node of the kind `host`; expected `router` or `endpoint`"), "{told}");
    for (path, text) in files("Router") {
        assert!(read(path, &text).warnings().is_empty(), "{path}");
    }
}
