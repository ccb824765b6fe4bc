//! The time of a star that is alone in the network.

use super::half_problem::MulticastStar;
use super::routes::Routes;
use wormcast_topology::ChannelId;

/// How long messages are, and how fast worms move. Buffers hold one flit, as in the paper. Times that no number holds
/// count as the greatest one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Pace {
    /// Flits of a message, at least 1.
    pub flits: u64,
    /// Until a head that has come to a router may leave it, in nanoseconds.
    pub router_ns: u64,
    /// Until a flit is across a channel, in nanoseconds: at least 1.
    pub flit_ns: u64,
}

impl Pace {
    /// Until the last flit of a worm that nothing holds up has come to the end of so many channels: equation (2) of the
    /// mesh paper, without the start-up.
    pub fn unhindered(self, channels: u64) -> u64 {
        channels.saturating_mul(self.hop()).saturating_add(self.tail())
    }

    fn hop(self) -> u64 {
        self.router_ns.saturating_add(self.flit_ns)
    }

    /// From a head until the last flit behind it.
    fn tail(self) -> u64 {
        self.flits.saturating_sub(1).saturating_mul(self.flit_ns)
    }
}

/// Runs the paths of stars that leave their source together, and whose worms hold each other up where they share
/// channels.
#[derive(Debug)]
pub struct StarClock<'a> {
    routes: &'a Routes<'a>,
    pace: Pace,
    /// The last in the line of each channel: a path, and how many of its channels are before this one.
    last: Vec<Option<(usize, usize)>>,
    worms: Vec<Head>,
}

/// How far the head of a path has come.
#[derive(Clone, Debug, Default)]
struct Head {
    way: Vec<ChannelId>,
    /// When the head got each channel so far, in nanoseconds.
    got: Vec<u64>,
    /// When it is ready for the next one.
    ready: u64,
    /// Whom it has found before it in the line of the next one.
    behind: Option<(usize, usize)>,
}

impl<'a> StarClock<'a> {
    /// On the ways of one side of a source.
    pub fn new(routes: &'a Routes<'a>, pace: Pace) -> Self {
        Self { routes, pace, last: vec![None; routes.channel_count()], worms: Vec::new() }
    }

    /// Until the last destination has the last flit, in nanoseconds after the start-up. By the rules of the worm
    /// engine: a channel serves heads in the order in which they ask, and of those that ask at once that of the earlier
    /// path first. O(hops · paths), and O(flits) where one worm waits for another.
    pub fn time(&mut self, star: &MulticastStar) -> u64 {
        self.depart(star);
        while let Some(worm) = self.next() {
            self.advance(worm);
        }
        let ends = self.worms.iter().map(|worm| worm.ready.saturating_add(self.pace.tail()));
        let time = ends.max().unwrap_or(0);
        let taken = self.worms.iter().flat_map(|worm| &worm.way);
        taken.for_each(|channel| self.last[channel.index()] = None);
        time
    }

    fn depart(&mut self, star: &MulticastStar) {
        self.worms.clear();
        let worm = |path| Head { way: self.routes.way(path).map(|hop| hop.channel).collect(), ..Head::default() };
        self.worms.extend(star.paths.iter().map(worm));
    }

    /// The head that is ready first among those whose next channel will be free at a known time.
    fn next(&self) -> Option<usize> {
        let known = |&index: &usize| {
            let worm = &self.worms[index];
            let asks = worm.got.len() < worm.way.len();
            asks && worm.behind.is_none_or(|before| self.leaves(before).is_some())
        };
        (0..self.worms.len()).filter(known).min_by_key(|&index| self.worms[index].ready)
    }

    /// A head asks for its next channel, and gets it if nobody is before it, or if it is known when that one leaves.
    fn advance(&mut self, index: usize) {
        let at = self.worms[index].got.len();
        let channel = self.worms[index].way[at].index();
        if self.worms[index].behind.is_none() {
            self.worms[index].behind = self.last[channel].replace((index, at));
        }
        let free = match self.worms[index].behind {
            None => 0,
            Some(before) => match self.leaves(before) {
                Some(free) => free,
                None => return,
            },
        };
        let worm = &mut self.worms[index];
        let got = worm.ready.max(free);
        worm.got.push(got);
        worm.ready = got.saturating_add(self.pace.hop());
        worm.behind = None;
    }

    /// When the tail of a path leaves the buffer behind a channel of its; none while its head is not far enough to
    /// tell.
    ///
    /// Flit j leaves a buffer a flit time after flit j − 1, and not before flit j − 1 has left the next buffer, which
    /// holds one. So the last flit, L − 1, leaves the buffer as late as any head k buffers on, L − 1 − k flit times
    /// later, lets it.
    fn leaves(&self, (index, at): (usize, usize)) -> Option<u64> {
        let worm = &self.worms[index];
        let (first, end) = (at + 1, worm.way.len());
        let flits = self.pace.flits.saturating_sub(1);
        let last = end.min(first.saturating_add(usize::try_from(flits).unwrap_or(usize::MAX)));
        // The head is ready at its end as soon as it is there, and asks for no channel.
        let head = |visit: usize| match visit == end {
            true => (worm.got.len() == end).then_some(worm.ready),
            false => worm.got.get(visit).copied(),
        };
        head(last)?;
        let behind = |visit: usize| (flits - (visit - first) as u64).saturating_mul(self.pace.flit_ns);
        let lets = (first..=last).filter_map(|visit| Some(head(visit)?.saturating_add(behind(visit))));
        lets.max().map(|time| time.saturating_add(self.pace.flit_ns))
    }
}
