//! The table of all claims, as a page.

use serde_json::Value;
use wormcast::papers::{Outcome, PaperClaim, figures};

/// The heads of the papers' parts, by the short names of the papers.
const PAPERS: [(&str, &str); 4] = [
    ("mesh", "Optimal multicast stars (Bouchitté, Cohen, Fleury 1997)"),
    ("dstm", "Disjoint spanning trees of a torus (Wang, Blough 2001)"),
    ("mesh-of-trees", "Broadcast on meshes of trees (Salinger, Tvrdík)"),
    ("star", "Multipath multicast on star graphs (Wang, Chu, Chen)"),
];

/// A value as it stands in a table.
pub(super) fn word(value: &Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), str::to_owned)
}

/// How many claims hold, do not, and are not decided.
pub(super) fn tally(claims: &[PaperClaim]) -> String {
    let count = |outcome: Outcome| claims.iter().filter(|claim| claim.holds == outcome).count();
    let mut words = format!("{} of {} claims hold", count(Outcome::Holds), claims.len());
    match count(Outcome::Undecided) {
        0 => {}
        1 => words += ", 1 is not decided at this precision",
        open => words += &format!(", {open} are not decided at this precision"),
    }
    words
}

/// All claims in Markdown, paper by paper.
pub(super) fn page(claims: &[PaperClaim]) -> String {
    let mut text = String::new();
    for (paper, head) in PAPERS {
        let own: Vec<_> = claims.iter().filter(|claim| paper_of(claim) == paper).collect();
        if own.is_empty() {
            continue;
        }
        text += &format!("## {head}\n\n");
        text += "| section | claim | the paper says | verdict | measured | rule of the judgement | command |\n";
        text += "|---|---|---|---|---|---|---|\n";
        own.iter().for_each(|claim| text += &row(claim));
        text += "\n";
    }
    text
}

fn paper_of(claim: &PaperClaim) -> &'static str {
    figures().find(|figure| figure.id == claim.figure).map_or("", |figure| figure.paper)
}

fn row(claim: &PaperClaim) -> String {
    let (paper, measured) = (word(&claim.paper), word(&claim.measured));
    let verdict = claim.holds.name();
    let command = format!("`{}`", claim.command);
    let cells = [&claim.section, &claim.claim, &paper, verdict, &measured, &claim.rule, &command];
    format!("| {} |\n", cells.map(|cell| cell.replace('|', "\\|").replace(['<'], "&lt;")).join(" | "))
}
