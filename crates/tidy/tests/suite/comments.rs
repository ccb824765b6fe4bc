//! Comments fit 120 columns, as code does.

use std::fs;
use wormcast_tidy::files;

const COLUMNS: usize = 120;

#[test]
fn comments_fit() {
    let mut long = Vec::new();
    for file in files("crates", "rs").unwrap() {
        let text = fs::read_to_string(&file).unwrap();
        let lines = text.lines().enumerate().filter(|(_, line)| line.trim_start().starts_with("//"));
        let too_long = lines.filter(|(_, line)| line.chars().count() > COLUMNS);
        long.extend(too_long.map(|(number, _)| format!("{}:{}", file.display(), number + 1)));
    }
    assert!(long.is_empty(), "comments of more than {COLUMNS} columns:\n{}", long.join("\n"));
}
