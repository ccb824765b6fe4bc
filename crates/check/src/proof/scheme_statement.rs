//! What is asked about a scheme.

use serde::{Deserialize, Serialize};
use std::num::NonZeroU32;
use wormcast_model::{Delays, RouterPolicies, WorkloadStatement};
use wormcast_plan::{VcRule, words_apart};

/// The scheme whose worms take the network's own routes.
const OWN_ROUTES: &str = "unicast";

/// A statement about a scheme.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemeStatement {
    /// The name of the scheme.
    pub scheme: String,
    /// The consumption channels per node; none: as many as there are channels, so that nobody waits for one.
    pub consumption: Option<NonZeroU32>,
    /// The virtual channels a channel.
    pub virtual_channels: NonZeroU32,
    /// Which of them a hop takes.
    #[serde(default, skip_serializing_if = "is_dateline")]
    pub vc_rule: VcRule,
    /// Whether unicast messages between all nodes may be in flight too.
    pub with_unicast: bool,
    /// The scheme by which they go, with its options behind it as on the command line (`single-tree --root 0,0`); none:
    /// on the network's own routes.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unicast_scheme: Option<String>,
    /// Whether a deadlock counts that takes routers which lag.
    #[serde(default = "Delays::equal")]
    pub delays: Delays,
    /// The options of the scheme that were set, as on the command line: `--root`, `0,0`, ….
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub options: Vec<String>,
    /// The files of plans that may be in flight too, each any number of times.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub plans: Vec<String>,
    /// The routings and tables whose messages may be in flight too: each by its name, or a file.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub routes: Vec<String>,
    /// The length of messages in flits; none: every length.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub length: Option<NonZeroU32>,
    /// The flits that a channel's buffer holds; none: every size.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub buffer: Option<NonZeroU32>,
    /// What routers do.
    #[serde(flatten)]
    pub policies: RouterPolicies,
}

fn is_dateline(rule: &VcRule) -> bool {
    *rule == VcRule::Dateline
}

impl SchemeStatement {
    /// The statement about a scheme with consumption channels for all, one virtual channel, no other messages, and no
    /// options set.
    pub fn about(scheme: impl Into<String>) -> Self {
        Self {
            scheme: scheme.into(),
            consumption: None,
            virtual_channels: NonZeroU32::MIN,
            vc_rule: VcRule::default(),
            with_unicast: false,
            unicast_scheme: None,
            delays: Delays::default(),
            options: Vec::new(),
            plans: Vec::new(),
            routes: Vec::new(),
            length: None,
            buffer: None,
            policies: RouterPolicies::default(),
        }
    }

    /// The same question about given plans of the scheme, each of which is sent once.
    pub fn about_plans(&self) -> WorkloadStatement {
        let once = WorkloadStatement::once(self.length, self.buffer, self.virtual_channels);
        WorkloadStatement { consumption: self.consumption, delays: self.delays, ..once }.under(self.policies)
    }

    /// The same with unicasts between all nodes in flight too, by the scheme of this name.
    #[must_use]
    pub fn beside(self, unicast_scheme: impl Into<String>) -> Self {
        let name = unicast_scheme.into();
        Self { with_unicast: true, unicast_scheme: (name != OWN_ROUTES).then_some(name), ..self }
    }

    /// The scheme by which unicasts go that are in flight too, and its options as words, if there are any.
    pub fn unicasts(&self) -> Option<(String, Vec<String>)> {
        let mut words = words_apart(self.unicast_scheme.as_deref().unwrap_or(OWN_ROUTES));
        let options = words.split_off(words.len().min(1));
        self.with_unicast.then(|| (words.pop().unwrap_or_default(), options))
    }

    /// The name of the scheme by which unicasts go that are in flight too, if there are any.
    pub fn unicast_name(&self) -> Option<String> {
        self.unicasts().map(|(name, _)| name)
    }
}
