//! Which multicast groups of a fabric have trees that are cut, as proofs tell it.

use wormcast_check::proof::CutGroup;
use wormcast_formats::Fabric;
use wormcast_topology::Topology;

/// The groups of a fabric of which some members do not reach all others.
pub fn cut_groups(fabric: &Fabric) -> Vec<CutGroup> {
    let told = |cut: wormcast_formats::CutGroup| CutGroup {
        group: format!("{:#x}", cut.group),
        from: fabric.network().node_name(cut.from),
        reached: cut.reached,
        others: cut.others,
        senders: cut.senders,
    };
    fabric.cut_groups().into_iter().map(told).collect()
}
