//! What is taken for granted of a fabric, since its files do not say it.

use super::Fabric;
use std::collections::{BTreeSet, HashMap};
use std::path::Path;
use wormcast_topology::{NodeId, Topology};

impl Fabric {
    /// What is taken for granted since a file is not in the folder, or says a part alone, in sentences; that of groups
    /// only with multicasts. O(rows of the tables).
    pub fn taken_for_granted(&self, folder: &Path, with_multicast: bool) -> Vec<String> {
        let usual = [
            ("psl.txt", true, "every unicast is taken to have service level 0"),
            ("slvl.txt", true, "each service level is taken to go by the virtual lane of its number, at every port"),
            ("msl.txt", with_multicast, "every group is taken to have service level 0"),
        ];
        let (there, missing): (Vec<_>, Vec<_>) =
            usual.into_iter().filter(|(_, matters, _)| *matters).partition(|(file, ..)| folder.join(file).exists());
        let absent = missing.into_iter();
        let absent = absent.map(|(file, _, taken)| format!("there is no `{file}` in {}: {taken}", folder.display()));
        absent.chain(there.into_iter().filter_map(|(file, ..)| self.lacks(file))).collect()
    }

    /// What a file that is there does not say.
    fn lacks(&self, file: &str) -> Option<String> {
        let ((without, all), what, taken) = match file {
            "psl.txt" => (self.pairs_without_level(), "pairs", "level 0 is taken"),
            "slvl.txt" => {
                (self.turns_without_lanes(), "pairs of ports of switches", "nothing goes from one to the other")
            }
            _ => (self.groups_without_level(), "groups", "level 0 is taken"),
        };
        (without > 0).then(|| format!("{without} of {all} {what} have no row in `{file}`; {taken}"))
    }

    /// How many pairs of hosts have no service level, and how many pairs there are.
    fn pairs_without_level(&self) -> (usize, usize) {
        let lids: BTreeSet<u32> = self.lid_of_host.values().copied().collect();
        let all = self.lid_of_host.len() * lids.len().saturating_sub(1);
        let is_pair =
            |(from, to): &&(NodeId, u32)| lids.contains(to) && self.lid_of_host.get(from).is_some_and(|own| own != to);
        (all.saturating_sub(self.service_levels.keys().filter(is_pair).count()), all)
    }

    /// The same of the ports of switches, two at a time, and the virtual lanes from one to the other.
    fn turns_without_lanes(&self) -> (usize, usize) {
        let graph = self.network.graph();
        let mut ports: HashMap<NodeId, usize> = HashMap::new();
        for &(node, _) in self.port_channel.keys().filter(|(node, _)| !graph.is_endpoint(*node)) {
            *ports.entry(node).or_default() += 1;
        }
        let all = ports.values().map(|count| count * (count - 1)).sum::<usize>();
        let has_cable = |node: NodeId, port: u32| self.port_channel.contains_key(&(node, port));
        let is_turn = |&&(node, input, output): &&(NodeId, u32, u32)| {
            input != output && has_cable(node, input) && has_cable(node, output)
        };
        let told = self.lanes.iter().flat_map(|lanes| lanes.keys());
        (all.saturating_sub(told.filter(is_turn).count()), all)
    }

    /// The same of groups.
    fn groups_without_level(&self) -> (usize, usize) {
        let without = self.groups.keys().filter(|group| !self.group_levels.contains_key(group)).count();
        (without, self.groups.len())
    }
}
