//! The `anynet` lists of the simulator BookSim: routers, the nodes attached to them, and latencies.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::{Format, first_line};
use crate::text::{Flaw, lines, offset, shown};
use std::collections::BTreeMap;
use wormcast_topology::{ChannelProperties, NodeId};

/// The latency of a channel for which a list gives none, in cycles.
const DEFAULT_LATENCY: u32 = 1;

/// BookSim's `anynet`.
pub(crate) const FORMAT: Format =
    Format { name: "BookSim anynet", extensions: &["anynet"], recognises, read, write: None };

/// Whether a text starts with a router or a node and its number.
fn recognises(text: &str) -> bool {
    let mut words = first_line(text).unwrap_or_default().split_whitespace();
    let is_number = |word: &str| word.bytes().all(|byte| byte.is_ascii_digit());
    matches!(words.next(), Some("router" | "node")) && words.next().is_some_and(is_number)
}

/// Reads an `anynet` list. A line starts with a router or a node and lists what is linked to it, each with its
/// latency in cycles, if that is not 1: `router 0 node 0 router 1 15 router 2`. Links between routers go both ways, but
/// a latency holds for the channel away from the router at the start of the line. Routers become nodes, in the order of
/// their numbers; nodes become terminals of their routers, and their latencies are left out. `#` starts a comment.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let mut list = List { text, routers: Vec::new(), links: Vec::new(), homes: BTreeMap::new() };
    for (_, line) in lines(text) {
        list.line(line.split('#').next().unwrap_or_default())?;
    }
    list.routers.sort_unstable();
    list.routers.dedup();
    match list.routers.is_empty() {
        true => Err(Flaw::new(text.len(), "no router; expected lines such as `router 0 node 0 router 1`")),
        false => list.draft(),
    }
}

/// The channels by their routers: where each is written, and its latency, if one is given.
type Channels = BTreeMap<(u32, u32), (usize, Option<u32>)>;

/// A list as it is written.
struct List<'t> {
    text: &'t str,
    routers: Vec<u32>,
    links: Vec<Link>,
    /// The router of each node.
    homes: BTreeMap<u32, u32>,
}

struct Link {
    at: usize,
    from: u32,
    to: u32,
    latency: Option<u32>,
}

/// A router or a node, and where it is named.
#[derive(Clone, Copy)]
struct Part {
    at: usize,
    is_router: bool,
    number: u32,
}

impl<'t> List<'t> {
    fn line(&mut self, line: &'t str) -> Result<(), Flaw> {
        let mut words = line.split_whitespace().peekable();
        let Some(word) = words.next() else { return Ok(()) };
        let head = self.part(word, words.next())?;
        while let Some(word) = words.next() {
            let part = self.part(word, words.next())?;
            let latency = words.next_if(|word| word.starts_with(|c: char| c.is_ascii_digit()));
            let latency = latency.map(|word| self.number(word)).transpose()?;
            self.join(head, part, latency)?;
        }
        Ok(())
    }

    fn part(&mut self, kind: &'t str, number: Option<&'t str>) -> Result<Part, Flaw> {
        let at = offset(self.text, kind);
        let is_router = match kind {
            "router" => true,
            "node" => false,
            _ => return Err(Flaw::new(at, format!("{} where `router` or `node` is expected", shown(kind)))),
        };
        let missing = || Flaw::new(at, format!("`{kind}` without a number; expected `{kind} 0`"));
        let number = self.number(number.ok_or_else(missing)?)?;
        if is_router {
            self.routers.push(number);
        }
        Ok(Part { at, is_router, number })
    }

    fn number(&self, word: &str) -> Result<u32, Flaw> {
        let problem = || format!("{} is not a number; expected one from 0 to {}", shown(word), u32::MAX);
        word.parse().map_err(|_| Flaw::new(offset(self.text, word), problem()))
    }

    fn join(&mut self, head: Part, part: Part, latency: Option<u32>) -> Result<(), Flaw> {
        let (router, node) = match (head.is_router, part.is_router) {
            (true, true) => {
                self.links.push(Link { at: part.at, from: head.number, to: part.number, latency });
                return Ok(());
            }
            (false, false) => return Err(Flaw::new(part.at, "a node at a node; nodes are attached to routers")),
            (true, false) => (head.number, part.number),
            (false, true) => (part.number, head.number),
        };
        match *self.homes.entry(node).or_insert(router) {
            home if home == router => Ok(()),
            home => Err(Flaw::new(part.at, format!("node {node} at router {router} is already at router {home}"))),
        }
    }

    fn draft(self) -> Result<Draft<'t>, Flaw> {
        let mut draft = Draft::new(Repeated::Parallel, Loops::Refused);
        for &router in &self.routers {
            draft.add_node(router.to_string(), 0)?;
        }
        let node = |router| NodeId::new(self.routers.binary_search(&router).expect("every router is listed"));
        for (terminal, &router) in &self.homes {
            draft.attach(node(router), terminal.to_string());
        }
        for ((from, to), (at, latency)) in self.channels()? {
            let first = draft.channel_count();
            draft.add_channel(node(from), node(to), at)?;
            let latency_cycles = Some(latency.unwrap_or(DEFAULT_LATENCY));
            draft.set_properties(first, ChannelProperties { latency_cycles, ..ChannelProperties::default() });
        }
        Ok(draft)
    }

    /// The channels, each once with its latency, if one is given: a link goes both ways, whichever is written.
    fn channels(&self) -> Result<Channels, Flaw> {
        let mut channels = BTreeMap::new();
        for &Link { at, from, to, latency } in &self.links {
            channels.entry((to, from)).or_insert((at, None));
            let (_, known) = channels.entry((from, to)).or_insert((at, None));
            match (*known, latency) {
                (Some(first), Some(latency)) if first != latency => {
                    let problem = format!("latency {latency} from router {from} to {to}, which has latency {first}");
                    return Err(Flaw::new(at, problem));
                }
                _ => *known = known.or(latency),
            }
        }
        Ok(channels)
    }
}
