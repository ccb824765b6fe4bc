//! What the schemes with phases share: nodes that have the message, and what they must see to.

use crate::label_paths::PhasePaths;
use crate::label_paths::{Launch, append_paths};
use crate::{LabelRouting, OptionSpec, Options};
use std::ops::Range;
use wormcast_plan::{WormId, Worms};

/// How the first phase sends.
pub const FIRST_PHASE: OptionSpec<PhasePaths> =
    OptionSpec::new("first-phase", "PATHS", "How the first phase sends: `dual-path` or `multi-path`").expects(PATHS);

/// How the phases after the first send.
pub const LATER_PHASES: OptionSpec<PhasePaths> =
    OptionSpec::new("later-phases", "PATHS", "How the phases after the first send: `dual-path` or `multi-path`")
        .expects(PATHS);

const PATHS: &str = "`dual-path` or `multi-path`";

/// A node that has the message, or will have it in the next phase.
#[derive(Clone)]
pub(crate) struct Sender {
    pub label: u32,
    /// The worm that brings the message; none at the source.
    pub informed: Option<WormId>,
    /// Which of the destinations it must see to, by their places in a list of labels.
    pub serves: Range<usize>,
}

/// How the phases send.
pub(crate) struct Phases<'t> {
    pub routing: LabelRouting<'t>,
    first: PhasePaths,
    later: PhasePaths,
}

impl<'t> Phases<'t> {
    /// As the options say; by `default` where they say nothing.
    pub(crate) fn new(routing: LabelRouting<'t>, options: &Options, default: PhasePaths) -> Self {
        let [first, later] = [&FIRST_PHASE, &LATER_PHASES].map(|option| options.get(option).unwrap_or(default));
        Self { routing, first, later }
    }

    /// Appends the worms of one sender in a phase. `labels` ascend and leave it out.
    pub(crate) fn send(&self, sender: &Sender, phase: usize, labels: &[u32], worms: &mut Worms) {
        let paths = if phase == 0 { self.first } else { self.later };
        let launch = Launch { label: sender.label, after: sender.informed, round: phase as u32 };
        append_paths(paths, &self.routing, launch, labels, worms);
    }

    /// Appends the worms of one sender to relays, and notes at each of the `receivers` which worm informs it. Those
    /// must ascend by label, and the `relays` be among them.
    pub(crate) fn inform(
        &self,
        sender: &Sender,
        phase: usize,
        relays: &[u32],
        receivers: &mut [Sender],
        worms: &mut Worms,
    ) {
        let first = worms.len();
        self.send(sender, phase, relays, worms);
        for id in first as WormId..worms.len() as WormId {
            for delivery in worms.get(id).deliveries {
                let label = self.routing.label(delivery.node);
                let place = receivers.binary_search_by_key(&label, |receiver| receiver.label);
                receivers[place.expect("deliveries are to relays")].informed = Some(id);
            }
        }
    }
}
