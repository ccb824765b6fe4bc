//! What every network must satisfy, those from files too: the samples in `tests/data`, at least one a format.

use crate::support;
use std::path::Path;
use wormcast_formats::{FORMATS, build};
use wormcast_topology::Topology;

fn for_each(check: impl Fn(&str, &dyn Topology)) {
    let samples = ["tests/data", "../../examples/networks"].map(|folder| Path::new(folder).read_dir().unwrap());
    for sample in samples.into_iter().flatten() {
        let spec = format!("file:{}", sample.unwrap().path().display());
        check(&spec, &*build(&spec).unwrap());
    }
}

#[test]
fn every_format_has_a_sample() {
    let read = std::cell::RefCell::new(Vec::new());
    for_each(|_, network| read.borrow_mut().push(network.described().unwrap().format()));
    for format in FORMATS {
        assert!(read.borrow().contains(&format.name), "{}", format.name);
    }
}

#[test]
fn specs_are_canonical() {
    for_each(support::specs_are_canonical);
}

#[test]
fn channels_have_no_loops_and_their_opposites_lead_back() {
    for_each(support::channels_have_no_loops_and_their_opposites_lead_back);
}

#[test]
fn names_round_trip() {
    for_each(support::names_round_trip);
}

#[test]
fn strange_names_are_unknown() {
    for_each(support::strange_names_are_unknown);
}

#[test]
fn networks_are_connected() {
    for_each(|spec, network| {
        // The two networks of a chip meet in its units only, which forward nothing.
        if network.described().unwrap().format() != "Tenstorrent SoC descriptor YAML" {
            support::networks_are_connected(spec, network);
        }
    });
}

#[test]
fn routing_walks_shortest_ways() {
    for_each(support::routing_walks_shortest_ways);
}

#[test]
fn labels_follow_hamiltonian_paths() {
    for_each(support::labels_follow_hamiltonian_paths);
}

#[test]
fn where_a_hamiltonian_path_is_called_impossible_there_is_none() {
    for_each(support::where_a_hamiltonian_path_is_called_impossible_there_is_none);
}
