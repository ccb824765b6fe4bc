//! Proofs about given plans.

use super::Proved;
use crate::failure::Failure;
use crate::plan_file::PlanFile;
use clap::Args;
use std::num::NonZeroU32;
use std::path::Path;
use wormcast::check::proof::{Copies, Reservation, SchemeStatement, Statement, WorkloadStatement};
use wormcast::prove::{Proof, prove_workload};

/// What is asked about plans.
#[derive(Debug, Args)]
#[command(next_help_heading = "Plans")]
pub struct WorkloadArgs {
    /// How many messages of each plan may be in flight: a number or `any`.
    #[arg(long, value_name = "NUMBER", default_value_t)]
    copies: Copies,
    /// Length of a message, in flits [default: every length].
    #[arg(long, value_name = "FLITS")]
    length: Option<NonZeroU32>,
    /// Flits that a channel's buffer holds [default: every size].
    #[arg(long, value_name = "FLITS")]
    buffer: Option<NonZeroU32>,
    /// Consumption channels a node [default: nobody waits for one].
    #[arg(long, value_name = "PORTS")]
    consumption: Option<NonZeroU32>,
    /// Virtual channels a link.
    #[arg(long, value_name = "N", default_value = "1")]
    virtual_channels: NonZeroU32,
    /// How a worm gets the channels that it takes next: all at once (`atomic`), or each as it comes free
    /// (`incremental`).
    #[arg(long, value_name = "POLICY", default_value_t)]
    reservation: Reservation,
    /// Unicast messages between all nodes may be in flight too.
    #[arg(long)]
    with_unicast: bool,
}

impl WorkloadArgs {
    /// The question about a scheme of this name. Nothing that is for plans only may be set.
    pub fn about_scheme(&self, scheme: &str) -> Result<SchemeStatement, Failure> {
        let only_for_plans = [
            ("--copies", self.copies != Copies::default()),
            ("--length", self.length.is_some()),
            ("--buffer", self.buffer.is_some()),
            ("--reservation", self.reservation != Reservation::default()),
        ];
        if let Some((option, _)) = only_for_plans.into_iter().find(|(_, set)| *set) {
            return Err(Failure::new(format!(
                "`{option}` is for plans; what is proved of a scheme holds for all of them"
            )));
        }
        Ok(SchemeStatement {
            consumption: self.consumption,
            virtual_channels: self.virtual_channels,
            with_unicast: self.with_unicast,
            ..SchemeStatement::about(scheme)
        })
    }
}

/// Proves something about plans.
pub fn prove(files: &[String], args: &WorkloadArgs) -> Result<Proved, Failure> {
    let opened = files.iter().map(|file| PlanFile::open(Path::new(file))).collect::<Result<Vec<_>, _>>()?;
    let network = &opened[0].network;
    let resolve = |file: &PlanFile| {
        file.document.resolve(&*network.topology).map_err(|error| Failure::from(error).prefixed(&file.path))
    };
    let plans = opened.iter().map(resolve).collect::<Result<Vec<_>, _>>()?;
    let statement = WorkloadStatement {
        plans: files.to_vec(),
        copies: args.copies,
        length: args.length,
        buffer: args.buffer,
        consumption: args.consumption,
        virtual_channels: args.virtual_channels,
        reservation: args.reservation,
        with_unicast: args.with_unicast,
    };
    let proof = prove_workload(&*network.topology, &plans, &statement)?;
    let words = match &proof {
        Proof::DeadlockFree(_) => "deadlock-free\n".to_owned(),
        Proof::Deadlock(_) => "deadlock\n".to_owned(),
        Proof::Unknown(reason) => format!("unknown: {reason}\n"),
    };
    let document = proof.document(network.spec.clone(), Statement::Workload(statement));
    Ok(Proved { document, words })
}
