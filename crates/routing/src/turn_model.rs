//! `turn-model`: shortest routes on meshes that never take some of the turns.

use crate::declaration::{Declaration, RoutingError};
use crate::turns::{Turn, TurnRouting};
use crate::whole_grid::WholeGrid;
use wormcast_topology::{ChannelId, Topology};

/// How `turn-model` is described and built.
pub(crate) const DECLARATION: Declaration = Declaration {
    name: "turn-model",
    parameters: "west-first|north-last|negative-first|odd-even",
    summary: "shortest routes without the turns that the model forbids; west is where x falls, north where y rises; all \
              but negative-first on two dimensions",
    networks: "meshes",
    safety: "safe with 1 virtual channel",
    example: "turn-model:west-first",
    build: |topology, parameters, _| {
        let model = Model::named(parameters)?;
        Ok(Box::new(TurnRouting::new(topology.graph(), model.turns(topology)?).with_choices()))
    },
};

/// Which turns are forbidden (Glass, Ni: The turn model for adaptive routing, 1992; Chiu: The odd-even turn model,
/// 2000).
#[derive(Clone, Copy, PartialEq, Eq)]
enum Model {
    WestFirst,
    NorthLast,
    NegativeFirst,
    OddEven,
}

/// A step along a dimension, up or down.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Step {
    dimension: usize,
    rises: bool,
}

const EAST: Step = Step { dimension: 0, rises: true };
const WEST: Step = Step { dimension: 0, rises: false };
const NORTH: Step = Step { dimension: 1, rises: true };

impl Model {
    fn named(name: &str) -> Result<Self, RoutingError> {
        match name {
            "west-first" => Ok(Self::WestFirst),
            "north-last" => Ok(Self::NorthLast),
            "negative-first" => Ok(Self::NegativeFirst),
            "odd-even" => Ok(Self::OddEven),
            _ => Err(RoutingError::parameters(&DECLARATION, name)),
        }
    }

    fn turns<'t>(self, topology: &'t dyn Topology) -> Result<Turn<'t>, RoutingError> {
        let unserved = || RoutingError::unserved(&DECLARATION, topology);
        let grid = WholeGrid::of(topology).filter(|grid| !grid.wraps()).ok_or_else(unserved)?;
        if self != Self::NegativeFirst && grid.sides().len() != 2 {
            return Err(unserved());
        }
        let graph = topology.graph();
        let step = move |channel: ChannelId| {
            let [from, to] = [graph.source(channel), graph.target(channel)].map(|node| grid.coordinates(node));
            let dimension = (0..from.len()).find(|&dimension| from[dimension] != to[dimension]).unwrap_or(0);
            (Step { dimension, rises: to[dimension] > from[dimension] }, from[0])
        };
        // By channel: its step, and the column that it leaves.
        let steps: Vec<_> = graph.channels().map(step).collect();
        Ok(Box::new(move |first, second| {
            let ((first, _), (second, column)) = (steps[first.index()], steps[second.index()]);
            self.allows(first, second, column)
        }))
    }

    /// Whether a message may turn from one direction into another in a column.
    fn allows(self, from: Step, to: Step, column: u32) -> bool {
        match self {
            Self::WestFirst => to != WEST || from == WEST,
            Self::NorthLast => from != NORTH || to == NORTH,
            Self::NegativeFirst => to.rises || !from.rises,
            Self::OddEven => match column.is_multiple_of(2) {
                true => from != EAST || to.dimension == 0,
                false => to != WEST || from.dimension == 0,
            },
        }
    }
}
