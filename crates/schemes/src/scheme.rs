//! What every scheme has.

use crate::consumption_classes::ByDirection;
use crate::dual_path::labels_for;
use crate::trees::{Knowledge, LinkOrder};
use crate::{ConsumptionClasses, Minimize, PlanError, SchemeError, SpanningTree, TreeChoice, UnknownPaths};
use std::fmt;
use std::num::NonZeroU32;
use std::str::FromStr;
use wormcast_plan::{Claim, FirstHop, MulticastSet, RouteSpace, Worms};
use wormcast_topology::{NodeId, Topology};

/// What a caller may ask of a scheme. Each scheme names the options that it knows; others are refused.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The root of a spanning tree (`single-tree`).
    pub root: Option<NodeId>,
    /// Whether worms deliver on their way up a tree, which can deadlock (`single-tree`).
    pub deliver_on_the_way_up: bool,
    /// How many phases there are (`two-phase-multi-path`).
    pub phases: Option<u32>,
    /// The worms of the first phase (`two-phase-multi-path`).
    pub first_phase: Option<Paths>,
    /// The worms of the phases after the first (`two-phase-multi-path`).
    pub later_phases: Option<Paths>,
    /// How many worms a node may send in a round (`round-greedy`); none: as many as it has links.
    pub ports: Option<NonZeroU32>,
    /// By which port a path may leave the source (`ocms`, `otms`).
    pub first_hop: Option<FirstHop>,
    /// What to make as little as can be, the first before the second (`ocms`, `otms`).
    pub minimize: Option<Minimize>,
    /// The greatest length of a path, in channels (`ocms`).
    pub longest_within: Option<u64>,
    /// Whether no two worms may share a channel (`ocms`, `otms`).
    pub disjoint: bool,
    /// Whether the plan must carry a certificate, however long (`ocms`, `otms`).
    pub certificate: bool,
    /// Which of several trees carries a multicast (`dstm-1`, `dstm-2`, `disjoint-trees`).
    pub tree: Option<TreeChoice>,
    /// The seed by which trees are drawn (`dstm-1`, `dstm-2`, `disjoint-trees`); none: 0.
    pub tree_seed: Option<u64>,
    /// Whether every destination goes by the tree in which it is nearest (`dstm-1`, `dstm-2`, `disjoint-trees`).
    pub split_destinations: bool,
    /// The order in which links are taken into trees (`disjoint-trees`).
    pub link_order: Option<LinkOrder>,
    /// How many trees there are (`disjoint-trees`); none: as many as can be.
    pub trees: Option<NonZeroU32>,
    /// Who knows of lost links (`dstm-1`, `dstm-2`); none: everybody.
    pub fault_knowledge: Option<Knowledge>,
    /// The consumption classes of worms (all path-based schemes on labels); none: one.
    pub consumption_classes: Option<ConsumptionClasses>,
}

/// How a phase goes from a node that has the message to those that it sends it to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Paths {
    /// By one worm up the labels and one down them.
    DualPath,
    /// By a worm for each node class.
    MultiPath,
}

impl fmt::Display for Paths {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::DualPath => "dual-path",
            Self::MultiPath => "multi-path",
        })
    }
}

impl FromStr for Paths {
    type Err = UnknownPaths;

    fn from_str(name: &str) -> Result<Self, UnknownPaths> {
        match name {
            "dual-path" => Ok(Self::DualPath),
            "multi-path" => Ok(Self::MultiPath),
            _ => Err(UnknownPaths(name.to_owned())),
        }
    }
}

impl Options {
    /// The names of the options that are set.
    pub fn given(&self) -> impl Iterator<Item = &'static str> {
        let all = [
            ("root", self.root.is_some()),
            ("deliver-on-the-way-up", self.deliver_on_the_way_up),
            ("phases", self.phases.is_some()),
            ("first-phase", self.first_phase.is_some()),
            ("ports", self.ports.is_some()),
            ("later-phases", self.later_phases.is_some()),
            ("first-hop", self.first_hop.is_some()),
            ("minimize", self.minimize.is_some()),
            ("longest-within", self.longest_within.is_some()),
            ("disjoint", self.disjoint),
            ("certificate", self.certificate),
            ("tree", self.tree.is_some()),
            ("tree-seed", self.tree_seed.is_some()),
            ("split-destinations", self.split_destinations),
            ("link-order", self.link_order.is_some()),
            ("trees", self.trees.is_some()),
            ("fault-knowledge", self.fault_knowledge.is_some()),
            ("consumption-classes", self.consumption_classes.is_some()),
        ];
        all.into_iter().filter(|(_, set)| *set).map(|(name, _)| name)
    }
}

/// A way to plan multicasts.
pub trait Scheme: Sync {
    /// Its name on the command line and in plan files.
    fn name(&self) -> &'static str;

    /// What it does, in one line.
    fn summary(&self) -> &'static str;

    /// The networks that it serves, in words.
    fn topologies(&self) -> &'static str;

    /// The names of the [`Options`] that it knows.
    fn options(&self) -> &'static [&'static str] {
        &[]
    }

    /// Does the work that is the same for all multicast sets on a network: labels, trees, tables.
    ///
    /// # Errors
    /// The scheme does not serve this network, does not know an option, or cannot do what an option asks.
    fn prepare<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError> {
        if let Some(option) = options.given().find(|option| !self.options().contains(option)) {
            return Err(SchemeError::unknown_option(self.name(), option, self.options()));
        }
        let inner = self.planner(topology, options)?;
        if options.consumption_classes != Some(ConsumptionClasses::Direction) {
            return Ok(inner);
        }
        let labels = labels_for(self.name(), topology)?;
        Ok(Box::new(ByDirection { graph: topology.graph(), labels, inner }))
    }

    /// What a scheme writes of [`prepare`](Self::prepare), which callers use: all options that are set are known here.
    ///
    /// # Errors
    /// The scheme does not serve this network, or cannot do what an option asks.
    fn planner<'t>(&self, topology: &'t dyn Topology, options: &Options) -> Result<Box<dyn Planner + 't>, SchemeError>;
}

/// A scheme made ready for one network: plans one multicast after another, and keeps its buffers.
pub trait Planner: Send {
    /// Appends the worms of one multicast. `worms` is empty at first. The same set gives the same worms.
    ///
    /// # Errors
    /// A destination that cannot be reached.
    fn plan(&mut self, set: MulticastSet<'_>, worms: &mut Worms) -> Result<(), PlanError>;

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
