//! The solver: formulas in, models or lemmas out.

use batsat::callbacks::Callbacks;
use batsat::clause::Kind;
use batsat::{Lit as SolverLit, Solver, SolverInterface, SolverOpts, lbool};
use std::fmt::Write;
use wormcast_model::{Formula, Lit};

/// What a solver says about a formula.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    /// It has a model.
    Sat,
    /// It has none under the assumptions.
    Unsat,
    /// It was not found out within the budget.
    GaveUp,
}

/// A solver with a formula in it.
pub(super) struct Sat {
    solver: Solver<Log>,
    variables: Vec<batsat::Var>,
}

/// Formulas of fewer clauses count as if they had so many.
const LEAST: u64 = 1000;

/// Writes lemmas down, and stops after so many.
#[derive(Default)]
struct Log {
    lemmas: Option<String>,
    learnt: u64,
    budget: u64,
}

impl Log {
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

impl Callbacks for Log {
    fn on_new_clause(&mut self, clause: &[SolverLit], kind: Kind) {
        if kind == Kind::Learnt {
            self.learnt += 1;
            self.line("", clause);
        }
    }

    fn on_delete_clause(&mut self, clause: &[SolverLit]) {
        self.line("d ", clause);
    }

    fn stop(&self) -> bool {
        self.learnt > self.budget
    }
}

impl Sat {
    /// A solver with a formula; it gives up after so many conflicts times clauses: a conflict costs the more the longer
    /// the formula is. With `lemmas` it writes a refutation.
    pub(super) fn new(formula: &Formula, budget: u64, lemmas: bool) -> Self {
        let clauses = formula.clauses().count() as u64;
        let log = Log { lemmas: lemmas.then(String::new), learnt: 0, budget: budget / clauses.max(LEAST) };
        let mut solver = Solver::new(SolverOpts::default(), log);
        let variables = (0..formula.variables()).map(|_| solver.new_var_default()).collect();
        let mut sat = Self { solver, variables };
        formula.clauses().for_each(|clause| sat.add(clause));
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
