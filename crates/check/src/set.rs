//! The multicast set: a source, and other nodes, once each.

use crate::words::shown;
use crate::{Report, Violation};
use std::collections::HashSet;
use wormcast_plan::PlanDocument;

pub(crate) fn judge(document: &PlanDocument, report: &mut Report) {
    if document.destinations.is_empty() {
        report.add(Violation::NoDestinations);
    }
    let mut seen = HashSet::with_capacity(document.destinations.len());
    for (index, name) in document.destinations.iter().enumerate() {
        if !seen.insert(name) {
            report.add(Violation::RepeatedDestination { node: shown(name), index });
        } else if *name == document.source {
            report.add(Violation::SourceAmongDestinations { node: shown(name) });
        }
    }
}
