//! Schemes with their options behind them, in one text.

use crate::Error;
use wormcast_check::proof::SchemeStatement;
use wormcast_plan::{ChannelWeight, words_apart, words_together};
use wormcast_schemes::option::{BESIDE, WEIGHT, WITHIN};
use wormcast_schemes::{OptionError, Options, Scheme, scheme_named};

/// A scheme with options.
pub(crate) struct SchemeWords {
    /// Both in one text, as on the command line: `unicast --routing up-down`.
    pub text: String,
    /// The scheme.
    pub scheme: &'static dyn Scheme,
    /// Its options.
    pub options: Options,
}

impl SchemeWords {
    /// The scheme with its default options.
    pub(crate) fn plain(scheme: &'static dyn Scheme) -> Self {
        Self { text: scheme.name().to_owned(), scheme, options: Options::default() }
    }

    /// Reads such a text.
    ///
    /// # Errors
    /// There is no such scheme, or it has no such options.
    pub(crate) fn of(text: &str) -> Result<Self, Error> {
        let mut words = words_apart(text).into_iter();
        let scheme = scheme_named(&words.next().unwrap_or_default())?;
        let options = Options::of_words(words, scheme.options()).map_err(|error| refused(scheme, error))?;
        Ok(Self { text: text_of(scheme, &options), scheme, options })
    }

    /// The same, where trees that grow by weight grow by this one, if none is named.
    pub(crate) fn weighing(self, weight: Option<&ChannelWeight>) -> Self {
        let is_taken = self.scheme.options().iter().any(|option| option.name == WEIGHT.declaration.name);
        let others = [&BESIDE, &WITHIN].into_iter().any(|option| self.options.get(option).is_some());
        match weight.filter(|_| is_taken && !others && self.options.get(&WEIGHT).is_none()) {
            None => self,
            Some(weight) => {
                let options = self.options.with(&WEIGHT, weight.clone());
                Self { text: text_of(self.scheme, &options), options, ..self }
            }
        }
    }

    /// The question about multicasts of this scheme.
    pub(crate) fn statement(&self) -> SchemeStatement {
        let options = self.options.words(self.scheme.options());
        SchemeStatement { options, ..SchemeStatement::about(self.scheme.name()) }
    }
}

fn text_of(scheme: &dyn Scheme, options: &Options) -> String {
    words_together(std::iter::once(scheme.name().to_owned()).chain(options.words(scheme.options())))
}

/// What is wrong with the options of a scheme: of one that it does not have, which it has.
fn refused(scheme: &dyn Scheme, error: OptionError) -> Error {
    let OptionError::Unknown(option) = error else { return error.into() };
    let names: Vec<_> = scheme.options().iter().map(|option| format!("`--{}`", option.name)).collect();
    let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    Error::NoSuchOption { scheme: scheme.name(), option, known }
}
