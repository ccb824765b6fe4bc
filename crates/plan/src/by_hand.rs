//! Plans that somebody wrote by hand: routes, and little else. All that follows from them is filled in.
//!
//! Only the network and routes are needed. A route is a list of nodes, in which a list stands for a branch from the
//! node before it; a worm has an origin, or its route begins there:
//!
//! ```
//! use wormcast_plan::PlanDocument;
//! let text = br#"{"topology": "mesh:4x4", "worms": [{"origin": "0,0", "route": ["1,0", ["1,1", "1,2"], "2,0"]}]}"#;
//! let plan = PlanDocument::parse(text)?;
//! assert_eq!((&*plan.source, plan.destinations), ("0,0", vec!["1,2".to_owned(), "2,0".to_owned()]));
//! assert_eq!((plan.cost.channels, plan.cost.longest_path), (4, 3));
//! # Ok::<(), wormcast_plan::DocumentError>(())
//! ```

use crate::form::Link;
use crate::{
    ChannelName, Cost, FORMAT, HopDocument, NetworkSpec, PlanDocument, VERSION, WormDocuments, WormHead, Worms,
};
use serde::Deserialize;
use serde::de::Error;
use std::collections::HashMap;
use wormcast_topology::{ChannelId, NodeId};

/// The text of a plan by hand; a whole plan has a `format`.
#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a plan by hand: an object with `topology` and `worms`, or one `route`")]
pub(crate) struct ByHand {
    topology: String,
    #[serde(default)]
    without_nodes: Vec<String>,
    #[serde(default)]
    without_links: Vec<Link>,
    #[serde(default)]
    without_channels: Vec<ChannelName>,
    #[serde(default)]
    scheme: Option<String>,
    #[serde(default)]
    source: Option<String>,
    #[serde(default)]
    destinations: Option<Vec<String>>,
    #[serde(default)]
    worms: Vec<Worm>,
    /// The only worm's, in place of `worms`.
    #[serde(default)]
    origin: Option<String>,
    #[serde(default)]
    route: Option<Vec<Step>>,
    #[serde(default)]
    deliver: Option<Vec<String>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields, expecting = "a worm by hand: an object with a `route`")]
struct Worm {
    #[serde(default)]
    origin: Option<String>,
    route: Vec<Step>,
    /// The nodes at which it delivers; without them, the ends of its branches.
    #[serde(default)]
    deliver: Option<Vec<String>>,
    #[serde(default)]
    after: Option<u32>,
    #[serde(default)]
    round: Option<u32>,
}

/// The next node of a route, or a branch from the node before.
#[derive(Deserialize)]
#[serde(untagged, expecting = "a node, or a list of nodes for a branch")]
enum Step {
    Node(String),
    Branch(Vec<Step>),
}

impl ByHand {
    /// Whether a text is meant to be a plan by hand: an object without `format`, and with a network or routes.
    pub(crate) fn is_meant(text: &[u8]) -> bool {
        #[derive(Deserialize)]
        struct Keys {
            #[serde(default)]
            format: Option<serde::de::IgnoredAny>,
            #[serde(default)]
            topology: Option<serde::de::IgnoredAny>,
            #[serde(default)]
            worms: Option<serde::de::IgnoredAny>,
            #[serde(default)]
            route: Option<serde::de::IgnoredAny>,
        }
        let is_one =
            |keys: Keys| keys.format.is_none() && [keys.topology, keys.worms, keys.route].iter().any(Option::is_some);
        serde_json::from_slice(text).is_ok_and(is_one)
    }

    /// The whole plan.
    ///
    /// # Errors
    /// A route without nodes, or a worm that starts where no earlier one delivers.
    pub(crate) fn fill(mut self) -> Result<PlanDocument, serde_json::Error> {
        if let Some(route) = self.route.take() {
            let (origin, deliver) = (self.origin.take(), self.deliver.take());
            self.worms.push(Worm { origin, route, deliver, after: None, round: None });
        }
        if self.origin.is_some() || self.deliver.is_some() {
            return Err(Error::custom("`origin` and `deliver` belong to a `route`; expected that beside them"));
        }
        let mut filled = Filled::default();
        for worm in self.worms {
            filled.add(worm, self.source.as_deref())?;
        }
        let source = self.source.or(filled.source).ok_or_else(|| serde_json::Error::custom("it has no worms"))?;
        let network = NetworkSpec {
            topology: self.topology,
            without_nodes: self.without_nodes,
            without_links: self.without_links.into_iter().map(|Link(a, b)| (a, b)).collect(),
            without_channels: self.without_channels,
        };
        let mut destinations = filled.delivered;
        destinations.retain(|node| *node != source);
        Ok(PlanDocument {
            format: FORMAT.to_owned(),
            version: if network.without_channels.is_empty() { 1 } else { VERSION },
            network,
            scheme: self.scheme.unwrap_or_else(|| "by hand".to_owned()),
            source,
            destinations: self.destinations.unwrap_or(destinations),
            consumption_classes: 1,
            cost: Cost::of(&filled.shape),
            worms: filled.worms,
            claims: Vec::new(),
            extra: serde_json::Map::new(),
        })
    }
}

/// What is filled in so far.
#[derive(Default)]
struct Filled {
    worms: WormDocuments,
    /// The same worms on channels and nodes that mean nothing: their cost depends on their shape alone.
    shape: Worms,
    source: Option<String>,
    /// The nodes that have been delivered at, each once, in the order of the worms.
    delivered: Vec<String>,
    /// The first worm that delivers at a node. Never iterated over.
    bringers: HashMap<String, u32>,
}

impl Filled {
    fn add(&mut self, worm: Worm, source: Option<&str>) -> Result<(), serde_json::Error> {
        let id = self.worms.len() as u32;
        let problem = |what: &str| serde_json::Error::custom(format!("worm {id}: {what}"));
        let origin = match (worm.origin, worm.route.first()) {
            (Some(origin), _) => origin,
            (None, Some(Step::Node(first))) => first.clone(),
            (None, _) => return Err(problem("its route begins with no node, and it has no `origin`")),
        };
        let mut hops = Hops { hops: Vec::new(), ends: Vec::new() };
        hops.follow(None, &origin, &worm.route);
        let starts_at_source = *source.or(self.source.as_deref()).get_or_insert(&origin) == origin;
        let bringer = || self.bringers.get(&origin).copied();
        let after = worm.after.or_else(|| if starts_at_source { None } else { bringer() });
        let round = worm.round.or_else(|| Some(self.worms.iter().nth(after? as usize)?.round.saturating_add(1)));
        let deliver = hops.deliveries(worm.deliver.as_deref()).map_err(|what| problem(&what))?;
        self.source.get_or_insert_with(|| origin.clone());
        let round = round.unwrap_or(0);
        self.shape.start(NodeId::new(0), after, round);
        self.worms.start(WormHead { id, origin: &origin, after, round, consumption_class: 0 });
        for &hop in &hops.hops {
            self.shape.hop(hop.0, ChannelId::new(0));
            self.worms.hop(hop);
        }
        for &hop in &deliver {
            let node = hops.hops[hop as usize].2;
            self.shape.deliver(hop, NodeId::new(0));
            self.worms.deliver(hop, node);
            if !self.bringers.contains_key(node) {
                self.bringers.insert(node.to_owned(), id);
                self.delivered.push(node.to_owned());
            }
        }
        Ok(())
    }
}

/// The hops of a worm, parents first, and those at which branches end.
struct Hops<'r> {
    hops: Vec<HopDocument<'r>>,
    ends: Vec<u32>,
}

impl<'r> Hops<'r> {
    /// Follows a route from the end of a hop (none: from the origin), which is at this node. The depth of branches is
    /// limited by the reader of JSON.
    fn follow(&mut self, mut hop: Option<u32>, at: &'r str, route: &'r [Step]) {
        let mut at = at;
        let mut goes_on = false;
        for (place, step) in route.iter().enumerate() {
            match step {
                // A route may begin with the node where it starts.
                Step::Node(node) if place == 0 && node == at => {}
                Step::Node(node) => {
                    self.hops.push(HopDocument(hop, at, node, 0));
                    (hop, at, goes_on) = (Some(self.hops.len() as u32 - 1), node, false);
                }
                Step::Branch(branch) => {
                    self.follow(hop, at, branch);
                    goes_on = true;
                }
            }
        }
        self.ends.extend(hop.filter(|_| !goes_on));
    }

    /// The hops that deliver, in visiting order: at the ends of branches, or at these nodes.
    fn deliveries(&self, nodes: Option<&[String]>) -> Result<Vec<u32>, String> {
        let mut hops = match nodes {
            None => self.ends.clone(),
            Some(nodes) => nodes.iter().map(|node| self.arrival(node)).collect::<Result<_, _>>()?,
        };
        hops.sort_unstable();
        hops.dedup();
        Ok(hops)
    }

    fn arrival(&self, node: &str) -> Result<u32, String> {
        let hop = self.hops.iter().position(|hop| hop.2 == node);
        let hop = hop
            .ok_or_else(|| format!("it delivers at {}, where it does not come", wormcast_topology::shortened(node)))?;
        Ok(hop as u32)
    }
}
