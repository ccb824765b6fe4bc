//! What every fuzz target does: reads the bytes as a file, and uses what comes out.
//!
//! From the root of the project, with `cargo install cargo-fuzz` and a nightly compiler:
//! `cargo +nightly fuzz run gml -- -max_total_time=300`. The targets are `edges`, `gml`, `graphml`,
//! `anynet`, `dot`, `json`, `adjlist`, `mtx`, `ibnetdiscover`, `textproto`, `gpus`, `yaml` and `any`, where the content
//! tells the format.

use wormcast_topology::Topology;

/// Reads a file of this name; a network must know its nodes by their names.
pub fn read(path: &str, bytes: &[u8]) {
    let Ok(network) = wormcast_formats::from_bytes(path, bytes) else { return };
    for node in network.graph().nodes() {
        assert_eq!(network.find_node(&network.node_name(node)), Ok(node));
        assert!(network.position(node).is_none_or(|[x, y]| x.is_finite() && y.is_finite()));
    }
    for channel in network.graph().channels() {
        let opposite = network.graph().reverse(channel);
        assert!(opposite.is_none_or(|opposite| network.graph().reverse(opposite) == Some(channel)));
    }
    let _ = network.find_node("nobody");
}
