//! `wormcast list`.

use crate::answer::Answer;
use crate::failure::Failure;
use crate::output::{self, Format};
use crate::table::{self, Kind::Text};
use clap::Args;
use serde::Serialize;
use wormcast::schemes::{Options, SCHEMES, Scheme};
use wormcast::topology::{KINDS, Kind, build};

/// Lists the topologies, the schemes with the topologies that they serve, and the figures.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast list")]
pub struct List {
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

#[derive(Serialize)]
struct Document {
    topologies: Vec<TopologyEntry>,
    schemes: Vec<SchemeEntry>,
    figures: [(); 0],
}

#[derive(Serialize)]
struct TopologyEntry {
    name: &'static str,
    parameters: &'static str,
    summary: &'static str,
    example: &'static str,
}

#[derive(Serialize)]
struct SchemeEntry {
    name: &'static str,
    summary: &'static str,
    topologies: Vec<&'static str>,
    options: &'static [&'static str],
}

impl List {
    /// Prints the list.
    pub fn run(&self) -> Result<Answer, Failure> {
        let document = Document {
            topologies: KINDS.iter().map(topology_entry).collect(),
            schemes: SCHEMES.iter().map(|scheme| scheme_entry(*scheme)).collect(),
            figures: [],
        };
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table => output::print(|out| write!(out, "{}", document.table()))?,
        }
        Ok(Answer::Yes)
    }
}

fn topology_entry(kind: &Kind) -> TopologyEntry {
    TopologyEntry { name: kind.name, parameters: kind.parameters, summary: kind.summary, example: kind.example }
}

fn scheme_entry(scheme: &dyn Scheme) -> SchemeEntry {
    let served = KINDS.iter().filter(|kind| serves(scheme, kind)).map(|kind| kind.name);
    SchemeEntry {
        name: scheme.name(),
        summary: scheme.summary(),
        topologies: served.collect(),
        options: scheme.options(),
    }
}

/// Whether a scheme serves a family of networks: it is tried on the family's example.
fn serves(scheme: &dyn Scheme, kind: &Kind) -> bool {
    build(kind.example).is_ok_and(|example| scheme.prepare(&*example, &Options::default()).is_ok())
}

impl Document {
    fn table(&self) -> String {
        let topologies = self.topologies.iter().map(|topology| {
            let form = format!("{}:{}", topology.name, topology.parameters);
            vec![form, topology.example.into(), topology.summary.into()]
        });
        let schemes = self.schemes.iter().map(|scheme| {
            let options: Vec<_> = scheme.options.iter().map(|option| format!("--{option}")).collect();
            vec![scheme.name.into(), served_in_words(&scheme.topologies), options.join(" "), scheme.summary.into()]
        });
        format!(
            "{}\n{}",
            table::render(&[("topology", Text), ("example", Text), ("what it is", Text)], topologies),
            table::render(
                &[("scheme", Text), ("topologies", Text), ("options", Text), ("what it does", Text)],
                schemes
            ),
        )
    }
}

fn served_in_words(names: &[&str]) -> String {
    if names.len() == KINDS.len() { "all".into() } else { names.join(" ") }
}
