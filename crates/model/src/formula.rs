//! Formulas in clauses.

/// A literal: a variable's number from 1, negative if the variable is to be false.
pub type Lit = i32;

/// Clauses, one after another.
#[derive(Clone, Debug, Default)]
pub struct Formula {
    variables: i32,
    literals: Vec<Lit>,
    ends: Vec<usize>,
}

impl Formula {
    /// The most variables, and the most literals, of a formula.
    pub const MAX: usize = 1 << 26;

    /// A new variable.
    pub fn variable(&mut self) -> Lit {
        self.variables += 1;
        self.variables
    }

    /// How many variables there are.
    pub fn variables(&self) -> usize {
        self.variables as usize
    }

    /// How many clauses there are.
    pub fn len(&self) -> usize {
        self.ends.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.ends.is_empty()
    }

    /// Whether it has grown beyond what is looked at.
    pub fn is_too_large(&self) -> bool {
        self.variables() > Self::MAX || self.literals.len() > Self::MAX
    }

    /// One of these literals is true.
    pub fn clause(&mut self, literals: impl IntoIterator<Item = Lit>) {
        self.literals.extend(literals);
        self.ends.push(self.literals.len());
    }

    /// If all of the first are true, one of the others is.
    pub fn implies(&mut self, all: &[Lit], any: impl IntoIterator<Item = Lit>) {
        self.literals.extend(all.iter().map(|literal| -literal));
        self.clause(any);
    }

    /// The clauses.
    pub fn clauses(&self) -> impl Iterator<Item = &[Lit]> {
        let starts = std::iter::once(0).chain(self.ends.iter().copied());
        starts.zip(&self.ends).map(|(start, &end)| &self.literals[start..end])
    }

    /// A variable that is true iff all of these literals are.
    pub fn all_of(&mut self, literals: &[Lit]) -> Lit {
        if let [one] = literals {
            return *one;
        }
        let all = self.variable();
        literals.iter().for_each(|&literal| self.implies(&[all], [literal]));
        self.implies(literals, [all]);
        all
    }

    /// A variable that is true iff one of these literals is.
    pub fn any_of(&mut self, literals: &[Lit]) -> Lit {
        if let [one] = literals {
            return *one;
        }
        let any = self.variable();
        literals.iter().for_each(|&literal| self.implies(&[literal], [any]));
        self.implies(&[any], literals.iter().copied());
        any
    }

    /// For j = 1 to `most`, a variable that is true iff at least j of the literals are. O(literals · most).
    pub fn at_least(&mut self, literals: &[Lit], most: usize) -> Vec<Lit> {
        let mut counts: Vec<Lit> = Vec::new();
        for &literal in literals {
            let before = counts.clone();
            for j in 0..most.min(before.len() + 1) {
                let one_more = match j {
                    0 => literal,
                    _ => self.all_of(&[before[j - 1], literal]),
                };
                let now = match before.get(j) {
                    None => one_more,
                    Some(&already) => self.any_of(&[already, one_more]),
                };
                match counts.get_mut(j) {
                    Some(count) => *count = now,
                    None => counts.push(now),
                }
            }
        }
        counts
    }

    /// At most so many of these literals are true.
    pub fn at_most(&mut self, literals: &[Lit], most: usize) {
        if literals.len() <= most {
            return;
        }
        if most == 1 && literals.len() <= 6 {
            for (at, &one) in literals.iter().enumerate() {
                literals[..at].iter().for_each(|&other| self.clause([-one, -other]));
            }
            return;
        }
        let counts = self.at_least(literals, most + 1);
        self.clause(counts.get(most).map(|count| -count));
    }
}
