//! Edge lists: their headings, numbers, and what a line says twice.

use super::{channels, links, open, read, refusal};
use wormcast_topology::{NodeId, Topology};

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
fn keys_that_mean_something_else_are_told() {
    let told = |text: &str| read("x.csv", text).warnings().join("; ");
    assert_eq!(told("from,to,delay_ns\na,b,3"), "");
    assert_eq!(told("from,to,delay,delay_ns\na,b,3,3"), "");
    assert!(told("from,to,delay\na,b,3").contains("the times of simulations come from `delay_ns`"));
    assert!(told("from,to,hops\na,b,3").contains("`hops` counts channels"));
    for key in ["latency", "Delay", "delay_us", "delay-ns", "link_latency", "lat_ns", "wire_ps", "lat", "hop time"] {
        let told = told(&format!("from,to,{key}\na,b,3"));
        assert!(told.contains(&format!("`{key}`")) && told.contains("come from `delay_ns`"), "{told}");
    }
    assert!(told("from,to,buffers\na,b,3").contains("simulations go by `buffer_flits`"));
    for key in ["cost", "flat", "platform", "lats"] {
        assert_eq!(told(&format!("from,to,{key}\na,b,3")), "");
    }
    // What all channels say needs no word, and one word hides no other.
    assert_eq!(told("from,to,flits,flit_ns\na,b,3,3"), "");
    assert!(told("from,to,flits,flit_ns\na,b,3,3\nb,c,3,").contains("simulations go by `flit_ns`"));
    assert_eq!(told("from,to,lat_ns,wire_ps,buffers\na,b,3,3,3").matches("channels have a number").count(), 3);
}

#[test]
fn known_columns_are_known_in_other_capitals() {
    let network = read("x.csv", "Source,Target,Flit_ns,DELAY_NS,Weight\na,b,2,3,4\n");
    let own = network.channel_properties(network.graph().channels().next().unwrap());
    assert_eq!((own.flit_ps, own.delay_ps), (Some(2000), Some(3000)));
    assert_eq!((network.channel_keys(), network.warnings().len()), (vec!["weight"], 0));
    let told = refusal("x.csv", "source,target,Delay_ns,delay_ns\na,b,2,3\n");
    assert!(told.contains(":1:24: two columns are called `delay_ns`"), "{told}");
    let network = read("x.dot", "graph { a -- b [Delay_ns=3] }");
    assert_eq!(network.channel_properties(network.graph().channels().next().unwrap()).delay_ps, Some(3000));
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
    assert_eq!(costs("a,b,5\nb,a,3\n"), (named(&[("a>b", 5.0), ("b>a", 3.0)]), 1));
    // With several links in one direction, all lines are links beside each other; a channel that leads one way is one.
    let three = |spec: &str| {
        let (all, _) = costs(spec);
        all.iter().map(|(name, cost)| format!("{name} {cost}")).collect::<Vec<_>>().join(", ")
    };
    assert_eq!(three("a,b,1\nb,a,2\na,b,3\n"), "a>b 1, a>b#1 2, a>b#2 3, b>a 1, b>a#1 2, b>a#2 3");
    assert_eq!(three("a,>,b,1\nb,>,a,2\na,b,3\n"), "a>b 1, a>b#1 3, b>a 2, b>a#1 3");
    let parallel = named(&[("a>b", 5.0), ("a>b#1", 3.0), ("b>a", 5.0), ("b>a#1", 3.0)]);
    assert_eq!(costs("a,b,5\na,b,3\n"), (parallel, 1));
    let told = |text: &str| read("x.edges", text).warnings().join("; ");
    assert_eq!(
        told("a b 5\nb c 1\na b 7\nc b 4\n"),
        "1 declaration names a link again with other numbers, the first in line 3: each makes a link of its own beside those \
         before; 1 link has other numbers where it is named the other way round, the first in line 4: each line holds for the \
         way that it names"
    );
    assert_eq!(told("a > b 5\nb > a 7\n"), "");
    assert!(told("a > b 5\na > b 7\n").contains("the first in line 2"));
}

#[test]
fn edge_lists_have_one_way_channels() {
    for text in ["a > b\nb c", "a,>,b\nb,c", "a > b 2\nb c 1.5"] {
        assert_eq!(channels(&read("x.edges", text)), ["a>b", "b>c", "c>b"], "{text}");
    }
}
