//! Lists in compact form.

/// Lists of numbers, one after another.
#[derive(Clone, Debug, Default)]
pub(crate) struct Lists {
    first: Vec<u32>,
    items: Vec<u32>,
}

impl Lists {
    /// Puts each item into the list of its number; lists keep the order of `pairs`.
    pub(crate) fn group(count: usize, pairs: &[(u32, u32)]) -> Self {
        let mut first = vec![0; count + 1];
        pairs.iter().for_each(|&(list, _)| first[list as usize + 1] += 1);
        (0..count).for_each(|list| first[list + 1] += first[list]);
        let (mut next, mut items) = (first.clone(), vec![0; pairs.len()]);
        for &(list, item) in pairs {
            items[next[list as usize] as usize] = item;
            next[list as usize] += 1;
        }
        Self { first, items }
    }

    /// The items of a list.
    #[inline]
    pub(crate) fn get(&self, list: u32) -> &[u32] {
        &self.items[self.first[list as usize] as usize..self.first[list as usize + 1] as usize]
    }
}
