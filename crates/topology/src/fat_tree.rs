//! Fat trees: three levels of switches with equally many ports, and hosts below.

use crate::family::Family;
use crate::grid::canonical_number;
use crate::hamiltonian::hamiltonian_path;
use crate::parameters::Parameters;
use crate::{Graph, Labelling, NoLabelling, NodeId, OwnRouting, Topology, TopologyError, UnknownNode};

/// How `fat-tree:…` is described and built.
pub(crate) const FAMILY: Family = Family {
    name: "fat-tree",
    parameters: "PORTS",
    summary: "three levels of switches `c0`, `a0.0`, `e0.0` with so many ports each, and hosts `h0.0.0`",
    example: "fat-tree:4",
    build: |parameters| Ok(Box::new(FatTree::parse(parameters)?)),
};

/// Of more ports, the hosts would be more than the nodes that a network may have.
const MOST_PORTS: u32 = 400;

/// A k-port fat tree (Al-Fares, Loukissas and Vahdat, "A scalable, commodity data center network architecture", SIGCOMM
/// 2008): k pods, each of k/2 edge switches below k/2 aggregation switches; k²/4 core switches above, of which those
/// numbered from a·k/2 on are linked to the aggregation switch a of every pod; and k/2 hosts at each edge switch, which
/// are endpoints.
///
/// ```
/// use wormcast_topology::{FatTree, Topology};
/// let tree = FatTree::new(4)?;
/// assert_eq!((tree.graph().node_count(), tree.graph().endpoints().len()), (4 + 8 + 8 + 16, 16));
/// assert_eq!((tree.graph().channel_count(), tree.diameter()), (2 * 3 * 16, Some(6)));
/// # Ok::<(), wormcast_topology::TopologyError>(())
/// ```
#[derive(Clone, Debug)]
pub struct FatTree {
    /// Half the ports of a switch: as many lead up as down.
    half: usize,
    graph: Graph,
}

/// A node by its place in the tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Place {
    /// The core switch of this number among those that are linked to the aggregation switches of one index.
    Core {
        above: usize,
        number: usize,
    },
    Aggregation {
        pod: usize,
        index: usize,
    },
    Edge {
        pod: usize,
        index: usize,
    },
    Host {
        pod: usize,
        edge: usize,
        index: usize,
    },
}

use Place::{Aggregation, Core, Edge, Host};

impl FatTree {
    /// The tree of switches with so many ports. O(ports³).
    ///
    /// # Errors
    /// An odd number of ports, less than 2, or more than 400.
    pub fn new(ports: u32) -> Result<Self, TopologyError> {
        Self::parse(&ports.to_string())
    }

    fn parse(parameters: &str) -> Result<Self, TopologyError> {
        let expected = &format!("an even number of ports from 2 to {MOST_PORTS}, such as `{}`", FAMILY.example);
        let parameters = Parameters { family: FAMILY.name, text: parameters, what: "number of ports", expected };
        let ports = parameters.number(2..=MOST_PORTS)? as usize;
        if !ports.is_multiple_of(2) {
            return Err(parameters.bad(format!("{ports} ports are odd")));
        }
        let half = ports / 2;
        let [cores, switches, hosts] = [half * half, 2 * half * half, 2 * half * half * half];
        let nodes = cores + 2 * switches + hosts;
        let graph = Graph::from_neighbours(nodes, 2 * 3 * hosts, |node, list| {
            neighbours(half, place(half, node), list);
        });
        let graph = graph.map_err(|source| TopologyError::Size { spec: parameters.spec(), source })?;
        Ok(Self { half, graph: graph.with_endpoints((cores + 2 * switches..nodes).map(NodeId::new)) })
    }

    /// How many ports a switch has.
    pub fn ports(&self) -> usize {
        2 * self.half
    }

    fn place(&self, node: NodeId) -> Place {
        place(self.half, node)
    }
}

/// The place of a node: core switches come first, then those of aggregation, those of the edge, and the hosts.
fn place(half: usize, node: NodeId) -> Place {
    let (cores, switches) = (half * half, 2 * half * half);
    let mut index = node.index();
    if index < cores {
        return Core { above: index / half, number: index % half };
    }
    index -= cores;
    if index < switches {
        return Aggregation { pod: index / half, index: index % half };
    }
    index -= switches;
    if index < switches {
        return Edge { pod: index / half, index: index % half };
    }
    index -= switches;
    Host { pod: index / half / half, edge: index / half % half, index: index % half }
}

/// The node at a place.
fn node(half: usize, place: Place) -> NodeId {
    let (cores, switches) = (half * half, 2 * half * half);
    NodeId::new(match place {
        Core { above, number } => above * half + number,
        Aggregation { pod, index } => cores + pod * half + index,
        Edge { pod, index } => cores + switches + pod * half + index,
        Host { pod, edge, index } => cores + 2 * switches + (pod * half + edge) * half + index,
    })
}

fn neighbours(half: usize, at: Place, list: &mut Vec<NodeId>) {
    let mut add = |place| list.push(node(half, place));
    match at {
        Core { above, .. } => (0..2 * half).for_each(|pod| add(Aggregation { pod, index: above })),
        Aggregation { pod, index } => (0..half).for_each(|other| {
            add(Core { above: index, number: other });
            add(Edge { pod, index: other });
        }),
        Edge { pod, index } => (0..half).for_each(|other| {
            add(Aggregation { pod, index: other });
            add(Host { pod, edge: index, index: other });
        }),
        Host { pod, edge, .. } => add(Edge { pod, index: edge }),
    }
}

/// The node of this name.
fn named(half: usize, name: &str) -> Option<Place> {
    let kind = name.chars().next().filter(char::is_ascii_lowercase)?;
    let numbers: Option<Vec<usize>> =
        name[1..].split('.').map(|number| canonical_number(number).map(|number| number as usize)).collect();
    let place = match (kind, &*numbers?) {
        ('c', &[core]) => Core { above: core / half, number: core % half },
        ('a', &[pod, index]) => Aggregation { pod, index },
        ('e', &[pod, index]) => Edge { pod, index },
        ('h', &[pod, edge, index]) => Host { pod, edge, index },
        _ => return None,
    };
    let is_there = match place {
        Core { above, .. } => above < half,
        Aggregation { pod, index } | Edge { pod, index } => pod < 2 * half && index < half,
        Host { pod, edge, index } => pod < 2 * half && edge < half && index < half,
    };
    is_there.then_some(place)
}

impl Topology for FatTree {
    fn spec(&self) -> String {
        format!("{}:{}", FAMILY.name, self.ports())
    }

    fn graph(&self) -> &Graph {
        &self.graph
    }

    fn node_name(&self, node: NodeId) -> String {
        match self.place(node) {
            Core { above, number } => format!("c{}", above * self.half + number),
            Aggregation { pod, index } => format!("a{pod}.{index}"),
            Edge { pod, index } => format!("e{pod}.{index}"),
            Host { pod, edge, index } => format!("h{pod}.{edge}.{index}"),
        }
    }

    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode> {
        let last = NodeId::new(self.graph.node_count() - 1);
        named(self.half, name).map(|place| node(self.half, place)).ok_or_else(|| UnknownNode {
            name: name.to_owned(),
            spec: self.spec(),
            expected: format!(
                "its switches are called as `c0`, `a0.0` and `e0.0`, its hosts `h0.0.0` to `{}`",
                self.node_name(last)
            ),
            nearest: None,
        })
    }

    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        Some(self)
    }

    /// Between hosts of different pods.
    fn diameter(&self) -> Option<u32> {
        Some(6)
    }

    /// Level below level.
    fn position(&self, node: NodeId) -> Option<[f64; 2]> {
        let half = self.half as f64;
        // The width of an edge switch with its hosts.
        let width = half.max(1.5) * 0.8;
        let column = |pod: usize, index: usize| (pod as f64 * (half + 0.4) + index as f64 + 0.5) * width;
        let whole = 2.0 * half * (half + 0.4) * width;
        Some(match self.place(node) {
            Core { above, number } => {
                [(above as f64 * half + number as f64 + 0.5) / (half * half) * whole - 0.2 * width, 0.0]
            }
            Aggregation { pod, index } => [column(pod, index), 2.2],
            Edge { pod, index } => [column(pod, index), 4.0],
            Host { pod, edge, index } => [column(pod, edge) + (index as f64 - (half - 1.0) / 2.0) * 0.8, 5.2],
        })
    }

    fn labelling(&self) -> Result<Labelling, NoLabelling> {
        hamiltonian_path(&self.graph, &|node| self.node_name(node))
    }
}

impl Place {
    /// Which aggregation switch leads to it from below, where any would do: the destinations are spread by their
    /// indices.
    fn up_from_edge(self) -> usize {
        match self {
            Core { above, .. } => above,
            Aggregation { index, .. } | Edge { index, .. } | Host { index, .. } => index,
        }
    }

    /// Which core switch leads to it from an aggregation switch, where any would do.
    fn up_from_aggregation(self, half: usize) -> usize {
        match self {
            Core { number, .. } => number,
            Aggregation { pod, .. } => pod % half,
            Edge { index, .. } | Host { edge: index, .. } => index,
        }
    }

    /// The pod that it is in; none of core switches.
    fn pod(self) -> Option<usize> {
        match self {
            Core { .. } => None,
            Aggregation { pod, .. } | Edge { pod, .. } | Host { pod, .. } => Some(pod),
        }
    }
}

/// Up as far as it takes, by switches that the destination decides, and down again.
impl OwnRouting for FatTree {
    fn next(&self, at: NodeId, to: NodeId) -> NodeId {
        let goal = self.place(to);
        let next = match self.place(at) {
            _ if at == to => return at,
            Host { pod, edge, .. } => Edge { pod, index: edge },
            Edge { pod, index } => match goal {
                Host { pod: there, edge, .. } if (there, edge) == (pod, index) => goal,
                _ => Aggregation { pod, index: goal.up_from_edge() },
            },
            Aggregation { pod, index } => match goal {
                Edge { pod: there, index: edge } | Host { pod: there, edge, .. } if there == pod => {
                    Edge { pod, index: edge }
                }
                Core { above, .. } if above != index => Edge { pod, index: above },
                Aggregation { pod: there, index: other } if there == pod => Edge { pod, index: other },
                _ => Core { above: index, number: goal.up_from_aggregation(self.half) },
            },
            Core { above, .. } => Aggregation { pod: goal.pod().unwrap_or(0), index: above },
        };
        node(self.half, next)
    }

    /// As many steps as [`next`](Self::next) makes: 6 at most.
    fn distance(&self, from: NodeId, to: NodeId) -> u32 {
        let next = |&at: &NodeId| (at != to).then(|| self.next(at, to));
        std::iter::successors(Some(from), next).count() as u32 - 1
    }
}
