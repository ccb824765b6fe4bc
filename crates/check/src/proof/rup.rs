//! Verifies that a formula has no model, by a list of lemmas: each follows from the clauses before it by unit
//! propagation from its negation (reverse unit propagation), and the last one is empty.

use std::collections::HashMap;
use thiserror::Error;
use wormcast_model::{Formula, Lit};

/// What is wrong with a list of lemmas.
#[derive(Clone, Debug, Error, PartialEq, Eq)]
pub enum RupError {
    /// Not literals.
    #[error("line {line} of the refutation is not a clause: expected numbers from -{most} to {most} and a 0")]
    Syntax {
        /// The line, from 1.
        line: usize,
        /// How many variables there are.
        most: usize,
    },
    /// A lemma that does not follow.
    #[error("line {line} of the refutation does not follow from the clauses before it by unit propagation")]
    NotImplied {
        /// The line, from 1.
        line: usize,
    },
    /// No contradiction is reached.
    #[error("the refutation ends without a contradiction")]
    Open,
}

type ClauseIx = u32;

/// Clauses under unit propagation, with two watched literals each.
struct Checker {
    literals: Vec<Lit>,
    /// Where each clause begins and ends; a deleted one is empty.
    clauses: Vec<(u32, u32)>,
    /// The clauses that watch a literal, by [`index`].
    watches: Vec<Vec<ClauseIx>>,
    /// 1 true, −1 false, by variable.
    values: Vec<i8>,
    trail: Vec<Lit>,
    /// How far the trail has been followed.
    followed: usize,
    contradiction: bool,
    /// Clauses by their literals in order, for deletions.
    by_literals: HashMap<Vec<Lit>, Vec<ClauseIx>>,
}

fn index(literal: Lit) -> usize {
    2 * literal.unsigned_abs() as usize + usize::from(literal < 0)
}

/// Verifies a refutation in the text form of DRAT: a lemma a line, closed by 0; `d` before a clause takes it away. Time
/// is that of the unit propagations; memory that of the clauses.
///
/// # Errors
/// The first line that is wrong, or no contradiction.
pub fn refutes(formula: &Formula, lemmas: &str) -> Result<(), RupError> {
    let mut checker = Checker::new(formula);
    for (line, text) in (1..).zip(lemmas.lines()) {
        let deletes = text.strip_prefix('d');
        let most = formula.variables();
        let clause = parse(deletes.unwrap_or(text), most).ok_or(RupError::Syntax { line, most })?;
        match deletes {
            // What comes behind a contradiction has to be a clause all the same.
            _ if checker.contradiction => {}
            Some(_) => checker.delete(clause),
            None if checker.implies(&clause) => checker.add(&clause),
            None => return Err(RupError::NotImplied { line }),
        }
    }
    if checker.contradiction { Ok(()) } else { Err(RupError::Open) }
}

/// The literals of a line, without repetitions.
fn parse(text: &str, most: usize) -> Option<Vec<Lit>> {
    let mut literals =
        text.split_ascii_whitespace().map(|word| word.parse::<Lit>().ok()).collect::<Option<Vec<_>>>()?;
    let possible = |literal: &Lit| *literal != 0 && literal.unsigned_abs() as usize <= most;
    (literals.pop() == Some(0) && literals.iter().all(possible)).then(|| {
        literals.sort_unstable();
        literals.dedup();
        literals
    })
}

impl Checker {
    fn new(formula: &Formula) -> Self {
        let mut checker = Self {
            literals: Vec::new(),
            clauses: Vec::new(),
            watches: vec![Vec::new(); 2 * formula.variables() + 2],
            values: vec![0; formula.variables() + 1],
            trail: Vec::new(),
            followed: 0,
            contradiction: false,
            by_literals: HashMap::new(),
        };
        for clause in formula.clauses() {
            let mut clause = clause.to_vec();
            clause.sort_unstable();
            clause.dedup();
            checker.add(&clause);
        }
        checker
    }

    fn value(&self, literal: Lit) -> i8 {
        let value = self.values[literal.unsigned_abs() as usize];
        if literal < 0 { -value } else { value }
    }

    /// Takes a literal to be true.
    fn assign(&mut self, literal: Lit) {
        self.values[literal.unsigned_abs() as usize] = if literal < 0 { -1 } else { 1 };
        self.trail.push(literal);
    }

    /// Adds a clause whose literals are in order, and what follows from it for good.
    fn add(&mut self, clause: &[Lit]) {
        let number = self.clauses.len() as ClauseIx;
        let start = self.literals.len();
        self.literals.extend(clause);
        // Literals that are not false go first: these are watched.
        self.literals[start..].sort_by_key(|&literal| {
            let value = self.values[literal.unsigned_abs() as usize];
            (if literal < 0 { -value } else { value }) == -1
        });
        self.clauses.push((start as u32, self.literals.len() as u32));
        self.by_literals.entry(clause.to_vec()).or_default().push(number);
        match self.literals[start..] {
            [] => self.contradiction = true,
            [first] => self.settle(first),
            [first, second, ..] => {
                self.watches[index(first)].push(number);
                self.watches[index(second)].push(number);
                if self.value(second) == -1 {
                    self.settle(first);
                }
            }
        }
    }

    /// Takes a literal to be true for good.
    fn settle(&mut self, literal: Lit) {
        match self.value(literal) {
            1 => {}
            -1 => self.contradiction = true,
            _ => {
                self.assign(literal);
                self.contradiction |= !self.propagate();
            }
        }
    }

    /// Takes a clause away, unless a literal follows from it alone: what has been settled stays.
    fn delete(&mut self, clause: Vec<Lit>) {
        if clause.len() < 2 {
            return;
        }
        if let Some(number) = self.by_literals.get_mut(&clause).and_then(Vec::pop) {
            let start = self.clauses[number as usize].0;
            self.clauses[number as usize] = (start, start);
        }
    }

    /// Whether a clause follows by unit propagation.
    fn implies(&mut self, clause: &[Lit]) -> bool {
        let (mark, followed) = (self.trail.len(), self.followed);
        let mut open = true;
        for &literal in clause {
            match self.value(literal) {
                1 => open = false,
                0 => self.assign(-literal),
                _ => {}
            }
        }
        let implied = !open || !self.propagate();
        for literal in self.trail.drain(mark..) {
            self.values[literal.unsigned_abs() as usize] = 0;
        }
        self.followed = followed;
        implied
    }

    /// Follows the trail to its end; whether no clause is false.
    fn propagate(&mut self) -> bool {
        while let Some(&literal) = self.trail.get(self.followed) {
            self.followed += 1;
            let watchers = std::mem::take(&mut self.watches[index(-literal)]);
            let (kept, fine) = self.visit(watchers, -literal);
            self.watches[index(-literal)].extend(kept);
            if !fine {
                return false;
            }
        }
        true
    }

    /// Looks at the clauses that watch a literal which is false now; those that go on watching it, and whether none is
    /// false.
    fn visit(&mut self, watchers: Vec<ClauseIx>, gone: Lit) -> (Vec<ClauseIx>, bool) {
        let (mut kept, mut fine) = (Vec::with_capacity(watchers.len()), true);
        for number in watchers {
            let (start, end) = self.clauses[number as usize];
            if start == end {
                continue;
            }
            kept.push(number);
            if !fine {
                continue;
            }
            let (start, end) = (start as usize, end as usize);
            if self.literals[start] == gone {
                self.literals.swap(start, start + 1);
            }
            let other = self.literals[start];
            if self.value(other) == 1 {
                continue;
            }
            match (start + 2..end).find(|&at| self.value(self.literals[at]) != -1) {
                Some(at) => {
                    self.literals.swap(start + 1, at);
                    kept.pop();
                    self.watches[index(self.literals[start + 1])].push(number);
                }
                None if self.value(other) == -1 => fine = false,
                None => self.assign(other),
            }
        }
        (kept, fine)
    }
}

#[cfg(test)]
mod tests {
    use super::{Formula, RupError, refutes};

    /// Three variables of which no two may differ, and not all may be alike.
    fn formula() -> Formula {
        let mut formula = Formula::default();
        let [a, b, c] = [(); 3].map(|()| formula.variable());
        for (one, other) in [(a, b), (b, c), (a, c)] {
            formula.clause([one, -other]);
            formula.clause([-one, other]);
        }
        formula.clause([a, b, c]);
        formula.clause([-a, -b, -c]);
        formula
    }

    #[test]
    fn lemmas_that_follow_refute() {
        assert_eq!(refutes(&formula(), "1 0\n0\n"), Ok(()));
        assert_eq!(refutes(&formula(), "-1 0\n0"), Ok(()));
        // Without the clause that not all are false, all may be false.
        assert_eq!(refutes(&formula(), "d 1 2 3 0\n-1 0\n"), Err(RupError::Open));
        assert_eq!(refutes(&formula(), "d 1 2 3 0\n-1 0\n1 0\n"), Err(RupError::NotImplied { line: 3 }));
    }

    #[test]
    fn nothing_else_refutes() {
        assert_eq!(refutes(&formula(), ""), Err(RupError::Open));
        assert_eq!(refutes(&formula(), "0\n"), Err(RupError::NotImplied { line: 1 }));
        assert_eq!(refutes(&formula(), "1 x 0\n"), Err(RupError::Syntax { line: 1, most: 3 }));
        assert_eq!(refutes(&formula(), "4 0\n"), Err(RupError::Syntax { line: 1, most: 3 }));
        // Nor may anything stand behind a contradiction but clauses.
        assert_eq!(refutes(&formula(), "1 0\n0\na.json\n"), Err(RupError::Syntax { line: 3, most: 3 }));
        let mut open = Formula::default();
        let [a, b] = [open.variable(), open.variable()];
        open.clause([a, b]);
        assert_eq!(refutes(&open, "1 0\n"), Err(RupError::NotImplied { line: 1 }));
    }
}
