//! What the text says of the rounds, asked of a plan. It knows labels, and not how the scheme makes them.

use super::algorithm_a::{AlgorithmRun, copy};
use super::broadcast::{append_shortest, judged, label, level};
use wormcast_check::Violation;
use wormcast_plan::{Worm, Worms};
use wormcast_topology::{BitString, MeshOfTrees, NodeId, Topology};

/// The nodes that have the message before a round.
fn informed(run: &AlgorithmRun, round: u32) -> impl Iterator<Item = NodeId> {
    let informed = run.broadcast.informed_before(round);
    (0..informed.len()).filter(move |&node| informed[node]).map(NodeId::new)
}

/// Figure 4: where the message is after each round of phase 1.
pub(super) fn halves(run: &AlgorithmRun) -> bool {
    let height = run.height();
    (1..=height - 3).all(|i| {
        let is_image = |node: &NodeId| {
            let [x, y] = label(&run.mesh, *node);
            let images = [(x, height), (y, height - 1)];
            images.into_iter().all(|(bits, length)| bits.length() == length && bits == bits.prefix(i).leftmost(length))
        };
        informed(run, i).count() == 1 << (2 * i) && informed(run, i).all(|node| is_image(&node))
    })
}

/// Whether there is exactly one of so many keys from each of the informed nodes after phase 2.
fn one_each(run: &AlgorithmRun, keys: usize, key: impl Fn([BitString; 2]) -> Option<usize>) -> bool {
    let mut count = vec![0; keys];
    for node in informed(run, run.height() - 1) {
        if let Some(key) = key(label(&run.mesh, node)) {
            count[key] += 1;
        }
    }
    count.iter().all(|&count| count == 1)
}

fn joined(high: BitString, low: BitString) -> usize {
    (high.value() << low.length() | low.value()) as usize
}

/// Condition (i) of phase 2.
pub(super) fn one_in_every_small_block(run: &AlgorithmRun) -> bool {
    let bits = run.height() - 1;
    let are_low = informed(run, bits).all(|node| level(&run.mesh, node) == 1);
    are_low && one_each(run, 1 << (2 * bits), |[x, y]| Some(joined(x.prefix(bits), y.prefix(bits))))
}

/// Condition (ii) of phase 2.
pub(super) fn one_in_every_row_and_column(run: &AlgorithmRun) -> bool {
    let height = run.height();
    let in_lines = |full: usize| {
        let key = move |label: [BitString; 2]| {
            let is_here = label[full].length() == height && label[1 - full].length() < height;
            is_here.then(|| joined(label[full], label[1 - full].prefix(height - 3)))
        };
        one_each(run, 1 << (2 * height - 3), key)
    };
    in_lines(0) && in_lines(1)
}

/// How many links are shared in the second round of phase 2 on height 3 when the nodes in columns send to their own
/// half of the rows, as the text without the bar over z has it.
pub(super) fn shared_links_as_printed(run: &AlgorithmRun) -> usize {
    let in_row = |node: &NodeId| label(&run.mesh, *node)[0].length() == 3;
    let ends: Vec<_> = informed(run, 2).filter(in_row).collect();
    let mut worms = Worms::new();
    let mut destinations = Vec::new();
    for worm in run.broadcast.plan.worms.iter().filter(|worm| worm.round < 2) {
        let to = worm.deliveries[0].node;
        destinations.push(to);
        if worm.round == 1 && !in_row(&worm.origin) && in_row(&to) {
            let row = label(&run.mesh, to)[0].value() ^ 0b100;
            let printed = ends.iter().find(|&&end| label(&run.mesh, end)[0].value() == row);
            append_shortest(&run.mesh, worm.origin, *printed.expect("one in every row"), 1, &mut worms);
        } else {
            copy(&worm, worm.round, &mut worms);
        }
    }
    let printed = judged(&run.mesh, "by hand", run.broadcast.plan.source, destinations, worms);
    printed.report.violations.iter().filter(|violation| matches!(violation, Violation::SharedLink { .. })).count()
}

/// The levels that the worms of each sender of a round go to, in ascending order; by sender.
fn sent(run: &AlgorithmRun, round: u32) -> Vec<(NodeId, Vec<u32>)> {
    let mut pairs: Vec<_> = run.broadcast.pairs(round).map(|(from, to)| (from, level(&run.mesh, to))).collect();
    pairs.sort_unstable();
    let senders = pairs.chunk_by(|a, b| a.0 == b.0);
    senders.map(|worms| (worms[0].0, worms.iter().map(|worm| worm.1).collect())).collect()
}

/// Figure 7 (a).
pub(super) fn up_and_around(run: &AlgorithmRun) -> bool {
    let round = run.height() - 1;
    let senders = sent(run, round);
    senders.len() == informed(run, round).count()
        && senders.iter().all(|(from, to)| level(&run.mesh, *from) == 1 && to[..] == [0, 0, 3])
}

/// After the first round of phase 3.
pub(super) fn level_3_is_informed(run: &AlgorithmRun) -> bool {
    let nodes = |wanted: &NodeId| level(&run.mesh, *wanted) == 3;
    informed(run, run.height()).filter(nodes).count() == run.mesh.graph().nodes().filter(nodes).count()
}

/// Figure 7 (b).
pub(super) fn blocks_are_completed(run: &AlgorithmRun) -> bool {
    sent(run, run.height()).iter().all(|(from, to)| match level(&run.mesh, *from) {
        0 => matches!(to[..], [1] | [1, 1]),
        1 => to[..] == [0, 0],
        from => from == 3,
    })
}

/// The worms of the last round that start at level 3.
pub(super) fn worms_in_upper_levels(run: &AlgorithmRun) -> impl Iterator<Item = Worm<'_>> {
    let last = run.height();
    let worms = run.broadcast.plan.worms.iter().filter(move |worm| worm.round == last);
    worms.filter(|worm| level(&run.mesh, worm.origin) == 3)
}

/// Whether a worm runs in the tree of a row.
pub(super) fn is_in_row(mesh: &MeshOfTrees, worm: &Worm<'_>, row: u32) -> bool {
    let in_row = |node| {
        let [x, y] = label(mesh, node);
        x == BitString::new(row, mesh.heights()[0]) && y.length() < x.length()
    };
    in_row(worm.origin) && worm.hops.iter().all(|hop| in_row(mesh.graph().target(hop.channel)))
}

/// Figure 8: 2^(n−3) nodes at level 3 inform twice as many below them and all but themselves above, in every one of
/// 2^(n+1) trees.
pub(super) fn upper_levels_are_completed(run: &AlgorithmRun) -> bool {
    let (height, senders) = (run.height(), 1 << (run.height() - 3));
    let targets = || worms_in_upper_levels(run).map(|worm| level(&run.mesh, worm.deliveries[0].node));
    let trees = 2 << height;
    let (below, above) = (targets().filter(|&level| level == 2).count(), targets().filter(|&level| level > 3).count());
    run.broadcast.is_right()
        && (below, above) == (trees * 2 * senders, trees * (senders - 1))
        && targets().count() == below + above
}

/// Figure 8: the place of the upper target is that of the sender without its last run of equal bits.
pub(super) fn upwards_by_kappa(run: &AlgorithmRun) -> bool {
    let height = run.height();
    let upwards = worms_in_upper_levels(run).filter(|worm| level(&run.mesh, worm.deliveries[0].node) > 3);
    upwards.into_iter().all(|worm| {
        let [from, to] = [worm.origin, worm.deliveries[0].node].map(|node| label(&run.mesh, node));
        let short = usize::from(from[0].length() == height);
        from[1 - short] == to[1 - short] && to[short] == without_last_run(from[short]) && from[short].value() != 0
    })
}

fn without_last_run(bits: BitString) -> BitString {
    let last = bits.value() & 1;
    let longest = (0..bits.length()).rev().find(|&length| {
        let end = bits.value() >> (bits.length() - 1 - length) & 1;
        end != last
    });
    bits.prefix(longest.map_or(0, |index| index + 1))
}
