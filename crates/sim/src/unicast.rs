//! Messages to one node, told by the lines of their routes.

use wormcast_plan::Worms;
use wormcast_topology::{Line, NodeId};

/// A message to one node, by the lines of its route
/// ([`ShortestRoutes::append_lines`](wormcast_topology::ShortestRoutes::append_lines)): nothing is written down for
/// each of its hops.
///
/// ```
/// use wormcast_sim::{OpenLoop, PathEngine, Time, Timing, Unicast};
/// use wormcast_topology::{ShortestRoutes, Topology, build};
/// let mesh = build("mesh:8x8")?;
/// let [origin, destination] = ["0,0", "5,7"].map(|name| mesh.find_node(name).unwrap());
/// let mut lines = Vec::new();
/// ShortestRoutes::new(&*mesh).append_lines(origin, destination, &mut lines).unwrap();
/// let mut engine = PathEngine::new(&*mesh, &Timing::default(), 1, ())?;
/// engine.inject_unicast(Unicast { origin, destination, lines: &lines, length: None }, Time::ZERO)?;
/// engine.drain();
/// // At its origin, and where each of its hops arrives.
/// assert_eq!(engine.grants(), 1 + 12);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Unicast<'a> {
    /// Where it starts.
    pub origin: NodeId,
    /// Where its route ends.
    pub destination: NodeId,
    /// Its route.
    pub lines: &'a [Line],
    /// Its length in flits, if that is not the length of the timing.
    pub length: Option<u32>,
}

impl Unicast<'_> {
    /// Appends its worm.
    pub fn append_to(&self, worms: &mut Worms) {
        worms.start(self.origin, None, 0);
        let last = worms.chain(None, self.lines.iter().flat_map(|line| line.channels()));
        last.into_iter().for_each(|hop| worms.deliver(hop, self.destination));
    }
}
