//! Schemes: how a multicast set on a network becomes worms. One file a scheme; [`SCHEMES`] lists them.
//!
//! A [`Scheme`] is made ready for a network once; its [`Planner`] then plans one multicast set after another in the
//! same buffers. What a scheme promises of all its plans are its claims, which the judge verifies.
//!
//! ```
//! use wormcast_plan::{Cost, MulticastSet, Worms};
//! use wormcast_schemes::{Options, scheme_named};
//! use wormcast_topology::build;
//! let mesh = build("mesh:8x8")?;
//! let mut planner = scheme_named("unicast")?.prepare(&*mesh, &Options::default())?;
//! let [source, a, b] = ["2,1", "3,2", "6,1"].map(|name| mesh.find_node(name).unwrap());
//! let mut worms = Worms::new();
//! planner.plan(MulticastSet::checked(&*mesh, source, &[a, b])?, &mut worms)?;
//! assert_eq!(Cost::of(&worms).channels, 2 + 4);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod arborescences;
pub mod beside;
mod bounded_trees;
mod by_size;
mod centre;
mod chain;
mod consumption_classes;
mod cross_links;
mod disjoint_trees;
mod dstm;
mod dual_path;
mod error;
mod hamiltonian_path;
mod headers;
mod label_paths;
mod label_routing;
mod least_trees;
mod many_trees;
mod minimize;
mod mot_broadcast;
mod multi_path;
mod multicast_stars;
mod ner;
pub mod optimal;
mod options;
mod out_tree;
mod proximity_grouping;
mod registry;
mod relays;
mod round_flow;
mod round_forward;
mod round_greedy;
mod round_search;
mod route_space;
mod routed_path;
mod routed_tree;
mod scheme;
mod shortcut_dual_path;
mod shortest_path_tree;
mod single_tree;
mod spam;
mod spanning_tree;
mod steiner;
pub mod together;
mod tree_worm;
pub mod trees;
mod two_phase;
mod unicast;
mod unicast_routes;
mod unicast_tree;
mod whole_plan;
mod within_routes;

pub use consumption_classes::{ConsumptionClasses, UnknownConsumptionClasses};
pub use error::{PlanError, SchemeError, UnknownScheme};
pub use headers::{HeaderEncoder, headers_document, router_table};
pub use label_paths::{PhasePaths, UnknownPaths};
pub use label_routing::{LabelRouting, Step, Walk};
pub use many_trees::{TreeChoice, UnknownTreeChoice};
pub use minimize::{Minimize, UnknownMinimize};
pub use mot_broadcast::mesh_of_trees_bound;
pub use multicast_stars::StarTradeOffs;
pub use options::{
    AnyText, Nanoseconds, NodeName, OptionDeclaration, OptionError, OptionSpec, OptionValue, Options, Switch,
    ValueDeclaration,
};
pub use registry::{SCHEMES, add_scheme, all_schemes, options_among, scheme_among, scheme_named};
pub use route_space::unicast_space;
pub use scheme::{Planner, Scheme};
pub use spanning_tree::SpanningTree;
pub use unicast_routes::RoutingName;

/// The options that the schemes declare, for [`Options::with`] and [`Options::get`].
pub mod option {
    pub use crate::beside::{BESIDE, LAYERS, WITHIN};
    pub use crate::by_size::{LARGE, SMALL, UP_TO};
    pub use crate::consumption_classes::CONSUMPTION_CLASSES;
    pub use crate::disjoint_trees::{LINK_ORDER, TREES};
    pub use crate::dstm::FAULT_KNOWLEDGE;
    pub use crate::least_trees::{MAX_DELAY, MAX_DEPTH, WEIGHT};
    pub use crate::many_trees::{SPLIT_DESTINATIONS, TREE, TREE_SEED};
    pub use crate::multicast_stars::{
        CERTIFICATE, DISJOINT, FIRST_HOP, FOR_FLIT_NS, FOR_FLITS, FOR_ROUTER_NS, LONGEST_WITHIN, MINIMIZE,
    };
    pub use crate::ner::RADIUS;
    pub use crate::relays::{FIRST_PHASE, LATER_PHASES};
    pub use crate::round_greedy::PORTS;
    pub use crate::single_tree::{DELIVER_ON_THE_WAY_UP, ROOT};
    pub use crate::two_phase::PHASES;
    pub use crate::unicast_routes::ROUTING;
}
