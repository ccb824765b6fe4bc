//! Machine descriptions of SpiNNaker in JSON: chips in a triangular grid, and which of their links are dead.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::json::parse;
use crate::nodes::Nodes;
use crate::numbered::check_count;
use crate::text::{Flaw, offset, shown};
use serde::Deserialize;
use serde_json::value::RawValue;
use std::collections::{HashMap, HashSet};
use wormcast_topology::{MAX_NODES, Outline};

/// SpiNNaker machines.
pub(crate) const FORMAT: Format =
    Format { name: "SpiNNaker machine JSON", extensions: &[], recognises, read, write: None };

fn recognises(text: &str) -> bool {
    let has = |key: &str| text.contains(key);
    let has_chips = || has("\"chips\"") || has("\"dead_chips\"") || has("\"dead_links\"");
    text.trim_start().starts_with('{') && has("\"width\"") && has("\"height\"") && has_chips()
}

/// Where each link of a chip leads: east, north-east, north, west, south-west, south.
pub(crate) const DIRECTIONS: [(i64, i64); 6] = [(1, 0), (1, 1), (0, 1), (-1, 0), (-1, -1), (0, -1)];
/// What rig calls them.
pub(crate) const NAMES: [&str; 6] = ["east", "north_east", "north", "west", "south_west", "south"];

#[derive(Deserialize)]
struct Machine<'t> {
    width: u32,
    height: u32,
    /// The chips that are there, as SpiNNMachine writes them.
    #[serde(borrow, default)]
    chips: Option<Vec<&'t RawValue>>,
    /// What is not there, as rig writes it.
    #[serde(borrow, default)]
    dead_chips: Vec<&'t RawValue>,
    #[serde(borrow, default)]
    dead_links: Vec<&'t RawValue>,
}

#[derive(Deserialize)]
struct Resources {
    #[serde(default, rename = "deadLinks")]
    dead_links: Vec<usize>,
}

/// A chip: its coordinates, its dead links, and where the file declares it.
struct Chip {
    place: [u32; 2],
    dead: Vec<usize>,
    at: usize,
}

/// Reads a machine. Chips are called by their coordinates, `x,y`. A chip has a channel to each of its six neighbours,
/// with wrap-around in width and height, that is there and is not among its dead links; a link that is dead in one
/// chip's list only still leads the other way. The chips that are there stand in `chips`; without that, all are there
/// but for `dead_chips`, and `dead_links` names links such as `[0, 0, "west"]`.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let machine: Machine<'_> = parse(text, text, "a machine with `width`, `height` and `chips` or `dead_chips`")?;
    let Machine { width, height, .. } = machine;
    if width == 0 || height == 0 || u64::from(width) * u64::from(height) > MAX_NODES as u64 {
        let problem = format!("{width} by {height} chips; expected at least 1 and at most {MAX_NODES} in all");
        return Err(Flaw::new(0, problem));
    }
    let chips = match &machine.chips {
        Some(chips) => chips.iter().map(|written| chip(text, written, &machine)).collect::<Result<Vec<_>, _>>()?,
        None => living_chips(text, &machine)?,
    };
    let mut draft = Draft::new(Repeated::Once, Loops::LeftOut).with_outline(Outline::Hexagon);
    let mut nodes = Nodes::default();
    let mut at_place = HashMap::with_capacity(chips.len());
    for &Chip { place: [x, y], at, .. } in &chips {
        let node = nodes.declare(&mut draft, format!("{x},{y}").into(), false, at)?;
        // Rows are half a chip apart, so that all six links are equally long; y upwards.
        draft.place([f64::from(x) - f64::from(y) / 2.0, -f64::from(y) * 0.75_f64.sqrt()]);
        at_place.insert([x, y], node);
    }
    for Chip { place: [x, y], dead, at } in chips {
        for (link, (dx, dy)) in DIRECTIONS.into_iter().enumerate() {
            let neighbour = at_place.get(&[stepped(x, dx, width), stepped(y, dy, height)]);
            if let Some(&neighbour) = neighbour.filter(|_| !dead.contains(&link)) {
                draft.add_channel(at_place[&[x, y]], neighbour, at)?;
            }
        }
    }
    match draft.node_count() {
        0 => Err(Flaw::new(0, "a machine without a chip; expected `\"chips\": [[0, 0, {}]]`")),
        _ => Ok(draft),
    }
}

/// A chip of the list `chips`.
fn chip<'t>(text: &'t str, written: &'t RawValue, machine: &Machine<'_>) -> Result<Chip, Flaw> {
    let at = offset(text, written.get());
    let (x, y, resources): (u32, u32, Resources) = parse(text, written.get(), "a chip `[x, y, {…}]`")?;
    check_place([x, y], machine, at)?;
    if let Some(link) = resources.dead_links.iter().find(|&&link| link >= DIRECTIONS.len()) {
        return Err(Flaw::new(at, format!("dead link {link}; expected 0 (east) to 5 (south)")));
    }
    Ok(Chip { place: [x, y], dead: resources.dead_links, at })
}

fn check_place([x, y]: [u32; 2], machine: &Machine<'_>, at: usize) -> Result<(), Flaw> {
    let Machine { width, height, .. } = machine;
    let problem = || format!("chip {x},{y} is outside of {width} by {height} chips");
    if x < *width && y < *height { Ok(()) } else { Err(Flaw::new(at, problem())) }
}

/// The chips of a machine that tells what is dead.
fn living_chips<'t>(text: &'t str, machine: &Machine<'t>) -> Result<Vec<Chip>, Flaw> {
    check_count(text, machine.width * machine.height, "chips", 0)?;
    let mut dead_chips = HashSet::new();
    for written in &machine.dead_chips {
        let place: [u32; 2] = parse(text, written.get(), "a chip `[x, y]`")?;
        check_place(place, machine, offset(text, written.get()))?;
        dead_chips.insert(place);
    }
    let mut dead: HashMap<[u32; 2], Vec<usize>> = HashMap::new();
    for written in &machine.dead_links {
        let at = offset(text, written.get());
        let (x, y, name): (u32, u32, String) = parse(text, written.get(), "a link `[x, y, \"west\"]`")?;
        check_place([x, y], machine, at)?;
        let unknown = || format!("dead link {}; expected one of {}", shown(&name), NAMES.join(", "));
        let link = NAMES.iter().position(|known| *known == name).ok_or_else(|| Flaw::new(at, unknown()))?;
        dead.entry([x, y]).or_default().push(link);
    }
    let places = (0..machine.width).flat_map(|x| (0..machine.height).map(move |y| [x, y]));
    let living = places.filter(|place| !dead_chips.contains(place));
    Ok(living.map(|place| Chip { place, dead: dead.remove(&place).unwrap_or_default(), at: 0 }).collect())
}

/// A step along a side with wrap-around.
fn stepped(at: u32, step: i64, side: u32) -> u32 {
    (i64::from(at) + step).rem_euclid(i64::from(side)) as u32
}
