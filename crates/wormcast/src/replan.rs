//! Plans that are changed as little as can be.

mod kept;

use crate::{Error, Network, Plan};
use serde::Serialize;
use std::collections::{BTreeMap, BTreeSet};
use std::time::Duration;
use wormcast_check::proof::{Answer, WorkloadStatement};
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, VIRTUAL_CHANNELS_KEY, named_virtual_channels};
use wormcast_prove::Effort;
use wormcast_routing::UpDownOrder;
use wormcast_schemes::beside::{PlannedTree, Replanner, TreeChange};
use wormcast_topology::{ChannelId, NodeId, Topology};

/// The most hops that the exact prover looks at, and how long it may take.
const MOST_PROVED: usize = 2000;
const PROOF: Duration = Duration::from_secs(10);

/// What changes, beside the network.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Members {
    /// Plans, by their numbers, and nodes that become destinations.
    pub join: Vec<(usize, String)>,
    /// Plans, by their numbers, and nodes that are destinations no more.
    pub leave: Vec<(usize, String)>,
}

/// Plans after a change.
#[derive(Debug)]
pub struct Replanned {
    /// All plans that still have destinations, with the numbers of the given ones, on the network as it is now.
    pub plans: Vec<(usize, Plan)>,
    /// What is told of the change.
    pub document: ReplanDocument,
}

/// What is told of a change; it is written as `replan` writes it.
#[derive(Clone, Debug, Serialize)]
pub struct ReplanDocument {
    /// `wormcast-replan`.
    pub format: &'static str,
    /// 1.
    pub version: u32,
    /// How many plans there were.
    pub plans: usize,
    /// Those that changed.
    pub changed: Vec<ChangedPlan>,
    /// How many table entries changed in all: nodes, for each plan.
    pub entries: usize,
    /// Whether the plans closed no cycle of dependences before the change.
    pub free_before: bool,
    /// Whether old and new routes together close no cycle of dependences: free of deadlock, with virtual cut-through.
    pub free_while_changing: bool,
    /// What the exact prover says of the old and the new worms in flight together, with the default router; none where
    /// there are too many to ask it.
    pub exact: Option<Answer>,
}

/// A plan that changed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ChangedPlan {
    /// Its number among the given ones.
    pub plan: usize,
    /// The channels of its worm before.
    pub channels_before: usize,
    /// And now.
    pub channels: usize,
    /// The nodes that send the message on by other channels than before.
    pub entries: Vec<String>,
    /// The destinations that get the message no more.
    pub dropped: Vec<String>,
}

impl Network {
    /// Changes plans of this network so that they do without what another network, the same with more faults, has
    /// lost, and as members come and go: as few worms and table entries as can be ([`Replanner`]).
    ///
    /// ```
    /// use wormcast::{Members, Network, schemes::Options};
    /// let mesh = Network::build("mesh:8x8")?;
    /// let plan = mesh.plan("shortest-path-tree", "0,0", &["3,0", "0,3"], &Options::default())?;
    /// let now = mesh.without_nodes(["1,1"])?;
    /// let replanned = mesh.replan(&[plan], &now, &Members::default())?;
    /// assert!(replanned.document.free_while_changing);
    /// assert!(replanned.plans[0].1.check().is_valid());
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// A plan for another network or that is not one worm on a tree, a plan or node that there is not.
    pub fn replan(&self, plans: &[Plan], now: &Self, members: &Members) -> Result<Replanned, Error> {
        plans.iter().try_for_each(|plan| self.is_network_of(plan))?;
        let trees = (0..).zip(plans).map(|(number, plan)| self.tree(plan.by_number(), number));
        let trees = trees.collect::<Result<Vec<_>, _>>()?;
        let layers = trees.iter().map(|tree| tree.layer + 1).max().unwrap_or(1);
        if let Some(plan) = plans.iter().position(|plan| layers > 1 && !names_lanes(plan)) {
            let problem = "it names no virtual channel, so that its worms take turns over all that other plans take; \
                           `wormcast check PLAN --fill --virtual-channel 0` prints it with the first one named";
            return Err(Error::NoTree { plan, problem: problem.into() });
        }
        let map = Map::between(self.topology(), now.topology());
        let order = self.order_of(plans);
        let replanner = Replanner::new(self.topology().graph(), trees.clone(), layers, order.as_deref());
        let mut replanner = replanner.heeding(self.topology());
        let mut changes = replanner.lose(&map.lost_channels(), &map.lost_nodes);
        for (plan, name) in &members.leave {
            let (plan, node) = (self.numbered(*plan, &trees)?, self.find(name)?);
            if !trees[plan].destinations.contains(&node) {
                return Err(Error::NoTree {
                    plan,
                    problem: format!("`{name}` is no destination of it, and cannot leave"),
                });
            }
            changes.extend(replanner.leave(plan, node));
        }
        for (plan, name) in &members.join {
            now.find(name)?;
            let (plan, node) = (self.numbered(*plan, &trees)?, self.find(name)?);
            let refuse = |problem: &str| Err(Error::NoTree { plan, problem: format!("`{name}` {problem}") });
            if node == trees[plan].source {
                return refuse("is its source, and cannot join");
            }
            if replanner.trees()[plan].destinations.contains(&node) {
                return refuse("is a destination of it already");
            }
            changes.extend(replanner.join(plan, node));
            if !replanner.trees()[plan].destinations.contains(&node) {
                changes.push(TreeChange { tree: plan, entries: Vec::new(), dropped: vec![node] });
            }
        }
        let exact = self.exact(plans, &replanner, &changes)?;
        let changed = self.told(&trees, &replanner, &changes);
        let document = ReplanDocument {
            format: "wormcast-replan",
            version: 1,
            plans: plans.len(),
            entries: changed.iter().map(|change| change.entries.len()).sum(),
            changed,
            free_before: replanner.was_free(),
            free_while_changing: replanner.stays_free(),
            exact,
        };
        let is_changed = |plan: usize| replanner.trees()[plan] != trees[plan];
        let plans = now.all_plans(plans, replanner.trees(), is_changed, &map);
        Ok(Replanned { plans, document })
    }

    /// The channels in the order that all plans say that they keep to, if they do.
    fn order_of(&self, plans: &[Plan]) -> Option<Vec<ChannelId>> {
        let told = |plan: &Plan| Some(plan.by_number().extra.get("beside")?.get("routes")?.as_str()?.to_owned());
        let first = plans.first().and_then(told)?;
        let root =
            first.strip_prefix("up-down:").filter(|_| plans.iter().all(|plan| told(plan) == Some(first.clone())))?;
        let order = UpDownOrder::new(self.topology(), Some(root)).ok()?;
        Some(order.channels(self.topology().graph()))
    }

    fn numbered(&self, plan: usize, trees: &[PlannedTree]) -> Result<usize, Error> {
        if plan < trees.len() { Ok(plan) } else { Err(Error::NoTree { plan, problem: "there is no such plan".into() }) }
    }

    /// The tree of a plan of one worm.
    fn tree(&self, plan: &wormcast_plan::Plan, number: usize) -> Result<PlannedTree, Error> {
        let graph = self.topology().graph();
        let refuse = |problem: &str| Error::NoTree { plan: number, problem: problem.into() };
        let mut worms = plan.worms.iter();
        let (Some(worm), None) = (worms.next(), worms.next()) else {
            return Err(refuse("it has several worms, and trees of one worm are changed"));
        };
        let channels: Vec<_> = worm.hops.iter().map(|hop| hop.channel).collect();
        let mut entered: Vec<_> = channels.iter().map(|&channel| graph.target(channel)).chain([plan.source]).collect();
        entered.sort_unstable();
        if worm.origin != plan.source || entered.windows(2).any(|pair| pair[0] == pair[1]) {
            return Err(refuse("its worm enters a node twice, and trees are changed"));
        }
        let named = named_virtual_channels(self.topology(), plan, MAX_VIRTUAL_CHANNELS);
        let mut layers: Vec<_> = named.map_err(|problem| refuse(&problem))?.into_iter().flatten().flatten().collect();
        layers.dedup();
        match layers[..] {
            [] | [_] => {}
            _ => return Err(refuse("its worm takes several virtual channels, and those on one are changed")),
        }
        let layer = layers.first().copied().unwrap_or(0);
        Ok(PlannedTree { source: plan.source, destinations: plan.destinations.clone(), channels, layer })
    }

    /// What is told of the changes, each plan once.
    fn told(&self, old: &[PlannedTree], replanner: &Replanner<'_>, changes: &[TreeChange]) -> Vec<ChangedPlan> {
        let mut by_plan: BTreeMap<usize, [BTreeSet<NodeId>; 2]> = BTreeMap::new();
        for TreeChange { tree, entries, dropped } in changes {
            let known = by_plan.entry(*tree).or_default();
            known[0].extend(entries);
            known[1].extend(dropped);
        }
        let names = |nodes: BTreeSet<NodeId>| nodes.iter().map(|&node| self.topology().node_name(node)).collect();
        let told = |(plan, [entries, dropped]): (usize, [BTreeSet<NodeId>; 2])| ChangedPlan {
            plan,
            channels_before: old[plan].channels.len(),
            channels: replanner.trees()[plan].channels.len(),
            entries: names(entries),
            dropped: names(dropped),
        };
        by_plan.into_iter().map(told).collect()
    }

    /// What the exact prover says of all plans as they were, and of those that changed as they are now.
    fn exact(
        &self,
        plans: &[Plan],
        replanner: &Replanner<'_>,
        changes: &[TreeChange],
    ) -> Result<Option<Answer>, Error> {
        let mut changed: Vec<_> = changes.iter().map(|change| change.tree).collect();
        changed.sort_unstable();
        changed.dedup();
        let new = changed.into_iter().map(|tree| (&replanner.trees()[tree], &plans[tree]));
        let new: Vec<_> = new.filter(|(tree, _)| !tree.destinations.is_empty()).collect();
        let old_hops: usize = plans.iter().map(|plan| plan.by_number().worms.hop_count()).sum();
        if old_hops + new.iter().map(|(tree, _)| tree.channels.len()).sum::<usize>() > MOST_PROVED {
            return Ok(None);
        }
        let all: Vec<_> =
            plans.iter().cloned().chain(new.into_iter().map(|(tree, before)| self.of_tree(tree, before))).collect();
        let needed = all.iter().map(|plan| plan.by_number().virtual_channels_needed()).max().unwrap_or(1);
        let virtual_channels = needed.try_into().unwrap_or(std::num::NonZeroU32::MIN);
        let statement = WorkloadStatement { virtual_channels, ..WorkloadStatement::default() };
        Ok(Some(self.prove_plans_within(&all, &statement, &Effort::within(PROOF))?.answer))
    }
}

/// Whether a plan says which virtual channels its hops take.
fn names_lanes(plan: &Plan) -> bool {
    plan.by_number().extra.contains_key(VIRTUAL_CHANNELS_KEY)
}

/// The numbers of nodes and channels on a network with more faults; none where they are lost.
struct Map {
    nodes: Vec<Option<NodeId>>,
    channels: Vec<Option<ChannelId>>,
    lost_nodes: Vec<NodeId>,
}

impl Map {
    fn between(before: &dyn Topology, now: &dyn Topology) -> Self {
        let graph = before.graph();
        let nodes: Vec<_> = graph.nodes().map(|node| now.find_node(&before.node_name(node)).ok()).collect();
        let channel = |channel| {
            let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| nodes[node.index()]);
            now.graph().numbered(from?, to?, graph.number(channel))
        };
        let channels = graph.channels().map(channel).collect();
        let lost_nodes = graph.nodes().filter(|node| nodes[node.index()].is_none()).collect();
        Self { nodes, channels, lost_nodes }
    }

    fn lost_channels(&self) -> Vec<ChannelId> {
        let lost = self.channels.iter().enumerate().filter(|(_, now)| now.is_none());
        lost.map(|(number, _)| ChannelId::new(number)).collect()
    }

    /// A tree that takes nothing that is lost.
    fn tree(&self, tree: &PlannedTree) -> PlannedTree {
        let node = |node: &NodeId| self.nodes[node.index()];
        PlannedTree {
            source: node(&tree.source).unwrap_or(tree.source),
            destinations: tree.destinations.iter().filter_map(node).collect(),
            channels: tree.channels.iter().filter_map(|channel| self.channels[channel.index()]).collect(),
            layer: tree.layer,
        }
    }
}
