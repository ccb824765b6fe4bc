//! Routers as a file of headers tells them: their ports, and their tables.

use super::require;
use crate::words::shown;
use std::collections::HashMap;
use wormcast_plan::headers::{ChildTable, RouterDocument, TreeTable};

/// The routers of a file, with the wires between them.
pub(super) struct Network<'d> {
    routers: &'d [RouterDocument],
    /// Never iterated over.
    numbers: HashMap<&'d str, usize>,
}

impl<'d> Network<'d> {
    /// The routers, each of another name.
    pub(super) fn of(routers: &'d [RouterDocument]) -> Result<Self, String> {
        let numbers: HashMap<_, _> =
            routers.iter().enumerate().map(|(number, router)| (&*router.node, number)).collect();
        require(numbers.len() == routers.len(), || "two of their routers have one name".to_owned())?;
        Ok(Self { routers, numbers })
    }

    /// How many routers there are.
    pub(super) fn len(&self) -> usize {
        self.routers.len()
    }

    /// The router of a name.
    pub(super) fn router(&self, name: &str) -> Result<usize, String> {
        self.numbers.get(name).copied().ok_or_else(|| format!("they have no router {}", shown(name)))
    }

    /// The name of a router.
    pub(super) fn name(&self, router: usize) -> &'d str {
        &self.routers[router].node
    }

    /// The router behind a port, numbered from 1.
    pub(super) fn behind(&self, router: usize, port: u32) -> Result<usize, String> {
        let name = (port as usize).checked_sub(1).and_then(|port| self.routers[router].ports.get(port));
        self.router(name.ok_or_else(|| format!("router {} has no port {port}", shown(self.name(router))))?)
    }

    /// The table of a router for a tree: all that the router knows.
    pub(super) fn table(&self, router: usize, tree: usize) -> Result<&'d TreeTable, String> {
        let table = self.routers[router].trees.get(tree);
        table.ok_or_else(|| format!("router {} knows no tree {tree}", shown(self.name(router))))
    }
}

/// Which way a router sends what is for the router of a number.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Direction {
    /// To itself.
    Here,
    /// Down to a child.
    Down(ChildTable),
    /// Up, through this port if there is one.
    Up(Option<u32>),
}

/// The local routing decision.
pub(super) fn direction(table: &TreeTable, number: u32) -> Direction {
    let child = table.children.iter().find(|child| (child.low..child.end).contains(&number));
    match child {
        _ if number == table.number => Direction::Here,
        Some(&child) => Direction::Down(child),
        None => Direction::Up(table.up),
    }
}
