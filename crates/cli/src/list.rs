//! `wormcast list`.

use crate::failure::Failure;
use crate::output::{self, Format};
use crate::table::{self, Align::Left};
use crate::verdict::Verdict;
use clap::Args;
use serde::Serialize;
use wormcast::formats::{FILE, build, families, from_bytes};
use wormcast::papers::{Figure, figures};
use wormcast::routing::{Declaration, ROUTINGS};
use wormcast::schemes::{OptionDeclaration, Options, SCHEMES, Scheme, options_among};
use wormcast::topology::{Family, Topology, TopologyError};

/// Lists the topologies, the schemes with the topologies that they serve, and the figures.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast list")]
pub(crate) struct List {
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// All that is listed.
#[derive(Serialize)]
pub(crate) struct Document {
    topologies: Vec<TopologyEntry>,
    schemes: Vec<SchemeEntry>,
    options: Vec<OptionEntry>,
    routings: Vec<RoutingEntry>,
    figures: Vec<FigureEntry>,
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
    options: Vec<&'static str>,
}

#[derive(Serialize)]
struct OptionEntry {
    name: &'static str,
    summary: &'static str,
    #[serde(skip_serializing_if = "Option::is_none")]
    value: Option<&'static str>,
    #[serde(skip_serializing_if = "Option::is_none")]
    default: Option<&'static str>,
    schemes: Vec<&'static str>,
}

#[derive(Serialize)]
struct RoutingEntry {
    name: &'static str,
    parameters: &'static str,
    summary: &'static str,
    networks: &'static str,
    safety: &'static str,
    example: &'static str,
}

#[derive(Serialize)]
struct FigureEntry {
    name: &'static str,
    paper: &'static str,
    title: &'static str,
}

impl List {
    /// Prints the list.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let document = Document::of(SCHEMES);
        match self.format {
            Format::Json => output::print_json(&document)?,
            Format::Table => output::print_text(&document.table())?,
        }
        Ok(Verdict::Yes)
    }
}

fn topology_entry(family: &Family) -> TopologyEntry {
    TopologyEntry { name: family.name, parameters: family.parameters, summary: family.summary, example: family.example }
}

fn routing_entry(routing: &Declaration) -> RoutingEntry {
    let Declaration { name, parameters, summary, networks, safety, example, .. } = *routing;
    RoutingEntry { name, parameters, summary, networks, safety, example }
}

fn figure_entry(figure: &Figure) -> FigureEntry {
    FigureEntry { name: figure.id, paper: figure.paper, title: figure.title }
}

fn scheme_entry(scheme: &dyn Scheme) -> SchemeEntry {
    let served = families().filter(|family| serves(scheme, family)).map(|family| family.name);
    SchemeEntry {
        name: scheme.name(),
        summary: scheme.summary(),
        topologies: served.collect(),
        options: scheme.options().iter().map(|option| option.name).collect(),
    }
}

fn option_entry((option, schemes): (OptionDeclaration, Vec<&'static str>)) -> OptionEntry {
    let OptionDeclaration { name, help, value, .. } = option;
    let (expected, default) = (value.map(|value| value.expected), value.and_then(|value| value.default));
    OptionEntry { name, summary: help, value: expected, default, schemes }
}

/// Whether a scheme serves a family of networks: it is tried on an example.
fn serves(scheme: &dyn Scheme, family: &Family) -> bool {
    example(family).is_ok_and(|example| scheme.prepare(&*example, &Options::default()).is_ok())
}

/// A network of the family. For files it is a ring, on which everything is possible that is on some file.
fn example(family: &Family) -> Result<Box<dyn Topology>, TopologyError> {
    match family.name == FILE.name {
        true => Ok(Box::new(from_bytes("ring.edges", b"a b\nb c\nc d\nd a\n")?)),
        false => build(family.example),
    }
}

impl Document {
    /// All topologies and figures, and these schemes.
    pub(crate) fn of(schemes: &[&dyn Scheme]) -> Self {
        Self {
            topologies: families().map(topology_entry).collect(),
            schemes: schemes.iter().map(|scheme| scheme_entry(*scheme)).collect(),
            options: options_among(schemes).into_iter().map(option_entry).collect(),
            routings: ROUTINGS.iter().map(routing_entry).collect(),
            figures: figures().map(figure_entry).collect(),
        }
    }

    fn table(&self) -> String {
        let topologies = self.topologies.iter().map(|topology| {
            let form = format!("{}:{}", topology.name, topology.parameters);
            vec![form, topology.example.into(), topology.summary.into()]
        });
        let schemes = self
            .schemes
            .iter()
            .map(|scheme| vec![scheme.name.into(), served_in_words(&scheme.topologies), scheme.summary.into()]);
        let options = self.schemes.iter().filter(|scheme| !scheme.options.is_empty()).map(|scheme| {
            let options: Vec<_> = scheme.options.iter().map(|option| format!("--{option}")).collect();
            vec![scheme.name.into(), options.join(" ")]
        });
        let routings = self.routings.iter().map(|routing| {
            let form = match routing.parameters {
                "" => routing.name.to_owned(),
                parameters => format!("{}:{parameters}", routing.name),
            };
            vec![form, routing.networks.into(), routing.safety.into()]
        });
        let figures = self.figures.iter().map(|figure| vec![figure.name.into(), figure.title.into()]);
        [
            table::render(&[("topology", Left), ("example", Left), ("what it is", Left)], topologies),
            table::render(&[("scheme", Left), ("topologies", Left), ("what it does", Left)], schemes),
            table::render(&[("scheme", Left), ("its options", Left)], options),
            table::render(&[("routing", Left), ("networks", Left), ("deadlock", Left)], routings),
            table::render(&[("figure", Left), ("what it shows", Left)], figures),
        ]
        .join("\n")
    }
}

fn served_in_words(names: &[&str]) -> String {
    if names.len() == families().count() { "all".into() } else { names.join(" ") }
}
