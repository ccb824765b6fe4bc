//! Dragonflies: groups of routers that all know each other, and a global link between any two groups.

use crate::family::Family;
use crate::grid::canonical_number;
use crate::hamiltonian::hamiltonian_path;
use crate::numbered::on_circle;
use crate::parameters::Parameters;
use crate::{
    Graph, Labelling, MAX_NODES, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode, check_size,
};
use std::f64::consts::TAU;

/// How `dragonfly:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "dragonfly",
    parameters: "AxHxP",
    summary: "A·H + 1 groups of A routers `g0.r1`, each with H global links and P endpoints `g0.r1.0`",
    example: "dragonfly:4x1x2",
    build: |parameters| Ok(Box::new(Dragonfly::parse(parameters)?)),
};

/// A dragonfly (Kim, Dally, Scott and Abts, "Technology-driven, highly-scalable dragonfly topology", ISCA 2008) with as
/// many groups as there can be, a·h + 1. The global links of a group lead to the other groups in their order, the first
/// h from its first router, and so on.
///
/// ```
/// use wormcast_topology::{Dragonfly, Topology};
/// let network = Dragonfly::new(4, 2, 2)?;
/// let (groups, routers) = (9, 36);
/// assert_eq!((network.graph().node_count(), network.graph().endpoints().len()), (routers + 72, 72));
/// // 6 links in a group, one between any two groups, and one to each endpoint.
/// assert_eq!(network.graph().channel_count(), 2 * (groups * 6 + groups * 8 / 2 + 72));
/// assert_eq!(network.diameter(), Some(1 + 3 + 1));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Dragonfly {
    shape: Shape,
    graph: Graph,
}

/// How many there are of what.
#[derive(Clone, Copy, Debug)]
struct Shape {
    /// Routers in a group.
    routers: usize,
    /// Global links of a router.
    global: usize,
    /// Endpoints of a router.
    endpoints: usize,
}

impl Shape {
    fn groups(self) -> usize {
        self.routers * self.global + 1
    }

    fn router_count(self) -> usize {
        self.groups() * self.routers
    }

    /// The router of a group from which the global link to another group leads.
    fn gate(self, group: usize, other: usize) -> usize {
        let port = if other < group { other } else { other - 1 };
        group * self.routers + port / self.global
    }

    /// The group that the global link of this number leads to from a router.
    fn across(self, router: usize, link: usize) -> usize {
        let (group, port) = (router / self.routers, router % self.routers * self.global + link);
        if port < group { port } else { port + 1 }
    }

    /// The router where the global link of this number ends.
    fn far_end(self, router: usize, link: usize) -> usize {
        self.gate(self.across(router, link), router / self.routers)
    }

    /// The router of a node, and for an endpoint its number there.
    fn place(self, node: NodeId) -> (usize, Option<usize>) {
        match node.index().checked_sub(self.router_count()) {
            None => (node.index(), None),
            Some(endpoint) => (endpoint / self.endpoints, Some(endpoint % self.endpoints)),
        }
    }

    fn neighbours(self, node: NodeId, list: &mut Vec<NodeId>) {
        let (router, endpoint) = self.place(node);
        if endpoint.is_some() {
            list.push(NodeId::new(router));
            return;
        }
        let group = router / self.routers * self.routers;
        list.extend((group..group + self.routers).filter(|&other| other != router).map(NodeId::new));
        list.extend((0..self.global).map(|link| NodeId::new(self.far_end(router, link))));
        let first = self.router_count() + router * self.endpoints;
        list.extend((first..first + self.endpoints).map(NodeId::new));
    }

    /// The router that follows on a shortest way between routers of different groups, and the length of that way: over
    /// the global link between their groups, or over two global links in a row where that is shorter.
    fn step(self, here: usize, there: usize) -> (usize, u32) {
        let [group, other] = [here, there].map(|router| router / self.routers);
        let (leaves, enters) = (self.gate(group, other), self.gate(other, group));
        let length = 1 + u32::from(leaves != here) + u32::from(enters != there);
        let meets = |&middle: &usize| {
            self.gate(middle / self.routers, other) == middle && self.gate(other, middle / self.routers) == there
        };
        let detour = || (0..self.global).map(|link| self.far_end(here, link)).find(meets);
        match length {
            3 => detour().map_or((leaves, 3), |middle| (middle, 2)),
            _ => (if leaves == here { enters } else { leaves }, length),
        }
    }
}

impl Dragonfly {
    /// The network with so many routers in a group, global links a router, and endpoints a router.
    /// O(nodes · degree).
    ///
    /// # Errors
    /// A number of 0, or more nodes or channels than are accepted.
    pub fn new(routers: u32, global: u32, endpoints: u32) -> Result<Self, TopologyError> {
        Self::parse(&format!("{routers}x{global}x{endpoints}"))
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let expected = "routers in a group, global links and endpoints a router, each at least 1, such as `4x2x2`";
        let parameters = Parameters { family: FAMILY.name, text: parameters, what: "number", expected };
        let numbers = parameters.numbers(1..=MAX_NODES as u32)?;
        let &[routers, global, endpoints] = &*numbers else {
            return Err(parameters.bad(format!("{} numbers", numbers.len())));
        };
        let size = |source| TopologyError::Size { spec: parameters.spec(), source };
        let [a, h, p] = [routers, global, endpoints].map(u128::from);
        let count = a.saturating_mul(a * h + 1);
        let (nodes, channels) = (count.saturating_mul(1 + p), count.saturating_mul(a - 1 + h + 2 * p));
        check_size(nodes, channels).map_err(size)?;
        let [routers, global, endpoints] = [routers, global, endpoints].map(|number| number as usize);
        let shape = Shape { routers, global, endpoints };
        let graph =
            Graph::from_neighbours(nodes as usize, channels as usize, |node, list| shape.neighbours(node, list));
        let graph = graph.map_err(size)?.with_endpoints((count as usize..nodes as usize).map(NodeId::new));
        Ok(Self { shape, graph })
    }
}

impl Topology for Dragonfly {
    fn spec(&self) -> String {
        let Shape { routers, global, endpoints } = self.shape;
        format!("{}:{routers}x{global}x{endpoints}", FAMILY.name)
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        let (router, endpoint) = self.shape.place(node);
        let name = format!("g{}.r{}", router / self.shape.routers, router % self.shape.routers);
        endpoint.map_or(name.clone(), |endpoint| format!("{name}.{endpoint}"))
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        let last = NodeId::new(self.graph.node_count() - 1);
        named(self.shape, name).ok_or_else(|| UnknownNode {
            name: name.to_owned(),
            spec: self.spec(),
            expected: format!(
                "its routers are called as `g0.r0`, its endpoints `g0.r0.0` to `{}`",
                self.node_name(last)
            ),
            nearest: None,
        })
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// From router to router 1 if groups have one router, else 3; not known where a router has so many global links
    /// that two of them in a row might lead anywhere.
    fn diameter(&self) -> Option<u32> {
        let Shape { routers, global, .. } = self.shape;
        match routers {
            1 => Some(3),
            // From a router at most a + h + 2ah - 2h + h² - h routers are two steps away, of a²h + a.
            _ if global <= (routers - 1) * (routers - 1) => Some(5),
            _ => None,
        }
    }

    /// The groups on a circle, their routers on circles, and the endpoints outside of those.
    fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        let Shape { routers, endpoints, .. } = self.shape;
        let (router, endpoint) = self.shape.place(node);
        let inner = (routers as f64 * 1.1 / TAU).max(0.55);
        let outer = inner + 0.8;
        let ring = (self.shape.groups() as f64 * (2.0 * outer + 0.5) / TAU).max(outer);
        let turn = (router / routers) as f64 / self.shape.groups() as f64;
        let group = on_circle(ring, turn);
        // A group is turned as it stands, and a little more, so that links to other groups pass between endpoints.
        let turned = |share: f64| share + turn + 0.5 / routers as f64;
        let share = |number: usize| {
            let within = (number as f64 + 0.5) / endpoints as f64 - 0.5;
            (router % routers) as f64 + 0.8 * within
        };
        let aside = match endpoint {
            None => on_circle(inner, turned((router % routers) as f64 / routers as f64)),
            Some(number) => on_circle(outer, turned(share(number) / routers as f64)),
        };
        Some([group[0] + aside[0], group[1] + aside[1]])
    }

    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        hamiltonian_path(&self.graph, &|node| self.node_name(node))
    }
}

/// The node of this name.
fn named(shape: Shape, name: &str) -> Option<NodeId> {
    let mut parts = name.split('.');
    let mut number = |prefix: &str| canonical_number(parts.next()?.strip_prefix(prefix)?).map(|number| number as usize);
    let (group, router) = (number("g")?, number("r")?);
    let router = (group < shape.groups() && router < shape.routers).then_some(group * shape.routers + router)?;
    match (parts.next(), parts.next()) {
        (None, None) => Some(NodeId::new(router)),
        (Some(endpoint), None) => {
            let endpoint = canonical_number(endpoint).map(|number| number as usize);
            let endpoint = endpoint.filter(|&endpoint| endpoint < shape.endpoints)?;
            Some(NodeId::new(shape.router_count() + router * shape.endpoints + endpoint))
        }
        _ => None,
    }
}

/// Within the group to the router of the global link, over it, and within the other group; over two global links in a
/// row where that is shorter.
impl OwnRouting for Dragonfly {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        let ((here, endpoint), (there, _)) = (self.shape.place(at), self.shape.place(to));
        let same_group = here / self.shape.routers == there / self.shape.routers;
        match endpoint {
            _ if at == to => at,
            Some(_) => NodeId::new(here),
            None if here == there => to,
            None if same_group => NodeId::new(there),
            None => NodeId::new(self.shape.step(here, there).0),
        }
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let ((here, leaves), (there, enters)) = (self.shape.place(from), self.shape.place(to));
        let ends = u32::from(leaves.is_some()) + u32::from(enters.is_some());
        let same_group = here / self.shape.routers == there / self.shape.routers;
        match () {
            () if from == to => 0,
            () if here == there => ends,
            () if same_group => 1 + ends,
            () => self.shape.step(here, there).1 + ends,
        }
    }
}
