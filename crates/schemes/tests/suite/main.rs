//! The tests of schemes, in one program: it is built and linked once.

mod allocation;
mod arborescences;
mod branch_order;
mod conformance;
mod dstm;
mod headers;
mod label_routing;
mod light_trees;
mod mot_broadcast;
mod optimise_trees;
mod options;
mod packing;
mod path_schemes;
mod replan;
mod round_greedy;
mod route_spaces;
mod shortcuts_and_groups;
mod single_tree;
mod spam;
mod stars;
mod support;
mod tree_distances;
mod tree_faults;
mod two_phase;
mod unicast_routings;
mod unicast_tree;
