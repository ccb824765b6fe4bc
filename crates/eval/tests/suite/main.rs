//! The tests of the evaluation, in one program: it is built and linked once.

mod experiment;
mod run;
mod sweep;
mod traffic;
