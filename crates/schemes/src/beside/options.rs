//! The options of tree schemes whose trees shall be safe.

use super::{BesidePlanner, Form};
use crate::multicast_stars::CERTIFICATE;
use crate::unicast_routes::RoutingName;
use crate::within_routes::WithinPlanner;
use crate::{OptionSpec, Options, Planner, SchemeError};
use std::num::NonZeroU32;
use wormcast_topology::Topology;

/// The option that lets a tree fit what is there.
pub const BESIDE: OptionSpec<RoutingName> = OptionSpec::new(
    "beside",
    "ROUTES",
    "Take a tree that closes no cycle of dependences with these unicasts and plans (of `steiner` the lightest), in \
     the first virtual channel that has one: a routing, a file of routes, the folder of a fabric, plan files; several \
     with commas between them",
)
.expects("a routing, such as `up-down`, a file of routes, the folder of a fabric, or a plan file")
.default("nothing");

/// The option that bounds the virtual channels of trees beside what is there.
pub const LAYERS: OptionSpec<NonZeroU32> =
    OptionSpec::new("layers", "NUMBER", "How many virtual channels (service levels) trees beside routes may take")
        .expects("a number of virtual channels, such as 2")
        .default("one more than the routes take; those of the fabric");

/// The option that keeps trees within an order, or within routes.
pub const WITHIN: OptionSpec<RoutingName> = OptionSpec::new(
    "within",
    "up-down[:ROOT]|ROUTES",
    "Take a tree that goes up an order below a root first and then down it, or one whose turns all occur in these \
     unicasts, a routing or a file of routes (of `steiner` the lightest): no such trees close a cycle of dependences, where switches copy to each branch by itself",
)
.expects("`up-down`, or `up-down:ROOT` with the root, or a routing, such as `dimension-order`, or a file of routes")
.default("no order")
.conflicts_with(&["certificate", "beside", "layers"]);

/// The planner of safe trees of this form, if the options ask for some.
///
/// # Errors
/// There is no such order or root; the routes cannot be read, or close a cycle by themselves.
pub(crate) fn safe_planner<'t>(
    scheme: &'static str,
    topology: &'t dyn Topology,
    options: &Options,
    form: Form,
) -> Option<Result<Box<dyn Planner + 't>, SchemeError>> {
    let planner = match (options.get(&BESIDE), options.get(&WITHIN)) {
        (Some(routes), _) => BesidePlanner::new(scheme, topology, &routes.to_string(), options),
        (None, Some(within)) => {
            let name = within.to_string();
            if !matches!(name.split(':').next(), Some("up-down")) {
                let planner = WithinPlanner::new(scheme, topology, &name, form, options);
                return Some(planner.map(|planner| Box::new(planner) as Box<dyn Planner + 't>));
            }
            BesidePlanner::within(scheme, topology, &name, options)
        }
        (None, None) => return None,
    };
    Some(
        planner.map(|planner| {
            Box::new(planner.growing(form).certified(options.has(&CERTIFICATE))) as Box<dyn Planner + 't>
        }),
    )
}
