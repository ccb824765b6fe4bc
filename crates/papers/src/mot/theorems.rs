//! Theorems 1 and 2: broadcasts from every node of small networks, and from nodes of every level of larger ones.

use super::broadcast::{Broadcaster, level, mesh_of_trees, random_node};
use crate::{Context, Effort, FigureReport, Outcome, PaperClaim, Table};
use rayon::prelude::*;
use wormcast_eval::traffic::Draws;
use wormcast_schemes::mesh_of_trees_bound;
use wormcast_topology::{MeshOfTrees, NodeId, Topology};

/// The highest level of inner nodes from which `mot-broadcast` knows n + 1 rounds.
const SERVED: u32 = 6;
/// The highest level from which it takes no other than shortest ways.
const SHORTEST: u32 = 3;

/// Broadcasts from the nodes of one level.
struct Cell {
    height: u32,
    level: u32,
    /// How many nodes the level has, and how many of them were sources.
    nodes: usize,
    sources: usize,
    /// The fewest and the most rounds.
    rounds: (u32, u32),
    bound: u32,
    /// How many broadcasts break the model or miss a node.
    wrong: usize,
    /// How many worms take more channels than the shortest way has.
    detours: usize,
}

impl Cell {
    fn measure(mesh: &MeshOfTrees, at: u32, samples: Option<usize>, seed: u64) -> Self {
        let (graph, height) = (mesh.graph(), mesh.heights()[0]);
        let all: Vec<NodeId> = graph.nodes().filter(|&node| level(mesh, node) == at).collect();
        let (nodes, bound) = (all.len(), mesh_of_trees_bound(height, graph.degree(all[0])));
        let mut draws = Draws::seeded(seed ^ u64::from(height) << 32 ^ u64::from(at) << 40);
        let sources = match samples {
            Some(samples) => (0..samples).map(|_| random_node(mesh, at, &mut draws)).collect(),
            None => all,
        };
        let bound = bound.expect("heights are at least 2");
        let mut cell = Self {
            height,
            level: at,
            nodes,
            sources: sources.len(),
            rounds: (u32::MAX, 0),
            bound,
            wrong: 0,
            detours: 0,
        };
        let mut broadcaster = Broadcaster::new(mesh, "mot-broadcast");
        for source in sources {
            let broadcast = broadcaster.run(source);
            let (least, most) = cell.rounds;
            cell.rounds = (least.min(broadcast.rounds()), most.max(broadcast.rounds()));
            cell.wrong += usize::from(!broadcast.is_right());
            cell.detours += broadcast.detours(mesh);
        }
        cell
    }

    /// Whether it is one from which the paper leaves n + 1 rounds open.
    fn is_open(&self) -> bool {
        (2..self.height).contains(&self.level)
    }
}

/// Broadcasts on the heights from 2 on; up to a height, every node is a source, and then some of each level.
fn survey(context: &Context<'_>, every_up_to: u32, last: u32, levels: impl Fn(u32) -> Vec<u32>) -> Vec<Cell> {
    let samples = if context.effort == Effort::Full { 4 } else { 2 };
    let mut cells = Vec::new();
    for height in 2..=last {
        let mesh = mesh_of_trees(height);
        let samples = (height > every_up_to).then_some(samples);
        let levels = levels(height).into_par_iter();
        cells.par_extend(levels.map(|level| Cell::measure(&mesh, level, samples, context.seed)));
        (context.progress)(f64::from(height - 1) / f64::from(last - 1));
    }
    cells
}

fn table(id: &str, cells: &[Cell]) -> Table {
    let columns =
        ["height", "level", "nodes", "sources", "rounds_least", "rounds_most", "lower_bound", "wrong", "detours"];
    let mut table = Table::new(id, &columns);
    for cell in cells {
        let (least, most) = cell.rounds;
        let small = [cell.height, cell.level].map(|value| value as usize);
        let rounds = [least, most, cell.bound].map(|value| value as usize);
        let cells = [&small[..], &[cell.nodes, cell.sources], &rounds, &[cell.wrong, cell.detours]].concat();
        table.rows.push(cells.iter().map(usize::to_string).collect());
    }
    table
}

/// What was measured on some cells, in words.
fn extent(cells: &[&Cell]) -> String {
    let sources: usize = cells.iter().map(|cell| cell.sources).sum();
    let heights = cells.iter().map(|cell| cell.height);
    let (least, most) = (heights.clone().min().unwrap_or(0), heights.max().unwrap_or(0));
    format!("{sources} sources, n = {least} to {most}")
}

fn rounds_are(id: &str, claim: &str, cells: &[&Cell], paper: &str, more: u32) -> PaperClaim {
    let beyond = |cell: &Cell| cell.rounds.1 as i64 - i64::from(cell.height);
    let most = cells.iter().map(|cell| beyond(cell)).max().unwrap_or(0);
    let measured = format!("at most n + {most}: {}", extent(cells));
    PaperClaim::new(id, claim, paper, measured, !cells.is_empty() && most <= i64::from(more))
}

fn plans_are_right(id: &str, cells: &[&Cell]) -> PaperClaim {
    let wrong: usize = cells.iter().map(|cell| cell.wrong).sum();
    let measured = format!("{wrong} plans that are not so: {}", extent(cells));
    PaperClaim::new(
        id,
        "the worms of a round share no link, and every node is informed once",
        "none",
        measured,
        wrong == 0,
    )
}

fn ways_are_shortest(id: &str, claim: &str, cells: &[&Cell]) -> PaperClaim {
    let detours: usize = cells.iter().map(|cell| cell.detours).sum();
    let measured = format!("{detours} longer worms: {}", extent(cells));
    PaperClaim::new(id, claim, "all", measured, detours == 0)
}

pub(super) fn theorem_1(context: &Context<'_>) -> FigureReport {
    let id = "mot-theorem-1";
    let (every, last) = if context.effort == Effort::Full { (5, 10) } else { (3, 6) };
    let cells = survey(context, every, last, |_| vec![1]);
    let all: Vec<_> = cells.iter().collect();
    let claims = vec![
        rounds_are(id, "a broadcast from a node at level 1 takes n + 1 rounds", &all, "n + 1", 1),
        plans_are_right(id, &all),
        ways_are_shortest(id, "all worms take shortest routes", &all),
    ];
    FigureReport { claims, tables: vec![table(id, &cells)], pictures: Vec::new() }
}

pub(super) fn theorem_2(context: &Context<'_>) -> FigureReport {
    let id = "mot-theorem-2";
    let (every, last) = if context.effort == Effort::Full { (5, 9) } else { (3, 6) };
    let cells = survey(context, every, last, |height| (0..=height).collect());
    let of = |wanted: &dyn Fn(&Cell) -> bool| cells.iter().filter(|cell| wanted(cell)).collect::<Vec<_>>();
    let all = of(&|_| true);
    let (ends, open) =
        (of(&|cell| !cell.is_open() && cell.level != 1), of(&|cell| cell.is_open() && cell.level <= SERVED));
    let plain = of(&|cell| !cell.is_open() || cell.level <= SHORTEST);
    let mut best = rounds_are(id, "from leaves and roots n + 2 rounds are the least", &ends, "n + 2", 2);
    let reached = ends.iter().all(|cell| cell.rounds == (cell.bound, cell.bound));
    best.holds = Outcome::all([best.holds, reached.into()]);
    let beyond = "from the levels 2 to 6 below the root n + 1 rounds do, which the paper leaves open";
    let claims = vec![
        rounds_are(id, "a broadcast from any node takes at most n + 2 rounds", &all, "n + 2", 2),
        best,
        plans_are_right(id, &all),
        ways_are_shortest(id, "worms take shortest routes, from leaves, roots and the levels 1 to 3", &plain),
        share(id, last),
        rounds_are(id, beyond, &open, "n + 2", 1).ours(),
    ];
    FigureReport { claims, tables: vec![table(id, &cells)], pictures: Vec::new() }
}

/// Of how many nodes the paper has the least number of rounds: section 5.
fn share(id: &str, height: u32) -> PaperClaim {
    let mesh = mesh_of_trees(height);
    let nodes = mesh.graph().node_count();
    let optimal = mesh.graph().nodes().filter(|&node| !(2..height).contains(&level(&mesh, node))).count();
    let share = optimal as f64 / nodes as f64;
    let claim = "leaves, roots and nodes at level 1 are 67 % of the nodes (2/3 in the limit)";
    let measured = format!("{:.1} %, n = {height}", 100.0 * share);
    PaperClaim::new(id, claim, "67 %", measured, (share - 2.0 / 3.0).abs() < 0.02)
        .said_in("5")
        .by("within 2 percent points for the largest n")
}
