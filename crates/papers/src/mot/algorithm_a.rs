//! Algorithm A on one mesh of trees, round by round.

use super::broadcast::{Broadcast, Broadcaster, mesh_of_trees, source_of_algorithm_a};
use crate::{Picture, Table};
use wormcast_plan::{NetworkSpec, Plan, Worm, Worms};
use wormcast_topology::{MeshOfTrees, NodeId, Topology};

/// Algorithm A on one height.
pub(super) struct AlgorithmRun {
    pub(super) mesh: MeshOfTrees,
    pub(super) broadcast: Broadcast,
}

impl AlgorithmRun {
    pub(super) fn on(height: u32) -> Self {
        let mesh = mesh_of_trees(height);
        let broadcast = Broadcaster::new(&mesh, "mot-broadcast").run(source_of_algorithm_a(&mesh));
        Self { mesh, broadcast }
    }

    pub(super) fn height(&self) -> u32 {
        self.mesh.heights()[0]
    }

    /// One round as a picture.
    pub(super) fn picture(&self, name: &str, round: u32, title: &str) -> Picture {
        let worms = self.broadcast.plan.worms.iter().filter(|worm| worm.round == round);
        let plan = plan_of_round(&self.mesh, self.broadcast.plan.source, worms);
        Picture::of_plan(name, plan, format!("{}, round {}: {title}", self.mesh.spec(), round + 1))
    }

    /// The worms of one round, or of all.
    pub(super) fn table(&self, name: &str, round: u32) -> Table {
        let mut table = Table::new(name, &["round", "from", "to", "channels"]);
        let name = |node| self.mesh.node_name(node);
        for worm in self.broadcast.plan.worms.iter().filter(|worm| worm.round == round) {
            let (from, to) = (name(worm.origin), name(worm.deliveries[0].node));
            table.push([(round + 1).to_string(), from, to, worm.hops.len().to_string()]);
        }
        table
    }
}

/// Some worms of one round as a plan of their own.
fn plan_of_round<'p>(topology: &dyn Topology, source: NodeId, of: impl Iterator<Item = Worm<'p>>) -> Plan {
    let mut worms = Worms::new();
    let mut destinations = Vec::new();
    for worm in of {
        copy(&worm, 0, &mut worms);
        destinations.push(worm.deliveries[0].node);
    }
    let (network, scheme) = (NetworkSpec::whole(topology.spec()), "mot-broadcast".to_owned());
    Plan { network, scheme, source, destinations, worms, claims: Vec::new(), extra: Default::default() }
}

/// Appends a worm that is a path, without the worm that it waits for.
pub(super) fn copy(worm: &Worm<'_>, round: u32, worms: &mut Worms) {
    worms.start(worm.origin, None, round);
    let last = worms.chain(None, worm.hops.iter().map(|hop| hop.channel));
    worms.deliver(last.expect("a worm goes to another node"), worm.deliveries[0].node);
}
