//! One header flit.

/// What a worm asks of one router: torus paper, section 3.1.1, {Node, C, O1 … Ok, S}.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct HeaderFlit {
    /// The number of the router, in post-order of the worm's tree.
    pub number: u32,
    /// C: whether the worm delivers there.
    pub consume: bool,
    /// O: bit i − 1 asks for the channel through port i. The ports of a router are numbered from 1, in the order of the
    /// network's channels.
    pub outputs: u64,
    /// S: whether the flit has passed the router where the worm splits first. Not set when it is sent.
    pub split: bool,
}

impl HeaderFlit {
    /// The ports that it asks for, from 1.
    pub fn ports(self) -> impl Iterator<Item = u32> {
        (1..=u64::BITS).filter(move |port| self.outputs >> (port - 1) & 1 == 1)
    }

    /// How many channels the worm takes from its router, the one to the node itself among them.
    pub fn branches(self) -> u32 {
        u32::from(self.consume) + self.outputs.count_ones()
    }
}
