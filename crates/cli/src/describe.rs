//! `wormcast describe`.

use crate::failure::Failure;
use crate::files::Target;
use crate::network::NetworkArgs;
use crate::output::{self, Format};
use crate::pictures::Pictures;
use crate::progress;
use crate::table::{self, Align};
use crate::verdict::Verdict;
use crate::words::count;
use clap::Args;
use std::path::{Path, PathBuf};
use wormcast::draw::{DrawOptions, PaperWidth, network_svg};
use wormcast::formats::{FORMATS, Format as FileFormat, format_to_write};
use wormcast::{Attached, DescribedNode, NetworkSummary, WeightRange};

/// Describes a network: nodes, links, degrees, diameter, and whether it has a Hamiltonian labelling.
#[derive(Debug, Args)]
#[command(after_help = "Example:\n  wormcast describe torus:8x8")]
pub(crate) struct Describe {
    #[command(flatten)]
    network: NetworkArgs,
    /// Also list the nodes: their names, degrees and labels.
    #[arg(long)]
    nodes: bool,
    /// Also draw the network into this file, as SVG.
    #[arg(long, value_name = "FILE")]
    svg: Option<PathBuf>,
    /// The same picture as PDF.
    #[arg(long, value_name = "FILE")]
    pdf: Option<PathBuf>,
    /// Draw it as wide as a paper needs it, without a title: `8.5cm` is a column, `17.5cm` a page.
    #[arg(long, value_name = "WIDTH")]
    picture_width: Option<PaperWidth>,
    /// Also write the network into this file: as DOT for `.dot`, GraphML for `.graphml`, wormcast-network for `.json`.
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// What to write it as, whatever the name of the file: `wormcast-network`, `node-link`, `graphml` or `dot`.
    #[arg(long, value_name = "FORMAT", requires = "out", value_parser = written_format)]
    out_format: Option<&'static FileFormat>,
    /// How to print it.
    #[arg(long, value_enum, default_value_t = Format::Table)]
    format: Format,
}

/// The format of this name that networks are written in.
fn written_format(name: &str) -> Result<&'static FileFormat, String> {
    let written = || FORMATS.iter().filter(|format| format.is_written());
    let known = || written().map(|format| format!("`{}`", format.word())).collect::<Vec<_>>().join(", ");
    written().find(|format| format.word() == name).ok_or_else(|| format!("expected one of {}", known()))
}

/// How many different degrees and latencies are counted one by one in words.
const COUNTED: usize = 6;

impl Describe {
    /// Draws the network if asked to, and prints the description.
    pub(crate) fn run(&self) -> Result<Verdict, Failure> {
        let pictures = Pictures::at(self.svg.as_deref(), self.pdf.as_deref(), self.picture_width)?;
        let out = self.out.as_deref().map(|path| self.written_to(path)).transpose()?;
        let network = self.network.build_silently()?;
        if let Some((target, format)) = out {
            target.write(|file| format.write(network.topology(), file))?;
        }
        pictures.draw(|width| network_svg(network.topology(), &DrawOptions { width, ..DrawOptions::default() }))?;
        let description = progress::during("measuring the network", || network.describe(self.nodes));
        match self.format {
            Format::Json => output::print_json(&description)?,
            Format::Table => output::print_text(&in_words(&description))?,
        }
        Ok(Verdict::Yes)
    }

    /// The file to write the network into, and its format.
    fn written_to(&self, path: &Path) -> Result<(Target, &'static FileFormat), Failure> {
        let target = Target::at(path)?;
        self.network.file().into_iter().try_for_each(|input| target.spare(input))?;
        let format = self.out_format.or_else(|| format_to_write(path)).ok_or_else(|| {
            let names = "`.json`, `.graphml`, `.dot` or `.gv`";
            let message = format!("expected a name that ends in {names}, or `--out-format`");
            Failure::new(format!("cannot write {}: networks are not written so; {message}", path.display()))
        })?;
        Ok((target, format))
    }
}

/// What a network is, a line a property.
fn in_words(description: &NetworkSummary) -> String {
    let diameter = match (description.diameter, description.diameter_at_least) {
        (Some(exactly), _) => count(exactly, "channel"),
        (None, Some(bound)) => format!("at least {} (to make sure would take too long)", count(bound, "channel")),
        (None, None) if description.one_way > 0 => format!(
            "none: not every node is reached from every other one; {} of nodes that reach each other",
            count(description.pieces, "group")
        ),
        (None, None) => format!("none: the network is in {} pieces", description.pieces),
    };
    let mut rows = vec![
        ("network", description.topology.clone()),
        ("nodes", nodes_counted(description)),
        ("links", links_counted(description)),
        ("degrees", degrees_in_words(description)),
        ("diameter", diameter),
        ("labelling", labelling_in_words(description)),
    ];
    rows.extend(attached_in_words(&description.attached));
    format!("{}{}", table::render_pairs(rows), nodes_in_words(description))
}

fn nodes_counted(description: &NetworkSummary) -> String {
    match description.endpoints {
        0 => description.nodes.to_string(),
        endpoints => format!("{} ({endpoints} of them endpoints)", description.nodes),
    }
}

fn links_counted(description: &NetworkSummary) -> String {
    let NetworkSummary { links, channels, .. } = description;
    match description.one_way {
        0 => format!("{links} ({channels} channels)"),
        one_way => format!("{links} ({channels} channels, {one_way} of them without an opposite)"),
    }
}

fn nodes_in_words(description: &NetworkSummary) -> String {
    if description.node_list.is_empty() {
        return String::new();
    }
    let columns = [("node", Align::Left), ("degree", Align::Right), ("label", Align::Right)];
    let row = |node: &DescribedNode| {
        vec![node.name.clone(), node.degree.to_string(), node.label.map_or("-".into(), |label| label.to_string())]
    };
    format!("\n{}", table::render(&columns, description.node_list.iter().map(row)))
}

fn labelling_in_words(description: &NetworkSummary) -> String {
    match &description.no_labelling {
        Some(reason) => format!("none: {reason}"),
        None if description.one_way_labelling => "one way, up a Hamiltonian path of channels".into(),
        None => "yes, along a Hamiltonian path".into(),
    }
}

fn degrees_in_words(description: &NetworkSummary) -> String {
    let range = match (description.degrees.first_key_value(), description.degrees.last_key_value()) {
        (Some((least, _)), Some((most, _))) if least < most => format!("{least} to {most}"),
        (least, _) => return least.map_or(String::new(), |(degree, _)| format!("{degree} everywhere")),
    };
    if description.degrees.len() > COUNTED {
        return range;
    }
    let nodes = |(degree, &nodes)| format!("{} of {degree}", count(nodes, "node"));
    format!("{range}: {}", description.degrees.iter().map(nodes).collect::<Vec<_>>().join(", "))
}

fn attached_in_words(attached: &Attached) -> impl Iterator<Item = (&'static str, String)> {
    let number: usize = attached.terminals.values().map(Vec::len).sum();
    let terminals =
        format!("{number}, attached to {}; messages go from node to node", count(attached.terminals.len(), "node"));
    let latency = |(cycles, channels): (&u32, &usize)| format!("{cycles} ({})", count(channels, "channel"));
    let mut latencies: Vec<_> = attached.latencies.iter().take(COUNTED).map(latency).collect();
    if attached.latencies.len() > COUNTED {
        latencies.push("…".into());
    }
    let latencies = format!("in cycles: {}; not used, every channel takes `--flit-ns`", latencies.join(", "));
    let weights = attached.weights.iter().map(|(name, range)| weight_in_words(name, range));
    let weights =
        format!("{}; `--weight NAME` takes those that all channels have", weights.collect::<Vec<_>>().join(", "));
    let weights = (!attached.weights.is_empty()).then_some(("weights", weights));
    let read_as = attached.read_as.map(|format| ("read as", format.to_owned()));
    let terminals = (!attached.terminals.is_empty()).then_some(("terminals", terminals));
    let latencies = (!attached.latencies.is_empty()).then_some(("latencies", latencies));
    let warnings = attached.warnings.iter().map(|warning| ("warning", warning.clone()));
    [read_as, terminals, weights, latencies].into_iter().flatten().chain(warnings)
}

fn weight_in_words(name: &str, range: &WeightRange) -> String {
    let WeightRange { channels, least, greatest, .. } = range;
    match least == greatest {
        true => format!("`{name}` {least} ({})", count(*channels, "channel")),
        false => format!("`{name}` {least} to {greatest} ({})", count(*channels, "channel")),
    }
}
