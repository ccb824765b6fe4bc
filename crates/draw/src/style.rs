//! Sizes that go together: chosen once a picture, from how much there is to show.

use crate::options::{DrawOptions, MAX_LABELLED, MAX_MARKED};

/// The sizes of a picture of a network, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// The distance between neighbours.
    pub unit: f64,
    /// The radius of a node that has no part.
    pub node: f64,
    /// The radius of a source, a relay, a destination.
    pub mark: f64,
    /// The distance between neighbouring lanes.
    pub pitch: f64,
    /// The width of a worm.
    pub worm: f64,
    /// The length of an arrowhead.
    pub head: f64,
    /// The width of a link.
    pub link: f64,
    /// The size of the nodes' names.
    pub name: f64,
    /// Which names are shown.
    pub names: Names,
}

/// Which nodes show their names.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Names {
    All,
    /// The source, the destinations and the relays.
    Marked,
    None,
}

/// The widest share of the distance between neighbours that lanes may take.
const LANES_SHARE: f64 = 0.5;

impl Sizes {
    /// The sizes of signs in a legend.
    pub const LEGEND: Self = Self {
        unit: 0.0,
        node: 4.0,
        mark: 6.0,
        pitch: 0.0,
        worm: 2.4,
        head: 8.0,
        link: 1.4,
        name: 10.0,
        names: Names::None,
    };

    /// The sizes for a network with this many nodes and at most this many worms side by side.
    pub fn choose(nodes: usize, lanes: u32, options: &DrawOptions) -> Self {
        let crowd = match nodes {
            0..=100 => 0.0,
            101..=MAX_LABELLED => 1.0,
            _ => 2.0,
        };
        let narrowest = 2.6;
        let calm = [60.0, 46.0, 26.0][crowd as usize];
        let unit = (f64::from(lanes) * narrowest / LANES_SHARE).clamp(calm, 1.6 * calm);
        let pitch = (unit * LANES_SHARE / f64::from(lanes.max(1))).min([7.0, 5.6, 4.0][crowd as usize]);
        let names = match nodes {
            _ if options.hide_names => Names::None,
            0..=MAX_LABELLED => Names::All,
            _ if nodes <= MAX_MARKED => Names::Marked,
            _ => Names::None,
        };
        Self {
            unit,
            node: [4.0, 3.4, 2.2][crowd as usize],
            mark: [7.0, 6.0, 4.4][crowd as usize],
            pitch,
            worm: (0.5 * pitch).clamp(0.5, 2.4),
            head: 3.4 * (0.5 * pitch).clamp(0.5, 2.4),
            link: [1.4, 1.2, 0.9][crowd as usize],
            name: [10.0, 9.0, 8.5][crowd as usize],
            names,
        }
    }
}
