//! Whole plans, as `check --fill` prints them.

use crate::access::Access;
use crate::failure::Failure;
use crate::output;
use crate::plan_file::PlanFile;
use crate::verdict::Verdict;
use std::path::PathBuf;
use wormcast::plan::{PlanDocument, VIRTUAL_CHANNELS_KEY};

/// Prints the one plan, with this virtual channel named for all its hops if one is given.
pub(super) fn print(plans: &[PathBuf], virtual_channel: Option<u32>, access: Access) -> Result<Verdict, Failure> {
    let [path] = plans else { return Err(Failure::new("`--fill` goes with one plan")) };
    let mut file = PlanFile::open(path, access)?;
    if let Some(number) = virtual_channel {
        name_virtual_channel(&mut file.document, number).map_err(|failure| failure.prefixed(path))?;
        // Its links may have fewer, by what the network says of them.
        if let Some(problem) = file.network.check(&file.document).violations.first() {
            return Err(Failure::new(problem.to_string()).prefixed(path));
        }
    }
    output::print_json(&file.document)?;
    Ok(Verdict::Yes)
}

/// Names one virtual channel for all hops of a plan that names none.
fn name_virtual_channel(document: &mut PlanDocument, number: u32) -> Result<(), Failure> {
    if document.extra.contains_key(VIRTUAL_CHANNELS_KEY) {
        return Err(Failure::new(
            "the plan names its virtual channels already; `--virtual-channel` is for one that does not",
        ));
    }
    let names: Vec<_> = document.worms.iter().map(|worm| vec![number; worm.route().len()]).collect();
    document.extra.insert(VIRTUAL_CHANNELS_KEY.to_owned(), serde_json::json!(names));
    Ok(())
}
