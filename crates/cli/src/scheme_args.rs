//! The options of schemes on the command line: they follow from what the schemes declare.

use crate::failure::Failure;
use clap::{Arg, ArgAction, ArgMatches, Args, Command, Error, FromArgMatches};
use wormcast::schemes::{OptionDeclaration, Options, SCHEMES, Scheme, options_among, scheme_named};

/// Over the options of the schemes in help texts.
pub(crate) const SCHEME_OPTIONS: &str = "Options of single schemes";

/// The options of the schemes; each scheme takes those that it knows.
#[derive(Debug, Default, PartialEq)]
pub(crate) struct SchemeArgs {
    /// Those that are set.
    pub(crate) options: Options,
}

impl Args for SchemeArgs {
    fn augment_args(command: Command) -> Command {
        with_options(command, SCHEMES)
    }

    fn augment_args_for_update(command: Command) -> Command {
        with_options(command, SCHEMES)
    }
}

impl FromArgMatches for SchemeArgs {
    fn from_arg_matches(matches: &ArgMatches) -> Result<Self, Error> {
        Ok(Self { options: set_by(matches, SCHEMES) })
    }

    fn update_from_arg_matches(&mut self, matches: &ArgMatches) -> Result<(), Error> {
        self.options = set_by(matches, SCHEMES);
        Ok(())
    }
}

/// The scheme of a name. Its options are arguments of their own: that is said where they stand in the name.
///
/// # Errors
/// There is no such scheme.
pub(crate) fn scheme(name: &str) -> Result<&'static dyn Scheme, Failure> {
    let known = scheme_named(name).map_err(Failure::from);
    match name.split_whitespace().next().filter(|first| *first != name && scheme_named(first).is_ok()) {
        Some(_) => known.map_err(|_| {
            Failure::new(format!(
                "`{name}` is a scheme with its options; expected them apart, without quotes: --scheme {name}"
            ))
        }),
        None => known,
    }
}

/// The command with an argument for each option of these schemes.
fn with_options(command: Command, schemes: &[&dyn Scheme]) -> Command {
    command.args(options_among(schemes).iter().map(|(option, takers)| argument(option, takers)))
}

/// The argument of an option that these schemes take.
fn argument(option: &OptionDeclaration, takers: &[&str]) -> Arg {
    let argument = Arg::new(option.name).long(option.name).help_heading(SCHEME_OPTIONS);
    let takers = takers.join(", ");
    let Some(value) = option.value else {
        let help = format!("{} [schemes: {takers}]", option.help);
        return argument.help(help).action(ArgAction::SetTrue).conflicts_with_all(option.conflicts);
    };
    let default = value.default.map(|default| format!(" [default: {default}]")).unwrap_or_default();
    let argument = argument.help(format!("{}{default} [schemes: {takers}]", option.help)).value_name(value.name);
    argument.value_parser(move |text: &str| value.parse(text)).conflicts_with_all(option.conflicts)
}

/// The options that arguments set. Their values were read by [`argument`].
fn set_by(matches: &ArgMatches, schemes: &[&dyn Scheme]) -> Options {
    let mut options = Options::default();
    for (option, _) in options_among(schemes) {
        let value = option.value.and_then(|_| matches.get_one::<String>(option.name));
        if value.is_some() || (option.value.is_none() && matches.get_flag(option.name)) {
            options.set(&option, value.map(String::as_str)).expect("clap has read the value");
        }
    }
    options
}

#[cfg(test)]
mod tests;
