//! InfiniBand fabrics as a subnet manager leaves them: `ibnetdiscover` output and the dumps of OpenSM beside it.

mod dumps;
mod entries;
mod granted;
mod groups;
mod lanes;
mod once;
mod reach;
mod routing;

pub use reach::CutGroup;
pub use routing::FabricRouting;

use crate::ibnetdiscover::{Cabling, cabling};
use crate::{network, text};
use dumps::{Reader, VirtualLanes};
use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::path::Path;
use wormcast_topology::{ChannelId, DescribedNetwork, NodeId, Topology, TopologyError};

/// The largest dump that is read, in bytes: 1 GiB.
const MAX_BYTES: u64 = 1 << 30;

/// A fabric: its network, and the tables of its switches. Hosts are endpoints; they are named by their descriptions.
///
/// | file | holds |
/// |---|---|
/// | `ibnetdiscover.txt` | switches, hosts, cables, local identifiers (LIDs) |
/// | `opensm-lfts.dump` | for each switch and destination LID the port |
/// | `opensm.mcfdbs` | if there: for each switch and multicast LID the ports of the tree |
/// | `msl.txt` | if there: multicast LID, service level; 0 elsewhere |
/// | `psl.txt` | if there: source GUID, destination LID, service level; 0 elsewhere |
/// | `slvl.txt` | if there: switch GUID, input and output port, the lanes of the 16 levels; elsewhere each its own |
#[derive(Debug)]
pub struct Fabric {
    network: DescribedNetwork,
    /// The channel at each port of a node, and the port of the node that each channel enters.
    port_channel: HashMap<(NodeId, u32), ChannelId>,
    port_entered: HashMap<ChannelId, u32>,
    lid_of_host: HashMap<NodeId, u32>,
    guid_of: HashMap<NodeId, u64>,
    unicast: HashMap<(NodeId, u32), u32>,
    /// By multicast LID, then switch: the ports of the tree.
    groups: BTreeMap<u32, BTreeMap<NodeId, Vec<u32>>>,
    group_levels: BTreeMap<u32, u8>,
    service_levels: HashMap<(NodeId, u32), u8>,
    lanes: Option<VirtualLanes>,
    /// For each service level its lane, where that is the same at all ports of all switches.
    fixed_lanes: [Option<u8>; 16],
}

/// Refuses hosts with several local identifiers, to each of which there are routes: those to one alone are read here.
fn refuse_several_lids(file: &Path, cabling: &Cabling<'_>) -> Result<(), TopologyError> {
    let mut lid_of = HashMap::new();
    for &(place, lid) in &cabling.lids {
        if *lid_of.entry(place).or_insert(lid) != lid {
            let [host, known] = [cabling.devices[place].description, &lid_of[&place].to_string()].map(str::to_owned);
            return Err(several(file, &format!("the host `{}` has the LIDs {known} and {lid}", host.escape_debug())));
        }
    }
    match cabling.mask {
        0 => Ok(()),
        mask => Err(several(file, &format!("ports have {} LIDs each (lmc {mask})", 1_u64 << mask.min(7)))),
    }
}

fn several(file: &Path, problem: &str) -> TopologyError {
    let problem = format!("{problem}; routes to one LID a host are looked at, and the others could close cycles");
    TopologyError::Io { path: file.to_owned(), source: std::io::Error::other(problem) }
}

impl Fabric {
    /// The names of the files that are read from its folder, the one that must be there first.
    pub const FILES: [&str; 5] = ["ibnetdiscover.txt", "opensm-lfts.dump", "opensm.mcfdbs", "psl.txt", "slvl.txt"];

    /// The fabric whose files are in a folder. O(size of the files).
    ///
    /// # Errors
    /// `ibnetdiscover.txt` or `opensm-lfts.dump` cannot be read, or a line of a file makes no sense.
    pub fn open(folder: &Path) -> Result<Self, TopologyError> {
        let file = folder.join("ibnetdiscover.txt");
        let bytes = text::read(&file)?;
        let network = network::from_bytes(&file.display().to_string(), &bytes)?;
        let cabling = cabling(&file, text::decode(&file, &bytes)?)?;
        refuse_several_lids(&file, &cabling)?;
        let mut fabric = Self::cabled(network, &cabling);
        let reader = Reader { folder, network: &fabric.network, guids: fabric.guids(&cabling) };
        fabric.guid_of = reader.guids.iter().map(|(&guid, &node)| (node, guid)).collect();
        fabric.unicast = reader.unicast()?;
        fabric.groups = reader.groups()?;
        fabric.group_levels = reader.group_levels()?;
        fabric.service_levels = reader.service_levels()?;
        fabric.lanes = reader.virtual_lanes()?;
        fabric.fixed_lanes = std::array::from_fn(|level| fabric.fixed_lane(level as u8));
        Ok(fabric)
    }

    /// The fabric with its ports and LIDs, and empty tables.
    fn cabled(network: DescribedNetwork, cabling: &Cabling<'_>) -> Self {
        let node = |place: usize| {
            let device = &cabling.devices[place];
            network.find_node(device.description).or_else(|_| network.find_node(device.id)).ok()
        };
        let nodes: Vec<_> = (0..cabling.devices.len()).map(node).collect();
        let (mut port_channel, mut port_entered) = (HashMap::new(), HashMap::new());
        let mut parallel: HashMap<[NodeId; 2], u32> = HashMap::new();
        for [(a, a_port), (b, b_port)] in cabling.cables.iter().copied() {
            let (Some(a), Some(b)) = (nodes[a], nodes[b]) else { continue };
            let number = parallel.entry([a.min(b), a.max(b)]).or_default();
            for (from, out, to, into) in [(a, a_port, b, b_port), (b, b_port, a, a_port)] {
                if let Some(channel) = network.graph().numbered(from, to, *number) {
                    port_channel.insert((from, out), channel);
                    port_entered.insert(channel, into);
                }
            }
            *number += 1;
        }
        let lids = cabling.lids.iter().filter_map(|&(place, lid)| Some((nodes[place]?, lid)));
        let lid_of_host = lids.filter(|(node, _)| network.graph().is_endpoint(*node)).collect();
        Self {
            network,
            port_channel,
            port_entered,
            lid_of_host,
            guid_of: HashMap::new(),
            unicast: HashMap::new(),
            groups: BTreeMap::new(),
            group_levels: BTreeMap::new(),
            service_levels: HashMap::new(),
            lanes: None,
            fixed_lanes: [None; 16],
        }
    }

    /// The node of each GUID: the digits at the end of an id such as `S-0000000000100000`.
    fn guids(&self, cabling: &Cabling<'_>) -> HashMap<u64, NodeId> {
        let guid = |id: &str| u64::from_str_radix(id.rsplit_once('-')?.1, 16).ok();
        let find = |name: &str| self.network.find_node(name).ok();
        let devices = cabling.devices.iter();
        devices.filter_map(|d| Some((guid(d.id)?, find(d.description).or_else(|| find(d.id))?))).collect()
    }

    /// Its switches, hosts and cables.
    pub fn network(&self) -> &DescribedNetwork {
        &self.network
    }

    /// The same for good.
    pub fn into_network(self) -> DescribedNetwork {
        self.network
    }

    /// The port by which a channel leaves its node, if its cable is known.
    pub fn port_out(&self, channel: ChannelId) -> Option<u32> {
        self.port_in(self.network.graph().reverse(channel)?)
    }

    /// The port by which a channel enters a node, if its cable is known.
    pub fn port_in(&self, channel: ChannelId) -> Option<u32> {
        self.port_entered.get(&channel).copied()
    }

    /// The GUID of a switch or host.
    pub fn guid(&self, node: NodeId) -> Option<u64> {
        self.guid_of.get(&node).copied()
    }

    /// Its multicast LIDs.
    pub fn groups(&self) -> impl Iterator<Item = u32> + '_ {
        self.groups.keys().copied()
    }

    /// The service level of a group's multicasts.
    pub fn group_level(&self, group: u32) -> u8 {
        self.group_levels.get(&group).copied().unwrap_or(0)
    }

    /// The hosts at ports of a group's tree, in the order of their numbers.
    pub fn members(&self, group: u32) -> BTreeSet<NodeId> {
        let graph = self.network.graph();
        let switches = self.groups.get(&group).into_iter().flatten();
        let ports = switches.flat_map(|(&at, ports)| ports.iter().map(move |&port| (at, port)));
        let ends = ports.filter_map(|port| Some(graph.target(*self.port_channel.get(&port)?)));
        ends.filter(|&node| graph.is_endpoint(node)).collect()
    }

    /// How many channels a group's tree has, those from and to hosts with it, as seen from one of its members.
    pub fn tree_size(&self, group: u32) -> usize {
        let ports = self.groups.get(&group).into_iter().flatten().map(|(_, ports)| ports.len()).sum::<usize>();
        // Each link between switches stands at both of its ends, and that of a host at one.
        (ports + self.members(group).len()) / 2
    }

    /// The routes of its unicasts between all hosts, and if wanted the trees of its multicast groups beside them.
    pub fn routing(&self, with_multicast: bool) -> FabricRouting<'_> {
        FabricRouting::new(self, with_multicast)
    }
}
