//! Whether routers keep step.

use serde::{Deserialize, Serialize};
use std::fmt;
use strum::{EnumString, IntoStaticStr, VariantNames};
use wormcast_plan::{UnknownWord, refuse_word};

/// Whether routers and channels may be held up at will.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<Delays>)]
pub enum Delays {
    /// Any of them may, for any time, as on hardware, where no two routers keep step.
    #[default]
    Vary,
    /// No: a head takes the same time at every router, and a flit on every channel.
    Equal,
}

impl Delays {
    /// [`Delays::Equal`], which proof files mean that do not say.
    pub const fn equal() -> Self {
        Self::Equal
    }
}

impl fmt::Display for Delays {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.into())
    }
}
