//! Numbers for what given worms hold, if the channel dependency graph has no cycle; its components that have, else.

use std::collections::BTreeMap;
use wormcast_check::proof::{EjectionNumber, LaneNumber, WormNumbers};
use wormcast_model::{NONE, Owned, ResourceId, RouterPolicies, VisitIx, Workload};
use wormcast_routing::CompactGraph;
use wormcast_topology::Topology;

/// What worms hold, as far as it is asked for together, and what they ask for then.
pub(super) struct Dependencies {
    /// By resource, the first of those that are asked for together with it.
    together: Vec<ResourceId>,
    /// By the first of those: what is asked for next.
    graph: CompactGraph,
}

impl Dependencies {
    /// The dependencies of all worms on routers with these policies. Where a worm goes on in several branches at a
    /// router, each waits while the others hold: those are a cycle, but for branches that are copied apart
    /// ([`RouterPolicies::copies_apart`]), each of which holds the channel before and waits for its own. `has_queues`
    /// says that worms wait for the fronts of buffers, though no resources of this workload are that. O(hops log hops).
    pub(super) fn of(workload: &Workload, policies: RouterPolicies, has_queues: bool) -> Self {
        let resources = 0..workload.resources.count() as ResourceId;
        let graph = CompactGraph::new(std::iter::empty::<std::iter::Empty<u32>>());
        let mut dependencies = Self { together: resources.clone().collect(), graph };
        let edges = match policies.copies_apart() {
            true => edges_apart(workload),
            false => dependencies.edges(workload, has_queues),
        };
        dependencies.graph = CompactGraph::new(resources.map(|from| {
            let start = edges.partition_point(|edge| edge.0 < from);
            edges[start..].iter().take_while(move |edge| edge.0 == from).map(|edge| edge.1)
        }));
        dependencies
    }

    /// What is held, and what is asked for then; each pair once. What is asked for together is joined.
    fn edges(&mut self, workload: &Workload, has_queues: bool) -> Vec<(ResourceId, ResourceId)> {
        for visit in 0..workload.visits.len() as VisitIx {
            workload.request(visit).windows(2).for_each(|pair| self.join(pair[0], pair[1]));
        }
        let mut edges = Vec::new();
        for visit in 0..workload.visits.len() as VisitIx {
            let Some(&asked) = workload.request(visit).first() else { continue };
            let asked = self.first(asked);
            // What is taken one after another is held while the next is asked for; and so are the fronts of buffers.
            if workload.is_parted(visit) || has_queues && workload.children(visit).len() > 1 {
                edges.push((asked, asked));
            }
            let into = workload.visit(visit).into;
            if into != NONE {
                edges.push((self.first(into), asked));
            }
            let mut branches = workload.children(visit).iter().filter_map(|&child| workload.request(child).first());
            if let (Some(&first), Some(&second)) = (branches.next(), branches.next()) {
                let [first, second] = [first, second].map(|resource| self.first(resource));
                edges.extend([(first, second), (second, first)]);
            }
        }
        edges.sort_unstable();
        edges.dedup();
        edges
    }

    fn first(&mut self, mut resource: ResourceId) -> ResourceId {
        while self.together[resource as usize] != resource {
            let above = self.together[resource as usize];
            self.together[resource as usize] = self.together[above as usize];
            resource = above;
        }
        resource
    }

    fn join(&mut self, a: ResourceId, b: ResourceId) {
        let [a, b] = [a, b].map(|resource| self.first(resource));
        self.together[a.max(b) as usize] = a.min(b);
    }

    /// A number for each resource, equal for those that are asked for together, and greater for what is asked for than
    /// for what is held; none if there is a cycle.
    pub(super) fn numbers(&mut self) -> Option<Vec<u32>> {
        let levels = self.graph.levels().ok()?;
        let resources = 0..self.together.len() as ResourceId;
        Some(resources.map(|resource| levels[self.first(resource) as usize]).collect())
    }

    /// The strongly connected components that have a cycle, the smallest first: what is in each.
    pub(super) fn components(&mut self) -> Vec<Vec<ResourceId>> {
        let components = self.graph.cyclic_components();
        let place: BTreeMap<_, _> =
            components.iter().enumerate().flat_map(|(at, list)| list.iter().map(move |&first| (first, at))).collect();
        let mut all = vec![Vec::new(); components.len()];
        for resource in 0..self.together.len() as ResourceId {
            if let Some(&at) = place.get(&self.first(resource)) {
                all[at].push(resource);
            }
        }
        all.sort_by_key(Vec::len);
        all
    }
}

/// The same where branches are copied apart: each waits by itself, and holds one channel.
fn edges_apart(workload: &Workload) -> Vec<(ResourceId, ResourceId)> {
    let visits = 0..workload.visits.len() as VisitIx;
    let waits = visits.filter(|&visit| workload.visit(visit).into != NONE);
    let each = |visit| workload.request(visit).iter().map(move |&asked| (workload.visit(visit).into, asked));
    let mut edges: Vec<_> = waits.flat_map(each).collect();
    edges.sort_unstable();
    edges.dedup();
    edges
}

/// The numbers with the names of what worms take.
pub(super) fn certificate(topology: &dyn Topology, workload: &Workload, numbers: &[u32]) -> WormNumbers {
    certificate_of(topology, workload, numbers, |_| true)
}

/// The same for some of what worms take.
pub(super) fn certificate_of(
    topology: &dyn Topology,
    workload: &Workload,
    numbers: &[u32],
    counts: impl Fn(ResourceId) -> bool,
) -> WormNumbers {
    let mut told = WormNumbers::default();
    for (resource, &number) in (0..).zip(numbers) {
        if workload.users(resource).is_empty() || !counts(resource) {
            continue;
        }
        match workload.resources.what(resource) {
            Owned::Channel(channel, virtual_channel) => {
                told.lanes.push(LaneNumber(topology.channel_name(channel), virtual_channel, number));
            }
            // Where worms are behind others in buffers, there are no such numbers.
            Owned::Front(..) => {}
            Owned::Consumption(node, class) => {
                told.ejection.push(EjectionNumber(topology.node_name(node), class, number));
            }
        }
    }
    told
}
