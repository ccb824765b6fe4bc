//! The multicast set: a source, and other nodes, once each.

use crate::words::shown;
use crate::{Fault, Report};
use std::collections::HashSet;
use wormcast_plan::PlanDocument;

pub(crate) fn judge(document: &PlanDocument, report: &mut Report) {
    if document.destinations.is_empty() {
        report.add(Fault::NoDestinations);
    }
    let mut seen = HashSet::with_capacity(document.destinations.len());
    for (index, name) in document.destinations.iter().enumerate() {
        if !seen.insert(name) {
            report.add(Fault::RepeatedDestination { node: shown(name), index });
        } else if *name == document.source {
            report.add(Fault::SourceAmongDestinations { node: shown(name) });
        }
    }
}
