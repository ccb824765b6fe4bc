//! Machine descriptions of SpiNNaker in JSON: chips in a triangular grid, and which of their links are dead.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::json::parse;
use crate::nodes::Nodes;
use crate::text::{Flaw, offset};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::HashMap;
use wormcast_topology::{MAX_NODES, Outline};

/// SpiNNaker machines.
pub(crate) const FORMAT: Format =
    Format { name: "SpiNNaker machine JSON", extensions: &[], recognises, read, write: None };

fn recognises(text: &str) -> bool {
    text.trim_start().starts_with('{') && ["\"chips\"", "\"width\"", "\"height\""].iter().all(|key| text.contains(key))
}

/// Where each link of a chip leads: east, north-east, north, west, south-west, south.
const DIRECTIONS: [(i64, i64); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];

#[derive(Deserialize)]
struct Machine<'t> {
    width: u32,
    height: u32,
    #[serde(borrow)]
    chips: Vec<&'t RawValue>,
}

#[derive(Deserialize)]
struct Resources {
    #[serde(default, rename = "deadLinks")]
    dead_links: Vec<usize>,
}

/// Reads a machine. Chips are called by their coordinates, `x,y`. A chip has a channel to each of its six neighbours,
/// with wrap-around in width and height, that is there and is not among its dead links; a link that is dead in one
/// chip's list only still leads the other way.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let machine: Machine<'_> = parse(text, text, "a machine with `width`, `height` and `chips`")?;
    let Machine { width, height, chips } = machine;
    if width == 0 || height == 0 || u64::from(width) * u64::from(height) > MAX_NODES as u64 {
        let problem = format!("{width} by {height} chips; expected at least 1 and at most {MAX_NODES} in all");
        return Err(Flaw::new(0, problem));
    }
    let mut draft = Draft::new(Repeated::Once, Loops::LeftOut).with_outline(Outline::Hexagon);
    let mut nodes = Nodes::default();
    let mut list = Vec::with_capacity(chips.len());
    let mut at_place = HashMap::with_capacity(chips.len());
    for written in chips {
        let at = offset(text, written.get());
        let (x, y, resources): (u32, u32, Resources) = parse(text, written.get(), "a chip `[x, y, {…}]`")?;
        if x >= width || y >= height {
            return Err(Flaw::new(at, format!("chip {x},{y} is outside of {width} by {height} chips")));
        }
        if let Some(link) = resources.dead_links.iter().find(|&&link| link >= DIRECTIONS.len()) {
            return Err(Flaw::new(at, format!("dead link {link}; expected 0 (east) to 5 (south)")));
        }
        let node = nodes.declare(&mut draft, format!("{x},{y}").into(), false, at)?;
        // Rows are half a chip apart, so that all six links are equally long; y upwards.
        draft.place([f64::from(x) - f64::from(y) / 2.0, -f64::from(y) * 0.75_f64.sqrt()]);
        at_place.insert((x, y), node);
        list.push((x, y, node, resources.dead_links, at));
    }
    for (x, y, node, dead, at) in list {
        for (link, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            let neighbour = at_place.get(&(stepped(x, dx, width), stepped(y, dy, height)));
            if let Some(&neighbour) = neighbour.filter(|_| !dead.contains(&link)) {
                draft.add_channel(node, neighbour, at)?;
            }
        }
    }
    match draft.node_count() {
        0 => Err(Flaw::new(0, "a machine without a chip; expected `\"chips\": [[0, 0, {}]]`")),
        _ => Ok(draft),
    }
}

/// A step along a side with wrap-around.
fn stepped(at: u32, step: i64, side: u32) -> u32 {
    (i64::from(at) + step).rem_euclid(i64::from(side)) as u32
}
