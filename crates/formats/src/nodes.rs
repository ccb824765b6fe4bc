//! Nodes by name, in a format that declares them.

use crate::draft::Draft;
use crate::text::{Flaw, name_problem, shown};
use std::borrow::Cow;
use std::collections::HashMap;
use wormcast_topology::NodeId;

/// The nodes that have been declared.
#[derive(Debug, Default)]
pub(crate) struct Nodes<'t> {
    by_name: HashMap<Cow<'t, str>, NodeId>,
}

impl<'t> Nodes<'t> {
    /// Declares a node of a new name, a router or an endpoint.
    pub(crate) fn declare(
        &mut self,
        draft: &mut Draft<'t>,
        name: Cow<'t, str>,
        is_endpoint: bool,
        at: usize,
    ) -> Result<NodeId, Flaw> {
        let node = match is_endpoint {
            true => draft.add_endpoint(name.clone(), at)?,
            false => draft.add_node(name.clone(), at)?,
        };
        match self.by_name.insert(name, node) {
            None => Ok(node),
            Some(first) => {
                let problem = format!("a second node {}; every node needs a name of its own", shown(draft.name(first)));
                Err(Flaw::new(at, problem))
            }
        }
    }

    /// A node that has been declared.
    pub(crate) fn find(&self, name: &str, at: usize) -> Result<NodeId, Flaw> {
        let missing = || Flaw::new(at, format!("{} is no node; expected one that is declared", shown(name)));
        self.by_name.get(name).copied().ok_or_else(missing)
    }

    /// Whether there is a node of this name.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.by_name.contains_key(name)
    }

    /// A node of this name, declared now if it was not before; in formats where naming a node declares it.
    pub(crate) fn find_or_add(
        &mut self,
        draft: &mut Draft<'t>,
        name: impl Into<Cow<'t, str>>,
        at: usize,
    ) -> Result<NodeId, Flaw> {
        let name = name.into();
        if let Some(&node) = self.by_name.get(&*name) {
            return Ok(node);
        }
        if let Some(problem) = name_problem(&name) {
            return Err(Flaw::new(at, problem));
        }
        self.declare(draft, name, false, at)
    }
}
