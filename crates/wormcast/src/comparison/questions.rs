//! What a comparison asks the prover.

use super::{ComparedUnicasts, Comparing};
use crate::Error;
use crate::scheme_words::SchemeWords;
use std::num::NonZeroU32;
use wormcast_check::proof::{Answer, RouterPolicies, SchemeStatement};
use wormcast_plan::{VcRule, share_of};
use wormcast_schemes::all_schemes;
use wormcast_sim::{FlowControl, Ports, Timing};

impl Comparing {
    /// Whether unicasts and multicasts share no virtual channels, and nobody waits for consumption channels.
    pub fn keeps_apart(&self) -> bool {
        self.unicasts.is_some() && keeps_classes_apart(&self.timing)
    }

    /// The schemes that are compared. One by which the unicasts go has a row of its own, unless they deadlock by
    /// themselves: what is safe for them is an answer for multicasts, too.
    pub(super) fn asked(&self, unicasts: Option<&ComparedUnicasts>) -> Result<Vec<SchemeWords>, Error> {
        let named = self.named(unicasts)?;
        Ok(named.into_iter().map(|words| words.weighing(self.weight.as_ref())).collect())
    }

    /// The same, as they are named.
    fn named(&self, unicasts: Option<&ComparedUnicasts>) -> Result<Vec<SchemeWords>, Error> {
        if !self.schemes.is_empty() {
            let asked = self.schemes.iter().map(|text| SchemeWords::of(text)).collect::<Result<Vec<_>, _>>()?;
            let is_again =
                |(place, words): &(usize, &SchemeWords)| asked[..*place].iter().any(|before| before.text == words.text);
            return match asked.iter().enumerate().find(is_again) {
                Some((_, words)) => Err(Error::ComparedTwice { scheme: words.text.clone() }),
                None => Ok(asked),
            };
        }
        let mut all: Vec<_> = all_schemes().into_iter().map(SchemeWords::plain).collect();
        if let Some(safe) = unicasts.filter(|unicasts| unicasts.proof != Some(Answer::Deadlock)) {
            let own = SchemeWords::of(&safe.scheme)?;
            if all.iter().all(|words| words.text != own.text) {
                let behind = all.iter().position(|words| words.scheme.name() == own.scheme.name());
                all.insert(behind.map_or(all.len(), |place| place + 1), own);
            }
        }
        Ok(all)
    }

    /// A statement about what routers do here, with the consumption and virtual channels that are compared: those of
    /// multicasts, where unicasts have others.
    pub(super) fn limits(&self, statement: SchemeStatement) -> SchemeStatement {
        self.limited(statement, true)
    }

    pub(super) fn limited(&self, statement: SchemeStatement, is_multicast: bool) -> SchemeStatement {
        alone_under(&self.timing, statement, is_multicast)
    }

    /// The question about the unicasts alone; none if there are no unicasts.
    ///
    /// # Errors
    /// There is no such scheme, or it has no such options.
    pub fn unicasts_alone(&self) -> Result<Option<SchemeStatement>, Error> {
        let words = self.unicasts.as_deref().map(SchemeWords::of).transpose()?;
        Ok(words.map(|words| self.limited(words.statement(), false)))
    }

    /// The question that the proof of a scheme, with its options behind it, answers: with the unicasts, if there are
    /// any and they share virtual channels.
    ///
    /// # Errors
    /// There is no such scheme, or it has no such options.
    pub fn statement(&self, scheme: &str) -> Result<SchemeStatement, Error> {
        let alone = self.limits(SchemeWords::of(scheme)?.statement());
        Ok(match &self.unicasts {
            Some(unicasts) if !self.keeps_apart() => alone.beside(unicasts),
            _ => alone,
        })
    }
}

/// Whether unicasts and multicasts share no virtual channels, and nobody waits for consumption channels: then they
/// never wait for each other.
pub fn keeps_classes_apart(timing: &Timing) -> bool {
    let flow = &timing.flow;
    flow.vc_rule == VcRule::Class && flow.virtual_channels > NonZeroU32::MIN && timing.consumption == Ports::All
}

/// A statement about routers of this timing, and where virtual channels go by class about those of multicasts alone, or
/// of unicasts.
pub fn alone_under(timing: &Timing, statement: SchemeStatement, is_multicast: bool) -> SchemeStatement {
    let flow = &timing.flow;
    let all = flow.virtual_channels;
    // Within its share a worm goes by the dateline.
    let (share, vc_rule) = match flow.vc_rule {
        VcRule::Class => (NonZeroU32::new(share_of(all.get(), is_multicast).1), VcRule::Dateline),
        rule => (None, rule),
    };
    SchemeStatement {
        consumption: timing.consumption.limit(),
        virtual_channels: share.unwrap_or(all),
        vc_rule,
        policies: policies_of(flow),
        ..statement
    }
}

/// What routers with this flow control do, as questions of proofs say it. Credit delays and turnarounds make no
/// difference to these.
pub fn policies_of(flow: &FlowControl) -> RouterPolicies {
    let FlowControl { reservation, replication, switching, handover, .. } = *flow;
    RouterPolicies { reservation, replication, switching, handover, ..RouterPolicies::default() }
}
