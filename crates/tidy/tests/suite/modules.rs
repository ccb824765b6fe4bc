//! A module with parts is a file beside a folder of its name.

use wormcast_tidy::files;

#[test]
fn a_module_with_parts_is_a_file_beside_a_folder() {
    let modules = files("crates", "rs").unwrap().into_iter().filter(|file| file.ends_with("mod.rs"));
    // What benches share cannot be a file of its own beside them: it would be taken for a bench.
    let other: Vec<_> = modules.filter(|file| !file.iter().any(|part| part == "benches")).collect();
    assert!(other.is_empty(), "modules in another style: {other:#?}");
}
