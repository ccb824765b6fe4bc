//! The shape of a plan file, for reading: strict about what a plan needs, so that an error has its line and column.

use crate::{
    ChannelName, Cost, DeliveryDocument, DocumentError, FORMAT, MAX_UNKNOWN, NetworkSpec, PlanDocument, WormDocument,
    by_hand::ByHand, document::is_read, unknown_bytes,
};
use serde::de::value::MapAccessDeserializer;
use serde::de::{Error, MapAccess, Visitor};
use serde::{Deserialize, Deserializer};
use serde_json::{Map, Value};
use std::fmt;
use std::marker::PhantomData;

impl PlanDocument {
    /// Reads the text of a plan file. O(length) time and memory, whatever stands in it. Of a plan by hand, which has no
    /// `format`, only the network and the routes are needed: all that follows from them is filled in.
    ///
    /// ```
    /// use wormcast_plan::PlanDocument;
    /// let error = PlanDocument::parse(br#"{"format": "wormcast-plan", "version": 1, "topology": 8}"#).unwrap_err();
    /// let problem = "not a plan: invalid type: integer `8`, expected a string at line 1 column 55";
    /// assert_eq!(error.to_string(), problem);
    /// ```
    ///
    /// # Errors
    /// Not JSON of the shape of a plan, or of another format or version.
    pub fn parse(text: &[u8]) -> Result<Self, DocumentError> {
        if unknown_bytes(text, &KNOWN) > MAX_UNKNOWN {
            let problem = format!("its unknown keys hold more than the {MAX_UNKNOWN} bytes that are read");
            return Err(serde_json::Error::custom(problem).into());
        }
        if ByHand::is_meant(text) {
            return Ok(serde_json::from_slice::<ByHand>(text)?.fill()?);
        }
        let Header { format, version } = match serde_json::from_slice::<Self>(text) {
            Ok(document) if document.format == FORMAT && is_read(document.version) => return Ok(document),
            Ok(document) => Header { format: document.format, version: document.version },
            // A file of another format or version rarely has our shape: what it is says more than where it differs.
            Err(error) => match serde_json::from_slice::<Header>(text) {
                Ok(header) if header.format != FORMAT || !is_read(header.version) => header,
                _ => return Err(error.into()),
            },
        };
        Err(DocumentError::Format { format, version })
    }
}

/// The keys whose values are not kept as trees.
const KNOWN: [&str; 5] = ["worms", "destinations", "without_nodes", "without_links", "without_channels"];

/// What every file of ours begins with.
#[derive(Deserialize)]
struct Header {
    format: String,
    version: u32,
}

/// The fields of a [`PlanDocument`], one by one: serde forgets the place of what it reads into flattened structs.
#[derive(Deserialize)]
#[serde(expecting = "a plan: an object with `format`, `version`, `topology` and so on")]
pub(crate) struct Form {
    format: String,
    version: u32,
    topology: String,
    #[serde(default)]
    without_nodes: Vec<String>,
    #[serde(default)]
    without_links: Vec<Link>,
    #[serde(default)]
    without_channels: Vec<ChannelName>,
    scheme: String,
    source: String,
    destinations: Vec<String>,
    #[serde(default = "one")]
    consumption_classes: u32,
    worms: Vec<Object<WormDocument>>,
    cost: Object<Cost>,
    #[serde(default)]
    claims: Vec<String>,
    #[serde(flatten)]
    extra: Extra,
}

fn one() -> u32 {
    1
}

#[derive(Deserialize)]
#[serde(expecting = "a link: [node, node]")]
struct Link(String, String);

impl From<Form> for PlanDocument {
    fn from(form: Form) -> Self {
        let without_links = form.without_links.into_iter().map(|Link(a, b)| (a, b)).collect();
        let network = NetworkSpec {
            topology: form.topology,
            without_nodes: form.without_nodes,
            without_links,
            without_channels: form.without_channels,
        };
        Self {
            format: form.format,
            version: form.version,
            network,
            scheme: form.scheme,
            source: form.source,
            destinations: form.destinations,
            consumption_classes: form.consumption_classes,
            worms: form.worms.into_iter().map(|Object(worm)| worm).collect(),
            cost: form.cost.0,
            claims: form.claims,
            extra: form.extra.0,
        }
    }
}

/// Reads the deliveries of a worm.
pub(crate) fn deliveries<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<DeliveryDocument>, D::Error> {
    let deliveries = Vec::<Object<DeliveryDocument>>::deserialize(deserializer)?;
    Ok(deliveries.into_iter().map(|Object(delivery)| delivery).collect())
}

/// A struct that is written as an object. Left alone, serde also reads an array of the fields in their order.
struct Object<T>(T);

impl<'de, T: Deserialize<'de>> Deserialize<'de> for Object<T> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        deserializer.deserialize_map(ObjectVisitor(PhantomData)).map(Self)
    }
}

struct ObjectVisitor<T>(PhantomData<T>);

impl<'de, T: Deserialize<'de>> Visitor<'de> for ObjectVisitor<T> {
    type Value = T;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("an object {…}")
    }

    fn visit_map<A: MapAccess<'de>>(self, map: A) -> Result<T, A::Error> {
        T::deserialize(MapAccessDeserializer::new(map))
    }
}

/// The keys that the format does not know, once each: of two values, readers would not agree which one holds.
struct Extra(Map<String, Value>);

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
