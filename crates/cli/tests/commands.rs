//! The commands as a user calls them: each file of `tests/cmd` holds calls with their output.

#[test]
fn commands_print_what_they_should() {
    trycmd::TestCases::new().case("tests/cmd/*.trycmd");
}
