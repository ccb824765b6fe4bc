//! The output of `nvidia-smi topo -m`: which GPUs are joined by NVLink, and by how many.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::{Format, first_line};
use crate::nodes::Nodes;
use crate::text::{Flaw, lines, offset, shown};
use wormcast_topology::{NodeId, Outline};

/// `nvidia-smi topo -m` output.
pub(crate) const FORMAT: Format = Format { name: "nvidia-smi topo -m", extensions: &[], recognises, read, write: None };

/// More links between two GPUs than these are refused.
const MAX_LINKS: usize = 1024;
/// More devices than these are refused.
const MAX_DEVICES: usize = 4096;

/// Whether the first line names GPUs, and a row begins as theirs do.
fn recognises(text: &str) -> bool {
    let is_header = first_line(text).is_some_and(|line| line.starts_with("GPU0"));
    is_header && lines(text).any(|(_, line)| line.split_whitespace().take(2).eq(["GPU0", "X"]))
}

/// A row: its device, and the links to the devices of the columns, `NV4` being four.
struct Row<'t> {
    name: &'t str,
    at: usize,
    links: Vec<usize>,
}

/// Reads a matrix. GPUs are called as in it; `NV4` are four links, parallel to each other. What is joined by PCI
/// Express only, such as network adapters, is left out, and a warning tells; so is all behind the matrix.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let is_row = |line: &str| !line.trim().is_empty() && !line.starts_with('#');
    let mut told = lines(text).filter(|(_, line)| is_row(line));
    let (at, header) = told.next().ok_or_else(|| Flaw::new(0, "an empty matrix; expected `GPU0 GPU1 …`"))?;
    let columns: Vec<&str> = header.split_whitespace().take_while(|word| !["CPU", "NUMA"].contains(word)).collect();
    if columns.len() > MAX_DEVICES {
        return Err(Flaw::new(at, format!("more devices than the {MAX_DEVICES} that are accepted")));
    }
    let mut rows = Vec::with_capacity(columns.len());
    for &column in &columns {
        let missing = || Flaw::new(text.len(), format!("no row for {}; expected one for each column", shown(column)));
        let (_, line) = told.next().ok_or_else(missing)?;
        rows.push(row(text, line, column, columns.len())?);
    }
    draft(&rows)
}

fn row<'t>(text: &str, line: &'t str, column: &str, count: usize) -> Result<Row<'t>, Flaw> {
    let mut words = line.split_whitespace();
    let name = words.next().unwrap_or_default();
    let at = offset(text, name);
    if name != column {
        return Err(Flaw::new(at, format!("a row for {}; expected {}", shown(name), shown(column))));
    }
    let links = words.take(count).map(|word| links(text, word)).collect::<Result<Vec<_>, _>>()?;
    match links.len() == count {
        true => Ok(Row { name, at, links }),
        false => {
            Err(Flaw::new(at, format!("{} entries in this row; expected one for each of {count} columns", links.len())))
        }
    }
}

/// How many links an entry stands for.
fn links(text: &str, word: &str) -> Result<usize, Flaw> {
    let known = ["X", "SYS", "NODE", "PHB", "PXB", "PIX", "SOC", "N/A"];
    let bad = || {
        let expected = format!("`X`, `NV1` to `NV{MAX_LINKS}`, `PIX`, `PXB`, `PHB`, `NODE` or `SYS`");
        Flaw::new(offset(text, word), format!("{} is no way between GPUs; expected {expected}", shown(word)))
    };
    if known.contains(&word) {
        return Ok(0);
    }
    let number = word.strip_prefix("NV").and_then(|number| number.parse().ok());
    number.filter(|number| (1..=MAX_LINKS).contains(number)).ok_or_else(bad)
}

fn draft<'t>(rows: &[Row<'t>]) -> Result<Draft<'t>, Flaw> {
    let mut draft = Draft::new(Repeated::Parallel, Loops::Refused).with_outline(Outline::Box);
    let mut nodes = Nodes::default();
    let is_linked = |row: &Row<'_>| row.links.iter().any(|&links| links > 0);
    let mut ids: Vec<Option<NodeId>> = Vec::with_capacity(rows.len());
    for row in rows {
        let id = is_linked(row).then(|| nodes.declare(&mut draft, row.name.into(), false, row.at)).transpose()?;
        ids.push(id);
    }
    for (a, row) in rows.iter().enumerate() {
        for (b, &links) in row.links.iter().enumerate() {
            if rows[b].links[a] != links || (a == b && links > 0) {
                let problem = format!("{links} links to {}, which has {} back", shown(rows[b].name), rows[b].links[a]);
                return Err(Flaw::new(row.at, format!("{problem}; expected as many, and none to itself")));
            }
            if let (Some(from), Some(to)) = (ids[a].filter(|_| a < b), ids[b]) {
                (0..links).try_for_each(|_| draft.add_link(from, to, row.at))?;
            }
        }
    }
    let left_out = ids.iter().filter(|id| id.is_none()).count();
    match draft.node_count() {
        0 => Err(Flaw::new(0, "no two devices are joined by NVLink; expected an entry such as `NV4`")),
        _ => {
            if left_out > 0 {
                let devices = if left_out == 1 { "1 device is".into() } else { format!("{left_out} devices are") };
                draft.warn(format!("{devices} joined by PCI Express only; left out"));
            }
            Ok(draft)
        }
    }
}
