//! The judge: what is wrong with a plan, whoever made it. It knows networks and plans, and no scheme.
//!
//! ```
//! use wormcast_check::judge_text;
//! let text = r#"{"format": "wormcast-plan", "version": 1, "topology": "mesh:3x1", "scheme": "by hand",
//!     "source": "0,0", "destinations": ["2,0"],
//!     "worms": [{"id": 0, "origin": "0,0", "after": null, "round": 0,
//!                "route": [[null, "0,0", "1,0"], [0, "1,0", "2,0"]], "deliver": [{"hop": 1, "node": "2,0"}]}],
//!     "cost": {"channels": 3, "longest_path": 2, "rounds": 1, "worms": 1}}"#;
//! let mesh = wormcast_topology::build("mesh:3x1")?;
//! let report = judge_text(text.as_bytes(), &*mesh);
//! assert!(!report.is_valid());
//! assert_eq!(report.violations[0].to_string(), "the plan states a cost of 3 channels; its worms make it 2");
//! # Ok::<(), wormcast_topology::TopologyError>(())
//! ```
//!
//! The judge reads the document and not the plan made from it, so that it can go on behind a violation. Every violation
//! is reported, once and at its place: what cannot be judged because of another violation is left alone. For a document
//! with n names, hops and deliveries it takes O(n log n) time and O(n) memory, whatever the numbers in it.

mod certificates;
mod claims;
mod classes;
mod cost;
mod delivery;
mod draft;
mod headers;
mod names;
mod place;
mod plain;
pub mod proof;
mod report;
mod rounds;
mod route;
mod set;
mod start;
mod violation;
mod virtual_channels;
mod words;

pub use headers::judge_headers;
pub use place::{CostName, Place};
pub use plain::PlainPlans;
pub use report::{
    Counts, MAX_VIOLATIONS_PER_KIND, Proved, ProvedLayers, ProvedPacking, ProvedStar, ProvedTree, Report, Unlisted,
};
pub use rounds::{Round, RoundReport, check_rounds};
pub use violation::Violation;

use draft::Draft;
use names::Names;
use wormcast_plan::{DocumentError, FORMAT, PlanDocument, VERSION};
use wormcast_routing::DependencyGraph;
use wormcast_topology::Topology;

/// Judges the text of a plan file; `topology` is the network that it names, with its faults.
///
/// A text that is no plan, or is of another format or version, gets that one violation.
pub fn judge_text(text: &[u8], topology: &dyn Topology) -> Report {
    let violation = match PlanDocument::parse(text) {
        Ok(document) => return judge(&document, topology),
        Err(DocumentError::Format { format, version }) => Violation::wrong_format(&format, version),
        Err(error) => Violation::Unreadable { problem: error.to_string() },
    };
    let mut report = Report::default();
    report.add(violation);
    report
}

/// Judges a plan; `topology` is the network that it names, with its faults.
pub fn judge(document: &PlanDocument, topology: &dyn Topology) -> Report {
    let mut report = Report::default();
    if document.format != FORMAT || !(1..=VERSION).contains(&document.version) {
        report.add(Violation::wrong_format(&document.format, document.version));
    }
    let names = Names::resolve(document, topology, &mut report);
    let draft = Draft::of(document, &names, topology);
    report.counts = draft.counts();
    set::judge(document, &mut report);
    start::judge_numbers(document, &mut report);
    route::judge_version(document, &mut report);
    classes::judge(document, &mut report);
    for worm in draft.worms() {
        route::judge(&worm, topology.graph(), &mut report);
        delivery::judge(&worm, &mut report);
    }
    start::judge(&draft, &mut report);
    delivery::judge_coverage(&draft, &mut report);
    cost::judge(document, &draft, &mut report);
    virtual_channels::judge(document, &draft, &mut report);
    claims::judge(document, &draft, &mut report);
    certificates::judge(document, &draft, &mut report);
    headers::judge(document, topology, &mut report);
    report
}

/// Goes on with a report of [`judge`]: verifies that all that the plan's worms hold and ask for is held and asked for
/// by messages with these dependences, if the plan says that it is within some routes
/// ([`WITHIN`](wormcast_plan::WITHIN)). Whoever calls this has read those.
pub fn judge_within(document: &PlanDocument, topology: &dyn Topology, waits: &DependencyGraph, report: &mut Report) {
    certificates::judge_within(document, topology, waits, report);
}

/// Goes on with a report of [`judge`]: verifies that the plan, each of whose branches is granted by itself, closes no
/// cycle with messages that have these dependences, those of `routes`; and if the plan says that it is beside these
/// routes, that it takes the virtual channel that it says. Whoever calls this has read them.
pub fn judge_beside(
    document: &PlanDocument,
    topology: &dyn Topology,
    (routes, waits): (&str, &DependencyGraph),
    report: &mut Report,
) {
    certificates::judge_beside(document, topology, (routes, waits), report);
}

/// Goes on with a report of [`judge`]: verifies that the plan needs its virtual channel, lower ones having no tree that
/// fits these dependences. What they are of stands in the certificate
/// ([`NoTrees::routes`](wormcast_plan::NoTrees::routes)), and whoever calls this has read it.
pub fn judge_no_tree(document: &PlanDocument, topology: &dyn Topology, waits: &DependencyGraph, report: &mut Report) {
    certificates::judge_no_tree(document, topology, waits, report);
}
