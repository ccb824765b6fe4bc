//! Manifests: every crate can be released, and what the project depends on is used, licensed and old enough.

use serde_json::Value;
use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;
use wormcast_tidy::{files, root};

/// Licences that ask for no more than to be named. `deny.toml` accepts the same.
const LICENCES: [&str; 11] = [
    "Apache-2.0",
    "Apache-2.0 WITH LLVM-exception",
    "BSD-2-Clause",
    "BSD-3-Clause",
    "BSL-1.0",
    "CC0-1.0",
    "ISC",
    "MIT",
    "MIT-0",
    "Unicode-3.0",
    "Zlib",
];

/// All packages that a build can take, from the lock file.
fn packages() -> Vec<Value> {
    let output = Command::new(env!("CARGO"))
        .args(["metadata", "--format-version", "1", "--locked"])
        .current_dir(root())
        .output()
        .unwrap();
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let metadata: Value = serde_json::from_slice(&output.stdout).unwrap();
    metadata["packages"].as_array().unwrap().clone()
}

fn name(package: &Value) -> &str {
    package["name"].as_str().unwrap()
}

fn is_ours(package: &Value) -> bool {
    package["source"].is_null()
}

/// Whether one of the alternatives of an expression such as `(MIT OR Apache-2.0) AND Unicode-3.0` is accepted.
fn is_accepted(expression: &str) -> bool {
    let all_of = expression.split(" AND ").map(|part| part.trim_matches(['(', ')']));
    let any_of = |part: &str| part.split(" OR ").flat_map(|part| part.split('/')).any(|one| LICENCES.contains(&one));
    all_of.into_iter().all(any_of)
}

#[test]
fn licences_are_accepted() {
    let packages = packages();
    let refused = packages.iter().filter(|package| !package["license"].as_str().is_some_and(is_accepted));
    let refused: Vec<_> = refused.map(|package| format!("{}: {}", name(package), package["license"])).collect();
    assert!(refused.is_empty(), "{}", refused.join("\n"));
    assert!(is_accepted("(MIT OR GPL-3.0) AND Unicode-3.0") && !is_accepted("MIT AND GPL-3.0"));
}

#[test]
fn all_packages_come_from_one_registry() {
    let packages = packages();
    let sources: BTreeSet<_> = packages.iter().filter_map(|package| package["source"].as_str()).collect();
    assert!(sources.len() == 1 && sources.iter().all(|source| source.starts_with("registry+")), "{sources:?}");
}

/// A version such as 1.85 or 1.85.1.
fn version(text: &str) -> Vec<u32> {
    text.split('.').map(|part| part.parse().unwrap()).collect()
}

#[test]
fn no_package_needs_a_newer_rust_than_is_stated() {
    let packages = packages();
    let ours = packages.iter().find(|package| name(package) == "wormcast").unwrap();
    let stated = ours["rust_version"].as_str().unwrap();
    let needed = |package: &Value| package["rust_version"].as_str().map_or(vec![], version);
    let newer = packages.iter().filter(|package| needed(package) > version(stated));
    let newer: Vec<_> = newer.map(|package| format!("{}: {}", name(package), package["rust_version"])).collect();
    assert!(newer.is_empty(), "Rust {stated} is stated:\n{}", newer.join("\n"));
}

#[test]
fn crates_can_be_released() {
    let packages = packages();
    let contributing = fs::read_to_string(root().join("CONTRIBUTING.md")).unwrap();
    // Python's package is no crate that others use.
    let is_crate =
        |package: &&Value| is_ours(package) && folder(package).parent().is_some_and(|it| it.ends_with("crates"));
    for package in packages.iter().filter(is_crate) {
        let folder = folder(package);
        let path = format!("`crates/{}`", folder.file_name().unwrap().to_str().unwrap());
        assert!(contributing.contains(&path), "CONTRIBUTING.md does not name {path}");
        if package["publish"].is_null() {
            for key in ["description", "repository", "license", "rust_version", "readme"] {
                assert!(package[key].is_string(), "{}: {key}", name(package));
            }
            for key in ["keywords", "categories"] {
                assert!((1..=5).contains(&package[key].as_array().unwrap().len()), "{}: {key}", name(package));
            }
            for file in ["README.md", "LICENSE-MIT", "LICENSE-APACHE"] {
                assert!(folder.join(file).is_file(), "{}: {file}", name(package));
            }
        }
    }
}

fn folder(package: &Value) -> PathBuf {
    Path::new(package["manifest_path"].as_str().unwrap()).parent().unwrap().to_owned()
}

/// The code of a crate; without its tests and benchmarks if only that is asked for.
fn code(folder: &Path, part: &str) -> String {
    let folder = folder.join(part);
    let files = files(folder.to_str().unwrap(), "rs").unwrap();
    files.iter().map(|file| fs::read_to_string(file).unwrap()).collect()
}

/// A dependency stands in the code by its name. One that only tests name is a dependency of tests.
#[test]
fn dependencies_are_used() {
    let packages = packages();
    let mut unused = Vec::new();
    for package in packages.iter().filter(|package| is_ours(package)) {
        let (own, all) = (code(&folder(package), "src"), code(&folder(package), ""));
        for dependency in package["dependencies"].as_array().unwrap() {
            let word = name(dependency).replace('-', "_");
            let code = if dependency["kind"].is_null() { &own } else { &all };
            // `serde` is not used where `use serde_json` stands.
            let uses = [format!("use {word}::"), format!("use {word};"), format!("use {word} as"), format!("{word}::")];
            let is_word = |at: usize| !code[..at].ends_with(|c: char| c.is_alphanumeric() || c == '_');
            if !uses.iter().any(|used| code.match_indices(used).any(|(at, _)| is_word(at))) {
                unused.push(format!("{}: {}", name(package), name(dependency)));
            }
        }
    }
    assert!(unused.is_empty(), "dependencies that no code names:\n{}", unused.join("\n"));
}

/// A library that is not built for tests would leave out those within.
#[test]
fn tests_are_run() {
    for package in packages().iter().filter(|package| is_ours(package)) {
        let targets = package["targets"].as_array().unwrap();
        let is_left_out = |target: &&Value| target["kind"][0] == "lib" && target["test"] == false;
        if targets.iter().any(|target| is_left_out(&target)) {
            assert!(!code(&folder(package), "src").contains("#[test]"), "{}", name(package));
        }
    }
}
