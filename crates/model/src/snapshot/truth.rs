//! Conditions that may be settled.

use crate::formula::{Formula, Lit};

/// A condition that may be settled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Truth {
    Never,
    Always,
    If(Lit),
}

impl Truth {
    /// Together with something else that must be true.
    pub(super) fn and(self, formula: &mut Formula, other: Lit) -> Self {
        match self {
            Self::Never => Self::Never,
            Self::Always => Self::If(other),
            Self::If(own) => Self::If(formula.all_of(&[other, own])),
        }
    }
}

/// Whether one of these is true.
pub(super) fn either(formula: &mut Formula, ways: &[Truth]) -> Truth {
    if ways.contains(&Truth::Always) {
        return Truth::Always;
    }
    let literals: Vec<_> =
        ways.iter().filter_map(|way| if let Truth::If(literal) = way { Some(*literal) } else { None }).collect();
    match &*literals {
        [] => Truth::Never,
        literals => Truth::If(formula.any_of(literals)),
    }
}
