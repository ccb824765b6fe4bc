//! Certificates: what a plan carries to prove that it is as cheap as it can be, under the key `certificate`.
//!
//! No kind of certificate is known to the judge yet: one that is there is reported as not verified.

use crate::Report;
use wormcast_plan::PlanDocument;

const KEY: &str = "certificate";

pub(crate) fn judge(document: &PlanDocument, report: &mut Report) {
    if document.extra.contains_key(KEY) {
        report.unverified.push(KEY.to_owned());
    }
}
