//! Every example of the README, in the order in which it stands there, with its output.

use std::fs;
use std::path::Path;

/// How the README calls the program before it is installed.
const FROM_SOURCE: &str = "$ cargo run --release --quiet -- ";
const INSTALLED: &str = "$ wormcast ";

/// The README runs in a folder of its own, with the examples beside it. `TRYCMD=overwrite` mends its outputs.
#[test]
fn the_readme_prints_what_it_shows() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..").canonicalize().unwrap();
    let folder = tempfile::tempdir().unwrap();
    copy(&root.join("examples"), &folder.path().join("examples"));
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let first = readme.find(FROM_SOURCE).expect("the README calls the program from source once");
    fs::write(folder.path().join("README.md"), for_trycmd(&readme.replacen(FROM_SOURCE, INSTALLED, 1))).unwrap();

    std::env::set_current_dir(folder.path()).unwrap();
    trycmd::TestCases::new().case("README.md").run();

    if std::env::var("TRYCMD").is_ok_and(|mode| mode == "overwrite") {
        let mut mended = for_people(&fs::read_to_string("README.md").unwrap());
        mended.replace_range(first..first + INSTALLED.len(), FROM_SOURCE);
        fs::write(root.join("README.md"), mended).unwrap();
    }
}

/// Trycmd takes the end of the last line of an output for the end of the block: here are empty lines for it.
fn for_trycmd(readme: &str) -> String {
    let mut in_example = false;
    let mut text = String::new();
    for line in readme.lines() {
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
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let folder = tempfile::tempdir().unwrap();
    let readme = fs::read_to_string(root.join("README.md")).unwrap();
    let call = readme.lines().find_map(|line| line.strip_prefix(FROM_SOURCE)).unwrap();
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
