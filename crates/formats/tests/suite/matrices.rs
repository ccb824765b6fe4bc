//! Matrices with weights, with and without names, and what only looks like them.

use crate::other_programs::{assert_refused, numbered, open, read};
use wormcast_topology::Topology;

#[test]
fn entries_of_matrices_are_weights() {
    let table = open("costs.csv");
    assert_eq!(table.format(), "adjacency matrix");
    let expected =
        ["hub>a 3", "hub>c 5", "a>hub 3", "a>b 2.5", "b>a 2.5", "b>c 1", "c>hub 4", "c>b 1"].map(str::to_owned);
    assert_eq!(numbered(&table, "weight"), expected);
    let square = ["0>1 3", "0>2 1", "1>0 3", "1>2 2.5", "2>0 1", "2>1 2.5"];
    for text in [
        "0 3 1\n3 0 2.5\n1 2.5 0\n",
        "0,3,1\n3,0,2.5\n1,2.5,0",
        "0.0\t3\t1\n3\t0.0\t2.5\n1\t2.5\t0.0\n",
        ",0,1,2\n0,,3,1\n1,3,,2.5\n2,1,2.5,\n",
        "nodes;0;1;2\n0;nan;3;1\n1;3;nan;2.5\n2;1;2.5;nan\n",
        "  0 1 2\n0 inf 3 1\n1 3 inf 2.5\n2 1 2.5 inf\n",
    ] {
        for path in ["x.txt", "x.csv", "x.tsv", "x"] {
            let network = read(path, text);
            assert_eq!(network.format(), "adjacency matrix", "{text:?}");
            assert_eq!(numbered(&network, "weight"), square, "{path}: {text:?}");
        }
    }
    let four = "0,2,0,1\n2,0,1,0\n0,1,0,2\n1,0,2,0\n";
    let names = format!("a,b,c,d\n{four}");
    let rows: String = "abcd".chars().zip(four.lines()).map(|(name, row)| format!("{name},{row}\n")).collect();
    for text in [names, rows] {
        let network = read("x.csv", &text);
        let expected = ["a>b 2", "a>d 1", "b>a 2", "b>c 1", "c>b 1", "c>d 2", "d>a 1", "d>c 2"];
        assert_eq!(numbered(&network, "weight"), expected, "{text:?}");
    }
    // Zeros and ones tell links, and nothing more.
    assert!(read("x.csv", ",a,b\na,0,1\nb,1,0").channel_keys().is_empty());
    assert!(read("x.csv", "0,1,1\n1,0,0.0\n1,0,0").channel_keys().is_empty());
}

#[test]
fn tables_of_links_are_no_matrices() {
    for text in [
        "source,target,weight\n0,3,4\n2,0,5\n1,2,0\n",
        "from,to,cost,time\n0,3,4,1\n2,0,5,1\n1,2,0,1\n3,1,2,0\n",
        "a,b,1\nb,c,2\nc,a,3\n",
        "4,5,6\n5,7,8\n7,4,9\n",
        "0,1\n1,0\n",
    ] {
        assert_eq!(read("x.csv", text).format(), "edge list", "{text:?}");
    }
    assert_refused("x.csv", ",a,b\na,0,-1\nb,1,0", "2:5: a weight of `-1`; expected a number of at least 0");
    assert_refused("x.txt", "0 2 -1\n2 0 1\n1 1 0", "1:5: a weight of `-1`; expected a number of at least 0");
    let long = "x".repeat(257);
    let expected = format!("1:2: `{}…` is too long for a name; expected 1 to 256 bytes", "x".repeat(40));
    assert_refused("x.csv", &format!(",{long},b\n{long},0,1\nb,1,0"), &expected);
}

#[test]
fn values_of_matrix_market_are_weights() {
    let path = open("path.mtx");
    let expected =
        ["1>2 1", "2>1 1", "2>3 1", "3>2 1", "3>4 7", "3>5 2", "4>3 7", "4>5 1", "5>3 2", "5>4 1"].map(str::to_owned);
    assert_eq!(numbered(&path, "weight"), expected);
    let file =
        |field: &str, entries: &str| format!("%%MatrixMarket matrix coordinate {field} general\n2 2 2\n{entries}");
    let pattern = read("x.mtx", &file("pattern", "1 2\n2 1\n"));
    assert!(pattern.channel_keys().is_empty());
    let negative = read("x.mtx", &file("real", "1 2 -1\n2 1 3\n"));
    assert!(negative.channel_keys().is_empty() && negative.warnings()[0].contains("not taken for weights"));
    assert_eq!(numbered(&read("x.mtx", &file("real", "1 2 0\n2 1 1.5e1\n")), "weight"), ["2>1 15"]);
    assert_refused("x.mtx", &file("real", "1 2 x\n2 1 3\n"), "3:5: `1 2 x` where `row column value` is expected");
    assert_refused("x.mtx", &file("integer", "1 2 1\n2 1\n"), "4:1: `2 1` where `row column value` is expected");
}
