//! Reading worms, hop after hop: none is kept as it stands in the text.

use super::{Head, PackedDelivery, PackedHop, WormDocuments};
use crate::object::Object;
use serde::de::{DeserializeSeed, Error, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer};
use std::fmt;
use std::marker::PhantomData;

impl<'de> Deserialize<'de> for WormDocuments {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let mut worms = Self::default();
        ListOf::<WormObject>(&mut worms, PhantomData).deserialize(deserializer)?;
        Ok(worms)
    }
}

#[derive(Deserialize)]
#[serde(rename_all = "snake_case")]
enum Key {
    Id,
    Origin,
    After,
    Round,
    ConsumptionClass,
    Route,
    Deliver,
    #[serde(other)]
    Unknown,
}

/// A hop as it stands in the text.
#[derive(Deserialize)]
#[serde(expecting = "a hop: [parent or null, from, to] or [parent or null, from, to, number of the channel]")]
struct HopText(Option<u32>, String, String, #[serde(default)] u32);

/// A delivery as it stands in the text.
#[derive(Deserialize)]
struct DeliveryText {
    hop: u32,
    node: String,
}

/// What a list holds: how the next of it is read.
trait Element {
    /// Reads the next one into the worms; none at the end of the list.
    fn next<'de, A: SeqAccess<'de>>(worms: &mut WormDocuments, list: &mut A) -> Result<Option<()>, A::Error>;
}

/// A list that is read into the worms.
struct ListOf<'w, E>(&'w mut WormDocuments, PhantomData<E>);

impl<'de, E: Element> DeserializeSeed<'de> for ListOf<'_, E> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de, E: Element> Visitor<'de> for ListOf<'_, E> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a sequence")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while E::next(self.0, &mut list)?.is_some() {}
        Ok(())
    }
}

impl Element for HopText {
    fn next<'de, A: SeqAccess<'de>>(worms: &mut WormDocuments, list: &mut A) -> Result<Option<()>, A::Error> {
        list.next_element()?.map(|hop| worms.read_hop(hop)).transpose()
    }
}

impl Element for DeliveryText {
    fn next<'de, A: SeqAccess<'de>>(worms: &mut WormDocuments, list: &mut A) -> Result<Option<()>, A::Error> {
        list.next_element()?.map(|Object(delivery)| worms.read_delivery(delivery)).transpose()
    }
}

/// A worm, which is an object.
struct WormObject;

impl Element for WormObject {
    fn next<'de, A: SeqAccess<'de>>(worms: &mut WormDocuments, list: &mut A) -> Result<Option<()>, A::Error> {
        list.next_element_seed(OneWorm(worms))
    }
}

/// A worm that is read into the worms.
struct OneWorm<'w>(&'w mut WormDocuments);

impl<'de> DeserializeSeed<'de> for OneWorm<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for OneWorm<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object {…}")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let Self(worms) = self;
        let mut fields = Fields::default();
        while let Some(key) = map.next_key::<Key>()? {
            match key {
                Key::Id => once(&mut fields.id, "id", || map.next_value())?,
                Key::Origin => once(&mut fields.origin, "origin", || map.next_value())?,
                Key::After => once(&mut fields.after, "after", || map.next_value())?,
                Key::Round => once(&mut fields.round, "round", || map.next_value())?,
                Key::ConsumptionClass => {
                    once(&mut fields.consumption_class, "consumption_class", || map.next_value())?;
                }
                Key::Route => {
                    once(&mut fields.route, "route", || map.next_value_seed(ListOf::<HopText>(worms, PhantomData)))?;
                }
                Key::Deliver => {
                    let list = || map.next_value_seed(ListOf::<DeliveryText>(worms, PhantomData));
                    once(&mut fields.deliver, "deliver", list)?;
                }
                Key::Unknown => {
                    map.next_value::<IgnoredAny>()?;
                }
            }
        }
        fields.into_head(worms).map(|head| worms.heads.push(head))
    }
}

/// The fields of a worm that have been read.
#[derive(Default)]
struct Fields {
    id: Option<u32>,
    origin: Option<String>,
    after: Option<Option<u32>>,
    round: Option<u32>,
    consumption_class: Option<u32>,
    route: Option<()>,
    deliver: Option<()>,
}

/// Reads a field that may be there once.
fn once<T, E: Error>(field: &mut Option<T>, name: &'static str, read: impl FnOnce() -> Result<T, E>) -> Result<(), E> {
    if field.is_some() {
        return Err(E::duplicate_field(name));
    }
    *field = Some(read()?);
    Ok(())
}

impl Fields {
    /// The head of a worm whose hops and deliveries have been read.
    fn into_head<E: Error>(self, worms: &mut WormDocuments) -> Result<Head, E> {
        let id = self.id.ok_or_else(|| E::missing_field("id"))?;
        let origin = self.origin.ok_or_else(|| E::missing_field("origin"))?;
        let round = self.round.ok_or_else(|| E::missing_field("round"))?;
        self.route.ok_or_else(|| E::missing_field("route"))?;
        self.deliver.ok_or_else(|| E::missing_field("deliver"))?;
        Ok(Head {
            id,
            origin: worms.numbered(&origin)?,
            after: self.after.flatten(),
            round,
            consumption_class: self.consumption_class.unwrap_or(0),
            hops: worms.hops.len(),
            deliveries: worms.deliveries.len(),
        })
    }
}

impl WormDocuments {
    fn numbered<E: Error>(&mut self, name: &str) -> Result<u32, E> {
        self.names.number(name).ok_or_else(|| E::custom("there are more different names than 2^32"))
    }

    fn read_hop<E: Error>(&mut self, hop: HopText) -> Result<(), E> {
        let HopText(parent, from, to, number) = hop;
        let (from, to) = (self.numbered(&from)?, self.numbered(&to)?);
        self.hops.push(PackedHop { parent, from, to, number });
        Ok(())
    }

    fn read_delivery<E: Error>(&mut self, delivery: DeliveryText) -> Result<(), E> {
        let node = self.numbered(&delivery.node)?;
        self.deliveries.push(PackedDelivery { hop: delivery.hop, node });
        Ok(())
    }
}
