//! What a caller may ask of a picture, and the limits of pictures.

/// Networks with more nodes are not drawn.
pub const MAX_NODES: usize = 4096;
/// Plans with more hops are not drawn.
pub const MAX_HOPS: usize = 20_000;
/// Heat maps of networks with more channels are not drawn.
pub const MAX_CHANNELS: usize = 20_000;
/// In networks with more nodes only the source, the destinations and the relays are labelled; above
/// [`MAX_MARKED`], nothing is.
pub const MAX_LABELLED: usize = 300;
/// In networks with more nodes nothing is labelled.
pub const MAX_MARKED: usize = 1024;

/// What a caller may ask of a picture. The default is a good picture.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DrawOptions {
    /// The title; by default the scheme and the network.
    pub title: Option<String>,
    /// Leave out the names of the nodes, whatever the size of the network.
    pub hide_names: bool,
    /// A line for each worm, which stand as the legend; by default the legend tells about the plan.
    pub worm_lines: Option<Vec<String>>,
}
