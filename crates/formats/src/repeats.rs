//! Channels that a file declares more than once.

use crate::draft::Repeated;
use std::collections::{HashMap, HashSet};
use wormcast_topology::Description;

/// Where a channel is declared, in bytes, and whether only as the way back of a link.
pub(crate) type Declared = (u32, bool);

/// The channels that are there already.
#[derive(Debug)]
pub(crate) struct Repeats {
    /// Their places, in order.
    pub again: Vec<u32>,
    /// Where those are declared that repeat what was declared before, in order.
    pub told: Vec<u32>,
}

impl Repeats {
    /// Those of a description whose channels are declared like this. O(n log n) for n channels and numbers.
    pub(crate) fn of(description: &Description<'_>, declared: &[Declared], repeated: Repeated) -> Self {
        let channels = &description.channels;
        let mut order: Vec<u32> = (0..channels.len() as u32).collect();
        order.sort_by_key(|&place| channels[place as usize]);
        let same = |a: &u32, b: &u32| channels[*a as usize] == channels[*b as usize];
        let groups: Vec<&[u32]> = order.chunk_by(same).filter(|group| group.len() > 1).collect();
        let numbers = match repeated {
            Repeated::OnceIfAlike => Numbers::of(description, &groups),
            Repeated::Once | Repeated::Parallel => Numbers::default(),
        };
        let mut found = Self { again: Vec::new(), told: Vec::new() };
        for group in groups {
            match repeated {
                Repeated::OnceIfAlike => found.add_alike(group, declared, &numbers),
                Repeated::Once | Repeated::Parallel => {
                    found.again.extend(&group[1..]);
                    found.told.extend(group[1..].iter().map(|&place| declared[place as usize].0));
                }
            }
        }
        let Self { again, told } = &mut found;
        again.sort_unstable();
        told.sort_unstable();
        told.dedup();
        found
    }

    /// Adds those of a group, in the order of the file, whose numbers have come before, and ways back of links where
    /// the channel is declared for itself.
    fn add_alike(&mut self, group: &[u32], declared: &[Declared], numbers: &Numbers) {
        let is_back = |place: u32| declared[place as usize].1;
        let is_declared = group.iter().any(|&place| !is_back(place));
        let (mut met, mut kept) = (HashSet::new(), HashSet::new());
        for &place in group {
            let own = numbers.0.get(&place);
            let gives_way = is_declared && is_back(place);
            if gives_way || !kept.insert(own) {
                self.again.push(place);
            }
            if !met.insert(own) && !is_back(place) {
                self.told.push(declared[place as usize].0);
            }
        }
    }
}

/// What channels that are declared again have of their own, by place.
#[derive(Default)]
struct Numbers(HashMap<u32, Vec<(String, u64)>>);

impl Numbers {
    fn of(description: &Description<'_>, groups: &[&[u32]]) -> Self {
        let mut numbers: HashMap<u32, Vec<(String, u64)>> =
            groups.iter().flat_map(|group| group.iter()).map(|&place| (place, Vec::new())).collect();
        for (place, own) in &description.properties {
            if let Some(known) = numbers.get_mut(&(*place as u32)) {
                known.push((format!("{own:?}"), 0));
            }
        }
        for (key, column) in &description.values {
            for (place, value) in column {
                if let Some(known) = numbers.get_mut(&(*place as u32)) {
                    known.push((key.clone(), value.to_bits()));
                }
            }
        }
        Self(numbers)
    }
}
