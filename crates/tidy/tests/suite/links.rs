//! Pages: what they link to exists, and the book has all of them.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use wormcast_tidy::{files, root};

/// The pages that people read.
fn pages() -> Vec<PathBuf> {
    let mut pages = files("docs", "md").unwrap();
    pages.extend(files("crates", "md").unwrap());
    pages.extend(files("fuzz", "md").unwrap());
    let top = fs::read_dir(root()).unwrap().map(|entry| entry.unwrap().path());
    pages.extend(top.filter(|path| path.extension().is_some_and(|ending| ending == "md")));
    pages
}

/// The text without code, in which brackets are no links.
fn prose(text: &str) -> String {
    let mut fenced = false;
    let mut prose = String::new();
    for line in text.lines() {
        if line.trim_start().starts_with("```") {
            fenced = !fenced;
        } else if !fenced {
            let spoken = line.split('`').enumerate().filter(|(part, _)| part % 2 == 0).map(|(_, text)| text);
            prose.extend(spoken);
            prose.push('\n');
        }
    }
    prose
}

/// The targets of `[text](target)`.
fn targets(text: &str) -> Vec<String> {
    let prose = prose(text);
    let targets = prose.split("](").skip(1);
    targets.filter_map(|rest| rest.split_once(')')).map(|(target, _)| target.to_owned()).collect()
}

/// The anchors that a forge and mdBook make of headings.
fn anchors(text: &str) -> Vec<String> {
    let mut fenced = false;
    let mut headings = Vec::new();
    for line in text.lines() {
        fenced ^= line.starts_with("```");
        if !fenced && line.starts_with('#') {
            headings.push(line.trim_start_matches('#').trim());
        }
    }
    let anchor = |heading: &str| -> String {
        let kept = heading.chars().filter(|&c| c.is_alphanumeric() || "-_ ".contains(c));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    headings.into_iter().map(anchor).collect()
}

/// What is wrong with a link of this page.
fn fault(page: &Path, target: &str) -> Option<&'static str> {
    if target.starts_with("https://") {
        return None;
    }
    let (path, anchor) = target.split_once('#').unwrap_or((target, ""));
    let file = if path.is_empty() { page.to_owned() } else { page.parent().unwrap().join(path) };
    if !file.exists() {
        return Some("does not exist");
    }
    let docs = root().join("docs").canonicalize().unwrap();
    if page.canonicalize().unwrap().starts_with(&docs) && !file.canonicalize().unwrap().starts_with(&docs) {
        return Some("is outside the book");
    }
    let known = anchor.is_empty() || anchors(&fs::read_to_string(&file).unwrap()).iter().any(|known| known == anchor);
    (!known).then_some("has no such heading")
}

#[test]
fn links_lead_somewhere() {
    let mut faults = Vec::new();
    for page in pages() {
        for target in targets(&fs::read_to_string(&page).unwrap()) {
            faults.extend(fault(&page, &target).map(|fault| format!("{}: {target} {fault}", page.display())));
        }
    }
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

#[test]
fn the_book_has_every_page_once() {
    let docs = root().join("docs");
    let mut listed = BTreeMap::<PathBuf, usize>::new();
    for target in targets(&fs::read_to_string(docs.join("SUMMARY.md")).unwrap()) {
        *listed.entry(docs.join(target)).or_default() += 1;
    }
    let pages = files("docs", "md").unwrap().into_iter().filter(|page| !page.ends_with("SUMMARY.md"));
    let expected: BTreeMap<_, _> = pages.map(|page| (page, 1)).collect();
    assert_eq!(listed, expected);
}

#[test]
fn links_and_anchors_are_found_in_prose_alone() {
    let page = "# One `thing`, two\n[a](b.md#c) and `[no](code)`\n```\n# no heading [x](y)\n```\n[d](https://e)\n";
    assert_eq!(targets(page), ["b.md#c", "https://e"]);
    assert_eq!(anchors(page), ["one-thing-two"]);
}
