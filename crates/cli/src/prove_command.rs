//! The `wormcast prove` that other commands point to, ready to be pasted.

use crate::words::quoted;
use wormcast::check::proof::SchemeStatement;
use wormcast::plan::NetworkSpec;

/// The command that asks for this statement about a network, in one line, as a shell takes it.
pub(crate) fn line(network: &NetworkSpec, statement: &SchemeStatement) -> String {
    let mut words = ["wormcast", "prove", &network.topology].map(str::to_owned).to_vec();
    for node in &network.without_nodes {
        words.extend(["--without-node".to_owned(), node.clone()]);
    }
    for (a, b) in &network.without_links {
        words.extend(["--without-link".to_owned(), format!("{a}-{b}")]);
    }
    for channel in &network.without_channels {
        words.extend(["--without-channel".to_owned(), channel.to_string()]);
    }
    words.extend(["--scheme".to_owned(), statement.scheme.clone()]);
    words.extend(statement.options.iter().cloned());
    if let Some(count) = statement.consumption {
        words.extend(["--consumption".to_owned(), count.to_string()]);
    }
    if statement.virtual_channels.get() > 1 {
        words.extend(["--virtual-channels".to_owned(), statement.virtual_channels.to_string()]);
    }
    match &statement.unicast_scheme {
        Some(scheme) => words.extend(["--unicast-scheme".to_owned(), scheme.clone()]),
        None => words.extend(statement.with_unicast.then(|| "--with-unicast".to_owned())),
    }
    words.iter().map(|word| quoted(word)).collect::<Vec<_>>().join(" ")
}
