//! The dumps of a subnet manager: one line of a table after another.

use super::MAX_BYTES;
use super::entries::{MulticastLine, UnicastLine, lid};
use super::once::Once;
use crate::text;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use wormcast_topology::{DescribedNetwork, NodeId, Topology, TopologyError};

/// The virtual lanes of the service levels, by switch, input port and output port.
pub(super) type VirtualLanes = HashMap<(NodeId, u32, u32), [u8; 16]>;

/// What stands before the first line that names a switch.
const NO_SWITCH: &str = "an entry before the first switch";

/// Reads the dumps in a folder.
pub(super) struct Reader<'f> {
    pub folder: &'f Path,
    pub network: &'f DescribedNetwork,
    pub guids: HashMap<u64, NodeId>,
}

impl Reader<'_> {
    /// The port of each switch for each destination LID: blocks `… of switch Lid 2 guid 0x… (…):` with lines
    /// `0x0001 005 …`.
    pub(super) fn unicast(&self) -> Result<HashMap<(NodeId, u32), u32>, TopologyError> {
        let mut table = Once::new();
        let mut switch = None;
        self.lines("opensm-lfts.dump", true, |line, text| {
            match UnicastLine::of(text)? {
                UnicastLine::Switch(guid) => switch = Some(self.node(guid)?),
                UnicastLine::Port(lid, port) => {
                    let switch = switch.ok_or(NO_SWITCH)?;
                    let say = |port: &u32| format!("`{}` has port {port} for LID {lid:#06x}", self.name(switch));
                    table.put(line, (switch, lid), port, say)?;
                }
                UnicastLine::Nothing => {}
            }
            Ok(())
        })?;
        Ok(table.entries().collect())
    }

    /// The ports of each multicast LID and switch: blocks `Switch 0x…` with lines `0xC000 : 0x001 0x002`.
    pub(super) fn groups(&self) -> Result<BTreeMap<u32, BTreeMap<NodeId, Vec<u32>>>, TopologyError> {
        let mut table = Once::new();
        let mut switch = None;
        self.lines("opensm.mcfdbs", false, |line, text| {
            match MulticastLine::of(text)? {
                MulticastLine::Switch(guid) => switch = Some(self.node(guid)?),
                MulticastLine::Ports(lid, ports) => {
                    let switch = switch.ok_or(NO_SWITCH)?;
                    let say = |ports: &Vec<u32>| {
                        let ports: Vec<_> = ports.iter().map(|port| format!("{port:#05x}")).collect();
                        format!("`{}` has the ports {} for LID {lid:#06x}", self.name(switch), ports.join(" "))
                    };
                    table.put(line, (lid, switch), ports, say)?;
                }
                MulticastLine::Nothing => {}
            }
            Ok(())
        })?;
        let mut groups: BTreeMap<u32, BTreeMap<NodeId, Vec<u32>>> = BTreeMap::new();
        for ((lid, switch), ports) in table.entries() {
            groups.entry(lid).or_default().insert(switch, ports);
        }
        Ok(groups)
    }

    /// The service level from each source to each destination LID: lines `0x200000 21 1`.
    pub(super) fn service_levels(&self) -> Result<HashMap<(NodeId, u32), u8>, TopologyError> {
        let mut levels = Once::new();
        self.lines("psl.txt", false, |line, text| {
            let (source, lid) = (self.node(word(text, 0)?)?, number(word(text, 1)?, u32::MAX)?);
            let level = number(word(text, 2)?, 15)? as u8;
            let say = |level: &u8| format!("`{}` sends to LID {lid} on service level {level}", self.name(source));
            levels.put(line, (source, lid), level, say)
        })?;
        Ok(levels.entries().collect())
    }

    /// The service level of each multicast LID: lines `0xC000 1`.
    pub(super) fn group_levels(&self) -> Result<BTreeMap<u32, u8>, TopologyError> {
        let mut levels = Once::new();
        self.lines("msl.txt", false, |line, text| {
            let (group, level) = (lid(word(text, 0)?)?, number(word(text, 1)?, 15)? as u8);
            levels.put(line, group, level, |level| format!("group {group:#x} has service level {level}"))
        })?;
        Ok(levels.entries().collect())
    }

    /// The virtual lanes: lines `0x… 1 2 0x01 0x23 …`, two service levels a byte. None if there is no such file.
    pub(super) fn virtual_lanes(&self) -> Result<Option<VirtualLanes>, TopologyError> {
        let mut lanes = Once::new();
        let found = self.lines("slvl.txt", false, |line, text| {
            let switch = self.node(word(text, 0)?)?;
            let [input, output] = [1, 2].map(|at| number(word(text, at)?, u32::MAX));
            let (input, output) = (input?, output?);
            let mut row = [0; 16];
            for (place, pair) in row.chunks_exact_mut(2).enumerate() {
                let byte = hexadecimal(word(text, 3 + place)?)?;
                pair.copy_from_slice(&[(byte >> 4 & 15) as u8, (byte & 15) as u8]);
            }
            let say = |row: &[u8; 16]| {
                let row = row.map(|lane| lane.to_string()).join(" ");
                format!("`{}` has the lanes {row} from port {input} to port {output}", self.name(switch))
            };
            lanes.put(line, (switch, input, output), row, say)
        })?;
        Ok(found.then(|| lanes.entries().collect()))
    }

    /// Calls a function with every line of a file that is neither empty nor a comment, and its number; whether there is
    /// such a file.
    fn lines(
        &self,
        name: &str,
        needed: bool,
        mut line: impl FnMut(usize, &str) -> Result<(), String>,
    ) -> Result<bool, TopologyError> {
        let path = self.folder.join(name);
        if !needed && !path.exists() {
            return Ok(false);
        }
        let bytes = text::read_regular(&path, MAX_BYTES)?;
        for (number, content) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
            let content = content.trim();
            if !content.is_empty() && !content.starts_with('#') {
                line(number, content).map_err(|problem| TopologyError::File {
                    path: path.clone(),
                    line: number,
                    column: 1,
                    problem,
                })?;
            }
        }
        Ok(true)
    }

    fn node(&self, guid: &str) -> Result<NodeId, String> {
        let found = self.guids.get(&hexadecimal(guid)?).copied();
        found.ok_or_else(|| format!("`{}` is the GUID of no switch or host", text::cut(guid, 40)))
    }

    fn name(&self, node: NodeId) -> String {
        self.network.node_name(node)
    }
}

/// A word of a line.
pub(super) fn word(line: &str, place: usize) -> Result<&str, String> {
    line.split_whitespace().nth(place).ok_or_else(|| format!("the line has less than {} words", place + 1))
}

pub(super) fn hexadecimal(word: &str) -> Result<u64, String> {
    let digits = word.trim_start_matches("0x").trim_start_matches("0X");
    u64::from_str_radix(digits, 16).map_err(|_| format!("`{}` is no hexadecimal number", text::cut(word, 40)))
}

fn number(word: &str, most: u32) -> Result<u32, String> {
    let number = word.parse().ok().filter(|&number| number <= most);
    number.ok_or_else(|| format!("`{}` is no number up to {most}", text::cut(word, 40)))
}
