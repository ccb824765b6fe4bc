//! A plan's JSON form without the whole of it in memory.

use crate::document::is_one;
use crate::documents::WormForm;
use crate::plan::head;
use crate::{Claim, Cost, Delivery, FORMAT, Hop, NetworkSpec, Plan, Worm};
use serde::{Serialize, Serializer};
use wormcast_topology::{NodeId, Topology};

impl Plan {
    /// Its JSON form, as something that can be written: the same as [`document`](Self::document), which takes memory of
    /// its own. Here one hop at a time is put into words.
    ///
    /// ```
    /// use wormcast_plan::{NetworkSpec, Plan, Worms};
    /// let mesh = wormcast_topology::build("mesh:3x1")?;
    /// let [a, b] = ["0,0", "1,0"].map(|name| mesh.find_node(name).unwrap());
    /// let mut worms = Worms::new();
    /// worms.start(a, None, 0);
    /// let hop = worms.hop(None, mesh.graph().channel(a, b).unwrap());
    /// worms.deliver(hop, b);
    /// let plan = Plan {
    ///     network: NetworkSpec::whole("mesh:3x1"),
    ///     scheme: "by-hand".into(),
    ///     source: a,
    ///     destinations: vec![b],
    ///     worms,
    ///     claims: Vec::new(),
    ///     extra: serde_json::Map::new(),
    /// };
    /// assert_eq!(serde_json::to_string(&plan.view(&*mesh))?, serde_json::to_string(&plan.document(&*mesh))?);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view<'a>(&'a self, topology: &'a dyn Topology) -> impl Serialize + 'a {
        let name = |&node: &NodeId| topology.node_name(node);
        View {
            format: FORMAT,
            version: self.version(topology),
            network: &self.network,
            scheme: &self.scheme,
            source: name(&self.source),
            destinations: Each(move || self.destinations.iter().map(name)),
            consumption_classes: self.worms.consumption_classes().into(),
            worms: Each(move || self.worms.iter().map(move |worm| WormView { worm, topology })),
            cost: self.cost(),
            claims: &self.claims,
            extra: &self.extra,
        }
    }
}

/// The fields of [`PlanDocument`](crate::PlanDocument), in the same order.
#[derive(Serialize)]
struct View<'a, D: Serialize, W: Serialize> {
    format: &'static str,
    version: u32,
    #[serde(flatten)]
    network: &'a NetworkSpec,
    scheme: &'a str,
    source: String,
    destinations: D,
    #[serde(skip_serializing_if = "is_one")]
    consumption_classes: u32,
    worms: W,
    cost: Cost,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    claims: &'a [Claim],
    #[serde(flatten)]
    extra: &'a serde_json::Map<String, serde_json::Value>,
}

/// A worm that is put into words while it is written.
struct WormView<'a> {
    worm: Worm<'a>,
    topology: &'a dyn Topology,
}

/// A hop by name; the fourth entry only where it is not 0.
#[derive(Serialize)]
#[serde(untagged)]
enum HopView {
    First(Option<u32>, String, String),
    Numbered(Option<u32>, String, String, u32),
}

/// A delivery by name.
#[derive(Serialize)]
struct DeliveryView {
    hop: u32,
    node: String,
}

impl Serialize for WormView<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self { worm, topology } = *self;
        let graph = topology.graph();
        let hop = |hop: &Hop| {
            let [from, to] =
                [graph.source(hop.channel), graph.target(hop.channel)].map(|node| topology.node_name(node));
            match graph.number(hop.channel) {
                0 => HopView::First(hop.parent(), from, to),
                number => HopView::Numbered(hop.parent(), from, to, number),
            }
        };
        let route = Each(|| worm.hops.iter().map(hop));
        let delivery =
            |delivery: &Delivery| DeliveryView { hop: delivery.hop, node: topology.node_name(delivery.node) };
        let deliver = Each(|| worm.deliveries.iter().map(delivery));
        WormForm::new(head(&worm, &topology.node_name(worm.origin)), route, deliver).serialize(serializer)
    }
}

/// A list whose elements are made while it is written.
pub(crate) struct Each<F>(pub(crate) F);

impl<F, I> Serialize for Each<F>
where
    F: Fn() -> I,
    I: Iterator<Item: Serialize>,
{
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq((self.0)())
    }
}
