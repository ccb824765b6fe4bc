//! A plan in compact form before anything in it is believed: what [`wormcast_plan::Worms`] would be, with holes.

use crate::Counts;
use crate::names::Names;
use std::collections::HashMap;
use std::ops::Range;
use wormcast_plan::{HopDocument, PlanDocument, WormDocument};
use wormcast_topology::{ChannelId, Graph, NodeId, Topology};

/// A plan file with its names looked up.
pub(crate) struct Draft<'d> {
    pub topology: &'d dyn Topology,
    pub source: Option<NodeId>,
    /// The known destinations without the source, in the order of their numbers, once each.
    pub destinations: Vec<NodeId>,
    document: &'d PlanDocument,
    records: Vec<Record>,
    hops: Vec<DraftHop>,
    deliveries: Vec<Option<NodeId>>,
}

struct Record {
    origin: Option<NodeId>,
    after: After,
    hops: Range<usize>,
    deliveries: Range<usize>,
}

/// The worm that another one starts after.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum After {
    /// None is named.
    Nothing,
    /// The worm at this place.
    Worm(u32),
    /// The worm of this number, which does not exist.
    Missing(u32),
}

/// A hop, as far as it makes sense.
#[derive(Clone, Copy, Debug)]
pub(crate) struct DraftHop {
    pub parent: Parent,
    pub from: Option<NodeId>,
    pub to: Option<NodeId>,
    pub channel: Option<ChannelId>,
    /// Hops from the origin, this one included; none behind a broken parent.
    pub depth: Option<u32>,
}

/// What a hop hangs from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Parent {
    Origin,
    /// An earlier hop of the worm.
    Hop(u32),
    /// No earlier hop.
    Broken(u32),
}

/// A worm of a draft.
#[derive(Clone, Copy)]
pub(crate) struct DraftWorm<'a> {
    /// Its place in the list of worms.
    pub place: u32,
    /// What the file says.
    pub document: WormDocument<'a>,
    pub origin: Option<NodeId>,
    pub after: After,
    pub hops: &'a [DraftHop],
    /// The nodes of its deliveries, in the order of the file.
    pub deliveries: &'a [Option<NodeId>],
}

impl<'d> Draft<'d> {
    pub(crate) fn of(document: &'d PlanDocument, names: &Names<'_>, topology: &'d dyn Topology) -> Self {
        let source = names.node(&document.source);
        let known = document.destinations.iter().filter_map(|name| names.node(name));
        let mut destinations: Vec<_> = known.filter(|&node| Some(node) != source).collect();
        destinations.sort_unstable();
        destinations.dedup();
        let mut draft = Self {
            topology,
            source,
            destinations,
            document,
            records: Vec::with_capacity(document.worms.len()),
            hops: Vec::new(),
            deliveries: Vec::new(),
        };
        let places = places(document);
        for worm in document.worms.iter() {
            let after = match worm.after {
                None => After::Nothing,
                Some(id) => places.get(&id).map_or(After::Missing(id), |&place| After::Worm(place)),
            };
            draft.add(worm, after, names);
        }
        draft
    }

    fn add(&mut self, worm: WormDocument<'_>, after: After, names: &Names<'_>) {
        let (first_hop, first_delivery) = (self.hops.len(), self.deliveries.len());
        for hop in worm.route() {
            let draft = DraftHop::of(hop, &self.hops[first_hop..], names, self.topology.graph());
            self.hops.push(draft);
        }
        self.deliveries.extend(worm.deliver().map(|delivery| names.node(delivery.node)));
        self.records.push(Record {
            origin: names.node(worm.origin),
            after,
            hops: first_hop..self.hops.len(),
            deliveries: first_delivery..self.deliveries.len(),
        });
    }

    pub(crate) fn counts(&self) -> Counts {
        Counts {
            destinations: self.document.destinations.len(),
            worms: self.records.len(),
            hops: self.hops.len(),
            deliveries: self.deliveries.len(),
        }
    }

    pub(crate) fn worm(&self, place: u32) -> DraftWorm<'_> {
        let record = &self.records[place as usize];
        DraftWorm {
            place,
            document: self.document.worms.get(place as usize),
            origin: record.origin,
            after: record.after,
            hops: &self.hops[record.hops.clone()],
            deliveries: &self.deliveries[record.deliveries.clone()],
        }
    }

    pub(crate) fn worms(&self) -> impl Iterator<Item = DraftWorm<'_>> {
        (0..self.records.len() as u32).map(|place| self.worm(place))
    }

    /// The worm whose delivery lets this one start; none at the source, where the message is at first.
    pub(crate) fn starts_after(&self, worm: DraftWorm<'_>) -> Option<u32> {
        match worm.after {
            After::Worm(place) if worm.origin != self.source => Some(place),
            _ => None,
        }
    }

    pub(crate) fn name(&self, node: NodeId) -> String {
        crate::words::shown(&self.topology.node_name(node))
    }
}

impl DraftHop {
    fn of(hop: HopDocument<'_>, before: &[Self], names: &Names<'_>, graph: &Graph) -> Self {
        let (from, to) = (names.node(hop.1), names.node(hop.2));
        let parent = match hop.0 {
            None => Parent::Origin,
            Some(parent) if (parent as usize) < before.len() => Parent::Hop(parent),
            Some(parent) => Parent::Broken(parent),
        };
        let depth = match parent {
            Parent::Origin => Some(1),
            Parent::Hop(parent) => before[parent as usize].depth.map(|depth| depth + 1),
            Parent::Broken(_) => None,
        };
        let channel = from.zip(to).and_then(|(from, to)| graph.numbered(from, to, hop.3));
        Self { parent, from, to, channel, depth }
    }
}

/// The first place of each worm's number.
fn places(document: &PlanDocument) -> HashMap<u32, u32> {
    let mut places = HashMap::with_capacity(document.worms.len());
    for (place, worm) in document.worms.iter().enumerate() {
        places.entry(worm.id).or_insert(place as u32);
    }
    places
}
