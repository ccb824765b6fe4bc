//! The JSON form of a proof.

use super::numbers::WormNumbers;
use super::routing::{LaneNumbers, RoutesFound, RoutingStatement};
use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use wormcast_model::{Delays, RouterPolicies, WorkloadStatement};
use wormcast_plan::{NetworkSpec, PlanDocument, RouteSpace, VcRule};

/// The value of `format` in a proof file.
pub const PROOF_FORMAT: &str = "wormcast-proof";
/// The version of the format that is written and read.
pub const PROOF_VERSION: u32 = 1;

/// What every answer takes for granted about nodes, but for the dependences that its statement names.
pub const NODES_TAKE_IN: &str = "destinations take messages in, but for the dependences of the statement";

/// Whether worms can deadlock.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Answer {
    /// They cannot; the certificate says why.
    DeadlockFree,
    /// They can; the counterexample says how.
    Deadlock,
    /// Not found out; the reason says why.
    Unknown,
}

/// A proof file.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct ProofDocument {
    /// [`PROOF_FORMAT`].
    pub format: String,
    /// [`PROOF_VERSION`].
    pub version: u32,
    /// What came out.
    pub answer: Answer,
    /// The network, with its faults.
    #[serde(flatten)]
    pub network: NetworkSpec,
    /// The SHA-256 of the file that describes the network, if one does, in hexadecimal digits.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub topology_sha256: Option<String>,
    /// What the answer is about.
    pub statement: Statement,
    /// Why there is no deadlock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub certificate: Option<Certificate>,
    /// A deadlock.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub counterexample: Option<Counterexample>,
    /// Why the answer is not known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// What an answer that there is no deadlock takes for granted ([`NODES_TAKE_IN`]).
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub assumes: Option<String>,
    /// What was found about routes, if the answer is about some.
    #[serde(default, flatten, skip_serializing_if = "Option::is_none")]
    pub routes: Option<RoutesFound>,
}

/// What an answer is about.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "about", rename_all = "kebab-case")]
pub enum Statement {
    /// Given plans, any of whose worms may be in flight together.
    Workload(WorkloadStatement),
    /// A scheme on a network: all sources, all destination sets, all message lengths.
    Scheme(SchemeStatement),
    /// A routing of unicasts: all sources, all destinations, all message lengths.
    Routing(RoutingStatement),
}

/// The scheme whose worms take the network's own routes.
const OWN_ROUTES: &str = "unicast";

/// A statement about a scheme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemeStatement {
    /// The name of the scheme.
    pub scheme: String,
    /// The consumption channels per node; none: as many as there are channels, so that nobody waits for one.
    pub consumption: Option<NonZeroU32>,
    /// The virtual channels a channel.
    pub virtual_channels: NonZeroU32,
    /// Which of them a hop takes.
    #[serde(default, skip_serializing_if = "is_dateline")]
    pub vc_rule: VcRule,
    /// Whether unicast messages between all nodes may be in flight too.
    pub with_unicast: bool,
    /// The scheme by which they go, with its options behind it as on the command line (`single-tree --root 0,0`); none:
    /// on the network's own routes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unicast_scheme: Option<String>,
    /// Whether a deadlock counts that takes routers which lag.
    #[serde(default = "Delays::equal")]
    pub delays: Delays,
    /// The options of the scheme that were set, as on the command line: `--root`, `0,0`, ….
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The files of plans that may be in flight too, each any number of times.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<String>,
    /// The routings and tables whose messages may be in flight too: each by its name, or a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<String>,
    /// The length of messages in flits; none: every length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<NonZeroU32>,
    /// The flits that a channel's buffer holds; none: every size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buffer: Option<NonZeroU32>,
    /// What routers do.
    #[serde(flatten)]
    pub policies: RouterPolicies,
}

fn is_dateline(rule: &VcRule) -> bool {
    *rule == VcRule::Dateline
}

impl SchemeStatement {
    /// The statement about a scheme with consumption channels for all, one virtual channel, no other messages, and no
    /// options set.
    pub fn about(scheme: impl Into<String>) -> Self {
        Self {
            scheme: scheme.into(),
            consumption: None,
            virtual_channels: NonZeroU32::MIN,
            vc_rule: VcRule::default(),
            with_unicast: false,
            unicast_scheme: None,
            delays: Delays::default(),
            options: Vec::new(),
            plans: Vec::new(),
            routes: Vec::new(),
            length: None,
            buffer: None,
            policies: RouterPolicies::default(),
        }
    }

    /// The same question about given plans of the scheme, each of which is sent once.
    pub fn about_plans(&self) -> WorkloadStatement {
        let once = WorkloadStatement::once(self.length, self.buffer, self.virtual_channels);
        WorkloadStatement { consumption: self.consumption, delays: self.delays, ..once }.under(self.policies)
    }

    /// The same with unicasts between all nodes in flight too, by the scheme of this name.
    #[must_use]
    pub fn beside(self, unicast_scheme: impl Into<String>) -> Self {
        let name = unicast_scheme.into();
        Self { with_unicast: true, unicast_scheme: (name != OWN_ROUTES).then_some(name), ..self }
    }

    /// The scheme by which unicasts go that are in flight too, and its options as words, if there are any.
    pub fn unicasts(&self) -> Option<(&str, impl Iterator<Item = &str>)> {
        let mut words = self.unicast_scheme.as_deref().unwrap_or(OWN_ROUTES).split_whitespace();
        let name = words.next().unwrap_or_default();
        self.with_unicast.then_some((name, words))
    }

    /// The name of the scheme by which unicasts go that are in flight too, if there are any.
    pub fn unicast_name(&self) -> Option<&str> {
        self.unicasts().map(|(name, _)| name)
    }
}

impl Certificate {
    /// Whether it is about given worms, one by one.
    pub fn is_about_worms(&self) -> bool {
        matches!(self, Self::Ranks(_) | Self::Refutation(_) | Self::WormNumbers(_) | Self::TreeWorms(_))
    }
}

/// Why there is no deadlock.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
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
}

/// The same for one reach ⌊(length − 1) / buffer⌋.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct CaseCertificate {
    /// The reach. The last one stands for all greater ones, too.
    pub reach: u32,
    /// More heads that cannot be blocked for good: the number of the visit among those of all worms, and its rank.
    pub ranks: Vec<(u32, u32)>,
    /// The size of the formula, if heads are left: its variables and its clauses.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub formula: Option<[usize; 2]>,
    /// Why it has no model: lemmas that follow by unit propagation, in the text form of DRAT.
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
    /// Why it has no model, as for all heads together.
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

/// A deadlock, and how to come into it: an engine that runs the plans from these starts stops in it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Counterexample {
    /// The plans; none if the statement names them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<PlanDocument>,
    /// When each plan starts, in nanoseconds.
    pub starts_ns: Vec<u64>,
    /// The length of messages in flits.
    pub length: u32,
    /// The flits that a channel's buffer holds.
    pub buffer: u32,
    /// The channels that are held up on the way into it.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub stalls: Vec<StallTold>,
    /// The worms that wait for each other: each for the next, and the last for the first.
    pub worms: Vec<BlockedWorm>,
    /// If the statement names plans: what of them is sent, for each start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub parts: Vec<Part>,
}

/// A channel that is held up for a while, or one of its virtual channels: nobody gets it, and no head that has crossed
/// it goes on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct StallTold {
    /// The name of the channel, `A>B`.
    pub channel: String,
    /// The virtual channel; none: all of them.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub virtual_channel: Option<u32>,
    /// From when on, in nanoseconds.
    pub from_ns: u64,
    /// For how long.
    pub for_ns: u64,
}

/// A plan of a statement, or one of its worms.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Part {
    /// The number of the plan, from 0.
    pub plan: usize,
    /// The worm that is sent alone; none if the whole plan is sent.
    pub worm: Option<u32>,
}

/// A worm of a deadlock.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct BlockedWorm {
    /// The number of its plan, from 0.
    pub plan: usize,
    /// Its number in the plan.
    pub worm: u32,
    /// The node where its head is stuck.
    pub at: String,
    /// All that it holds, in visiting order.
    pub holds: Vec<Named>,
    /// What it asks for, all at once.
    pub waits_for: Vec<Named>,
}

/// Something that worms hold: a channel from one node to another (`B#1` for the second of parallel ones), and which of
/// its virtual channels; or a consumption channel of a node (then there is no other), and which pool of them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Named(pub String, pub Option<String>, pub u32);
