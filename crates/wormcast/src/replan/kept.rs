//! What plans keep of what they carry beside their routes, where others are changed.

use super::{Map, names_lanes};
use crate::{Network, Plan};
use wormcast_plan::headers::HEADERS;
use wormcast_plan::{BOUNDED, CERTIFICATE, Claim, REQUEST_ORDER_KEY, VIRTUAL_CHANNELS_KEY, WITHIN, Worms};
use wormcast_schemes::beside::PlannedTree;
use wormcast_topology::NodeId;

/// What plans say of the network as it was, and of what they are worth there: it may not hold any more.
const OF_THE_NETWORK: [&str; 7] = [CERTIFICATE, WITHIN, BOUNDED, HEADERS, "beside", "optimality", "time_alone"];

/// What they say hop by hop.
const OF_THE_ROUTE: [&str; 3] = [VIRTUAL_CHANNELS_KEY, REQUEST_ORDER_KEY, crate::LINES_KEY];

impl Network {
    /// A plan that takes nothing of what this network has lost, as it is: its routes, virtual channels, consumption
    /// classes, and all that it carries but for what is told of the network as it was. O(hops).
    fn unchanged(&self, plan: &Plan, map: &Map) -> Plan {
        let old = plan.by_number();
        let node = |node: NodeId| map.nodes[node.index()].unwrap_or(node);
        let mut worms = Worms::new();
        for worm in old.worms.iter() {
            worms.start(node(worm.origin), worm.after, worm.round);
            for hop in worm.hops {
                worms.hop(hop.parent(), map.channels[hop.channel.index()].unwrap_or(hop.channel));
            }
            worm.deliveries.iter().for_each(|delivery| worms.deliver(delivery.hop, node(delivery.node)));
        }
        worms.set_multicast(old.worms.is_multicast());
        let classes: Vec<_> = old.worms.iter().map(|worm| worm.consumption_class).collect();
        worms.classify(old.worms.consumption_classes(), |worm| classes[worm.id as usize]);
        let mut extra = old.extra.clone();
        extra.retain(|key, _| !OF_THE_NETWORK.contains(&&**key));
        let plan = wormcast_plan::Plan {
            network: self.spec().clone(),
            scheme: old.scheme.clone(),
            source: node(old.source),
            destinations: old.destinations.iter().copied().map(node).collect(),
            worms,
            claims: old.claims.iter().copied().filter(|&claim| claim != Claim::MonotoneLabels).collect(),
            extra,
        };
        Plan::new(self.clone(), plan)
    }

    /// The plan of a changed tree of this network: it names its virtual channel if the plan before did, keeps its
    /// consumption class, and what that plan carries that is about neither its routes nor what they are worth.
    pub(super) fn of_tree(&self, tree: &PlannedTree, before: &Plan) -> Plan {
        let (graph, names) = (self.topology().graph(), names_lanes(before));
        let mut worms = Worms::new();
        worms.start(tree.source, None, 0);
        let mut arrives: Vec<Option<u32>> = vec![None; graph.node_count()];
        for &channel in &tree.channels {
            let (before, to) = (arrives[graph.source(channel).index()], graph.target(channel));
            let hop = match names {
                true => worms.hop_on(before, channel, tree.layer),
                false => worms.hop(before, channel),
            };
            arrives[to.index()] = Some(hop);
            if tree.destinations.contains(&to) {
                worms.deliver(hop, to);
            }
        }
        let old = &before.by_number().worms;
        worms.set_multicast(old.is_multicast());
        let class = old.iter().next().map_or(0, |worm| worm.consumption_class);
        worms.classify(old.consumption_classes(), |_| class);
        let mut extra = before.by_number().extra.clone();
        extra.retain(|key, _| !OF_THE_NETWORK.contains(&&**key) && !OF_THE_ROUTE.contains(&&**key));
        extra.extend(worms.carried());
        let plan = wormcast_plan::Plan {
            network: self.spec().clone(),
            scheme: "replan".into(),
            source: tree.source,
            destinations: tree.destinations.clone(),
            worms,
            claims: Vec::new(),
            extra,
        };
        Plan::new(self.clone(), plan)
    }

    /// All plans that have destinations left, by their numbers: those of changed trees, and the others as they are.
    pub(super) fn all_plans(
        &self,
        plans: &[Plan],
        trees: &[PlannedTree],
        is_changed: impl Fn(usize) -> bool,
        map: &Map,
    ) -> Vec<(usize, Plan)> {
        let served = trees.iter().enumerate().filter(|(_, tree)| !tree.destinations.is_empty());
        let plan = |(number, tree): (usize, &PlannedTree)| match is_changed(number) {
            true => (number, self.of_tree(&map.tree(tree), &plans[number])),
            false => (number, self.unchanged(&plans[number], map)),
        };
        served.map(plan).collect()
    }
}
