//! Which steps of a star of two paths share a channel.

use super::routes::{Hop, Routes};
use wormcast_topology::ChannelId;

/// Marks a jump that shares a channel with the run beside it.
const CROSSES: u16 = u16::MAX;

/// Marks a channel that the run along all destinations does not take.
const OFF_RUN: u32 = u32::MAX;

/// What keeps the two paths of a star apart.
///
/// A jump can share a channel with two things only: with the run that the other path makes meanwhile, and with the
/// other path's jumps before and after it. Of the jump to m, the next jump, which leaves from destination m − 1, can
/// only meet the *tail*: the channels behind the label of m − 1. And of the next jump, the jump to m can only meet the
/// *head*: the channels up to the label of m. Many jumps have the same tail or head, and most have none; so states are
/// told apart by tails, and tails and heads are compared once.
///
/// O(k² · length) time and O(k²) memory.
#[derive(Clone, Debug)]
pub(crate) struct Crossings {
    /// For the jump from switch j to switch m, at m(m − 1)/2 + j: its tail's number at m, and its head's at j.
    jumps: Vec<(u16, u16)>,
    /// For each destination, the tails of the jumps to it and the heads of the jumps from the one before it.
    ends: Vec<Ends>,
}

#[derive(Clone, Debug, Default)]
struct Ends {
    tails: Vec<Vec<ChannelId>>,
    heads: Vec<Vec<ChannelId>>,
    /// Whether a tail and a head have no channel in common, at tail · heads + head.
    apart: Vec<bool>,
}

impl Crossings {
    /// The crossings on a side of `count` destinations, where the first path leaves by the first of the ports; the
    /// other port need not exist.
    pub(super) fn find(routes: &Routes<'_>, ports: [usize; 2], count: usize, reaches: impl Fn(usize) -> bool) -> Self {
        let mut crossings = Self { jumps: Vec::new(), ends: vec![Ends::default(); count] };
        let run = run_of(routes, ports[0], count);
        let mut way = Vec::new();
        // Jump after jump in the order of the table. A jump leaves from destination j − 1, or from the source, and
        // arrives at m, while the other path runs from j to m − 1.
        for m in 0..count {
            for j in 0..m {
                way.clear();
                match j {
                    0 if reaches(m) => way.extend(routes.start(ports[1], m)),
                    0 => {}
                    _ => way.extend(routes.jump(j - 1, m)),
                }
                // A port that does not lead to m has no way and no crossings: such a jump has no length either.
                let ends = crossings.note(routes, &way, j, m);
                crossings.jumps.push(if meets_run(&run, &way, j, m) { (CROSSES, 0) } else { ends });
            }
        }
        crossings.ends.iter_mut().for_each(Ends::compare);
        crossings
    }

    fn note(&mut self, routes: &Routes<'_>, way: &[Hop], j: usize, m: usize) -> (u16, u16) {
        let channels = |keep: &dyn Fn(&Hop) -> bool| -> Vec<_> {
            way.iter().filter(|hop| keep(hop)).map(|hop| hop.channel).collect()
        };
        let (last, here) = (routes.place(m - 1), routes.place(j));
        let tail = number(&mut self.ends[m].tails, channels(&|hop| hop.from >= last));
        let head = number(&mut self.ends[j].heads, channels(&|hop| hop.to <= here));
        (tail, head)
    }

    /// How many tails the jumps to a destination have.
    pub(super) fn tails(&self, m: usize) -> usize {
        self.ends[m].tails.len()
    }

    /// The tail of the jump from switch j to switch m; none if the jump crosses the run beside it.
    #[inline]
    pub(super) fn tail(&self, j: usize, m: usize) -> Option<usize> {
        let tail = self.jumps[m * (m - 1) / 2 + j].0;
        (tail != CROSSES).then_some(tail.into())
    }

    /// Whether a jump with this tail at j, and the jump from switch j to switch m, share no channel.
    #[inline]
    pub(super) fn are_apart(&self, j: usize, tail: usize, m: usize) -> bool {
        let ends = &self.ends[j];
        let head = usize::from(self.jumps[m * (m - 1) / 2 + j].1);
        j == 0 || ends.apart[tail * ends.heads.len() + head]
    }
}

impl Ends {
    fn compare(&mut self) {
        let apart = |tail: &Vec<ChannelId>, head: &Vec<ChannelId>| !tail.iter().any(|channel| head.contains(channel));
        let rows = self.tails.iter().map(|tail| self.heads.iter().map(move |head| apart(tail, head)));
        self.apart = rows.flatten().collect();
    }
}

/// The number of a list in a small set of lists.
fn number(lists: &mut Vec<Vec<ChannelId>>, list: Vec<ChannelId>) -> u16 {
    let found = lists.iter().position(|known| *known == list).unwrap_or_else(|| {
        lists.push(list);
        lists.len() - 1
    });
    found as u16
}

/// For each channel, the destination that the run along all destinations is on its way to when it takes it.
fn run_of(routes: &Routes<'_>, port: usize, count: usize) -> Vec<u32> {
    let mut run = vec![OFF_RUN; routes.channel_count()];
    let mut mark = |hop: Hop, to: usize| run[hop.channel.index()] = to as u32;
    routes.start(port, 0).for_each(|hop| mark(hop, 0));
    for to in 1..count {
        routes.jump(to - 1, to).for_each(|hop| mark(hop, to));
    }
    run
}

/// Whether a jump from switch j to switch m takes a channel of the run from destination j (from the source, if j is 0)
/// to destination m − 1.
fn meets_run(run: &[u32], way: &[Hop], j: usize, m: usize) -> bool {
    let beside = if j == 0 { 0..m } else { j + 1..m };
    way.iter().any(|hop| beside.contains(&(run[hop.channel.index()] as usize)))
}
