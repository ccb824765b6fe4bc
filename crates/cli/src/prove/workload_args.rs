//! The options of questions about plans, and what they ask.

use super::reproduction::SavedIn;
use super::router::RouterArgs;
use super::scheme::Beside;
use super::workload::{Routes, open, taken_by};
use crate::access::Access;
use crate::budget::{self, Budget};
use crate::failure::Failure;
use crate::mend_command::Asked;
use crate::plan_file::virtual_channels_named;
use clap::Args;
use std::num::NonZeroU32;
use std::path::{Path, PathBuf};
use wormcast::check::proof::{Copies, Delays, SchemeStatement, WorkloadStatement};
use wormcast::formats::holds_schedule;
use wormcast::plan::{VcRule, words_apart, words_together};
use wormcast::prove::{DEFAULT_BUDGET, Effort};
use wormcast::schemes::option::ROUTING;
use wormcast::schemes::{Options, Scheme};
use wormcast::{Network, Plan, RouterQuestion};

/// Over the options that schemes do not take.
const PLANS_ONLY: &str = "Plan files only";

/// Over those that plan files do not take.
const SCHEMES_ONLY: &str = "Schemes only";

/// What is asked about plans, and in part about schemes.
#[derive(Debug, Args)]
#[command(next_help_heading = "Schemes and plans")]
pub(crate) struct WorkloadArgs {
    /// How many messages of each plan may be in flight: a number or `any`.
    #[arg(long, help_heading = PLANS_ONLY, value_name = "NUMBER", default_value_t)]
    copies: Copies,
    /// Length of a message, in flits [default: every length].
    #[arg(long, value_name = "FLITS", value_parser = crate::words::positive)]
    length: Option<NonZeroU32>,
    /// Flits that a channel's buffer holds [default: every size].
    #[arg(long, value_name = "FLITS", value_parser = crate::words::positive)]
    buffer: Option<NonZeroU32>,
    /// Consumption channels per node, which bring messages from the router into the node [default: nobody waits for
    /// one].
    #[arg(long, value_name = "PORTS", value_parser = crate::words::positive)]
    consumption: Option<NonZeroU32>,
    /// Virtual channels per channel [default: as many as the routing takes, or as the plans name; else 1].
    #[arg(long, value_name = "N", value_parser = crate::words::virtual_channels)]
    pub virtual_channels: Option<NonZeroU32>,
    /// Which of several virtual channels a hop takes where its plan does not say, as in `simulate`: `fixed` keeps trees
    /// on tori as safe as they are with one.
    #[arg(long, value_name = "RULE", default_value_t)]
    vc_rule: VcRule,
    /// Whether routers and channels may be held up at will (`vary`), as on hardware, or a deadlock counts only if it
    /// comes about where all are equally fast (`equal`).
    #[arg(long, value_name = "DELAYS", default_value_t)]
    delays: Delays,
    /// How long it may take: `30s`, `2min`. Then the answer is unknown, and says what is known. With MiB of memory
    /// behind a comma (`30s,4096`) it gives up at so many; at 8 GiB if nothing is said.
    #[arg(long, value_name = "TIME[,MIB]", default_value_t = Budget::of(DEFAULT_BUDGET))]
    pub budget: Budget,
    /// Unicast messages between all nodes, on the network's own shortest routes or by `--routing`, and not on the
    /// scheme's, may be in flight too. A scheme's own multicasts to one node are always among its
    /// messages. Beside plan files, as few of them as make all their waits are looked at first.
    #[arg(long)]
    pub with_unicast: bool,
    /// The same with unicasts that go by this scheme, and not on the network's own routes; its options stand behind it,
    /// in quotes: `--unicast-scheme 'single-tree --root 0,0'`.
    #[arg(long, help_heading = SCHEMES_ONLY, value_name = "SCHEME")]
    pub(super) unicast_scheme: Option<String>,
    #[command(flatten)]
    router: RouterArgs,
    #[command(flatten)]
    pub(crate) access: Access,
    /// Write the plans that are sent in a deadlock into this folder: `0.json`, `1.json`, …
    #[arg(long, value_name = "FOLDER", help_heading = super::OUTPUT)]
    pub save_plans: Option<PathBuf>,
}

impl WorkloadArgs {
    /// Refuses what `mend` does not take.
    pub(crate) fn refuse_for_mend(&self) -> Result<(), Failure> {
        let set = [("--unicast-scheme", self.unicast_scheme.is_some()), ("--save-plans", self.save_plans.is_some())];
        match set.into_iter().find(|(_, is_set)| *is_set) {
            Some((option, _)) => Err(Failure::new(format!("`{option}` goes with `prove`"))),
            None => Ok(()),
        }
    }

    /// Reads plan files of one network; a pipe is not waited for longer than all may take.
    pub(crate) fn open(&self, files: &[String]) -> Result<(Network, Vec<Plan>), Failure> {
        budget::reading(files, self.budget.time(), || open(files, self.access))
    }

    /// Whether multicasts and unicasts are asked about that share no virtual channel.
    pub(super) fn asks_by_class(&self) -> bool {
        self.vc_rule == VcRule::Class && (self.with_unicast || self.unicast_scheme.is_some())
    }

    /// The same question, as `mend` is to be asked it.
    pub(crate) fn asked_of_mend<'a>(
        &'a self,
        network: &'a Network,
        plans: &[Plan],
        statement: &'a WorkloadStatement,
    ) -> Asked<'a> {
        let routed = taken_by(network, &statement.routes).unwrap_or(NonZeroU32::MIN);
        let named = virtual_channels_named(plans).max(routed);
        Asked { network, statement, named, dependences: self.router.dependences() }
    }

    /// Where the plans of a deadlock are saved.
    pub(super) fn saved_in(&self) -> SavedIn<'_> {
        SavedIn(self.save_plans.as_deref())
    }

    /// How long all may take, from now on.
    pub(super) fn effort<'a>(&self) -> Effort<'a> {
        Effort::within(self.budget.time())
    }

    /// What is asked about the routers of a routing.
    pub(super) fn about_routing(&self) -> Result<RouterQuestion, Failure> {
        let set = [
            ("--copies", self.copies != Copies::default()),
            ("--dependences", self.router.has_dependences()),
            ("--delays", self.delays != Delays::default()),
            ("--vc-rule", self.vc_rule != VcRule::default()),
            ("--unicast-scheme", self.unicast_scheme.is_some()),
        ];
        if self.with_unicast {
            let message = "`--with-unicast` adds unicasts beside something, and these are the unicasts themselves: leave it \
                           out, or add `--scheme` or plan files";
            return Err(Failure::new(message));
        }
        if self.consumption.is_some() {
            let message = "`--consumption` is for plan files and schemes: a unicast asks for its consumption channel last, \
                           and the answer about a routing is the same for any number of them";
            return Err(Failure::new(message));
        }
        match set.into_iter().find(|(_, is_set)| *is_set) {
            Some((option, _)) => Err(Failure::new(format!(
                "`{option}` is for plan files and schemes; a routing is proved for any number of messages, on the virtual \
                 channels that it names, whatever the delays"
            ))),
            None => Ok(RouterQuestion { length: self.length, buffer: self.buffer, policies: self.router.policies() }),
        }
    }

    /// Refuses what is not asked about a fabric: its switches take whole packets, and copy them to each port apart.
    pub(super) fn refuse_for_fabric(&self) -> Result<(), Failure> {
        match self.about_routing()? == RouterQuestion::default() {
            true => Ok(()),
            false => Err(Failure::new(
                "what switches of a fabric do is known: they take whole packets, and copy them to each port apart",
            )),
        }
    }

    /// The question about plans. Channels have as many virtual channels as the plans and routes name, if neither the
    /// network nor anybody else says how many.
    fn statement(
        &self,
        network: &Network,
        files: &[String],
        plans: &[Plan],
        routes: &[String],
    ) -> Result<WorkloadStatement, Failure> {
        let needed = virtual_channels_named(plans).max(taken_by(network, routes)?);
        self.router.put_on(WorkloadStatement {
            plans: files.to_vec(),
            copies: self.copies,
            length: self.length,
            buffer: self.buffer,
            consumption: self.consumption,
            virtual_channels: network.virtual_channels_said(self.virtual_channels, needed)?,
            vc_rule: self.vc_rule,
            with_unicast: self.with_unicast,
            delays: self.delays,
            ..WorkloadStatement::default()
        })
    }

    /// The same with messages by these routings and tables beside the plans.
    pub(crate) fn statement_beside(
        &self,
        network: &Network,
        files: &[String],
        plans: &[Plan],
        beside: Routes,
    ) -> Result<WorkloadStatement, Failure> {
        let is_routed = beside.unicasts.is_some();
        let routes: Vec<_> = beside.files.into_iter().chain(beside.unicasts).collect();
        let mut statement = self.statement(network, files, plans, &routes)?;
        if routes.iter().any(|file| holds_schedule(Path::new(file))) {
            // Its dependences are about places for messages that come in: one, if nothing else is said.
            statement.consumption = statement.consumption.or(Some(NonZeroU32::MIN));
        }
        if !routes.is_empty() {
            // Unicasts by a routing are in flight in place of those on the network's own routes, and routes of files
            // beside them.
            statement.with_unicast &= !is_routed;
            statement.routes = routes;
        }
        Ok(statement)
    }

    /// The question about a scheme on a network. Nothing that is for plans only may be set. A routing among the options
    /// is that of the unicasts beside the scheme's own messages, too.
    pub(super) fn about_scheme(
        &self,
        network: &Network,
        scheme: &dyn Scheme,
        options: &Options,
    ) -> Result<SchemeStatement, Failure> {
        let only_for_plans =
            [("--copies", self.copies != Copies::default()), ("--dependences", self.router.has_dependences())];
        if let Some((option, _)) = only_for_plans.into_iter().find(|(_, set)| *set) {
            return Err(Failure::new(format!(
                "`{option}` is for plan files; a scheme is proved for any number of messages that nodes take in"
            )));
        }
        let statement = SchemeStatement {
            consumption: self.consumption,
            vc_rule: self.vc_rule,
            with_unicast: self.with_unicast,
            delays: self.delays,
            length: self.length,
            buffer: self.buffer,
            policies: self.router.policies(),
            ..SchemeStatement::about(scheme.name())
        };
        let routing = options.get(&ROUTING);
        let statement = match (&self.unicast_scheme, routing.filter(|_| self.with_unicast)) {
            (Some(unicasts), _) => statement.beside(words_together(words_apart(unicasts))),
            (None, Some(routing)) => statement.beside(words_together(["unicast", "--routing", &routing.to_string()])),
            (None, None) => statement,
        };
        let needed = network.virtual_channels_for(&statement, options)?;
        let virtual_channels = network.virtual_channels_said(self.virtual_channels, needed)?;
        let statement = SchemeStatement { virtual_channels, ..statement };
        network.check_virtual_channels(&statement, options)?;
        Ok(statement)
    }
}

impl WorkloadArgs {
    /// The same question about a scheme, with plans and routes beside it. Channels have as many virtual channels as all
    /// of them name, if nothing else is said.
    pub(super) fn beside_scheme(
        &self,
        network: &Network,
        mut statement: SchemeStatement,
        beside: Beside<'_>,
        plans: &[Plan],
    ) -> Result<SchemeStatement, Failure> {
        statement.plans = beside.files.to_vec();
        statement.routes = beside.routes.to_vec();
        if self.virtual_channels.is_none() {
            let named = virtual_channels_named(plans).max(taken_by(network, beside.routes)?);
            statement.virtual_channels = network.virtual_channels_said(None, statement.virtual_channels.max(named))?;
        }
        Ok(statement)
    }
}
