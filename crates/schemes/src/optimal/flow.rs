//! The fewest channels on any network, by one augmentation a port.

use super::duals::Duals;
use super::side::{Before, FORBIDDEN, Side, Star};

/// An optimal channel multicast star, with the duals that prove it; none if there is no destination.
///
/// A star is a flow: from the source through the ports, one unit a path, through every destination once. Begin with one
/// path through all destinations, the cheapest flow of one unit. Then look for the cheapest way to send one unit more:
/// it runs from an unused port forward over any step and backward over the steps of the star, to a destination where a
/// path may now end. While that is a gain, take it (successive shortest paths with potentials). As costs are convex in
/// the number of units, the first time without gain is the end. O(ports · k²) time, O(k) memory beside the side.
pub fn fewest_channels_by_flow(side: &Side) -> Option<(Star, Duals)> {
    least_weighted_channels(side, &vec![1; side.len()])
}

/// The same when a channel on the way to destination j counts `weights[j]` times. The duals are those of these lengths.
pub(crate) fn least_weighted_channels(side: &Side, weights: &[u32]) -> Option<(Star, Duals)> {
    let mut flow = Flow::single_path(side, weights)?;
    let mut wave = flow.first_wave();
    while let Some(end) = flow.gainful_end(&wave) {
        flow.raise_prices(&wave);
        flow.augment(end, &wave);
        wave = flow.wave(None);
    }
    let star = Star::from_links(&flow.before);
    Some((star, flow.duals()))
}

/// The star so far and its prices. *Outs* are what may come before a destination: the ports and, behind them, the
/// destinations, in one numbering.
struct Flow<'s> {
    side: &'s Side,
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

/// Reduced distances of the destinations' entries; none where the wave does not come.
struct Wave {
    distance: Vec<Option<i64>>,
    /// The out from which it came.
    from: Vec<Option<usize>>,
}

impl<'s> Flow<'s> {
    /// One path, from the nearest port. Prices are still missing.
    fn single_path(side: &'s Side, weights: &'s [u32]) -> Option<Self> {
        let port = side.nearest_port()?;
        let mut flow = Self {
            side,
            weights,
            before: vec![Before::Port(port); side.len()],
            after: vec![None; side.ports() + side.len()],
            out_price: vec![0; side.ports() + side.len()],
            in_price: vec![0; side.len()],
        };
        flow.after[port] = Some(0);
        for j in 1..side.len() {
            flow.before[j] = Before::Stop(j - 1);
            flow.after[side.ports() + j - 1] = Some(j);
        }
        Some(flow)
    }

    fn out(&self, before: Before) -> usize {
        match before {
            Before::Port(port) => port,
            Before::Stop(i) => self.side.ports() + i,
        }
    }

    /// The destinations that may come after an out.
    fn reach(&self, out: usize) -> std::ops::Range<usize> {
        (out + 1).saturating_sub(self.side.ports())..self.side.len()
    }

    /// The weighted length from an out to a destination within its reach.
    fn length(&self, out: usize, j: usize) -> Option<i64> {
        let length = match out.checked_sub(self.side.ports()) {
            None => self.side.start(out, j),
            Some(i) => self.side.cost(i, j),
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
        let (ports, whole) = (self.side.ports(), self.whole());
        let mut wave = Wave { distance: vec![None; self.before.len()], from: vec![None; self.before.len()] };
        let port = self.out(self.before[0]);
        for j in 0..self.before.len() {
            let own = self.out(self.before[j]);
            let known = (0..ports).filter(|&out| j > 0 || out != port).chain(ports..own.max(ports));
            let candidate = |out: usize| Some((self.out_price[out] + self.length(out, j)?, out));
            let best = known.filter(|&out| out != own).filter_map(candidate).min();
            let (distance, from) = best.filter(|&(distance, _)| distance < whole).unzip();
            (wave.distance[j], wave.from[j]) = (distance.map(|_| 0), from);
            self.in_price[j] = distance.unwrap_or(whole);
            self.out_price[own] = self.in_price[j] - self.step(j);
        }
        wave
    }

    /// The destination whose step is to be given up so that the path before it ends there: the end of the cheapest
    /// way for one unit more, if that is a gain.
    fn gainful_end(&self, wave: &Wave) -> Option<usize> {
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
        for stop in self.side.ports()..self.after.len() {
            if self.after[stop].is_none() {
                self.out_price[stop] += far;
            }
        }
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
        while let Some(j) = entered {
            let out = wave.from[j].expect("the wave came from somewhere");
            entered = self.after[out].replace(j);
            self.before[j] = match out.checked_sub(self.side.ports()) {
                None => Before::Port(out),
                Some(i) => Before::Stop(i),
            };
        }
    }

    /// Reduced distances of all entries, from the unused ports (dense Dijkstra). With a `shore`, from the ends of the
    /// paths too, and no true distance is greater than the shore.
    fn wave(&self, shore: Option<i64>) -> Wave {
        let count = self.before.len();
        let mut wave = Wave { distance: vec![None; count], from: vec![None; count] };
        if let Some(shore) = shore {
            wave.distance = self.in_price.iter().map(|price| Some(shore - price)).collect();
        }
        let seeds = if shore.is_some() { self.after.len() } else { self.side.ports() };
        for out in (0..seeds).filter(|&out| self.after[out].is_none()) {
            self.relax(out, -self.out_price[out], &mut wave);
        }
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
        let wave = self.wave(Some(self.whole()));
        self.raise_prices(&wave);
        for out in 0..self.after.len() {
            if self.after[out].is_none() {
                self.out_price[out] = 0;
            }
        }
        let mut ports: Vec<_> = self.out_price.iter().map(|price| -price).collect();
        let before = ports.split_off(self.side.ports());
        Duals { ports, before, after: self.in_price }
    }
}
