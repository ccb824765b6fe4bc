//! The library of the package is built with the tests of the crates, once for both. `python/test` takes it from where
//! this looks for it.

#[test]
fn the_library_is_a_module_of_python() {
    let own = std::env::current_exe().expect("a test is a file");
    let folder = own.parent().expect("tests are in a folder");
    let name = format!("{}_wormcast{}", std::env::consts::DLL_PREFIX, std::env::consts::DLL_SUFFIX);
    let library = std::fs::read(folder.join(name)).expect("the library is beside the tests");
    let name = b"PyInit__wormcast";
    assert!(library.windows(name.len()).any(|part| part == name));
}
