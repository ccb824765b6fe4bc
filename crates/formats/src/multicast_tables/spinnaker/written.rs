//! Tables as SpiNNMachine and rig write them.

use crate::spinnaker::NAMES;
use serde::Deserialize;

/// The table of a chip, which is named either way.
#[derive(Deserialize)]
pub(super) struct Table {
    x: Option<u32>,
    y: Option<u32>,
    chip: Option<[u32; 2]>,
    entries: Vec<super::Entry>,
}

impl TryFrom<Table> for super::Table {
    type Error = String;

    fn try_from(table: Table) -> Result<Self, String> {
        let Table { x, y, chip, entries } = table;
        let place = chip.or_else(|| Some([x?, y?]));
        let [x, y] = place.ok_or("a table without a chip; expected `x` and `y`, or `chip`")?;
        Ok(Self { x, y, entries })
    }
}

/// An entry, whose route is a number or a list of names.
#[derive(Deserialize)]
pub(super) struct Entry {
    key: u32,
    mask: u32,
    #[serde(alias = "spinnaker_route")]
    route: Option<u32>,
    directions: Option<Vec<String>>,
}

impl TryFrom<Entry> for super::Entry {
    type Error = String;

    fn try_from(entry: Entry) -> Result<Self, String> {
        let Entry { key, mask, route, directions } = entry;
        let route = match (route, directions) {
            (Some(route), _) => route,
            (None, Some(names)) => names.iter().try_fold(0, |route, name| bit(name).map(|bit| route | 1 << bit))?,
            (None, None) => return Err("an entry without a route; expected `spinnaker_route` or `directions`".into()),
        };
        Ok(Self { key, mask, route })
    }
}

/// The bit of a route that a name stands for: `east`, …, `south` of the links, and `core_0`, … of the processors.
fn bit(name: &str) -> Result<usize, String> {
    let core = || name.strip_prefix("core_")?.parse::<usize>().ok().filter(|&core| core < 32 - NAMES.len());
    let link = NAMES.iter().position(|known| *known == name);
    let bit = link.or_else(|| Some(NAMES.len() + core()?));
    let expected = NAMES.join(", ");
    let name: String = name.chars().take(40).collect();
    bit.ok_or_else(|| format!("a direction {name:?}; expected one of {expected}, core_0 to core_25"))
}
