//! How an option is declared.

use super::OptionValue;
use std::marker::PhantomData;
use wormcast_topology::{Topology, UnknownNode};

/// What is said of an option, whatever the type of its value. Two schemes that declare an option of the same name share
/// the declaration.
#[derive(Clone, Copy, Debug)]
pub struct OptionDeclaration {
    /// Its name on the command line, without the dashes; experiment files write `_` for `-`.
    pub name: &'static str,
    /// What it does, in a sentence or two.
    pub help: &'static str,
    /// The value that it takes; none: it is a switch, set or not.
    pub value: Option<ValueDeclaration>,
    /// The names of the options that it cannot be used with.
    pub conflicts: &'static [&'static str],
}

/// What is said of the value of an option.
#[derive(Clone, Copy, Debug)]
pub struct ValueDeclaration {
    /// What stands for it in help texts: `SEED`.
    pub name: &'static str,
    /// What is expected, in words: ``a seed, such as 1``, or ``` `global` or `local` ```.
    pub expected: &'static str,
    /// What holds without it, in words, where that is worth saying.
    pub default: Option<&'static str>,
    /// Whether a text is a value: the same value as its type writes it, or what is wrong.
    parse: fn(&str) -> Result<String, String>,
    /// Whether a network has what a value names.
    find: fn(&str, &dyn Topology) -> Result<(), UnknownNode>,
}

impl OptionDeclaration {
    /// The name as a key of an experiment file.
    pub fn key(&self) -> String {
        self.name.replace('-', "_")
    }
}

impl ValueDeclaration {
    /// The value that a text stands for, as its type writes it.
    ///
    /// # Errors
    /// The text is no such value: what it would have to be.
    pub fn parse(&self, text: &str) -> Result<String, String> {
        (self.parse)(text)
    }

    /// Whether a network has what a value names.
    ///
    /// # Errors
    /// It names a node that the network does not have.
    pub fn check(&self, text: &str, topology: &dyn Topology) -> Result<(), UnknownNode> {
        (self.find)(text, topology)
    }
}

/// An option with a value of type `T`, as a scheme declares it.
///
/// ```
/// use std::num::NonZeroU32;
/// use wormcast_schemes::{OptionSpec, Options};
/// const HOPS: OptionSpec<NonZeroU32> =
///     OptionSpec::new("hops", "HOPS", "How far the flood goes").expects("a number of hops, such as 3");
/// let options = Options::default().with(&HOPS, NonZeroU32::new(3).unwrap());
/// assert_eq!(options.get(&HOPS), NonZeroU32::new(3));
/// let error = HOPS.declaration.value.unwrap().parse("none").unwrap_err();
/// assert_eq!(error, "`none` is not a whole number of at least 1");
/// ```
#[derive(Debug)]
pub struct OptionSpec<T> {
    /// What is said of it.
    pub declaration: OptionDeclaration,
    value: PhantomData<fn() -> T>,
}

impl<T: OptionValue> OptionSpec<T> {
    /// An option by its name, what stands for its value in help texts, and what it does.
    pub const fn new(name: &'static str, value: &'static str, help: &'static str) -> Self {
        let value =
            ValueDeclaration { name: value, expected: value, default: None, parse: parse::<T>, find: find::<T> };
        let declaration = OptionDeclaration { name, help, value: Some(value), conflicts: &[] };
        Self { declaration, value: PhantomData }
    }

    /// Says what is expected, where a text is no such value by its form.
    #[must_use]
    pub const fn expects(mut self, expected: &'static str) -> Self {
        if let Some(value) = &mut self.declaration.value {
            value.expected = expected;
        }
        self
    }

    /// Says what holds without the option.
    #[must_use]
    pub const fn default(mut self, default: &'static str) -> Self {
        if let Some(value) = &mut self.declaration.value {
            value.default = Some(default);
        }
        self
    }

    /// Names the options that it cannot be used with.
    #[must_use]
    pub const fn conflicts_with(mut self, others: &'static [&'static str]) -> Self {
        self.declaration.conflicts = others;
        self
    }
}

fn parse<T: OptionValue>(text: &str) -> Result<String, String> {
    let value = text.parse::<T>().map(|value| value.to_string());
    value.map_err(|error| match T::FORM {
        Some(form) => format!("`{text}` is not {form}"),
        None => error.to_string(),
    })
}

fn find<T: OptionValue>(text: &str, topology: &dyn Topology) -> Result<(), UnknownNode> {
    text.parse::<T>().map_or(Ok(()), |value| value.find(topology))
}

/// An option without a value, as a scheme declares it.
///
/// ```
/// use wormcast_schemes::{Options, Switch};
/// const EAGER: Switch = Switch::new("eager", "Send before all is known");
/// assert!(Options::default().with_switch(&EAGER).has(&EAGER));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Switch {
    /// What is said of it.
    pub declaration: OptionDeclaration,
}

impl Switch {
    /// A switch by its name and what it does.
    pub const fn new(name: &'static str, help: &'static str) -> Self {
        Self { declaration: OptionDeclaration { name, help, value: None, conflicts: &[] } }
    }

    /// Names the options that it cannot be used with.
    #[must_use]
    pub const fn conflicts_with(mut self, others: &'static [&'static str]) -> Self {
        self.declaration.conflicts = others;
        self
    }
}
