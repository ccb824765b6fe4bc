//! Typed ids: a node and a channel are both small integers, and must not be mistaken for each other.

use std::fmt;

macro_rules! typed_id {
    ($(#[$doc:meta])* $name:ident, $what:literal) => {
        $(#[$doc])*
        #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        #[repr(transparent)]
        pub struct $name(u32);

        impl $name {
            /// The id with this index.
            ///
            /// # Panics
            /// If the index does not fit in 32 bits; no network that the builders accept is so large.
            #[inline]
            pub fn new(index: usize) -> Self {
                Self(u32::try_from(index).expect(concat!($what, " index fits in 32 bits")))
            }

            /// The index, for use in arrays.
            #[inline]
            pub const fn index(self) -> usize {
                self.0 as usize
            }
        }

        impl fmt::Debug for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(f, concat!($what, "#{}"), self.0)
            }
        }
    };
}

typed_id!(
    /// A node (router) of a network: an index from 0 to the number of nodes − 1.
    ///
    /// ```
    /// use wormcast_graph::NodeId;
    /// assert_eq!(NodeId::new(7).index(), 7);
    /// ```
    NodeId,
    "node"
);
typed_id!(
    /// A directed channel of a network: an index from 0 to the number of channels − 1.
    ///
    /// A link that goes both ways is two opposite channels.
    ChannelId,
    "channel"
);
