//! How worms get the channels that they take next.

use serde::{Deserialize, Serialize};
use std::fmt;
use std::str::FromStr;
use thiserror::Error;

/// How a worm gets the channels that it takes next.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Reservation {
    /// All at once, when all are free.
    #[default]
    Atomic,
    /// One after another, in the order of the route; those that it has it keeps while it waits for the next.
    Incremental,
}

/// Not a way to reserve channels.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error("`{0}` is not `atomic` or `incremental`")]
pub struct UnknownReservation(String);

impl FromStr for Reservation {
    type Err = UnknownReservation;

    fn from_str(text: &str) -> Result<Self, UnknownReservation> {
        match text {
            "atomic" => Ok(Self::Atomic),
            "incremental" => Ok(Self::Incremental),
            _ => Err(UnknownReservation(text.to_owned())),
        }
    }
}

impl fmt::Display for Reservation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(match self {
            Self::Atomic => "atomic",
            Self::Incremental => "incremental",
        })
    }
}
