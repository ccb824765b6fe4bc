//! What a caller may ask of a picture, and the limits of pictures.

use crate::scene::Style;
use crate::{PaperWidth, palette};

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
    /// How wide the picture is on paper; by default it is as large as it needs to be.
    pub width: Option<PaperWidth>,
    /// The worms are what holds and waits in a deadlock: what each stands for, in their order. The destinations of the
    /// plan are the nodes at which worms are stuck, and its source has no part.
    pub deadlock: Option<Vec<DeadlockPart>>,
}

/// What a worm in the picture of a deadlock stands for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DeadlockPart {
    /// The number of the worm that holds or waits: it gives the colour.
    pub worm: u32,
    /// Its channels are waited for, and not held.
    pub awaited: bool,
    /// Its line in the legend.
    pub words: String,
}

impl DeadlockPart {
    pub(crate) fn line(&self) -> fn(u32, f64) -> Style {
        if self.awaited { palette::awaited_line } else { palette::held_line }
    }
}
