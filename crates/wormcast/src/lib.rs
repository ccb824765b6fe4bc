//! Wormcast plans multicasts on interconnection networks with wormhole switching, judges the plans, proves that they
//! cannot deadlock, and runs them in time.
//!
//! A multicast brings one message from a source to many destinations. A worm is a message on its way: it holds a chain,
//! or a tree, of channels, and keeps them while it waits for the next.
//!
//! ```text
//!  Network ──▶ plan ──▶ Plan ──┬──▶ check            valid, or everything that is wrong
//!          ├─▶ compare         ├──▶ prove_plans      free of deadlock, or worms that are not
//!          └─▶ prove_scheme    ├──▶ svg              a picture
//!                              └──▶ simulate         when each destination has the message
//! ```
//!
//! This page goes through them in the order in which one works. Everything that is returned owns what it needs, may be
//! sent to another thread, and is written with serde as the command line writes it.
//!
//! # Build a network
//!
//! A [`Network`] is made from a description. Faulty nodes and links are left out:
//!
//! ```
//! use wormcast::Network;
//! let chip = Network::build("mesh:8x8")?.without_nodes(["3,3"])?;
//! assert_eq!(chip.describe(false).nodes, 63);
//! # Ok::<(), wormcast::Error>(())
//! ```
//!
//! # Plan
//!
//! A scheme of [`schemes`] brings the message to its destinations. It is made ready for the network once, and kept:
//!
//! ```
//! # use wormcast::Network;
//! use wormcast::plan::Cost;
//! use wormcast::schemes::Options;
//! let mesh = Network::build("mesh:8x8")?;
//! let destinations = mesh.random_destinations("2,1", 8, 3)?;
//! let plan = mesh.plan("dual-path", "2,1", &destinations, &Options::default())?;
//! assert_eq!(plan.cost(), Cost { channels: 20, longest_path: 14, rounds: 1, worms: 2 });
//! std::fs::write(std::env::temp_dir().join("plan.json"), plan.to_json())?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Which scheme is the cheapest, and which can deadlock? [`Network::compare`] plans by all that serve the network:
//!
//! ```
//! # use wormcast::Network;
//! use wormcast::Comparing;
//! let mesh = Network::build("mesh:4x4")?;
//! let comparison = mesh.compare("0,0", &["3,0", "3,3", "0,3"], &Comparing::default())?;
//! let recommended = comparison.recommended.expect("some scheme is free of deadlock on a mesh");
//! assert!(comparison.schemes.iter().any(|entry| entry.scheme == recommended.scheme && entry.is_planned()));
//! # Ok::<(), wormcast::Error>(())
//! ```
//!
//! # Check
//!
//! The judge reads a plan file, whoever wrote it, and knows no scheme. It reports everything that is wrong, and not
//! only the first thing:
//!
//! ```
//! use wormcast::{Network, plan::PlanDocument};
//! let text = r#"{"format": "wormcast-plan", "version": 1, "topology": "mesh:3x1", "scheme": "by hand",
//!     "source": "0,0", "destinations": ["2,0"],
//!     "worms": [{"id": 0, "origin": "0,0", "after": null, "round": 0,
//!                "route": [[null, "0,0", "1,0"], [0, "1,0", "2,0"]], "deliver": [{"hop": 0, "node": "1,0"}]}],
//!     "cost": {"channels": 2, "longest_path": 1, "rounds": 1, "worms": 1}}"#;
//! let document = PlanDocument::parse(text.as_bytes())?;
//! let report = Network::of_spec(&document.network)?.check(&document);
//! let kinds: Vec<_> = report.violations.iter().map(|violation| violation.kind()).collect();
//! assert_eq!(kinds, ["dead-end", "not-delivered", "useless-delivery"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Prove
//!
//! [`Network::prove_scheme`] is about all multicasts that a scheme can plan, [`Network::prove_plans`] about given
//! plans. The answer comes with a certificate, or with a deadlock that the engines stop in; [`Network::verify_proof`]
//! believes neither:
//!
//! ```
//! # use wormcast::{Network, schemes::Options};
//! use wormcast::check::proof::{Answer, SchemeStatement};
//! let torus = Network::build("torus:4x4")?;
//! let proof = torus.prove_scheme(&SchemeStatement::about("unicast"), &Options::default())?;
//! assert_eq!(proof.answer, Answer::Deadlock);
//! torus.verify_proof(&proof, &[])?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! What can deadlock is mended by [`Network::mend_plans`].
//!
//! # Simulate
//!
//! ```
//! # use wormcast::{Network, schemes::Options};
//! use wormcast::sim::{Engine, Time, Timing};
//! let mesh = Network::build("mesh:8x8")?;
//! let plan = mesh.plan("dual-path", "2,1", &["3,2", "6,1"], &Options::default())?;
//! let run = mesh.simulate(&[(&plan, Time::ZERO)], &Timing::default(), Engine::Worm)?;
//! assert_eq!(run.latency(0), Some(Time::from_ns(1470)));
//! # Ok::<(), wormcast::Error>(())
//! ```
//!
//! # Draw
//!
//! ```
//! # use wormcast::{Network, schemes::Options};
//! use wormcast::draw::DrawOptions;
//! let star = Network::build("star:4")?;
//! let plan = star.plan("unicast", "1234", &["4321"], &Options::default())?;
//! assert!(plan.svg(&DrawOptions::default())?.starts_with("<svg"));
//! # Ok::<(), wormcast::Error>(())
//! ```
//!
//! # The crates below
//!
//! Each does one thing, with nodes and channels by number: [`topology`] and [`formats`] make networks, [`plan`] is what
//! all meet in, [`schemes`] plan, [`check`] judges, [`prove`] and [`sim`] are what their names say, [`draw`] draws;
//! `eval` sweeps over loads, and `papers` measures what the papers claim. Where two of them use one word for different
//! things, this page has one of its own: a [`Plan`] here knows its network, and [`plan::Plan`] does not.
//!
//! # Features
//!
//! Planning, judging, proving, drawing and simulating need no feature. What else there is, is asked for by name:
//!
//! | feature | what it adds | crates in all |
//! |---|---|---|
//! | none | | 63 |
//! | `sweep` | `eval`: schemes under load, statistics, tables | 92 |
//! | `charts` | curves of sweeps as SVG | 95 |
//! | `parquet` | tables of sweeps as Parquet | 108 |
//! | `papers` | `papers`: the figures of the papers | 96 |
//! | `full` | all of these, as the command line has them | 111 |

mod comparison;
mod description;
mod error;
mod groups;
mod imported;
mod judged;
mod listing;
mod mended;
mod needed_channels;
mod network;
mod no_way;
mod plan_all;
mod planned;
mod planner;
mod recommendation;
mod replan;
mod routed;
mod routes_check;
mod safe_routing;
mod schedule_check;
mod scheme_words;
mod served;
mod span;
mod timeline;
mod trade_offs;
#[cfg(feature = "sweep")]
mod under_load;

pub use comparison::{
    Apart, COMPARING_BUDGET, ComparedResult, ComparedScheme, ComparedUnicasts, Comparing, Comparison, Difference,
    MOST_PROVED_CHANNELS, MeanCost,
};
pub use comparison::{ComparingStep, alone_under, keeps_classes_apart, policies_of};
pub use description::{Attached, DescribedNode, NetworkSummary, WeightRange};
pub use error::Error;
pub use groups::{GroupMembers, GroupPlan, GroupPlans, GroupsDocument, Ungrouped, credit_loop};
pub use imported::{ImportedSchedule, ImportedWait, LINES_KEY};
pub use judged::Run;
pub use listing::{Listing, OptionEntry, RoutingEntry, SchemeEntry, TopologyEntry};
pub use mended::{
    ChangeDocument, MendProposal, Mended, MendedPhase, MendingDocument, PhaseDocument, ProposalDocument, WhatChanges,
    WormDocument,
};
pub use network::Network;
pub use no_way::NoWay;
pub use plan_all::{
    Objective, Pattern, PlanAllDocument, PlannedPhase, PlannedTogether, UnknownPattern, Workload, WorkloadError,
};
pub use planned::Plan;
pub use planner::Planner;
pub use recommendation::Recommendation;
pub use replan::{ChangedPlan, Members, ReplanDocument, Replanned};
pub use routed::{BusiestChannel, RouteSummary, RouterQuestion};
pub use routes_check::{FlawedPair, FlawedPairs, RoutesReport};
pub use safe_routing::SafeRouting;
pub use schedule_check::ScheduleReport;
pub use served::Unplanned;
pub use span::Span;
pub use timeline::{VisitTimeline, WormTimeline};
pub use trade_offs::{TradeOff, TradeOffs};
#[cfg(feature = "sweep")]
pub use under_load::{
    Assignment, BY_SIZE, ComparedUnderLoad, MixtureUnderLoad, SchemeUnderLoad, SizeUnderLoad, UnderLoad,
};

pub use wormcast_check as check;
pub use wormcast_draw as draw;
#[cfg(feature = "sweep")]
pub use wormcast_eval as eval;
pub use wormcast_formats as formats;
pub use wormcast_model as model;
#[cfg(feature = "papers")]
pub use wormcast_papers as papers;
pub use wormcast_plan as plan;
pub use wormcast_prove as prove;
pub use wormcast_routing as routing;
pub use wormcast_schemes as schemes;
pub use wormcast_sim as sim;
pub use wormcast_topology as topology;
