//! Heads that are never blocked for good, one after another.

use crate::Effort;
use wormcast_model::{VisitIx, WaitForGraph, Workload};

/// After how many heads it is looked at the clock.
const LOOKS: usize = 16;

/// Heads with their ranks.
type Ranks = Vec<(VisitIx, u32)>;

/// No rank.
const STANDS: u32 = u32::MAX;

/// Takes away the heads that can wait for no other one, again and again; in each round those that could only wait for
/// heads taken away before. Returns the ranks of those (the number of the round), and the heads that are left. A head
/// is looked at again only when the one that it was seen to wait for is gone, or one of its router is. None if the time
/// is used up before.
pub(super) fn eliminate(
    workload: &Workload,
    mut graph: WaitForGraph<'_>,
    heads: &[VisitIx],
    effort: &Effort<'_>,
) -> Option<(Ranks, Vec<VisitIx>)> {
    let mut stands = vec![false; workload.visits.len()];
    heads.iter().for_each(|&head| stands[head as usize] = true);
    let mut support = vec![STANDS; workload.visits.len()];
    let (mut ranks, mut left) = (Vec::new(), heads.to_vec());
    for round in 0.. {
        let mut gone = Vec::new();
        for (number, &head) in left.iter().enumerate() {
            if number % LOOKS == 0 && effort.is_over() {
                return None;
            }
            let seen = support[head as usize];
            if seen != STANDS && stands[seen as usize] {
                continue;
            }
            match graph.find(head, &|visit| stands[visit as usize]) {
                Some(keeper) => support[head as usize] = keeper,
                None => gone.push(head),
            }
        }
        if gone.is_empty() {
            break;
        }
        for &head in &gone {
            stands[head as usize] = false;
            ranks.push((head, round));
            let neighbours = workload.asking_with(head);
            neighbours.iter().for_each(|&other| support[other as usize] = STANDS);
        }
        left.retain(|&head| stands[head as usize]);
    }
    Some((ranks, left))
}
