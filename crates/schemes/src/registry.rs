//! The schemes: one line each.

use crate::{
    OptionDeclaration, Scheme, UnknownScheme, arborescences, by_size, disjoint_trees, dstm, dual_path,
    hamiltonian_path, mot_broadcast, multi_path, multicast_stars, ner, proximity_grouping, round_greedy, routed_path,
    routed_tree, shortcut_dual_path, shortest_path_tree, single_tree, spam, steiner, two_phase, unicast, unicast_tree,
};
use wormcast_topology::{Added, TakenName, nearest};

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
    &multicast_stars::OCMS,
    &multicast_stars::OTMS,
    &multicast_stars::TimedStar,
    &single_tree::SingleTree,
    &spam::Spam,
    &dstm::DSTM_1,
    &dstm::DSTM_2,
    &dstm::DSTM_OPTIMISED,
    &disjoint_trees::DisjointTrees,
    &arborescences::Arborescences,
    &round_greedy::RoundGreedy,
    &mot_broadcast::MotBroadcast,
    &routed_path::RoutedPath,
    &routed_tree::RoutedTree,
    &steiner::Steiner,
    &shortest_path_tree::ShortestPathTree,
    &ner::Ner,
    &by_size::BySize,
];

/// What users have added.
static ADDED: Added<dyn Scheme> = Added::new();

/// Adds a scheme, which is found by its name from now on, wherever schemes are named. Each that is added has a text of
/// its own as its name, and a [`definition`](Scheme::definition): planners that are kept are told apart by them.
///
/// ```
/// use wormcast_schemes::{Options, Planner, Scheme, SchemeError, add_scheme, all_schemes, scheme_named};
/// use wormcast_topology::Topology;
/// struct Other;
/// impl Scheme for Other {
///     fn name(&self) -> &'static str {
///         "other"
///     }
///     fn summary(&self) -> &'static str {
///         "unicasts under another name"
///     }
///     fn topologies(&self) -> &'static str {
///         "every topology"
///     }
///     fn definition(&self) -> Option<&str> {
///         Some("1")
///     }
///     fn planner<'t>(&self, on: &'t dyn Topology, _: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
///         scheme_named("unicast").expect("it is known").prepare(on, &Options::default())
///     }
/// }
/// assert!(scheme_named("other").is_err());
/// add_scheme(Box::new(Other))?;
/// assert_eq!(scheme_named("other")?.summary(), "unicasts under another name");
/// assert_eq!(all_schemes().last().unwrap().name(), "other");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// The name is that of a scheme of the library.
pub fn add_scheme(scheme: Box<dyn Scheme>) -> Result<(), TakenName> {
    let name = scheme.name();
    if SCHEMES.iter().any(|known| known.name() == name) {
        return Err(TakenName(name.to_owned()));
    }
    ADDED.put(name, Box::leak(scheme));
    Ok(())
}

/// [`SCHEMES`], and what users have added.
pub fn all_schemes() -> Vec<&'static dyn Scheme> {
    SCHEMES.iter().copied().chain(ADDED.all()).collect()
}

/// The scheme of this name, of the library or added.
///
/// # Errors
/// There is none; the error names those that there are.
pub fn scheme_named(name: &str) -> Result<&'static dyn Scheme, UnknownScheme> {
    // Most names are those of the library.
    match SCHEMES.iter().find(|scheme| scheme.name() == name) {
        Some(scheme) => Ok(*scheme),
        None => scheme_among(&all_schemes(), name),
    }
}

/// The scheme of this name among those given, such as [`SCHEMES`] and some of a user's own.
///
/// # Errors
/// There is none; the error names those that there are.
pub fn scheme_among<'s>(schemes: &[&'s dyn Scheme], name: &str) -> Result<&'s dyn Scheme, UnknownScheme> {
    let found = schemes.iter().copied().find(|scheme| scheme.name() == name);
    found.ok_or_else(|| UnknownScheme {
        name: name.to_owned(),
        known: schemes.iter().map(|scheme| format!("`{}`", scheme.name())).collect::<Vec<_>>().join(", "),
        nearest: called_elsewhere(schemes, name).or_else(|| nearest(name, schemes.iter().map(|scheme| scheme.name()))),
    })
}

/// What is called otherwise elsewhere.
const ELSEWHERE: [(&str, &str); 5] = [
    ("steiner-tree", "steiner"),
    ("spt", "shortest-path-tree"),
    ("spanning-tree", "single-tree"),
    ("hamiltonian", "hamiltonian-path"),
    ("edge-disjoint-trees", "disjoint-trees"),
];

/// The scheme among these that somebody else calls so.
fn called_elsewhere(schemes: &[&dyn Scheme], name: &str) -> Option<String> {
    let (_, own) = ELSEWHERE.iter().find(|(other, _)| *other == name)?;
    schemes.iter().any(|scheme| scheme.name() == *own).then(|| (*own).to_owned())
}

/// The options of schemes, each once, with the names of the schemes that take it.
pub fn options_among(schemes: &[&dyn Scheme]) -> Vec<(OptionDeclaration, Vec<&'static str>)> {
    let mut options: Vec<(OptionDeclaration, Vec<&str>)> = Vec::new();
    for (scheme, option) in
        schemes.iter().flat_map(|scheme| scheme.options().iter().map(move |option| (scheme, option)))
    {
        match options.iter_mut().find(|(known, _)| known.name == option.name) {
            Some((_, takers)) => takers.push(scheme.name()),
            None => options.push((*option, vec![scheme.name()])),
        }
    }
    options
}
