//! The argument that no worms of a route space deadlock: numbers for what chains take, and trees.

use super::channel_dependencies::ChannelDependencies;
use super::dateline::Dateline;
use super::dependency_graph::{DependencyGraph, Numbering};
use super::trees::Trees;
use super::waits::{Parts, Waits};
use crate::Effort;
use std::collections::{BTreeMap, BTreeSet};
use std::num::NonZeroU32;
use wormcast_check::proof::SchemeStatement;
use wormcast_model::{Parts as Parted, Resources};
use wormcast_plan::{Chain, Delivers, RouteSpace, Splits, VcRule};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// Why there is no argument if the time is used up before all routes are followed.
pub(super) const OUT_OF_TIME: &str = "the budget was used up while its routes were followed";

/// Numbers that prove a space free of deadlock, beside its trees.
pub(super) struct Argument {
    /// What has a number.
    pub resources: Resources,
    /// Into how many parts the virtual channels of a link fall that have numbers of their own.
    pub parts: u32,
    /// The numbers.
    pub numbering: Numbering,
    /// How many trees worms go down.
    pub trees: usize,
}

/// A question about a route space.
#[derive(Clone, Copy)]
pub(super) struct Question<'a> {
    pub topology: &'a dyn Topology,
    pub space: &'a RouteSpace<NodeId>,
    pub statement: &'a SchemeStatement,
    pub effort: &'a Effort<'a>,
}

impl<'a> Question<'a> {
    /// Looks for the argument: first with one number for all virtual channels of a link, which holds whatever virtual
    /// channels worms take; then with numbers for the two parts that the dateline makes of them; then, where worms name
    /// their virtual channels, with a number for each.
    ///
    /// # Errors
    /// Why there is none, in words.
    pub(super) fn argue(self) -> Result<Argument, String> {
        let trees = Trees::of(self.topology.graph(), self.space, self.statement.policies.copies_apart())?;
        self.fits_routers(&trees)?;
        self.fits(&trees)?;
        let (count, named) = (self.statement.virtual_channels.get(), self.names().is_some());
        let dateline = self.dateline();
        let mut found = self.argue_with(&trees, Parts::Whole);
        if found.is_err() && count > 1 && (named || dateline.is_some()) {
            found = self.argue_with(&trees, Parts::Halves(count, dateline.as_ref()));
        }
        if found.is_err() && count > 2 && named {
            found = self.argue_with(&trees, Parts::Each(count));
        }
        found
    }

    /// The highest virtual channel that worms name; none if they name none.
    fn names(self) -> Option<u32> {
        let lanes = self.space.families.iter().filter_map(|family| match &family.chain {
            Chain::Lanes { lanes, .. } => Some(lanes),
            _ => None,
        });
        lanes.flatten().map(|lane| lane.3).max()
    }

    /// The dateline, if hops take their virtual channels by it and there are several.
    fn dateline(self) -> Option<Dateline<'a>> {
        let SchemeStatement { virtual_channels, vc_rule, .. } = *self.statement;
        let counts = virtual_channels.get() > 1 && vc_rule == VcRule::Dateline;
        if counts { Dateline::of(self.topology) } else { None }
    }

    /// Whether the theorem about trees speaks of these.
    fn fits(self, trees: &Trees) -> Result<(), String> {
        let (count, highest) = (self.statement.virtual_channels.get(), self.names().unwrap_or(0));
        if count > 1 && highest >= count {
            return Err(format!("its worms take {} virtual channels, and channels have {count}", highest + 1));
        }
        if trees.count() == 0 {
            return Ok(());
        }
        if count > 1 && highest > 0 {
            return Err("no theorem covers trees beside worms that name their virtual channels".into());
        }
        self.keeps_to_one_virtual_channel(trees)?;
        let mut taken = vec![false; self.pools() as usize];
        for classes in trees.classes() {
            let mut pools: Vec<_> = classes.iter().map(|&class| self.pool(class)).collect();
            pools.sort_unstable();
            pools.dedup();
            for pool in pools.into_iter().flatten() {
                if std::mem::replace(&mut taken[pool as usize], true) {
                    return Err("worms of two trees share the consumption channels".into());
                }
            }
        }
        Ok(())
    }

    /// Whether each link of a tree is one channel for all worms that may wait for each other. Worms that never cross a
    /// wrap-around keep to one virtual channel each; so trees are there in several copies, which must share nothing.
    fn keeps_to_one_virtual_channel(self, trees: &Trees) -> Result<(), String> {
        let virtual_channels = self.statement.virtual_channels.get();
        if virtual_channels > 1 && !matches!(self.statement.vc_rule, VcRule::Dateline | VcRule::Fixed) {
            return Err("no theorem covers trees whose worms do not keep to one virtual channel".into());
        }
        let dateline = self.dateline();
        let copies = if dateline.is_some() { virtual_channels / 2 } else { virtual_channels };
        if copies > 1 && self.statement.consumption.is_some() {
            return Err("worms on several virtual channels share the consumption channels of a tree".into());
        }
        let Some(dateline) = dateline else { return Ok(()) };
        let mut wraps = self.topology.graph().channels().any(|c| trees.down(c).is_some() && dateline.wraps(c));
        for family in &self.space.families {
            let taken = ChannelDependencies::of(self.topology, family, self.effort).ok_or(OUT_OF_TIME)?;
            wraps |= taken.all_taken().any(|taken| dateline.wraps(taken.0));
        }
        match wraps {
            true => Err("no theorem covers trees with wrap-around on several virtual channels".into()),
            false => Ok(()),
        }
    }

    /// How many pools of consumption channels per node has.
    pub(super) fn pools(self) -> u32 {
        let classes = u32::from(self.space.classes);
        self.statement.consumption.map_or(1, |channels| classes.clamp(1, channels.get()))
    }

    /// The pool that worms of a class deliver through; none if nobody waits for consumption channels.
    pub(super) fn pool(self, class: u8) -> Option<u32> {
        self.statement.consumption.map(|_: NonZeroU32| u32::from(class) % self.pools())
    }

    fn argue_with(self, trees: &Trees, parts: Parts<'_>) -> Result<Argument, String> {
        let resources = Resources::new(self.topology.graph(), parts.count(), self.pools());
        let mut graph = DependencyGraph::new(resources.count());
        let rings = self.rings();
        join_rings(&rings, parts, &resources, &mut graph);
        let mut leaving = BTreeSet::new();
        for family in &self.space.families {
            let mut waits = Waits::of(self.topology, family, parts, self.effort).ok_or(OUT_OF_TIME)?;
            if self.statement.policies.copies_apart() {
                waits.go_down(self.topology.graph(), &family.splits, parts);
            }
            self.add_channels(trees, &resources, &waits, &mut graph, &rings)?;
            let left = waits.pairs.iter().filter(|(held, wanted)| leaves(trees, held.0, wanted.0));
            let left: BTreeSet<_> = left.map(|(_, wanted)| wanted.0).collect();
            if matches!(family.splits, Splits::Down { .. }) && !left.is_empty() {
                return Err("its worms leave a tree that others go down".into());
            }
            leaving.extend(left);
            if let Some(pool) = self.pool(family.class) {
                self.add_deliveries(trees, &resources, &waits, family.delivers, pool, &mut graph)?;
            }
        }
        self.ends_after_trees(trees, parts, leaving)?;
        let numbering = graph.numbering().ok_or("what its worms hold and wait for goes round in a cycle")?;
        Ok(Argument { resources, parts: parts.count(), numbering, trees: trees.count() })
    }

    /// Channels that chains hold while they wait for the next one. Those of trees need no numbers: from other channels
    /// worms may come to them, but never leave them.
    fn add_channels(
        self,
        trees: &Trees,
        resources: &Resources,
        waits: &Waits,
        graph: &mut DependencyGraph,
        rings: &[Option<u32>],
    ) -> Result<(), String> {
        let number = |(channel, part): (ChannelId, u8)| resources.channel(channel, part.into());
        let ring = |channel: ChannelId| rings.get(channel.index()).copied().flatten();
        for taken in waits.taken.iter().copied().filter(|taken| trees.down(taken.0).is_none()) {
            graph.uses(number(taken));
        }
        for (held, wanted) in waits.pairs.iter().copied() {
            match (trees.down(held.0), trees.down(wanted.0)) {
                (None, None) if ring(held.0).is_some() && ring(held.0) == ring(wanted.0) => {}
                (None, None) => graph.add(number(held), number(wanted)),
                (None, Some(_)) => {}
                (Some(above), Some(below)) if above == below => {}
                // What they may take then is looked at for all families together.
                (Some(_), None) => {}
                _ => return Err("its worms leave a tree that others go down".into()),
            }
        }
        Ok(())
    }

    /// Channels that chains hold while they wait for a consumption channel. Where chains deliver on the way, that is
    /// asked for together with the next channel.
    fn add_deliveries(
        self,
        trees: &Trees,
        resources: &Resources,
        waits: &Waits,
        delivers: Delivers,
        pool: u32,
        graph: &mut DependencyGraph,
    ) -> Result<(), String> {
        let network = self.topology.graph();
        let number = |(channel, part): (ChannelId, u8)| resources.channel(channel, part.into());
        let consumption = |channel| resources.consumption(network.target(channel), pool);
        let mut of_tree = trees.classes().map(|classes| classes.iter().any(|&class| self.pool(class) == Some(pool)));
        let own_tree = of_tree.position(|own| own).map(|tree| tree as u32);
        if own_tree.is_some() {
            // The consumption channel is a leaf of the tree: that is enough for worms that end there.
            let strays =
                waits.taken.iter().copied().any(|taken| trees.down(taken.0).is_some_and(|tree| own_tree != Some(tree)));
            return match (delivers, strays) {
                (Delivers::AtEnd, false) => Ok(()),
                _ => Err("its worms deliver on their way to a tree, or share consumption channels with one".into()),
            };
        }
        for taken in waits.taken.iter().copied() {
            if trees.down(taken.0).is_some() {
                return Err("its worms deliver in a tree that is not their own".into());
            }
            graph.add(number(taken), consumption(taken.0));
        }
        // Where it is asked for apart, nobody waits for both.
        let is_together = delivers == Delivers::OnTheWay && !self.statement.policies.copies_apart();
        for (held, wanted) in waits.pairs.iter().copied().filter(|_| is_together) {
            match self.statement.policies.parts() {
                Parted::InOrder => {
                    let [before, at, next] = [network.source(held.0), network.target(held.0), network.target(wanted.0)]
                        .map(|node| resources.consumption(node, pool));
                    // First the channel, then the consumption channel, and then what the next router is asked for.
                    graph.order(number(wanted), at);
                    graph.order(at, next);
                    graph.order(before, number(wanted));
                }
                _ => graph.join(consumption(held.0), number(wanted)),
            }
        }
        Ok(())
    }
}

/// Whether a worm leaves a tree by this step.
fn leaves(trees: &Trees, held: ChannelId, wanted: ChannelId) -> bool {
    trees.down(held).is_some() && trees.down(wanted).is_none()
}

/// With bubble flow control all channels of a ring count as one.
fn join_rings(rings: &[Option<u32>], parts: Parts<'_>, resources: &Resources, graph: &mut DependencyGraph) {
    let mut first = BTreeMap::new();
    for (channel, ring) in rings.iter().enumerate() {
        let Some(ring) = ring else { continue };
        for part in 0..parts.count() {
            let own = resources.channel(ChannelId::new(channel), part);
            graph.join(own, *first.entry((ring, part)).or_insert(own));
        }
    }
}
