//! Header flits and router tables for worms on trees: torus paper, section 3.1 and Appendix A.
//!
//! [`HeaderEncoder`] is what a source does; [`headers_document`] writes the headers of a plan, and the tables of the
//! routers. What routers do with them is verified from the outside, by the judge.

mod document;
mod encoder;

pub use document::{headers_document, router_table};
pub use encoder::HeaderEncoder;
