//! What a comparison recommends, and what is at fault where nothing is safe.

use super::beside;
use super::rows::in_ns;
use crate::failure::Failure;
use crate::prove_command;
use crate::words::figures;
use wormcast::check::proof;
use wormcast::plan::share_of;
use wormcast::sim::VcRule;
use wormcast::{Apart, ComparedUnicasts, Comparing, Comparison, Network, SafeRouting};

/// What to take, and how to make sure; and if nothing is safe, what is at fault. Where schemes were measured under a
/// load, that is what recommends one.
pub(super) fn advice(
    comparison: &Comparison,
    network: &Network,
    comparing: &Comparing,
    is_measured: bool,
) -> Result<String, Failure> {
    if network.why_not_proved(comparing).is_some() {
        return Ok(String::new());
    }
    let asked = comparison.unicasts.as_ref();
    let fault =
        asked.map_or_else(String::new, |unicasts| fault(unicasts, network, comparing) + &missing(unicasts, network));
    let fault = fault + &beside::hint(comparison, network);
    let told = comparison.apart.as_ref().map(|found| apart(found, comparison, network, comparing)).transpose()?;
    let apart = told.unwrap_or_default() + &for_all(comparison, network, comparing)?;
    let Some(recommended) = &comparison.recommended else {
        return Ok(fault + &apart + "no scheme here is proved free of deadlock\n");
    };
    let scheme = &recommended.scheme;
    let others = |unicasts: Option<&str>| Comparing { unicasts: unicasts.map(str::to_owned), ..comparing.clone() };
    let (how, comparing) = match recommended.unicasts.as_deref() {
        Some(unicasts) if asked.is_some_and(|asked| asked.scheme != unicasts) && unicasts == scheme => {
            (" if unicasts go by it, too".to_owned(), others(None))
        }
        Some(unicasts) if asked.is_some_and(|asked| asked.scheme != unicasts) => {
            (format!(" if unicasts go by `{unicasts}`"), others(Some(unicasts)))
        }
        Some(_) => (" beside the unicasts as they are".to_owned(), comparing.clone()),
        None => (String::new(), comparing.clone()),
    };
    let commands = commands(network, scheme, &comparing)?;
    let lead = if is_measured { "the cheapest:" } else { "recommended:" };
    let least = match &comparing.weight {
        None => "fewest channels".to_owned(),
        Some(weight) => format!("least {weight}"),
    };
    let quicker = comparison.quicker.as_ref().map(|quicker| {
        let latency = |name: &str| comparison.latency_of(name).map_or("no time".to_owned(), in_ns);
        format!(
            "the quickest that is proved so, too, is `{}`: {}, where that one takes {}\n",
            quicker.scheme,
            latency(&quicker.scheme),
            latency(scheme)
        )
    });
    let quicker = quicker.unwrap_or_default();
    Ok(format!(
        "{fault}{apart}{lead} `{scheme}`, which has the {least} of all that are proved free of deadlock{how}:\n{commands}\
         {quicker}"
    ))
}

/// The command that proves a scheme here; or the two, where multicasts and unicasts are a question of their own.
pub(super) fn commands(network: &Network, scheme: &str, comparing: &Comparing) -> Result<String, Failure> {
    let multicasts = prove_command::line(network.spec(), &comparing.statement(scheme)?);
    let unicasts = comparing.unicasts_alone()?.filter(|_| comparing.keeps_apart());
    Ok(match unicasts {
        None => format!("  {multicasts}\n"),
        Some(alone) => {
            let unicasts = prove_command::line(network.spec(), &alone);
            format!("  {multicasts}\n  {unicasts}\n(two proofs: multicasts and unicasts share no virtual channel)\n")
        }
    })
}

/// What is safe if multicasts have virtual channels of their own.
fn apart(apart: &Apart, comparison: &Comparison, network: &Network, comparing: &Comparing) -> Result<String, Failure> {
    let Apart { scheme, unicasts, virtual_channels, .. } = apart;
    let is_as_asked = comparison.unicasts.as_ref().is_some_and(|asked| asked.scheme == *unicasts);
    let beside = if is_as_asked { "the unicasts as they are".to_owned() } else { format!("unicasts by `{unicasts}`") };
    let mut classes = Comparing { unicasts: Some(unicasts.clone()), ..comparing.clone() };
    (classes.timing.flow.virtual_channels, classes.timing.flow.vc_rule) = (*virtual_channels, VcRule::Class);
    let [own, others] = [true, false].map(|is_multicast| share_of(virtual_channels.get(), is_multicast).1);
    Ok(format!(
        "beside {beside} `{scheme}` is free of deadlock with {virtual_channels} virtual channels a link, if its messages, also \
         those to one node, have the upper {own} of them, and unicasts the other {others} (`--vc-rule class`, `vc_rule = \
         \"class\"` of a sweep): each of the two is free by itself, and they share no virtual channel\n{}",
        commands(network, scheme, &classes)?
    ))
}

/// What is safe if all messages go by it.
fn for_all(comparison: &Comparison, network: &Network, comparing: &Comparing) -> Result<String, Failure> {
    let Some(found) = &comparison.for_all else { return Ok(String::new()) };
    let scheme = &found.scheme;
    let commands = commands(network, scheme, &Comparing { unicasts: None, ..comparing.clone() })?;
    Ok(format!("`{scheme}` is free of deadlock if unicasts go by it, too:\n{commands}"))
}

/// What is to be said of unicasts that have no route.
fn missing(unicasts: &ComparedUnicasts, network: &Network) -> String {
    match network.unplanned_by(&unicasts.scheme) {
        None => String::new(),
        Some((from, to)) => {
            let scheme = &unicasts.scheme;
            let text = format!(
                "`{scheme}` has no route from {from} to {to}, and between other pairs perhaps: no proof speaks of those\n"
            );
            let serves = |safe: &SafeRouting| {
                format!("unicasts by `--routing {}` have all routes, with {}\n", safe.routing, figures(safe))
            };
            let is_new = unicasts.proof != Some(proof::Answer::Deadlock);
            text + &unicasts.safe_routing.as_ref().filter(|_| is_new).map(serves).unwrap_or_default()
        }
    }
}

/// What is to be said of unicasts that deadlock by themselves: which do not.
fn fault(unicasts: &ComparedUnicasts, network: &Network, comparing: &Comparing) -> String {
    let alone = comparing.unicasts_alone().ok().flatten().filter(|_| unicasts.proof == Some(proof::Answer::Deadlock));
    let Some(alone) = alone else { return String::new() };
    let command = prove_command::line(network.spec(), &alone);
    let mut text =
        format!("the unicasts are at fault: those of `{}` deadlock by themselves (`{command}`)\n", unicasts.scheme);
    if let Some(safe) = &unicasts.safe_routing {
        text += &format!("unicasts by `--routing {}` do not, with {}\n", safe.routing, figures(safe));
    }
    text
}
