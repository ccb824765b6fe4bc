//! Files of other programs that are surely no list of links, and are not read.

use crate::format::first_line;
use crate::text::{Flaw, lines, offset, shown};

/// Why a text is not read that is told with certainty; none if it may be a list of links.
pub(crate) fn problem(text: &str) -> Option<Flaw> {
    let first = first_line(text)?;
    let told = |what: &str, hint: &str| {
        let problem = format!("{} begins {what}, which is not read; expected {hint}", shown(first));
        Some(Flaw::new(offset(text, first), problem))
    };
    let has_line =
        |starts: &[&str]| lines(text).any(|(_, line)| starts.iter().any(|start| line.trim().starts_with(start)));
    if first.starts_with("Nodes ") && has_line(&["Tiers "]) && has_line(&["Tier "]) {
        return told("a fat tree by its tiers", "`fat-tree:PORTS`, or a file of its links");
    }
    if first.starts_with("SwitchName=") || first.starts_with("BlockName=") {
        return told("a topology.conf of Slurm", "two nodes a line, such as the switches and nodes that it names");
    }
    let is_port = |line: &str| {
        let (port, peer) = line.trim().split_once(" -> ").unwrap_or_default();
        let number = port.strip_prefix('P').unwrap_or_default();
        !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit()) && peer.split_whitespace().count() == 3
    };
    let second = lines(text).map(|(_, line)| line).find(|line| line.starts_with([' ', '\t']) && line.contains("->"));
    if first.split_whitespace().count() == 2 && second.is_some_and(is_port) {
        return told("a topology of ibdm", "the output of `ibnetdiscover`, or a file of ibsim");
    }
    let is_count = |word: &str| !word.is_empty() && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_cable = |line: &str| {
        let words: Vec<_> = line.split_whitespace().collect();
        words.len() == 5
            && is_count(words[0])
            && is_count(words[1])
            && words[2].ends_with("bps")
            && words[3].ends_with('s')
    };
    if first.split_whitespace().count() == 3
        && first.split_whitespace().all(is_count)
        && lines(text).any(|(_, line)| is_cable(line))
    {
        return told("a topology of ns-3, as ASTRA-sim has it", "two nodes a line, such as `0 16`");
    }
    if first.starts_with(">>graph6<<") || first.starts_with(">>sparse6<<") {
        return told("a graph in graph6", "GraphML, GML or two nodes a line, as networkx writes them too");
    }
    None
}
