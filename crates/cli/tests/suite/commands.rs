//! The commands as a user calls them: each file of `tests/cmd` holds calls with their output.

#[test]
fn commands_print_what_they_should() {
    trycmd::TestCases::new().env("COLUMNS", "100").case("tests/cmd/*.trycmd");
}
