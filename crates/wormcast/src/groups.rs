//! Multicast groups of a fabric, planned anew beside its unicasts.

use crate::Error;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use wormcast_formats::{Fabric, TableTree, write_mcfdbs};
use wormcast_routing::{Dependency, MulticastLanes, Routed};
use wormcast_schemes::beside::{Beside, Grouped, NoGroups, fit_groups};
use wormcast_topology::{NodeId, Topology, UnknownNode};

/// The groups of a fabric, each with a multicast LID and the names of its members.
pub type GroupMembers = Vec<(u32, Vec<String>)>;

/// Trees for the multicast groups of a fabric that close no credit loop with its unicasts.
#[derive(Debug)]
pub struct GroupPlans {
    fabric: Fabric,
    trees: Vec<TableTree>,
    /// What is told of them.
    pub document: GroupsDocument,
}

/// What is told of planned groups; it is written as `plan-groups` writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupsDocument {
    /// The groups, by their multicast LIDs.
    pub groups: Vec<GroupPlan>,
    /// How many service levels their messages take.
    pub service_levels: usize,
    /// Whether it is known that fewer do not do.
    pub fewest: bool,
}

/// One group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct GroupPlan {
    /// Its multicast LID, such as `0xC000`.
    pub group: String,
    /// How many members it has.
    pub members: usize,
    /// The service level of its messages.
    pub service_level: u32,
    /// The channels that a message takes.
    pub channels: usize,
    /// No tree that fits beside the unicasts and the groups that were planned before has less.
    pub lower_bound: u64,
    /// Those of the tree that stands in the tables now; none if there is no such group.
    pub channels_before: Option<usize>,
}

/// Why groups were not planned.
#[derive(Debug)]
pub enum Ungrouped {
    /// The unicasts close a credit loop by themselves: of so many lanes.
    Loop(usize),
    /// A group has no tree that fits, in any service level.
    NoTree {
        /// Its multicast LID.
        group: u32,
        /// Whether that is known, or only none was found.
        is_proved: bool,
    },
}

impl fmt::Display for Ungrouped {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Loop(length) => {
                let waits = if *length == 1 { "wait" } else { "waits" };
                write!(f, "the unicasts close a credit loop of {length} {waits} by themselves, which no tree can mend")
            }
            Self::NoTree { group, is_proved: true } => write!(
                f,
                "every tree of group 0x{group:04X} closes a credit loop with the unicasts, in every service level: \
                 proved by an integer program"
            ),
            Self::NoTree { group, is_proved: false } => write!(
                f,
                "no tree of group 0x{group:04X} was found that closes no credit loop with the unicasts; that there is \
                 none was not proved"
            ),
        }
    }
}

impl std::error::Error for Ungrouped {}

impl GroupPlans {
    /// Plans trees for groups of the fabric in a folder ([`Fabric`]), so that the messages of all their members and the
    /// unicasts close no credit loop; without `groups` for those that stand in its tables.
    ///
    /// # Errors
    /// A file of the fabric cannot be read, or a member is no host.
    pub fn of_fabric(folder: &Path, groups: Option<&GroupMembers>) -> Result<Result<Self, Ungrouped>, Error> {
        let fabric = Fabric::open(folder)?;
        let groups = match groups {
            Some(groups) => named(&fabric, groups)?,
            None => fabric.groups().map(|lid| (lid, fabric.members(lid).into_iter().collect())).collect(),
        };
        Ok(planned(&fabric, &groups).map(|grouped| Self::of(fabric, &groups, grouped)))
    }

    fn of(fabric: Fabric, groups: &[(u32, Vec<NodeId>)], grouped: Grouped) -> Self {
        let (mut trees, mut told) = (Vec::new(), Vec::new());
        for ((lid, members), (layer, tree)) in groups.iter().zip(grouped.trees) {
            let before = Some(fabric.tree_size(*lid)).filter(|&size| size > 0);
            told.push(GroupPlan {
                group: format!("0x{lid:04X}"),
                members: members.len(),
                service_level: layer,
                channels: tree.channels.len(),
                lower_bound: tree.bound,
                channels_before: before,
            });
            if let [source, others @ ..] = &members[..] {
                let graph = fabric.network().graph();
                trees.extend(TableTree::of(graph, *lid, *source, tree.channels, others.to_vec()));
            }
        }
        let document = GroupsDocument { groups: told, service_levels: grouped.layers, fewest: grouped.are_fewest };
        Self { fabric, trees, document }
    }

    /// Writes the trees as OpenSM dumps its multicast tables ([`write_mcfdbs`]).
    ///
    /// # Errors
    /// A multicast LID is none, or writing fails.
    pub fn write_tables(&self, out: &mut dyn Write) -> io::Result<()> {
        write_mcfdbs(&self.fabric, &self.trees, out)
    }

    /// Writes the service levels of the groups, as `msl.txt` of a [`Fabric`] has them.
    ///
    /// # Errors
    /// Writing fails.
    pub fn write_levels(&self, out: &mut dyn Write) -> io::Result<()> {
        self.document.groups.iter().try_for_each(|group| writeln!(out, "{} {}", group.group, group.service_level))
    }
}

fn planned(fabric: &Fabric, groups: &[(u32, Vec<NodeId>)]) -> Result<Grouped, Ungrouped> {
    let routed = Routed::of(fabric.network(), &mut fabric.routing(false));
    let graph = fabric.network().graph();
    let beside = Beside::new(graph, &routed.dependencies, Box::new(fabric));
    let mut beside = beside.map_err(|cycle: Vec<Dependency>| Ungrouped::Loop(cycle.len()))?;
    let members: Vec<_> = groups.iter().map(|group| group.1.clone()).collect();
    let none = |NoGroups { group, is_proved }| Ungrouped::NoTree { group: groups[group].0, is_proved };
    fit_groups(&mut beside, &members, 0..fabric.layers()).map_err(none)
}

fn named(fabric: &Fabric, groups: &GroupMembers) -> Result<Vec<(u32, Vec<NodeId>)>, UnknownNode> {
    let find = |name: &String| fabric.network().find_node(name);
    let members = |names: &Vec<String>| {
        let mut members = names.iter().map(find).collect::<Result<Vec<_>, _>>()?;
        members.sort_unstable();
        members.dedup();
        Ok(members)
    };
    groups.iter().map(|(lid, names)| Ok((*lid, members(names)?))).collect()
}
