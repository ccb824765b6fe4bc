//! Multicasts by many schemes.

mod advice;
#[cfg(feature = "sweep")]
mod differences;
mod document;
mod observed;
mod questions;
mod same_worms;
mod step;

pub use questions::{alone_under, keeps_classes_apart, policies_of};

pub use step::ComparingStep;

pub use document::{Apart, ComparedResult, ComparedScheme, ComparedUnicasts, Comparison, Difference, MeanCost};

use crate::scheme_words::SchemeWords;
use crate::{Error, Network, Recommendation};
use observed::Observed;
use std::num::NonZeroU32;
use std::time::Duration;
use wormcast_check::proof::{Answer, SchemeStatement};
use wormcast_plan::{ChannelWeight, ChannelWeights, MulticastSet, VcRule};
use wormcast_prove::Effort;
use wormcast_schemes::{Options, PlanError};
use wormcast_sim::{Conditions, EngineChoice, SimError, Time, Timing};

/// On networks with more channels, comparisons and sweeps prove nothing on their own: it would take longer than what
/// they are asked for.
pub const MOST_PROVED_CHANNELS: usize = 2048;

/// What is compared.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparing {
    /// The schemes, each with its options behind it (`single-tree --root 3,3`); none: all that serve the network, with
    /// their default options, and that of the unicasts where it is another one.
    pub schemes: Vec<String>,
    /// The parameters of time, and the consumption and virtual channels that the proofs are for.
    pub timing: Timing,
    /// The scheme by which unicasts between all nodes go, if they may be in flight too, with its options behind it:
    /// `unicast` takes the network's own routes, `unicast --routing up-down` those of a routing.
    pub unicasts: Option<String>,
    /// How long each proof may take; after that its answer is unknown.
    pub budget: Duration,
    /// What plans shall have little of, besides channels: their weights are told, the least is recommended, and schemes
    /// that look for light trees look for such ones.
    pub weight: Option<ChannelWeight>,
}

/// How long each proof of a comparison may take if nobody says so: there are many.
pub const COMPARING_BUDGET: Duration = Duration::from_secs(10);

impl Default for Comparing {
    fn default() -> Self {
        let (schemes, timing) = (Vec::new(), Timing::default());
        Self { schemes, timing, unicasts: None, budget: COMPARING_BUDGET, weight: None }
    }
}

impl Network {
    /// Plans one multicast by many schemes.
    ///
    /// ```
    /// use wormcast::{Comparing, Network};
    /// let mesh = Network::build("mesh:4x4")?;
    /// let comparing = Comparing { unicasts: Some("unicast".into()), ..Comparing::default() };
    /// let comparison = mesh.compare("0,0", &["3,0", "3,3"], &comparing)?;
    /// assert_eq!(comparison.recommended.unwrap().scheme, "disjoint-trees");
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// No multicast set, an unknown scheme, or a timing that makes no sense.
    pub fn compare<D: AsRef<str>>(
        &self,
        source: &str,
        destinations: &[D],
        comparing: &Comparing,
    ) -> Result<Comparison, Error> {
        self.with_set(source, destinations, |set| self.compare_sets(&[set], comparing))
    }

    /// Plans all of these multicasts by many schemes; there must be one at least.
    ///
    /// # Errors
    /// No multicast, an unknown scheme, or a timing that makes no sense.
    pub fn compare_sets(&self, sets: &[MulticastSet<'_>], comparing: &Comparing) -> Result<Comparison, Error> {
        self.compare_sets_telling(sets, comparing, |_| {})
    }

    /// The same, and `progress` is told which scheme plans which set. A scheme that has not planned all sets when the
    /// budget of a proof is used up is refused, and the others go on.
    ///
    /// ```
    /// use std::cell::RefCell;
    /// use wormcast::{Comparing, Network, plan::MulticastSet};
    /// let mesh = Network::build("mesh:4x4")?;
    /// let nodes: Vec<_> = mesh.topology().graph().nodes().collect();
    /// let set = MulticastSet { source: nodes[0], destinations: &nodes[5..8] };
    /// let comparing = Comparing { schemes: vec!["unicast".into(), "dual-path".into()], ..Comparing::default() };
    /// let told = RefCell::new(Vec::new());
    /// mesh.compare_sets_telling(&[set], &comparing, |step| told.borrow_mut().push(step.to_string()))?;
    /// assert_eq!(told.into_inner()[0], "`unicast`, scheme 1 of 2: planning");
    /// # Ok::<(), wormcast::Error>(())
    /// ```
    ///
    /// # Errors
    /// As [`compare_sets`](Self::compare_sets).
    pub fn compare_sets_telling(
        &self,
        sets: &[MulticastSet<'_>],
        comparing: &Comparing,
        progress: impl Fn(&ComparingStep<'_>),
    ) -> Result<Comparison, Error> {
        comparing.timing.validate().map_err(SimError::from)?;
        let first = sets.first().ok_or(wormcast_plan::SetError::Empty)?;
        let unicasts = self.compared_unicasts(comparing)?;
        let asked = comparing.asked(unicasts.as_ref())?;
        let weights = comparing.weight.as_ref().map(|weight| weight.of_all(self.topology())).transpose()?;
        let entries = asked.iter().enumerate().map(|(done, scheme)| {
            let step = ComparingStep { scheme: &scheme.text, done, schemes: asked.len(), set: 0, sets: sets.len() };
            let tell = |set: usize| progress(&ComparingStep { set, ..step });
            self.compare_one(scheme, sets, comparing, (unicasts.as_ref(), weights.as_ref()), &tell)
        });
        let (mut schemes, observed): (Vec<_>, Vec<_>) = entries.collect::<Result<Vec<_>, Error>>()?.into_iter().unzip();
        let planned = observed.iter().flatten();
        let same_worms = same_worms::groups(planned.map(|own| (&*own.scheme, own.digest.finish())));
        // A scheme that was asked for tells why it does not serve the network; of others the name is enough.
        let is_unserved = |entry: &ComparedScheme| matches!(entry.result, ComparedResult::Unserved { .. });
        let is_left_out = |entry: &ComparedScheme| comparing.schemes.is_empty() && is_unserved(entry);
        let unserved = schemes.iter().filter(|entry| is_left_out(entry)).map(|entry| entry.scheme.clone()).collect();
        schemes.retain(|entry| !is_left_out(entry));
        let name = |node| self.topology().node_name(node);
        let only = if sets.len() == 1 { first.destinations } else { &[] };
        let safe = unicasts.as_ref().and_then(|unicasts| unicasts.safe_routing.as_ref());
        let serves_all = |scheme: &str| self.unplanned_by(scheme).is_none();
        let as_asked = match &comparing.unicasts {
            Some(unicasts) if !serves_all(unicasts) => None,
            _ => Recommendation::among(&schemes, comparing, serves_all),
        };
        let beside = match as_asked {
            None => self.recommended_beside(&schemes, comparing, safe)?,
            found => found,
        };
        let for_all = self.for_all(&schemes, beside.as_ref());
        let (recommended, for_all) = if beside.is_some() { (beside, for_all) } else { (for_all, None) };
        let as_asked = recommended.as_ref().filter(|found| found.unicasts == comparing.unicasts);
        let quicker = as_asked.and_then(|found| Self::quicker(&schemes, found));
        let apart = match &unicasts {
            Some(unicasts) => self.apart(comparing, &schemes, unicasts, recommended.as_ref())?,
            None => None,
        };
        #[cfg(feature = "sweep")]
        differences::tell(&mut schemes, observed.iter().flatten(), recommended.as_ref());
        Ok(Comparison {
            format: "wormcast-comparison",
            version: 1,
            network: self.spec().clone(),
            source: name(first.source),
            destinations: only.iter().map(|&node| name(node)).collect(),
            sets: sets.len(),
            unicasts,
            quicker,
            apart,
            for_all,
            recommended,
            schemes,
            unserved,
            same_worms,
        })
    }

    fn compared_unicasts(&self, comparing: &Comparing) -> Result<Option<ComparedUnicasts>, Error> {
        let Some(scheme) = &comparing.unicasts else { return Ok(None) };
        let words = SchemeWords::of(scheme)?;
        let statement = comparing.limited(words.statement(), false);
        let proof = self.answer_to(comparing, &statement, &words.options)?;
        // Proofs do not speak of pairs that have no route.
        let is_wanted = proof == Some(Answer::Deadlock) || self.unplanned_by(scheme).is_some();
        let safe_routing = is_wanted.then(|| self.safe_routing(comparing.timing.flow.virtual_channels)).flatten();
        Ok(Some(ComparedUnicasts { scheme: scheme.clone(), proof, safe_routing }))
    }

    /// What comes of a scheme, and of each multicast if all are planned.
    fn compare_one(
        &self,
        asked: &SchemeWords,
        sets: &[MulticastSet<'_>],
        comparing: &Comparing,
        (unicasts, weights): (Option<&ComparedUnicasts>, Option<&ChannelWeights>),
        tell: &dyn Fn(usize),
    ) -> Result<(ComparedScheme, Option<Observed>), Error> {
        let mut observed = Observed::of(&asked.text);
        let refused = |error| Ok((ComparedScheme::refused(&asked.text, error)?, None));
        let effort = Effort::within(comparing.budget);
        for (number, &set) in sets.iter().enumerate() {
            tell(number);
            // The first set says whether it is planned at all.
            if number > 0 && effort.is_over() {
                return Ok((ComparedScheme::too_slow(&asked.text, comparing.budget, [number, sets.len()]), None));
            }
            let plan = match self.plan_set(asked.scheme.name(), set, &asked.options) {
                Ok(plan) => plan,
                Err(error) => return refused(error),
            };
            // Nobody has tested a user's own scheme.
            let report = asked.scheme.definition().map(|_| plan.check());
            if let Some(violation) = report.as_ref().and_then(|report| report.violations.first()) {
                let invalid = PlanError::invalid(asked.scheme.name(), self.topology(), set, violation);
                return refused(Error::Plan(invalid));
            }
            let timing = &comparing.timing;
            let engine = EngineChoice::Auto.of(self.topology(), timing, &Conditions::default());
            let run = self.simulate(&[(&plan, Time::ZERO)], timing, engine)?;
            observed.add(&plan, weights, run.latency(0).map(Time::ns));
        }
        tell(sets.len());
        let (proof, proof_alone) = match self.answers(asked, comparing, unicasts) {
            Ok(answers) => answers,
            Err(error) => return refused(error),
        };
        let (cost, latency_ns) = (observed.mean_cost(), observed.mean_latency_ns());
        let result = ComparedResult::Planned { cost, latency_ns, proof, proof_alone };
        Ok((ComparedScheme { scheme: asked.text.clone(), result, difference: None }, Some(observed)))
    }

    /// Whether multicasts of a scheme can deadlock: with these unicasts in flight, if there are some, and alone if
    /// that is another question.
    fn answers(
        &self,
        asked: &SchemeWords,
        comparing: &Comparing,
        unicasts: Option<&ComparedUnicasts>,
    ) -> Result<(Option<Answer>, Option<Answer>), Error> {
        let alone = self.answer_about(comparing, asked.statement(), &asked.options)?;
        Ok(match unicasts {
            Some(unicasts) => (self.answer_beside(comparing, asked, unicasts, alone)?, alone),
            None => (alone, None),
        })
    }

    /// Whether multicasts of a scheme can deadlock with these unicasts in flight, where it is known whether they can by
    /// themselves. Where they share no virtual channels and nobody waits for consumption channels, they never wait for
    /// each other.
    fn answer_beside(
        &self,
        comparing: &Comparing,
        asked: &SchemeWords,
        unicasts: &ComparedUnicasts,
        alone: Option<Answer>,
    ) -> Result<Option<Answer>, Error> {
        if !comparing.keeps_apart() {
            return self.answer_about(comparing, asked.statement().beside(&unicasts.scheme), &asked.options);
        }
        Ok(match (alone, unicasts.proof) {
            (Some(Answer::Deadlock), _) | (_, Some(Answer::Deadlock)) => Some(Answer::Deadlock),
            (Some(Answer::DeadlockFree), answer) => answer,
            (answer, _) => answer,
        })
    }

    /// Whether a statement holds with the limits of a comparison, if that is asked.
    pub(crate) fn answer_about(
        &self,
        comparing: &Comparing,
        statement: SchemeStatement,
        options: &Options,
    ) -> Result<Option<Answer>, Error> {
        self.answer_to(comparing, &comparing.limits(statement), options)
    }

    /// The same, with limits of its own.
    fn answer_to(
        &self,
        comparing: &Comparing,
        statement: &SchemeStatement,
        options: &Options,
    ) -> Result<Option<Answer>, Error> {
        if self.why_not_proved(comparing).is_some() {
            return Ok(None);
        }
        Ok(Some(self.prove_scheme_within(statement, options, &Effort::within(comparing.budget))?.answer))
    }

    /// Why a comparison proves nothing, if so: the network is large, or unicasts and multicasts share no virtual
    /// channels, and yet wait for each other.
    pub fn why_not_proved(&self, comparing: &Comparing) -> Option<String> {
        let flow = &comparing.timing.flow;
        let is_class = flow.vc_rule == VcRule::Class && flow.virtual_channels > NonZeroU32::MIN;
        if is_class && comparing.unicasts.is_some() && !comparing.keeps_apart() {
            return Some(
                "under `--vc-rule class` proofs are about unicasts and multicasts each alone, and with limited \
                 consumption channels they wait for each other"
                    .into(),
            );
        }
        let (channels, most) = (self.channel_count(), MOST_PROVED_CHANNELS);
        let large = || format!("the network has {channels} channels, and at most {most} are looked at here");
        (channels > most).then(large)
    }

    /// How many virtual channels a comparison has if nobody says so: those of the network's file, or as many as the
    /// routings of its unicasts and of its schemes take.
    ///
    /// # Errors
    /// An unknown scheme, option or routing.
    pub fn virtual_channels_compared(&self, comparing: &Comparing) -> Result<NonZeroU32, Error> {
        let mut most = NonZeroU32::MIN;
        for text in comparing.unicasts.iter().chain(&comparing.schemes) {
            let words = SchemeWords::of(text)?;
            most = most.max(self.virtual_channels_for(&words.statement(), &words.options)?);
        }
        self.virtual_channels_said(None, most)
    }
}
