//! When heads ask for the parts of their requests, where each part stands in a line of its own.

use super::one_by_one::{Request, one_by_one};
use super::problem::Problem;
use super::sending::Attempt;
use std::collections::BTreeMap;
use wormcast_model::{Grant, VisitIx};

/// Sends a message of each of these worms so that parts of requests are granted in this order, and those heads that are
/// stuck ask last. A head that gets something before another one which asks for it first has to ask at the same time;
/// what is sent says who stands before whom then.
pub(super) fn at_moments(
    problem: Problem<'_>,
    reach: u32,
    worms: &[u32],
    grants: &[Grant],
    last: Vec<Request>,
) -> Attempt {
    let moments = Moments::of(problem, grants, last);
    let mut by_time: BTreeMap<usize, Vec<Request>> = BTreeMap::new();
    moments.times.iter().for_each(|(&request, &time)| by_time.entry(time).or_default().push(request));
    let shared: Vec<Request> = by_time.values().filter(|requests| requests.len() > 1).flatten().copied().collect();
    let mut attempt = one_by_one(problem, reach, worms, by_time.into_values());
    for request in shared {
        attempt.name(problem, worms, request, &moments.numbers(problem, request));
    }
    attempt
}

/// The time of each request, in steps, and when each of its parts is granted, if it is.
struct Moments {
    times: BTreeMap<Request, usize>,
    granted: BTreeMap<(usize, VisitIx, usize), usize>,
    steps: usize,
}

impl Moments {
    fn of(problem: Problem<'_>, grants: &[Grant], last: Vec<Request>) -> Self {
        let steps = grants.len() + last.len();
        let mut moments = Self { times: BTreeMap::new(), granted: BTreeMap::new(), steps };
        for (step, Grant { message, visit, parts }) in grants.iter().enumerate() {
            moments.times.entry((*message, *visit)).or_insert(step);
            moments.granted.extend(parts.iter().map(|&part| ((*message, *visit, part), step)));
        }
        for (request, step) in last.into_iter().zip(grants.len()..) {
            moments.times.entry(request).or_insert(step);
        }
        while let Some((early, time)) = moments.overtaking(problem) {
            moments.times.insert(early, time);
        }
        moments
    }

    /// When a part is granted; after everything else if it never is.
    fn step(&self, (message, visit): Request, part: usize) -> usize {
        self.granted.get(&(message, visit, part)).copied().unwrap_or(self.steps)
    }

    /// A request that is made later than another one which gets something after it, and the time of that one.
    fn overtaking(&self, problem: Problem<'_>) -> Option<(Request, usize)> {
        let mut lines: BTreeMap<_, Vec<(usize, Request)>> = BTreeMap::new();
        for &request in self.times.keys() {
            for (part, &resource) in problem.workload.request(request.1).iter().enumerate() {
                lines.entry(resource).or_default().push((self.step(request, part), request));
            }
        }
        for line in lines.values_mut() {
            line.sort_unstable();
            let mut earliest = usize::MAX;
            for &(step, request) in line.iter().rev() {
                let time = self.times[&request];
                if time > earliest && step < self.steps {
                    return Some((request, earliest));
                }
                earliest = earliest.min(time);
            }
        }
        None
    }

    /// For each part of a request a number, which is lower for what is granted earlier.
    fn numbers(&self, problem: Problem<'_>, request: Request) -> Vec<u32> {
        let parts = problem.workload.request(request.1).len();
        (0..parts).map(|part| self.step(request, part) as u32).collect()
    }
}

impl Attempt {
    /// Lets what is sent say in which order a head asks, by numbers of the parts of its request.
    pub(super) fn name(&mut self, problem: Problem<'_>, worms: &[u32], (message, visit): Request, numbers: &[u32]) {
        let of_plan = &problem.workload.worms[worms[message] as usize];
        let worm = problem.plans[of_plan.plan].worms.get(of_plan.id);
        self.order_of(message, 0, worm).set(problem.workload, visit, numbers, worm);
    }
}
