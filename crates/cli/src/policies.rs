//! What routers do: options that several commands take.

use clap::Args;
use wormcast::check::proof::Reservation;
use wormcast::sim::{Handover, Replication, Switching};

/// How worms get channels, and how flits go on.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct PolicyArgs {
    /// How a worm gets the channels that it asks for: `atomic` (all at a router at once), `incremental` (one after
    /// another, in the order of the route), `any-order` (in the worst order), `independent` (each by itself) or `whole`
    /// (all of the worm before it leaves).
    #[arg(long, value_name = "POLICY", default_value_t)]
    pub reservation: Reservation,
    /// How a flit leaves on several branches: `lock-step` (on all at once) or `forked` (on each when it can).
    #[arg(long, value_name = "POLICY", default_value_t)]
    pub replication: Replication,
    /// Whether flits go on before the whole message has come: `wormhole`, `cut-through` or `store-and-forward`; with
    /// the last two a buffer takes whole messages, and each branch copies from it.
    #[arg(long, value_name = "HOW", default_value_t)]
    pub switching: Switching,
    /// When the next worm gets a channel: its buffer is `empty`, or behind the `tail`.
    #[arg(long, value_name = "WHEN", default_value_t)]
    pub handover: Handover,
}
