//! The worms of a plan file, in some twenty bytes a hop: large plans are read without their text.

mod names;
mod read;
mod resolve;
mod write;

use names::Names;
pub(crate) use resolve::WormError;
use std::fmt;
pub(crate) use write::WormForm;

/// The worms of a plan file as they stand there, before anything in them is believed. Names that occur again and again
/// are kept once: a hop takes 20 bytes, a delivery 8, a worm 48.
///
/// They are built as [`Worms`](crate::Worms) are, a worm with its hops and deliveries after another:
///
/// ```
/// use wormcast_plan::{HopDocument, WormDocuments, WormHead};
/// let mut worms = WormDocuments::default();
/// worms.start(WormHead { id: 0, origin: "0,0", after: None, round: 0, consumption_class: 0 });
/// worms.hop(HopDocument(None, "0,0", "1,0", 0));
/// worms.hop(HopDocument(Some(0), "1,0", "2,0", 0));
/// worms.deliver(1, "2,0");
/// let worm = worms.get(0);
/// assert_eq!((worm.route().len(), worm.hop(1).2), (2, "2,0"));
/// assert_eq!(serde_json::from_str::<WormDocuments>(&serde_json::to_string(&worms)?)?, worms);
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Default)]
pub struct WormDocuments {
    names: Names,
    heads: Vec<Head>,
    hops: Vec<PackedHop>,
    deliveries: Vec<PackedDelivery>,
}

/// What a worm is beside its hops and deliveries, and where these end.
#[derive(Clone, Copy)]
struct Head {
    id: u32,
    origin: u32,
    after: Option<u32>,
    round: u32,
    consumption_class: u32,
    hops: usize,
    deliveries: usize,
}

/// A hop with its names by number.
#[derive(Clone, Copy)]
struct PackedHop {
    parent: Option<u32>,
    from: u32,
    to: u32,
    number: u32,
}

/// A delivery with its name by number.
#[derive(Clone, Copy)]
struct PackedDelivery {
    hop: u32,
    node: u32,
}

/// What a plan file says of a worm beside its route and its deliveries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WormHead<'d> {
    /// Its number.
    pub id: u32,
    /// The node that it starts from.
    pub origin: &'d str,
    /// The worm whose delivery at the origin lets this one start.
    pub after: Option<u32>,
    /// Its round, from 0.
    pub round: u32,
    /// The class of the consumption channels that it delivers through; 0 is not written.
    pub consumption_class: u32,
}

/// A hop in a plan file: the index of its parent, the node that it leaves, the node that it enters, and the number of
/// its channel among parallel ones; 0 is not written, and others need version 2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HopDocument<'d>(pub Option<u32>, pub &'d str, pub &'d str, pub u32);

/// A delivery in a plan file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryDocument<'d> {
    /// The index of the hop that arrives.
    pub hop: u32,
    /// The node that it arrives at.
    pub node: &'d str,
}

/// A worm in a plan file.
#[derive(Clone, Copy)]
pub struct WormDocument<'d> {
    worms: &'d WormDocuments,
    place: usize,
    head: WormHead<'d>,
}

impl WormDocuments {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.heads.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.heads.is_empty()
    }

    /// The worm at a place, from 0.
    ///
    /// # Panics
    /// There are not so many.
    pub fn get(&self, place: usize) -> WormDocument<'_> {
        let Head { id, origin, after, round, consumption_class, .. } = self.heads[place];
        let head = WormHead { id, origin: self.names.name(origin), after, round, consumption_class };
        WormDocument { worms: self, place, head }
    }

    /// The worms in the order of the file.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = WormDocument<'_>> {
        (0..self.len()).map(|place| self.get(place))
    }

    /// Adds a worm without hops.
    pub fn start(&mut self, head: WormHead<'_>) {
        let WormHead { id, origin, after, round, consumption_class } = head;
        let origin = self.number(origin);
        let (hops, deliveries) = (self.hops.len(), self.deliveries.len());
        self.heads.push(Head { id, origin, after, round, consumption_class, hops, deliveries });
    }

    /// Adds a hop to the worm that was started last.
    pub fn hop(&mut self, hop: HopDocument<'_>) {
        let HopDocument(parent, from, to, number) = hop;
        let [from, to] = [from, to].map(|name| self.number(name));
        self.hops.push(PackedHop { parent, from, to, number });
        self.end_here();
    }

    /// Adds a delivery to the worm that was started last.
    pub fn deliver(&mut self, hop: u32, node: &str) {
        let node = self.number(node);
        self.deliveries.push(PackedDelivery { hop, node });
        self.end_here();
    }

    /// The last worm has all hops and deliveries that there are.
    fn end_here(&mut self) {
        let (hops, deliveries) = (self.hops.len(), self.deliveries.len());
        let last = self.heads.last_mut().expect("a worm was started");
        (last.hops, last.deliveries) = (hops, deliveries);
    }

    fn number(&mut self, name: &str) -> u32 {
        self.names.number(name).expect("memory holds fewer than 2^32 names")
    }
}

impl<'d> WormDocument<'d> {
    /// What it is beside its route and its deliveries.
    pub fn head(self) -> WormHead<'d> {
        self.head
    }

    /// Its hops, parents first.
    pub fn route(self) -> impl ExactSizeIterator<Item = HopDocument<'d>> + Clone {
        let start = self.before().map_or(0, |before| before.hops);
        let hops = &self.worms.hops[start..self.worms.heads[self.place].hops];
        hops.iter().map(move |&hop| self.worms.unpacked(hop))
    }

    /// Its hop of this index.
    ///
    /// # Panics
    /// There are not so many.
    pub fn hop(self, index: u32) -> HopDocument<'d> {
        let start = self.before().map_or(0, |before| before.hops);
        let hops = &self.worms.hops[start..self.worms.heads[self.place].hops];
        self.worms.unpacked(hops[index as usize])
    }

    /// Its deliveries, in visiting order.
    pub fn deliver(self) -> impl ExactSizeIterator<Item = DeliveryDocument<'d>> + DoubleEndedIterator + Clone {
        let start = self.before().map_or(0, |before| before.deliveries);
        let deliveries = &self.worms.deliveries[start..self.worms.heads[self.place].deliveries];
        let unpacked = move |&PackedDelivery { hop, node }: &PackedDelivery| DeliveryDocument {
            hop,
            node: self.worms.names.name(node),
        };
        deliveries.iter().map(unpacked)
    }

    /// The worm before it, whose hops and deliveries end where its own begin.
    fn before(self) -> Option<&'d Head> {
        self.worms.heads.get(self.place.checked_sub(1)?)
    }
}

impl WormDocuments {
    fn unpacked(&self, hop: PackedHop) -> HopDocument<'_> {
        HopDocument(hop.parent, self.names.name(hop.from), self.names.name(hop.to), hop.number)
    }
}

impl<'d> std::ops::Deref for WormDocument<'d> {
    type Target = WormHead<'d>;

    fn deref(&self) -> &WormHead<'d> {
        &self.head
    }
}

/// Equal if they say the same, whatever the numbers of their names.
impl PartialEq for WormDocuments {
    fn eq(&self, other: &Self) -> bool {
        self.iter().eq(other.iter())
    }
}

impl PartialEq for WormDocument<'_> {
    fn eq(&self, other: &Self) -> bool {
        self.head == other.head && self.route().eq(other.route()) && self.deliver().eq(other.deliver())
    }
}

impl fmt::Debug for WormDocuments {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl fmt::Debug for WormDocument<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (route, deliver): (Vec<_>, Vec<_>) = (self.route().collect(), self.deliver().collect());
        f.debug_struct("WormDocument")
            .field("head", &self.head)
            .field("route", &route)
            .field("deliver", &deliver)
            .finish()
    }
}
