//! Schemes with their options behind them, in one text.

use crate::Error;
use wormcast_check::proof::SchemeStatement;
use wormcast_plan::{words_apart, words_together};
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
        let own = options.words(scheme.options());
        let text = words_together(std::iter::once(scheme.name().to_owned()).chain(own));
        Ok(Self { text, scheme, options })
    }

    /// The question about multicasts of this scheme.
    pub(crate) fn statement(&self) -> SchemeStatement {
        let options = self.options.words(self.scheme.options());
        SchemeStatement { options, ..SchemeStatement::about(self.scheme.name()) }
    }
}

/// What is wrong with the options of a scheme: of one that it does not have, which it has.
fn refused(scheme: &dyn Scheme, error: OptionError) -> Error {
    let OptionError::Unknown(option) = error else { return error.into() };
    let names: Vec<_> = scheme.options().iter().map(|option| format!("`--{}`", option.name)).collect();
    let known = if names.is_empty() { "none".to_owned() } else { names.join(", ") };
    Error::NoSuchOption { scheme: scheme.name(), option, known }
}
