//! The routes that a scheme can take, told without naming a multicast set: what a proof for all sets is about.

use serde::{Deserialize, Serialize};
use std::convert::Infallible;

/// Every route that the worms of a scheme can take on one network, whatever the sources and the destinations. It may
/// hold routes that are never taken: what is proved of all of them holds for those that are.
///
/// `N` is a node: its number ([`NodeId`](wormcast_topology::NodeId)), or its name in a file.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouteSpace<N> {
    /// How many consumption classes the plans have.
    pub classes: u8,
    /// The kinds of worms; any number of each may be in flight together.
    pub families: Vec<RouteFamily<N>>,
}

/// Worms of one kind. A worm is a chain of channels at first, and may split later.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct RouteFamily<N> {
    /// The consumption class of its worms.
    pub class: u8,
    /// The channels that may follow each other while a worm is a chain.
    pub chain: Chain<N>,
    /// Where a worm delivers while it is a chain.
    pub delivers: Delivers,
    /// How a worm goes on when it is no chain any more.
    pub splits: Splits<N>,
}

/// Which channels may follow each other in a chain. A chain may begin with any channel that it may take.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Chain<N> {
    /// None: worms may split where they start.
    Nothing,
    /// Labels rise all the way, or fall all the way.
    Labels {
        /// The nodes in the order of their labels.
        path: Vec<N>,
        /// Whether labels rise.
        rising: bool,
        /// Whether labels may be passed over.
        shortcuts: bool,
    },
    /// The network's own routing, from any node to any other.
    Routing,
    /// The network's own routing from stop to stop, all in one worm; a worm may turn back at a stop.
    RoutingOnward,
    /// Up the links of the tree in which the worm splits.
    Climb,
    /// These channels may follow each other: from the first node to the second to the third.
    Triples(Vec<[N; 3]>),
    /// Any channels but those of the same link.
    Any,
    /// These virtual channels of channels, as they are named by the worms themselves.
    Lanes {
        /// All that are taken.
        lanes: Vec<ChainLane<N>>,
        /// Which of them may follow each other, by their places in the list.
        waits: Vec<[u32; 2]>,
    },
}

/// A virtual channel of a channel: the nodes at its ends, its number among parallel channels, and its own number.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ChainLane<N>(pub N, pub N, pub u32, pub u32);

/// Where a worm delivers while it is a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Delivers {
    /// Only at the end of the chain, if at all.
    AtEnd,
    /// At any node.
    OnTheWay,
}

/// How a worm goes on when it is no chain any more.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Splits<N> {
    /// It stays a chain.
    Never,
    /// As it likes: each of its ways from its origin on is such a chain; it delivers anywhere.
    Along,
    /// Down a spanning tree, on as many branches as it likes, all branches at a node requested together; it delivers
    /// anywhere.
    Down {
        /// The parent of each node, in the order of their numbers; none for the root of a piece.
        parents: Vec<Option<N>>,
        /// The number of the channel from each parent, where it is not the usual one of several parallel ones: the
        /// first that has its opposite, or else the first. Empty, if all are the usual ones.
        #[serde(default = "Vec::new", skip_serializing_if = "Vec::is_empty")]
        numbers: Vec<u32>,
    },
    /// Anywhere.
    Anywhere,
}

impl<N> RouteSpace<N> {
    /// The space of these families, in one consumption class.
    pub fn of(families: impl Into<Vec<RouteFamily<N>>>) -> Self {
        Self { classes: 1, families: families.into() }
    }

    /// The union of two spaces: worms of both are in flight together.
    pub fn with(mut self, other: Self) -> Self {
        self.classes = self.classes.max(other.classes);
        self.families.extend(other.families);
        self
    }

    /// The parents of the trees that worms go down, and the numbers of the channels from them, each tree once.
    pub fn trees(&self) -> Vec<(&[Option<N>], &[u32])>
    where
        N: PartialEq,
    {
        let mut trees: Vec<(&[Option<N>], &[u32])> = Vec::new();
        for family in &self.families {
            if let Splits::Down { parents, numbers } = &family.splits
                && !trees.contains(&(&parents[..], &numbers[..]))
            {
                trees.push((parents, numbers));
            }
        }
        trees
    }

    /// The same with each node put into another form.
    pub fn map<M>(&self, mut node: impl FnMut(&N) -> M) -> RouteSpace<M> {
        let Ok(space) = self.try_map(|name| Ok::<_, Infallible>(node(name)));
        space
    }

    /// The same with each node put into another form, if that can be done.
    ///
    /// # Errors
    /// The first that is met.
    pub fn try_map<M, E>(&self, mut node: impl FnMut(&N) -> Result<M, E>) -> Result<RouteSpace<M>, E> {
        let families = self.families.iter().map(|family| family.try_map(&mut node)).collect::<Result<_, _>>()?;
        Ok(RouteSpace { classes: self.classes, families })
    }
}

impl<N> RouteFamily<N> {
    /// Chains that never split, of class 0.
    pub const fn chains(chain: Chain<N>, delivers: Delivers) -> Self {
        Self { class: 0, chain, delivers, splits: Splits::Never }
    }

    /// The two families of worms that run up the labels of this path and down them, and deliver on the way.
    pub fn label_paths(path: Vec<N>, shortcuts: bool) -> [Self; 2]
    where
        N: Clone,
    {
        let family = |path, rising| Self::chains(Chain::Labels { path, rising, shortcuts }, Delivers::OnTheWay);
        [family(path.clone(), true), family(path, false)]
    }

    /// Worms that go up a tree, one channel after another, turn, and go down to all destinations, where they deliver.
    pub const fn up_and_down(parents: Vec<Option<N>>, class: u8) -> Self {
        Self {
            class,
            chain: Chain::Climb,
            delivers: Delivers::AtEnd,
            splits: Splits::Down { parents, numbers: Vec::new() },
        }
    }

    fn try_map<M, E>(&self, node: &mut impl FnMut(&N) -> Result<M, E>) -> Result<RouteFamily<M>, E> {
        let splits = match &self.splits {
            Splits::Never => Splits::Never,
            Splits::Along => Splits::Along,
            Splits::Anywhere => Splits::Anywhere,
            Splits::Down { parents, numbers } => {
                let parent = |parent: &Option<N>| parent.as_ref().map(&mut *node).transpose();
                let parents = parents.iter().map(parent).collect::<Result<_, _>>()?;
                Splits::Down { parents, numbers: numbers.clone() }
            }
        };
        Ok(RouteFamily { class: self.class, chain: self.chain.try_map(node)?, delivers: self.delivers, splits })
    }
}

impl<N> Chain<N> {
    fn try_map<M, E>(&self, node: &mut impl FnMut(&N) -> Result<M, E>) -> Result<Chain<M>, E> {
        Ok(match self {
            Self::Nothing => Chain::Nothing,
            Self::Routing => Chain::Routing,
            Self::RoutingOnward => Chain::RoutingOnward,
            Self::Climb => Chain::Climb,
            Self::Any => Chain::Any,
            Self::Labels { path, rising, shortcuts } => Chain::Labels {
                path: path.iter().map(node).collect::<Result<_, _>>()?,
                rising: *rising,
                shortcuts: *shortcuts,
            },
            Self::Triples(triples) => {
                let mut triple = |[a, b, c]: &[N; 3]| Ok([node(a)?, node(b)?, node(c)?]);
                Chain::Triples(triples.iter().map(&mut triple).collect::<Result<_, _>>()?)
            }
            Self::Lanes { lanes, waits } => {
                let mut lane =
                    |ChainLane(a, b, number, own): &ChainLane<N>| Ok(ChainLane(node(a)?, node(b)?, *number, *own));
                let lanes = lanes.iter().map(&mut lane).collect::<Result<_, _>>()?;
                Chain::Lanes { lanes, waits: waits.clone() }
            }
        })
    }
}
