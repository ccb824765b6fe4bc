//! From a network and a multicast set to the two sides of the source.

use super::distances::Distances;
use super::half_problem::{FORBIDDEN, GridPlace, HalfProblem};
use crate::{LabelRouting, Step};
use wormcast_plan::FirstHop;
use wormcast_topology::{Grid, Topology};

/// One side of a source on a network: the abstract [`HalfProblem`], and what its numbers stand for.
#[derive(Clone, Debug)]
pub struct Half {
    /// The label of each destination, going away from the source.
    pub labels: Vec<u32>,
    /// The step out of each port. Every one leads to some destination.
    pub steps: Vec<Step>,
    /// The problem.
    pub problem: HalfProblem,
}

/// Makes the sides of sources on one network.
#[derive(Debug)]
pub struct Halves<'t> {
    routing: LabelRouting<'t>,
    /// The coordinates, on a two-dimensional mesh: there d_R is the Manhattan distance.
    grid: Option<&'t Grid>,
    first_hop: FirstHop,
}

impl<'t> Halves<'t> {
    /// On this network, with its own labelling made ready.
    pub fn new(topology: &'t dyn Topology, routing: LabelRouting<'t>, first_hop: FirstHop) -> Self {
        let grid = topology.mesh().filter(|grid| grid.sides().len() == 2);
        Self { routing, grid, first_hop }
    }

    /// The routing that its paths follow.
    pub fn routing(&self) -> &LabelRouting<'t> {
        &self.routing
    }

    /// Whether the network is a two-dimensional mesh.
    pub fn is_grid(&self) -> bool {
        self.grid.is_some()
    }

    /// The side with these destinations, as labels in the order away from the source; all on one side of it.
    ///
    /// On two-dimensional meshes O(k · ports), else O(k · (k + nodes · log degree)) time and O(k²) memory.
    pub fn half(&self, source: u32, labels: Vec<u32>) -> Half {
        let outward = |step: &&Step| labels.first().is_some_and(|&first| (step.label > source) == (first > source));
        let mut steps: Vec<_> = self.routing.steps(source).iter().filter(outward).copied().collect();
        let (starts, table) = match self.grid {
            Some(grid) => (self.grid_starts(grid, source, &labels, &steps), None),
            None => {
                let (starts, table) = self.walked(source, &labels, &steps);
                (starts, Some(table))
            }
        };
        let leads = starts.iter().map(|starts| starts.iter().any(|&start| start != FORBIDDEN));
        let leads: Vec<_> = leads.collect();
        let keep = |port: &usize| leads[*port];
        steps = (0..steps.len()).filter(keep).map(|port| steps[port]).collect();
        let starts = starts.into_iter().zip(&leads).filter(|(_, leads)| **leads).map(|(starts, _)| starts).collect();
        let problem = match (self.grid, table) {
            (Some(grid), _) => HalfProblem::on_grid(self.points(grid, source, &labels), starts),
            (None, table) => HalfProblem::from_rows(table.unwrap_or_default(), starts),
        };
        Half { labels, steps, problem }
    }

    /// Whether a path may leave by this step towards this label.
    fn may_leave(&self, source: u32, step: Step, to: u32) -> bool {
        match self.first_hop {
            FirstHop::Routing => self.routing.step(source, to) == Some(step),
            FirstHop::Free if source < to => step.label <= to,
            FirstHop::Free => step.label >= to,
        }
    }

    fn grid_starts(&self, grid: &Grid, source: u32, labels: &[u32], steps: &[Step]) -> Vec<Vec<u32>> {
        let start = |step: Step, to: u32| match self.may_leave(source, step, to) {
            true => 1 + gap(self.place(grid, step.label), self.place(grid, to)),
            false => FORBIDDEN,
        };
        steps.iter().map(|&step| labels.iter().map(|&to| start(step, to)).collect()).collect()
    }

    fn points(&self, grid: &Grid, source: u32, labels: &[u32]) -> Vec<GridPlace> {
        let (_, row) = self.place(grid, source);
        let point = |&label| {
            let (x, y) = self.place(grid, label);
            GridPlace { x, y: y.abs_diff(row) }
        };
        labels.iter().map(point).collect()
    }

    fn place(&self, grid: &Grid, label: u32) -> (u32, u32) {
        let node = self.routing.node(label);
        (grid.coordinate(node, 0), grid.coordinate(node, 1))
    }

    /// The starts and the rows of the table, all by walking R.
    fn walked(&self, source: u32, labels: &[u32], steps: &[Step]) -> (Vec<Vec<u32>>, Vec<u32>) {
        let mut distances = Distances::new(&self.routing);
        let mut starts = vec![Vec::with_capacity(labels.len()); steps.len()];
        let mut table = Vec::with_capacity(labels.len() * labels.len().saturating_sub(1) / 2);
        for (j, &to) in labels.iter().enumerate() {
            distances.aim(to);
            table.extend(labels[..j].iter().map(|&from| distances.from(from)));
            for (starts, &step) in starts.iter_mut().zip(steps) {
                starts.push(match self.may_leave(source, step, to) {
                    true => 1 + distances.from(step.label),
                    false => FORBIDDEN,
                });
            }
        }
        (starts, table)
    }
}

fn gap(a: (u32, u32), b: (u32, u32)) -> u32 {
    a.0.abs_diff(b.0) + a.1.abs_diff(b.1)
}
