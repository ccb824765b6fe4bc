//! Which scheme is the quickest under a load, for multicasts of each size.

use crate::{Error, Network};
use serde::Serialize;
use wormcast_eval::run::{Cell, Figures, RunOutcome, StopRule};
use wormcast_eval::stats::Estimate;
use wormcast_eval::traffic::{MessageClass, Pattern, TrafficSpec};
use wormcast_schemes::{Options, scheme_named};
use wormcast_sim::{Conditions, EngineChoice, Timing};

/// A load, and the multicasts in it.
#[derive(Clone, Debug, PartialEq)]
pub struct UnderLoad {
    /// Messages per node per µs.
    pub load: f64,
    /// The share of them that are multicasts, above 0; the others have one destination.
    pub multicast_share: f64,
    /// How many destinations multicasts have: each is measured by itself.
    pub sizes: Vec<usize>,
    /// The seed of the messages, which are the same for all schemes.
    pub seed: u64,
    /// A run ends when the half-width of the 95 % interval of the mean latency is this share of the mean.
    pub half_width: f64,
    /// Or after so many messages.
    pub max_messages: u64,
}

/// What schemes do with multicasts of all sizes that were asked for; it is written as `compare --under` writes it.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct ComparedUnderLoad {
    /// Messages per node per µs.
    pub load: f64,
    /// The share of them that are multicasts.
    pub multicast_share: f64,
    /// Size by size.
    pub sizes: Vec<SizeUnderLoad>,
}

/// What schemes do with multicasts of one size.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SizeUnderLoad {
    /// How many destinations a multicast has.
    pub destinations: usize,
    /// The schemes, in the order in which they were asked for.
    pub schemes: Vec<SchemeUnderLoad>,
    /// The one with the least mean latency; none if no run came to a steady state.
    pub recommended: Option<&'static str>,
}

/// One scheme under a load.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct SchemeUnderLoad {
    /// The scheme, which plans the messages with one destination too.
    pub scheme: &'static str,
    /// The mean latency of its multicasts, and the half-width of its 95 % interval; none where there is no steady
    /// state.
    pub latency_ns: Option<f64>,
    /// See `latency_ns`.
    pub ci95_ns: Option<f64>,
    /// How much longer its multicasts took than those of the quickest scheme, multicast by multicast: all schemes have
    /// the same ones, so that it is known much better than either mean. None for the quickest itself.
    pub longer_ns: Option<f64>,
    /// The half-width of the 95 % interval of that.
    pub longer_ci95_ns: Option<f64>,
    /// How the run ended: `steady`, `saturated`, `deadlock`, `budget`.
    pub outcome: RunOutcome,
}

impl Network {
    /// Runs every scheme under a load, for multicasts of each size, and names the quickest for each. Schemes get the
    /// same messages. O(runs); a run takes as long as its statistics need.
    ///
    /// ```
    /// use wormcast::{Network, UnderLoad, sim::Timing};
    /// let mesh = Network::build("mesh:4x4")?;
    /// let asked = UnderLoad {
    ///     load: 0.05, multicast_share: 0.1, sizes: vec![2, 10], seed: 1, half_width: 0.1, max_messages: 2000,
    /// };
    /// let timing = Timing { length: 16, ..Timing::default() };
    /// let compared = mesh.under_load(&["unicast", "dual-path"], &asked, &timing)?;
    /// assert!(compared.sizes.iter().all(|size| size.recommended == Some("dual-path")));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// An unknown scheme, or one that does not serve the network; more destinations than there are nodes.
    pub fn under_load(&self, schemes: &[&str], asked: &UnderLoad, timing: &Timing) -> Result<ComparedUnderLoad, Error> {
        let sizes = asked.sizes.iter().map(|&size| self.of_size(schemes, asked, size, timing));
        let sizes = sizes.collect::<Result<_, _>>()?;
        Ok(ComparedUnderLoad { load: asked.load, multicast_share: asked.multicast_share, sizes })
    }

    fn of_size(
        &self,
        schemes: &[&str],
        asked: &UnderLoad,
        size: usize,
        timing: &Timing,
    ) -> Result<SizeUnderLoad, Error> {
        let of = |count| Pattern::Uniform { min: count, max: count };
        let traffic = TrafficSpec::poisson(asked.multicast_share, of(1), of(size));
        let runs = schemes.iter().map(|name| self.one_under_load(name, asked, &traffic, timing));
        let mut runs = runs.collect::<Result<Vec<_>, _>>()?;
        let known = runs.iter().enumerate().filter_map(|(place, (run, _))| Some((run.latency_ns?, place)));
        let best = known.min_by(|a, b| a.0.total_cmp(&b.0)).map(|best| best.1);
        for place in (0..runs.len()).filter(|&place| best.is_some_and(|best| best != place)) {
            let longer = best.and_then(|best| longer_than(&runs[place].1, &runs[best].1, asked.multicast_share));
            let run = &mut runs[place].0;
            (run.longer_ns, run.longer_ci95_ns) = (longer.map(|one| one.mean), longer.and_then(|one| one.half_width));
        }
        let recommended = best.map(|best| runs[best].0.scheme);
        let schemes = runs.into_iter().map(|(run, _)| run).collect();
        Ok(SizeUnderLoad { destinations: size, schemes, recommended })
    }

    fn one_under_load(
        &self,
        name: &str,
        asked: &UnderLoad,
        traffic: &TrafficSpec,
        timing: &Timing,
    ) -> Result<(SchemeUnderLoad, Figures), Error> {
        let scheme = scheme_named(name)?;
        let stop =
            StopRule { half_width_share: asked.half_width, max_messages: asked.max_messages, ..StopRule::default() };
        let cell = Cell {
            topology: self.topology(),
            scheme,
            options: &Options::default(),
            unicast: None,
            traffic,
            engine: EngineChoice::Auto.of(self.topology(), timing, &Conditions::default()),
            timing,
            stop,
            load: asked.load,
            seed: asked.seed,
        };
        let figures = cell.run()?;
        let multicasts = figures.classes.iter().find(|class| class.of == Some(MessageClass::Multicast));
        let latency = multicasts.and_then(|class| class.latency.as_ref());
        let run = SchemeUnderLoad {
            scheme: scheme.name(),
            latency_ns: latency.map(|latency| latency.latency.mean),
            ci95_ns: latency.and_then(|latency| latency.latency.half_width),
            longer_ns: None,
            longer_ci95_ns: None,
            outcome: figures.outcome,
        };
        Ok((run, figures))
    }
}

/// How much longer the multicasts of a run took than those of another with the same messages, without its warm-up.
fn longer_than(own: &Figures, other: &Figures, multicast_share: f64) -> Option<Estimate> {
    let warm_up = own.warm_up?.max(other.warm_up?) as f64 * multicast_share;
    own.multicast_blocks.as_ref()?.longer_than(other.multicast_blocks.as_ref()?, warm_up.ceil() as u64)
}
