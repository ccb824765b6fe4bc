//! Concentrated meshes: a mesh of routers, each with endpoints of its own.

use crate::family::Family;
use crate::grid::canonical_number;
use crate::hamiltonian::hamiltonian_path;
use crate::mesh;
use crate::numbered::on_circle;
use crate::parameters::Parameters;
use crate::{
    Graph, Grid, Labelling, MAX_NODES, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode,
    check_size,
};

/// How `concentrated-mesh:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "concentrated-mesh",
    parameters: "WxH[x…]:ENDPOINTS",
    summary: "mesh of routers `x,y` with endpoints `x,y.0`, … at each",
    example: "concentrated-mesh:3x3:2",
    build: |parameters| match ConcentratedMesh::parse(parameters) {
        Ok(mesh) => Ok(Box::new(mesh)),
        Err(error) => Err(error.about(FAMILY.name, parameters)),
    },
};

/// How far the endpoints stand from their router.
const ASIDE: f64 = 0.4;

/// A mesh of routers, to each of which so many endpoints are linked. Routers are numbered first, as in the mesh.
///
/// ```
/// use wormcast_topology::{ConcentratedMesh, Topology};
/// let mesh = ConcentratedMesh::new(&[4, 4], 4)?;
/// assert_eq!((mesh.graph().node_count(), mesh.graph().endpoints().len()), (16 + 64, 64));
/// assert_eq!(mesh.diameter(), Some(1 + 6 + 1));
/// assert_eq!(mesh.node_name(mesh.find_node("3,2.1")?), "3,2.1");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ConcentratedMesh {
    /// Of the routers.
    grid: Grid,
    /// At each router.
    endpoints: usize,
    graph: Graph,
}

impl ConcentratedMesh {
    /// The mesh with these sides (columns, rows, …) and so many endpoints at each router. O(nodes · dimensions).
    ///
    /// # Errors
    /// No side, a side of 0, no endpoint, or more nodes than are accepted.
    pub fn new(sides: &[u32], endpoints: u32) -> Result<Self, TopologyError> {
        let sides: Vec<_> = sides.iter().map(u32::to_string).collect();
        Self::parse(&format!("{}:{endpoints}", sides.join("x")))
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let (sides, endpoints) = parameters.split_once(':').unwrap_or((parameters, ""));
        let expected = "sides and a number of endpoints, such as `4x4:4`";
        let words = Parameters { family: FAMILY.name, text: endpoints, what: "number of endpoints", expected };
        let grid = Grid::parse(FAMILY.name, sides)?;
        let endpoints = words.number(1..=MAX_NODES as u32)? as usize;
        let routers = grid.node_count();
        let size = |source| TopologyError::Size { spec: format!("{}:{parameters}", FAMILY.name), source };
        let nodes = routers as u128 * (1 + endpoints as u128);
        let channels = 2 * routers as u128 * endpoints as u128 + mesh::channel_count(&grid) as u128;
        check_size(nodes, channels).map_err(size)?;
        let graph = Graph::from_neighbours(nodes as usize, channels as usize, |node, list| {
            match node.index().checked_sub(routers) {
                Some(endpoint) => list.push(NodeId::new(endpoint / endpoints)),
                None => {
                    mesh::list_neighbours(&grid, node, list);
                    let first = routers + node.index() * endpoints;
                    list.extend((first..first + endpoints).map(NodeId::new));
                }
            }
        });
        let graph = graph.map_err(size)?.with_endpoints((routers..nodes as usize).map(NodeId::new));
        Ok(Self { grid, endpoints, graph })
    }

    /// The router of a node, and for an endpoint its number there.
    fn place(&self, node: NodeId) -> (NodeId, Option<usize>) {
        match node.index().checked_sub(self.grid.node_count()) {
            None => (node, None),
            Some(endpoint) => (NodeId::new(endpoint / self.endpoints), Some(endpoint % self.endpoints)),
        }
    }
}

impl Topology for ConcentratedMesh {
    fn spec(&self) -> String {
        let sides: Vec<_> = self.grid.sides().iter().map(u32::to_string).collect();
        format!("{}:{}:{}", FAMILY.name, sides.join("x"), self.endpoints)
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        match self.place(node) {
            (router, None) => self.grid.name(router),
            (router, Some(endpoint)) => format!("{}.{endpoint}", self.grid.name(router)),
        }
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        let (router, endpoint) = name.split_once('.').map_or((name, None), |(router, number)| (router, Some(number)));
        let unknown = || UnknownNode {
            name: name.to_owned(),
            spec: self.spec(),
            expected: format!(
                "its routers are called as `0,0`, and their endpoints `0,0.0` to `0,0.{}`",
                self.endpoints - 1
            ),
            nearest: None,
        };
        let router = self.grid.find(router, || self.spec()).map_err(|_| unknown())?;
        let Some(number) = endpoint else { return Ok(router) };
        let number = canonical_number(number).map(|number| number as usize).filter(|&number| number < self.endpoints);
        let first = self.grid.node_count() + router.index() * self.endpoints;
        number.map(|number| NodeId::new(first + number)).ok_or_else(unknown)
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// Between endpoints at two corners; without a second router, of the same router.
    fn diameter(&self) -> Option<u32> {
        let apart = self.grid.sides().iter().map(|side| side - 1).sum::<u32>();
        Some(if apart == 0 && self.endpoints == 1 { 1 } else { apart + 2 })
    }

    /// On a plane, the endpoints around their routers.
    fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        let &[_, _] = self.grid.sides() else { return None };
        let (router, endpoint) = self.place(node);
        let [x, y] = [0, 1].map(|dimension| f64::from(self.grid.coordinate(router, dimension)));
        let aside = |number: usize| on_circle(ASIDE, (number as f64 + 0.5) / self.endpoints as f64);
        let [right, down] = endpoint.map_or([0.0, 0.0], aside);
        Some([x + right, down - y])
    }

    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        hamiltonian_path(&self.graph, &|node| self.node_name(node))
    }
}

/// To the router, by dimension order to the other one, and to its endpoint.
impl OwnRouting for ConcentratedMesh {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        let ((here, endpoint), (there, _)) = (self.place(at), self.place(to));
        match endpoint {
            _ if at == to => at,
            Some(_) => here,
            None if here == there => to,
            None => mesh::next(&self.grid, here, there),
        }
    }

    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let ((here, leaves), (there, enters)) = (self.place(from), self.place(to));
        let ends = u32::from(leaves.is_some()) + u32::from(enters.is_some());
        if from == to { 0 } else { mesh::distance(&self.grid, here, there) + ends }
    }
}
