//! The search for a Hamiltonian path in any network: found, proved impossible, or honestly given up.

mod biconnected;
mod blocks;
mod conditions;
mod cycle;
mod edges;
mod exact;
mod factor;
mod obstacle;
mod one_way;
mod parts;
mod paths;
mod rotations;
mod scatter;
mod shortage;
mod steps;
#[cfg(test)]
mod tests;

use crate::{Graph, Labelling, NoLabelling, NodeId};
use blocks::Blocks;
use exact::Outcome;
use obstacle::Obstacle;
pub(crate) use one_way::one_way_path;
use parts::Part;
use steps::Steps;

/// A labelling of any network of routers along a Hamiltonian path of links that go both ways; `name` is what the nodes
/// are called, for a proof in words.
///
/// What is tried, in this order:
///
/// 1. Conditions that a linear look decides: the network is connected, has two leaves at most, its blocks hang together
///    in a row, and if it has two sides, they differ by one node at most. Then the blocks are searched one by one.
/// 2. A short search by rotations of many paths, which finds nearly all paths that there are.
/// 3. Proofs: by a maximum flow, that some nodes cannot all have two links of a path; and that a few nodes leave
///    too many components.
/// 4. The exhaustive search, and long searches by rotations.
///
/// The steps of each are bounded, at most 2.5·10^8 in all and for small networks 7·10^7; a step is a look at a
/// neighbour, and some 10^7 to 10^8 of them take a second. Memory is O(nodes + channels). The same network gives the
/// same answer, whatever the machine.
///
/// ```
/// use wormcast_topology::{Graph, NodeId, NoLabelling, hamiltonian_path};
/// let graph = |links: &[(usize, usize)]| {
///     let links: Vec<_> = links.iter().map(|&(a, b)| (NodeId::new(a), NodeId::new(b))).collect();
///     Graph::from_links(4, &links)
/// };
/// let name = |node: NodeId| ["a", "b", "c", "d"][node.index()].to_string();
/// let path = hamiltonian_path(&graph(&[(2, 0), (0, 3), (3, 1)])?, &name).unwrap();
/// assert_eq!(path.path().iter().map(|&node| name(node)).collect::<String>(), "bdac");
/// let star = graph(&[(0, 1), (0, 2), (0, 3)])?;
/// let Err(NoLabelling::Impossible { reason }) = hamiltonian_path(&star, &name) else { panic!() };
/// assert_eq!(reason, "`b`, `c` and `d` have one neighbour each, and a path has only two ends");
/// # Ok::<(), wormcast_topology::GraphError>(())
/// ```
///
/// # Errors
/// It was proved that there is none, or the search gave up, or the network has endpoints.
pub fn hamiltonian_path(graph: &Graph, name: &dyn Fn(NodeId) -> String) -> Result<Labelling, NoLabelling> {
    if let Some(endpoint) = graph.endpoints().iter().next() {
        return Err(NoLabelling::Endpoint { endpoint: name(endpoint) });
    }
    match search(&graph.two_way_links()) {
        Ok(mut path) => {
            // Of the two directions, the one that starts at the earlier node.
            if path.first() > path.last() {
                path.reverse();
            }
            Ok(Labelling::from_path(graph, path).expect("what was found is a Hamiltonian path"))
        }
        Err(Failure::Impossible(obstacle)) => Err(match graph.is_symmetric() {
            true => NoLabelling::Impossible { reason: obstacle.describe(name) },
            false => NoLabelling::OneWay { reason: obstacle.describe(name) },
        }),
        Err(Failure::GaveUp(steps)) => Err(NoLabelling::GaveUp { steps }),
    }
}

#[derive(Debug)]
enum Failure {
    Impossible(Obstacle),
    GaveUp(u64),
}

fn search(graph: &Graph) -> Result<Vec<NodeId>, Failure> {
    use conditions::{disconnected, leaves, no_row, sides};
    if let Some(obstacle) = disconnected(graph).or_else(|| leaves(graph)) {
        return Err(Failure::Impossible(obstacle));
    }
    let blocks = Blocks::of(graph);
    if let Some(obstacle) = no_row(&blocks).or_else(|| sides(graph)) {
        return Err(Failure::Impossible(obstacle));
    }
    let mut budgets = Budgets::of(graph);
    if blocks.blocks.len() < 2 {
        let quick = quick_search(graph, &mut budgets).map_err(Failure::Impossible)?;
        return quick.map_or_else(|| long_search(graph, &mut budgets), Ok);
    }
    search_row(graph, &parts::row(graph, &blocks), &mut budgets)
}

/// Searches part by part; all of them shortly, before any of them long: a proof for one part is one for all.
fn search_row(graph: &Graph, parts: &[Part], budgets: &mut Budgets) -> Result<Vec<NodeId>, Failure> {
    let of_whole = |part: &Part, obstacle: Obstacle| obstacle.in_part(&part.nodes, graph.node_count());
    let mut paths = Vec::with_capacity(parts.len());
    for part in parts {
        let quick = quick_search(&part.graph, budgets);
        paths.push(quick.map_err(|obstacle| Failure::Impossible(of_whole(part, obstacle)))?);
    }
    let mut whole = Vec::with_capacity(graph.node_count());
    for (part, path) in parts.iter().zip(paths) {
        let path = path.map_or_else(|| long_search(&part.graph, budgets), Ok).map_err(|failure| match failure {
            Failure::Impossible(obstacle) => Failure::Impossible(of_whole(part, obstacle)),
            gave_up => gave_up,
        })?;
        part.append(&path, &mut whole);
    }
    Ok(whole)
}

/// The steps that each kind of search may still take.
struct Budgets {
    quick: Steps,
    shortage: Steps,
    scatter: Steps,
    exact: Steps,
    long: Steps,
}

impl Budgets {
    fn of(graph: &Graph) -> Self {
        let size = (graph.node_count() + graph.channel_count()) as u64;
        let steps = |base: u64, each: u64| Steps::new((base + each * size).min(50_000_000));
        Self {
            quick: steps(50_000, 50),
            shortage: steps(50_000, 100),
            scatter: steps(5_000_000, 20),
            exact: steps(50_000_000, 0),
            long: steps(10_000_000, 100),
        }
    }

    fn taken(&self) -> u64 {
        [&self.quick, &self.shortage, &self.scatter, &self.exact, &self.long].iter().map(|steps| steps.taken()).sum()
    }
}

/// A path if it is found quickly, an obstacle if it is found quickly, or neither.
fn quick_search(graph: &Graph, budgets: &mut Budgets) -> Result<Option<Vec<NodeId>>, Obstacle> {
    if let Some(path) = rotations::search(graph, 0, &mut budgets.quick) {
        return Ok(Some(path));
    }
    let shortage = shortage::find(graph, &mut budgets.shortage).map(Obstacle::Shortage);
    let scattered = || scatter::find(graph, &mut budgets.scatter).map(Obstacle::Scattered);
    shortage.or_else(scattered).map_or(Ok(None), Err)
}

fn long_search(graph: &Graph, budgets: &mut Budgets) -> Result<Vec<NodeId>, Failure> {
    let before = budgets.exact.taken();
    match exact::search(graph, &mut budgets.exact) {
        Outcome::Found(path) => return Ok(path),
        Outcome::None => return Err(Failure::Impossible(Obstacle::Exhausted(budgets.exact.taken() - before))),
        Outcome::GaveUp => {}
    }
    let found = rotations::search(graph, 1, &mut budgets.long);
    found.ok_or_else(|| Failure::GaveUp(budgets.taken()))
}
