//! The tests of networks, in one program: it is built and linked once.

mod complete;
mod concentrated_mesh;
mod conformance;
mod descriptions;
mod diameter;
mod dragonfly;
mod fat_tree;
mod faults;
mod hamiltonian;
mod hexagonal;
mod hypercube;
mod mesh;
mod mesh_of_trees;
mod one_way_torus;
mod star;
mod support;
mod torus;
mod tree;
mod twisted_torus;
