//! How long messages are.

use super::Draws;

/// The lengths of the messages of a class, in flits: that of the timing, or of its own, drawn for each message.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Lengths {
    /// Lengths with their shares, which add up to 1; none: the length of the timing.
    pub shares: Vec<(u32, f64)>,
}

impl Lengths {
    /// The length of one message; none if it is that of the timing. By the next share, where there are several.
    pub fn draw(&self, draws: &mut Draws) -> Option<u32> {
        let &(last, _) = self.shares.last()?;
        let mut rest = if self.shares.len() > 1 { draws.share() } else { 1.0 };
        let found = self.shares.iter().find(|(_, share)| {
            rest -= share;
            rest < 0.0
        });
        Some(found.map_or(last, |&(length, _)| length))
    }

    /// The mean length, where the timing says `usual`.
    pub fn mean(&self, usual: u32) -> f64 {
        let sum = self.shares.iter().map(|&(length, share)| f64::from(length) * share).sum();
        if self.shares.is_empty() { usual.into() } else { sum }
    }

    /// The greatest length, where the timing says `usual`.
    pub fn greatest(&self, usual: u32) -> u32 {
        self.shares.iter().map(|&(length, _)| length).max().unwrap_or(usual)
    }
}
