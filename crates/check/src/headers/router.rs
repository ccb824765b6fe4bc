//! What a router does with a header flit: torus paper, section 3.1.2.

use super::network::{Direction, direction};
use wormcast_plan::headers::{HeaderFlit, TreeTable};

/// One visit of a worm to a router: the state of the port that it came in by.
#[derive(Clone, Debug, Default)]
pub(super) struct Visit {
    /// The ports, from 1, that its first flit has reserved; none before it came.
    reserved: Option<Vec<u32>>,
    /// Whether the worm splits here: what follows has its S set.
    splits: bool,
}

/// What becomes of a flit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// It is stripped: the worm goes on through the reserved ports, and delivers here or not.
    Consume {
        /// Whether the worm delivers here.
        deliver: bool,
    },
    /// It goes on, perhaps with its S set now, through this port.
    Forward(HeaderFlit, u32),
}

impl Visit {
    /// The ports that the worm has reserved in this visit.
    pub(super) fn reserved(&self) -> &[u32] {
        self.reserved.as_deref().unwrap_or_default()
    }

    /// Whether a flit came here before.
    pub(super) fn has_begun(&self) -> bool {
        self.reserved.is_some()
    }

    /// Takes a flit. The first one reserves, all that it asks for together; the others follow.
    pub(super) fn step(&mut self, table: &TreeTable, flit: HeaderFlit) -> Result<Step, String> {
        match self.reserved.is_some() {
            false => self.first(table, flit),
            true => self.next(table, flit),
        }
    }

    fn first(&mut self, table: &TreeTable, flit: HeaderFlit) -> Result<Step, String> {
        let direction = direction(table, flit.number);
        if direction == Direction::Here {
            if flit.branches() == 0 {
                return Err("a header flit asks for nothing".to_owned());
            }
            self.reserved = Some(flit.ports().collect());
            self.splits = flit.branches() > 1;
            return Ok(Step::Consume { deliver: flit.consume });
        }
        let port = port(direction, flit)?;
        self.reserved = Some(vec![port]);
        Ok(Step::Forward(flit, port))
    }

    fn next(&mut self, table: &TreeTable, flit: HeaderFlit) -> Result<Step, String> {
        let flit = HeaderFlit { split: flit.split || self.splits, ..flit };
        // Before the first split there is one way, and every flit takes it, even past the router that it is for.
        let port = match (flit.split, self.reserved()) {
            (false, &[port]) => port,
            (false, _) => return Err("a header flit follows where the worm has ended".to_owned()),
            (true, _) => port(direction(table, flit.number), flit)?,
        };
        match self.reserved().contains(&port) {
            true => Ok(Step::Forward(flit, port)),
            false => Err(format!("a header flit wants port {port}, which was not reserved with the others")),
        }
    }
}

fn port(direction: Direction, flit: HeaderFlit) -> Result<u32, String> {
    match direction {
        Direction::Down(child) => child.port.ok_or_else(|| "a header flit wants a lost link".to_owned()),
        Direction::Up(Some(port)) if !flit.split => Ok(port),
        Direction::Up(_) => Err(format!("no way leads on to the router of number {}", flit.number)),
        Direction::Here => Err(format!("a second header flit comes to the router of number {}", flit.number)),
    }
}
