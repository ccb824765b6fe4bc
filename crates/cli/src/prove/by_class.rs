//! Schemes under `--vc-rule class`: multicasts and unicasts share no virtual channel, and each of the two is a
//! question.

use super::Proved;
use super::scheme::answered;
use super::workload_args::WorkloadArgs;
use crate::failure::Failure;
use crate::words::count;
use crate::{prove_command, scheme_args};
use std::num::NonZeroU32;
use wormcast::Network;
use wormcast::check::proof::{Answer, ProofDocument, SchemeStatement};
use wormcast::plan::{VcRule, refuse_class_of_one, share_of};
use wormcast::schemes::Options;

/// The scheme by which the network's own unicasts go.
const UNICASTS: &str = "unicast";

/// Proves something about the multicasts of a scheme on their share of the virtual channels, and about unicasts on the
/// other one, if they are asked about. The document is that of the worse answer.
pub(super) fn prove(
    network: Network,
    statement: &SchemeStatement,
    own: &Options,
    args: &WorkloadArgs,
) -> Result<Proved, Failure> {
    refuse_class_of_one(network.topology(), statement.vc_rule, statement.virtual_channels)?;
    refuse(statement)?;
    let are_multicasts = statement.with_unicast || statement.scheme != UNICASTS;
    let who = if are_multicasts { "messages of the scheme" } else { "unicasts" };
    let (first, mut words) = question(&network, &share(statement, are_multicasts), own, args, who)?;
    let Some((name, options)) = statement.unicasts() else {
        return Ok(Proved { document: first, words, network, dependences: Vec::new() });
    };
    let scheme = scheme_args::scheme(&name)?;
    let options = Options::of_words(options, scheme.options())?;
    let asked = SchemeStatement { scheme: name, options: options.words(scheme.options()), ..statement.clone() };
    let (second, others) = question(&network, &share(&asked, false), &options, args, "unicasts")?;
    words += &others;
    words += match [first.answer, second.answer] {
        [Answer::DeadlockFree, Answer::DeadlockFree] => {
            "together they are deadlock-free: they share no virtual channel\n"
        }
        _ => "together they are as safe as the worse of the two: they share no virtual channel\n",
    };
    let document = if is_worse(second.answer, first.answer) { second } else { first };
    Ok(Proved { document, words, network, dependences: Vec::new() })
}

fn is_worse(answer: Answer, than: Answer) -> bool {
    let rank = |answer| match answer {
        Answer::DeadlockFree => 0,
        Answer::Unknown => 1,
        Answer::Deadlock => 2,
    };
    rank(answer) > rank(than)
}

/// What is no question of classes.
fn refuse(statement: &SchemeStatement) -> Result<(), Failure> {
    let problem = match statement {
        _ if !statement.plans.is_empty() || !statement.routes.is_empty() => {
            "under `--vc-rule class` a scheme is asked about by itself, or with `--with-unicast`: ask without the plans and \
             routes beside it"
        }
        _ if statement.with_unicast && statement.consumption.is_some() => {
            "multicasts and unicasts share consumption channels, also under `--vc-rule class`: ask without `--consumption`"
        }
        _ => return Ok(()),
    };
    Err(Failure::new(problem))
}

/// The same question about the messages of the scheme alone, on their share. Within it they go by the dateline.
fn share(statement: &SchemeStatement, is_multicast: bool) -> SchemeStatement {
    let (_, share) = share_of(statement.virtual_channels.get(), is_multicast);
    SchemeStatement {
        virtual_channels: NonZeroU32::new(share).unwrap_or(NonZeroU32::MIN),
        vc_rule: VcRule::default(),
        with_unicast: false,
        unicast_scheme: None,
        ..statement.clone()
    }
}

fn question(
    network: &Network,
    asked: &SchemeStatement,
    own: &Options,
    args: &WorkloadArgs,
    who: &str,
) -> Result<(ProofDocument, String), Failure> {
    network.check_virtual_channels(asked, own)?;
    let scheme = scheme_args::scheme(&asked.scheme)?;
    let (document, words) = answered(network, scheme, asked, own, (own, &[]), args)?;
    let asked = SchemeStatement { options: own.words(scheme.options()), ..asked.clone() };
    let text = format!(
        "{who} by `--vc-rule class`, on their {}:\n{words}alone this is\n  {}\n",
        count(asked.virtual_channels, "virtual channel"),
        prove_command::line(network.spec(), &asked)
    );
    Ok((document, text))
}
