//! The routing function R: minimal on the snake, and on which other Hamiltonian labellings?

use crate::{Context, Effort, FigureReport, PaperClaim, Table};
use wormcast_schemes::LabelRouting;
use wormcast_topology::{Grid, Labelling, NodeId, Topology, build};

const ID: &str = "mesh-labellings";

/// All Hamiltonian labellings of one mesh, each direction of a path by itself.
struct Count {
    sides: [u32; 2],
    labellings: usize,
    minimal: usize,
    /// Minimal ones that are no snake along rows or columns.
    minimal_others: usize,
}

impl Count {
    fn of(sides: [u32; 2]) -> Self {
        let mesh = build(&format!("mesh:{}x{}", sides[0], sides[1])).expect("figures have networks that exist");
        let mut count = Self { sides, labellings: 0, minimal: 0, minimal_others: 0 };
        let nodes = mesh.graph().node_count();
        for start in mesh.graph().nodes() {
            count.extend(&*mesh, &mut vec![start], &mut vec![false; nodes]);
        }
        count
    }

    /// Invariant: `path` is a path; `taken` are its nodes but the last one.
    fn extend(&mut self, mesh: &dyn Topology, path: &mut Vec<NodeId>, taken: &mut Vec<bool>) {
        let graph = mesh.graph();
        if path.len() == graph.node_count() {
            return self.judge(mesh, path);
        }
        let last = path[path.len() - 1];
        taken[last.index()] = true;
        for &next in graph.neighbours(last) {
            if !taken[next.index()] {
                path.push(next);
                self.extend(mesh, path, taken);
                path.pop();
            }
        }
        taken[last.index()] = false;
    }

    fn judge(&mut self, mesh: &dyn Topology, path: &[NodeId]) {
        self.labellings += 1;
        let Ok(labelling) = Labelling::from_path(mesh.graph(), path.to_vec()) else { return };
        let grid = mesh.grid().expect("a mesh is a grid");
        if is_minimal(mesh, grid, labelling) {
            self.minimal += 1;
            self.minimal_others += usize::from(!(0..2).any(|along| is_snake(grid, path, along)));
        }
    }
}

fn manhattan(grid: &Grid, a: NodeId, b: NodeId) -> u32 {
    (0..2).map(|dimension| grid.coordinate(a, dimension).abs_diff(grid.coordinate(b, dimension))).sum()
}

fn is_minimal(mesh: &dyn Topology, grid: &Grid, labelling: Labelling) -> bool {
    let routing = LabelRouting::along(mesh.graph(), labelling);
    let nodes = || mesh.graph().nodes();
    nodes().all(|a| nodes().all(|b| routing.distance(a, b) == manhattan(grid, a, b)))
}

/// Whether a path goes through the lines of a dimension one after another, each from end to end.
fn is_snake(grid: &Grid, path: &[NodeId], along: usize) -> bool {
    let length = grid.sides()[along] as usize;
    let across = 1 - along;
    path.chunks(length)
        .all(|line| line.iter().all(|&node| grid.coordinate(node, across) == grid.coordinate(line[0], across)))
}

/// Whether R is minimal on the labelling of meshes here, the snake of the paper.
fn snakes(last: u32) -> (usize, usize) {
    let sides = (2..=last).flat_map(|k| (2..=last).map(move |m| (k, m)));
    let right = |(k, m): (u32, u32)| {
        let mesh = build(&format!("mesh:{k}x{m}")).expect("figures have networks that exist");
        let labelling = mesh.labelling().expect("meshes have labels");
        is_minimal(&*mesh, mesh.grid().expect("a mesh is a grid"), labelling)
    };
    let found: Vec<bool> = sides.map(right).collect();
    (found.iter().filter(|&&right| right).count(), found.len())
}

pub(super) fn labellings(context: &Context<'_>) -> FigureReport {
    let full = context.effort == Effort::Full;
    let meshes: &[[u32; 2]] =
        if full { &[[3, 3], [3, 4], [3, 5], [4, 4], [4, 5], [5, 5]] } else { &[[3, 3], [3, 4], [4, 4]] };
    let (right, all) = snakes(if full { 12 } else { 6 });
    let counts: Vec<Count> = meshes.iter().map(|&sides| Count::of(sides)).collect();
    let mut table = Table::new(ID, &["columns", "rows", "labellings", "minimal", "minimal_and_no_snake"]);
    for count in &counts {
        let [k, m] = count.sides.map(|side| side as usize);
        table.push([k, m, count.labellings, count.minimal, count.minimal_others].map(|number| number.to_string()));
    }
    let words =
        |count: &Count| format!("{} of {} on {}x{}", count.minimal, count.labellings, count.sides[0], count.sides[1]);
    let measured = counts.iter().map(words).collect::<Vec<_>>().join(", ");
    let only_snakes = counts.iter().all(|count| count.minimal_others == 0 && count.minimal == 8);
    let claims = vec![
        PaperClaim::new(
            ID,
            "on the snake labelling the paths of R are shortest ones",
            "minimal",
            format!("on {right} of {all} meshes, all pairs"),
            right == all,
        )
        .said_in("5"),
        PaperClaim::new(
            ID,
            "any other Hamiltonian labelling of a mesh gives paths that are not shortest",
            "any other",
            format!(
                "minimal are {measured}: the eight snakes, along rows or columns from the four corners, and no other"
            ),
            only_snakes,
        )
        .said_in("5")
        .by("exact: all labellings; a snake from another corner or along columns counts as a snake"),
    ];
    FigureReport::plain(claims, table)
}
