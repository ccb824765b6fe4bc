//! What routers do with flits on branches, in buffers and at the end of a worm.

use crate::word::{UnknownWord, refuse_word};
use serde::{Deserialize, Serialize};
use std::fmt;
use strum::{EnumString, IntoStaticStr, VariantNames};

/// When a channel is handed over to the next worm.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<Handover>)]
pub enum Handover {
    /// When its buffer is empty: the tail has left the router at its end.
    #[default]
    Empty,
    /// When the tail has crossed the link: the next worm's flits queue up behind it in the same buffer. Its router
    /// delay begins when its head is in the buffer and the tail before it leaves; it is a flit time at least.
    Tail,
}

/// How a flit leaves on several branches.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<Replication>)]
pub enum Replication {
    /// On all at once, when each has room.
    #[default]
    LockStep,
    /// On each branch as soon as that one is granted and has room; the next flit follows when it has left on all.
    Forked,
}

/// Whether flits go on before the whole message has come.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<Switching>)]
pub enum Switching {
    /// A buffer holds some flits of a message.
    #[default]
    Wormhole,
    /// A buffer takes whole messages, and a channel is granted when there is room for one; flits go on when the head is
    /// granted. Each branch copies from the buffer at its own pace.
    CutThrough,
    /// As cut-through, but a head is looked at a router delay after the whole message has come.
    StoreAndForward,
}

/// Which flits of one input of a router cross to its outputs at a time, where virtual channels share links.
#[derive(
    Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize, IntoStaticStr, EnumString, VariantNames,
)]
#[serde(rename_all = "kebab-case")]
#[strum(serialize_all = "kebab-case", parse_err_ty = UnknownWord, parse_err_fn = refuse_word::<Crossbar>)]
pub enum Crossbar {
    /// One of each virtual channel: a flit waits for its link alone.
    #[default]
    Full,
    /// One in a flit time, first come, first served.
    Input,
    /// One in a flit time, by a separable allocator: each input chooses an output in turn, then each output an input.
    Separable,
}

impl fmt::Display for Handover {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.into())
    }
}

impl fmt::Display for Replication {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.into())
    }
}

impl fmt::Display for Switching {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.into())
    }
}

impl fmt::Display for Crossbar {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.into())
    }
}
