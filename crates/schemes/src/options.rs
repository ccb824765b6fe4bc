//! The options of schemes: a scheme declares each of its own once, in its file; command line, experiment files, proof
//! files and lists follow from the declarations.

mod declaration;
mod set;
mod value;

pub use declaration::{OptionDeclaration, OptionSpec, Switch, ValueDeclaration};
pub use set::{OptionError, Options};
pub use value::{AnyText, Nanoseconds, NodeName, OptionValue};
