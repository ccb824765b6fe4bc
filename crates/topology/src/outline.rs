//! What routers look like.

/// The outline of a network's routers in pictures.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Outline {
    /// Of most networks.
    #[default]
    Circle,
    /// Where a router has six neighbours around it.
    Hexagon,
    /// Of chips, each a network in itself.
    Box,
}
