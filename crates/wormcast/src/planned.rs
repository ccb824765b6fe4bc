//! A plan and its network.

use crate::{Error, Network};
use serde::{Serialize, Serializer};
use std::io::{self, Write};
use wormcast_check::Report;
use wormcast_draw::{DrawOptions, plan_svg};
use wormcast_formats::{TableTree, write_path_of_plan};
use wormcast_plan::{
    Cost, MAX_CONSUMPTION_CLASSES, MAX_VIRTUAL_CHANNELS, PlanDocument, VIRTUAL_CHANNELS_KEY, named_virtual_channels,
    virtual_channels_at,
};
use wormcast_routing::Lane;

/// The worms that bring one message from a source to its destinations, and the network that they are for.
///
/// It is written as the plan file: with serde, or as [`to_json`](Self::to_json).
#[derive(Clone, Debug)]
pub struct Plan {
    network: Network,
    plan: wormcast_plan::Plan,
}

impl Plan {
    pub(crate) fn new(network: Network, plan: wormcast_plan::Plan) -> Self {
        Self { network, plan }
    }

    /// Reads the text of a plan file, and builds the network that it names. What is wrong with its worms beyond what
    /// engines cannot run is for [`Network::check`].
    ///
    /// # Errors
    /// The text is no plan, or its network does not exist.
    pub fn parse(text: &[u8]) -> Result<Self, Error> {
        let document = PlanDocument::parse(text)?;
        Self::of_document(Network::of_spec(&document.network)?, &document)
    }

    /// The plan that a file describes, on its network.
    ///
    /// # Errors
    /// The first thing that makes no sense.
    pub fn of_document(network: Network, document: &PlanDocument) -> Result<Self, Error> {
        let plan = document.resolve(network.topology())?;
        Ok(Self::new(network, plan))
    }

    /// The network that it is for.
    pub fn network(&self) -> &Network {
        &self.network
    }

    /// The scheme that planned it.
    pub fn scheme(&self) -> &str {
        &self.plan.scheme
    }

    /// The name of the source.
    pub fn source(&self) -> String {
        self.network.topology().node_name(self.plan.source)
    }

    /// The names of the destinations, in the order in which they were given.
    pub fn destinations(&self) -> impl Iterator<Item = String> + '_ {
        self.plan.destinations.iter().map(|&node| self.network.topology().node_name(node))
    }

    /// What it costs. O(hops).
    pub fn cost(&self) -> Cost {
        self.plan.cost()
    }

    /// The plan with nodes and channels by number, for the crates below.
    pub fn by_number(&self) -> &wormcast_plan::Plan {
        &self.plan
    }

    /// Adds what the file carries beside the plan, by its key.
    pub fn carry(&mut self, key: &str, value: serde_json::Value) {
        self.plan.extra.insert(key.to_owned(), value);
    }

    /// Puts all hops of all worms on the virtual channel of this number.
    ///
    /// ```
    /// # use wormcast::{Network, schemes::Options};
    /// let mesh = Network::build("mesh:3x3")?;
    /// let mut reply = mesh.plan("unicast", "2,2", &["0,0"], &Options::default())?;
    /// reply.keep_to(1)?;
    /// reply.deliver_by(1)?;
    /// assert!(reply.check().is_valid());
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// It names its virtual channels, and several of them; or a channel has fewer of its own.
    pub fn keep_to(&mut self, number: u32) -> Result<(), String> {
        let named = self.plan.extra.get(VIRTUAL_CHANNELS_KEY);
        let mut own: Vec<_> = named
            .and_then(|lists| lists.as_array())
            .into_iter()
            .flatten()
            .filter_map(|list| list.as_array())
            .flatten()
            .collect();
        own.dedup();
        if own.len() > 1 {
            return Err(
                "the plan names several virtual channels for its hops, which are kept apart for a reason".into()
            );
        }
        let topology = self.network.topology();
        let mut hops = self.plan.worms.iter().flat_map(|worm| worm.hops);
        if let Some(hop) = hops.find(|hop| virtual_channels_at(topology, hop.channel, number + 1) <= number) {
            let name = topology.channel_name(hop.channel);
            return Err(format!("`{name}` has no virtual channel {number}"));
        }
        let lists: Vec<_> = self.plan.worms.iter().map(|worm| vec![number; worm.hops.len()]).collect();
        self.plan.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), lists.into());
        Ok(())
    }

    /// Lets all worms deliver through the consumption channels of this class; there are so many more classes than that
    /// with number 0.
    ///
    /// # Errors
    /// Its worms are of several classes.
    pub fn deliver_by(&mut self, class: u8) -> Result<(), String> {
        if self.plan.worms.consumption_classes() > 1 {
            return Err("the worms of the plan are of several consumption classes already".into());
        }
        if class >= MAX_CONSUMPTION_CLASSES {
            return Err(format!("there are at most {MAX_CONSUMPTION_CLASSES} consumption classes"));
        }
        self.plan.worms.classify(class + 1, |_| class);
        Ok(())
    }

    /// The plan file, with all names in memory.
    pub fn document(&self) -> PlanDocument {
        self.plan.document(self.network.topology())
    }

    /// The text of the plan file, on one line.
    pub fn to_json(&self) -> String {
        serde_json::to_string(self).expect("names and numbers can be written")
    }

    /// Writes its routes, one path a line ([`write_path_of_plan`]): of each worm the way to each of its deliveries,
    /// under a line `# worm 0, from 0,0`. Paths name their virtual channels where the plan does.
    ///
    /// # Errors
    /// Writing fails.
    pub fn write_routes(&self, out: &mut dyn Write) -> io::Result<()> {
        let names = named_virtual_channels(self.network.topology(), &self.plan, MAX_VIRTUAL_CHANNELS)
            .map_err(io::Error::other)?;
        let topology = self.network.topology();
        for worm in self.plan.worms.iter() {
            writeln!(out, "# worm {}, from {}", worm.id, topology.node_name(worm.origin))?;
            let own = names.as_ref().map(|names| &names[worm.id as usize]);
            for delivery in worm.deliveries {
                let up = |&hop: &u32| worm.hops[hop as usize].parent();
                let lane = |hop: u32| {
                    let number = own.map_or(0, |own| own[hop as usize]);
                    Lane::new(worm.hops[hop as usize].channel, number)
                };
                let mut path: Vec<_> = std::iter::successors(Some(delivery.hop), up).map(lane).collect();
                path.reverse();
                write_path_of_plan(topology, worm.origin, &path, own.is_some(), out)?;
            }
        }
        Ok(())
    }

    /// Its worms as one tree, for the multicast tables of routers, which tell its message by this key.
    ///
    /// # Errors
    /// Worms start from relays, or together they are no tree: a node is entered twice.
    pub fn table_tree(&self, key: u32) -> Result<TableTree, String> {
        let (plan, topology) = (&self.plan, self.network.topology());
        if let Some(worm) = plan.worms.iter().find(|worm| worm.origin != plan.source) {
            let origin = topology.node_name(worm.origin);
            return Err(format!(
                "worm {} starts from the relay `{origin}`; tables make one tree from the source",
                worm.id
            ));
        }
        let mut channels: Vec<_> = plan.worms.iter().flat_map(|worm| worm.hops.iter().map(|hop| hop.channel)).collect();
        channels.sort_unstable();
        channels.dedup();
        let takers = plan.destinations.clone();
        let tree = TableTree::of(topology.graph(), key, plan.source, channels, takers);
        tree.ok_or_else(|| "its worms enter a node by several channels; tables need a tree".to_owned())
    }

    /// What is wrong with it, and which of its claims hold.
    pub fn check(&self) -> Report {
        self.network.check(&self.document())
    }

    /// A picture of its worms on the network.
    ///
    /// # Errors
    /// The network or the plan is too large for a picture.
    pub fn svg(&self, options: &DrawOptions) -> Result<String, Error> {
        Ok(plan_svg(self.network.topology(), &self.plan, options)?)
    }
}

impl Serialize for Plan {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.plan.view(self.network.topology()).serialize(serializer)
    }
}
