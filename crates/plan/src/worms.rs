//! Worms in compact form: three flat arrays, reused from plan to plan.

use crate::MAX_VIRTUAL_CHANNELS;
use std::ops::Range;
use wormcast_topology::{ChannelId, Graph, NodeId};

/// The number of a worm in its plan, from 0.
pub type WormId = u32;

/// The most hops that a scheme puts into one plan: 2^28, which take 2 GiB.
pub const MAX_HOPS: usize = 1 << 28;

/// The most consumption classes of one plan.
pub const MAX_CONSUMPTION_CLASSES: u8 = 64;

/// Marks a hop that leaves the origin.
const AT_ORIGIN: u32 = u32::MAX;

/// Marks a worm that starts after no other.
const AT_SOURCE: WormId = WormId::MAX;

/// One channel taken once by a worm. 8 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Hop {
    parent: u32,
    /// The channel that it takes.
    pub channel: ChannelId,
}

impl Hop {
    /// The hop by a channel after another one; from the origin if there is none.
    pub fn new(parent: Option<u32>, channel: ChannelId) -> Self {
        Self { parent: parent.unwrap_or(AT_ORIGIN), channel }
    }

    /// The hop of the same worm that arrives where this one leaves; none if it leaves the origin.
    #[inline]
    pub fn parent(self) -> Option<u32> {
        (self.parent != AT_ORIGIN).then_some(self.parent)
    }

    /// Whether it hangs from the hop before this index: from the origin, if that is 0. So all hops of a path do.
    #[inline]
    pub fn goes_on_at(self, index: u32) -> bool {
        self.parent == index.wrapping_sub(1)
    }
}

/// The message is handed to the node that a hop arrives at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Delivery {
    /// The index, in the worm's route, of the hop that arrives.
    pub hop: u32,
    /// The node that it arrives at.
    pub node: NodeId,
}

/// 32 bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Record {
    origin: NodeId,
    after: WormId,
    round: u32,
    hops: Range<u32>,
    deliveries: Range<u32>,
    consumption_class: u8,
}

/// One worm of a plan.
#[derive(Clone, Copy, Debug)]
pub struct Worm<'a> {
    /// Its number in the plan.
    pub id: WormId,
    /// The node that it starts from.
    pub origin: NodeId,
    /// The worm whose delivery at the origin lets this one start; none at the plan's source.
    pub after: Option<WormId>,
    /// Its round (or phase), from 0.
    pub round: u32,
    /// The class of the consumption channels that it delivers through, from 0: less than the number of classes of its
    /// plan.
    pub consumption_class: u8,
    /// Its route: a tree of hops, parents first.
    pub hops: &'a [Hop],
    /// Its deliveries, in visiting order.
    pub deliveries: &'a [Delivery],
    /// The virtual channel of each hop, from 0; empty if it is left to a rule.
    pub virtual_channels: &'a [u8],
}

impl Worm<'_> {
    /// The header flits that it sets out with where each carries one address: one for every visit that delivers, and
    /// one for every visit at which it splits, the origin among them (torus paper, section 3.1). O(hops).
    pub fn header_flits(&self) -> u32 {
        const DELIVERS: u8 = 2;
        // By visit, the origin first: how many hops leave it, as far as one and more can be told apart.
        let mut visits = vec![0_u8; self.hops.len() + 1];
        for hop in self.hops {
            let visit = hop.parent().map_or(0, |parent| parent as usize + 1);
            visits[visit] = (visits[visit] + 1).min(DELIVERS);
        }
        for delivery in self.deliveries {
            visits[delivery.hop as usize + 1] = DELIVERS;
        }
        visits.iter().filter(|&&visit| visit == DELIVERS).count() as u32
    }
}

/// A set of worms. Schemes append to it, in the order of the worms' numbers; [`clear`](Self::clear) keeps the memory.
///
/// ```
/// use wormcast_plan::Worms;
/// use wormcast_topology::build;
/// let mesh = build("mesh:3x1")?;
/// let [a, b, c] = ["0,0", "1,0", "2,0"].map(|name| mesh.find_node(name).unwrap());
/// let mut worms = Worms::new();
/// worms.start(a, None, 0);
/// let first = worms.hop(None, mesh.graph().channel(a, b).unwrap());
/// let second = worms.hop(Some(first), mesh.graph().channel(b, c).unwrap());
/// worms.deliver(second, c);
/// let worm = worms.iter().next().unwrap();
/// assert_eq!((worm.origin, worm.hops.len(), worm.deliveries[0].node), (a, 2, c));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
///
/// **Consumption classes.** Where a node has few consumption channels, some schemes need them kept apart: two spanning
/// trees are free of deadlock with one consumption channel a tree. So worms may be of several classes. Of the channels
/// of a node, numbered from 0, class k of C delivers through those with a number j ≡ k (mod C); a node that has fewer
/// than C channels has n classes of one channel, and class k is class k mod n there. With one class, every worm
/// delivers through every channel.
///
/// **Virtual channels.** Either every hop names its virtual channel ([`hop_on`](Self::hop_on)), or none does and
/// a rule names them ([`VcRule`](crate::VcRule)). One of the rules looks at the class of the message: whether the worms
/// are those of a multicast ([`set_multicast`](Self::set_multicast)).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Worms {
    /// The last consumption class: one less than there are.
    last_class: u8,
    is_multicast: bool,
    /// Whether a worm starts after another one.
    relays: bool,
    records: Vec<Record>,
    hops: Vec<Hop>,
    /// By hop; empty if no hop names one.
    virtual_channels: Vec<u8>,
    deliveries: Vec<Delivery>,
}

impl Worms {
    /// No worms.
    pub fn new() -> Self {
        Self::default()
    }

    /// Forgets all worms and their classes, and keeps the memory.
    pub fn clear(&mut self) {
        self.last_class = 0;
        self.is_multicast = false;
        self.relays = false;
        self.records.clear();
        self.hops.clear();
        self.virtual_channels.clear();
        self.deliveries.clear();
    }

    /// How many consumption classes there are: 1, unless a scheme says otherwise.
    pub fn consumption_classes(&self) -> u8 {
        self.last_class + 1
    }

    /// Says how many consumption classes there are.
    ///
    /// # Panics
    /// If it is none, or more than [`MAX_CONSUMPTION_CLASSES`], or too few for the worms so far.
    pub fn set_consumption_classes(&mut self, classes: u8) {
        assert!((1..=MAX_CONSUMPTION_CLASSES).contains(&classes), "{classes} consumption classes");
        assert!(self.records.iter().all(|worm| worm.consumption_class < classes), "a worm is of a class beyond");
        self.last_class = classes - 1;
    }

    /// Puts the worm that was started last into a consumption class; if nobody does, it is in class 0.
    ///
    /// # Panics
    /// If no worm was started, or there is no such class.
    pub fn set_consumption_class(&mut self, class: u8) {
        assert!(class <= self.last_class, "class {class} of {}", self.consumption_classes());
        self.records.last_mut().expect("a worm was started").consumption_class = class;
    }

    /// Says how many consumption classes there are, and puts every worm so far into one of them.
    ///
    /// # Panics
    /// If they are none, or more than [`MAX_CONSUMPTION_CLASSES`], or a worm is put into one beyond.
    pub fn classify(&mut self, classes: u8, class: impl Fn(&Worm<'_>) -> u8) {
        for id in 0..self.records.len() {
            self.records[id].consumption_class = class(&self.get(id as WormId));
        }
        self.set_consumption_classes(classes);
    }

    /// Says whether these are the worms of a multicast; if nobody does, they are not.
    pub fn set_multicast(&mut self, is_multicast: bool) {
        self.is_multicast = is_multicast;
    }

    /// Whether it was said that these are the worms of a multicast.
    pub fn is_multicast(&self) -> bool {
        self.is_multicast
    }

    /// Starts a worm; what is appended from now on is its own. Returns its number.
    pub fn start(&mut self, origin: NodeId, after: Option<WormId>, round: u32) -> WormId {
        let (hops, deliveries) = (self.hops.len() as u32, self.deliveries.len() as u32);
        self.relays |= after.is_some();
        self.records.push(Record {
            origin,
            after: after.unwrap_or(AT_SOURCE),
            round,
            hops: hops..hops,
            deliveries: deliveries..deliveries,
            consumption_class: 0,
        });
        self.records.len() as WormId - 1
    }

    /// Appends a hop to the worm that was started last, after `parent` (none: from the origin). Returns its index.
    ///
    /// # Panics
    /// If no worm was started.
    #[inline]
    pub fn hop(&mut self, parent: Option<u32>, channel: ChannelId) -> u32 {
        self.hops.push(Hop { parent: parent.unwrap_or(AT_ORIGIN), channel });
        if !self.virtual_channels.is_empty() {
            self.virtual_channels.push(0);
        }
        let worm = self.records.last_mut().expect("a worm was started");
        worm.hops.end += 1;
        worm.hops.len() as u32 - 1
    }

    /// The same on a virtual channel of that channel. Hops that are appended without one, before or after, are on 0.
    ///
    /// # Panics
    /// If no worm was started, or there cannot be so many virtual channels ([`MAX_VIRTUAL_CHANNELS`]).
    pub fn hop_on(&mut self, parent: Option<u32>, channel: ChannelId, virtual_channel: u32) -> u32 {
        assert!(virtual_channel < MAX_VIRTUAL_CHANNELS, "virtual channel {virtual_channel}");
        let hop = self.hop(parent, channel);
        self.virtual_channels.resize(self.hops.len(), 0);
        if let Some(last) = self.virtual_channels.last_mut() {
            *last = virtual_channel as u8;
        }
        hop
    }

    /// Appends a chain of hops to the worm that was started last: the first hangs from `parent`, each other from the
    /// one before. Returns the index of the last hop; `parent` when there are no channels.
    pub fn chain(&mut self, parent: Option<u32>, channels: impl IntoIterator<Item = ChannelId>) -> Option<u32> {
        let worm = self.records.last_mut().expect("a worm was started");
        let (begin, first) = (self.hops.len(), worm.hops.len() as u32);
        // Each from the one before, at first; the counter is no chain of cases, so that several go at once.
        let hop = |(index, channel): (usize, ChannelId)| Hop {
            parent: first.wrapping_add(index as u32).wrapping_sub(1),
            channel,
        };
        self.hops.extend(channels.into_iter().enumerate().map(hop));
        let count = (self.hops.len() - begin) as u32;
        worm.hops.end += count;
        if !self.virtual_channels.is_empty() {
            self.virtual_channels.resize(self.hops.len(), 0);
        }
        match self.hops.get_mut(begin) {
            None => parent,
            Some(hop) => {
                hop.parent = parent.unwrap_or(AT_ORIGIN);
                Some(first + count - 1)
            }
        }
    }

    /// Appends a delivery at the end of a hop to the worm that was started last.
    ///
    /// # Panics
    /// If no worm was started.
    #[inline]
    pub fn deliver(&mut self, hop: u32, node: NodeId) {
        self.deliveries.push(Delivery { hop, node });
        self.records.last_mut().expect("a worm was started").deliveries.end += 1;
    }

    /// How many worms there are.
    pub fn len(&self) -> usize {
        self.records.len()
    }

    /// Whether there is no worm.
    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    /// Whether hops name their virtual channels.
    pub fn names_virtual_channels(&self) -> bool {
        !self.virtual_channels.is_empty()
    }

    /// Whether any worm starts after another one.
    pub fn have_relays(&self) -> bool {
        self.relays
    }

    /// How many hops the worms have together.
    pub fn hop_count(&self) -> usize {
        self.hops.len()
    }

    /// The worm of this number.
    ///
    /// # Panics
    /// If there is none.
    #[inline]
    pub fn get(&self, id: WormId) -> Worm<'_> {
        let Record { origin, after, round, hops, deliveries, consumption_class } = &self.records[id as usize];
        Worm {
            id,
            origin: *origin,
            after: (*after != AT_SOURCE).then_some(*after),
            round: *round,
            consumption_class: *consumption_class,
            hops: &self.hops[hops.start as usize..hops.end as usize],
            virtual_channels: match self.names_virtual_channels() {
                true => &self.virtual_channels[hops.start as usize..hops.end as usize],
                false => &[],
            },
            deliveries: &self.deliveries[deliveries.start as usize..deliveries.end as usize],
        }
    }

    /// The worms in the order of their numbers.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = Worm<'_>> {
        (0..self.records.len() as WormId).map(|id| self.get(id))
    }
}

impl Worm<'_> {
    /// The node that a hop arrives at.
    #[inline]
    pub fn arrival(&self, graph: &Graph, hop: u32) -> NodeId {
        graph.target(self.hops[hop as usize].channel)
    }
}
