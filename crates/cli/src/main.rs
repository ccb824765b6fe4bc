//! The command line of Wormcast: it reads arguments, calls the library, and prints.

mod access;
mod arguments;
mod budget;
mod check;
mod colour;
mod compare;
mod completions;
mod dependences;
mod describe;
mod destinations;
mod failure;
mod files;
mod folders;
mod gzip;
mod html;
mod import;
mod input;
mod json;
mod list;
mod man;
mod mend;
mod mend_command;
mod message_class;
mod network;
mod output;
mod paths;
mod pictures;
mod plan;
mod plan_all;
mod plan_file;
mod plan_groups;
mod policies;
mod progress;
mod prove;
mod prove_command;
mod replan;
mod report;
mod reproduce;
mod rounded;
mod route;
mod scheme_args;
mod signals;
mod simulate;
mod sweep;
mod table;
mod tables;
mod threads;
mod trade_offs;
mod turns;
mod verdict;
mod words;
mod wrap;

use clap::{Parser, Subcommand};
use failure::Failure;
use std::process::ExitCode;
use verdict::Verdict;

/// Plans, checks, proves and simulates multicast on interconnection networks with wormhole switching.
///
/// Exit status: 0 done, or the answer is yes; 1 the answer is no; 2 the input or the usage is wrong.
#[derive(Debug, Parser)]
#[command(name = "wormcast", version)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

#[derive(Debug, Subcommand)]
enum Command {
    List(list::List),
    Describe(describe::Describe),
    Plan(Box<plan::Plan>),
    PlanAll(Box<plan_all::PlanAll>),
    PlanGroups(plan_groups::PlanGroups),
    Replan(replan::Replan),
    Compare(Box<compare::Compare>),
    Check(check::Check),
    Prove(Box<prove::Prove>),
    Mend(Box<mend::Mend>),
    Route(route::RouteCommand),
    Import(import::Import),
    Tables(tables::Tables),
    Simulate(Box<simulate::Simulate>),
    Sweep(sweep::Sweep),
    Reproduce(reproduce::Reproduce),
    Report(report::Report),
    Completions(completions::Completions),
    Man(man::Man),
}

fn main() -> ExitCode {
    signals::clean_up_on_interrupt();
    input::accept_pipes(std::env::args_os().skip(1));
    match run(arguments::parse().command) {
        Ok(answer) => answer.into(),
        Err(failure) => failure.report(),
    }
}

fn run(command: Command) -> Result<Verdict, Failure> {
    match command {
        Command::List(list) => list.run(),
        Command::Describe(describe) => describe.run(),
        Command::Plan(plan) => plan.run(),
        Command::PlanAll(plan) => plan.run(),
        Command::PlanGroups(plan) => plan.run(),
        Command::Replan(replan) => replan.run(),
        Command::Compare(compare) => compare.run(),
        Command::Check(check) => check.run(),
        Command::Prove(prove) => prove.run(),
        Command::Mend(mend) => mend.run(),
        Command::Route(route) => route.run(),
        Command::Import(import) => import.run(),
        Command::Tables(tables) => tables.run(),
        Command::Simulate(simulate) => simulate.run(),
        Command::Sweep(sweep) => sweep.run(),
        Command::Reproduce(reproduce) => reproduce.run(),
        Command::Report(report) => report.run(),
        Command::Completions(completions) => completions.run(),
        Command::Man(man) => man.run(),
    }
}
