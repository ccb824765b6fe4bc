//! What trees shall fit, from its names and files.

use super::Beside;
use std::path::Path;
use wormcast_formats::{Fabric, named_routing, read_regular};
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, PlanDocument, named_virtual_channels, virtual_channels_at};
use wormcast_routing::{Dependency, DependencyGraph, Flow, Lane, MulticastLanes, VirtualLayers};
use wormcast_topology::Topology;

/// The largest plan file that is read, in bytes: 1 GiB.
const MAX_BYTES: u64 = 1 << 30;

/// What stands in a list with commas holds and asks for: routings, files of routes, folders of fabrics and plan files.
/// It is for trees that need links to have so many virtual channels.
///
/// # Errors
/// One of them cannot be read, or is a plan that would be on others of these virtual channels, too.
pub fn dependences(topology: &dyn Topology, list: &str, virtual_channels: u32) -> Result<DependencyGraph, String> {
    let there = There::of(topology, list)?;
    match there.unnamed {
        Some(plan) if virtual_channels > 1 => Err(unnamed(&plan)),
        _ => Ok(there.waits),
    }
}

/// Why nothing that takes a second virtual channel can be beside a plan that names none.
pub(super) fn unnamed(plan: &str) -> String {
    format!(
        "{plan} names no virtual channel, so that its worms take turns over all that there are, and here more than one is \
         taken; `wormcast check {plan} --fill --virtual-channel 0` prints it with the first one named: take that plan \
         instead, here and where the network runs"
    )
}

/// What was read for trees to be beside.
pub(super) struct Read<'t> {
    pub beside: Beside<'t>,
    /// A plan that names no virtual channel, if there is one: beside it all must take the first one.
    pub unnamed: Option<String>,
}

/// Reads what stands in a list with commas: routings, files of routes, folders of fabrics and plan files. Trees may
/// take so many layers, or one more than all that take now; the service levels of the fabric, if there is one.
///
/// # Errors
/// One of them cannot be read, or together they close a cycle.
pub(super) fn read<'t>(topology: &'t dyn Topology, list: &str, layers: Option<u32>) -> Result<Read<'t>, String> {
    let there = There::of(topology, list)?;
    let (trees_of, unnamed) = (there.trees_of.clone(), there.unnamed.clone());
    let lanes: Box<dyn MulticastLanes> = match there.fabric {
        Some(fabric) => Box::new(fabric),
        None => Box::new(VirtualLayers(layers.unwrap_or(there.taken + 1).min(MAX_VIRTUAL_CHANNELS))),
    };
    let beside = Beside::new(topology.graph(), &there.waits, lanes).map_err(|cycle| {
        let held = held_in(topology, &cycle);
        match trees_of {
            // Whose groups are at fault, and not its unicasts.
            Some(folder) if cycle.iter().any(|wait| wait.flow.group.is_some()) => format!(
                "the multicast groups of {folder} close a cycle of dependences with what is there, which no other tree \
                 can mend: {held}; `wormcast prove --fabric {folder} --with-multicast` tells it, and `wormcast plan-groups \
                 {folder}` plans groups that close none; a folder without `opensm.mcfdbs` has no groups"
            ),
            _ => format!(
                "`{list}` closes a cycle of dependences by itself, which no tree can mend: {held}; unicasts by `layered` or \
                 `up-down` close none, and `wormcast prove {} --routing layered` says with how many virtual channels",
                topology.spec()
            ),
        }
    })?;
    Ok(Read { beside: beside.heeding(topology), unnamed })
}

/// The channels that are held in a cycle of dependences, by name.
pub(crate) fn held_in(topology: &dyn Topology, cycle: &[Dependency]) -> String {
    let names: Vec<_> = cycle.iter().map(|wait| topology.channel_name(wait.held.channel)).collect();
    names.join(", ")
}

/// What was read so far.
struct There<'t> {
    topology: &'t dyn Topology,
    waits: DependencyGraph,
    /// How many virtual channels it takes.
    taken: u32,
    fabric: Option<Fabric>,
    /// The folder of the fabric whose multicast groups are there too.
    trees_of: Option<String>,
    /// The first plan that names no virtual channel, and whose worms hold some channel while they ask for another.
    unnamed: Option<String>,
}

impl<'t> There<'t> {
    fn of(topology: &'t dyn Topology, list: &str) -> Result<Self, String> {
        let waits = DependencyGraph::new(topology.graph(), MAX_VIRTUAL_CHANNELS);
        let mut there = Self { topology, waits, taken: 1, fabric: None, trees_of: None, unnamed: None };
        for name in list.split(',').map(str::trim) {
            there.add(name)?;
        }
        match &there.unnamed {
            Some(plan) if there.taken > 1 => Err(unnamed(plan)),
            _ => Ok(there),
        }
    }

    fn add(&mut self, name: &str) -> Result<(), String> {
        let path = Path::new(name);
        match path {
            _ if path.is_dir() => self.add_fabric(path),
            _ if name.ends_with(".json") && path.exists() => self.add_plan(path),
            _ => {
                let routing = named_routing(self.topology, name, MAX_VIRTUAL_CHANNELS);
                let mut routing = routing.map_err(|error| error.to_string())?;
                self.taken = self.taken.max(routing.virtual_channels());
                let unrouted = routing.turns(self.topology, &mut self.waits);
                unrouted.iter().find_map(|pair| pair.flaw.failure()).map_or(Ok(()), |problem| Err(problem.to_owned()))
            }
        }
    }

    fn add_fabric(&mut self, folder: &Path) -> Result<(), String> {
        let fabric = Fabric::open(folder).map_err(|error| error.to_string())?;
        let own = [fabric.network().graph().node_count(), fabric.network().graph().channel_count()];
        if own != [self.topology.graph().node_count(), self.topology.graph().channel_count()] {
            let folder = folder.display();
            return Err(format!(
                "the fabric in {folder} is another network; plan on `file:{folder}/ibnetdiscover.txt`"
            ));
        }
        // Its groups send from every member.
        let mut routing = fabric.routing(true);
        if fabric.groups().next().is_some() {
            self.trees_of = Some(folder.display().to_string());
        }
        self.taken = self.taken.max(wormcast_routing::Routing::virtual_channels(&routing));
        wormcast_routing::Routing::dependencies(&mut routing, self.topology, &mut self.waits);
        self.fabric = Some(fabric);
        Ok(())
    }

    /// Adds what the worms of a plan hold and ask for, on the virtual channels that it names; on 0 if it names none,
    /// which holds as long as there are no others.
    fn add_plan(&mut self, path: &Path) -> Result<(), String> {
        let refuse = |problem: String| format!("{}: {problem}", path.display());
        let text = read_regular(path, MAX_BYTES).map_err(|error| error.to_string())?;
        let document = PlanDocument::parse(&text).map_err(|error| refuse(error.to_string()))?;
        let plan = document.resolve(self.topology).map_err(|error| refuse(error.to_string()))?;
        let named = named_virtual_channels(self.topology, &plan, MAX_VIRTUAL_CHANNELS).map_err(refuse)?;
        for worm in plan.worms.iter() {
            let own = named.as_ref().map(|named| &named[worm.id as usize]);
            let lane = |hop: usize| Lane::new(worm.hops[hop].channel, own.map_or(0, |own| own[hop]));
            for (hop, parent) in worm.hops.iter().enumerate().filter_map(|(hop, own)| Some((hop, own.parent()?))) {
                let (held, asked) = (lane(parent as usize), lane(hop));
                if named.is_none() {
                    self.unnamed.get_or_insert_with(|| path.display().to_string());
                    let has = |lane: Lane| virtual_channels_at(self.topology, lane.channel, 1);
                    self.taken = self.taken.max(has(held)).max(has(asked));
                }
                self.taken = self.taken.max(asked.virtual_channel.max(held.virtual_channel) + 1);
                let to = self.topology.graph().target(asked.channel);
                self.waits.add(held, asked, Flow::unicast(worm.origin, to), hop as u32);
            }
        }
        Ok(())
    }
}
