//! What is wrong with a schedule on a network, deadlocks apart.

use crate::{Error, FlawedPairs, Network};
use serde::Serialize;
use std::path::Path;
use wormcast_formats::read_msccl;
use wormcast_topology::ShortestRoutes;

/// A schedule of MSCCL on a network. It is written as `check --routes` writes it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct ScheduleReport {
    /// Its file.
    pub file: String,
    /// How many GPUs it has.
    pub gpus: usize,
    /// How many messages they send.
    pub messages: usize,
    /// How often a GPU takes a message in only after it has sent another one.
    pub dependences: usize,
    /// Messages for which the network has no way.
    pub unrouted: FlawedPairs,
}

impl ScheduleReport {
    /// Whether nothing is wrong.
    pub fn is_valid(&self) -> bool {
        self.unrouted.count == 0
    }
}

impl Network {
    /// What is wrong with a schedule ([`read_msccl`]), whose messages take the network's own routes. O(messages ·
    /// length).
    ///
    /// # Errors
    /// The file cannot be read, is no schedule, has steps that wait for each other in a circle, or more GPUs than the
    /// network has nodes.
    pub fn check_schedule(&self, file: &Path) -> Result<ScheduleReport, Error> {
        let schedule = read_msccl(file)?;
        let nodes = schedule.nodes(self.topology(), file)?;
        let mut routes = ShortestRoutes::new(self.topology());
        let mut unrouted = FlawedPairs::default();
        for transfer in &schedule.transfers {
            let [from, to] = [transfer.from, transfer.to].map(|gpu| nodes[gpu]);
            if routes.append(from, to, &mut Vec::new()).is_err() {
                unrouted.add(self, from, to, None);
            }
        }
        Ok(ScheduleReport {
            file: file.display().to_string(),
            gpus: schedule.gpus,
            messages: schedule.transfers.len(),
            dependences: schedule.waits.len(),
            unrouted,
        })
    }
}
