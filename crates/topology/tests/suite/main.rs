//! The tests of networks, in one program: it is built and linked once.

mod conformance;
mod descriptions;
mod diameter;
mod faults;
mod files;
mod fuzz_files;
mod hamiltonian;
mod hostile_files;
mod hypercube;
mod mesh;
mod mesh_of_trees;
mod star;
mod torus;
mod tree;
