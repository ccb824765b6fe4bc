//! Writing worms, one after another.

use super::{DeliveryDocument, HopDocument, WormDocument, WormDocuments, WormHead};
use crate::form::is_zero;
use crate::view::Each;
use serde::ser::SerializeSeq;
use serde::{Serialize, Serializer};

/// The fields of a worm as they are written; route and deliveries may be put into words on the way.
#[derive(Serialize)]
pub(crate) struct WormForm<'a, R: Serialize, D: Serialize> {
    id: u32,
    origin: &'a str,
    after: Option<u32>,
    round: u32,
    #[serde(skip_serializing_if = "is_zero")]
    consumption_class: u32,
    route: R,
    deliver: D,
}

impl<'a, R: Serialize, D: Serialize> WormForm<'a, R, D> {
    pub(crate) fn new(head: WormHead<'a>, route: R, deliver: D) -> Self {
        let WormHead { id, origin, after, round, consumption_class } = head;
        Self { id, origin, after, round, consumption_class, route, deliver }
    }
}

impl Serialize for WormDocuments {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_seq(self.iter())
    }
}

impl Serialize for WormDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let (route, deliver) = (Each(|| self.route()), Each(|| self.deliver()));
        WormForm::new(self.head, route, deliver).serialize(serializer)
    }
}

impl Serialize for HopDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        let Self(parent, from, to, number) = self;
        let mut list = serializer.serialize_seq(Some(if *number == 0 { 3 } else { 4 }))?;
        list.serialize_element(parent)?;
        list.serialize_element(from)?;
        list.serialize_element(to)?;
        if *number != 0 {
            list.serialize_element(number)?;
        }
        list.end()
    }
}

impl Serialize for DeliveryDocument<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Delivery<'a> {
            hop: u32,
            node: &'a str,
        }
        Delivery { hop: self.hop, node: self.node }.serialize(serializer)
    }
}
