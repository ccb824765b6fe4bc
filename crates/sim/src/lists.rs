//! Lists of numbers, laid out one after another, and the children of visits.

use std::slice;

/// Lists of numbers, one after another.
#[derive(Debug, Default)]
pub(crate) struct Lists {
    first: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// `owner[i]` is the list that `i` is put in; lists stay in ascending order.
    pub(crate) fn group(
        count: usize,
        owner: impl DoubleEndedIterator<Item = Option<u32>> + ExactSizeIterator + Clone,
    ) -> Self {
        if owner.clone().all(|list| list.is_none()) {
            return Self::default();
        }
        let mut first = vec![0; count + 1];
        for list in owner.clone().flatten() {
            first[list as usize] += 1;
        }
        for list in 0..count {
            first[list + 1] += first[list];
        }
        // From the ends of the lists to their beginnings.
        let mut items = vec![0; first[count] as usize];
        for (item, list) in owner.enumerate().rev().filter_map(|(item, list)| Some((item as u32, list?))) {
            first[list as usize] -= 1;
            items[first[list as usize] as usize] = item;
        }
        Self { first, items }
    }

    #[inline]
    pub(crate) fn get(&self, list: u32) -> &[u32] {
        if self.items.is_empty() {
            return &[];
        }
        &self.items[self.first[list as usize] as usize..self.first[list as usize + 1] as usize]
    }
}

/// The children of numbers below 2^31, each greater than its parent. Nearly all have one or none, so that a number says
/// which; only where there are several, there is a list.
#[derive(Debug)]
pub(crate) struct Children {
    /// The only child, or `NONE`, or `BRANCH` and the number of a list.
    only: Vec<u32>,
    several: Lists,
}

const NONE: u32 = u32::MAX;
const BRANCH: u32 = 1 << 31;

impl Children {
    /// From the parent of each.
    pub(crate) fn new(parents: impl DoubleEndedIterator<Item = Option<u32>> + ExactSizeIterator + Clone) -> Self {
        let mut only = vec![NONE; parents.len()];
        let mut branches = 0;
        for (child, parent) in (0..).zip(parents.clone()) {
            let Some(parent) = parent else { continue };
            match &mut only[parent as usize] {
                none @ &mut NONE => *none = child,
                one if *one < BRANCH => {
                    *one = BRANCH + branches;
                    branches += 1;
                }
                _ => {}
            }
        }
        let branch = |parent: u32| only[parent as usize].checked_sub(BRANCH);
        let several = Lists::group(branches as usize, parents.map(|parent| parent.and_then(branch)));
        Self { only, several }
    }

    /// Whether any has several.
    pub(crate) fn branch(&self) -> bool {
        !self.several.items.is_empty()
    }

    #[inline]
    pub(crate) fn get(&self, parent: u32) -> &[u32] {
        let only = &self.only[parent as usize];
        match *only {
            NONE => &[],
            ..BRANCH => slice::from_ref(only),
            branch => self.several.get(branch - BRANCH),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Children;
    use proptest::prelude::*;

    proptest! {
        #[test]
        fn children_are_those_whose_parent_it_is(draws in proptest::collection::vec(any::<Option<u32>>(), 0..60)) {
            let parent = |(child, draw): (usize, &Option<u32>)| draw.map(|draw| draw % child.max(1) as u32).filter(|_| child > 0);
            let parents: Vec<_> = draws.iter().enumerate().map(parent).collect();
            let children = Children::new(parents.iter().copied());
            for node in 0..parents.len() as u32 {
                let expected: Vec<_> = (0..parents.len() as u32).filter(|&child| parents[child as usize] == Some(node)).collect();
                prop_assert_eq!(children.get(node), expected);
            }
        }
    }
}
