//! Times as whole numbers of picoseconds.

use serde::{Deserialize, Deserializer, Serialize, Serializer};
use std::fmt;
use std::num::NonZeroU64;
use std::ops::{Add, Sub};
use std::str::FromStr;
use thiserror::Error;

const PS_PER_NS: u64 = 1000;

/// A point in time, or a span of it: a whole number of picoseconds. People read and write it in nanoseconds, with at
/// most three decimals. 8 bytes, with or without an [`Option`] around it.
///
/// ```
/// use wormcast_sim::Time;
/// let half: Time = "0.5".parse()?;
/// assert_eq!(half.ps(), 500);
/// assert_eq!((half + Time::from_ns(3)).to_string(), "3.5");
/// assert_eq!(Time::from_ns(3010).to_string(), "3010");
/// assert!("0.0001".parse::<Time>().is_err());
/// # Ok::<(), wormcast_sim::TimeError>(())
/// ```
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[repr(transparent)]
pub struct Time(
    /// One more than the picoseconds.
    NonZeroU64,
);

/// Why a text is not a time.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[error(
    "`{text}` is not a time in ns; expected a number such as `10` or `0.5`, at most {} and with at most three decimals",
    Time::LARGEST_INPUT
)]
pub struct TimeError {
    /// The text.
    pub text: String,
}

impl Time {
    /// The beginning, or no time at all.
    pub const ZERO: Self = Self::from_ps(0);
    /// The largest time that is accepted as input: a thousand seconds.
    pub const LARGEST_INPUT: Self = Self::from_ns(1_000_000_000_000);

    /// So many picoseconds; 2^64 − 1 of them are one too many, and become 2^64 − 2.
    #[inline]
    pub const fn from_ps(ps: u64) -> Self {
        Self(NonZeroU64::MIN.saturating_add(ps))
    }

    /// So many nanoseconds.
    ///
    /// # Panics
    /// If they do not fit: beyond 213 days.
    pub const fn from_ns(ns: u64) -> Self {
        Self::from_ps(ns.checked_mul(PS_PER_NS).expect("the time fits in 64 bits of picoseconds"))
    }

    /// In picoseconds.
    #[inline]
    pub const fn ps(self) -> u64 {
        self.0.get() - 1
    }

    /// So many times this span.
    pub(crate) const fn times(self, count: u32) -> Self {
        Self::from_ps(self.ps() * count as u64)
    }

    /// In nanoseconds; exact up to 2^53 ps.
    pub fn ns(self) -> f64 {
        self.ps() as f64 / PS_PER_NS as f64
    }
}

impl Default for Time {
    fn default() -> Self {
        Self::ZERO
    }
}

impl fmt::Debug for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "Time({self} ns)")
    }
}

impl Add for Time {
    type Output = Self;

    #[inline]
    fn add(self, other: Self) -> Self {
        Self(self.0.saturating_add(other.ps()))
    }
}

impl Sub for Time {
    type Output = Self;

    #[inline]
    fn sub(self, other: Self) -> Self {
        Self::from_ps(self.0.get() - other.0.get())
    }
}

/// In nanoseconds, without trailing zeros.
impl fmt::Display for Time {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (ns, ps) = (self.ps() / PS_PER_NS, self.ps() % PS_PER_NS);
        let text = if ps == 0 { ns.to_string() } else { format!("{ns}.{ps:03}").trim_end_matches('0').to_owned() };
        f.pad(&text)
    }
}

/// From nanoseconds.
impl FromStr for Time {
    type Err = TimeError;

    fn from_str(text: &str) -> Result<Self, TimeError> {
        parse_ns(text).filter(|&time| time <= Self::LARGEST_INPUT).ok_or_else(|| TimeError { text: text.to_owned() })
    }
}

fn parse_ns(text: &str) -> Option<Time> {
    let (whole, decimals) = text.split_once('.').unwrap_or((text, "0"));
    let digits = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(whole) || !digits(decimals) || decimals.len() > 3 {
        return None;
    }
    let ps = format!("{decimals:0<3}").parse::<u64>().ok()?;
    whole.parse::<u64>().ok()?.checked_mul(PS_PER_NS)?.checked_add(ps).map(Time::from_ps)
}

/// As a number of nanoseconds: an integer when it is whole.
impl Serialize for Time {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.ps() % PS_PER_NS {
            0 => serializer.serialize_u64(self.ps() / PS_PER_NS),
            _ => serializer.serialize_f64(self.ns()),
        }
    }
}

/// From a number of nanoseconds, rounded to whole picoseconds.
impl<'de> Deserialize<'de> for Time {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let ns = f64::deserialize(deserializer)?;
        let ps = (ns * PS_PER_NS as f64).round();
        let fits = ps >= 0.0 && ps < 2_f64.powi(53);
        fits.then_some(Self::from_ps(ps as u64))
            .ok_or_else(|| serde::de::Error::custom(format!("{ns} is not a time in ns")))
    }
}
