//! Every example of the README and of the guide, in the order in which they stand on a page, with its output.

use std::fs;
use std::path::{Path, PathBuf};

/// How the README calls the program before it is installed.
const FROM_SOURCE: &str = "$ cargo run --release -- ";
const INSTALLED: &str = "$ wormcast ";

/// Each page runs in a folder of its own, with the examples beside it. `TRYCMD=overwrite` mends the outputs.
#[test]
fn the_pages_print_what_they_show() {
    let root = root();
    let mut pages: Vec<_> = fs::read_dir(root.join("docs/guide")).unwrap().map(|entry| entry.unwrap().path()).collect();
    pages.sort();
    pages.extend(["README.md", "docs/networks.md"].map(|page| root.join(page)));
    assert!(pages.len() > 5);
    for page in pages {
        run(&root, &page);
    }
}

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap()
}

fn run(root: &Path, page: &Path) {
    let folder = tempfile::tempdir().unwrap();
    copy(&root.join("examples"), &folder.path().join("examples"));
    let text = fs::read_to_string(page).unwrap();
    fs::write(folder.path().join("page.md"), for_trycmd(&text.replacen(FROM_SOURCE, INSTALLED, 1))).unwrap();

    std::env::set_current_dir(folder.path()).unwrap();
    trycmd::TestCases::new().case("page.md").run();

    if std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite") {
        let mut mended = for_people(&fs::read_to_string("page.md").unwrap());
        if let Some(first) = text.find(FROM_SOURCE) {
            mended.replace_range(first..first + INSTALLED.len(), FROM_SOURCE);
        }
        fs::write(page, mended).unwrap();
    }
    std::env::set_current_dir(root).unwrap();
}

/// Trycmd takes the end of the last line of an output for the end of the block: here are empty lines for it.
fn for_trycmd(page: &str) -> String {
    let mut in_example = false;
    let mut text = String::new();
    for line in page.lines() {
        if in_example && line == "```" {
            text.push('\n');
        }
        in_example = line == "```console" || in_example && line != "```";
        text += &format!("{line}\n");
    }
    text
}

/// Takes the empty lines away again.
fn for_people(text: &str) -> String {
    let mut in_example = false;
    let mut readme = String::new();
    for line in text.lines() {
        if in_example && line == "```" && readme.ends_with("\n\n") {
            readme.pop();
        }
        in_example = line == "```console" || in_example && line != "```";
        readme += &format!("{line}\n");
    }
    readme
}

/// The picture that the README shows says what the one says that its first example draws: title, names, costs, legend.
/// Lines and colours may be newer there; `TRYCMD=overwrite` draws it anew.
#[test]
fn the_readme_shows_its_own_picture() {
    let root = root();
    let folder = tempfile::tempdir().unwrap();
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let call = readme
        .lines()
        .find_map(|line| line.strip_prefix(FROM_SOURCE))
        .expect("the README calls the program from source");
    let status = std::process::Command::new(env!("CARGO_BIN_EXE_wormcast"))
        .args(call.replace("plan.", &format!("{}/plan.", folder.path().display())).split(' '))
        .current_dir(&root)
        .stdout(std::process::Stdio::null())
        .status();
    assert!(status.unwrap().success());
    let (drawn, shown) = (folder.path().join("plan.svg"), root.join("docs/images/campus.svg"));
    if std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite") {
        fs::copy(&drawn, &shown).unwrap();
    }
    assert_eq!(texts(&drawn), texts(&shown));
}

/// The texts of an SVG, in alphabetical order.
fn texts(svg: &Path) -> Vec<String> {
    let svg = fs::read_to_string(svg).unwrap();
    let text = |part: &str| part.split_once('<').map_or(part, |(text, _)| text).trim().to_owned();
    let mut texts: Vec<_> = svg.split('>').map(text).filter(|text| !text.is_empty()).collect();
    texts.sort();
    assert!(texts.iter().any(|text| text == "housing3"), "{texts:?}");
    texts
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).unwrap();
    for entry in fs::read_dir(from).unwrap().map(Result::unwrap) {
        let target = to.join(entry.file_name());
        match entry.file_type().unwrap().is_dir() {
            true => copy(&entry.path(), &target),
            false => drop(fs::copy(entry.path(), target).unwrap()),
        }
    }
}
