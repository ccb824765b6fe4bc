//! The tests of the pictures, in one program: it is built and linked once.

mod common;
mod conformance;
mod heat;
mod pictures;
mod properties;
mod snapshots;
mod timeline;
