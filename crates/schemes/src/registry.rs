//! The schemes: one line each.

use crate::{
    Scheme, UnknownScheme, disjoint_trees, dstm, dual_path, hamiltonian_path, mot_broadcast, multi_path, ocms, otms,
    proximity_grouping, round_greedy, routed_path, routed_tree, shortcut_dual_path, single_tree, spam, two_phase,
    unicast, unicast_tree,
};
use wormcast_topology::nearest;

/// Every scheme. A new one is a file of its own and a line here.
pub const SCHEMES: &[&dyn Scheme] = &[
    &unicast::Unicast,
    &unicast_tree::UnicastTree,
    &hamiltonian_path::HamiltonianPath,
    &dual_path::DualPath,
    &shortcut_dual_path::ShortcutDualPath,
    &multi_path::MultiPath,
    &two_phase::TwoPhase,
    &proximity_grouping::ProximityGrouping,
    &ocms::Ocms,
    &otms::Otms,
    &single_tree::SingleTree,
    &spam::Spam,
    &dstm::DSTM_1,
    &dstm::DSTM_2,
    &dstm::DSTM_OPTIMISED,
    &disjoint_trees::DisjointTrees,
    &round_greedy::RoundGreedy,
    &mot_broadcast::MotBroadcast,
    &routed_path::RoutedPath,
    &routed_tree::RoutedTree,
];

/// The scheme of this name.
///
/// # Errors
/// There is none; the error names those that there are.
pub fn scheme_named(name: &str) -> Result<&'static dyn Scheme, UnknownScheme> {
    let found = SCHEMES.iter().copied().find(|scheme| scheme.name() == name);
    found.ok_or_else(|| UnknownScheme {
        name: name.to_owned(),
        known: SCHEMES.iter().map(|scheme| format!("`{}`", scheme.name())).collect::<Vec<_>>().join(", "),
        nearest: nearest(name, SCHEMES.iter().map(|scheme| scheme.name())),
    })
}
