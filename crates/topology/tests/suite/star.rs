//! Star graphs: counts, distances, and the labels against the recursive path.

use proptest::prelude::*;
use wormcast_topology::{NodeId, OwnRouting, Permutation, StarGraph, Topology, build};

/// The Hamiltonian path HP(s, j), built whole; positions count from 0.
fn path(s: &[usize], j: usize) -> Vec<Vec<usize>> {
    let last = s.len() - 1;
    if last == 0 {
        return vec![s.to_vec()];
    }
    if j != last {
        let mut swapped = s.to_vec();
        swapped.swap(j, last);
        let mut nodes = path(&swapped, last);
        nodes.iter_mut().for_each(|node| node.swap(j, last));
        return nodes;
    }
    let mut nodes: Vec<Vec<usize>> = Vec::new();
    let mut at = s.to_vec();
    for substar in (0..=last).rev() {
        assert_eq!(at[last], s[substar]);
        let target = if substar > 0 { s[substar - 1] } else { s[last] };
        let exit = at.iter().position(|&symbol| symbol == target).unwrap();
        let inside = path(&at[..last], exit).into_iter();
        nodes.extend(inside.map(|node| [&node[..], &[s[substar]]].concat()));
        at = nodes.last().unwrap().clone();
        at.swap(0, last);
    }
    nodes
}

fn text(symbols: &[usize]) -> String {
    symbols.iter().map(usize::to_string).collect()
}

#[test]
fn labels_follow_the_recursive_path() {
    for n in 2..=8 {
        let identity: Vec<_> = (1..=n).collect();
        for (label, node) in path(&identity, n - 1).iter().enumerate() {
            let permutation = Permutation::parse(n, &text(node)).unwrap();
            assert_eq!(permutation.label(), label, "{permutation}");
            assert_eq!(Permutation::from_label(n, label), permutation, "label {label} of {n}");
        }
    }
}

/// RF from its definition, with the labels of all neighbours.
fn label_step(from: &Permutation, to: &Permutation) -> Option<usize> {
    let (here, goal) = (from.label(), to.label());
    let ports = (2..=from.length()).map(|port| (from.swapped(port).label(), port));
    let next = match here.cmp(&goal) {
        std::cmp::Ordering::Equal => None,
        std::cmp::Ordering::Less => ports.filter(|&(label, _)| label <= goal).max(),
        std::cmp::Ordering::Greater => ports.filter(|&(label, _)| label >= goal).min(),
    };
    next.map(|(_, port)| port)
}

fn agree_on_label_steps(n: usize, pairs: impl Iterator<Item = (usize, usize)>) {
    for (from, to) in pairs {
        let [from, to] = [from, to].map(|rank| Permutation::from_rank(n, rank));
        assert_eq!(from.label_step(&to), label_step(&from, &to), "{from} to {to}");
    }
}

fn factorial(n: usize) -> usize {
    (1..=n).product()
}

#[test]
fn label_steps_need_no_table() {
    for n in 2..=5 {
        let nodes = factorial(n);
        agree_on_label_steps(n, (0..nodes * nodes).map(|pair| (pair / nodes, pair % nodes)));
    }
    for n in 6..=10 {
        // 7919 and 104,729 are primes.
        let pairs = (0..5_000_usize).map(|i| (i * 7919 % factorial(n), i * 104_729 % factorial(n)));
        agree_on_label_steps(n, pairs);
    }
}

#[test]
#[ignore = "a minute or so; cargo test -p wormcast-topology --release --test suite star -- --ignored"]
fn label_steps_need_no_table_from_any_node_up_to_8_symbols() {
    for n in 6..=7 {
        let nodes = factorial(n);
        agree_on_label_steps(n, (0..nodes * nodes).map(|pair| (pair / nodes, pair % nodes)));
    }
    let nodes = factorial(8);
    agree_on_label_steps(8, (0..nodes * 500).map(|pair| (pair / 500, pair * 7919 % nodes)));
}

proptest! {
    /// Where the path is too long to be built here: it goes on by one swap, and no label is lost.
    #[test]
    fn labels_go_on_to_neighbours(n in 9..=10_usize, seed: usize) {
        let label = seed % ((1..=n).product::<usize>() - 1);
        let (here, next) = (Permutation::from_label(n, label), Permutation::from_label(n, label + 1));
        prop_assert_eq!(here.label(), label);
        prop_assert!((2..=n).any(|i| here.swapped(i) == next), "{here} {next}");
        prop_assert_eq!(Permutation::parse(n, &here.to_string()), Ok(here));
        prop_assert_eq!(Permutation::from_rank(n, here.rank()), here);
    }
}

#[test]
fn labels_are_those_that_the_star_paper_quotes() {
    let quoted = [
        ("1234", 0),
        ("4213", 6),
        ("4312", 13),
        ("4231", 23),
        ("2143", 8),
        ("3124", 2),
        ("1243", 7),
        ("1342", 14),
        ("2341", 21),
        ("3241", 22),
    ];
    for (name, label) in quoted {
        assert_eq!(Permutation::parse(4, name).unwrap().label(), label, "{name}");
    }
}

#[test]
fn ranks_are_lexicographic() {
    for n in 1..=6 {
        let count: usize = (1..=n).product();
        let names: Vec<_> = (0..count).map(|rank| Permutation::from_rank(n, rank).to_string()).collect();
        assert!(names.is_sorted_by(|a, b| a < b));
        for (rank, name) in names.iter().enumerate() {
            assert_eq!(Permutation::parse(n, name).unwrap().rank(), rank);
        }
    }
}

#[test]
fn counts_degree_and_diameter_have_their_closed_forms() {
    for n in 2..=7 {
        let star = StarGraph::new(n).unwrap();
        let nodes: usize = (1..=n).product();
        assert_eq!(star.graph().node_count(), nodes);
        assert_eq!(star.graph().channel_count(), nodes * (n - 1));
        assert!(star.graph().nodes().all(|node| star.graph().degree(node) == n - 1));
        let farthest = star.graph().nodes().map(|node| star.distance(NodeId::new(0), node)).max();
        assert_eq!(farthest, Some(3 * (n as u32 - 1) / 2));
    }
}

#[test]
fn ten_symbols_are_written_with_dots() {
    let name = "2.1.3.4.5.6.7.8.9.10";
    let permutation = Permutation::parse(10, name).unwrap();
    assert_eq!(permutation.to_string(), name);
    assert_eq!(Permutation::from_label(10, permutation.label()), permutation);
    assert_eq!(Permutation::from_rank(10, permutation.rank()), permutation);
}

#[test]
fn errors_name_the_symbol() {
    let star = build("star:4").unwrap();
    let message = |name: &str| star.find_node(name).unwrap_err().to_string();
    assert!(message("1123").contains("repeats 1 and lacks 4"), "{}", message("1123"));
    assert!(message("1235").contains("`5` is not a symbol from 1 to 4"), "{}", message("1235"));
    assert!(message("123").contains("has 3 symbols, not 4"), "{}", message("123"));
    assert!(build("star:11").unwrap_err().to_string().contains("from 2 to 10"));
}
