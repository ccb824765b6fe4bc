//! One multicast by many schemes.

use crate::{Error, Network};
use serde::Serialize;
use wormcast_check::proof::{Answer, SchemeStatement};
use wormcast_plan::{Cost, MulticastSet, NetworkSpec};
use wormcast_schemes::{Options, SCHEMES, Scheme, SchemeError, scheme_named};
use wormcast_sim::{Engine, FlowControl, Handover, Reservation, Time, Timing};

/// On networks with more channels, comparisons and sweeps prove nothing on their own: it would take longer than what they are
/// asked for.
pub const MOST_PROVED_CHANNELS: usize = 2048;

/// What one multicast costs by each scheme, how long it takes alone, and whether the scheme can deadlock. It is written as
/// the `compare` command writes it.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct Comparison {
    /// `wormcast-comparison`.
    pub format: &'static str,
    /// 1.
    pub version: u32,
    /// The network.
    #[serde(flatten)]
    pub network: NetworkSpec,
    /// The source.
    pub source: String,
    /// The destinations.
    pub destinations: Vec<String>,
    /// The schemes, in the order in which they were asked for.
    pub schemes: Vec<ComparedScheme>,
}

/// What one scheme makes of the multicast.
#[derive(Clone, Debug, Serialize)]
#[non_exhaustive]
pub struct ComparedScheme {
    /// The scheme.
    pub scheme: &'static str,
    /// What came of it.
    #[serde(flatten)]
    pub result: ComparedResult,
}

/// What came of a multicast by a scheme.
#[derive(Clone, Debug, Serialize)]
#[serde(untagged)]
pub enum ComparedResult {
    /// It was planned.
    Planned {
        /// What the plan costs.
        cost: Cost,
        /// From the start until the last destination has the message, in an empty network; none if the worms of the plan
        /// wait for each other in a cycle.
        latency_ns: Option<Time>,
        /// Whether multicasts of the scheme, any of which are in flight together, can deadlock; none if that was not asked:
        /// see [`Network::why_not_proved`].
        #[serde(skip_serializing_if = "Option::is_none")]
        proof: Option<Answer>,
    },
    /// The scheme does not plan it, for this reason.
    Refused {
        /// Why.
        refused: String,
    },
    /// The scheme is not for such networks, for this reason.
    Unserved {
        /// Why.
        refused: String,
    },
}

impl Network {
    /// Plans one multicast by these schemes (none: by all that serve the network), with their default options.
    ///
    /// ```
    /// use wormcast::{Network, sim::Timing};
    /// let mesh = Network::build("mesh:4x4")?;
    /// let schemes = ["unicast", "dual-path"];
    /// let comparison = mesh.compare(&schemes, "0,0", &["3,0", "3,3"], &Timing::default())?;
    /// assert!(comparison.schemes.iter().all(|scheme| scheme.is_planned()));
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// No multicast set, an unknown scheme, or a timing that makes no sense.
    pub fn compare<D: AsRef<str>>(
        &self,
        schemes: &[&str],
        source: &str,
        destinations: &[D],
        timing: &Timing,
    ) -> Result<Comparison, Error> {
        self.with_set(source, destinations, |set| self.compare_set(schemes, set, timing))
    }

    /// The same between nodes by number.
    ///
    /// # Errors
    /// As [`compare`](Self::compare).
    pub fn compare_set(&self, schemes: &[&str], set: MulticastSet<'_>, timing: &Timing) -> Result<Comparison, Error> {
        timing.validate().map_err(wormcast_sim::SimError::from)?;
        let asked = match schemes {
            [] => SCHEMES.to_vec(),
            names => names.iter().map(|name| scheme_named(name)).collect::<Result<_, _>>()?,
        };
        let entries = asked.into_iter().map(|scheme| self.compare_one(scheme, set, timing));
        let mut entries = entries.collect::<Result<Vec<_>, Error>>()?;
        // A scheme that was asked for tells why it does not serve the network.
        entries.retain(|entry| !schemes.is_empty() || !matches!(entry.result, ComparedResult::Unserved { .. }));
        let name = |node| self.topology().node_name(node);
        Ok(Comparison {
            format: "wormcast-comparison",
            version: 1,
            network: self.spec().clone(),
            source: name(set.source),
            destinations: set.destinations.iter().map(|&node| name(node)).collect(),
            schemes: entries,
        })
    }

    fn compare_one(
        &self,
        scheme: &'static dyn Scheme,
        set: MulticastSet<'_>,
        timing: &Timing,
    ) -> Result<ComparedScheme, Error> {
        let plan = match self.plan_set(scheme.name(), set, &Options::default()) {
            Ok(plan) => plan,
            Err(error) => return ComparedScheme::refused(scheme, error),
        };
        let engine = if timing.flow == FlowControl::default() { Engine::Worm } else { Engine::Flit };
        let run = self.simulate(&[(&plan, Time::ZERO)], timing, engine)?;
        let proof = self.answer_about(scheme, timing)?;
        let result = ComparedResult::Planned { cost: plan.cost(), latency_ns: run.latency(0), proof };
        Ok(ComparedScheme { scheme: scheme.name(), result })
    }

    /// Whether a scheme can deadlock with its default options and the limits of this timing, if that is asked.
    fn answer_about(&self, scheme: &dyn Scheme, timing: &Timing) -> Result<Option<Answer>, Error> {
        if self.why_not_proved(timing).is_some() {
            return Ok(None);
        }
        let (consumption, virtual_channels) = (timing.consumption.limit(), timing.flow.virtual_channels);
        let statement = SchemeStatement { consumption, virtual_channels, ..SchemeStatement::about(scheme.name()) };
        Ok(Some(self.prove_scheme(&statement, &Options::default())?.answer))
    }

    /// Why a comparison under this timing proves nothing, if so: the network is large, or proofs are not about these rules of
    /// flow control.
    pub fn why_not_proved(&self, timing: &Timing) -> Option<String> {
        if timing.flow.reservation != Reservation::Atomic {
            return Some("proofs about schemes are for atomic reservation".into());
        }
        if timing.flow.handover != Handover::default() {
            return Some("proofs are for channels that are handed over empty".into());
        }
        let (channels, most) = (self.channel_count(), MOST_PROVED_CHANNELS);
        let large = || format!("the network has {channels} channels, and at most {most} are looked at here");
        (channels > most).then(large)
    }
}

impl ComparedScheme {
    /// What a scheme does not plan is a part of the comparison; what nobody can plan is not.
    fn refused(scheme: &dyn Scheme, error: Error) -> Result<Self, Error> {
        let refused = error.to_string();
        let result = match error {
            Error::Scheme(SchemeError::Unserved { .. } | SchemeError::NoLabelling { .. }) => {
                ComparedResult::Unserved { refused }
            }
            Error::Scheme(_) | Error::Plan(_) | Error::Unreachable { .. } => ComparedResult::Refused { refused },
            other => return Err(other),
        };
        Ok(Self { scheme: scheme.name(), result })
    }

    /// Whether it was planned.
    pub fn is_planned(&self) -> bool {
        matches!(self.result, ComparedResult::Planned { .. })
    }
}
