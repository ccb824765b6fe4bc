//! Routes told by lines: channels that follow each other and whose numbers are equally far apart.

use crate::ChannelId;

/// Steps of a route by channels whose numbers are equally far apart, as those along a line of a grid are.
///
/// ```
/// use wormcast_topology::{build, Line, ShortestRoutes, Topology};
/// let mesh = build("mesh:9x1")?;
/// let (a, b) = (mesh.find_node("1,0")?, mesh.find_node("7,0")?);
/// let mut lines = Vec::new();
/// ShortestRoutes::new(&*mesh).append_lines(a, b, &mut lines).unwrap();
/// assert_eq!((lines.len(), lines[0].steps), (1, 6));
/// let channels: Vec<_> = lines[0].channels().collect();
/// assert_eq!(mesh.graph().source(channels[0]), a);
/// assert_eq!(mesh.graph().target(channels[5]), b);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Line {
    /// The first channel.
    pub first: ChannelId,
    /// What is added to the number of a channel for the next one, modulo 2^32.
    pub apart: u32,
    /// How many channels there are: one at least.
    pub steps: u32,
}

impl Line {
    /// Its channels.
    pub fn channels(self) -> impl Iterator<Item = ChannelId> {
        let number = move |step: u32| (self.first.index() as u32).wrapping_add(self.apart.wrapping_mul(step));
        (0..self.steps).map(move |step| ChannelId::new(number(step) as usize))
    }
}

/// Appends the lines of a route, each as long as it can be.
pub(crate) fn append_lines_of(route: &[ChannelId], lines: &mut Vec<Line>) {
    let number = |channel: &ChannelId| channel.index() as u32;
    let mut left = route;
    while let Some(&first) = left.first() {
        let apart = left.get(1).map_or(0, |second| number(second).wrapping_sub(number(&first)));
        let steps =
            1 + left.windows(2).take_while(|pair| number(&pair[1]).wrapping_sub(number(&pair[0])) == apart).count();
        lines.push(Line { first, apart, steps: steps as u32 });
        left = &left[steps..];
    }
}
