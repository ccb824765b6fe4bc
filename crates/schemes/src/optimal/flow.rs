//! The fewest channels on any network, by one augmentation a port.

use super::duals::Duals;
use super::half_problem::{Before, FORBIDDEN, HalfProblem, MulticastStar};

/// An optimal channel multicast star, with the duals that prove it; none if there is no destination.
///
/// A star is a flow: from the source through the ports, one unit a path, through every destination once. Begin with one
/// path through all destinations, the cheapest flow of one unit. Then look for the cheapest way to send one unit more:
/// it runs from an unused port forward over any step and backward over the steps of the star, to a destination where a
/// path may now end. While that is a gain, take it (successive shortest paths with potentials). As costs are convex in
/// the number of units, the first time without gain is the end. O(ports · k²) time, O(k) memory beside the side.
pub fn fewest_channels_by_flow(problem: &HalfProblem) -> Option<(MulticastStar, Duals)> {
    least_weighted_channels(problem, &vec![1; problem.len()])
}

/// The same when a channel on the way to destination j counts `weights[j]` times. The duals are those of these lengths.
pub(crate) fn least_weighted_channels(problem: &HalfProblem, weights: &[u32]) -> Option<(MulticastStar, Duals)> {
    let mut flow = Flow::single_path(problem, weights)?;
    let mut wave = flow.first_wave();
    // Invariant: the star has the least length of all with as many paths, which its prices prove, and the wave has the
    // reduced distances from the ports that it leaves unused. Each turn adds a path.
    while let Some(end) = flow.gainful_end(&wave) {
        flow.raise_prices(&wave);
        flow.augment(end, &wave);
        wave = flow.wave(None);
    }
    let star = MulticastStar::from_links(&flow.before);
    Some((star, flow.duals()))
}

/// The star so far and its prices. *Outs* are what may come before a destination: the ports and, behind them, the
/// destinations, in one numbering.
struct Flow<'s> {
    problem: &'s HalfProblem,
    /// The weight of a channel on the way to each destination.
    weights: &'s [u32],
    before: Vec<Before>,
    /// The destination after each out.
    after: Vec<Option<usize>>,
    /// The price of each out and of entering each destination. For all steps, price in ≤ price out + length; equal
    /// on the steps of the star. The length less this difference is the *reduced* length.
    out_price: Vec<i64>,
    in_price: Vec<i64>,
}

/// What a run of Dijkstra's algorithm finds: the reduced distances of the destinations' entries; none where it does not
/// come.
struct Wave {
    distance: Vec<Option<i64>>,
    /// The out from which it came.
    from: Vec<Option<usize>>,
}

impl<'s> Flow<'s> {
    /// One path, from the nearest port. Prices are still missing.
    fn single_path(problem: &'s HalfProblem, weights: &'s [u32]) -> Option<Self> {
        let port = problem.nearest_port()?;
        let mut flow = Self {
            problem,
            weights,
            before: vec![Before::Port(port); problem.len()],
            after: vec![None; problem.ports() + problem.len()],
            out_price: vec![0; problem.ports() + problem.len()],
            in_price: vec![0; problem.len()],
        };
        flow.after[port] = Some(0);
        // Each destination comes right after the one before it.
        for j in 1..problem.len() {
            flow.before[j] = Before::Stop(j - 1);
            flow.after[problem.ports() + j - 1] = Some(j);
        }
        Some(flow)
    }

    fn out(&self, before: Before) -> usize {
        match before {
            Before::Port(port) => port,
            Before::Stop(i) => self.problem.ports() + i,
        }
    }

    /// The destinations that may come after an out.
    fn reach(&self, out: usize) -> std::ops::Range<usize> {
        (out + 1).saturating_sub(self.problem.ports())..self.problem.len()
    }

    /// The weighted length from an out to a destination within its reach.
    fn length(&self, out: usize, j: usize) -> Option<i64> {
        let length = match out.checked_sub(self.problem.ports()) {
            None => self.problem.start(out, j),
            Some(i) => self.problem.cost(i, j),
        };
        (length != FORBIDDEN).then(|| i64::from(length) * i64::from(self.weights[j]))
    }

    /// The length of the step of the star into a destination.
    fn step(&self, j: usize) -> i64 {
        self.length(self.out(self.before[j]), j).expect("a step of the star is allowed")
    }

    /// More than any change of the star can gain.
    fn whole(&self) -> i64 {
        (0..self.before.len()).map(|j| self.step(j)).sum()
    }

    /// The first wave runs over the single path: in the order of the destinations, everything that it needs is known.
    /// It sets the prices to the true distances from the unused ports.
    fn first_wave(&mut self) -> Wave {
        let (ports, whole) = (self.problem.ports(), self.whole());
        let mut wave = Wave { distance: vec![None; self.before.len()], from: vec![None; self.before.len()] };
        let port = self.out(self.before[0]);
        // Invariant: the prices of the entries before j are their distances, and so are those of the outs that stand
        // before them on the path. The out of j − 1 can only be come to by giving up the step from it to j: it is
        // `own`, and is known after the entry of j is.
        for j in 0..self.before.len() {
            let own = self.out(self.before[j]);
            // The unused ports cost nothing. The used one is known once the entry of destination 0 is.
            let known = (0..ports).filter(|&out| j > 0 || out != port).chain(ports..own.max(ports));
            let candidate = |out: usize| Some((self.out_price[out] + self.length(out, j)?, out));
            let best = known.filter(|&out| out != own).filter_map(candidate).min();
            // A way as long as the whole path is of no use, and stands for none.
            let (distance, from) = best.filter(|&(distance, _)| distance < whole).unzip();
            (wave.distance[j], wave.from[j]) = (distance.map(|_| 0), from);
            self.in_price[j] = distance.unwrap_or(whole);
            // Giving up the step takes its length back: the distance of the out is that much less.
            self.out_price[own] = self.in_price[j] - self.step(j);
        }
        wave
    }

    /// The destination whose step is to be given up so that the path before it ends there: the end of the cheapest
    /// way for one unit more, if that is a gain.
    fn gainful_end(&self, wave: &Wave) -> Option<usize> {
        // The way enters j and goes back over the step into it, whose out is then the end of a path. Its true length is
        // the reduced distance and the price of that out, as unused ports have price 0. Back to a port it would only
        // exchange one port for another.
        let gain = |j: usize| {
            let Before::Stop(_) = self.before[j] else { return None };
            Some((wave.distance[j]? + self.out_price[self.out(self.before[j])], j))
        };
        (0..self.before.len()).filter_map(gain).min().filter(|&(gain, _)| gain < 0).map(|(_, j)| j)
    }

    /// Makes the prices true distances again. Where the wave does not come (the ends of the paths among them), no step
    /// leads from where it does: there all prices may rise alike.
    fn raise_prices(&mut self, wave: &Wave) {
        let far = wave.distance.iter().flatten().copied().max().unwrap_or(0);
        // The outs with nothing after them are the unused ports, which are at distance 0, and the ends of the paths.
        for stop in self.problem.ports()..self.after.len() {
            if self.after[stop].is_none() {
                self.out_price[stop] += far;
            }
        }
        // A step of the star has reduced length 0 both ways: its out is as far as its entry, and it stays tight.
        for (j, distance) in wave.distance.iter().enumerate() {
            let rise = distance.unwrap_or(far);
            self.in_price[j] += rise;
            let own = self.out(self.before[j]);
            self.out_price[own] += rise;
        }
    }

    /// Sends one unit more along the way that the wave came to `end`.
    fn augment(&mut self, end: usize, wave: &Wave) {
        let freed = self.out(self.before[end]);
        self.after[freed] = None;
        let mut entered = Some(end);
        // Invariant: all destinations but the one that was `entered` last have one out before them. It takes the out
        // that the wave came from, away from the destination that had it; at an unused port nobody had it, and all is
        // well.
        while let Some(j) = entered {
            let out = wave.from[j].expect("the wave came from somewhere");
            entered = self.after[out].replace(j);
            self.before[j] = match out.checked_sub(self.problem.ports()) {
                None => Before::Port(out),
                Some(i) => Before::Stop(i),
            };
        }
    }

    /// Reduced distances of all entries, from the unused ports (dense Dijkstra). With an upper bound, from the ends of
    /// the paths too, and no true distance is greater than the bound.
    fn wave(&self, upper_bound: Option<i64>) -> Wave {
        let count = self.before.len();
        let mut wave = Wave { distance: vec![None; count], from: vec![None; count] };
        if let Some(bound) = upper_bound {
            wave.distance = self.in_price.iter().map(|price| Some(bound - price)).collect();
        }
        let seeds = if upper_bound.is_some() { self.after.len() } else { self.problem.ports() };
        for out in (0..seeds).filter(|&out| self.after[out].is_none()) {
            self.relax(out, -self.out_price[out], &mut wave);
        }
        // Invariant: the distances of entries that are no longer open are final. An entry leads on over the out before
        // it, backwards, at no reduced length.
        let mut open: Vec<_> = (0..count).collect();
        while let Some(place) = (0..open.len())
            .filter(|&place| wave.distance[open[place]].is_some())
            .min_by_key(|&place| wave.distance[open[place]])
        {
            let j = open.swap_remove(place);
            let distance = wave.distance[j].expect("it was reached");
            self.relax(self.out(self.before[j]), distance, &mut wave);
        }
        wave
    }

    /// Takes the steps from an out at this reduced distance.
    fn relax(&self, out: usize, distance: i64, wave: &mut Wave) {
        for j in self.reach(out) {
            let Some(length) = self.length(out, j) else { continue };
            let through = distance + length + self.out_price[out] - self.in_price[j];
            if wave.distance[j].is_none_or(|known| through < known) {
                (wave.distance[j], wave.from[j]) = (Some(through), Some(out));
            }
        }
    }

    /// The prices with which unused ports and ends of paths cost nothing: u = −price out, v = price in.
    fn duals(mut self) -> Duals {
        // Distances from all outs with nothing after them, the ends of paths too: then all of these can have price 0.
        // With u = −price out ≤ 0 the conditions on prices are those on duals, and tight on the steps of the star.
        let wave = self.wave(Some(self.whole()));
        self.raise_prices(&wave);
        for out in 0..self.after.len() {
            if self.after[out].is_none() {
                self.out_price[out] = 0;
            }
        }
        let mut ports: Vec<_> = self.out_price.iter().map(|price| -price).collect();
        let before = ports.split_off(self.problem.ports());
        Duals { ports, before, after: self.in_price }
    }
}
