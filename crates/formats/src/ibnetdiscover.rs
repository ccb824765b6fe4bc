//! The output of `ibnetdiscover`, and files of `ibsim`: the switches and hosts of an InfiniBand fabric, and the
//! cables at their ports.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::nodes::Nodes;
use crate::text::{Flaw, lines, name_problem, offset, shown};
use std::collections::{HashMap, HashSet};
use std::path::Path;
use wormcast_topology::TopologyError;

/// `ibnetdiscover` output.
pub(crate) const FORMAT: Format =
    Format { name: "ibnetdiscover", extensions: &["ibnetdiscover"], recognises, read, write: None };

/// Whether a block starts somewhere: `Switch 8 "S-…"` or `Ca 1 "H-…"`; in files of `ibsim` `Hca 1 "H"`.
fn recognises(text: &str) -> bool {
    lines(text).any(|(_, line)| block_start(line).is_some())
}

/// The kind and what follows it, if a line starts the block of a switch, a router or a host.
fn block_start(line: &str) -> Option<(&str, &str)> {
    let (kind, rest) = line.split_once([' ', '\t'])?;
    let (ports, rest) = rest.trim_start().split_once([' ', '\t'])?;
    let is_start = ["Switch", "Rt", "Ca", "Hca"].contains(&kind)
        && ports.parse::<u32>().is_ok()
        && rest.trim_start().starts_with('"');
    is_start.then_some((kind, rest))
}

/// A switch or a host as it is written.
pub(crate) struct Device<'t> {
    at: usize,
    pub id: &'t str,
    pub description: &'t str,
    is_host: bool,
}

/// One end of a cable: the place of its device in the list, and the port.
pub(crate) type End = (usize, u32);

/// Reads a fabric. Switches are routers, hosts endpoints. They are called by their descriptions, if these all differ,
/// else by their ids, such as `S-0002c902400c8450`. A cable is a link, named at both of its ends; several between the
/// same two are parallel, in the order of the ports of the end that stands first in the file.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let (devices, ports) = blocks(text)?;
    let mut seen = HashSet::new();
    let by_description =
        devices.iter().all(|device| name_problem(device.description).is_none() && seen.insert(device.description));
    let mut draft = Draft::new(Repeated::Parallel, Loops::LeftOut);
    let mut nodes = Nodes::default();
    let mut ids = HashMap::new();
    for (place, device) in devices.iter().enumerate() {
        let name = if by_description { device.description } else { device.id };
        if let Some(problem) = name_problem(name) {
            return Err(Flaw::new(device.at, problem));
        }
        let node = nodes.declare(&mut draft, name.into(), device.is_host, device.at)?;
        if ids.insert(device.id, (place, node)).is_some() {
            return Err(Flaw::new(device.at, format!("a second device {}; expected each once", shown(device.id))));
        }
    }
    let mut cables = HashSet::new();
    for Port { at, end, peer, peer_port, .. } in ports {
        let missing = || Flaw::new(at, format!("{} is no device of this file", shown(peer)));
        let &(place, node) = ids.get(peer).ok_or_else(missing)?;
        let ends: [End; 2] = [end, (place, peer_port)];
        let cable = [ends[0].min(ends[1]), ends[0].max(ends[1])];
        if cables.insert(cable) {
            let (_, own) = ids[devices[end.0].id];
            draft.add_link(own, node, at)?;
        }
    }
    match draft.node_count() {
        0 => Err(Flaw::new(text.len(), "no switch; expected blocks that start with `Switch 8 \"S-…\"`")),
        _ => Ok(draft),
    }
}

/// Devices, the cables between their ports in the order of the file, and the local identifiers that stand at devices.
pub(crate) struct Cabling<'t> {
    pub devices: Vec<Device<'t>>,
    pub cables: Vec<[End; 2]>,
    pub lids: Vec<(usize, u32)>,
    /// The greatest mask of identifiers (`lmc`) at a port of a host: it has 2 to the power of that of them.
    pub mask: u32,
}

/// What is cabled how.
pub(crate) fn cabling<'t>(path: &Path, text: &'t str) -> Result<Cabling<'t>, TopologyError> {
    let (devices, ports) = blocks(text).map_err(|flaw| flaw.locate(path, text))?;
    let place: HashMap<_, _> = devices.iter().enumerate().map(|(place, device)| (device.id, place)).collect();
    let (mut cables, mut seen, mut lids, mut mask) = (Vec::new(), HashSet::new(), Vec::new(), 0);
    for port in ports {
        let Some(&peer) = place.get(port.peer) else { continue };
        let ends = [port.end, (peer, port.peer_port)];
        if seen.insert([ends[0].min(ends[1]), ends[0].max(ends[1])]) {
            cables.push(ends);
        }
        mask = mask.max(port.mask.filter(|_| devices[port.end.0].is_host).unwrap_or(0));
        lids.extend(port.lid.map(|lid| (port.end.0, lid)).filter(|_| devices[port.end.0].is_host));
    }
    Ok(Cabling { devices, cables, lids, mask })
}

/// The number behind a word in a comment: `# lid 47 lmc 0 …`.
fn number_behind(word: &str, comment: &str) -> Option<u32> {
    let mut words = comment.split_whitespace().skip_while(|other| *other != word);
    words.nth(1)?.parse().ok()
}

/// A port with a cable.
struct Port<'t> {
    at: usize,
    end: End,
    peer: &'t str,
    peer_port: u32,
    /// The first one in the comment: of a host's port, that of the host.
    lid: Option<u32>,
    /// The first mask in the comment, which goes with that.
    mask: Option<u32>,
}

fn blocks(text: &str) -> Result<(Vec<Device<'_>>, Vec<Port<'_>>), Flaw> {
    let (mut devices, mut ports) = (Vec::new(), Vec::new());
    for (at, line) in lines(text) {
        if let Some((kind, rest)) = block_start(line) {
            let (id, rest) = quoted(text, rest)?;
            let description = rest.split_once('#').map_or(Ok(""), |(_, comment)| Ok(quoted(text, comment)?.0))?;
            devices.push(Device { at, id, description, is_host: ["Ca", "Hca"].contains(&kind) });
        } else if line.starts_with('[') {
            let place = devices.len().checked_sub(1);
            let place = place.ok_or_else(|| Flaw::new(at, "a port before the first switch or host"))?;
            let (number, rest) = bracketed(text, line)?;
            // A host's port may have its own guid between its number and its peer.
            let rest = &rest[rest.find('"').unwrap_or(rest.len())..];
            let (peer, rest) = quoted(text, rest)?;
            let (peer_port, comment) = bracketed(text, rest)?;
            let [lid, mask] = ["lid", "lmc"].map(|word| number_behind(word, comment));
            ports.push(Port { at, end: (place, number), peer, peer_port, lid, mask });
        }
    }
    Ok((devices, ports))
}

/// What stands between quotation marks at the start of a text, and what follows.
fn quoted<'t>(text: &str, part: &'t str) -> Result<(&'t str, &'t str), Flaw> {
    let inner = part.trim_start().strip_prefix('"').and_then(|rest| rest.split_once('"'));
    inner.ok_or_else(|| Flaw::new(offset(text, part), "a name in quotation marks is expected here"))
}

/// The port in brackets at the start of a text, and what follows.
fn bracketed<'t>(text: &str, part: &'t str) -> Result<(u32, &'t str), Flaw> {
    let inner = part.trim_start().strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let number = inner.and_then(|(number, rest)| Some((number.parse().ok()?, rest)));
    number.ok_or_else(|| Flaw::new(offset(text, part), "a port in brackets is expected here, such as `[1]`"))
}
