//! What the judge found.

use crate::Violation;
use serde::{Serialize, Serializer};
use serde_json::{Value, json};
use std::collections::BTreeMap;
use std::fmt;
use wormcast_plan::{ChannelWeight, ChannelWeights, Claim, Criterion, FirstHop};

/// How many violations of one kind are listed; the others are counted.
pub const MAX_VIOLATIONS_PER_KIND: usize = 100;

/// What is wrong with a plan, and what was verified.
///
/// As JSON: `{"valid", "faults": [{"kind", "message", …}], "unlisted": [{"kind", "count"}], "counts": {…},
/// "verified": [claims], "unverified": [claims], "proved": {…}}`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
#[must_use = "a report says whether the plan is valid"]
pub struct Report {
    /// The violations, at most [`MAX_VIOLATIONS_PER_KIND`] of a kind.
    pub violations: Vec<Violation>,
    /// How many more there are, by kind.
    pub unlisted: Vec<Unlisted>,
    /// How much was judged.
    pub counts: Counts,
    /// The claims that the plan makes and that hold.
    pub verified: Vec<Claim>,
    /// What the plan claims and the judge does not know how to verify. It is no violation, and means nothing.
    pub unverified: Vec<String>,
    /// What the plan's certificate proves, if it carries one that holds.
    pub proved: Option<Proved>,
    /// How many header flits the plan's worms have, if it carries headers and they reproduce the routes.
    pub header_flits: Option<u64>,
    /// How many violations of each kind were found.
    found: BTreeMap<&'static str, u64>,
}

/// Violations that were found and are not listed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Unlisted {
    /// Their kind: one of [`Violation::KINDS`].
    pub kind: &'static str,
    /// How many there are.
    pub count: u64,
}

/// What a certificate proves.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(untagged)]
pub enum Proved {
    /// Something about multicast stars.
    Star(ProvedStar),
    /// Something about trees.
    Tree(ProvedTree),
    /// How many trees can be apart.
    Packing(ProvedPacking),
    /// How many virtual channels a tree needs beside given routes.
    Layers(ProvedLayers),
}

impl Proved {
    /// How much of what it counts the plan has.
    pub fn value(&self) -> u64 {
        match self {
            Self::Star(star) => star.value,
            Self::Tree(tree) => tree.value,
            Self::Packing(packing) => packing.value,
            Self::Layers(layers) => layers.value,
        }
    }

    /// How much of it every such plan has at least; of trees that are apart, at most.
    pub fn bound(&self) -> u64 {
        match self {
            Self::Star(star) => star.bound,
            Self::Tree(tree) => tree.bound,
            Self::Packing(packing) => packing.bound,
            Self::Layers(layers) => layers.bound,
        }
    }

    /// Whether these are equal: no plan is better.
    pub fn is_optimal(&self) -> bool {
        self.value() == self.bound()
    }
}

/// How little a plan weighs, and that no plan weighs less than a bound.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProvedTree {
    /// What channels weigh.
    pub weight: ChannelWeight,
    /// The weights of all channels.
    pub weights: ChannelWeights,
    /// What all channels of the plan weigh together, in parts.
    pub value: u64,
    /// What every plan for these destinations weighs at least.
    pub bound: u64,
}

impl ProvedTree {
    /// As plans tell it under `optimality`.
    pub(crate) fn told(&self) -> Value {
        self.weights.optimality(&self.weight, self.value, self.bound, self.value == self.bound)
    }
}

impl Serialize for ProvedTree {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.told().serialize(serializer)
    }
}

/// How many trees away from the source share no channel, and how many such trees there are at most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ProvedPacking {
    /// For how many the plan is made; there are so many, from the source to all nodes.
    pub value: u64,
    /// How many channels lead across a cut; so many trees there are at most.
    pub bound: u64,
}

impl ProvedPacking {
    /// As plans tell it under `optimality`.
    pub(crate) fn told(self) -> Value {
        let Self { value, bound } = self;
        json!({"maximizes": "trees", "value": value, "upper_bound": bound, "exact": value == bound})
    }
}

impl Serialize for ProvedPacking {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.told().serialize(serializer)
    }
}

impl fmt::Display for ProvedPacking {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { value, bound } = *self;
        let trees =
            if value == 1 { "1 tree leads".to_owned() } else { format!("{value} trees without common channels lead") };
        let most = if value == bound { "no more can".to_owned() } else { format!("at most {bound} can") };
        write!(f, "{trees} from the source to all nodes, and {most}: so many channels lead across a cut")
    }
}

/// How little a plan has of something, and that no star has less than a bound.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProvedStar {
    /// What is little.
    pub minimizes: Criterion,
    /// Among which stars: those whose worms leave the source by the labels' routing, or by any port.
    pub first_hop: FirstHop,
    /// How much of it the plan has.
    pub value: u64,
    /// How much every star has at least.
    pub bound: u64,
    /// Whether these are equal: no star is better than the plan.
    pub optimal: bool,
}

/// How much was judged.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Counts {
    /// Destinations, as listed.
    pub destinations: usize,
    /// Worms.
    pub worms: usize,
    /// Hops, over all worms.
    pub hops: usize,
    /// Deliveries, over all worms.
    pub deliveries: usize,
}

impl fmt::Display for Proved {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Star(star) => star.fmt(f),
            Self::Tree(tree) => tree.fmt(f),
            Self::Packing(packing) => packing.fmt(f),
            Self::Layers(layers) => layers.fmt(f),
        }
    }
}

/// In which virtual channel a tree is beside given routes, counted from 1, and that no lower one has a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
pub struct ProvedLayers {
    /// The virtual channel of the plan, counted from 1.
    pub value: u64,
    /// The first one that may have a tree.
    pub bound: u64,
}

impl fmt::Display for ProvedLayers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.bound.saturating_sub(2) {
            0 => f.write_str("no tree in virtual channel 0 fits the routes that the plan is beside"),
            last => write!(f, "no tree in virtual channels 0 to {last} fits the routes that the plan is beside"),
        }
    }
}

impl fmt::Display for ProvedTree {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (value, bound, unit) = (self.weights.told(self.value), self.weights.told(self.bound), self.weight.unit());
        match self.value == self.bound {
            true => write!(f, "no tree has less than its {bound} {unit}"),
            false => write!(f, "no tree has less than {bound} {unit}; it has {value}"),
        }
    }
}

impl fmt::Display for ProvedStar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let what = match self.minimizes {
            Criterion::Channels => "channels",
            Criterion::LongestPath => "channels on the longest path",
        };
        let star = match self.first_hop {
            FirstHop::Routing => "no star that leaves by R",
            FirstHop::Free => "no star",
        };
        match self.optimal {
            true => write!(f, "{star} has less than its {} {what}", self.value),
            false => write!(f, "{star} has less than {} {what}; it has {}", self.bound, self.value),
        }
    }
}

impl Report {
    /// Whether nothing is wrong.
    pub fn is_valid(&self) -> bool {
        self.violations.is_empty()
    }

    /// How many violations there are, listed or not.
    pub fn violation_count(&self) -> u64 {
        self.found.values().sum()
    }

    pub(crate) fn add(&mut self, violation: Violation) {
        let kind = violation.kind();
        let found = self.found.entry(kind).or_default();
        *found += 1;
        if *found <= MAX_VIOLATIONS_PER_KIND as u64 {
            return self.violations.push(violation);
        }
        match self.unlisted.iter_mut().find(|unlisted| unlisted.kind == kind) {
            Some(unlisted) => unlisted.count += 1,
            None => self.unlisted.push(Unlisted { kind, count: 1 }),
        }
    }
}

impl Serialize for Report {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        #[derive(Serialize)]
        struct Entry<'a> {
            #[serde(flatten)]
            violation: &'a Violation,
            message: String,
        }
        #[derive(Serialize)]
        struct Form<'a> {
            valid: bool,
            #[serde(rename = "faults")]
            violations: Vec<Entry<'a>>,
            unlisted: &'a [Unlisted],
            counts: Counts,
            verified: &'a [Claim],
            unverified: &'a [String],
            #[serde(skip_serializing_if = "Option::is_none")]
            proved: Option<Proved>,
            #[serde(skip_serializing_if = "Option::is_none")]
            header_flits: Option<u64>,
        }
        let violations =
            self.violations.iter().map(|violation| Entry { violation, message: violation.to_string() }).collect();
        let Self { unlisted, counts, verified, unverified, proved, header_flits, .. } = self;
        Form {
            valid: self.is_valid(),
            violations,
            unlisted,
            counts: *counts,
            verified,
            unverified,
            proved: proved.clone(),
            header_flits: *header_flits,
        }
        .serialize(serializer)
    }
}
