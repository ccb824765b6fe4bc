//! Channels that a file declares more than once.

use crate::draft::Repeated;
use crate::text::line_of;
use std::collections::{HashMap, HashSet};
use wormcast_topology::{Description, NodeId};

/// Where a channel is declared, in bytes, and how.
pub(crate) type Declared = (u32, Way);

/// How a channel is declared.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// As a channel that leads one way.
    One,
    /// As the way forth of a link, from the node that is named first.
    Forth,
    /// As its way back.
    Back,
}

/// The channels that are there already.
#[derive(Debug)]
pub(crate) struct Repeats {
    /// Their places, in order.
    pub again: Vec<u32>,
    /// Where those are declared that repeat what was declared before, in order.
    pub told: Vec<u32>,
    /// Those that declare again with other numbers.
    pub others: Others,
}

/// Where channels are declared again with other numbers of their own.
#[derive(Debug, Default)]
pub(crate) struct Others {
    /// Each is a channel beside the first.
    parallel: Vec<u32>,
    /// A link is named from both ends, and each holds for one way.
    reversed: Vec<u32>,
}

impl Others {
    /// What a reader of the network should know of them; `text` is the file.
    pub(crate) fn told(&self, text: &str) -> impl Iterator<Item = String> {
        let first = |places: &[u32]| Some((places.len(), line_of(text, *places.iter().min()? as usize)));
        let parallel = first(&self.parallel).map(|(count, line)| {
            let subject = if count == 1 { "1 declaration names".into() } else { format!("{count} declarations name") };
            format!(
                "{subject} a link again with other numbers, the first in line {line}: each makes a link of its own beside \
                 those before"
            )
        });
        let reversed = first(&self.reversed).map(|(count, line)| {
            let subject = if count == 1 { "1 link has".into() } else { format!("{count} links have") };
            format!(
                "{subject} other numbers where it is named the other way round, the first in line {line}: each line holds \
                 for the way that it names"
            )
        });
        parallel.into_iter().chain(reversed)
    }
}

impl Repeats {
    /// Those of a description whose channels are declared like this. O(n log n) for n channels and numbers.
    pub(crate) fn of(description: &Description<'_>, declared: &[Declared], repeated: Repeated) -> Self {
        let ends = |place: &u32| description.channels[*place as usize];
        let link = |place: &u32| (ends(place).0.min(ends(place).1), ends(place).0.max(ends(place).1));
        let mut order: Vec<u32> = (0..description.channels.len() as u32).collect();
        let mut found = Self { again: Vec::new(), told: Vec::new(), others: Others::default() };
        if repeated == Repeated::OnceIfAlike {
            order.sort_by_key(link);
            let links: Vec<&[u32]> =
                order.chunk_by(|a, b| link(a) == link(b)).filter(|group| group.len() > 1).collect();
            let numbers = Numbers::of(description, &links);
            links.into_iter().for_each(|group| found.add_alike(group, ends, declared, &numbers));
        } else {
            order.sort_by_key(ends);
            for group in order.chunk_by(|a, b| ends(a) == ends(b)) {
                found.again.extend(&group[1..]);
                found.told.extend(group[1..].iter().map(|&place| declared[place as usize].0));
            }
        }
        let Self { again, told, .. } = &mut found;
        again.sort_unstable();
        told.sort_unstable();
        told.dedup();
        found
    }

    /// Adds those between two nodes, in the order of the file, whose numbers have come before. Where a link is declared
    /// once in each direction, each is what its own line says: ways back give way. Where it is declared with several
    /// numbers in one direction, all lines are links beside each other.
    fn add_alike(
        &mut self,
        group: &[u32],
        ends: impl Fn(&u32) -> (NodeId, NodeId),
        declared: &[Declared],
        numbers: &Numbers,
    ) {
        let way = |place: &u32| declared[*place as usize].1;
        let forth: HashSet<_> = group
            .iter()
            .filter(|place| way(place) == Way::Forth)
            .map(|place| (ends(place), numbers.0.get(place)))
            .collect();
        let directions: HashSet<_> = forth.iter().map(|(ends, _)| *ends).collect();
        let is_one_link = directions.len() == 2 && forth.len() == 2;
        let (mut met, mut kept, mut declared_ends) = (HashSet::new(), HashSet::new(), HashSet::new());
        for place in group {
            let own = (ends(place), numbers.0.get(place));
            let gives_way = is_one_link && way(place) == Way::Back;
            if gives_way || !kept.insert(own) {
                self.again.push(*place);
            }
            let (at, is_new, is_first) =
                (declared[*place as usize].0, met.insert(own), declared_ends.insert(ends(place)));
            match way(place) {
                Way::Back => {}
                _ if !is_new => self.told.push(at),
                _ if is_first => {}
                _ if is_one_link => self.others.reversed.push(at),
                _ => self.others.parallel.push(at),
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
