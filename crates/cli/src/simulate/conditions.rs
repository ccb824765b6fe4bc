//! Channels that are held up, and messages that depend on messages.

use super::started::Runnable;
use crate::dependences::{self, Named};
use crate::failure::Failure;
use std::path::Path;
use wormcast::sim::{Conditions, Dependence, Stall};
use wormcast::topology::find_channel;

/// The conditions of a run.
pub(super) fn read(stalls: &[String], dependences: Option<&Path>, runnable: &Runnable) -> Result<Conditions, Failure> {
    let stalls = stalls.iter().map(|text| stall(text, runnable)).collect::<Result<_, _>>()?;
    let dependences = match dependences {
        Some(path) => read_dependences(path, runnable)?,
        None => Vec::new(),
    };
    Ok(Conditions { stalls, dependences })
}

/// Reads `A>B@FROM+NS`, or `A>B/1@FROM+NS` for one of several virtual channels, with `/heads` behind either if only
/// heads are held up.
fn stall(text: &str, runnable: &Runnable) -> Result<Stall, Failure> {
    let refuse = |problem: &str| {
        Failure::new(format!(
            "`{text}` {problem}; a stall is `A>B@FROM+NS`, such as `0,0>1,0@100+50` from 100 ns on for 50, or `A>B/1@…` of \
             virtual channel 1 alone; with `/heads` before the `@` only heads are held up"
        ))
    };
    let (channel, times) = text.rsplit_once('@').ok_or_else(|| refuse("does not say when"))?;
    let (from, span) = times.split_once('+').ok_or_else(|| refuse("does not say for how long"))?;
    let time = |text: &str| text.parse().map_err(|error| refuse(&format!("is no stall: {error}")));
    let (channel, only_heads) = channel.strip_suffix("/heads").map_or((channel, false), |channel| (channel, true));
    let find = |name: &str| find_channel(runnable.topology(), name);
    let one = || {
        let (name, number) = channel.rsplit_once('/')?;
        Some((find(name).ok()?, number.parse().ok()?))
    };
    let (channel, virtual_channel) = match (find(channel), one()) {
        (Ok(channel), _) => (channel, None),
        (Err(_), Some((channel, number))) => (channel, Some(number)),
        (Err(error), None) => return Err(refuse(&format!("is no stall: {error}"))),
    };
    Ok(Stall { channel, virtual_channel, only_heads, from: time(from)?, span: time(span)? })
}

fn read_dependences(path: &Path, runnable: &Runnable) -> Result<Vec<Dependence>, Failure> {
    let plans: Vec<_> = runnable.plans.iter().map(|(.., path)| path.clone()).collect();
    let number = |Named { at, takes_in, only_after_sending }: Named| {
        let at = runnable.topology().find_node(&at).map_err(|error| Failure::from(error).prefixed(path))?;
        Ok(Dependence { at, takes_in, only_after_sending })
    };
    dependences::read(path, &plans)?.into_iter().map(number).collect()
}
