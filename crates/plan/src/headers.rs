//! Header flits of worms on trees, and the tables of the routers that read them: torus paper, section 3.1.
//!
//! A worm on a tree begins with one header flit for every router that it stops at: every destination, and every router
//! at which it splits. A flit names its router by the router's number in post-order. Each router knows the numbers
//! below each of its children, which is all that it needs to send a flit on.

mod document;
mod flit;
mod layout;

pub use document::{
    ChildTable, FlitDocument, HEADERS, HEADERS_FORMAT, HeadersDocument, RouterDocument, StreamDocument, TableBits,
    TreeTable,
};
pub use flit::HeaderFlit;
pub use layout::{HeaderWordError, MAX_PORTS, TooManyPorts, WordLayout};
