//! The `wormcast prove` that other commands point to, ready to be pasted.

use crate::words::quoted;
use std::num::NonZeroU32;
use wormcast::plan::NetworkSpec;

/// On networks with more channels other commands prove nothing on their own: it would take longer than what they are
/// asked for.
pub(crate) const MOST_CHANNELS: usize = 2048;

/// What is asked about a scheme on a network.
#[derive(Debug)]
pub(crate) struct ProveCommand<'a> {
    /// The network.
    pub network: &'a NetworkSpec,
    /// The scheme.
    pub scheme: &'a str,
    /// Its options, as on the command line.
    pub options: &'a [String],
    /// Consumption channels per node; none: nobody waits for one.
    pub consumption: Option<NonZeroU32>,
    /// Virtual channels a link.
    pub virtual_channels: NonZeroU32,
    /// Whether unicasts on the network's own routes are in flight too.
    pub with_unicast: bool,
}

impl ProveCommand<'_> {
    /// The command in one line, as a shell takes it.
    pub(crate) fn line(&self) -> String {
        let mut words = ["wormcast", "prove", &self.network.topology].map(str::to_owned).to_vec();
        for node in &self.network.without_nodes {
            words.extend(["--without-node".to_owned(), node.clone()]);
        }
        for (a, b) in &self.network.without_links {
            words.extend(["--without-link".to_owned(), format!("{a}-{b}")]);
        }
        for channel in &self.network.without_channels {
            words.extend(["--without-channel".to_owned(), channel.to_string()]);
        }
        words.extend(["--scheme".to_owned(), self.scheme.to_owned()]);
        words.extend(self.options.iter().cloned());
        if let Some(count) = self.consumption {
            words.extend(["--consumption".to_owned(), count.to_string()]);
        }
        if self.virtual_channels.get() > 1 {
            words.extend(["--virtual-channels".to_owned(), self.virtual_channels.to_string()]);
        }
        words.extend(self.with_unicast.then(|| "--with-unicast".to_owned()));
        words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
    }
}
