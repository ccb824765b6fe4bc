//! How worms get the channels that they take next.

use crate::word::{UnknownWord, refuse_word};
use serde::{Deserialize, Serialize};
use std::fmt;
use strum::{EnumString, IntoStaticStr, VariantNames};

/// How a worm gets the channels that it takes next.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<Reservation>)]
pub enum Reservation {
    /// All that it takes at a router at once, when all are free.
    #[default]
    Atomic,
    /// One after another, in the order of the hops in the route, the ejection (consumption) channel last; those that it
    /// has it keeps while it waits for the next.
    Incremental,
    /// One after another, in any order.
    AnyOrder,
    /// Each by itself: a request for each channel and for the ejection channel, all made at once, each granted and held
    /// by itself.
    Independent,
    /// All channels of the worm at once, before it leaves its origin.
    Whole,
}

impl fmt::Display for Reservation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.into())
    }
}
