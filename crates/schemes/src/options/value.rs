//! What values options take.

use std::convert::Infallible;
use std::fmt::{self, Display};
use std::num::{NonZeroU32, ParseFloatError};
use std::str::FromStr;
use wormcast_plan::FirstHop;
use wormcast_topology::{NodeId, Topology, UnknownNode};

/// What an option can take as its value: a type that is read from one word, and written as one that reads back the
/// same. The type's own error says what is wrong and what is expected: `` `up` is no order; expected `given` or
/// `random` ``.
pub trait OptionValue: FromStr<Err: Display> + Display {
    /// What a text must be, for types whose own error is not in terms of the field.
    const FORM: Option<&'static str> = None;

    /// Whether the network has what the value names.
    ///
    /// # Errors
    /// The value names a node that the network does not have.
    fn find(&self, _: &dyn Topology) -> Result<(), UnknownNode> {
        Ok(())
    }
}

impl OptionValue for u32 {
    const FORM: Option<&'static str> = Some("a whole number");
}

impl OptionValue for u64 {
    const FORM: Option<&'static str> = Some("a whole number");
}

impl OptionValue for NonZeroU32 {
    const FORM: Option<&'static str> = Some("a whole number of at least 1");
}

impl OptionValue for FirstHop {}

/// A time above 0, in ns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Nanoseconds(pub f64);

impl FromStr for Nanoseconds {
    type Err = ParseFloatError;

    fn from_str(text: &str) -> Result<Self, ParseFloatError> {
        match text.parse()? {
            time if time > 0.0 && f64::is_finite(time) => Ok(Self(time)),
            _ => "".parse().map(Self),
        }
    }
}

impl Display for Nanoseconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl OptionValue for Nanoseconds {
    const FORM: Option<&'static str> = Some("a number above 0");
}

/// Any text: what it means is for the scheme to say.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AnyText(String);

impl<S: Into<String>> From<S> for AnyText {
    fn from(text: S) -> Self {
        Self(text.into())
    }
}

impl FromStr for AnyText {
    type Err = Infallible;

    fn from_str(text: &str) -> Result<Self, Infallible> {
        Ok(Self(text.to_owned()))
    }
}

impl Display for AnyText {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl OptionValue for AnyText {}

/// A node by its name, which becomes a node where the network is known.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NodeName(String);

impl NodeName {
    /// The node of this name.
    ///
    /// # Errors
    /// The network has no such node.
    pub fn of(&self, topology: &dyn Topology) -> Result<NodeId, UnknownNode> {
        topology.find_node(&self.0)
    }
}

impl<S: Into<String>> From<S> for NodeName {
    fn from(name: S) -> Self {
        Self(name.into())
    }
}

impl FromStr for NodeName {
    type Err = Infallible;

    fn from_str(name: &str) -> Result<Self, Infallible> {
        Ok(Self(name.to_owned()))
    }
}

impl Display for NodeName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(&self.0)
    }
}

impl OptionValue for NodeName {
    fn find(&self, topology: &dyn Topology) -> Result<(), UnknownNode> {
        self.of(topology).map(drop)
    }
}
