//! The dumps of a subnet manager: one line of a table after another.

use super::MAX_BYTES;
use crate::text;
use std::collections::{BTreeMap, HashMap};
use std::path::Path;
use wormcast_topology::{NodeId, TopologyError};

/// The virtual lanes of the service levels, by switch, input port and output port.
pub(super) type VirtualLanes = HashMap<(NodeId, u32, u32), [u8; 16]>;

/// Reads the dumps in a folder.
pub(super) struct Reader<'f> {
    pub folder: &'f Path,
    pub guids: HashMap<u64, NodeId>,
}

impl Reader<'_> {
    /// The port of each switch for each destination LID: blocks `… of switch Lid 2 guid 0x… (…):` with lines
    /// `0x0001 005 …`.
    pub(super) fn unicast(&self) -> Result<HashMap<(NodeId, u32), u32>, TopologyError> {
        let mut table = HashMap::new();
        let mut switch = None;
        self.lines("opensm-lfts.dump", true, |line| {
            if let Some((_, rest)) = line.split_once(" guid ") {
                switch = Some(self.node(word(rest, 0)?)?);
            } else if line.starts_with("0x") {
                let switch = switch.ok_or("an entry before the first switch")?;
                // An unreachable LID has no port.
                if let Ok(port) = word(line, 1)?.parse() {
                    table.insert((switch, hexadecimal(word(line, 0)?)? as u32), port);
                }
            }
            Ok(())
        })?;
        Ok(table)
    }

    /// The ports of each multicast LID and switch: blocks `Switch 0x…` with lines `0xC000 : 0x001 0x002`.
    pub(super) fn groups(&self) -> Result<BTreeMap<u32, BTreeMap<NodeId, Vec<u32>>>, TopologyError> {
        let mut groups: BTreeMap<u32, BTreeMap<NodeId, Vec<u32>>> = BTreeMap::new();
        let mut switch = None;
        self.lines("opensm.mcfdbs", false, |line| {
            if let Some(rest) = line.strip_prefix("Switch ") {
                switch = Some(self.node(word(rest, 0)?)?);
            } else if let Some((lid, ports)) = line.split_once(':').filter(|(lid, _)| lid.starts_with("0x")) {
                let switch = switch.ok_or("an entry before the first switch")?;
                let ports = ports.split_whitespace().map(|port| Ok(hexadecimal(port)? as u32));
                let ports = ports.collect::<Result<Vec<_>, String>>()?;
                groups.entry(hexadecimal(lid.trim())? as u32).or_default().insert(switch, ports);
            }
            Ok(())
        })?;
        Ok(groups)
    }

    /// The service level from each source to each destination LID: lines `0x200000 21 1`.
    pub(super) fn service_levels(&self) -> Result<HashMap<(NodeId, u32), u8>, TopologyError> {
        let mut levels = HashMap::new();
        self.lines("psl.txt", false, |line| {
            let source = self.node(word(line, 0)?)?;
            levels.insert((source, number(word(line, 1)?, u32::MAX)?), number(word(line, 2)?, 15)? as u8);
            Ok(())
        })?;
        Ok(levels)
    }

    /// The service level of each multicast LID: lines `0xC000 1`.
    pub(super) fn group_levels(&self) -> Result<BTreeMap<u32, u8>, TopologyError> {
        let mut levels = BTreeMap::new();
        self.lines("msl.txt", false, |line| {
            levels.insert(hexadecimal(word(line, 0)?)? as u32, number(word(line, 1)?, 15)? as u8);
            Ok(())
        })?;
        Ok(levels)
    }

    /// The virtual lanes: lines `0x… 1 2 0x01 0x23 …`, two service levels a byte. None if there is no such file.
    pub(super) fn virtual_lanes(&self) -> Result<Option<VirtualLanes>, TopologyError> {
        let mut lanes = HashMap::new();
        let found = self.lines("slvl.txt", false, |line| {
            let switch = self.node(word(line, 0)?)?;
            let [input, output] = [1, 2].map(|at| number(word(line, at)?, u32::MAX));
            let mut row = [0; 16];
            for (place, pair) in row.chunks_exact_mut(2).enumerate() {
                let byte = hexadecimal(word(line, 3 + place)?)?;
                pair.copy_from_slice(&[(byte >> 4 & 15) as u8, (byte & 15) as u8]);
            }
            lanes.insert((switch, input?, output?), row);
            Ok(())
        })?;
        Ok(found.then_some(lanes))
    }

    /// Calls a function with every line of a file that is not empty; whether there is such a file.
    fn lines(
        &self,
        name: &str,
        needed: bool,
        mut line: impl FnMut(&str) -> Result<(), String>,
    ) -> Result<bool, TopologyError> {
        let path = self.folder.join(name);
        if !needed && !path.exists() {
            return Ok(false);
        }
        let bytes = text::read_regular(&path, MAX_BYTES)?;
        for (number, content) in (1..).zip(String::from_utf8_lossy(&bytes).lines()) {
            let content = content.trim();
            if !content.is_empty() {
                line(content).map_err(|problem| TopologyError::File {
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
}

/// A word of a line.
fn word(line: &str, place: usize) -> Result<&str, String> {
    line.split_whitespace().nth(place).ok_or_else(|| format!("the line has less than {} words", place + 1))
}

fn hexadecimal(word: &str) -> Result<u64, String> {
    let digits = word.trim_start_matches("0x").trim_start_matches("0X");
    u64::from_str_radix(digits, 16).map_err(|_| format!("`{}` is no hexadecimal number", text::cut(word, 40)))
}

fn number(word: &str, most: u32) -> Result<u32, String> {
    let number = word.parse().ok().filter(|&number| number <= most);
    number.ok_or_else(|| format!("`{}` is no number up to {most}", text::cut(word, 40)))
}
