//! What users of the library add to its lists while it runs.

use std::sync::{PoisonError, RwLock};
use thiserror::Error;

/// What users add to a list of the library while it runs, by name: families of networks, routings, schemes. Whatever is
/// added under a name that was added before takes its place. All of it stays in memory to the end, as who found it
/// may still use it.
///
/// ```
/// use wormcast_topology::Added;
/// static WORDS: Added<str> = Added::new();
/// WORDS.put("greeting", "hello");
/// WORDS.put("greeting", "good day");
/// assert_eq!(WORDS.named("greeting"), Some("good day"));
/// assert_eq!(WORDS.all().len(), 1);
/// ```
#[derive(Debug)]
pub struct Added<T: ?Sized + 'static>(RwLock<Vec<(String, &'static T)>>);

/// A name that stands for something of the library's own.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is the name of a built-in one; take another")]
pub struct TakenName(pub String);

impl<T: ?Sized + 'static> Added<T> {
    /// Nothing.
    pub const fn new() -> Self {
        Self(RwLock::new(Vec::new()))
    }

    /// Adds something under a name, in the place of what had it.
    pub fn put(&self, name: &str, item: &'static T) {
        let mut items = self.0.write().unwrap_or_else(PoisonError::into_inner);
        match items.iter_mut().find(|(known, _)| known == name) {
            Some(place) => place.1 = item,
            None => items.push((name.to_owned(), item)),
        }
    }

    /// What was added under this name.
    pub fn named(&self, name: &str) -> Option<&'static T> {
        let items = self.0.read().unwrap_or_else(PoisonError::into_inner);
        items.iter().find(|(known, _)| known == name).map(|(_, item)| *item)
    }

    /// All, in the order in which their names were added.
    pub fn all(&self) -> Vec<&'static T> {
        self.0.read().unwrap_or_else(PoisonError::into_inner).iter().map(|(_, item)| *item).collect()
    }
}

impl<T: ?Sized + 'static> Default for Added<T> {
    fn default() -> Self {
        Self::new()
    }
}
