//! The engines: plans in time.
//!
//! [`simulate`] runs plans, each from its own start, and says when every destination has the message:
//!
//! ```
//! use wormcast_plan::{NetworkSpec, Plan, Worms};
//! use wormcast_sim::{Engine, Start, Time, Timing, simulate};
//! use wormcast_topology::{ShortestRoutes, build};
//! let mesh = build("mesh:8x8")?;
//! let (source, destination) = (mesh.find_node("0,0")?, mesh.find_node("3,2")?);
//! let mut route = Vec::new();
//! ShortestRoutes::new(&*mesh).append(source, destination, &mut route).unwrap();
//! let mut worms = Worms::new();
//! worms.start(source, None, 0);
//! let last = worms.chain(None, route).unwrap();
//! worms.deliver(last, destination);
//! let plan = Plan {
//!     network: NetworkSpec::whole("mesh:8x8"), scheme: "unicast".into(), source,
//!     destinations: vec![destination], worms, claims: vec![], extra: Default::default(),
//! };
//! let starts = [Start { plan: &plan, at: Time::ZERO }];
//! let run = simulate(&*mesh, &starts, &Timing::default(), Engine::default())?;
//! // Five channels at 40 + 10 ns, and 127 more flits at 10 ns.
//! assert_eq!(run.plans[0].latency, Some(Time::from_ns(5 * 50 + 1270)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # The rules of time
//!
//! A channel is a link plus the flit buffer at its downstream end. A worm visits its origin, and a router at the end of
//! each hop. Write G(v, j) for the time at which flit j starts to leave visit v, on all branches at once.
//!
//! - At its origin a head is ready when its send overhead is paid and the worm has an injection channel; elsewhere, a
//!   router delay after its arrival. When ready it requests, all at once, the channels that its route takes next, and
//!   an ejection (consumption) channel if it delivers here.
//! - A channel serves its requests in the order of their arrival. A request is granted when it is first in line
//!   everywhere and all that it asks for is free. The grant is G(v, 0).
//! - For j > 0, G(v, j) is the smallest time with G(v, j) ≥ G(v, j−1) + t_f, G(v, j) ≥ G(parent of v, j) + t_f, and
//!   G(v, j) ≥ G(u, j−B) for every child visit u: a buffer holds B flits, and the place that a flit leaves is free for
//!   the next one at that instant.
//! - Flit j is delivered at G(v, j). The node has the message at G(v, L−1) + receive overhead.
//! - At G(v, L−1) + t_f the channel into v, v's ejection channel, and at the origin the injection channel are free.
//!
//! Channels may have flit times, delays, buffers and virtual channels of their own
//! ([`ChannelProperties`](wormcast_topology::ChannelProperties)): a flit that starts to cross one is there its flit
//! time and delay later, a visit sends its flits by the slowest channel that it takes, and B is that of the channel to
//! u.
//!
//! # What the rules leave open, and what both engines do
//!
//! 1. **Numbering.** Worms of several plans are numbered through: plan by plan, in the order in which the plans are
//!    given, then by their number in the plan. A "lower worm" below is lower in this numbering. Two requests of one
//!    worm are ordered by the index of the hop that arrives.
//! 2. **One instant** is worked off in this order: channels become free; flits leave; worms whose message has come may
//!    start; send overheads that end now are paid, and injection channels taken; nodes choose which worm pays next;
//!    heads that are ready join their lines; requests are granted. Each step goes from lower to higher worms. So a
//!    request joins the line of a channel that becomes free at the same time, and is not overtaken by a higher worm of
//!    the same time.
//! 3. **Consequences within the instant.** A grant may let flits leave at that very time (its own head, and flits
//!    behind it that waited for the room), and a tail that leaves may start a worm of the same node if no overheads are
//!    to be paid. Such consequences make another pass through the same steps at the same time; their requests stand
//!    behind those of the pass before.
//! 4. **A request joins all its lines at once**, and keeps its places until it is granted; a channel that is free waits
//!    for the first in its line, even if the others could go on.
//! 5. **Ejection and injection channels** of a node are alike, and share one line. All-port means that nobody ever
//!    waits for one: a worm then holds the channel itself for as long. If plans have several classes of worms
//!    ([`Worms`](wormcast_plan::Worms)), then ejection channels are alike, and share a line, within each class; the
//!    number of classes is the greatest of the plans that run.
//! 6. **Serial start-up.** A node's worms pay one after another: whenever the node is free, of the worms that may start
//!    the lowest pays next. A worm with an overhead of 0 takes its turn too, but no time. A receive overhead keeps
//!    nobody waiting.
//! 7. **Injection** is first come, first served, in the order in which overheads are paid; ties go to the lower worm.
//! 8. **After.** A worm starts when the worm that it waits for has delivered at its origin, receive overhead included.
//!    It must deliver there once. Others start with their plan.
//! 9. **A visit that asks for nothing** (a leaf that does not deliver, or with ejection channels for all) is granted
//!    as soon as its head is ready; its flits leave the network there.
//! 10. **Latency of a plan**: from its start until the last of its destinations has the message. Deliveries at nodes
//!     that are not destinations are listed, and do not count.
//! 11. **Deadlock**: nothing is left to happen, and requests are left that were not granted. The cycle that is
//!     reported begins with its lowest worm.

mod channels;
mod conditions;
mod document;
mod ejection;
mod error;
mod flit;
mod flow;
mod intake;
mod network_interface;
mod open_loop;
mod path;
mod recorder;
mod relay;
mod runs;
mod simulation;
mod size;
mod slab;
mod time;
mod timeline;
mod timing;
mod unicast;
mod wait_for_graph;
mod worm;

pub use conditions::{Conditions, Dependence, Stall};
pub use document::{ArrivalDocument, BlockedDocument, ChannelDocument, PlanRunDocument, SimulationDocument};
pub use error::SimError;
pub use flit::FlitEngine;
pub use flow::FlowControl;
pub use open_loop::{Completed, Delivered, MessageId, Moment, Observer, OpenLoop};
pub use path::{Desk, PathEngine, RegionalEngine};
pub use simulation::{
    Arrival, Blocked, Engine, EngineChoice, Outcome, PlanRun, Resource, Simulation, Start, Wait, simulate,
    simulate_under, simulate_while,
};
pub use time::{Time, TimeError};
pub use timeline::{Timeline, VisitTimes, WormTimes};
pub use timing::{MAX_LENGTH, Ports, Startup, Timing, TimingError, UnknownPorts};
pub use unicast::Unicast;
pub use worm::WormEngine;
pub use wormcast_plan::{
    Crossbar, Handover, Replication, Reservation, Switching, UnknownWord, VIRTUAL_CHANNELS_KEY, VcRule,
};
