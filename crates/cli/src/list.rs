//! `wormcast list`.

use crate::failure::Failure;
use crate::output::{self, Format};
use crate::table::{self, Align::Left};
use crate::verdict::Verdict;
use clap::Args;
use serde::Serialize;
use wormcast::Listing;
use wormcast::formats::families;
use wormcast::papers::{Figure, figures};
use wormcast::schemes::{SCHEMES, Scheme};

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
    #[serde(flatten)]
    listing: Listing,
    figures: Vec<FigureEntry>,
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

fn figure_entry(figure: &Figure) -> FigureEntry {
    FigureEntry { name: figure.id, paper: figure.paper, title: figure.title }
}

impl Document {
    /// All topologies and figures, and these schemes.
    pub(crate) fn of(schemes: &[&dyn Scheme]) -> Self {
        Self { listing: Listing::of(schemes), figures: figures().map(figure_entry).collect() }
    }

    fn table(&self) -> String {
        let Listing { topologies, schemes, routings, .. } = &self.listing;
        let topologies = topologies.iter().map(|topology| {
            let form = format!("{}:{}", topology.name, topology.parameters);
            vec![form, topology.example.into(), topology.summary.into()]
        });
        let served = schemes
            .iter()
            .map(|scheme| vec![scheme.name.into(), served_in_words(&scheme.topologies), scheme.summary.into()]);
        let options = schemes.iter().filter(|scheme| !scheme.options.is_empty()).map(|scheme| {
            let options: Vec<_> = scheme.options.iter().map(|option| format!("--{option}")).collect();
            vec![scheme.name.into(), options.join(" ")]
        });
        let routings = routings.iter().map(|routing| {
            let form = match routing.parameters {
                "" => routing.name.to_owned(),
                parameters => format!("{}:{parameters}", routing.name),
            };
            vec![form, routing.networks.into(), routing.safety.into()]
        });
        let figures = self.figures.iter().map(|figure| vec![figure.name.into(), figure.title.into()]);
        [
            table::render_fitting(
                &[("topology", Left), ("example", Left), ("what it is", Left)],
                topologies,
                &["example"],
            ),
            table::render(&[("scheme", Left), ("topologies", Left), ("what it does", Left)], served),
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
