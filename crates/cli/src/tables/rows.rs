//! Tables of routers as CSV.

use crate::failure::Failure;
use crate::files::Target;
use crate::output;
use crate::plan_file::PlanFile;
use crate::verdict::Verdict;
use crate::words::count;
use wormcast::formats::{RouterRow, write_router_rows};
use wormcast::plan::{MAX_VIRTUAL_CHANNELS, Worm, named_virtual_channels};
use wormcast::topology::{ChannelId, Topology};

/// Writes what routers do with the worms of these plans, whose keys count up.
pub(super) fn write(files: &[PlanFile], first: u32, out: &Target) -> Result<Verdict, Failure> {
    let mut rows = Vec::new();
    for (number, file) in (0..).zip(files) {
        let plan = file.plan()?;
        let topology = plan.network().topology();
        let named = named_virtual_channels(topology, plan.by_number(), MAX_VIRTUAL_CHANNELS);
        let named = named.map_err(|problem| Failure::new(problem).prefixed(&file.path))?;
        for (place, worm) in plan.by_number().worms.iter().enumerate() {
            let lanes = named.as_ref().map(|named| &*named[place]);
            rows.extend(WormRows { topology, key: first + number, worm, lanes }.all());
        }
    }
    let number = rows.len();
    out.write(|file| write_router_rows(rows, file))?;
    output::print_text(&format!(
        "{} of {}, keys from {first:#x}\n",
        count(number, "line"),
        count(files.len(), "plan")
    ))?;
    Ok(Verdict::Yes)
}

/// A worm whose lines are written.
struct WormRows<'w> {
    topology: &'w dyn Topology,
    key: u32,
    worm: Worm<'w>,
    /// The virtual channel of each hop, if the plan names them.
    lanes: Option<&'w [u32]>,
}

impl WormRows<'_> {
    /// A line for the origin and for the end of each hop.
    fn all(&self) -> Vec<RouterRow> {
        let hops = self.worm.hops;
        let mut leaving = vec![Vec::new(); hops.len() + 1];
        for (place, hop) in hops.iter().enumerate() {
            leaving[hop.parent().map_or(0, |parent| parent as usize + 1)].push(place);
        }
        let mut delivers = vec![false; hops.len()];
        self.worm.deliveries.iter().for_each(|delivery| delivers[delivery.hop as usize] = true);
        let ends = (0..hops.len()).map(|hop| self.row(Some(hop), &leaving[hop + 1], delivers[hop]));
        [self.row(None, &leaving[0], false)].into_iter().chain(ends).collect()
    }

    fn row(&self, came: Option<usize>, leaving: &[usize], delivers: bool) -> RouterRow {
        let channel = |hop: usize| self.worm.hops[hop].channel;
        let lane = |hop: usize| self.lanes.map(|lanes| lanes[hop]);
        let node = came.map_or(self.worm.origin, |hop| self.topology.graph().target(channel(hop)));
        let names = |text: &dyn Fn(usize) -> Option<String>| {
            leaving.iter().filter_map(|&hop| text(hop)).collect::<Vec<_>>().join(" ")
        };
        let name = |channel: ChannelId| self.topology.channel_name(channel);
        RouterRow {
            key: self.key,
            worm: self.worm.id,
            node: self.topology.node_name(node),
            comes_by: came.map_or_else(String::new, |hop| name(channel(hop))),
            in_virtual_channel: came.and_then(lane),
            out: names(&|hop| Some(name(channel(hop)))),
            out_virtual_channels: names(&|hop| lane(hop).map(|lane| lane.to_string())),
            deliver: delivers.into(),
        }
    }
}
