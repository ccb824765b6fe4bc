//! Plans from paths that somebody wrote.

use crate::{Error, Network, Plan};
use std::collections::BTreeMap;
use std::path::Path;
use wormcast_formats::{TableTree, Transfer, WrittenPath, read_msccl, read_paths, read_spinnaker_tables};
use wormcast_plan::{MulticastSet, Worms};
use wormcast_schemes::Options;
use wormcast_schemes::option::ROUTING;
use wormcast_topology::NodeId;

/// The name of the scheme in plans from paths.
const BY_HAND: &str = "by hand";

/// The plans of a schedule, and what its nodes take in only after they have sent something else.
#[derive(Debug)]
#[non_exhaustive]
pub struct ImportedSchedule {
    /// A unicast for each message.
    pub plans: Vec<Plan>,
    /// The dependences between them.
    pub waits: Vec<ImportedWait>,
}

/// That a node takes in one plan only after it has sent another one.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct ImportedWait {
    /// The name of the node.
    pub at: String,
    /// The number of the plan that it takes in.
    pub takes_in: usize,
    /// The number of the plan that it sends before.
    pub only_after_sending: usize,
}

impl Network {
    /// The plans of the paths in a file ([`read_paths`]): one for each node at which paths begin, in the order of the
    /// file, with a worm for each path. It delivers at its end. `as_trees` makes one worm of the paths of a node that
    /// splits where they part. The plans name their virtual channels if some path in the file does.
    ///
    /// ```
    /// let mesh = wormcast::Network::build("mesh:3x3")?;
    /// let file = std::env::temp_dir().join("wormcast-doc-import.txt");
    /// std::fs::write(&file, "0,0 1,0 2,0\n0,0 1,0 1,1\n")?;
    /// let [paths, tree] = [false, true].map(|as_trees| mesh.import(&file, as_trees).unwrap()[0].cost());
    /// assert_eq!((paths.worms, paths.channels, tree.worms, tree.channels), (2, 4, 1, 3));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The file cannot be read, or a line is no path on the network.
    pub fn import(&self, file: &Path, as_trees: bool) -> Result<Vec<Plan>, Error> {
        self.import_grouped(file, as_trees, |_| 0)
    }

    /// The same with a plan for each node at which paths of a paragraph begin: an empty line ends the multicasts before
    /// it, so that one node may send several.
    ///
    /// # Errors
    /// As [`import`](Self::import).
    pub fn import_paragraphs(&self, file: &Path, as_trees: bool) -> Result<Vec<Plan>, Error> {
        self.import_grouped(file, as_trees, |path| path.paragraph)
    }

    fn import_grouped(&self, file: &Path, as_trees: bool, group: fn(&WrittenPath) -> u64) -> Result<Vec<Plan>, Error> {
        let paths = read_paths(self.topology(), file)?;
        // Where a line names virtual channels, the others mean the first one; where none does, a rule is to assign
        // them.
        let names = paths.iter().any(|path| path.is_named);
        let mut sources: Vec<(NodeId, Vec<&WrittenPath>)> = Vec::new();
        let mut place: BTreeMap<(u64, NodeId), usize> = BTreeMap::new();
        for path in &paths {
            let place = *place.entry((group(path), path.from)).or_insert(sources.len());
            if place == sources.len() {
                sources.push((path.from, Vec::new()));
            }
            sources[place].1.push(path);
        }
        let plans = sources.iter().map(|(source, paths)| {
            let mut drawn = Drawn { worms: Worms::new(), names };
            match as_trees {
                true => drawn.tree(*source, paths),
                false => paths.iter().for_each(|path| drawn.path(path)),
            }
            self.imported(*source, paths, drawn.worms)
        });
        Ok(plans.collect())
    }

    /// The plans of the multicast routing tables of a SpiNNaker machine ([`read_spinnaker_tables`]): one for each key
    /// and each chip at which its packets begin, which carries the key under `key`.
    ///
    /// # Errors
    /// The file cannot be read, or its tables make no trees on the machine.
    pub fn import_tables(&self, file: &Path) -> Result<Vec<Plan>, Error> {
        let trees = read_spinnaker_tables(self.topology(), file)?;
        Ok(trees.into_iter().map(|tree| self.planned_by_tables(&tree)).collect())
    }

    /// The plans of a schedule of MSCCL ([`read_msccl`]): a unicast for each message, by this routing or on the
    /// network's own routes, which carries its chunks under `chunks`. GPU 0 is the first node that sends and receives,
    /// and so on.
    ///
    /// # Errors
    /// The file cannot be read, or has more GPUs than the network has nodes; or there is no such routing.
    pub fn import_schedule(&self, file: &Path, routing: Option<&str>) -> Result<ImportedSchedule, Error> {
        let schedule = read_msccl(file)?;
        let nodes = schedule.nodes(self.topology(), file)?;
        let mut options = Options::default();
        if let Some(routing) = routing {
            options = options.with(&ROUTING, routing.into());
        }
        let mut planner = self.planner("unicast", &options)?;
        let plans = schedule.transfers.iter().map(|&Transfer { from, to, chunks }| {
            let destination = [nodes[to]];
            let set = MulticastSet::checked(self.topology(), nodes[from], &destination)?;
            let mut plan = planner.plan_set(set)?;
            plan.carry("chunks", chunks.into());
            Ok(plan)
        });
        let plans = plans.collect::<Result<Vec<_>, Error>>()?;
        let name = |node: usize| self.topology().node_name(nodes[node]);
        let wait = |&[takes_in, only_after_sending]: &[usize; 2]| ImportedWait {
            at: name(schedule.transfers[takes_in].to),
            takes_in,
            only_after_sending,
        };
        Ok(ImportedSchedule { waits: schedule.waits.iter().map(wait).collect(), plans })
    }

    fn planned_by_tables(&self, tree: &TableTree) -> Plan {
        let mut worms = Worms::new();
        worms.start(tree.source, None, 0);
        for &(parent, channel) in &tree.hops {
            worms.hop(parent, channel);
        }
        let deliveries = tree.deliveries(self.topology().graph());
        deliveries.into_iter().for_each(|(hop, node)| worms.deliver(hop, node));
        let mut takers = tree.takers.clone();
        takers.sort_unstable();
        let extra = [("key".to_owned(), tree.key.into())].into_iter().collect();
        let plan = wormcast_plan::Plan {
            network: self.spec().clone(),
            scheme: BY_HAND.to_owned(),
            source: tree.source,
            destinations: takers,
            extra,
            worms,
            claims: Vec::new(),
        };
        Plan::new(self.clone(), plan)
    }

    /// The plan of these paths. It carries the lines on which they stand: one for each worm, or all for a tree.
    fn imported(&self, source: NodeId, paths: &[&WrittenPath], worms: Worms) -> Plan {
        let mut destinations = Vec::new();
        for path in paths.iter().filter(|path| path.to != source) {
            if !destinations.contains(&path.to) {
                destinations.push(path.to);
            }
        }
        let plan = wormcast_plan::Plan {
            network: self.spec().clone(),
            scheme: BY_HAND.to_owned(),
            source,
            destinations,
            extra: carried(paths, &worms),
            worms,
            claims: Vec::new(),
        };
        Plan::new(self.clone(), plan)
    }
}

/// The key under which plans of paths carry the lines on which these stand.
pub const LINES_KEY: &str = "lines";

fn carried(paths: &[&WrittenPath], worms: &Worms) -> serde_json::Map<String, serde_json::Value> {
    let lines: Vec<_> = paths.iter().map(|path| path.line).collect();
    let mut extra = worms.carried();
    extra.insert(LINES_KEY.to_owned(), lines.into());
    extra
}

/// Worms made from paths.
struct Drawn {
    worms: Worms,
    /// Whether hops name their virtual channels.
    names: bool,
}

impl Drawn {
    fn hop(&mut self, parent: Option<u32>, lane: wormcast_routing::Lane) -> u32 {
        match self.names {
            true => self.worms.hop_on(parent, lane.channel, lane.virtual_channel),
            false => self.worms.hop(parent, lane.channel),
        }
    }

    fn path(&mut self, path: &WrittenPath) {
        self.worms.start(path.from, None, 0);
        let last = path.lanes.iter().fold(None, |last, &lane| Some(self.hop(last, lane)));
        last.into_iter().for_each(|last| self.worms.deliver(last, path.to));
    }

    /// One worm: hops that paths begin with in common are taken once.
    fn tree(&mut self, source: NodeId, paths: &[&WrittenPath]) {
        self.worms.start(source, None, 0);
        let mut taken = BTreeMap::new();
        let mut ends = BTreeMap::new();
        for path in paths {
            let mut at = None;
            for &lane in &path.lanes {
                let known = taken.get(&(at, lane)).copied();
                let hop = known.unwrap_or_else(|| self.hop(at, lane));
                taken.insert((at, lane), hop);
                at = Some(hop);
            }
            ends.extend(at.map(|hop| (hop, path.to)));
        }
        // Deliveries are told in the order in which the worm visits.
        ends.into_iter().for_each(|(hop, node)| self.worms.deliver(hop, node));
    }
}
