//! What routers do, in questions about plans and in answers.

use crate::dependences;
use crate::failure::Failure;
use crate::policies::PolicyArgs;
use crate::words::{count, one_line};
use clap::Args;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use wormcast::check::proof::{Dependence, RouterPolicies, WorkloadStatement};
use wormcast::formats::holds_schedule;
use wormcast::sim::{Handover, Replication, Switching};

/// What routers do.
#[derive(Debug, Args)]
#[command(next_help_heading = "What routers do")]
pub(super) struct RouterArgs {
    #[command(flatten)]
    policies: PolicyArgs,
    /// A message enters a ring only where its buffer has room for two (bubble flow control).
    #[arg(long)]
    bubble: bool,
    /// What nodes take in only as they send: a JSON list of
    /// `{"at": node, "takes_in": plan, "only_after_sending": plan}`, plans by the names of their files. `--consumption`
    /// says how many messages a node takes in at a time [default: 1 then].
    #[arg(long, value_name = "FILE")]
    dependences: Option<PathBuf>,
}

impl RouterArgs {
    /// The same statement under these policies.
    pub(super) fn put_on(&self, statement: WorkloadStatement) -> Result<WorkloadStatement, Failure> {
        let dependences = match &self.dependences {
            Some(path) => dependences::read(path, &statement.plans)?,
            None => Vec::new(),
        };
        let number = |named: dependences::Named| Dependence {
            at: named.at,
            takes_in: named.takes_in,
            only_after_sending: named.only_after_sending,
        };
        let one_by_one = self.dependences.as_ref().map(|_| NonZeroU32::MIN);
        Ok(WorkloadStatement {
            consumption: statement.consumption.or(one_by_one),
            dependences: dependences.into_iter().map(number).collect(),
            ..statement.under(self.policies())
        })
    }

    /// The policies alone.
    pub(super) fn policies(&self) -> RouterPolicies {
        let PolicyArgs { reservation, replication, switching, handover } = self.policies;
        RouterPolicies { reservation, replication, switching, handover, bubble: self.bubble }
    }

    /// The file that says what nodes take in only as they send.
    pub(super) fn dependences(&self) -> Option<&Path> {
        self.dependences.as_deref()
    }

    /// Whether messages depend on messages: that is asked about plans only.
    pub(super) fn has_dependences(&self) -> bool {
        self.dependences.is_some()
    }
}

/// What routers do, in words: ` reservation` and what else is not as usual.
pub(crate) fn in_words(policies: RouterPolicies) -> String {
    let mut words = vec![format!("{} reservation", policies.reservation)];
    if policies.replication != Replication::default() {
        words.push(format!("{} replication", policies.replication));
    }
    if policies.switching != Switching::default() {
        words.push(format!("{} switching", policies.switching));
    }
    if policies.handover != Handover::default() {
        words.push(format!("channels handed over behind the {}", policies.handover));
    }
    if policies.bubble {
        words.push("bubbles in rings".to_owned());
    }
    words.join(", ")
}

/// What an answer takes for granted about nodes.
pub(crate) fn assumption_in_words(statement: &WorkloadStatement) -> String {
    let many = statement.dependences.len();
    let scheduled = statement.routes.iter().filter(|file| holds_schedule(Path::new(file))).map(|file| one_line(file));
    let scheduled: Vec<_> = scheduled.map(|file| format!("what {file} says")).collect();
    let own = (many > 0).then(|| count(many, "dependence"));
    let all: Vec<_> = own.into_iter().chain(scheduled).collect();
    match all.is_empty() {
        true => super::NODES_TAKE_IN.to_owned(),
        false => format!("{}, but for {}", super::NODES_TAKE_IN, all.join(" and ")),
    }
}
