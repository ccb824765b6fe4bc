//! Cluster descriptors of Tenstorrent: chips, and the Ethernet links between them.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::nodes::Nodes;
use crate::text::Flaw;
use crate::yaml::{has_key, parse, place};
use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_saphyr::Spanned;
use std::collections::{BTreeMap, BTreeSet};
use wormcast_topology::Outline;

/// Cluster descriptors.
pub(crate) const FORMAT: Format =
    Format { name: "Tenstorrent cluster descriptor YAML", extensions: &[], recognises, read, write: None };

fn recognises(text: &str) -> bool {
    has_key(text, "ethernet_connections") && (has_key(text, "chips") || has_key(text, "arch"))
}

#[derive(Deserialize)]
struct Cluster {
    #[serde(default)]
    arch: BTreeMap<u64, IgnoredAny>,
    /// The coordinates of each chip: x, y, rack and shelf.
    #[serde(default)]
    chips: BTreeMap<u64, Vec<i64>>,
    ethernet_connections: Vec<Spanned<Vec<End>>>,
    /// Links to chips of other hosts.
    #[serde(default)]
    ethernet_connections_to_remote_devices: Vec<IgnoredAny>,
}

/// An end of a link; what follows the two ends, such as `routing_enabled`, is none.
#[derive(Deserialize)]
struct End {
    #[serde(default)]
    chip: Option<u64>,
}

/// Reads a descriptor. Chips are called by their ids. An Ethernet link is a link; several between the same chips are
/// parallel, in the order of the file. What a chip is made of is skipped, and so are links to chips of other hosts,
/// which the file does not have: that is told.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let cluster: Cluster = parse(text, "a cluster descriptor with `chips` and `ethernet_connections`")?;
    let mut draft = Draft::new(Repeated::Parallel, Loops::LeftOut).with_outline(Outline::Box);
    let mut nodes = Nodes::default();
    let chips: BTreeSet<u64> = cluster.arch.keys().chain(cluster.chips.keys()).copied().collect();
    let places: BTreeSet<_> = cluster.chips.values().map(|at| at.get(..2)).collect();
    let are_apart = places.len() == cluster.chips.len() && !places.contains(&None);
    for chip in chips {
        nodes.declare(&mut draft, chip.to_string().into(), false, 0)?;
        if let Some(&[x, y, ..]) = cluster.chips.get(&chip).map(Vec::as_slice).filter(|_| are_apart) {
            draft.place([x as f64, y as f64]);
        }
    }
    for link in &cluster.ethernet_connections {
        let at = place(text, link);
        let ends: Vec<_> = link.value.iter().filter_map(|end| end.chip).collect();
        let &[a, b] = &*ends else {
            let problem = format!("{} ends of a link; expected two, such as `{{chip: 0, chan: 8}}`", ends.len());
            return Err(Flaw::new(at, problem));
        };
        let [a, b] = [nodes.find(&a.to_string(), at)?, nodes.find(&b.to_string(), at)?];
        draft.add_link(a, b, at)?;
    }
    let remote = cluster.ethernet_connections_to_remote_devices.len();
    if remote > 0 {
        draft.warn(format!("{remote} links to chips of other hosts are left out: the file does not have these"));
    }
    match draft.node_count() {
        0 => Err(Flaw::new(0, "a cluster without a chip; expected `chips: {0: [0, 0, 0, 0]}`")),
        _ => Ok(draft),
    }
}
