//! Prices that bound the channels of all stars: `SideProof::Duals`.

use super::side::Side;
use super::{Refusal, Verdict, require};

/// The prices of a side: u of the ports and of the stops, v of the stops.
pub(crate) struct Duals<'p> {
    pub ports: Vec<i64>,
    pub before: &'p [i64],
    pub after: &'p [i64],
}

/// No price is greater, so that sums do not overflow.
const MAX_PRICE: i64 = 1 << 40;

impl<'p> Duals<'p> {
    /// The prices as they stand: one for each port and stop, u not above 0.
    pub(super) fn new(
        side: &Side<'_>,
        ports: &[(String, i64)],
        before: &'p [i64],
        after: &'p [i64],
    ) -> Result<Self, Refusal> {
        let mut by_port = vec![None; side.port_count()];
        for (name, price) in ports {
            let port = side.port_named(name);
            let known = port.is_some_and(|port| by_port[port].replace(*price).is_none());
            require(known, || format!("`{name}` is no port that leads to a stop, or stands twice"))?;
        }
        let ports: Option<Vec<_>> = by_port.into_iter().collect();
        let sizes = (before.len(), after.len()) == (side.len(), side.len());
        let Some(ports) = ports.filter(|_| sizes) else {
            return Err(Refusal::Wrong("it must have a value for each port and two for each stop".to_owned()));
        };
        let duals = Self { ports, before, after };
        let small = |price: &i64| price.unsigned_abs() <= MAX_PRICE as u64;
        require([&duals.ports[..], before, after].into_iter().flatten().all(small), || "a value is too great".into())?;
        require(duals.ports.iter().chain(before).all(|&u| u <= 0), || {
            "a value of a port or before a stop is positive".into()
        })?;
        Ok(duals)
    }

    /// What they prove, if they are verified.
    pub(super) fn sum(&self) -> i128 {
        [&self.ports[..], self.before, self.after].into_iter().flatten().map(|&price| i128::from(price)).sum()
    }

    /// Verifies that u + v is nowhere above the (weighted) length. On meshes without weights O(nodes), else O(k²) and
    /// what the lengths take.
    pub(super) fn verify(&self, side: &Side<'_>, weights: Option<&Weights>) -> Verdict {
        if let (Some((columns, points)), None) = (side.points(), weights) {
            return self.verify_on_grid(side, columns, &points);
        }
        side.each_row(|j, row| {
            let weight = weights.map_or(1, |weights| i64::from(weights.stops[j]));
            let fits = |u: i64, length: u64| u + self.after[j] <= weight * length as i64;
            let stops = self.before.iter().zip(row.stops).all(|(&u, &length)| fits(u, length));
            let ports =
                self.ports.iter().zip(row.ports).all(|(&u, length)| length.is_none_or(|length| fits(u, length)));
            require(stops && ports, || infeasible(j))
        })
    }

    /// The least, over the earlier stops i, of the length from i to j less u(i), for all j: row after row.
    fn verify_on_grid(&self, side: &Side<'_>, columns: usize, points: &[(u32, i64)]) -> Verdict {
        let mut rows = Rows::new(columns);
        for (j, &(x, y)) in points.iter().enumerate() {
            let nearest = rows.nearest(x, y);
            let fits = |port: usize| {
                side.start(port, j).is_none_or(|length| self.ports[port] + self.after[j] <= length as i64)
            };
            require(nearest + y >= self.after[j] && (0..side.port_count()).all(fits), || infeasible(j))?;
            rows.add(x, -self.before[j] - y);
        }
        Ok(())
    }
}

fn infeasible(j: usize) -> String {
    format!("the values before and after stop number {j} sum to more than the length between them")
}

/// Keys at points of a grid that come row after row, along each row in one direction.
struct Rows {
    /// The least of key + distance in columns over the rows before this one, for each column.
    above: Vec<i64>,
    /// The keys of this row.
    row: Vec<(u32, i64)>,
    y: i64,
    /// The least of key + distance over the keys of this row, seen from its last point.
    along: (u32, i64),
}

const NONE: i64 = i64::MAX / 4;

impl Rows {
    fn new(columns: usize) -> Self {
        Self { above: vec![NONE; columns], row: Vec::new(), y: -1, along: (0, NONE) }
    }

    /// The least of key + distance in columns over all keys so far, seen from a point.
    fn nearest(&mut self, x: u32, y: i64) -> i64 {
        if y != self.y {
            self.close_row();
            self.y = y;
        }
        let (last, least) = self.along;
        self.along = (x, (least + i64::from(x.abs_diff(last))).min(NONE));
        self.above[x as usize].min(self.along.1)
    }

    fn add(&mut self, x: u32, key: i64) {
        self.row.push((x, key));
        self.along.1 = self.along.1.min(key);
    }

    fn close_row(&mut self) {
        for (x, key) in self.row.drain(..) {
            self.above[x as usize] = self.above[x as usize].min(key);
        }
        for x in 1..self.above.len() {
            self.above[x] = self.above[x].min(self.above[x - 1] + 1);
        }
        for x in (1..self.above.len()).rev() {
            self.above[x - 1] = self.above[x - 1].min(self.above[x] + 1);
        }
        self.along.1 = NONE;
    }
}

/// What a channel on the way to each stop weighs: as much as the lightest port that leads to it or to an earlier stop.
pub(crate) struct Weights {
    pub ports: Vec<u32>,
    pub stops: Vec<u32>,
}

impl Weights {
    /// The weights of the ports, in the order in which the certificate names these.
    pub(super) fn new(side: &Side<'_>, names: &[(String, i64)], weights: &[u32]) -> Result<Self, Refusal> {
        let complete = weights.len() == names.len() && weights.iter().any(|&weight| weight > 0);
        require(complete, || "it must have a weight for each port, not all of them 0".to_owned())?;
        let mut ports = vec![0; side.port_count()];
        let mut stops = vec![u32::MAX; side.len()];
        for ((name, _), &weight) in names.iter().zip(weights) {
            let port = side.port_named(name).expect("the ports were looked up");
            ports[port] = weight;
            stops[side.opens_at(port)..].iter_mut().for_each(|stop| *stop = weight.min(*stop));
        }
        require(weights.iter().all(|&weight| weight <= 1 << 20), || "a weight is too great".to_owned())?;
        Ok(Self { ports, stops })
    }

    pub(super) fn sum(&self) -> u64 {
        self.ports.iter().map(|&weight| u64::from(weight)).sum()
    }
}
