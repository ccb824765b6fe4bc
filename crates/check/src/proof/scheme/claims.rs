//! What a certificate must fulfil.

use super::forests::Forests;
use super::numbers::Numbers;
use super::steps::{self, Step};
use super::{SchemeRefusal, require};
use crate::proof::SchemeStatement;
use std::collections::BTreeSet;
use wormcast_plan::{Chain, Delivers, RouteFamily, RouteSpace, Splits, VcRule};
use wormcast_topology::{ChannelId, NodeId, ShortestRoutes, Topology};

/// A certificate, taken apart.
pub(super) struct Claims<'a> {
    pub topology: &'a dyn Topology,
    pub statement: &'a SchemeStatement,
    pub space: &'a RouteSpace<NodeId>,
    pub forests: &'a Forests<'a>,
    pub numbers: &'a Numbers,
    /// How many pools of consumption channels per node has; none if nobody waits for them.
    pub pools: Option<u32>,
    /// The ring of each channel, if messages enter rings only where there is room for two; else nothing.
    pub rings: Vec<Option<u32>>,
    /// The pairs that were verified.
    pub rises: Rises,
    /// By which channels chains leave trees.
    pub leaving: BTreeSet<ChannelId>,
}

/// The pairs that were verified, each counted once for each family.
pub(super) struct Rises {
    pub count: u64,
    /// For each channel and part what worms of the family wait for that hold it: few, as they are all at one node.
    seen: Vec<Vec<(ChannelId, u32)>>,
}

/// Stands for the consumption channel at the end of a channel.
const DELIVERY: u32 = u32::MAX;

impl Rises {
    pub(super) fn of(resources: usize) -> Self {
        Self { count: 0, seen: vec![Vec::new(); resources] }
    }

    fn next_family(&mut self) {
        self.seen.iter_mut().for_each(Vec::clear);
    }

    fn add(&mut self, held: usize, wanted: Step) {
        let seen = &mut self.seen[held];
        if !seen.contains(&wanted) {
            seen.push(wanted);
            self.count += 1;
        }
    }
}

/// Whether worms take other virtual channels than the first of each channel, by their own names for them.
fn names_virtual_channels(chain: &Chain<NodeId>) -> bool {
    matches!(chain, Chain::Lanes { lanes, .. } if lanes.iter().any(|lane| lane.3 > 0))
}

impl Claims<'_> {
    pub(super) fn verify(&mut self) -> Result<(), SchemeRefusal> {
        let names = || self.space.families.iter().any(|family| names_virtual_channels(&family.chain));
        let several = self.statement.virtual_channels.get() > 1 && (self.by_dateline() || names());
        require(self.numbers.parts == 1 || several, || "the virtual channels of a link have no parts".into())?;
        self.routers_are_covered()?;
        self.trees_keep_apart()?;
        // Those of another scheme are among the routes that are asked for in the end.
        if self.statement.with_unicast && self.statement.unicast_scheme.is_none() {
            self.unicasts_are_there()?;
        }
        for family in &self.space.families {
            self.rises.next_family();
            self.family(family)?;
        }
        self.nothing_follows_trees()
    }

    /// Chains that have left a tree come to none again, and nobody who takes what they take then does; nor do they wait
    /// for consumption channels: so their numbers alone prove that none of them waits there for ever.
    fn nothing_follows_trees(&self) -> Result<(), SchemeRefusal> {
        if self.leaving.is_empty() {
            return Ok(());
        }
        let leave = || SchemeRefusal("worms leave a tree that others go down".into());
        require(self.pools.is_none(), || leave().0)?;
        let (mut next, mut before_trees) = (BTreeSet::new(), BTreeSet::new());
        for family in &self.space.families {
            steps::each(self.topology, family, self.parts(), |before, (channel, _)| {
                next.extend(before.map(|(held, _)| (held, channel)));
                if matches!(family.splits, Splits::Down { .. }) {
                    before_trees.insert(channel);
                }
                Ok(())
            })?;
        }
        let graph = self.topology.graph();
        let is_tree = |channel: ChannelId| self.forests.owner(channel).is_some();
        let (mut after, mut open) = (BTreeSet::new(), Vec::from_iter(self.leaving.iter().copied()));
        while let Some(channel) = open.pop() {
            if !after.insert(channel) {
                continue;
            }
            let turns = before_trees.contains(&channel) && graph.out_channels(graph.target(channel)).any(is_tree);
            require(!is_tree(channel) && !turns, || leave().0)?;
            let least = (channel, ChannelId::new(0));
            open.extend(next.range(least..).take_while(|pair| pair.0 == channel).map(|pair| pair.1));
        }
        Ok(())
    }

    fn parts(&self) -> steps::Parts {
        let has_dateline = self.by_dateline() && self.topology.graph().channels().any(|channel| self.wraps(channel));
        let virtual_channels = self.statement.virtual_channels.get();
        steps::Parts { count: self.numbers.parts, virtual_channels, has_dateline }
    }

    pub(super) fn pool(&self, class: u8) -> Option<u32> {
        self.pools.map(|pools| u32::from(class) % pools)
    }

    /// The tree whose worms deliver through a pool.
    fn tree_of(&self, pool: u32) -> Option<usize> {
        self.forests.classes().position(|classes| classes.iter().any(|&class| self.pool(class) == Some(pool)))
    }

    /// Trees share no consumption channels, and a link of a tree is one channel for all its worms.
    fn trees_keep_apart(&self) -> Result<(), SchemeRefusal> {
        for (tree, classes) in self.forests.classes().enumerate() {
            for pool in classes.iter().filter_map(|&class| self.pool(class)) {
                let apart = self.tree_of(pool) == Some(tree);
                require(apart, || "worms of two trees share consumption channels".into())?;
            }
        }
        if self.forests.count() == 0 {
            return Ok(());
        }
        let named = self.space.families.iter().any(|family| names_virtual_channels(&family.chain));
        require(self.statement.virtual_channels.get() == 1 || !named, || {
            "worms beside trees name their virtual channels".into()
        })?;
        let virtual_channels = self.statement.virtual_channels.get();
        let keeps = virtual_channels == 1 || self.by_dateline() || self.statement.vc_rule == VcRule::Fixed;
        require(keeps, || "worms go down trees, and do not keep to one virtual channel".into())?;
        // By the dateline, a worm keeps to one virtual channel without wrap-around: of all links of the network, or of
        // their lower half.
        let wraps = self.by_dateline() && self.topology.graph().channels().any(|channel| self.wraps(channel));
        let copies = if wraps && virtual_channels > 1 { virtual_channels / 2 } else { virtual_channels };
        require(copies == 1 || self.pools.is_none(), || {
            "worms on several virtual channels share the consumption channels of a tree".into()
        })
    }

    fn by_dateline(&self) -> bool {
        self.statement.vc_rule == VcRule::Dateline
    }

    fn wraps(&self, channel: ChannelId) -> bool {
        let graph = self.topology.graph();
        self.topology.grid().is_some_and(|grid| {
            let [from, to] = [graph.source(channel), graph.target(channel)];
            (0..grid.sides().len()).any(|d| grid.coordinate(from, d).abs_diff(grid.coordinate(to, d)) > 1)
        })
    }

    /// The routes of unicasts are among those of the space.
    fn unicasts_are_there(&self) -> Result<(), SchemeRefusal> {
        let is_listed = self.topology.own_routing().is_none() || !self.topology.graph().endpoints().is_empty();
        let covered = self.space.families.iter().any(|family| match &family.chain {
            Chain::Routing => self.topology.own_routing().is_some(),
            Chain::Any => is_listed,
            Chain::Triples(listed) => is_listed && self.lists_own_routes(listed),
            _ => false,
        });
        require(covered, || "it leaves out unicasts, which the statement counts in".into())
    }

    fn lists_own_routes(&self, listed: &[[NodeId; 3]]) -> bool {
        let graph = self.topology.graph();
        let mut listed = listed.to_vec();
        listed.sort_unstable();
        let mut routes = ShortestRoutes::new(self.topology);
        let mut route = Vec::new();
        let mut pairs = graph.terminals().flat_map(|from| graph.terminals().map(move |to| (from, to)));
        pairs.all(|(from, to)| {
            route.clear();
            let _ = routes.append(from, to, &mut route);
            route.windows(2).all(|pair| {
                let nodes = [graph.source(pair[0]), graph.target(pair[0]), graph.target(pair[1])];
                listed.binary_search(&nodes).is_ok()
            })
        })
    }

    fn family(&mut self, family: &RouteFamily<NodeId>) -> Result<(), SchemeRefusal> {
        let pool = self.pool(family.class);
        let in_tree = pool.and_then(|pool| self.tree_of(pool));
        let are_apart = self.statement.policies.copies_apart();
        // Asked for apart, a consumption channel and the next channel are not waited for together.
        let early = family.delivers == Delivers::OnTheWay && !are_apart;
        require(!(early && in_tree.is_some()), || "worms deliver before they go down their tree".into())?;
        let topology = self.topology;
        let several = self.statement.virtual_channels.get() > 1 && self.by_dateline();
        let trees = self.forests.count() > 0 && several;
        steps::each_of(topology, family, self.parts(), are_apart, |before, step| {
            require(!(trees && self.wraps(step.0)), || "trees on virtual channels use a wrap-around".into())?;
            self.step(before, step, !matches!(family.splits, Splits::Down { .. }))?;
            match (pool, in_tree) {
                (None, _) => Ok(()),
                (Some(_), Some(own)) => {
                    let stray = self.forests.owner(step.0).is_some_and(|tree| tree != own);
                    require(!stray, || "worms deliver in a tree that is not their own".into())
                }
                (Some(pool), None) => self.delivery(before.filter(|_| early), step, pool),
            }
        })?;
        let wraps = |channel| trees && self.forests.owner(channel).is_some() && self.wraps(channel);
        let wrapping = topology.graph().channels().any(wraps);
        require(!wrapping, || "a tree on virtual channels uses a wrap-around".into())
    }

    /// A worm holds one channel and waits for the next one.
    fn step(&mut self, before: Option<Step>, after: Step, may_leave: bool) -> Result<(), SchemeRefusal> {
        let Some(before) = before else {
            return if self.forests.owner(after.0).is_none() { self.number(after).map(drop) } else { Ok(()) };
        };
        match (self.forests.owner(before.0), self.forests.owner(after.0)) {
            (None, None) if self.is_one_ring(before.0, after.0) => Ok(()),
            (None, None) => self.rises(before, self.number(after)?, after),
            (None, Some(_)) => Ok(()),
            (Some(_), None) if may_leave => {
                self.leaving.insert(after.0);
                self.number(after).map(drop)
            }
            (above, below) => require(above == below, || "worms leave a tree that others go down".into()),
        }
    }

    /// A worm holds a channel and waits for the consumption channel at its end; and if it came to the channel by one
    /// before and may have delivered in between, then it asked for both together.
    fn delivery(&mut self, before: Option<Step>, at: Step, pool: u32) -> Result<(), SchemeRefusal> {
        let graph = self.topology.graph();
        require(self.forests.owner(at.0).is_none(), || "worms deliver in a tree that is not their own".into())?;
        let consumption = |channel| self.consumption(graph.target(channel), pool);
        let (number, own) = (self.number(at)?, consumption(at.0)?);
        match before {
            Some(before) if self.is_one_after_another() => {
                let [earlier, here] = [graph.source(before.0), graph.target(before.0)];
                let rise = self.consumption(earlier, pool)? < number
                    && number < self.consumption(here, pool)?
                    && self.consumption(here, pool)? < own;
                require(rise, || format!("what is asked for after {} has no rising numbers", self.name(before.0)))?;
            }
            Some(before) => {
                let same = consumption(before.0)? == number;
                require(same, || format!("what {} asks for together has two numbers", self.name(at.0)))?;
            }
            None => {}
        }
        self.rises(at, own, (at.0, DELIVERY))
    }

    /// Whoever holds one may wait for the other, which has this number.
    fn rises(&mut self, held: Step, number: u32, wanted: Step) -> Result<(), SchemeRefusal> {
        self.rises.add(held.0.index() * self.numbers.parts as usize + held.1 as usize, wanted);
        let rises = self.number(held)? < number;
        require(rises, || format!("a worm that holds {} may wait for a lower number", self.name(held.0)))
    }

    fn number(&self, (channel, part): Step) -> Result<u32, SchemeRefusal> {
        let number = self.numbers.channel(channel, part);
        number.ok_or_else(|| SchemeRefusal(format!("{} has no number", self.name(channel))))
    }

    fn consumption(&self, node: NodeId, pool: u32) -> Result<u32, SchemeRefusal> {
        let number = self.numbers.consumption(node, pool);
        number.ok_or_else(|| {
            SchemeRefusal(format!("a consumption channel of {} has no number", self.topology.node_name(node)))
        })
    }

    fn name(&self, channel: ChannelId) -> String {
        let graph = self.topology.graph();
        let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| self.topology.node_name(node));
        format!("{from}→{to}")
    }
}
