//! The problem on one side of the source, freed from the network: what every solver here takes and gives.

/// Stands where no path may start: the port does not lead there.
pub const FORBIDDEN: u32 = u32::MAX;

/// The destinations on one side of the source, in the order of their labels away from it, and what it costs to go from
/// one to another. All costs are in channels. Destinations and ports are numbered from 0.
///
/// ```
/// use wormcast_schemes::optimal::{FORBIDDEN, HalfProblem, MulticastStar, StarPath};
/// // Three destinations, two ports; the second port may start at the last destination only.
/// let between = |i: usize, j: usize| [[0, 1, 5], [0, 0, 4]][i][j];
/// let problem = HalfProblem::from_table(vec![vec![2, 3, 6], vec![FORBIDDEN, FORBIDDEN, 1]], between);
/// let paths = vec![StarPath { port: 0, stops: vec![0, 1] }, StarPath { port: 1, stops: vec![2] }];
/// let star = MulticastStar { paths };
/// let cost = problem.measure(&star);
/// assert_eq!((cost.channels, cost.longest), (2 + 1 + 1, 3));
/// ```
#[derive(Clone, Debug)]
pub struct HalfProblem {
    costs: Costs,
    /// For each port, the length of a way through it to each destination, or [`FORBIDDEN`].
    starts: Vec<Vec<u32>>,
}

/// The lengths between destinations.
#[derive(Clone, Debug)]
enum Costs {
    /// Steps in a grid: |gap in x| + |gap in y|, as y never falls along the labels.
    Grid(Vec<GridPlace>),
    /// Row j holds the lengths from 0, 1, …, j − 1 to j; the rows follow one another.
    Table(Vec<u32>),
}

/// Where a destination of a two-dimensional mesh is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GridPlace {
    /// Its column.
    pub x: u32,
    /// How many rows it is away from the source: it never falls along the labels.
    pub y: u32,
}

/// A multicast star on one side: paths that start at different ports and share out the destinations.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct MulticastStar {
    /// Its paths, that of the first destination first.
    pub paths: Vec<StarPath>,
}

/// One path of a star.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StarPath {
    /// The port through which it leaves the source.
    pub port: usize,
    /// The destinations that it delivers to, ascending.
    pub stops: Vec<u32>,
}

/// What a star costs, in channels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct StarCost {
    /// The lengths of its paths together.
    pub channels: u64,
    /// The length of its longest path.
    pub longest: u64,
}

impl HalfProblem {
    /// A side of a two-dimensional mesh; `y` never falls from one point to the next.
    pub fn on_grid(points: Vec<GridPlace>, starts: Vec<Vec<u32>>) -> Self {
        debug_assert!(points.is_sorted_by_key(|point| point.y));
        Self { costs: Costs::Grid(points), starts }
    }

    /// A side whose length from destination i to destination j > i is `cost(i, j)`. O(k²) memory for k destinations.
    pub fn from_table(starts: Vec<Vec<u32>>, cost: impl Fn(usize, usize) -> u32) -> Self {
        let count = starts.first().map_or(0, Vec::len);
        let cost = &cost;
        // Row by row: see `cost` for where a length stands.
        let table = (0..count).flat_map(|j| (0..j).map(move |i| cost(i, j))).collect();
        Self::from_rows(table, starts)
    }

    /// The same, with the rows of the table one after another: row j holds the lengths from 0, …, j − 1 to j.
    pub fn from_rows(table: Vec<u32>, starts: Vec<Vec<u32>>) -> Self {
        Self { costs: Costs::Table(table), starts }
    }

    /// How many destinations there are.
    pub fn len(&self) -> usize {
        self.starts.first().map_or(0, Vec::len)
    }

    /// Whether there is no destination.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// How many ports there are.
    pub fn ports(&self) -> usize {
        self.starts.len()
    }

    /// Its points, if it is a side of a two-dimensional mesh.
    pub fn points(&self) -> Option<&[GridPlace]> {
        match &self.costs {
            Costs::Grid(points) => Some(points),
            Costs::Table(_) => None,
        }
    }

    /// The length from destination `i` to destination `j` > `i`.
    #[inline]
    pub fn cost(&self, i: usize, j: usize) -> u32 {
        match &self.costs {
            Costs::Grid(points) => points[i].distance(points[j]),
            Costs::Table(table) => table[j * (j - 1) / 2 + i],
        }
    }

    /// The length from the source through a port to destination `j`, or [`FORBIDDEN`].
    #[inline]
    pub fn start(&self, port: usize, j: usize) -> u32 {
        self.starts[port][j]
    }

    /// The port from which the first destination is nearest; none if there is no destination. Every star has a path
    /// that starts there.
    pub fn nearest_port(&self) -> Option<usize> {
        (0..self.ports()).filter(|&port| self.start(port, 0) != FORBIDDEN).min_by_key(|&port| self.start(port, 0))
    }

    /// The same side with only these ports, numbered anew in this order.
    pub(crate) fn with_ports(&self, ports: &[usize]) -> Self {
        Self { costs: self.costs.clone(), starts: ports.iter().map(|&port| self.starts[port].clone()).collect() }
    }

    /// What a star costs. O(k).
    pub fn measure(&self, star: &MulticastStar) -> StarCost {
        star.paths.iter().map(|path| self.length(path)).fold(StarCost::default(), |cost, length| StarCost {
            channels: cost.channels + length,
            longest: cost.longest.max(length),
        })
    }

    /// The length of a path. O(stops).
    pub fn length(&self, path: &StarPath) -> u64 {
        let first = self.start(path.port, path.stops[0] as usize);
        let jumps = path.stops.windows(2).map(|pair| u64::from(self.cost(pair[0] as usize, pair[1] as usize)));
        u64::from(first) + jumps.sum::<u64>()
    }
}

impl GridPlace {
    #[inline]
    fn distance(self, other: Self) -> u32 {
        self.x.abs_diff(other.x) + self.y.abs_diff(other.y)
    }
}

impl MulticastStar {
    /// The star in which one path, from this port, serves all `count` destinations.
    pub fn single(port: usize, count: usize) -> Self {
        Self { paths: vec![StarPath { port, stops: (0..count as u32).collect() }] }
    }

    /// The star of two paths that change at these destinations: the first path serves from 0 until the first of
    /// `switches`, the second from there until the next, the first again from there. `ports` are theirs.
    pub fn switching(ports: [usize; 2], switches: &[u32], count: usize) -> Self {
        let mut paths = ports.map(|port| StarPath { port, stops: Vec::new() });
        let mut from = 0;
        // The paths take turns, each serving a run of destinations from one switch to the next.
        for (turn, &to) in switches.iter().chain([&(count as u32)]).enumerate() {
            paths[turn % 2].stops.extend(from..to);
            from = to;
        }
        Self { paths: paths.into_iter().filter(|path| !path.stops.is_empty()).collect() }
    }

    /// The star in which each port serves these destinations, ascending; some may serve none.
    pub(crate) fn of_ports(stops: Vec<Vec<u32>>) -> Self {
        let path = |(port, stops): (usize, Vec<u32>)| (!stops.is_empty()).then_some(StarPath { port, stops });
        let mut paths: Vec<_> = stops.into_iter().enumerate().filter_map(path).collect();
        paths.sort_unstable_by_key(|path| path.stops[0]);
        Self { paths }
    }

    /// The star in which destination j follows `before[j]`, where there is one, and else starts from a port.
    pub(crate) fn from_links(before: &[Before]) -> Self {
        let mut path_of = Vec::with_capacity(before.len());
        let mut paths: Vec<StarPath> = Vec::new();
        // Invariant: `path_of` has the path of each destination before j, and these are its stops. What comes before a
        // destination is smaller, so its path is known.
        for (j, before) in before.iter().enumerate() {
            let path = match *before {
                Before::Stop(i) => path_of[i],
                Before::Port(port) => {
                    paths.push(StarPath { port, stops: Vec::new() });
                    paths.len() - 1
                }
            };
            path_of.push(path);
            paths[path].stops.push(j as u32);
        }
        Self { paths }
    }
}

/// What comes before a destination on its path.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Before {
    /// The source, through this port.
    Port(usize),
    /// Another destination.
    Stop(usize),
}
