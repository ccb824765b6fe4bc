//! The three answers to a claim.

use serde::{Serialize, Serializer};

/// What a measurement says about a claim.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// It holds, by the rule of its judgement.
    Holds,
    /// It does not hold.
    Fails,
    /// The interval around what was measured holds both answers: a longer run might decide it.
    Undecided,
}

impl Outcome {
    /// Its word in tables.
    pub fn name(self) -> &'static str {
        match self {
            Self::Holds => "yes",
            Self::Fails => "NO",
            Self::Undecided => "not decided",
        }
    }

    /// A claim of several parts: it holds if all do, and fails if one does.
    ///
    /// ```
    /// use wormcast_papers::Outcome::{self, Fails, Holds, Undecided};
    /// assert_eq!(Outcome::all([Holds, Holds]), Holds);
    /// assert_eq!(Outcome::all([Holds, Undecided]), Undecided);
    /// assert_eq!(Outcome::all([Undecided, Fails]), Fails);
    /// ```
    pub fn all(parts: impl IntoIterator<Item = Self>) -> Self {
        parts.into_iter().fold(Self::Holds, |whole, part| match (whole, part) {
            (Self::Fails, _) | (_, Self::Fails) => Self::Fails,
            (Self::Undecided, _) | (_, Self::Undecided) => Self::Undecided,
            _ => Self::Holds,
        })
    }

    /// A claim that one of its parts suffices for.
    pub fn any(parts: impl IntoIterator<Item = Self>) -> Self {
        Self::all(parts.into_iter().map(Self::opposite)).opposite()
    }

    /// The outcome of the contrary claim.
    #[must_use]
    pub fn opposite(self) -> Self {
        match self {
            Self::Holds => Self::Fails,
            Self::Fails => Self::Holds,
            Self::Undecided => Self::Undecided,
        }
    }
}

/// What was counted is decided.
impl From<bool> for Outcome {
    fn from(holds: bool) -> Self {
        if holds { Self::Holds } else { Self::Fails }
    }
}

/// True, false, or null.
impl Serialize for Outcome {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::Undecided => serializer.serialize_none(),
            decided => serializer.serialize_bool(*decided == Self::Holds),
        }
    }
}
