//! The ejection (consumption) channels of a node: all alike, or parted into pools, one for each class of worms.

use crate::{Ports, Resource};
use wormcast_topology::NodeId;

/// How the ejection channels of every node are parted. Of n channels, class k of C delivers through those with a
/// number j ≡ k (mod C); with fewer channels than classes, classes share them: k is taken mod n.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pools {
    /// Channels of a node; none when nobody ever waits for one.
    channels: Option<u32>,
    count: u8,
}

impl Pools {
    pub(crate) fn new(ejection: Ports, classes: u8) -> Self {
        match ejection {
            Ports::All => Self { channels: None, count: 1 },
            Ports::Limited(n) => {
                let most = u8::try_from(n.get()).unwrap_or(u8::MAX);
                Self { channels: Some(n.get()), count: classes.clamp(1, most) }
            }
        }
    }

    /// How many pools a node has.
    pub(crate) fn count(self) -> u8 {
        self.count
    }

    /// The pool of a class.
    pub(crate) fn of(self, class: u8) -> u8 {
        class % self.count
    }

    /// How many channels a pool has, if they are limited.
    pub(crate) fn channels(self, pool: u8) -> Option<u32> {
        self.channels.map(|n| (n - u32::from(pool)).div_ceil(self.count.into()))
    }

    /// A pool of a node by the name that it has in a deadlock.
    pub(crate) fn resource(self, node: NodeId, pool: u8) -> Resource {
        if self.count == 1 { Resource::Consumption(node) } else { Resource::ConsumptionOfClass(node, pool) }
    }

    /// How many worms can hold a resource at a time.
    pub(crate) fn capacity(self, resource: Resource) -> u32 {
        match resource {
            Resource::Consumption(_) => self.channels(0).unwrap_or(u32::MAX),
            Resource::ConsumptionOfClass(_, pool) => self.channels(pool).unwrap_or(u32::MAX),
            Resource::Channel(_) | Resource::VirtualChannel(..) | Resource::Injection(_) => 1,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Pools;
    use crate::Ports;
    use std::num::NonZeroU32;

    /// By the definition: the numbers of the channels that a class delivers through.
    fn numbers(n: u32, classes: u8, class: u8) -> Vec<u32> {
        let classes = u32::from(classes);
        let class = if n < classes { u32::from(class) % n } else { class.into() };
        (0..n).filter(|j| j % classes.min(n) == class).collect()
    }

    #[test]
    fn a_class_has_the_channels_of_its_numbers() {
        for (n, classes) in (1..=300).flat_map(|n| [1, 2, 3, 7, 64].map(|classes| (n, classes))) {
            let pools = Pools::new(Ports::Limited(NonZeroU32::new(n).unwrap()), classes);
            for a in 0..classes {
                assert_eq!(pools.channels(pools.of(a)), Some(numbers(n, classes, a).len() as u32));
                let b = classes - 1 - a;
                assert_eq!(pools.of(a) == pools.of(b), numbers(n, classes, a) == numbers(n, classes, b));
            }
            let all: u32 = (0..pools.count()).map(|pool| pools.channels(pool).unwrap()).sum();
            assert_eq!(all, n);
        }
    }
}
