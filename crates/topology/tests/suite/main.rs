//! The tests of networks, in one program: it is built and linked once.

mod conformance;
mod descriptions;
mod diameter;
mod faults;
mod hamiltonian;
mod hypercube;
mod mesh;
mod mesh_of_trees;
mod one_way_torus;
mod star;
mod support;
mod torus;
mod tree;
