//! The code is for machines of 32 bits, too: WebAssembly is one. A compiler for 64 bits does not tell what does not
//! fit.

use wormcast_tidy::files;

/// What a constant of the type `usize` comes to, as far as it is a number, or one shifted; none if that is less than
/// 2^32, or something else.
fn too_large(line: &str) -> Option<u128> {
    let (name, value) = line.split_once(": usize = ")?;
    let value = value.split_once(';').map_or(value, |(value, _)| value).trim();
    let is_constant = !name.contains('"') && name.contains("const ");
    let number = |text: &str| text.trim().replace('_', "").parse::<u128>().ok();
    let value = match value.split_once("<<") {
        Some((one, by)) => number(one)?.checked_shl(number(by)?.try_into().ok()?),
        None => number(value),
    };
    value.filter(|&value| is_constant && value > u128::from(u32::MAX))
}

#[test]
fn constants_fit_32_bits() {
    for path in files("crates", "rs").unwrap() {
        let text = std::fs::read_to_string(&path).unwrap();
        let found = text.lines().find(|line| too_large(line).is_some());
        assert_eq!(found, None, "{}: a `usize` of 32 bits cannot hold this", path.display());
    }
}

#[test]
fn what_does_not_fit_is_found() {
    assert_eq!(too_large("    pub const MOST: usize = 1 << 32;"), Some(1 << 32));
    assert_eq!(too_large("const MOST: usize = 5_000_000_000;"), Some(5_000_000_000));
    assert_eq!(too_large("const MOST: usize = 1 << 28;"), None);
    assert_eq!(too_large("const MOST: u64 = 1 << 33;"), None);
}
