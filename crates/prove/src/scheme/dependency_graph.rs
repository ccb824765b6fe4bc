//! The dependency graph of channels and consumption channels, and numbers that rise along it.

use std::collections::VecDeque;

/// Which resource worms can wait for while they hold which: the channel dependency graph, with ejection (consumption)
/// channels in it, and with what one request asks for as one node.
pub(super) struct DependencyGraph {
    /// The resource that each one is asked for together with: itself, or another on the way to the one that stands for
    /// all of them.
    together: Vec<u32>,
    /// Whoever holds the first may wait for the second.
    pairs: Vec<(u32, u32)>,
    /// How many of those are waits for what follows in a chain.
    waits: usize,
    /// Whether a resource is used at all.
    used: Vec<bool>,
}

/// Numbers that rise along all arcs.
pub(super) struct Numbering {
    /// The number of each resource; none of those that nobody uses.
    pub numbers: Vec<Option<u32>>,
    /// How many waits for what follows in a chain were looked at.
    pub pairs: usize,
}

impl DependencyGraph {
    pub(super) fn new(resources: usize) -> Self {
        let together = (0..resources as u32).collect();
        Self { together, pairs: Vec::new(), waits: 0, used: vec![false; resources] }
    }

    pub(super) fn uses(&mut self, resource: u32) {
        self.used[resource as usize] = true;
    }

    /// Whoever holds one may wait for the other, which follows in a chain.
    pub(super) fn add(&mut self, held: u32, wanted: u32) {
        self.waits += 1;
        self.order(held, wanted);
    }

    /// Whoever holds one may wait for the other: parts of requests that are granted one after another.
    pub(super) fn order(&mut self, held: u32, wanted: u32) {
        self.uses(held);
        self.uses(wanted);
        self.pairs.push((held, wanted));
    }

    /// Both are asked for in one request. Who stands in the line for one may then wait for what the request before it
    /// lacks, which is the other: so they count as one.
    pub(super) fn join(&mut self, a: u32, b: u32) {
        self.uses(a);
        self.uses(b);
        let [a, b] = [a, b].map(|resource| self.class(resource));
        self.together[a.max(b) as usize] = a.min(b);
    }

    fn class(&mut self, mut resource: u32) -> u32 {
        while self.together[resource as usize] != resource {
            let above = self.together[resource as usize];
            self.together[resource as usize] = self.together[above as usize];
            resource = above;
        }
        resource
    }

    /// Numbers of the resources, equal for those that are asked for together, that rise along all arcs; none if
    /// the graph has a cycle. O(resources + arcs), by taking off what nothing leads to (Kahn, 1962).
    pub(super) fn numbering(mut self) -> Option<Numbering> {
        let count = self.together.len();
        let classes: Vec<_> = (0..count as u32).map(|resource| self.class(resource)).collect();
        let class = |resource: u32| classes[resource as usize] as usize;
        let (first, wanted) = group(count, self.pairs.iter().map(|&(held, wanted)| (class(held), class(wanted))));
        let mut before = vec![0_u32; count];
        wanted.iter().for_each(|&wanted| before[wanted] += 1);
        let mut ready: VecDeque<_> = (0..count).filter(|&at| class(at as u32) == at && before[at] == 0).collect();
        let mut numbers = vec![None; count];
        for number in 0.. {
            let Some(at) = ready.pop_front() else { break };
            numbers[at] = Some(number);
            for &next in &wanted[first[at]..first[at + 1]] {
                before[next] -= 1;
                if before[next] == 0 {
                    ready.push_back(next);
                }
            }
        }
        let all = classes.iter().all(|&class| numbers[class as usize].is_some());
        let number = |(resource, &used): (usize, &bool)| numbers[classes[resource] as usize].filter(|_| used);
        let numbering = || Numbering { numbers: self.used.iter().enumerate().map(number).collect(), pairs: self.waits };
        all.then(numbering)
    }
}

/// The second of each pair, grouped by the first: those of `i` are at `first[i]..first[i + 1]`.
fn group(count: usize, pairs: impl Iterator<Item = (usize, usize)> + Clone) -> (Vec<usize>, Vec<usize>) {
    let mut first = vec![0; count + 1];
    pairs.clone().for_each(|(from, _)| first[from + 1] += 1);
    for at in 0..count {
        first[at + 1] += first[at];
    }
    let mut next = first.clone();
    let mut second = vec![0; first[count]];
    for (from, to) in pairs {
        second[next[from]] = to;
        next[from] += 1;
    }
    (first, second)
}
