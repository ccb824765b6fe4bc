//! The command line of Wormcast.

fn main() {}
