//! What every scheme has.

use crate::consumption_classes::{ByDirection, CONSUMPTION_CLASSES};
use crate::label_paths::labels_for;
use crate::{ConsumptionClasses, OptionDeclaration, Options, PlanError, SchemeError, SpanningTree};
use wormcast_plan::{Claim, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{Line, NodeId, Topology};

/// A way to plan multicasts.
pub trait Scheme: Sync {
    /// Its name on the command line and in plan files.
    fn name(&self) -> &'static str;

    /// What it does, in one line.
    fn summary(&self) -> &'static str;

    /// The networks that it serves, in words.
    fn topologies(&self) -> &'static str;

    /// The options that it knows: its own, declared in its file, and those that it shares with others.
    fn options(&self) -> &'static [OptionDeclaration] {
        &[]
    }

    /// What tells the code of a user's own scheme from others of its name, such as its hash: results that are kept
    /// under it are not taken for those of changed code. None for the library's own.
    fn definition(&self) -> Option<&str> {
        None
    }

    /// Does the work that is the same for all multicast sets on a network: labels, trees, tables.
    ///
    /// # Errors
    /// The scheme does not serve this network, does not know an option, or cannot do what an option asks.
    fn prepare<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        check_options(self.name(), self.options(), topology, options)?;
        let inner = self.planner(topology, options)?;
        if options.get(&CONSUMPTION_CLASSES) != Some(ConsumptionClasses::Direction) {
            return Ok(inner);
        }
        let labels = labels_for(self.name(), topology)?;
        Ok(Box::new(ByDirection { graph: topology.graph(), labels, inner }))
    }

    /// What a scheme writes of [`prepare`](Self::prepare), which callers use: all options that are set are known here,
    /// and their values are of its types.
    ///
    /// # Errors
    /// The scheme does not serve this network, or cannot do what an option asks.
    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError>;
}

/// Refuses options that a scheme does not know or take together, and values that it does not take.
fn check_options(
    scheme: &'static str,
    declared: &[OptionDeclaration],
    topology: &dyn Topology,
    options: &Options,
) -> Result<(), SchemeError> {
    for name in options.names() {
        let option = declared.iter().find(|option| option.name == name);
        let option = option.ok_or_else(|| SchemeError::unknown_option(scheme, name, declared))?;
        if let Some(other) = option.conflicts.iter().find(|other| options.is_set(other)) {
            return Err(SchemeError::Conflict { scheme, option: name, other });
        }
        if let (Some(value), Some(text)) = (&option.value, options.value(name)) {
            let bad = |expected| SchemeError::BadOption { scheme, option: name, value: text.to_owned(), expected };
            value.parse(text).map_err(bad)?;
            value.check(text, topology)?;
        }
    }
    Ok(())
}

/// A scheme made ready for one network: plans one multicast after another, and keeps its buffers.
pub trait Planner: Send {
    /// Appends the worms of one multicast. `worms` is empty at first. The same set gives the same worms.
    ///
    /// # Errors
    /// A destination that cannot be reached.
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError>;

    /// Appends the lines of the route to one destination, if all that its plan says is one worm that takes the
    /// network's own route there, and delivers at its end. Whether it is so; nothing is appended if not.
    ///
    /// # Errors
    /// The destination cannot be reached.
    fn append_lines(
        &mut self,
        _source: NodeId,
        _destination: NodeId,
        _lines: &mut Vec<Line>,
    ) -> Result<bool, PlanError> {
        Ok(false)
    }

    /// The most consumption classes that its plans have; see [`Worms`].
    fn consumption_classes(&self) -> u8 {
        1
    }

    /// What it claims of all its plans.
    fn claims(&self) -> &'static [Claim] {
        &[]
    }

    /// Every route that its worms can take, whatever the multicast set; none if it cannot tell.
    fn route_space(&self) -> Option<RouteSpace<NodeId>> {
        None
    }

    /// The trees that its worms go up and down in, for schemes whose worms keep to trees.
    fn trees(&self) -> &[SpanningTree<'_>] {
        &[]
    }

    /// What the last plan carries beside its worms, by the key in the plan file: certificates, bounds, the tree used.
    fn extra(&self) -> serde_json::Map<String, serde_json::Value> {
        serde_json::Map::new()
    }
}
