//! The tests of files, in one program: it is built and linked once.

mod ambiguous;
mod cases;
mod conformance;
mod files;
mod fuzz_files;
mod hostile_files;
mod matrices;
mod msccl;
mod other_programs;
mod route_files;
mod schedules;
#[path = "../../../topology/tests/suite/support.rs"]
mod support;
mod written;
