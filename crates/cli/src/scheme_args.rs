//! What a caller may ask of a scheme.

use crate::failure::Failure;
use clap::{Args, Parser};
use std::fmt::Display;
use std::num::NonZeroU32;
use wormcast::plan::FirstHop;
use wormcast::schemes::trees::{Knowledge, LinkOrder};
use wormcast::schemes::{ConsumptionClasses, Minimize, Options, Paths, TreeChoice};
use wormcast::topology::Topology;

/// Over the options of the schemes in help texts.
pub(crate) const SCHEME_OPTIONS: &str = "Options of single schemes";

/// The options of the schemes; each scheme takes those that it knows.
#[derive(Debug, Default, PartialEq, Args)]
#[command(next_help_heading = SCHEME_OPTIONS)]
pub(crate) struct SchemeArgs {
    /// The root of the spanning tree, for the schemes that use one.
    #[arg(long, value_name = "NODE")]
    root: Option<String>,
    /// Let worms of `single-tree` deliver on their way up the tree, which can deadlock where consumption channels are
    /// limited.
    #[arg(long)]
    deliver_on_the_way_up: bool,
    /// How many phases there are, for the schemes that send by relays.
    #[arg(long, value_name = "NUMBER")]
    phases: Option<u32>,
    /// How the first phase sends: `dual-path` or `multi-path`.
    #[arg(long, value_name = "PATHS")]
    first_phase: Option<Paths>,
    /// How the phases after the first send: `dual-path` or `multi-path`.
    #[arg(long, value_name = "PATHS")]
    later_phases: Option<Paths>,
    /// How many worms a node may send in a round, for the schemes that plan in rounds [default: one over each link].
    #[arg(long, value_name = "NUMBER")]
    ports: Option<NonZeroU32>,
    /// By which port a path of `ocms` or `otms` may leave the source: `routing` (the one that the routing takes towards
    /// its first destination) or `free`.
    #[arg(long, value_name = "RULE")]
    first_hop: Option<FirstHop>,
    /// What `ocms` or `otms` makes least, the first before the second: `channels`, `longest`, `channels,longest` or
    /// `longest,channels`.
    #[arg(long, value_name = "COSTS")]
    minimize: Option<Minimize>,
    /// The greatest length of a path of `ocms`, in channels.
    #[arg(long, value_name = "CHANNELS")]
    longest_within: Option<u64>,
    /// No two worms of `ocms` or `otms` may share a channel.
    #[arg(long)]
    disjoint: bool,
    /// Let the plan of `ocms` or `otms` carry its certificate, however long.
    #[arg(long)]
    certificate: bool,
    /// Which of several trees carries a multicast: `random` (drawn from the seed and the set), `fewest-channels`,
    /// `least-loaded` (by the channels taken so far), or its number, from 0.
    #[arg(long, value_name = "TREE")]
    tree: Option<TreeChoice>,
    /// The seed by which trees are drawn [default: 0].
    #[arg(long, value_name = "SEED")]
    tree_seed: Option<u64>,
    /// Send every destination by the tree in which it is nearest: a worm for each tree.
    #[arg(long, conflicts_with = "tree")]
    split_destinations: bool,
    /// The order in which links are packed into trees: `given`, `random:SEED`, or `hamiltonian-paths` (square tori).
    #[arg(long, value_name = "ORDER")]
    link_order: Option<LinkOrder>,
    /// How many trees are packed [default: as many as can be].
    #[arg(long, value_name = "NUMBER")]
    trees: Option<NonZeroU32>,
    /// Who knows of a lost link: everybody (`global`), or the routers beside it (`local`), which send on in the other
    /// tree [default: global].
    #[arg(long, value_name = "KNOWLEDGE")]
    fault_knowledge: Option<Knowledge>,
    /// The consumption classes of worms along labels: `one`, or one for each `direction`, which keeps them free of
    /// deadlock with two consumption channels per node [default: one].
    #[arg(long, value_name = "CLASSES")]
    consumption_classes: Option<ConsumptionClasses>,
}

impl SchemeArgs {
    /// The same, with nodes for names.
    pub(crate) fn resolve(&self, topology: &dyn Topology) -> Result<Options, Failure> {
        let root = self.root.as_ref().map(|name| topology.find_node(name)).transpose()?;
        let Self { deliver_on_the_way_up, phases, first_phase, later_phases, ports, first_hop, minimize, .. } = *self;
        let Self { longest_within, disjoint, certificate, .. } = *self;
        let Self {
            tree, tree_seed, split_destinations, link_order, trees, fault_knowledge, consumption_classes, ..
        } = *self;
        Ok(Options {
            root,
            deliver_on_the_way_up,
            phases,
            first_phase,
            later_phases,
            ports,
            first_hop,
            minimize,
            longest_within,
            disjoint,
            certificate,
            tree,
            tree_seed,
            split_destinations,
            link_order,
            trees,
            fault_knowledge,
            consumption_classes,
        })
    }

    /// The options that are set, as on the command line.
    pub(crate) fn words(&self) -> Vec<String> {
        let text = |value: &dyn Display| value.to_string();
        let values = [
            ("root", self.root.clone()),
            ("phases", self.phases.map(|value| text(&value))),
            ("first-phase", self.first_phase.map(|value| text(&value))),
            ("later-phases", self.later_phases.map(|value| text(&value))),
            ("ports", self.ports.map(|value| text(&value))),
            ("first-hop", self.first_hop.map(|value| text(&value))),
            ("minimize", self.minimize.map(|value| text(&value))),
            ("longest-within", self.longest_within.map(|value| text(&value))),
            ("tree", self.tree.map(|value| text(&value))),
            ("tree-seed", self.tree_seed.map(|value| text(&value))),
            ("link-order", self.link_order.map(|value| text(&value))),
            ("trees", self.trees.map(|value| text(&value))),
            ("fault-knowledge", self.fault_knowledge.map(|value| text(&value))),
            ("consumption-classes", self.consumption_classes.map(|value| text(&value))),
        ];
        let switches = [
            ("deliver-on-the-way-up", self.deliver_on_the_way_up),
            ("disjoint", self.disjoint),
            ("certificate", self.certificate),
            ("split-destinations", self.split_destinations),
        ];
        let values = values.into_iter().filter_map(|(name, value)| Some([format!("--{name}"), value?]));
        let switches = switches.into_iter().filter(|(_, set)| *set).map(|(name, _)| format!("--{name}"));
        values.flatten().chain(switches).collect()
    }

    /// The options that are set by these words.
    ///
    /// # Errors
    /// There is no such option, or no such value.
    pub(crate) fn of_words(words: &[String]) -> Result<Self, Failure> {
        #[derive(Parser)]
        #[command(no_binary_name = true, disable_help_flag = true)]
        struct Line {
            #[command(flatten)]
            options: SchemeArgs,
        }
        let unknown = |_| Failure::new(format!("`{}` sets no options of schemes", words.join(" ")));
        Line::try_parse_from(words).map(|line| line.options).map_err(unknown)
    }

    /// The rule for the first hop.
    pub(crate) fn first_hop(&self) -> FirstHop {
        self.first_hop.unwrap_or_default()
    }
}
