//! What every network has, and the abilities that some have.

use crate::hamiltonian::one_way_path;
use crate::split_number;
use crate::{
    ChannelId, ChannelProperties, DescribedNetwork, Faulty, Graph, Grid, Labelling, Line, MeshOfTrees, NoLabelling,
    NodeId, Outline, TwistedTorus, UnknownNode,
};
use std::fmt::Debug;

/// A network: its nodes and channels, and the names that people give to its nodes.
///
/// The methods without a default are what every network has. The others are abilities that some have: a scheme that
/// is made for some family of networks asks for what it needs of them, and a new family that has it is served at once.
///
/// ```
/// use wormcast_topology::build;
/// let mesh = build("mesh:4x3")?;
/// assert_eq!(mesh.spec(), "mesh:4x3");
/// assert_eq!(mesh.graph().node_count(), 12);
/// let node = mesh.find_node("2,1")?;
/// assert_eq!(mesh.node_name(node), "2,1");
/// assert_eq!(mesh.mesh().map(|grid| grid.sides()), Some(&[4, 3][..]));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub trait Topology: Debug + Send + Sync {
    /// The text that [`build`](crate::build) makes this network from, in its canonical form.
    fn spec(&self) -> String;

    /// Its nodes and channels.
    fn graph(&self) -> &Graph;

    /// The name of a node.
    fn node_name(&self, node: NodeId) -> String;

    /// The node of this name.
    ///
    /// # Errors
    /// No node has this name; the error says what names look like, and the nearest one where there is any.
    fn find_node(&self, name: &str) -> Result<NodeId, UnknownNode>;

    /// The coordinates of its nodes, for grids: channels lead between neighbours in one coordinate, as [`Grid::wraps`]
    /// says, though some may be lost, or go one way only. Those with all links, both ways, are [`mesh`](#method.mesh)
    /// and [`torus`](#method.torus).
    fn grid(&self) -> Option<&Grid> {
        None
    }

    /// The coordinates and the shift, for twisted tori.
    fn twisted_torus(&self) -> Option<&TwistedTorus> {
        None
    }

    /// The number of bits of a node's name, for hypercubes: nodes are numbered by their names in binary, and neighbours
    /// differ in one bit.
    fn bits(&self) -> Option<u32> {
        None
    }

    /// The number of symbols of a node's permutation, for star graphs: nodes are numbered by the
    /// [ranks](crate::Permutation::from_rank) of their permutations, and neighbours swap the first symbol with another.
    fn symbols(&self) -> Option<usize> {
        None
    }

    /// The height, for complete binary trees: nodes are numbered by the [index](crate::BitString::from_index) of the
    /// bits that lead to them from the root.
    fn tree_height(&self) -> Option<u32> {
        None
    }

    /// The trees over the lines of a grid, for meshes of trees.
    fn mesh_of_trees(&self) -> Option<&MeshOfTrees> {
        None
    }

    /// What is lost of which network, for networks with faults.
    fn faults(&self) -> Option<&Faulty> {
        None
    }

    /// What a channel has of its own; nothing, on most networks.
    fn channel_properties(&self, _channel: ChannelId) -> ChannelProperties {
        ChannelProperties::default()
    }

    /// The names of the numbers that its description gives channels beside that, such as `weight` or `cost`, in their
    /// order.
    fn channel_keys(&self) -> Vec<&str> {
        Vec::new()
    }

    /// The number that a channel has under such a name.
    fn channel_value(&self, _key: &str, _channel: ChannelId) -> Option<f64> {
        None
    }

    /// Whether any channel has of its own what decides when flits cross it: a delay, a flit time, virtual channels or a
    /// buffer. So that nobody looks through the channels of networks that have nothing of the kind.
    fn has_own_channels(&self) -> bool {
        false
    }

    /// How it is described, for networks from files.
    fn described(&self) -> Option<&DescribedNetwork> {
        None
    }

    /// What its routers look like in pictures.
    fn outline(&self) -> Outline {
        Outline::Circle
    }

    /// Where its own description, or its family, places a node in a picture: x to the right, y downwards, in a unit of
    /// its own; none if neither says. Longitude and latitude are placed as on a map (Mercator), in degrees of
    /// longitude.
    fn position(&self, _node: NodeId) -> Option<[f64; 2]> {
        None
    }

    /// Its own shortest routing, where it follows from the names of the nodes by arithmetic.
    fn own_routing(&self) -> Option<&dyn OwnRouting> {
        None
    }

    /// The greatest distance from any node to any other, where it has a closed form.
    fn diameter(&self) -> Option<u32> {
        None
    }

    /// Appends the channels of a shortest way that follows from the names of the nodes by arithmetic, without a search;
    /// says whether there is one.
    fn append_own_route(&self, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) -> bool {
        let Some(routing) = self.own_routing() else { return false };
        routing.append_route(self.graph(), from, to, route);
        true
    }

    /// Appends the lines of the way that [`append_own_route`](Self::append_own_route) goes, where they are known
    /// without its channels; says whether they are.
    fn append_own_lines(&self, from: NodeId, to: NodeId, lines: &mut Vec<Line>) -> bool {
        self.own_routing().is_some_and(|routing| routing.append_lines(self.graph(), from, to, lines))
    }

    /// A numbering of the nodes along a Hamiltonian path. Computed anew at each call: keep it.
    ///
    /// # Errors
    /// There is no such path, or none was found.
    fn labelling(&self) -> Result<Labelling, NoLabelling>;

    /// A numbering along a Hamiltonian path of channels that lead one way, where some do; none if none was found.
    /// Computed anew at each call: keep it.
    fn one_way_labelling(&self) -> Option<Labelling> {
        one_way_path(self.graph())
    }
}

impl dyn Topology + '_ {
    /// A numbering along a Hamiltonian path of links that go both ways; where there is none, of channels that lead one
    /// way. Computed anew at each call: keep it.
    ///
    /// ```
    /// let torus = wormcast_topology::build("one-way-torus:3x4")?;
    /// assert!(torus.labelling().is_err());
    /// assert!(!torus.any_labelling().unwrap().leads_both_ways(torus.graph()));
    /// # Ok::<(), wormcast_topology::TopologyError>(())
    /// ```
    ///
    /// # Errors
    /// There is no such path, or none was found.
    pub fn any_labelling(&self) -> Result<Labelling, NoLabelling> {
        self.labelling().or_else(|error| match error {
            NoLabelling::Endpoint { .. } | NoLabelling::Impossible { .. } => Err(error),
            links if self.graph().is_symmetric() => Err(links),
            links => self.one_way_labelling().ok_or_else(|| NoLabelling::NeitherWay { links: links.to_string() }),
        })
    }

    /// The name of a channel: `A>B`, and for parallel ones after the first `A>B#1` and so on.
    ///
    /// ```
    /// let mesh = wormcast_topology::build("mesh:2x1")?;
    /// assert_eq!(mesh.channel_name(mesh.graph().channels().next().unwrap()), "0,0>1,0");
    /// # Ok::<(), wormcast_topology::TopologyError>(())
    /// ```
    pub fn channel_name(&self, channel: ChannelId) -> String {
        self.channel_ends(channel).join(">")
    }

    /// The names of the ends of a channel; for parallel ones after the first the second is `B#1` and so on.
    pub fn channel_ends(&self, channel: ChannelId) -> [String; 2] {
        let graph = self.graph();
        let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| self.node_name(node));
        match graph.number(channel) {
            0 => [from, to],
            number => [from, format!("{to}#{number}")],
        }
    }

    /// The channel whose [ends](#method.channel_ends) have these names; a name with a number in it is first looked for
    /// as it stands.
    pub fn find_channel_between(&self, from: &str, to: &str) -> Option<ChannelId> {
        let from = self.find_node(from).ok()?;
        let numbered = |to: &str, number| self.graph().numbered(from, self.find_node(to).ok()?, number);
        numbered(to, 0).or_else(|| split_number(to).and_then(|(to, number)| numbered(to, number)))
    }

    /// The coordinates, for a mesh of which nothing is lost.
    pub fn mesh(&self) -> Option<&Grid> {
        self.grid().filter(|grid| grid.is_mesh() && self.has_all_links())
    }

    /// The coordinates, for a torus of which nothing is lost.
    pub fn torus(&self) -> Option<&Grid> {
        self.grid().filter(|grid| grid.is_torus() && self.has_all_links())
    }

    fn has_all_links(&self) -> bool {
        self.faults().is_none() && self.graph().is_symmetric()
    }
}

/// A deterministic shortest-path routing that needs no tables.
pub trait OwnRouting: Send + Sync {
    /// The node that follows `at` on the way to `to`; `to` itself when `at` is `to`.
    fn next(&self, at: NodeId, to: NodeId) -> NodeId;

    /// The length of the shortest way, in channels.
    fn distance(&self, from: NodeId, to: NodeId) -> u32;

    /// Whether every piece of a route is a route: where a route goes from a to b and on to c, the route from a to c
    /// goes there too. Then what follows each other on any route does so on one of two channels.
    fn pieces_are_routes(&self) -> bool {
        false
    }

    /// Appends the channels of the way that [`next`](Self::next) goes, in this network's own graph; nothing if both
    /// nodes are the same.
    fn append_route(&self, graph: &Graph, from: NodeId, to: NodeId, route: &mut Vec<ChannelId>) {
        let mut at = from;
        while at != to {
            let next = self.next(at, to);
            route.push(graph.channel(at, next).expect("a routing follows channels"));
            at = next;
        }
    }

    /// Appends the lines of that way, where they are known without its channels; says whether they are.
    fn append_lines(&self, _graph: &Graph, _from: NodeId, _to: NodeId, _lines: &mut Vec<Line>) -> bool {
        false
    }
}
