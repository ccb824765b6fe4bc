//! What can be wrong with a plan.

use crate::words::{did_you_mean, list_cycle, shown};
use crate::{CostName, Place};
use serde::Serialize;
use strum::{IntoStaticStr, VariantNames};
use thiserror::Error;
use wormcast_plan::{FORMAT, MAX_CONSUMPTION_CLASSES, VERSION};

/// One thing that is wrong with a plan. `worm` is a place in the list of worms, from 0, and `hop` a place in the
/// worm's route; nodes stand with the names that the plan gives them, shortened when they are very long.
///
/// As JSON: the fields, and `kind`.
#[derive(Clone, Debug, PartialEq, Eq, Error, Serialize, IntoStaticStr, VariantNames)]
#[serde(tag = "kind", rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case")]
pub enum Violation {
    /// The text is not JSON, or not of the shape of a plan.
    #[error("{problem}")]
    Unreadable {
        /// What is wrong, with line and column.
        problem: String,
    },
    /// Another format, or a version that is not read.
    #[error("the format is `{format}` version {version}; expected `{FORMAT}` version 1 to {VERSION}")]
    WrongFormat {
        /// What the plan states.
        format: String,
        /// What the plan states.
        version: u32,
    },
    /// A name that no node has. Reported once a name, where it first stands.
    #[error("{place} is `{name}`, which is no node: {expected}{}", did_you_mean(.nearest))]
    UnknownNode {
        /// Where the name first stands.
        place: Place,
        /// The name.
        name: String,
        /// What nodes are called.
        expected: String,
        /// The nearest name that exists, where there is a near one.
        nearest: Option<String>,
    },
    /// Nobody to send to.
    #[error("there are no destinations; at least one is needed")]
    NoDestinations,
    /// The source would send to itself.
    #[error("the source {node} is among the destinations")]
    SourceAmongDestinations {
        /// The source.
        node: String,
    },
    /// A destination stands more than once in the list.
    #[error("the destination {node} is listed again at place {index}")]
    RepeatedDestination {
        /// The destination.
        node: String,
        /// The place in the list where it stands again, from 0.
        index: usize,
    },
    /// A worm's number is not its place.
    #[error("the worm at place {worm} has the number {id}; worms are numbered in order, from 0")]
    WormNumber {
        /// Its place.
        worm: u32,
        /// Its number.
        id: u32,
    },
    /// A worm goes on through an endpoint, which forwards nothing.
    #[error("hop {hop} of worm {worm} leaves {node}, an endpoint that the worm has come to; endpoints forward nothing")]
    ThroughEndpoint {
        /// The worm.
        worm: u32,
        /// The hop that leaves the endpoint.
        hop: u32,
        /// The endpoint.
        node: String,
    },
    /// A hop has a number, which plans of version 1 do not have.
    #[error("hop {hop} of worm {worm} has the number {number}; hops have numbers from version 2 on")]
    NumberInVersion1 {
        /// The worm.
        worm: u32,
        /// The hop.
        hop: u32,
        /// Its number.
        number: u32,
    },
    /// Two worms have one number.
    #[error("the worm at place {worm} has the number {id}, which the worm at place {first} has")]
    RepeatedWormNumber {
        /// Its place.
        worm: u32,
        /// Its number.
        id: u32,
        /// The place of the first worm with this number.
        first: u32,
    },
    /// A worm goes nowhere.
    #[error("worm {worm} has no hops")]
    NoHops {
        /// The worm.
        worm: u32,
    },
    /// A worm has hops, and delivers to nobody.
    #[error("worm {worm} delivers to nobody")]
    NoDeliveries {
        /// The worm.
        worm: u32,
    },
    /// A hop's parent is not an earlier hop of the worm.
    #[error("worm {worm}: hop {hop} hangs from hop {parent}, which does not come before it")]
    ParentNotBefore {
        /// The worm.
        worm: u32,
        /// The hop.
        hop: u32,
        /// The parent that it names.
        parent: u32,
    },
    /// A hop takes a channel that does not exist.
    #[error("worm {worm}: hop {hop} goes from {from} to {to}, and the network has no such channel")]
    NotAChannel {
        /// The worm.
        worm: u32,
        /// The hop.
        hop: u32,
        /// The node that it leaves.
        from: String,
        /// The node that it enters.
        to: String,
    },
    /// A hop does not leave the node where its parent arrives (without a parent: the origin).
    #[error("worm {worm}: hop {hop} leaves {from}, but the worm is at {at} then")]
    NotConnected {
        /// The worm.
        worm: u32,
        /// The hop.
        hop: u32,
        /// The node that it leaves.
        from: String,
        /// The node where its parent arrives.
        at: String,
    },
    /// A worm takes a channel twice.
    #[error("worm {worm}: hop {hop} takes the channel from {from} to {to}, which hop {first} has taken")]
    ChannelTwice {
        /// The worm.
        worm: u32,
        /// The hop.
        hop: u32,
        /// The first hop on this channel.
        first: u32,
        /// The node that the channel leaves.
        from: String,
        /// The node that the channel enters.
        to: String,
    },
    /// A branch ends where nothing is delivered: its channels are held for nothing.
    #[error("worm {worm}: the branch that ends with hop {hop} at {node} delivers nothing there")]
    DeadEnd {
        /// The worm.
        worm: u32,
        /// The last hop of the branch.
        hop: u32,
        /// The node that it enters.
        node: String,
    },
    /// A delivery names a hop that the worm does not have.
    #[error("worm {worm} delivers at {node} with hop {hop}, but it has only {hops} hops")]
    NoSuchHop {
        /// The worm.
        worm: u32,
        /// The node of the delivery.
        node: String,
        /// The hop that it names.
        hop: u32,
        /// How many hops the worm has.
        hops: usize,
    },
    /// A delivery names a hop that arrives at another node.
    #[error("worm {worm} delivers at {node} with hop {hop}, which arrives at {arrives}")]
    DeliversElsewhere {
        /// The worm.
        worm: u32,
        /// The node of the delivery.
        node: String,
        /// The hop that it names.
        hop: u32,
        /// The node where that hop arrives.
        arrives: String,
    },
    /// A delivery is listed after one that the worm makes further along the same branch.
    #[error("worm {worm} lists its delivery at {node} after the one at {later}, which it visits later")]
    DeliveryOrder {
        /// The worm.
        worm: u32,
        /// The node that is visited first.
        node: String,
        /// The node that is visited later, and listed earlier.
        later: String,
    },
    /// A destination is left out.
    #[error("nothing is delivered at the destination {node}")]
    NotDelivered {
        /// The destination.
        node: String,
    },
    /// A node gets the message more than once.
    #[error("worm {worm} delivers at {node}{}", again(*worm, *first))]
    DeliveredAgain {
        /// The worm that delivers again.
        worm: u32,
        /// The worm that is listed first.
        first: u32,
        /// The node.
        node: String,
    },
    /// A node that is no destination gets the message, and sends it nowhere.
    #[error("worm {worm} delivers at {node}, which is no destination and from which no worm starts after it")]
    UselessDelivery {
        /// The worm.
        worm: u32,
        /// The node.
        node: String,
    },
    /// A worm starts away from the source, and nothing brings it the message.
    #[error("worm {worm} starts at {origin}, which is not the source, and names no worm to start after")]
    StartsWithoutMessage {
        /// The worm.
        worm: u32,
        /// Where it starts.
        origin: String,
    },
    /// A worm starts at the source, and still waits for a delivery there.
    #[error("worm {worm} starts at the source, where it need not wait; it names worm {after} to start after")]
    AfterAtSource {
        /// The worm.
        worm: u32,
        /// The number that it names.
        after: u32,
    },
    /// A worm waits for a worm that does not exist.
    #[error("worm {worm} starts after worm {after}, which does not exist")]
    NoSuchWorm {
        /// The worm.
        worm: u32,
        /// The number that it names.
        after: u32,
    },
    /// A worm waits for one that does not bring the message to its origin.
    #[error("worm {worm} starts at {origin} after worm {after}, which does not deliver there")]
    AfterDeliversElsewhere {
        /// The worm.
        worm: u32,
        /// Where it starts.
        origin: String,
        /// The number that it names.
        after: u32,
    },
    /// Worms wait for each other in a cycle, so that none starts.
    #[error("worms start after each other in a cycle of {length}: {}", list_cycle(.worms, *.length))]
    #[serde(rename = "after-circle")]
    #[strum(serialize = "after-circle")]
    AfterCycle {
        /// The first worms of the cycle, each of which starts after the next.
        worms: Vec<u32>,
        /// How many worms are in the cycle.
        length: usize,
    },
    /// A worm is not in a later round than the worm that it starts after.
    #[error("worm {worm} of round {round} starts after worm {after} of round {after_round}; it needs a later round")]
    RoundNotLater {
        /// The worm.
        worm: u32,
        /// Its round.
        round: u32,
        /// The number that it names.
        after: u32,
        /// That worm's round.
        after_round: u32,
    },
    /// No consumption classes, or too many.
    #[error("the plan states {classes} consumption classes; 1 to {MAX_CONSUMPTION_CLASSES} are possible")]
    ConsumptionClasses {
        /// What the plan states.
        classes: u32,
    },
    /// A worm is of a consumption class that the plan does not have.
    #[error("worm {worm} is of consumption class {class}; with {classes} of them, they go from 0 to {}", .classes.saturating_sub(1))]
    NoSuchConsumptionClass {
        /// The worm.
        worm: u32,
        /// The class that it names.
        class: u32,
        /// How many the plan has: at least 1.
        classes: u32,
    },
    /// A stated cost is not what the worms cost.
    #[error("the plan states a cost of {stated} {cost}; its worms make it {actual}")]
    WrongCost {
        /// Which cost.
        cost: CostName,
        /// What the plan states.
        stated: u64,
        /// What its worms cost.
        actual: u64,
    },
    /// The virtual channels that the plan names do not fit its worms or their channels.
    #[error("its virtual channels: {problem}")]
    BadVirtualChannels {
        /// What is wrong with them.
        problem: String,
    },
    /// What the plan says about how good it is contradicts itself, or its cost.
    #[error("what it says of its optimality: {problem}")]
    BadOptimality {
        /// What is wrong with it.
        problem: String,
    },
    /// The plan says that it takes the turns of given routes alone, and it does not.
    #[error("it is not within the routes that it names: {problem}")]
    NotWithin {
        /// What else it does.
        problem: String,
    },
    /// The plan does not fit beside the routes that were asked about, or not as it says.
    #[error("beside the routes: {problem}")]
    NotBeside {
        /// Why.
        problem: String,
    },
    /// The plan carries a certificate that proves nothing.
    #[error("the certificate does not hold: {problem}")]
    BadCertificate {
        /// What is wrong with it.
        problem: String,
    },
    /// Monotone labels are claimed, and the network has no labels.
    #[error("the plan claims monotone labels, but {reason}")]
    NoLabels {
        /// Why there are none.
        reason: String,
    },
    /// Monotone labels are claimed, and a worm turns from rising to falling labels or back.
    #[error(
        "the plan claims monotone labels, but worm {worm} turns at {node} with hop {hop}: the labels are {labels:?}"
    )]
    NotMonotone {
        /// The worm.
        worm: u32,
        /// The hop after the turn.
        hop: u32,
        /// The node where it turns.
        node: String,
        /// The labels of the node before, of this node, of the node after.
        labels: [u32; 3],
    },
    /// Two worms of a round share a channel, where rounds must be disjoint: it is claimed, or the model of rounds.
    #[error("rounds must be disjoint, and worms {} and {} of round {round} both take the channel from {from} to {to}", .worms[0], .worms[1])]
    SharedChannel {
        /// The round.
        round: u32,
        /// The two worms.
        worms: [u32; 2],
        /// The node that the channel leaves.
        from: String,
        /// The node that the channel enters.
        to: String,
    },
    /// A link is used twice in a round, in the same direction or in both, where rounds must be disjoint in links: it is
    /// claimed, or the model of rounds.
    #[error("rounds must be disjoint in links, and worms {} and {} of round {round} both use the link {a}-{b}", .worms[0], .worms[1])]
    SharedLink {
        /// The round.
        round: u32,
        /// The two worms; twice the same when it uses both directions.
        worms: [u32; 2],
        /// One end of the link.
        a: String,
        /// The other end.
        b: String,
    },
    /// The header flits, or the tables of the routers, do not reproduce the routes.
    #[error("its headers do not hold: {problem}")]
    BadHeaders {
        /// Why.
        problem: String,
    },
    /// In a plan in rounds: a worm is not a path from its origin with one delivery, at its end.
    #[error("worm {worm} is not a path from its origin to one node; in the round model every worm is")]
    NotAPath {
        /// The worm.
        worm: u32,
    },
    /// In a plan in rounds: a worm starts at a node that was not informed in an earlier round.
    #[error("worm {worm} starts at {origin} in round {round}, and no earlier round informs that node")]
    OriginNotInformed {
        /// The worm.
        worm: u32,
        /// Its round.
        round: u32,
        /// Where it starts.
        origin: String,
    },
    /// In a plan in rounds: a node sends more worms than it has ports.
    #[error("worm {worm} is number {count} that {node} sends in round {round}; it has {ports} ports")]
    TooManySent {
        /// The worm.
        worm: u32,
        /// The node that sends it.
        node: String,
        /// The round.
        round: u32,
        /// How many worms the node has sent in this round, this one included.
        count: u32,
        /// How many it may send.
        ports: u32,
    },
}

impl Violation {
    /// The name of every kind of violation, as in the JSON form.
    pub const KINDS: &'static [&'static str] = Self::VARIANTS;

    /// Its kind: one of [`KINDS`](Self::KINDS).
    pub fn kind(&self) -> &'static str {
        self.into()
    }

    pub(crate) fn wrong_format(format: &str, version: u32) -> Self {
        Self::WrongFormat { format: shown(format), version }
    }
}

/// Where else a worm delivers what another one has brought, or it itself.
fn again(worm: u32, first: u32) -> String {
    if worm == first { " twice".to_owned() } else { format!(", where worm {first} delivers") }
}
