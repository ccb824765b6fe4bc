//! Plans in memory of which nothing has to be said: a quick look that knows the usual ones.

use wormcast_plan::{MulticastSet, Worm, Worms};
use wormcast_topology::{Graph, NodeId, Topology};

/// Recognises plans that [`judge`](crate::judge) finds nothing wrong with, by numbers and in kept buffers.
///
/// It errs on one side alone: what it does not recognise may be valid, as where a message is handed to relays.
///
/// ```
/// use wormcast_check::PlainPlans;
/// use wormcast_plan::{MulticastSet, Worms};
/// let mesh = wormcast_topology::build("mesh:3x1")?;
/// let [a, b, c] = ["0,0", "1,0", "2,0"].map(|name| mesh.find_node(name).unwrap());
/// let set = MulticastSet { source: a, destinations: &[b, c] };
/// let mut worms = Worms::new();
/// worms.start(a, None, 0);
/// let first = worms.hop(None, mesh.graph().channel(a, b).unwrap());
/// let second = worms.hop(Some(first), mesh.graph().channel(b, c).unwrap());
/// worms.deliver(first, b);
/// let mut plain = PlainPlans::new(&*mesh);
/// assert!(!plain.has(set, &worms));
/// worms.deliver(second, c);
/// assert!(plain.has(set, &worms));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Debug)]
pub struct PlainPlans<'t> {
    graph: &'t Graph,
    /// The worm that took a channel last, counted over all plans.
    taken: Vec<u64>,
    worms: u64,
    /// The plan that has a node among its destinations, counted from 1.
    wanted: Vec<u64>,
    /// The plan in which a node had the message last, and the worm that brought it.
    reached: Vec<(u64, u32)>,
    plans: u64,
    /// Whether something hangs from a hop of the present worm, or it delivers.
    useful: Vec<bool>,
}

impl<'t> PlainPlans<'t> {
    /// O(nodes + channels).
    pub fn new(topology: &'t dyn Topology) -> Self {
        let graph = topology.graph();
        let (nodes, channels) = (graph.node_count(), graph.channel_count());
        Self {
            graph,
            taken: vec![0; channels],
            worms: 0,
            wanted: vec![0; nodes],
            reached: vec![(0, 0); nodes],
            plans: 0,
            useful: Vec::new(),
        }
    }

    /// Whether these worms are recognised as a valid plan for a multicast. O(hops + deliveries).
    pub fn has(&mut self, set: MulticastSet<'_>, worms: &Worms) -> bool {
        self.plans += 1;
        set.destinations.iter().for_each(|node| self.wanted[node.index()] = self.plans);
        let mut left = set.destinations.len();
        let is_usual = worms.consumption_classes() == 1
            && !worms.names_virtual_channels()
            && self.wanted[set.source.index()] != self.plans;
        is_usual
            && worms.iter().all(|worm| {
                self.starts(set.source, worms, &worm) && self.goes(&worm) && self.delivers(&worm, &mut left)
            })
            && left == 0
    }

    /// Whether it starts at the source, or where an earlier worm of an earlier round delivers.
    fn starts(&self, source: NodeId, worms: &Worms, worm: &Worm<'_>) -> bool {
        match worm.after {
            None => worm.origin == source,
            Some(after) => {
                after < worm.id
                    && worm.origin != source
                    && self.reached[worm.origin.index()] == (self.plans, after)
                    && worms.get(after).round < worm.round
            }
        }
    }

    /// Whether its hops hang together, and take each channel once.
    fn goes(&mut self, worm: &Worm<'_>) -> bool {
        self.worms += 1;
        self.useful.clear();
        self.useful.resize(worm.hops.len(), false);
        !worm.hops.is_empty()
            && worm.hops.iter().enumerate().all(|(index, hop)| {
                let from = self.graph.source(hop.channel);
                let again = std::mem::replace(&mut self.taken[hop.channel.index()], self.worms) == self.worms;
                let hangs = match hop.parent().map(|parent| parent as usize) {
                    None => from == worm.origin,
                    Some(parent) if parent < index => {
                        self.useful[parent] = true;
                        from == self.graph.target(worm.hops[parent].channel) && !self.graph.is_endpoint(from)
                    }
                    Some(_) => false,
                };
                hangs && !again
            })
    }

    /// Whether it delivers hop after hop, at destinations that have nothing yet, and at the end of each branch.
    fn delivers(&mut self, worm: &Worm<'_>, left: &mut usize) -> bool {
        let in_order = worm.deliveries.windows(2).all(|pair| pair[0].hop < pair[1].hop);
        let all_new = worm.deliveries.iter().all(|delivery| {
            let (node, hop) = (delivery.node.index(), delivery.hop as usize);
            let Some(useful) = self.useful.get_mut(hop) else { return false };
            *useful = true;
            let has_it = std::mem::replace(&mut self.reached[node], (self.plans, worm.id)).0 == self.plans;
            let is_new = !has_it && self.wanted[node] == self.plans;
            *left = left.wrapping_sub(usize::from(is_new));
            is_new && self.graph.target(worm.hops[hop].channel) == delivery.node
        });
        in_order && all_new && self.useful.iter().all(|&useful| useful)
    }
}
