//! Messages as they were recorded elsewhere.

use super::{GeneratedMessage, MessageClass};
use std::io;
use thiserror::Error;
use wormcast_formats::{Column, Row, RowFlaw, Rows};
use wormcast_plan::MulticastSet;
use wormcast_sim::MAX_LENGTH;
use wormcast_topology::{NodeId, Topology};

/// A trace with more messages, or more destinations, than this is refused.
const MAX_MESSAGES: usize = 10_000_000;

/// Messages with the times at which they are generated, in their order. 24 bytes a message, and 4 a destination.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Trace {
    messages: Vec<Recorded>,
    destinations: Vec<NodeId>,
}

#[derive(Clone, Copy, Debug, PartialEq)]
struct Recorded {
    time_ns: f64,
    source: NodeId,
    /// Its length; none: that of the timing.
    length: Option<u32>,
    /// Where its destinations end.
    end: u32,
}

/// The columns of the file.
const COLUMNS: [Column; 4] =
    [Column::needed("time_ns"), Column::needed("source"), Column::needed("destinations"), Column::optional("flits")];
const TIME: usize = 0;
const SOURCE: usize = 1;
const DESTINATIONS: usize = 2;
const FLITS: usize = 3;

/// Why a trace cannot be read: the line, and what is wrong with it.
#[derive(Debug, Error)]
#[error("line {line}: {problem}")]
pub struct TraceError {
    /// The line, from 1.
    pub line: u64,
    /// What is wrong.
    pub problem: String,
}

impl Trace {
    /// Reads a CSV file ([`Rows`]) with the columns `time_ns`, `source`, `destinations` (names parted by spaces) and,
    /// if the messages have lengths of their own, `flits`; times do not fall. O(file).
    ///
    /// ```
    /// let mesh = wormcast_topology::build("mesh:4x4")?;
    /// let text = "time_ns,source,destinations,flits\n0,\"0,0\",\"3,3 1,2\",16\n12.5,\"1,1\",\"0,0\",4\n";
    /// let trace = wormcast_eval::traffic::Trace::read(&*mesh, text.as_bytes())?;
    /// assert_eq!((trace.len(), trace.multicast_share()), (2, 0.5));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    /// The first line that does not say what it must, or a source or destination that the network does not have.
    pub fn read(topology: &dyn Topology, from: impl io::Read) -> Result<Self, TraceError> {
        let told = |RowFlaw { line, problem }: RowFlaw| TraceError { line, problem };
        let mut rows = Rows::of(from, &COLUMNS).map_err(told)?;
        let mut trace = Self::default();
        while let Some(row) = rows.next_row().map_err(told)? {
            trace.push(topology, &row).map_err(told)?;
        }
        match trace.messages.is_empty() {
            true => Err(TraceError { line: 1, problem: "there are no messages in it".to_owned() }),
            false => Ok(trace),
        }
    }

    fn push(&mut self, topology: &dyn Topology, row: &Row<'_>) -> Result<(), RowFlaw> {
        let before = self.messages.last().map_or(0.0, |message| message.time_ns);
        let time_ns: f64 = row.needed_number(TIME, "a number of ns")?;
        if !(time_ns >= before && time_ns <= 1e15) {
            return Err(
                row.flaw(format!("the time {time_ns} ns; expected one from {before}, that of the message before"))
            );
        }
        let length: Option<u32> = row.number(FLITS, &format!("a whole number from 1 to {MAX_LENGTH}"))?;
        if length.is_some_and(|flits| !(1..=MAX_LENGTH).contains(&flits)) {
            return Err(row.flaw(format!("{} flits; expected 1 to {MAX_LENGTH}", length.unwrap_or(0))));
        }
        let find = |name: &str| topology.find_node(name).map_err(|error| row.flaw(error));
        let source = find(row.text(SOURCE))?;
        let start = self.destinations.len();
        for name in row.text(DESTINATIONS).split_whitespace() {
            self.destinations.push(find(name)?);
        }
        if self.messages.len() == MAX_MESSAGES || self.destinations.len() > MAX_MESSAGES {
            return Err(row.flaw(format!("more than {MAX_MESSAGES} messages or destinations")));
        }
        let set = MulticastSet::checked(topology, source, &self.destinations[start..]);
        set.map_err(|error| row.flaw(error))?;
        let end = self.destinations.len() as u32;
        self.messages.push(Recorded { time_ns, source, length, end });
        Ok(())
    }

    /// How many messages there are.
    pub fn len(&self) -> usize {
        self.messages.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.messages.is_empty()
    }

    /// The share of the messages that have more than one destination. O(messages).
    pub fn multicast_share(&self) -> f64 {
        let several = (0..self.len()).filter(|&message| self.class(message) == MessageClass::Multicast).count();
        several as f64 / self.len().max(1) as f64
    }

    /// The mean length of a message; `usual` where no length stands. O(messages).
    pub fn mean_length(&self, usual: u32) -> f64 {
        let sum: f64 = self.messages.iter().map(|message| f64::from(message.length.unwrap_or(usual))).sum();
        sum / self.len().max(1) as f64
    }

    /// The longest that a message is; `usual` where no length stands.
    pub fn greatest_length(&self, usual: u32) -> u32 {
        self.messages.iter().map(|message| message.length.unwrap_or(usual)).max().unwrap_or(usual)
    }

    /// A message by its number, played at a speed: twice as fast, all times are halved.
    pub(super) fn message(&self, number: usize, speed: f64) -> Option<(GeneratedMessage, &[NodeId])> {
        let &Recorded { time_ns, source, length, .. } = self.messages.get(number)?;
        let message = GeneratedMessage { time_ns: time_ns / speed, source, class: self.class(number), length };
        Some((message, self.destinations_of(number)))
    }

    /// All that it says, message by message, as numbers: time (its bits), source, flits (0 for none), destinations.
    pub fn words(&self) -> impl Iterator<Item = u64> {
        (0..self.len()).flat_map(|number| {
            let Recorded { time_ns, source, length, end } = self.messages[number];
            let head = [time_ns.to_bits(), source.index() as u64, u64::from(length.unwrap_or(0)), u64::from(end)];
            head.into_iter().chain(self.destinations_of(number).iter().map(|node| node.index() as u64))
        })
    }

    fn class(&self, number: usize) -> MessageClass {
        if self.destinations_of(number).len() > 1 { MessageClass::Multicast } else { MessageClass::Unicast }
    }

    fn destinations_of(&self, number: usize) -> &[NodeId] {
        let start = number.checked_sub(1).map_or(0, |before| self.messages[before].end);
        &self.destinations[start as usize..self.messages[number].end as usize]
    }
}
