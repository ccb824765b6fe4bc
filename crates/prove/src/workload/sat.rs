//! The solver: formulas in, models or lemmas out.

use crate::Effort;
use batsat::callbacks::Callbacks;
use batsat::clause::Kind;
use batsat::{Lit as SolverLit, Solver, SolverInterface, SolverOpts, lbool};
use std::fmt::Write;
use wormcast_model::{Formula, Lit};

/// After how many clauses it is looked at the clock.
const LOOKS: usize = 1 << 12;

/// What a solver says about a formula.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has a model.
    Sat,
    /// It has none under the assumptions.
    Unsat,
    /// It was not found out within the time.
    GaveUp,
}

/// A solver with a formula in it.
pub(super) struct Sat<'a> {
    solver: Solver<Log<'a>>,
    variables: Vec<batsat::Var>,
    /// Whether the time was used up before all clauses were in it.
    is_partial: bool,
}

/// Writes lemmas down, and stops when the time is used up.
struct Log<'a> {
    lemmas: Option<String>,
    effort: Effort<'a>,
}

impl Log<'_> {
    fn line(&mut self, prefix: &str, clause: &[SolverLit]) {
        let Some(text) = &mut self.lemmas else { return };
        text.push_str(prefix);
        for literal in clause {
            let number = literal.var().idx() as i64 + 1;
            let _ = write!(text, "{} ", if literal.sign() { number } else { -number });
        }
        text.push_str("0\n");
    }
}

impl Callbacks for Log<'_> {
    fn on_new_clause(&mut self, clause: &[SolverLit], kind: Kind) {
        if kind == Kind::Learnt {
            self.line("", clause);
        }
    }

    fn on_delete_clause(&mut self, clause: &[SolverLit]) {
        self.line("d ", clause);
    }

    fn stop(&self) -> bool {
        self.effort.is_over()
    }
}

impl<'a> Sat<'a> {
    /// A solver with a formula; it gives up when the time is used up. With `lemmas` it writes a refutation.
    pub(super) fn new(formula: &Formula, effort: &Effort<'a>, lemmas: bool) -> Self {
        let log = Log { lemmas: lemmas.then(String::new), effort: *effort };
        let mut solver = Solver::new(SolverOpts::default(), log);
        let variables = (0..formula.variables()).map(|_| solver.new_var_default()).collect();
        let mut sat = Self { solver, variables, is_partial: false };
        for (number, clause) in formula.clauses().enumerate() {
            sat.is_partial = number % LOOKS == 0 && effort.is_over();
            if sat.is_partial {
                break;
            }
            sat.add(clause);
        }
        sat
    }

    fn literal(&self, literal: Lit) -> SolverLit {
        SolverLit::new(self.variables[literal.unsigned_abs() as usize - 1], literal > 0)
    }

    /// Adds a clause.
    pub(super) fn add(&mut self, clause: &[Lit]) {
        let mut clause: Vec<_> = clause.iter().map(|&literal| self.literal(literal)).collect();
        self.solver.add_clause_reuse(&mut clause);
    }

    /// Looks for a model in which these literals are true.
    pub(super) fn solve(&mut self, assumed: &[Lit]) -> Verdict {
        let assumed: Vec<_> = assumed.iter().map(|&literal| self.literal(literal)).collect();
        if self.is_partial {
            return Verdict::GaveUp;
        }
        let verdict = self.solver.solve_limited(&assumed);
        match () {
            () if verdict == lbool::TRUE => Verdict::Sat,
            () if verdict == lbool::FALSE => Verdict::Unsat,
            () => Verdict::GaveUp,
        }
    }

    /// Whether a literal is true in the model.
    pub(super) fn is_true(&self, literal: Lit) -> bool {
        self.solver.value_lit(self.literal(literal)) == lbool::TRUE
    }

    /// The refutation that was written.
    pub(super) fn lemmas(mut self) -> String {
        let mut lemmas = self.solver.cb_mut().lemmas.take().unwrap_or_default();
        lemmas.push_str("0\n");
        lemmas
    }
}
