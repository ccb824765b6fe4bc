//! Multicast groups of a fabric, planned anew beside its unicasts.

use crate::Error;
use serde::Serialize;
use std::fmt;
use std::io::{self, Write};
use std::path::Path;
use wormcast_formats::{Fabric, TableTree, write_mcfdbs};
use wormcast_plan::MulticastSet;
use wormcast_routing::{Dependency, MulticastLanes, Routed};
use wormcast_schemes::beside::{Beside, Demand, FittedTree, NoGroups, Taken, fit_groups};
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
    /// Whether the tree is kept as it stands there. No bound is looked for then but the members.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub kept: bool,
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
            None => in_tables(&fabric),
        };
        Ok(beside_unicasts(&fabric)
            .and_then(|mut beside| planned(&fabric, &mut beside, &groups, &[]))
            .map(|grouped| Self::of(fabric, grouped)))
    }

    /// The same, but trees that stand in the tables stay as they are, as far as they close no credit loop with the
    /// unicasts and each other: small ones first, and fewer of them where the others would find no tree. `groups` are
    /// such as have other members now; those that they do not name are there too. That fewer trees could not change is
    /// not known.
    ///
    /// # Errors
    /// A file of the fabric cannot be read, or a member is no host.
    pub fn of_fabric_keeping(folder: &Path, groups: Option<&GroupMembers>) -> Result<Result<Self, Ungrouped>, Error> {
        let fabric = Fabric::open(folder)?;
        let mut all = groups.map_or_else(|| Ok(Vec::new()), |groups| named(&fabric, groups))?;
        let others = in_tables(&fabric).into_iter().filter(|(lid, _)| all.iter().all(|(given, _)| given != lid));
        let others: Vec<_> = others.collect();
        all.extend(others);
        all.sort_by_key(|(lid, _)| *lid);
        Ok(keeping(&fabric, &all).map(|grouped| Self::of(fabric, grouped)))
    }

    fn of(fabric: Fabric, Planned { groups, layers, are_fewest }: Planned) -> Self {
        let (mut trees, mut told) = (Vec::new(), Vec::new());
        for PlannedGroup { lid, members, layer, tree, channels, bound, kept } in groups {
            let before = Some(fabric.tree_size(lid)).filter(|&size| size > 0);
            told.push(GroupPlan {
                group: format!("0x{lid:04X}"),
                members,
                service_level: layer,
                channels,
                lower_bound: bound,
                channels_before: before,
                kept,
            });
            trees.extend(tree);
        }
        let document = GroupsDocument { groups: told, service_levels: layers, fewest: are_fewest };
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

/// Groups with their trees.
struct Planned {
    groups: Vec<PlannedGroup>,
    layers: usize,
    are_fewest: bool,
}

struct PlannedGroup {
    lid: u32,
    members: usize,
    layer: u32,
    /// None where there is nobody to send to.
    tree: Option<TableTree>,
    channels: usize,
    bound: u64,
    kept: bool,
}

/// Groups by their multicast LIDs, each with its members.
type Members = [(u32, Vec<NodeId>)];

fn in_tables(fabric: &Fabric) -> Vec<(u32, Vec<NodeId>)> {
    fabric.groups().map(|lid| (lid, fabric.members(lid).into_iter().collect())).collect()
}

fn beside_unicasts(fabric: &Fabric) -> Result<Beside<'_>, Ungrouped> {
    let routed = Routed::of(fabric.network(), &mut fabric.routing(false));
    let beside = Beside::new(fabric.network().graph(), &routed.dependencies, Box::new(fabric));
    beside.map_err(|cycle: Vec<Dependency>| Ungrouped::Loop(cycle.len()))
}

/// Trees for the groups that are not kept.
fn planned(
    fabric: &Fabric,
    beside: &mut Beside<'_>,
    groups: &Members,
    kept: &[(usize, TableTree, Taken)],
) -> Result<Planned, Ungrouped> {
    let is_kept = |index: usize| kept.iter().any(|(other, ..)| *other == index);
    let open: Vec<_> = (0..groups.len()).filter(|&index| !is_kept(index)).collect();
    let members: Vec<_> = open.iter().map(|&index| groups[index].1.clone()).collect();
    let none = |NoGroups { group, is_proved }| Ungrouped::NoTree { group: groups[open[group]].0, is_proved };
    let grouped = fit_groups(beside, &members, 0..fabric.layers()).map_err(none)?;
    let mut all: Vec<_> =
        kept.iter().map(|(index, tree, _)| (*index, kept_group(fabric, &groups[*index], tree))).collect();
    for (&index, (layer, tree)) in open.iter().zip(grouped.trees) {
        let (lid, members) = &groups[index];
        let FittedTree { channels, bound } = tree;
        let count = channels.len();
        let tree = match &members[..] {
            [source, others @ ..] => TableTree::of(fabric.network().graph(), *lid, *source, channels, others.to_vec()),
            [] => None,
        };
        let (lid, members) = (*lid, members.len());
        all.push((index, PlannedGroup { lid, members, layer, tree, channels: count, bound, kept: false }));
    }
    all.sort_by_key(|(index, _)| *index);
    let groups: Vec<_> = all.into_iter().map(|(_, group)| group).collect();
    let mut layers: Vec<_> = groups.iter().map(|group| group.layer).collect();
    layers.sort_unstable();
    layers.dedup();
    let are_fewest = if kept.is_empty() { grouped.are_fewest } else { layers.len() <= 1 };
    Ok(Planned { layers: layers.len().max(1), groups, are_fewest })
}

fn kept_group(fabric: &Fabric, (lid, members): &(u32, Vec<NodeId>), tree: &TableTree) -> PlannedGroup {
    PlannedGroup {
        lid: *lid,
        members: members.len(),
        layer: fabric.group_level(*lid).into(),
        tree: Some(tree.clone()),
        channels: tree.hops.len(),
        // One from the sender, and one to each of the others.
        bound: members.len() as u64,
        kept: true,
    }
}

/// Keeps the trees of the tables that are free together, and plans the others.
fn keeping(fabric: &Fabric, groups: &Members) -> Result<Planned, Ungrouped> {
    let mut beside = beside_unicasts(fabric)?;
    let is_as_before = |(lid, members): &(u32, Vec<NodeId>)| fabric.members(*lid).iter().eq(members);
    let there = groups.iter().enumerate().filter(|(_, group)| is_as_before(group));
    let mut there: Vec<_> = there.filter_map(|(index, group)| Some((index, fabric.group_tree(group.0)?))).collect();
    there.sort_by_key(|(_, tree)| tree.hops.len());
    let mut kept = Vec::new();
    for (index, tree) in there {
        let set = MulticastSet { source: tree.source, destinations: &tree.takers };
        let channels: Vec<_> = tree.hops.iter().map(|hop| hop.1).collect();
        let layer = fabric.group_level(tree.key).into();
        if let Some(taken) = beside.take(Demand { set, everyone_sends: true }, layer, &channels) {
            kept.push((index, tree, taken));
        }
    }
    loop {
        match planned(fabric, &mut beside, groups, &kept) {
            Err(none) => match kept.pop() {
                Some((.., taken)) => beside.release(&taken),
                None => return Err(none),
            },
            found => return found,
        }
    }
}

/// How many lanes wait for each other in a credit loop of the unicasts of a fabric, with its multicasts or without;
/// none if they close none.
pub fn credit_loop(fabric: &Fabric, with_multicast: bool) -> Option<usize> {
    let routed = Routed::of(fabric.network(), &mut fabric.routing(with_multicast));
    routed.dependencies.numbering().err().map(|cycle| cycle.len())
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
