//! The smallest changes that make given plans free of deadlock, each with its proof.
//!
//! A *remedy* changes worms one by one: it sends one later, puts it on another virtual channel from some hop on, asks
//! for its branches in another order, or routes it anew. The search follows deadlocks: whatever makes the plans free
//! has to change a worm of each deadlock that is found, so only those are tried, with one change first, then with two,
//! and so on. What is found first is as small as can be.

mod branches;
mod classes;
mod edit;
mod lanes;
mod latency;
mod later;
mod own_lane;
mod reroute;
mod search;

use crate::{Effort, Proof, ProveError, prove_workload_within};
use branches::Branches;
use classes::mended_by_classes;
use lanes::Lanes;
use latency::latency;
use later::mended_by_phases;
use own_lane::OwnLane;
use reroute::Reroutes;
use search::{Remedy, Search, Solution};
use wormcast_check::proof::{Certificate, Reservation, WorkloadStatement};
use wormcast_plan::{Plan, WormId};
use wormcast_sim::Time;
use wormcast_topology::{ChannelId, Topology};

/// How many proofs a search may make for each kind of change, unless more are asked for.
pub const PROOFS: usize = 400;

/// How far a search goes.
#[derive(Clone, Copy, Debug)]
pub struct Limits<'a> {
    /// How many proofs it may make for each kind of change.
    pub proofs: usize,
    /// How long all of it may take.
    pub effort: &'a Effort<'a>,
}

/// A worm of the given plans: the number of its plan, and its own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct WormName {
    /// The plan, from 0.
    pub plan: usize,
    /// The worm.
    pub worm: WormId,
}

/// What is changed about a worm.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Change {
    /// It is sent when all that comes before has been delivered, in this phase, from 1.
    Later(usize),
    /// It takes another virtual channel on this hop of its route and all that follow it: one that is added, or one that
    /// is there and unused.
    SecondChannel(u32),
    /// It takes the added virtual channel of this number on all its hops, and so does every worm of the plans: what is
    /// beside them keeps the others.
    OwnChannel(u32),
    /// It delivers through the consumption channels of this class, and if wanted takes virtual channels that no other
    /// class takes.
    Class(u8),
    /// It asks for its branches in another order.
    BranchOrder,
    /// It goes by these channels.
    Reroute(Vec<ChannelId>),
}

/// Plans that may be in flight together, and why they never deadlock.
#[derive(Clone, Debug)]
pub struct Phase {
    /// The plans, each with the number of the given one that it comes from.
    pub plans: Vec<(usize, Plan)>,
    /// The statement that is proved.
    pub statement: WorkloadStatement,
    /// The proof.
    pub certificate: Certificate,
}

/// Changes that make the plans free of deadlock.
#[derive(Clone, Debug)]
pub struct Proposal {
    /// What is changed.
    pub changes: Vec<(WormName, Change)>,
    /// For each change the cycle that it breaks: worms that would wait for each other without it. None where the search
    /// did not come by it.
    pub breaks: Vec<Vec<WormName>>,
    /// What is sent together: one phase after another.
    pub phases: Vec<Phase>,
    /// The virtual channels that are added to links, and the channels that worms take more than before.
    pub channels: u64,
    /// How many of those are virtual channels that are added to links: parts of routers, while the others are only
    /// taken.
    pub virtual_channels: u64,
    /// The consumption channels that are added to each node.
    pub consumption_channels: u64,
    /// How long it takes until all have the message, if all of a phase start at once; none if no engine can tell.
    pub latency: Option<Time>,
}

/// What a search for changes comes to.
#[derive(Clone, Debug, Default)]
pub struct Mending {
    /// The plans are free of deadlock as they are.
    pub is_free: bool,
    /// Whether the plans can deadlock was not found out.
    pub is_unknown: bool,
    /// The proposals, cheapest first: in virtual channels that are added, then in channels, then in latency.
    pub proposals: Vec<Proposal>,
    /// The kinds of changes for which the search gave up.
    pub gave_up: Vec<&'static str>,
    /// Routers that grant channels like this have no deadlock with the plans as they are.
    pub free_with: Option<Reservation>,
}

/// Looks for the smallest changes of each kind that make these plans free of deadlock.
///
/// # Errors
/// The plans make no sense together.
pub fn mend(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    limits: Limits<'_>,
) -> Result<Mending, ProveError> {
    let mut mending = Mending::default();
    match prove_workload_within(topology, plans, statement, limits.effort)? {
        Proof::DeadlockFree(_) => {
            mending.is_free = true;
            return Ok(mending);
        }
        Proof::Deadlock(_) => {}
        Proof::Unknown(_) => mending.is_unknown = true,
    }
    mending.free_with = reservation_that_frees(topology, plans, statement, limits.effort);
    // One proof, and so before the searches, which may use up the time.
    let own_lane = OwnLane::of(topology, plans, statement);
    if let Some(own_lane) = &own_lane {
        mending.add(own_lane.mended(topology, limits)?, "a virtual channel of their own");
    }
    // What is taken in, and what is sent, may not be told apart.
    if statement.dependences.is_empty() {
        mending.add(mended_by_phases(topology, plans, statement, limits)?, "sending later");
    }
    mending.add(mended_by_classes(topology, plans, statement, limits)?, "classes of messages");
    // What is there costs nothing, and so nothing needs to be added.
    let unused = match Lanes::unused(topology, plans, statement) {
        Some(lanes) => one_phase(topology, plans, &lanes, limits)?,
        None => (None, false),
    };
    let is_enough = unused.0.is_some();
    mending.add(unused, "a virtual channel that is there");
    if is_enough {
        mending.proposals.retain(|proposal| !proposal.is_own_lane());
    }
    let lanes = Lanes::new(topology, plans, statement).filter(|_| !is_enough);
    if let Some(lanes) = &lanes {
        let found = one_phase(topology, plans, lanes, limits)?;
        // Some hops of some worms are cheaper than all of all.
        if found.0.is_some() {
            mending.proposals.retain(|proposal| !proposal.is_own_lane());
        }
        mending.add(found, "a second virtual channel");
    }
    mending.add_of_worms(topology, plans, statement, limits)?;
    if let Some(own_lane) = own_lane.filter(|_| mending.proposals.is_empty()) {
        mending.proposals = with_own_lane(topology, &own_lane, limits)?;
    }
    mending.proposals.sort_by_key(Proposal::rank);
    Ok(mending)
}

/// Where no change of one kind is enough: the plans on a virtual channel of their own, and changes among them there.
fn with_own_lane(topology: &dyn Topology, own_lane: &OwnLane, limits: Limits<'_>) -> Result<Vec<Proposal>, ProveError> {
    let (plans, statement) = (&own_lane.plans[..], &own_lane.statement);
    let mut further = Mending::default();
    if statement.dependences.is_empty() {
        further.add(mended_by_phases(topology, plans, statement, limits)?, "sending later");
    }
    if let Some(lanes) = Lanes::new(topology, plans, statement) {
        further.add(one_phase(topology, plans, &lanes, limits)?, "a second virtual channel");
    }
    further.add_of_worms(topology, plans, statement, limits)?;
    Ok(further.proposals.into_iter().map(|proposal| own_lane.and(proposal)).collect())
}

impl Proposal {
    /// Cheap ones first: in parts of routers, then in what worms take, then in latency if that is known.
    fn rank(&self) -> (u64, u64, bool, Option<Time>) {
        (self.virtual_channels + self.consumption_channels, self.channels, self.latency.is_none(), self.latency)
    }

    fn is_own_lane(&self) -> bool {
        self.changes.iter().any(|(_, change)| matches!(change, Change::OwnChannel(_)))
    }
}

impl Mending {
    /// Adds what changes worms as they go through the network: the order of their branches, and their routes.
    fn add_of_worms(
        &mut self,
        topology: &dyn Topology,
        plans: &[Plan],
        statement: &WorkloadStatement,
        limits: Limits<'_>,
    ) -> Result<(), ProveError> {
        if matches!(statement.reservation, Reservation::Incremental) {
            let branches = Branches::new(plans, statement);
            self.add(one_phase(topology, plans, &branches, limits)?, "the order of branches");
        }
        let reroutes = Reroutes::new(topology, plans, statement);
        self.add(one_phase(topology, plans, &reroutes, limits)?, "other routes");
        Ok(())
    }

    fn add(&mut self, (proposal, gave_up): (Option<Proposal>, bool), what: &'static str) {
        self.proposals.extend(proposal);
        self.gave_up.extend(gave_up.then_some(what));
    }
}

/// The way to grant channels that makes the plans free as they are, the one that waits the least first; none if none
/// was found in a part of the time.
fn reservation_that_frees(
    topology: &dyn Topology,
    plans: &[Plan],
    statement: &WorkloadStatement,
    effort: &Effort<'_>,
) -> Option<Reservation> {
    let frees = |&reservation: &Reservation| {
        let asked = WorkloadStatement { reservation, ..statement.clone() };
        matches!(prove_workload_within(topology, plans, &asked, &effort.part(8)), Ok(Proof::DeadlockFree(_)))
    };
    let others = [Reservation::Atomic, Reservation::Whole].into_iter().filter(|&other| other != statement.reservation);
    others.into_iter().find(frees)
}

/// The cheapest of the smallest changes by a remedy that keeps all worms in flight together; and whether the search
/// gave up.
fn one_phase(
    topology: &dyn Topology,
    plans: &[Plan],
    remedy: &dyn Remedy,
    limits: Limits<'_>,
) -> Result<(Option<Proposal>, bool), ProveError> {
    let found = Search::new(topology, plans, remedy, limits).run()?;
    let before: u64 = plans.iter().map(|plan| plan.cost().channels).sum();
    let mut best: Option<Proposal> = None;
    for Solution { changed, certificate, breaks } in found.solutions {
        let mended = remedy.applied(&changed);
        let hops: u64 = mended.iter().map(|plan| plan.cost().channels).sum();
        let virtual_channels = remedy.added_channels(&mended);
        let statement = remedy.statement().clone();
        let proposal = Proposal {
            changes: changed.iter().map(|(&worm, &way)| (worm, remedy.change(worm, way))).collect(),
            breaks,
            latency: latency(topology, &mended, &statement),
            phases: vec![Phase { plans: mended.into_iter().enumerate().collect(), statement, certificate }],
            channels: hops.saturating_sub(before) + virtual_channels,
            virtual_channels,
            consumption_channels: 0,
        };
        if best.as_ref().is_none_or(|best| proposal.rank() < best.rank()) {
            best = Some(proposal);
        }
    }
    Ok((best, found.gave_up))
}
