//! Wormcast plans multicasts on interconnection networks with wormhole switching, judges the plans, and runs them in
//! time.
//!
//! ```text
//!  topology ──▶ schemes ──▶ plan ──┬──▶ check   valid, or everything that is wrong
//!  a network    how         worms  ├──▶ prove   free of deadlock, or worms that are not
//!                                  ├──▶ draw    a picture
//!                                  └──▶ sim     when each destination has the message
//! ```
//!
//! A multicast brings one message from a source to many destinations. A worm is a message on its way: it holds a chain,
//! or a tree, of channels, and keeps them while it waits for the next. This crate gathers the crates that do the work;
//! the page goes through them in the order in which one works.
//!
//! # Build a network
//!
//! A [`topology`] is made from a description. It gives its nodes names, its channels numbers, and says what it can do:
//!
//! ```
//! use wormcast::topology::build;
//! let mesh = build("mesh:8x8")?;
//! let source = mesh.find_node("2,1")?;
//! assert_eq!(mesh.graph().degree(source), 4);
//! assert!(mesh.labelling().is_ok());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! Nodes and links that do not work are taken away by a wrapper, [`Faulty`](topology::Faulty), which is a network
//! itself.
//!
//! # Plan
//!
//! A scheme of [`schemes`] is made ready for a network once, and then plans one multicast after another. It writes
//! worms, which [`Cost`](plan::Cost) counts:
//!
//! ```
//! use wormcast::plan::{Cost, MulticastSet, Worms, random_destinations};
//! use wormcast::schemes::{Options, scheme_named};
//! # let mesh = wormcast::topology::build("mesh:8x8")?;
//! # let source = mesh.find_node("2,1")?;
//! let destinations = random_destinations(&*mesh, source, 8, 3)?;
//! let set = MulticastSet::checked(&*mesh, source, &destinations)?;
//! let mut worms = Worms::new();
//! scheme_named("dual-path")?.prepare(&*mesh, &Options::default())?.plan(set, &mut worms)?;
//! assert_eq!(Cost::of(&worms), Cost { channels: 20, longest_path: 14, rounds: 1, worms: 2 });
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! A [`Plan`](plan::Plan) adds what the worms were planned for. Its JSON form is the plan file:
//!
//! ```
//! # use wormcast::plan::{MulticastSet, NetworkSpec};
//! # use wormcast::schemes::{Options, scheme_named};
//! # let mesh = wormcast::topology::build("mesh:8x8")?;
//! # let (source, destinations) = (mesh.find_node("2,1")?, [mesh.find_node("3,2")?]);
//! # let set = MulticastSet::checked(&*mesh, source, &destinations)?;
//! let mut planner = scheme_named("unicast")?.prepare(&*mesh, &Options::default())?;
//! let plan = planner.whole_plan(NetworkSpec::whole(mesh.spec()), "unicast", set)?;
//! let text = serde_json::to_string(&plan.view(&*mesh))?;
//! assert!(text.starts_with(r#"{"format":"wormcast-plan","version":1,"topology":"mesh:8x8","#));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Check
//!
//! The judge reads the document and knows no scheme. It reports everything that is wrong, and not only the first thing:
//!
//! ```
//! use wormcast::check::judge;
//! use wormcast::plan::PlanDocument;
//! let text = r#"{"format": "wormcast-plan", "version": 1, "topology": "mesh:3x1", "scheme": "by hand",
//!     "source": "0,0", "destinations": ["2,0"],
//!     "worms": [{"id": 0, "origin": "0,0", "after": null, "round": 0,
//!                "route": [[null, "0,0", "1,0"], [0, "1,0", "2,0"]], "deliver": [{"hop": 0, "node": "1,0"}]}],
//!     "cost": {"channels": 2, "longest_path": 1, "rounds": 1, "worms": 1}}"#;
//! let document = PlanDocument::parse(text.as_bytes())?;
//! let report = judge(&document, &*wormcast::topology::build("mesh:3x1")?);
//! let faults: Vec<_> = report.faults.iter().map(|fault| fault.kind()).collect();
//! assert_eq!(faults, ["dead-end", "not-delivered", "useless-delivery"]);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Prove
//!
//! [`prove_workload`](prove::prove_workload) decides whether worms of given plans can deadlock. A certificate is
//! verified by [`check::proof`], and a deadlock is one that the engines stop in; [`scheme`](prove::scheme) is about all
//! plans of a scheme.
//!
//! # Draw
//!
//! ```
//! use wormcast::draw::{DrawOptions, network_svg, plan_svg};
//! let star = wormcast::topology::build("star:4")?;
//! let svg = network_svg(&*star, &DrawOptions::default())?;
//! assert!(svg.starts_with("<svg"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! [`plan_svg`](draw::plan_svg) draws a plan on its network.
//!
//! # Simulate
//!
//! [`simulate`](sim::simulate) runs plans that were made for one network, each from its own start. A sound document is
//! resolved into a plan first:
//!
//! ```
//! use wormcast::plan::PlanDocument;
//! use wormcast::sim::{Engine, Start, Time, Timing, simulate};
//! # let text = r#"{"format": "wormcast-plan", "version": 1, "topology": "mesh:3x1", "scheme": "by hand",
//! #     "source": "0,0", "destinations": ["2,0"],
//! #     "worms": [{"id": 0, "origin": "0,0", "after": null, "round": 0,
//! #                "route": [[null, "0,0", "1,0"], [0, "1,0", "2,0"]], "deliver": [{"hop": 1, "node": "2,0"}]}],
//! #     "cost": {"channels": 2, "longest_path": 2, "rounds": 1, "worms": 1}}"#;
//! let mesh = wormcast::topology::build("mesh:3x1")?;
//! let plan = PlanDocument::parse(text.as_bytes())?.resolve(&*mesh)?;
//! let starts = [Start { plan: &plan, at: Time::ZERO }];
//! let run = simulate(&*mesh, &starts, &Timing::default(), Engine::Worm)?;
//! // Two channels at 40 + 10 ns, and 127 more flits at 10 ns.
//! assert_eq!(run.plans[0].latency, Some(Time::from_ns(2 * 50 + 1270)));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! Planning, judging, proving, drawing and simulating need no feature. What else there is, is asked for by name:
//!
//! | feature | what it adds | crates in all |
//! |---|---|---|
//! | none | | 44 |
//! | `sweep` | `eval`: schemes under load, statistics, tables | 77 |
//! | `charts` | curves of sweeps as SVG | 80 |
//! | `parquet` | tables of sweeps as Parquet | 93 |
//! | `papers` | `papers`: the figures of the papers | 81 |
//! | `full` | all of these, as the command line has them | 96 |

pub use wormcast_check as check;
pub use wormcast_draw as draw;
#[cfg(feature = "sweep")]
pub use wormcast_eval as eval;
pub use wormcast_formats as formats;
#[cfg(feature = "papers")]
pub use wormcast_papers as papers;
pub use wormcast_plan as plan;
pub use wormcast_prove as prove;
pub use wormcast_schemes as schemes;
pub use wormcast_sim as sim;
pub use wormcast_topology as topology;
