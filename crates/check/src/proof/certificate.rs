//! Why there is no deadlock, as proof files say it.

use super::numbers::WormNumbers;
use super::routing::LaneNumbers;
use serde::{Deserialize, Serialize};
use strum::VariantNames;
use wormcast_plan::RouteSpace;

/// Why there is no deadlock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize, VariantNames)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Certificate {
    /// Every worm holds less than it waits for, by the numbers.
    Numbering(SchemeCertificate),
    /// The same as long as a worm is a chain; then it goes down a tree, and trees share nothing.
    Trees(SchemeCertificate),
    /// Worms get all their channels before they leave, and hold nothing while they wait: that needs no numbers.
    WholeWorms,
    /// The heads of given worms in an order in which none of them can wait for a later one.
    Ranks(HeadsCertificate),
    /// The same for some heads; for the others, the formula of a deadlock is refuted.
    Refutation(HeadsCertificate),
    /// Every message of a routing asks for lanes of higher numbers than it holds.
    LaneNumbers(LaneNumbers),
    /// Every given worm asks for what has higher numbers than what it holds.
    WormNumbers(WormNumbers),
    /// The same as long as given worms have not split; then they go down trees that share nothing.
    TreeWorms(WormNumbers),
}

impl Certificate {
    /// The name of every kind of certificate, as in the JSON form.
    pub const KINDS: &'static [&'static str] = Self::VARIANTS;

    /// Whether it is about given worms, one by one.
    pub fn is_about_worms(&self) -> bool {
        matches!(self, Self::Ranks(_) | Self::Refutation(_) | Self::WormNumbers(_) | Self::TreeWorms(_))
    }
}

/// Why no heads of given worms are blocked for good.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct HeadsCertificate {
    /// For each worm, plan by plan, and each of its visits (the origin, then the end of each hop): the rank at which it
    /// is known that no head is blocked there for good, because it could only wait for heads of lower ranks. Null if
    /// that is not known, or if nothing is asked for there.
    pub ranks: Vec<Vec<Option<u32>>>,
    /// If heads are left: one for each reach that is possible.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub cases: Vec<CaseCertificate>,
    /// Whether messages that are behind others in buffers which take several whole ones are told apart from those.
    #[serde(default, skip_serializing_if = "is_false")]
    pub places: bool,
}

fn is_false(is_set: &bool) -> bool {
    !is_set
}

/// Messages that are never all where they would have to be, whatever else is in flight: there is no order in which all
/// that is granted to them there can be. For each its number in the formula, and what is granted to it: visits, by
/// their numbers among those of all worms, and parts of their requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct NeverThere(pub Vec<(usize, Vec<(u32, usize)>)>);

/// The same for one reach ⌊(length − 1) / buffer⌋.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseCertificate {
    /// The reach. The last one stands for all greater ones, too.
    pub reach: u32,
    /// More heads that cannot be blocked for good: the number of the visit among those of all worms, and its rank.
    pub ranks: Vec<(u32, u32)>,
    /// The size of the formula, if heads are left: its variables and its clauses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<[usize; 2]>,
    /// States that are models of it, and do not come about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<NeverThere>,
    /// States that are models of it, and no standstills if no other messages are there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alone: Vec<NeverThere>,
    /// Why it has no other model: lemmas that follow by unit propagation, in the text form of DRAT.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub lemmas: String,
    /// Groups of worms whose heads are refuted by themselves, one group after another: heads of a group can only wait
    /// for those of the same group and of those before it. Empty if all heads that are left are refuted together.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub groups: Vec<GroupCertificate>,
}

/// Why no heads of some worms are blocked for good, if none of the groups before are.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct GroupCertificate {
    /// The worms, by their numbers among those of all plans and turns.
    pub worms: Vec<u32>,
    /// The size of the formula: its variables and its clauses.
    pub formula: [usize; 2],
    /// States that are models of it, and do not come about.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub never: Vec<NeverThere>,
    /// States that are models of it, and no standstills if no other messages are there.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub alone: Vec<NeverThere>,
    /// Why it has no other model, as for all heads together.
    pub lemmas: String,
}

/// Why no worms of a route space deadlock, whatever the sources, the destinations, the length of messages and the
/// buffers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemeCertificate {
    /// All routes that the worms can take.
    pub space: RouteSpace<String>,
    /// Into how many parts the virtual channels of a link fall that have numbers of their own: 1; 2 where hops before
    /// and after a worm has crossed the wrap-around are told apart; or as many as there are, where worms name them.
    pub parts: u32,
    /// How many waits the numbers were looked at for.
    pub waits: usize,
    /// The number of each channel and consumption channel that worms hold or wait for outside the trees.
    pub numbers: Vec<Numbered>,
}

/// What has a number: the channel from one node to another (`B#1` for the second of parallel ones), and which part of
/// its virtual channels; or a consumption channel of a node (then there is no other), and which pool of them. Last
/// comes the number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Numbered(pub String, pub Option<String>, pub u32, pub u32);
