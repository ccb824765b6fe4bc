//! The fields of a plan file as they are read: strict, so that an error has its line and column.

use crate::object::Object;
use crate::{ChannelName, Cost, WormDocument};
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::fmt;

/// The fields of a [`PlanDocument`](crate::PlanDocument), one by one: serde forgets the place of what it reads into
/// flattened structs.
#[derive(Deserialize)]
#[serde(expecting = "a plan: an object with `format`, `version`, `topology` and so on")]
pub(crate) struct Form {
    pub(crate) format: String,
    pub(crate) version: u32,
    pub(crate) topology: String,
    #[serde(default)]
    pub(crate) without_nodes: Vec<String>,
    #[serde(default)]
    pub(crate) without_links: Vec<Link>,
    #[serde(default)]
    pub(crate) without_channels: Vec<ChannelName>,
    pub(crate) scheme: String,
    pub(crate) source: String,
    pub(crate) destinations: Vec<String>,
    #[serde(default = "one")]
    pub(crate) consumption_classes: u32,
    pub(crate) worms: Vec<Object<WormDocument>>,
    pub(crate) cost: Object<Cost>,
    #[serde(default)]
    pub(crate) claims: Vec<String>,
    #[serde(flatten)]
    pub(crate) extra: Extra,
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
