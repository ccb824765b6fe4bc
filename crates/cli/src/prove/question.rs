//! Which question the arguments of `prove` ask, and which of them do not go together.

use super::workload::Routes;
use super::{Prove, Proved, workload};
use crate::failure::Failure;
use crate::network::{self, FaultArgs};
use crate::output::Format;
use crate::words::{one_line, quoted};
use std::path::Path;
use wormcast::Network;
use wormcast::formats::families;
use wormcast::schemes::Options;
use wormcast::schemes::option::{CERTIFICATE, ROUTING};

impl Prove {
    /// `--certificate` of `plan` takes no file: who names one behind it here means another option.
    pub(super) fn refuse_certificate_file(&self) -> Result<(), Failure> {
        let file = self.what.last().filter(|file| file.ends_with(".json") && !Path::new(file).exists());
        match file.filter(|_| self.scheme_options.options.has(&CERTIFICATE)) {
            Some(file) => {
                Err(Failure::new(format!("there is no file {}; `--out FILE` writes the proof", one_line(file))))
            }
            None => Ok(()),
        }
    }

    /// Options that say nothing here are slips, and are not passed over.
    pub(super) fn refuse_what_goes_with_others(&self) -> Result<(), Failure> {
        if self.routing.is_about_fabric() && self.faults != FaultArgs::default() {
            return Err(Failure::new(
                "the tables of a fabric are for all of it: `--without-…` does not go with `--fabric`",
            ));
        }
        let is_written = [&self.out, &self.svg, &self.pdf, &self.html, &self.workload.save_plans];
        let is_document = self.format == Format::Json || is_written.iter().any(|file| file.is_some());
        if self.workload.asks_by_class() && self.scheme.is_some() && is_document {
            return Err(Failure::new(
                "under `--vc-rule class` multicasts and unicasts share no virtual channel, and are two questions with a \
                 proof each: without `--format json` and files to write both are answered, with the command of each",
            ));
        }
        let options = self.scheme_options.options.clone().without(&ROUTING);
        if self.scheme.is_none() && options != Options::default() {
            return Err(Failure::new("options of schemes, such as `--root`, go with `--scheme`"));
        }
        self.routing.refuse_multicasts_of_nothing()
    }

    /// The routing that is proved itself: one that goes with neither a scheme nor the unicasts beside plans.
    pub(super) fn proved_routing(&self) -> Option<String> {
        let named = self.scheme_options.options.get(&ROUTING);
        named.filter(|_| self.scheme.is_none() && !self.workload.with_unicast).map(|name| name.to_string())
    }

    /// Whether the first argument is a network.
    pub(super) fn is_about_network(&self) -> bool {
        let is_about_routes = self.routing.is_about_files() || self.proved_routing().is_some();
        self.scheme.is_some() || is_about_routes && !self.are_plans()
    }

    /// The plan files: beside a scheme they stand behind the network.
    pub(super) fn plan_files(&self) -> &[String] {
        match (self.scheme.is_some(), &*self.what) {
            (true, what) => what.get(1..).unwrap_or_default(),
            (false, _) if self.is_about_network() => &[],
            (false, what) => what,
        }
    }

    /// Whether the arguments are files, and so plans: networks have other names.
    pub(super) fn are_plans(&self) -> bool {
        !self.what.is_empty() && self.what.iter().all(|what| Path::new(what).is_file())
    }

    /// The routings whose unicasts are in flight beside plans.
    pub(super) fn beside_plans(&self) -> Result<Routes, Failure> {
        let named = self.scheme_options.options.get(&ROUTING).map(|name| name.to_string());
        if named.is_some() && !self.workload.with_unicast {
            return Err(Failure::new("beside plan files `--routing` says how unicasts go that `--with-unicast` adds"));
        }
        Ok(Routes { files: self.routing.files().to_vec(), unicasts: named })
    }

    pub(super) fn network(&self) -> Result<Network, Failure> {
        match &*self.what {
            [topology] => network::with_faults(topology, &self.faults),
            [topology, files @ ..] if self.scheme.is_some() => match files.iter().find(|what| is_network(what)) {
                Some(other) => Err(Failure::new(format!(
                    "questions go with one network, and `{other}` is another one; beside `--scheme` plan files may stand behind it"
                ))),
                None => network::with_faults(topology, &self.faults),
            },
            [_, other, ..] if self.routing.is_about_files() && !other.ends_with(".json") => {
                let files = self.routing.files().iter().chain(self.what.iter().skip(1));
                let options: Vec<_> = files.map(|file| format!("--routes {}", quoted(file))).collect();
                Err(Failure::new(format!(
                    "`{}` stands beside the network; a file of routes stands behind a `--routes` of its own: `{}`",
                    one_line(other),
                    options.join(" ")
                )))
            }
            [topology, plan, ..] => Err(Failure::new(format!(
                "`{}` stands beside the network `{}`: plan files name their network themselves, so leave that out, or add \
                 `--scheme`, beside which plans and routes may be in flight",
                one_line(plan),
                one_line(topology)
            ))),
            [] => Err(Failure::new("no network is named")),
        }
    }

    pub(super) fn about_plans(&self) -> Result<Proved, Failure> {
        let routes = self.beside_plans()?;
        if self.scheme_options.options.clone().without(&ROUTING) != Options::default() {
            return Err(Failure::new("plans are proved as they stand: options of schemes go with `--scheme`"));
        }
        if self.faults != FaultArgs::default() {
            return Err(Failure::new(
                "plan files name their network with its faults: `--without-…` goes with `--scheme`",
            ));
        }
        if let Some(network) = self.what.iter().find(|what| is_network(what)) {
            if self.scheme_options.options.get(&ROUTING).is_some() {
                return Err(Failure::new(format!(
                    "`--with-unicast` adds unicasts beside something, and beside `{network}` there is nothing; leave it out \
                     to ask about the unicasts by `--routing` alone, or add `--scheme`"
                )));
            }
            return Err(Failure::new(format!(
                "`{network}` is a network; to prove something about it, add `--scheme`, `--routing` or `--routes`"
            )));
        }
        workload::prove(&self.what, routes, &self.workload)
    }
}

/// Whether a text is no file, and begins like a network.
fn is_network(what: &str) -> bool {
    !Path::new(what).exists() && families().any(|family| names(family.name, what))
}

/// Whether a text begins like a network of this kind.
fn names(kind: &str, text: &str) -> bool {
    text.strip_prefix(kind).is_some_and(|rest| rest.starts_with(':'))
}
