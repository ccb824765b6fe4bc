//! A run of messages, request by request, whatever the delays of routers: between two requests all flits go on as far
//! as they can.

use super::Grant;
use super::flits::Flits;
use super::messages::{Head, Messages};
use crate::rules::Parts;
use crate::{ResourceId, VisitIx};

/// A request that a head may make: the number of the message, the visit, and the parts of the request, in the order in
/// which it asks for them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ask {
    /// The message.
    pub message: usize,
    /// The visit.
    pub visit: VisitIx,
    /// The parts.
    pub order: Vec<usize>,
}

/// A run: what was granted so far, and who stands in line.
#[derive(Clone, Debug)]
pub struct Run<'m> {
    messages: &'m Messages<'m>,
    flits: Flits<'m>,
    /// Heads that have asked and do not have everything, in the order in which they came: their numbers, and the order
    /// in which they ask.
    asked: Vec<(usize, Vec<usize>)>,
}

impl<'m> Run<'m> {
    pub(super) fn of(messages: &'m Messages<'m>) -> Self {
        let mut flits = Flits::new(&messages.layout, messages.rules);
        flits.settle();
        Self { messages, flits, asked: Vec::new() }
    }

    /// The requests that can be made now and get something at once, by the numbers of heads.
    pub fn possible(&self) -> Vec<usize> {
        let heads = self.messages.heads.iter().enumerate();
        heads.filter(|(_, head)| self.may_ask(head)).map(|(number, _)| number).collect()
    }

    /// What was granted to each message so far: the visits, and the parts of their requests.
    pub fn granted(&self) -> Vec<Vec<(VisitIx, usize)>> {
        let mut granted = vec![Vec::new(); self.begun().len()];
        for (number, Grant { message, visit, parts }) in self.messages.grants.iter().enumerate() {
            if self.flits.state.is_made(number) {
                granted[*message].extend(parts.iter().map(|&part| (*visit, part)));
            }
        }
        granted
    }

    /// The message and the visit of a head.
    pub fn head(&self, number: usize) -> (usize, VisitIx) {
        let Head { message, visit, .. } = self.messages.heads[number];
        (message, visit)
    }

    /// The parts of a head's request that are to be had now.
    pub fn free_parts(&self, number: usize) -> Vec<usize> {
        let request = self.messages.workload.request(self.messages.heads[number].visit);
        (0..request.len()).filter(|&part| !self.is_full(request[part])).collect()
    }

    /// Lets a head ask for the parts of its request in this order, if it may take them in any; then everything is
    /// granted that heads have asked for and that is free, first come, first served.
    pub fn ask(&mut self, number: usize, order: Vec<usize>) {
        match self.messages.workload.parts {
            Parts::Together => self.make(self.messages.heads[number].grants[0]),
            _ => self.asked.push((number, order)),
        }
        self.serve();
    }

    /// Lets heads ask at one time for the parts of their requests, each by itself: in a line those that are listed
    /// before others stand before them. Then everything is granted that is free.
    pub fn ask_at_once(&mut self, parts: &[(usize, usize)]) {
        self.asked.extend(parts.iter().map(|&(number, part)| (number, vec![part])));
        self.serve();
    }

    fn serve(&mut self) {
        while let Some(grant) = self.due() {
            self.make(grant);
        }
        let is_open = |head: &Head, flits: &Flits<'_>| head.grants.iter().any(|&grant| !flits.state.is_made(grant));
        self.asked.retain(|&(number, _)| is_open(&self.messages.heads[number], &self.flits));
    }

    /// If nothing can go on, though some message has begun and not come to its end: the heads that wait, each after
    /// those that stand before it in a line because of which it waits, with the order in which they ask.
    pub fn standstill(&self) -> Option<Vec<Ask>> {
        let heads = &self.messages.heads;
        let begun = self.begun();
        let waits =
            |head: &Head| !head.is_behind && !self.has_all(head) && self.flits.has_come(head.message, head.visit);
        let mut open: Vec<usize> = (0..heads.len()).filter(|&number| waits(&heads[number])).collect();
        let (mut stuck, mut full): (Vec<Ask>, Vec<ResourceId>) = (Vec::new(), Vec::new());
        while let Some((at, order)) =
            open.iter().enumerate().find_map(|(at, &number)| Some((at, self.stuck(number, &full)?)))
        {
            let Head { message, visit, .. } = heads[open.remove(at)];
            full.extend(self.messages.workload.request(visit));
            stuck.push(Ask { message, visit, order });
        }
        let goes_on = open.iter().any(|&number| begun[heads[number].message]);
        let is_under_way = stuck.iter().any(|ask| begun[ask.message]);
        (is_under_way && !goes_on).then_some(stuck)
    }

    /// Whether a head waits for ever, if these are taken by others in line before it, and everybody who is under way
    /// does: the order in which it asks.
    fn stuck(&self, number: usize, in_lines: &[ResourceId]) -> Option<Vec<usize>> {
        let head = &self.messages.heads[number];
        let request = self.messages.workload.request(head.visit);
        let is_full = |&part: &usize| self.is_full(request[part]);
        let missing = || (0..request.len()).filter(|&part| !self.has_part(head, part));
        let is_apart = self.messages.workload.parts == Parts::Apart;
        let asked = self.asked.iter().find(|asked| asked.0 == number && !is_apart).map(|asked| &asked.1);
        let usual = || asked.cloned().unwrap_or_else(|| (0..request.len()).collect());
        match (self.messages.workload.parts, asked) {
            (Parts::Together, _) => {
                let is_taken = |part: usize| self.is_full(request[part]) || in_lines.contains(&request[part]);
                (0..request.len()).any(is_taken).then(usual)
            }
            (Parts::Apart, _) => missing().all(|part| is_full(&part)).then(usual),
            (Parts::AnyOrder, None) => {
                let first = missing().find(is_full)?;
                Some(std::iter::once(first).chain(missing().filter(|&part| part != first)).collect())
            }
            (_, _) => usual().into_iter().find(|&part| !self.has_part(head, part)).filter(is_full).map(|_| usual()),
        }
    }

    /// For each message whether it has begun, or a node has not taken another one in for good before it has left.
    fn begun(&self) -> Vec<bool> {
        let layout = &self.messages.layout;
        let mut begun = vec![false; layout.places.iter().map(|place| place.message + 1).max().unwrap_or(0)];
        for (number, Grant { message, .. }) in self.messages.grants.iter().enumerate() {
            begun[*message] |= self.flits.state.is_made(number);
        }
        for place in layout.places.iter().filter(|place| !place.after_sending.is_empty()) {
            let ejects = place
                .branches
                .iter()
                .any(|branch| branch.to.is_none() && branch.grant.is_some_and(|grant| self.flits.state.is_made(grant)));
            place.after_sending.iter().filter(|_| ejects).for_each(|&sent| begun[layout.places[sent].message] = true);
        }
        begun
    }

    /// The next grant of what was asked for before, if it can be made: of the front of a buffer, or of a part.
    fn due(&self) -> Option<usize> {
        let heads = &self.messages.heads;
        let is_next =
            |head: &&Head| head.is_behind && !self.has_all(head) && self.flits.has_come(head.message, head.visit);
        if let Some(front) = heads.iter().filter(is_next).find(|head| self.has_free(head.grants[0])) {
            return Some(front.grants[0]);
        }
        self.asked.iter().find_map(|(number, order)| {
            let head = &heads[*number];
            let mut missing = order.iter().filter(|&&part| !self.has_part(head, part));
            let part = match self.messages.workload.parts {
                Parts::Apart => missing.find(|&&part| self.has_free(head.grants[part])),
                _ => missing.next().filter(|&&part| self.has_free(head.grants[part])),
            };
            part.map(|&part| head.grants[part])
        })
    }

    fn may_ask(&self, head: &Head) -> bool {
        let nothing = head.grants.iter().all(|&grant| !self.flits.state.is_made(grant));
        let gets = || match self.messages.workload.parts {
            Parts::Together | Parts::InOrder => self.has_free(head.grants[0]),
            Parts::AnyOrder | Parts::Apart => head.grants.iter().any(|&grant| self.has_free(grant)),
        };
        !head.is_behind && nothing && self.flits.has_come(head.message, head.visit) && gets()
    }

    fn make(&mut self, grant: usize) {
        let Grant { message, visit, parts } = &self.messages.grants[grant];
        let request = self.messages.workload.request(*visit);
        let has_queues = self.messages.layout.has_queues;
        self.flits.state.make(grant, *message, parts.iter().map(|&part| request[part]).filter(|_| has_queues));
        self.flits.settle();
    }

    fn has_all(&self, head: &Head) -> bool {
        head.grants.iter().all(|&grant| self.flits.state.is_made(grant))
    }

    fn has_part(&self, head: &Head, part: usize) -> bool {
        head.grants.get(part).is_some_and(|&grant| self.flits.state.is_made(grant))
    }

    /// Whether all that is granted together is free.
    fn has_free(&self, grant: usize) -> bool {
        let Grant { visit, parts, .. } = &self.messages.grants[grant];
        let request = self.messages.workload.request(*visit);
        parts.iter().all(|&part| !self.is_full(request[part]))
    }

    fn is_full(&self, resource: ResourceId) -> bool {
        self.flits.held(resource) >= self.messages.workload.capacity(resource)
    }
}
