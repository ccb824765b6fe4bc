//! What is safe, and cheaper than what is recommended: on virtual channels of its own, or for unicasts, too.

use super::{Apart, ComparedScheme, ComparedUnicasts, Comparing};
use crate::scheme_words::SchemeWords;
use crate::{Error, Network, Recommendation, SafeRouting};
use std::collections::BTreeMap;
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, SchemeStatement};
use wormcast_plan::{MAX_VIRTUAL_CHANNELS, VcRule, share_of};
use wormcast_schemes::option::ROUTING;
use wormcast_sim::Ports;

/// Whether messages are free of deadlock by themselves on so many virtual channels.
type Known = BTreeMap<u32, bool>;

/// What was proved already: on as many virtual channels as were asked about.
fn learn(known: &mut Known, comparing: &Comparing, answer: Option<Answer>) {
    let flow = &comparing.timing.flow;
    if let Some(answer) = answer.filter(|_| flow.vc_rule == VcRule::Dateline) {
        known.insert(flow.virtual_channels.get(), answer == Answer::DeadlockFree);
    }
}

impl Network {
    /// The cheapest scheme that is free of deadlock if unicasts and multicasts share no virtual channels, unless what
    /// is recommended beside these unicasts costs no more and takes less than twice as long. Nobody may wait for
    /// consumption channels, which they would share.
    pub(super) fn apart(
        &self,
        comparing: &Comparing,
        schemes: &[ComparedScheme],
        unicasts: &ComparedUnicasts,
        recommended: Option<&Recommendation>,
    ) -> Result<Option<Apart>, Error> {
        let beside = match (unicasts.proof, &unicasts.safe_routing) {
            (Some(Answer::DeadlockFree | Answer::Deadlock), Some(safe)) => Some(unicasts_by(safe)),
            (Some(Answer::DeadlockFree), None) if self.unplanned_by(&unicasts.scheme).is_none() => {
                Some(unicasts.scheme.clone())
            }
            _ => None,
        };
        let is_asked = comparing.timing.consumption == Ports::All && !comparing.keeps_apart();
        let Some(beside) = beside.filter(|_| is_asked) else { return Ok(None) };
        let rival = recommended.filter(|found| found.unicasts.as_ref() == Some(&unicasts.scheme));
        let of_unicasts = SchemeWords::of(&beside)?;
        let (mut known_unicasts, answer) = (Known::new(), unicasts.proof.filter(|_| beside == unicasts.scheme));
        learn(&mut known_unicasts, comparing, answer);
        let priced = Recommendation::by_price(schemes);
        let cheaper = priced.iter().take_while(|(scheme, _)| is_cheaper(schemes, scheme, rival));
        let twice_as_quick = priced.iter().filter(|(scheme, _)| speed_up(schemes, scheme, rival) >= 2.0);
        for (scheme, alone) in cheaper.chain(twice_as_quick) {
            let mut known = Known::new();
            learn(&mut known, comparing, *alone);
            let both = (&SchemeWords::of(scheme)?, &of_unicasts);
            let count = self.fewest_apart(comparing, both, (&mut known, &mut known_unicasts))?;
            // Its messages to one node go by the scheme, too.
            if let Some(virtual_channels) = count.filter(|_| self.unplanned_by(scheme).is_none()) {
                return Ok(Some(Apart { scheme: scheme.clone(), unicasts: beside, virtual_channels }));
            }
        }
        Ok(None)
    }

    /// The fewest virtual channels a link with which multicasts and unicasts are free by themselves, each on its share
    /// of them. With twice as many as were asked about each have as many as those.
    fn fewest_apart(
        &self,
        comparing: &Comparing,
        (multicasts, unicasts): (&SchemeWords, &SchemeWords),
        (known, known_unicasts): (&mut Known, &mut Known),
    ) -> Result<Option<NonZeroU32>, Error> {
        let most = comparing.timing.flow.virtual_channels.get().saturating_mul(2).min(MAX_VIRTUAL_CHANNELS);
        for count in (2..=most).filter_map(NonZeroU32::new) {
            let mut asked = comparing.clone();
            (asked.timing.flow.virtual_channels, asked.timing.flow.vc_rule) = (count, VcRule::Class);
            if self.is_free_on_share(&asked, unicasts, false, known_unicasts)?
                && self.is_free_on_share(&asked, multicasts, true, known)?
            {
                return Ok(Some(count));
            }
        }
        Ok(None)
    }

    fn is_free_on_share(
        &self,
        asked: &Comparing,
        words: &SchemeWords,
        is_multicast: bool,
        known: &mut Known,
    ) -> Result<bool, Error> {
        let (_, share) = share_of(asked.timing.flow.virtual_channels.get(), is_multicast);
        if let Some(&is_free) = known.get(&share) {
            return Ok(is_free);
        }
        let statement = asked.limited(words.statement(), is_multicast);
        // A routing that needs more of them is not free with so few.
        let is_free = match self.answer_to(asked, &statement, &words.options) {
            Ok(answer) => answer == Some(Answer::DeadlockFree),
            Err(Error::Prove(_) | Error::Scheme(_) | Error::Routing(_)) => false,
            Err(error) => return Err(error),
        };
        known.insert(share, is_free);
        Ok(is_free)
    }

    /// The cheapest scheme that is free of deadlock if unicasts go by it, too, unless what is recommended costs no
    /// more.
    pub(super) fn for_all(
        &self,
        schemes: &[ComparedScheme],
        recommended: Option<&Recommendation>,
    ) -> Option<Recommendation> {
        let found = Recommendation::alone(schemes, |scheme| self.unplanned_by(scheme).is_none())?;
        is_cheaper(schemes, &found.scheme, recommended).then_some(found)
    }

    /// The quickest scheme that is free of deadlock just as the one that is recommended is, where it is another one.
    pub(super) fn quicker(schemes: &[ComparedScheme], recommended: &Recommendation) -> Option<Recommendation> {
        let is_alone = recommended.unicasts.as_ref() == Some(&recommended.scheme);
        let is_quicker = |entry: &&ComparedScheme| {
            let is_free = entry.answers().map(|(beside, _)| beside) == Some(Some(Answer::DeadlockFree));
            is_free && speed_up(schemes, &entry.scheme, Some(recommended)) > 1.0
        };
        let latency = |entry: &&ComparedScheme| entry.price().map_or(f64::INFINITY, |(_, latency)| latency);
        let quickest = schemes.iter().filter(|_| !is_alone).filter(is_quicker);
        let quickest = quickest.min_by(|a, b| latency(a).total_cmp(&latency(b)))?;
        Some(Recommendation { scheme: quickest.scheme.clone(), unicasts: recommended.unicasts.clone() })
    }

    /// The cheapest scheme that is free of deadlock beside unicasts by a safe routing, the best
    /// that has one; none where unicasts are safe as they are.
    pub(super) fn recommended_beside(
        &self,
        schemes: &[ComparedScheme],
        comparing: &Comparing,
        safe: Option<&SafeRouting>,
    ) -> Result<Option<Recommendation>, Error> {
        if safe.is_none() {
            return Ok(None);
        }
        for other in &self.safe_routings(comparing.timing.flow.virtual_channels) {
            let found = self.cheapest_beside(schemes, comparing, other)?;
            if found.is_some() {
                return Ok(found);
            }
        }
        Ok(None)
    }

    fn cheapest_beside(
        &self,
        schemes: &[ComparedScheme],
        comparing: &Comparing,
        safe: &SafeRouting,
    ) -> Result<Option<Recommendation>, Error> {
        let unicasts = unicasts_by(safe);
        for scheme in Recommendation::cheapest_first(schemes) {
            let words = SchemeWords::of(&scheme)?;
            let together: SchemeStatement = words.statement().beside(&unicasts);
            if self.answer_about(comparing, together, &words.options)? == Some(Answer::DeadlockFree) {
                return Ok(Some(Recommendation { scheme, unicasts: Some(unicasts) }));
            }
        }
        Ok(None)
    }
}

/// The scheme of unicasts by a routing.
fn unicasts_by(safe: &SafeRouting) -> String {
    format!("unicast --{} {}", ROUTING.declaration.name, safe.routing)
}

/// Whether a scheme costs less than the one that is recommended, if one is.
fn is_cheaper(schemes: &[ComparedScheme], scheme: &str, recommended: Option<&Recommendation>) -> bool {
    let Some(rival) = recommended else { return true };
    let price = |name: &str| schemes.iter().find(|entry| entry.scheme == name).and_then(ComparedScheme::price);
    match (price(scheme), price(&rival.scheme)) {
        (Some(own), Some(rival)) => own < rival,
        _ => false,
    }
}

/// How often a scheme is as quick as the one that is recommended; 0 if none is, or one has no latency.
fn speed_up(schemes: &[ComparedScheme], scheme: &str, recommended: Option<&Recommendation>) -> f64 {
    let latency = |name: &str| schemes.iter().find(|entry| entry.scheme == name)?.price().map(|(_, latency)| latency);
    let both = recommended.and_then(|rival| Some((latency(&rival.scheme)?, latency(scheme)?)));
    both.filter(|(rival, _)| rival.is_finite()).map_or(0.0, |(rival, own)| rival / own)
}
