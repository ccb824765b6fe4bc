//! SoC descriptors of Tenstorrent: the tiles of a chip, on two one-way tori.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::text::{Flaw, shown};
use crate::yaml::{has_key, parse, place};
use serde::Deserialize;
use serde_saphyr::Spanned;
use std::collections::BTreeMap;
use wormcast_topology::{MAX_NODES, NodeId};

/// SoC descriptors.
pub(crate) const FORMAT: Format =
    Format { name: "Tenstorrent SoC descriptor YAML", extensions: &[], recognises, read, write: None };

fn recognises(text: &str) -> bool {
    has_key(text, "grid") && has_key(text, "functional_workers")
}

#[derive(Deserialize)]
struct Soc {
    grid: Size,
    #[serde(default)]
    arc: Vec<Spanned<String>>,
    #[serde(default)]
    pcie: Vec<Spanned<String>>,
    #[serde(default)]
    eth: Vec<Spanned<String>>,
    #[serde(default)]
    dram: Vec<Vec<Spanned<String>>>,
    functional_workers: Vec<Spanned<String>>,
    #[serde(default)]
    security: Vec<Spanned<String>>,
}

#[derive(Deserialize)]
struct Size {
    x_size: u32,
    y_size: u32,
}

/// The two networks: which way their channels lead.
const NETWORKS: [i64; 2] = [1, -1];

/// Reads a descriptor. The tile at `x-y` has a router in each of the two networks on the chip, `0:x-y` and `1:x-y`:
/// network 0 leads towards rising x and y, network 1 towards falling ones, both with wrap-around. Tiles with a worker,
/// DRAM, Ethernet, PCIe or ARC have an endpoint `x-y` at both routers; harvested tiles and those that only route have
/// none.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let soc: Soc = parse(text, "a SoC descriptor with `grid` and `functional_workers`")?;
    let Size { x_size: columns, y_size: rows } = soc.grid;
    let tiles = u64::from(columns) * u64::from(rows);
    if tiles == 0 || 3 * tiles > MAX_NODES as u64 {
        let problem =
            format!("a grid of {columns} x {rows}; expected at least 1, and at most {MAX_NODES} nodes in all");
        return Err(Flaw::new(0, problem));
    }
    let mut draft = Draft::new(Repeated::Once, Loops::LeftOut);
    let routers = routers(&mut draft, columns, rows)?;
    let lists = [&soc.functional_workers, &soc.eth, &soc.pcie, &soc.arc, &soc.security].into_iter();
    let mut units = BTreeMap::new();
    for tile in lists.flatten().chain(soc.dram.iter().flatten()) {
        let at = place(text, tile);
        let inside = coordinates(&tile.value).filter(|&(x, y)| x < columns && y < rows);
        let (x, y) = inside.ok_or_else(|| {
            let expected = format!("`0-0` to `{}-{}`", columns - 1, rows - 1);
            Flaw::new(at, format!("{} is no tile; expected {expected}", shown(&tile.value)))
        })?;
        units.entry((y, x)).or_insert(at);
    }
    for ((y, x), at) in units {
        let unit = draft.add_endpoint(format!("{x}-{y}"), at)?;
        draft.place([f64::from(x) + 0.35, f64::from(y) + 0.35]);
        for network in &routers {
            draft.add_link(unit, network[(y * columns + x) as usize], at)?;
        }
    }
    Ok(draft)
}

/// The routers of both networks, by row and column, with their channels.
fn routers(draft: &mut Draft<'_>, columns: u32, rows: u32) -> Result<[Vec<NodeId>; 2], Flaw> {
    let mut routers = [Vec::new(), Vec::new()];
    for (network, routers) in routers.iter_mut().enumerate() {
        for y in 0..rows {
            for x in 0..columns {
                routers.push(draft.add_node(format!("{network}:{x}-{y}"), 0)?);
                draft.place([f64::from(x) + 0.2 * network as f64, f64::from(y)]);
            }
        }
    }
    for (routers, step) in routers.iter().zip(NETWORKS) {
        let stepped = |at: u32, side: u32| (i64::from(at) + step).rem_euclid(i64::from(side)) as u32;
        for y in 0..rows {
            for x in 0..columns {
                let router = |x: u32, y: u32| routers[(y * columns + x) as usize];
                for to in [router(stepped(x, columns), y), router(x, stepped(y, rows))] {
                    // A side of one tile has no channel along it.
                    if to != router(x, y) {
                        draft.add_channel(router(x, y), to, 0)?;
                    }
                }
            }
        }
    }
    Ok(routers)
}

/// The coordinates in the name of a tile, `x-y`.
fn coordinates(tile: &str) -> Option<(u32, u32)> {
    let (x, y) = tile.split_once('-')?;
    Some((x.trim().parse().ok()?, y.trim().parse().ok()?))
}
