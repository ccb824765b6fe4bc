//! Graphs of the DIMACS challenges: a line `p` that tells how many nodes and links there are, and a line a link.

use crate::draft::{Draft, Loops, Repeated};
use crate::format::Format;
use crate::numbered::{check_count, two_nodes};
use crate::own::{Own, WEIGHT};
use crate::text::{Flaw, lines, offset, shown};

/// DIMACS.
pub(crate) const FORMAT: Format =
    Format { name: "DIMACS", extensions: &["dimacs", "col", "gr"], recognises, read, write: None };

/// The kinds of problems, and what the numbers behind the ends of a link are in them.
const KINDS: [(&str, &[&str]); 5] = [
    ("edge", &[WEIGHT]),
    ("col", &[WEIGHT]),
    ("sp", &[WEIGHT]),
    ("max", &["capacity"]),
    ("min", &["low", "capacity", "cost"]),
];

/// Whether the first line that is no comment, `c …`, tells a problem.
fn recognises(text: &str) -> bool {
    let mut told = lines(text).map(|(_, line)| line.split_whitespace()).filter(|words| words.clone().next().is_some());
    let first: Option<Vec<_>> = told.find(|words| words.clone().next() != Some("c")).map(Iterator::collect);
    let is_number = |word: &str| word.parse::<u32>().is_ok();
    matches!(first.as_deref(), Some(["p", kind, nodes, ..]) if keys(kind).is_some() && is_number(nodes))
}

fn keys(kind: &str) -> Option<&'static [&'static str]> {
    KINDS.iter().find(|(known, _)| *known == kind).map(|(_, keys)| *keys)
}

/// Reads a graph. `e a b` is a link, `a a b` a channel that leads one way; numbers behind the ends are the weight, of
/// flows `capacity`, and of flows with costs `low`, `capacity` and `cost`. Nodes are called by their numbers, from 1.
/// What a problem says of single nodes is skipped. A repeated link counts once, if it has the same numbers.
fn read(text: &str) -> Result<Draft<'_>, Flaw> {
    let mut draft = Draft::new(Repeated::OnceIfAlike, Loops::LeftOut);
    let (mut problem, mut links) = (None, 0_u64);
    let mut words = Vec::new();
    for (at, line) in lines(text) {
        words.clear();
        words.extend(line.split_whitespace());
        match (words.first().copied(), &problem) {
            (None | Some("c"), _) => {}
            (Some("p"), None) => problem = Some(Problem::read(text, line, &words, &mut draft)?),
            (Some("p"), Some(_)) => return Err(Flaw::new(at, "a second problem; expected one line `p`")),
            (Some(_), None) => return Err(no_problem(at)),
            (Some(kind @ ("e" | "a")), Some(problem)) => {
                links += 1;
                problem.link(text, kind == "e", line, &words, &mut draft)?;
            }
            // Sources and sinks of flows; degrees, values and places of nodes.
            (Some("n" | "d" | "v" | "x"), Some(_)) => {}
            (Some(_), Some(_)) => {
                return Err(Flaw::new(at, format!("{} is no link; expected `e 1 2` or `a 1 2`", shown(line))));
            }
        }
    }
    let Problem { announced, .. } = problem.ok_or_else(|| no_problem(text.len()))?;
    if links != announced {
        // Many files count each of their links twice, or forget to count what was added.
        draft.warn(format!("{announced} links are announced, and {links} follow"));
    }
    Ok(draft)
}

fn no_problem(at: usize) -> Flaw {
    Flaw::new(at, "no problem before; expected a line such as `p edge 5 7` or `p sp 5 7`")
}

/// What the line `p` says.
struct Problem {
    nodes: usize,
    announced: u64,
    keys: &'static [&'static str],
}

impl Problem {
    fn read<'t>(text: &'t str, line: &'t str, words: &[&'t str], draft: &mut Draft<'t>) -> Result<Self, Flaw> {
        let at = offset(text, words[0]);
        let &[_, kind, nodes, links, ..] = words else {
            return Err(Flaw::new(at, format!("{} is no problem; expected `p edge 5 7`", shown(line))));
        };
        let unknown =
            || format!("{} is no kind of graph that is read; expected edge, col, sp, max or min", shown(kind));
        let keys = keys(kind).ok_or_else(|| Flaw::new(offset(text, kind), unknown()))?;
        let [count, announced] = [nodes, links].map(|word| {
            let problem = || format!("{} where a whole number is expected", shown(word));
            word.parse::<u32>().map_err(|_| Flaw::new(offset(text, word), problem()))
        });
        let nodes = check_count(text, count?, "nodes", offset(text, nodes))?;
        for number in 1..=nodes {
            draft.add_node(number.to_string(), at)?;
        }
        Ok(Self { nodes, announced: announced?.into(), keys })
    }

    fn link<'t>(
        &self,
        text: &'t str,
        is_link: bool,
        line: &'t str,
        words: &[&'t str],
        draft: &mut Draft<'t>,
    ) -> Result<(), Flaw> {
        let at = offset(text, words[0]);
        let [a, b] = two_nodes(text, line, &words[1..], self.nodes)?;
        let first = draft.channel_count();
        match is_link {
            true => draft.add_link(a, b, at)?,
            false => draft.add_channel(a, b, at)?,
        }
        let mut own = Own::default();
        for (key, word) in self.keys.iter().zip(&words[3..]) {
            let at = offset(text, word);
            word.parse::<f64>().map_err(|_| Flaw::new(at, format!("{} where a number is expected", shown(word))))?;
            own.set_value(key, word, at)?;
        }
        own.give(draft, first, at)
    }
}
