//! Sizes that go together: chosen once a picture, from how much there is to show.

use crate::options::{DrawOptions, MAX_LABELLED, MAX_MARKED, MAX_NODES};

/// The sizes of a picture of a network, in pixels.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Sizes {
    /// The distance between neighbours.
    pub unit: f64,
    /// The radius of a node that has no part.
    pub node: f64,
    /// The radius of a source, a relay, a destination.
    pub mark: f64,
    /// The distance between neighbouring lanes, where there is room.
    roomy_pitch: f64,
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
    /// All that have a place where they cover nothing.
    Clear,
    /// The source, the destinations and the relays.
    Marked,
    None,
}

/// The widest share of the distance between neighbours that lanes may take.
const LANES_SHARE: f64 = 0.5;
/// Lanes nearer to each other make the picture larger, up to a point.
const NARROW_PITCH: f64 = 2.6;
/// Neighbours nearer than this leave no room for the names of all.
pub(crate) const CROWDED: f64 = 26.0;
/// How much larger than usual a picture may become to make room for lanes.
const LARGEST: f64 = 1.6;

/// The usual sizes, for networks of up to so many nodes.
const SCALES: [(usize, Sizes); 4] = [
    (100, Sizes::new(60.0, 4.0, 7.0, 7.0, 1.4, 10.0)),
    (MAX_LABELLED, Sizes::new(46.0, 3.4, 6.0, 5.6, 1.2, 9.0)),
    (MAX_MARKED, Sizes::new(26.0, 2.2, 4.4, 4.0, 0.9, 8.5)),
    (MAX_NODES, Sizes::new(15.0, 1.3, 3.4, 3.2, 0.6, 8.0)),
];

impl Sizes {
    /// The sizes of signs in a legend.
    pub(crate) const LEGEND: Self = Self::new(0.0, 4.0, 6.0, 0.0, 1.4, 10.0);

    const fn new(unit: f64, node: f64, mark: f64, roomy_pitch: f64, link: f64, name: f64) -> Self {
        Self { unit, node, mark, roomy_pitch, worm: 2.4, head: 8.0, link, name, names: Names::All }
    }

    /// The sizes for a network with this many nodes and at most this many worms side by side.
    pub(crate) fn choose(nodes: usize, lanes: u32, options: &DrawOptions) -> Self {
        let usual = SCALES.iter().find(|(most, _)| nodes <= *most).unwrap_or(&SCALES[SCALES.len() - 1]).1;
        let wanted = f64::from(lanes) * NARROW_PITCH / LANES_SHARE;
        let names = match nodes {
            _ if options.hide_names => Names::None,
            0..=MAX_LABELLED => Names::All,
            _ if nodes <= MAX_MARKED => Names::Marked,
            _ => Names::None,
        };
        Self { unit: wanted.clamp(usual.unit, LARGEST * usual.unit), names, ..usual }.with_lanes(lanes)
    }

    /// Worms as wide as goes with so many of them side by side.
    fn with_lanes(self, lanes: u32) -> Self {
        // In a crowd of worms, lines are wide enough to be seen, if not wholly beside each other.
        let worm = (1.1 * self.pitch(lanes)).max(1.0).min(0.34 * self.roomy_pitch);
        Self { worm, head: 3.4 * worm, ..self }
    }

    /// The same with another distance between neighbours, and with the signs that go with it.
    pub(crate) fn with_unit(self, unit: f64, lanes: u32) -> Self {
        let signs = SCALES.iter().find(|(_, sizes)| sizes.unit <= unit).unwrap_or(&SCALES[SCALES.len() - 1]).1;
        let names = match self.names {
            Names::All if unit < CROWDED => Names::Marked,
            Names::All if unit < self.unit => Names::Clear,
            names => names,
        };
        Self { unit, names, ..signs }.with_lanes(lanes)
    }

    /// The length of the arrowhead on a link that leads one way.
    pub(crate) fn arrow(&self) -> f64 {
        (1.9 * self.node).max(4.0 * self.link)
    }

    /// The distance between neighbouring lanes of a link with so many.
    pub(crate) fn pitch(&self, lanes: u32) -> f64 {
        (self.unit * LANES_SHARE / f64::from(lanes.max(1))).min(self.roomy_pitch)
    }
}
