//! One virtual channel of every channel, and the waits of the routes on it.

use super::waits::Waits;
use crate::AcyclicOrder;

/// The waits of a layer, which close no cycle.
pub(super) struct Layer {
    order: AcyclicOrder,
    /// By wait: whether it would close a cycle. Waits are never taken out again, so it always will.
    refused: Vec<bool>,
    /// The waits of the route that is being placed.
    added: Vec<(u32, u32)>,
}

impl Layer {
    pub(super) fn new(channels: usize, waits: &Waits) -> Self {
        Self { order: AcyclicOrder::new(channels), refused: vec![false; waits.len()], added: Vec::new() }
    }

    /// Puts a route into the layer, if it closes no cycle there. O(length), and a search for each wait that is new
    /// here.
    pub(super) fn takes(&mut self, route: &[u32], waits: &Waits) -> bool {
        let numbers = || route.windows(2).map(|pair| (pair[0], pair[1], waits.number(pair[0], pair[1])));
        if numbers().any(|(.., wait)| self.refused[wait]) {
            return false;
        }
        self.added.clear();
        for (held, asked, wait) in numbers() {
            match self.order.insert(held, asked) {
                Some(true) => self.added.push((held, asked)),
                Some(false) => {}
                None => {
                    let helped = !self.added.is_empty();
                    self.added.iter().for_each(|&(held, asked)| self.order.remove(held, asked));
                    // If nothing of this route helped to close the cycle, the next route meets it again.
                    self.refused[wait] = !helped || !self.order.allows(held, asked);
                    return false;
                }
            }
        }
        true
    }
}
