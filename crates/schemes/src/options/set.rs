//! The options that are set.

use super::{OptionDeclaration, OptionSpec, OptionValue, Switch};
use std::collections::BTreeMap;
use thiserror::Error;

/// What a caller asks of a scheme: some of the options that it declares, set. Others are refused when the scheme is
/// made ready.
///
/// ```
/// use wormcast_schemes::option::{LINK_ORDER, TREES};
/// use wormcast_schemes::{Options, scheme_named, trees::LinkOrder};
/// let scheme = scheme_named("disjoint-trees")?;
/// let options = Options::default().with(&LINK_ORDER, LinkOrder::Seeded(7));
/// assert_eq!(options.words(scheme.options()), ["--link-order", "random:7"]);
/// assert_eq!(Options::of_words(["--link-order", "random:7"], scheme.options())?, options);
/// assert_eq!(options.get(&TREES), None);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    /// The values by the names of the options, as their types write them; switches have none.
    set: BTreeMap<&'static str, Option<String>>,
}

/// Why words do not set options.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
#[non_exhaustive]
pub enum OptionError {
    /// There is no such option.
    #[error("`{0}` sets no options of schemes")]
    Unknown(String),
    /// An option stands without its value.
    #[error("`--{option}` needs a value: {expected}")]
    Missing {
        /// The option.
        option: &'static str,
        /// What is expected.
        expected: &'static str,
    },
    /// An option has a value that it cannot take.
    #[error("`--{option}`: {problem}")]
    Value {
        /// The option.
        option: &'static str,
        /// What is wrong, and what is expected.
        problem: String,
    },
}

impl Options {
    /// The value of an option, if it is set.
    pub fn get<T: OptionValue>(&self, option: &OptionSpec<T>) -> Option<T> {
        // Only texts that the declaration of this name has read are kept.
        self.value(option.declaration.name)?.parse().ok()
    }

    /// Whether a switch is set.
    pub fn has(&self, switch: &Switch) -> bool {
        self.is_set(switch.declaration.name)
    }

    /// The same options, with this one set.
    #[must_use]
    pub fn with<T: OptionValue>(mut self, option: &OptionSpec<T>, value: T) -> Self {
        self.set.insert(option.declaration.name, Some(value.to_string()));
        self
    }

    /// The same options, with this switch set.
    #[must_use]
    pub fn with_switch(mut self, switch: &Switch) -> Self {
        self.set.insert(switch.declaration.name, None);
        self
    }

    /// The same options, with this one not set.
    #[must_use]
    pub fn without<T>(mut self, option: &OptionSpec<T>) -> Self {
        self.set.remove(option.declaration.name);
        self
    }

    /// Sets a switch, or an option to the value that a text stands for.
    ///
    /// # Errors
    /// The option needs a value and there is none, it takes none and there is one, or the text is no value of it: what
    /// is wrong and what is expected.
    pub fn set(&mut self, option: &OptionDeclaration, text: Option<&str>) -> Result<(), OptionError> {
        let name = option.name;
        let value = match (&option.value, text) {
            (Some(value), Some(text)) => {
                Some(value.parse(text).map_err(|problem| OptionError::Value { option: name, problem })?)
            }
            (Some(value), None) => return Err(OptionError::Missing { option: name, expected: value.expected }),
            (None, None) => None,
            (None, Some(text)) => {
                return Err(OptionError::Value {
                    option: name,
                    problem: format!("it takes no value, such as `{text}`"),
                });
            }
        };
        self.set.insert(name, value);
        Ok(())
    }

    /// Whether an option of this name is set.
    pub fn is_set(&self, name: &str) -> bool {
        self.set.contains_key(name)
    }

    /// The value of the option of this name, as its type writes it; none if it is not set, or a switch.
    pub fn value(&self, name: &str) -> Option<&str> {
        self.set.get(name)?.as_deref()
    }

    /// The names of the options that are set, in their own order.
    pub fn names(&self) -> impl Iterator<Item = &'static str> {
        self.set.keys().copied()
    }

    /// The options of `declared` that are set, in its order, those with values first.
    pub fn pairs<'a>(
        &'a self,
        declared: &'a [OptionDeclaration],
    ) -> impl Iterator<Item = (&'static str, Option<&'a str>)> {
        let set = |switches: bool| {
            let of_form = declared.iter().filter(move |option| option.value.is_none() == switches);
            of_form.filter(|option| self.is_set(option.name)).map(|option| (option.name, self.value(option.name)))
        };
        set(false).chain(set(true))
    }

    /// The options of `declared` that are set, as on the command line: `--tree`, `least-loaded`.
    pub fn words(&self, declared: &[OptionDeclaration]) -> Vec<String> {
        let words = |(name, value): (&str, Option<&str>)| [Some(format!("--{name}")), value.map(str::to_owned)];
        self.pairs(declared).flat_map(words).flatten().collect()
    }

    /// The options that words as on the command line set: `--tree`, `least-loaded`, or `--tree=least-loaded`.
    ///
    /// # Errors
    /// The first word that names no option of `declared`, or the first option whose value is missing or wrong.
    pub fn of_words<S: AsRef<str>>(
        words: impl IntoIterator<Item = S>,
        declared: &[OptionDeclaration],
    ) -> Result<Self, OptionError> {
        let mut options = Self::default();
        let mut words = words.into_iter();
        while let Some(word) = words.next() {
            let word = word.as_ref();
            let (name, joined) = word.split_once('=').map_or((word, None), |(name, value)| (name, Some(value)));
            let called = name.strip_prefix("--");
            let option = declared.iter().find(|option| Some(option.name) == called);
            let option = option.ok_or_else(|| OptionError::Unknown(word.to_owned()))?;
            let next = if option.value.is_some() && joined.is_none() { words.next() } else { None };
            options.set(option, joined.or(next.as_ref().map(AsRef::as_ref)))?;
        }
        Ok(options)
    }
}
