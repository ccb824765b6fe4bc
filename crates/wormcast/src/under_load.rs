//! Which scheme is the quickest under a load, for multicasts of each size.

mod document;

pub use document::{Assignment, ComparedUnderLoad, MixtureUnderLoad, SchemeUnderLoad, SizeUnderLoad};

use crate::scheme_words::SchemeWords;
use crate::{Comparing, Error, Network};
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, SchemeStatement};
use wormcast_eval::run::{Cell, Figures, RunError, StopRule};
use wormcast_eval::stats::Estimate;
use wormcast_eval::sweep::{Apart, apart};
use wormcast_eval::traffic::{MessageClass, Pattern, TrafficSpec};
use wormcast_plan::random_destinations;
use wormcast_schemes::option::{LARGE, SMALL, UP_TO};
use wormcast_schemes::{Options, Scheme};
use wormcast_sim::{Conditions, EngineChoice};
use wormcast_topology::NodeId;

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

impl Assignment {
    /// The options of `by-size`.
    fn options(&self) -> Options {
        let up_to = NonZeroU32::new(self.up_to as u32).unwrap_or(NonZeroU32::MIN);
        Options::default()
            .with(&SMALL, self.small.as_str().into())
            .with(&LARGE, self.large.as_str().into())
            .with(&UP_TO, up_to)
    }
}

/// Why nothing is run where there is no scheme.
const NONE_IS_FREE: &str = "no scheme here is proved free of deadlock, and others are not run under load";

/// A run, and all that it found; nothing where the scheme does not plan the messages.
type Run = (SchemeUnderLoad, Option<Figures>);

impl Network {
    /// Runs every scheme under a load, for multicasts of each size and for all sizes together, and names the quickest.
    /// Schemes get the same messages. Of `comparing` the timing and the unicasts count. Where there is no scheme,
    /// nothing is measured, and that is told. O(runs); a run takes as long as its statistics need.
    ///
    /// ```
    /// use wormcast::{Comparing, Network, UnderLoad, sim::Timing};
    /// let mesh = Network::build("mesh:4x4")?;
    /// let asked = UnderLoad {
    ///     load: 0.05, multicast_share: 0.1, sizes: vec![2, 10], seed: 1, half_width: 0.1, max_messages: 2000,
    /// };
    /// let timing = Timing { length: 16, ..Timing::default() };
    /// let comparing = Comparing { timing, ..Comparing::default() };
    /// let compared = mesh.under_load(&["unicast", "dual-path"], &asked, &comparing)?;
    /// assert!(compared.sizes.iter().all(|size| size.recommended.as_deref() == Some("dual-path")));
    /// assert_eq!(compared.mixture.unwrap().recommended.as_deref(), Some("dual-path"));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// An unknown scheme; more destinations than there are nodes; no scheme plans the messages of a size.
    pub fn under_load(
        &self,
        schemes: &[&str],
        asked: &UnderLoad,
        comparing: &Comparing,
    ) -> Result<ComparedUnderLoad, Error> {
        let schemes: Vec<_> = schemes.iter().copied().filter(|&scheme| scheme != BY_SIZE).collect();
        let UnderLoad { load, multicast_share, .. } = *asked;
        let mut compared = ComparedUnderLoad { load, multicast_share, sizes: Vec::new(), mixture: None, refused: None };
        if schemes.is_empty() {
            compared.refused = Some(NONE_IS_FREE.to_owned());
            return Ok(compared);
        }
        let sizes = asked.sizes.iter().map(|&size| self.of_size(&schemes, asked, size, comparing));
        compared.sizes = sizes.collect::<Result<_, _>>()?;
        compared.mixture = self.mixture_under_load(&compared.sizes, asked, comparing)?;
        Ok(compared)
    }

    fn of_size(
        &self,
        schemes: &[&str],
        asked: &UnderLoad,
        size: usize,
        comparing: &Comparing,
    ) -> Result<SizeUnderLoad, Error> {
        let traffic = TrafficSpec::poisson(asked.multicast_share, of(1), of(size));
        let runs = schemes.iter().map(|text| self.one_under_load(&SchemeWords::of(text)?, asked, &traffic, comparing));
        let mut runs = runs.collect::<Result<Vec<_>, _>>()?;
        let recommended = beside_the_quickest(&mut runs);
        let schemes = runs.into_iter().map(|(run, _)| run).collect();
        Ok(SizeUnderLoad { destinations: size, schemes, recommended })
    }

    /// Runs the same schemes where multicasts of all sizes are in one load, and beside them the assignment of schemes
    /// to sizes that promises the least latency, of those that are proved free of deadlock. None with one size.
    fn mixture_under_load(
        &self,
        sizes: &[SizeUnderLoad],
        asked: &UnderLoad,
        comparing: &Comparing,
    ) -> Result<Option<MixtureUnderLoad>, Error> {
        let mut destinations: Vec<_> = sizes.iter().map(|size| size.destinations).collect();
        destinations.sort_unstable();
        destinations.dedup();
        if destinations.len() < 2 {
            return Ok(None);
        }
        let sets = self.mixed_sets(&destinations, asked.seed)?;
        let traffic = TrafficSpec::poisson(asked.multicast_share, of(1), Pattern::List { sets });
        let texts = sizes[0].schemes.iter().map(|run| &*run.scheme);
        let runs = texts.map(|text| self.one_under_load(&SchemeWords::of(text)?, asked, &traffic, comparing));
        let mut runs = runs.collect::<Result<Vec<_>, _>>()?;
        let [assignment, unproved] = self.assignment(sizes, comparing)?;
        if let Some(assignment) = &assignment {
            let by_size = SchemeWords { options: assignment.options(), ..SchemeWords::of(BY_SIZE)? };
            runs.push(self.one_under_load(&by_size, asked, &traffic, comparing)?);
        }
        let recommended = beside_the_quickest(&mut runs);
        let schemes = runs.into_iter().map(|(run, _)| run).collect();
        Ok(Some(MixtureUnderLoad { destinations, assignment, unproved, schemes, recommended }))
    }

    /// For each node some sets of each size.
    fn mixed_sets(&self, sizes: &[usize], seed: u64) -> Result<Vec<(NodeId, Vec<NodeId>)>, Error> {
        let topology = self.topology();
        let mut sets = Vec::new();
        for source in topology.graph().terminals() {
            for (&size, number) in sizes.iter().flat_map(|size| (0..SETS).map(move |number| (size, number))) {
                let seed = seed.wrapping_mul(SETS).wrapping_add(number);
                sets.push((source, random_destinations(topology, source, size, seed)?));
            }
        }
        Ok(sets)
    }

    /// Two schemes for small and for large multicasts that promise less latency than each scheme by itself, proved free
    /// of deadlock together; and those that promise the least, if they are not proved.
    fn assignment(&self, sizes: &[SizeUnderLoad], comparing: &Comparing) -> Result<[Option<Assignment>; 2], Error> {
        let mut unproved = None;
        for (small, up_to, large) in promising(sizes).into_iter().take(MOST_PROVED) {
            if small == large {
                break;
            }
            let assignment = Assignment { small: small.to_owned(), up_to, large: large.to_owned() };
            let about = SchemeStatement::about(BY_SIZE);
            let about = match &comparing.unicasts {
                Some(unicasts) if !comparing.keeps_apart() => about.beside(unicasts),
                _ => about,
            };
            if self.answer_about(comparing, about, &assignment.options())? == Some(Answer::DeadlockFree) {
                return Ok([Some(assignment), unproved]);
            }
            unproved.get_or_insert(assignment);
        }
        Ok([None, unproved])
    }

    fn one_under_load(
        &self,
        words: &SchemeWords,
        asked: &UnderLoad,
        traffic: &TrafficSpec,
        comparing: &Comparing,
    ) -> Result<Run, Error> {
        let stop =
            StopRule { half_width_share: asked.half_width, max_messages: asked.max_messages, ..StopRule::default() };
        let unicasts = comparing.unicasts.as_deref().map(SchemeWords::of).transpose()?;
        let timing = &comparing.timing;
        let cell = Cell {
            topology: self.topology(),
            scheme: words.scheme,
            options: &words.options,
            unicast: unicasts.as_ref().map(|unicasts| (unicasts.scheme as &dyn Scheme, &unicasts.options)),
            traffic,
            engine: EngineChoice::Auto.of(self.topology(), timing, &Conditions::default()),
            timing,
            stop,
            load: asked.load,
            seed: asked.seed,
        };
        match cell.run() {
            Ok(figures) => Ok((SchemeUnderLoad::of(&words.text, &figures), Some(figures))),
            // What is wrong with the messages is wrong for every scheme.
            Err(error @ RunError::Pattern(_)) => Err(error.into()),
            Err(error) => Ok((SchemeUnderLoad::refused(&words.text, error.to_string()), None)),
        }
    }
}

/// The scheme of assignments, which is none of those that are assigned.
pub const BY_SIZE: &str = "by-size";
/// How many sets of each size a node has in a mixture.
const SETS: u64 = 16;
/// How many assignments are asked about before it is one scheme for all.
const MOST_PROVED: usize = 12;

fn of(count: usize) -> Pattern {
    Pattern::Uniform { min: count, max: count }
}

/// Pairs of schemes, and how many destinations the multicasts of the first one have at most, those first that promise
/// the least latency over all sizes; and each scheme by itself.
fn promising(sizes: &[SizeUnderLoad]) -> Vec<(&str, usize, &str)> {
    let mut by_size: Vec<_> = sizes.iter().collect();
    by_size.sort_by_key(|size| size.destinations);
    let schemes = &by_size[0].schemes;
    let sum = |place: usize, sizes: &[&SizeUnderLoad]| {
        sizes.iter().map(|size| size.schemes[place].latency_ns.unwrap_or(f64::INFINITY)).sum::<f64>()
    };
    let mut found = Vec::new();
    for split in 1..by_size.len() {
        let (below, above) = by_size.split_at(split);
        for (small, large) in (0..schemes.len()).flat_map(|small| (0..schemes.len()).map(move |large| (small, large))) {
            // What is assigned are schemes with their default options.
            let is_plain = [small, large].iter().all(|&place| is_assigned(&schemes[place].scheme));
            if is_plain && (small != large || split == 1) {
                let up_to = below[split - 1].destinations;
                found.push((
                    sum(small, below) + sum(large, above),
                    (&*schemes[small].scheme, up_to, &*schemes[large].scheme),
                ));
            }
        }
    }
    found.retain(|entry| entry.0.is_finite());
    found.sort_by(|a, b| a.0.total_cmp(&b.0));
    found.into_iter().map(|entry| entry.1).collect()
}

/// Whether a scheme is a part of assignments.
fn is_assigned(scheme: &str) -> bool {
    scheme != BY_SIZE && !scheme.contains(' ')
}

/// Tells of each run how much longer its multicasts took than those of the quickest one, which is returned.
fn beside_the_quickest(runs: &mut [Run]) -> Option<String> {
    let known = runs.iter().enumerate().filter_map(|(place, (run, _))| Some((run.latency_ns?, place)));
    let best = known.min_by(|a, b| a.0.total_cmp(&b.0))?.1;
    for place in (0..runs.len()).filter(|&place| place != best) {
        let figures = runs[place].1.as_ref().zip(runs[best].1.as_ref());
        let longer = figures.and_then(|(own, quickest)| longer_than(own, quickest));
        let run = &mut runs[place].0;
        (run.longer_ns, run.longer_ci95_ns) = (longer.map(|one| one.by.mean), longer.and_then(|one| one.by.half_width));
        run.longer_is_paired = longer.map(|one| one.paired);
    }
    Some(runs[best].0.scheme.clone())
}

impl SchemeUnderLoad {
    fn of(scheme: &str, figures: &Figures) -> Self {
        let latency = multicast_latency(figures);
        Self {
            scheme: scheme.to_owned(),
            latency_ns: latency.map(|latency| latency.mean),
            ci95_ns: latency.and_then(|latency| latency.half_width),
            longer_ns: None,
            longer_ci95_ns: None,
            longer_is_paired: None,
            outcome: Some(figures.outcome),
            refused: None,
        }
    }

    fn refused(scheme: &str, refused: String) -> Self {
        let (latency_ns, ci95_ns, longer_ns, longer_ci95_ns) = (None, None, None, None);
        Self {
            scheme: scheme.to_owned(),
            latency_ns,
            ci95_ns,
            longer_ns,
            longer_ci95_ns,
            longer_is_paired: None,
            outcome: None,
            refused: Some(refused),
        }
    }
}

/// How much longer the multicasts of a run took than those of another with the same messages; None if one of them has
/// no mean.
fn longer_than(own: &Figures, other: &Figures) -> Option<Apart> {
    let in_common = own.longer_than(other, Some(MessageClass::Multicast)).ok();
    apart(&[multicast_latency(own)?], &[multicast_latency(other)?], &[in_common])
}

/// The mean latency of the multicasts of a run.
fn multicast_latency(figures: &Figures) -> Option<Estimate> {
    let multicasts = figures.classes.iter().find(|class| class.of == Some(MessageClass::Multicast))?;
    Some(multicasts.latency.as_ref()?.latency)
}
