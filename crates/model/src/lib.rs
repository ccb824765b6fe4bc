//! The model of deadlocks: what waiting worms of given plans hold, and what they ask for. These are virtual channels,
//! and ejection (consumption) channels.
//!
//! ```text
//!  plans ──▶ Workload ──┬──▶ WaitForGraph   which blocked head can wait for which
//!                       └──▶ Snapshot       a deadlock as a formula
//! ```
//!
//! Prover and judge both use it: the judge verifies that a certificate refutes what this model says, and no more. So an
//! error in it would pass both. What guards against that: `docs/prove.md` proves from the rules of time that every
//! deadlock of the engine is in the model; a test here compares it with a second encoding, written from that page
//! alone; and a search in `wormcast-prove`, which shares nothing with it, runs random workloads in the flit engine.
//!
//! ```
//! use wormcast_model::{WaitForGraph, Workload, WorkloadStatement, unicast_plan};
//! let ring = wormcast_topology::build("torus:4")?;
//! let statement = WorkloadStatement::default();
//! // Unicasts around a ring: a head at the end of one hop waits for the next channel, which another worm holds.
//! let workload = Workload::new(&*ring, &[unicast_plan(&*ring)?], &statement)?;
//! let mut graph = WaitForGraph::new(&workload, &statement, 0, workload.height());
//! let asks = |&visit: &u32| workload.visit(visit).depth == 1 && !workload.request(visit).is_empty();
//! let head = (0..workload.visits.len() as u32).find(asks).unwrap();
//! assert!(graph.find(head, &|_| true).is_some());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod delays;
mod down_trees;
mod formula;
mod grant_order;
mod lists;
mod own_channels;
mod policies;
mod reaches;
mod resources;
mod rules;
mod snapshot;
mod statement;
mod unicast;
mod wait_for;
mod workload;

pub use delays::Delays;
pub use down_trees::DownTrees;
pub use formula::{Formula, Lit};
pub use grant_order::{Ask, Grant, GrantOrder, Messages, Placed, Run, grant_order, paired_grant_order, standing_order};
pub use own_channels::{OwnChannel, refuse_own_buffers, refuse_own_virtual_channels};
pub use policies::RouterPolicies;
pub use reaches::Reaches;
pub use resources::{Owned, ResourceId, Resources};
pub use rules::Parts;
pub use snapshot::{Ghost, Head, Message, Scope, Snapshot};
pub use statement::{Copies, Dependence, UnknownCopies, WorkloadStatement};
pub use unicast::{UnicastError, Unicasts, unicast_dependencies, unicast_plan, unicasts_numbered};
pub use wait_for::{Live, WaitForGraph};
pub use workload::{
    ModelWorm, NONE, Visit, VisitIx, Workload, WorkloadError, check_buffers, refuse_free_halves, rings,
};
pub use wormcast_plan::{Handover, Replication, Reservation, Switching};
