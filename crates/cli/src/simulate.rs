//! `wormcast simulate`.

mod conditions;
mod deadlock;
mod latencies;
pub(crate) mod options;
mod page;
mod picture;
mod started;
mod timeline;

use crate::access::{self, Access};
use crate::dependences;
use crate::failure::Failure;
use crate::html;
use crate::mend_command;
use crate::output::{self, Format};
use crate::pictures::Pictures;
use crate::plan_file::virtual_channels_named;
use crate::policies::PolicyArgs;
use crate::progress;
use crate::verdict::Verdict;
use clap::Args;
use serde::Serialize;
use started::{Runnable, Started};
use std::num::NonZeroU32;
use std::path::PathBuf;
use wormcast::draw::{PaperWidth, timeline_svg};
use wormcast::plan::refuse_class_of_one;
use wormcast::sim::{
    Crossbar, EngineChoice, FlowControl, Outcome, Ports, SimError, Simulation, Startup, Switching, Time, Timing, VcRule,
};
use wormcast::{Error, Network, Plan, Run, WormTimeline};

/// Runs plans in time: when every destination has the message, or the deadlock.
///
/// All plans must be for the same network. Times are in nanoseconds, with at most three decimals. Exit status 1: the
/// plans end in a deadlock.
#[derive(Debug, Args)]
#[command(
    after_help = "Examples:\n  wormcast simulate plan.json\n  wormcast simulate a.json b.json@500 --length 16\n  \
                        wormcast simulate a.json b.json --html run.html"
)]
pub(crate) struct Simulate {
    /// The plan files, each with its start in ns (`plan.json@500`) if it does not start at once; a folder stands for
    /// all plans in it.
    #[arg(required = true, value_name = "PLAN.json[@NS]")]
    plans: Vec<String>,
    /// The engine: `worm`, or the slow reference `flit`, which give the same times, and which alone knows all that
    /// routers do; `auto` takes `worm` where it can.
    #[arg(long, default_value_t)]
    engine: EngineChoice,
    /// Hold a channel up (`A>B@FROM+NS`), from a time for so long, both in ns: nobody gets it, and no flit starts to
    /// cross it; `A>B/1@FROM+NS`, virtual channel 1 alone.
    #[arg(long, value_name = "CHANNEL@FROM+NS")]
    stall: Vec<String>,
    /// What nodes take in only as they send: a JSON list of
    /// `{"at": node, "takes_in": plan, "only_after_sending": plan}`, plans by the names of their files. The nth message
    /// of the one plan is taken in until the nth of the other has left.
    #[arg(long, value_name = "FILE")]
    dependences: Option<PathBuf>,
    /// Also print when every worm was where.
    #[arg(long)]
    timeline: bool,
    /// Also draw when every worm was where into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The same picture as PDF.
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
    /// Draw it as wide as a paper needs it, without a title: `8.5cm` is a column, `17.5cm` a page.
    #[arg(long, value_name = "WIDTH")]
    picture_width: Option<PaperWidth>,
    /// Also write a page into this file, as HTML, in which the worms move: one file that needs nothing beside itself.
    #[arg(long, value_name = "FILE")]
    html: Option<PathBuf>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
    #[command(flatten)]
    access: Access,
    #[command(flatten)]
    timing: TimingArgs,
}

/// The parameters of the time rules.
#[derive(Debug, Args)]
#[command(next_help_heading = "Timing")]
pub struct TimingArgs {
    /// Length of a message, in flits.
    #[arg(long, value_name = "FLITS", default_value_t = Timing::default().length, value_parser = crate::words::positive_number)]
    length: u32,
    /// Send overhead: paid at a worm's origin before its head is ready.
    #[arg(long, value_name = "NS", default_value_t = Timing::default().send)]
    send_ns: Time,
    /// Receive overhead: from the last flit until the node has the message.
    #[arg(long, value_name = "NS", default_value_t = Timing::default().receive)]
    receive_ns: Time,
    /// Whether one node's worms pay their send overheads one after another: `serial` or `parallel`.
    #[arg(long, default_value_t)]
    startup: Startup,
    /// Router delay: from a head's arrival until it is ready to go on.
    #[arg(long, value_name = "NS", default_value_t = Timing::default().router)]
    router_ns: Time,
    /// Flit time: how long a flit takes over a channel.
    #[arg(long, value_name = "NS", default_value_t = Timing::default().flit)]
    flit_ns: Time,
    /// Flits that a channel's buffer holds [default: 1; where `--switching` makes buffers take whole messages, as many
    /// as a message has].
    #[arg(long, value_name = "FLITS", value_parser = crate::words::positive_number)]
    buffer: Option<u32>,
    /// Injection channels per node: `all-port` or a number.
    #[arg(long, value_name = "PORTS", default_value_t)]
    injection: Ports,
    /// Ejection (consumption) channels per node: `all-port` or a number; parted among the plans' consumption classes.
    #[arg(long, value_name = "PORTS", default_value_t)]
    consumption: Ports,
    /// Worms are longer than their message by their header flits: one for every router that a worm delivers at or
    /// splits at.
    #[arg(long)]
    headers_count: bool,
    /// Virtual channels a link, each with its own buffer [default: 1; for `simulate`, as many as the plans name];
    /// `simulate` takes the flit engine for more than one.
    #[arg(long, value_name = "N", value_parser = crate::words::virtual_channels)]
    pub(crate) virtual_channels: Option<NonZeroU32>,
    /// Credit delay: until the router before knows of a free place; `simulate` takes the flit engine for more than 0.
    #[arg(long, value_name = "NS", default_value_t = FlowControl::default().credit)]
    credit_ns: Time,
    /// How much later than its handover the next worm has a channel; `simulate` takes the flit engine for more than 0.
    #[arg(long, value_name = "NS", default_value_t = FlowControl::default().turnaround)]
    turnaround_ns: Time,
    /// Which flits of an input of a router cross at a time, where virtual channels share links: `full` (one of each
    /// virtual channel), `input` (one, first come, first served) or `separable` (one, by a separable allocator).
    #[arg(long, value_name = "HOW", default_value_t)]
    crossbar: Crossbar,
    /// Which virtual channel a hop takes if the plan does not say: `dateline`, `per-hop`, `fixed`, `free`,
    /// `free-dateline` or `class`.
    #[arg(long, value_name = "RULE", default_value_t)]
    vc_rule: VcRule,
    #[command(flatten)]
    policies: PolicyArgs,
}

impl TimingArgs {
    /// The timing, with as many virtual channels as the plans name if nothing else is said.
    ///
    /// # Errors
    /// The network's file says another number.
    pub(crate) fn of_plans<'p>(
        &self,
        network: &Network,
        plans: impl Iterator<Item = &'p Plan>,
    ) -> Result<Timing, Failure> {
        let mut timing = Timing::from(self);
        let named = virtual_channels_named(plans);
        timing.flow.virtual_channels = network.virtual_channels_said(self.virtual_channels, named)?;
        refuse_class_of_one(network.topology(), timing.flow.vc_rule, timing.flow.virtual_channels)?;
        Ok(timing)
    }
}

impl From<&TimingArgs> for Timing {
    fn from(args: &TimingArgs) -> Self {
        Self {
            length: args.length,
            send: args.send_ns,
            receive: args.receive_ns,
            startup: args.startup,
            router: args.router_ns,
            flit: args.flit_ns,
            buffer: args.buffer.unwrap_or(match args.policies.switching {
                Switching::Wormhole => Self::default().buffer,
                _ => args.length,
            }),
            injection: args.injection,
            consumption: args.consumption,
            header_flits: args.headers_count,
            flow: FlowControl {
                virtual_channels: args.virtual_channels.unwrap_or(FlowControl::default().virtual_channels),
                credit: args.credit_ns,
                handover: args.policies.handover,
                turnaround: args.turnaround_ns,
                crossbar: args.crossbar,
                vc_rule: args.vc_rule,
                reservation: args.policies.reservation,
                replication: args.policies.replication,
                switching: args.policies.switching,
            },
        }
    }
}

#[derive(Serialize)]
struct Document<'r> {
    #[serde(flatten)]
    run: &'r Run,
    #[serde(skip_serializing_if = "Option::is_none")]
    timeline: Option<Vec<WormTimeline>>,
}

/// A plan that leaves destinations out although nothing was stuck.
fn never_delivered(run: &Simulation) -> Option<usize> {
    let delivered = run.outcome == Outcome::Delivered;
    run.plans.iter().position(|plan| delivered && plan.latency.is_none())
}

impl Simulate {
    /// Runs the plans, and prints what came out.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let pictures = Pictures::at(self.svg.as_deref(), self.pdf.as_deref(), self.picture_width)?;
        let html = self.html.as_deref().map(html::target).transpose()?;
        let started = self.plans.iter().map(|text| Started::parse(text, self.access));
        let started: Vec<_> = started.collect::<Result<Vec<_>, _>>()?.into_iter().flatten().collect();
        for plan in &started {
            pictures.spare(plan.path())?;
            html.iter().try_for_each(|html| html.spare(plan.path()))?;
        }
        let runnable = Runnable::resolve(started)?;
        let simulated = self.simulate(&runnable)?;
        let run = simulated.by_number();
        if let Some(plan) = never_delivered(run) {
            let message = format!(
                "plan {plan} does not deliver at all its destinations; `wormcast check` tells all that is wrong"
            );
            return Err(Failure::new(message));
        }
        pictures.draw(|width| timeline_svg(&picture::timeline(&runnable, run), width))?;
        if let Some(target) = html {
            html::write(&target, page::page(&runnable, &self.timing_of(&runnable)?, &simulated)?)?;
        }
        match self.format {
            Format::Json => output::print_json(&self.document(&runnable, &simulated))?,
            Format::Table => output::print_text(&self.in_words(&runnable, &simulated)?)?,
        }
        Ok(if run.outcome == Outcome::Delivered { Verdict::Yes } else { Verdict::No })
    }

    fn simulate(&self, runnable: &Runnable) -> Result<Run, Failure> {
        let plans: Vec<_> = runnable.plans.iter().map(|(plan, at, _)| (plan, *at)).collect();
        let timing = self.timing_of(runnable)?;
        let conditions = conditions::read(&self.stall, self.dependences.as_deref(), runnable)?;
        let engine = self.engine.of(runnable.network.topology(), &timing, &conditions);
        let run =
            progress::during("simulating", || runnable.network.simulate_under(&plans, &timing, &conditions, engine));
        run.map_err(|error| match error {
            Error::Run(SimError::FlowControl) => Failure::new(format!("{error}: leave `--engine worm` out")),
            Error::Run(
                SimError::Timing(_) | SimError::TooLong | SimError::Channel { .. } | SimError::ClosedForm { .. },
            ) => error.into(),
            Error::Run(_) => Failure::new(format!(
                "{error} (plans are numbered from 0, as they were given; `wormcast check` tells all that is wrong)"
            )),
            other => other.into(),
        })
    }

    fn timing_of(&self, runnable: &Runnable) -> Result<Timing, Failure> {
        let mut timing = self.timing.of_plans(&runnable.network, runnable.plans.iter().map(|(plan, ..)| plan))?;
        // Dependences are about places for messages that come in: one, if nothing else is said.
        if self.dependences.is_some() && timing.consumption == Ports::All {
            timing.consumption = Ports::Limited(NonZeroU32::MIN);
        }
        Ok(timing)
    }

    fn document<'r>(&self, runnable: &Runnable, run: &'r Run) -> Document<'r> {
        let timeline = self.timeline.then(|| run.timeline(&runnable.bare_plans()));
        Document { run, timeline }
    }

    fn in_words(&self, runnable: &Runnable, run: &Run) -> Result<String, Failure> {
        let mut text = latencies::in_words(runnable, run.by_number());
        if self.timeline {
            text.push('\n');
            text.push_str(&timeline::in_words(&run.timeline(&runnable.bare_plans())));
        }
        if let Outcome::Deadlock(cycle) = &run.by_number().outcome {
            text.push('\n');
            text.push_str(&deadlock::in_words(runnable, cycle, &run.by_number().more_cycles));
            if self.dependences.is_some() {
                text.push_str(dependences::WHY_STUCK);
            }
            let files: Vec<_> = runnable.plans.iter().map(|(.., file)| file.clone()).collect();
            let mut options =
                options::for_mend(&self.timing_of(runnable)?, virtual_channels_named(runnable.bare_plans()));
            // Without them the same plans may be free.
            let dependences = self.dependences.iter().map(|file| file.display().to_string());
            options.extend(dependences.flat_map(|file| ["--dependences".to_owned(), file]));
            options.extend(access::needed_for(runnable.network.spec()));
            text.push_str(&mend_command::hint(&files, &options));
        }
        Ok(text)
    }
}
