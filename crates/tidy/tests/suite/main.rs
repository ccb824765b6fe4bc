//! The tests of the project's own files, in one program.

mod comments;
mod links;
mod manifests;
mod modules;
mod sizes;
