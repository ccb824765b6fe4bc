//! The fields of a plan file as they are read: strict, so that an error has its line and column.

use crate::bounds::{BoundedKeys, bounded_list};
use crate::object::Object;
use crate::{ChannelName, Cost, WormDocuments};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::fmt;

/// The fields of a [`PlanDocument`](crate::PlanDocument), one by one: serde forgets the place of what it reads into
/// flattened structs.
#[derive(Deserialize)]
pub(crate) struct Form {
    pub(crate) format: String,
    pub(crate) version: u32,
    pub(crate) topology: String,
    #[serde(default, deserialize_with = "bounded_list")]
    pub(crate) without_nodes: Vec<String>,
    #[serde(default, deserialize_with = "bounded_list")]
    pub(crate) without_links: Vec<Link>,
    #[serde(default, deserialize_with = "bounded_list")]
    pub(crate) without_channels: Vec<ChannelName>,
    pub(crate) scheme: String,
    pub(crate) source: String,
    #[serde(deserialize_with = "bounded_list")]
    pub(crate) destinations: Vec<String>,
    #[serde(default = "one")]
    pub(crate) consumption_classes: u32,
    pub(crate) worms: WormDocuments,
    pub(crate) cost: Object<Cost>,
    #[serde(default, deserialize_with = "bounded_list")]
    pub(crate) claims: Vec<String>,
    #[serde(flatten)]
    pub(crate) extra: Extra,
}

/// The keys of a [`Form`].
const KNOWN: &[&str] = &[
    "format",
    "version",
    "topology",
    "without_nodes",
    "without_links",
    "without_channels",
    "scheme",
    "source",
    "destinations",
    "consumption_classes",
    "worms",
    "cost",
    "claims",
];

/// A form whose unknown keys do not hold more than is read.
pub(crate) struct BoundedForm(pub(crate) Form);

impl<'de> Deserialize<'de> for BoundedForm {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(FormVisitor).map(Self)
    }
}

struct FormVisitor;

impl<'de> Visitor<'de> for FormVisitor {
    type Value = Form;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a plan: an object with `format`, `version`, `topology` and so on")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<Form, A::Error> {
        Form::deserialize(MapAccessDeserializer::new(BoundedKeys::of(map, KNOWN)))
    }
}

pub(crate) fn is_zero(number: &u32) -> bool {
    *number == 0
}

fn one() -> u32 {
    1
}

#[derive(Deserialize)]
#[serde(expecting = "a link: [node, node]")]
pub(crate) struct Link(pub(crate) String, pub(crate) String);

/// The keys that the format does not know, once each: of two values, readers would not agree which one holds.
pub(crate) struct Extra(pub(crate) Map<String, Value>);

impl<'de> Deserialize<'de> for Extra {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ExtraVisitor)
    }
}

struct ExtraVisitor;

impl<'de> Visitor<'de> for ExtraVisitor {
    type Value = Extra;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("keys and values")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Extra, A::Error> {
        let mut extra = Map::new();
        while let Some((key, value)) = map.next_entry::<String, Value>()? {
            if extra.contains_key(&key) {
                return Err(A::Error::custom(format_args!("duplicate field `{key}`")));
            }
            extra.insert(key, value);
        }
        Ok(Extra(extra))
    }
}
