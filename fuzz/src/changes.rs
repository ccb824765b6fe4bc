//! Changes of valid files, by chance.

use fastrand::Rng;

/// What texts of all kinds are made of, and numbers at the borders of their types.
const PIECES: [&str; 32] = [
    "\"",
    "{",
    "}",
    "[",
    "]",
    ",",
    ":",
    "=",
    "-",
    "\n",
    "\r",
    "\t",
    " ",
    "\u{c}",
    "#",
    "<",
    "/>",
    "0",
    "-1",
    "0.5",
    "1e999",
    "NaN",
    "4294967295",
    "4294967296",
    "18446744073709551616",
    "null",
    "true",
    "3,3",
    "\u{feff}",
    "é",
    "\u{0}",
    "\u{1b}[31m",
];

/// The longest slice that is cut, doubled or put in, in bytes: small ones hit single words.
const SLICE: usize = 40;

/// Makes `bytes` one of the files, with none to six changes. O(its size).
pub fn changed(files: &[Vec<u8>], random: &mut Rng, bytes: &mut Vec<u8>) {
    bytes.clear();
    bytes.extend_from_slice(&files[random.usize(..files.len())]);
    for _ in 0..random.u8(..=6) {
        let at = random.usize(..=bytes.len());
        let end = (at + random.usize(1..SLICE)).min(bytes.len());
        match random.u8(..6) {
            0 => drop(bytes.drain(at..end)),
            1 => bytes.extend_from_within(at..end),
            2 => drop(bytes.splice(at..at, PIECES[random.usize(..PIECES.len())].bytes())),
            3 => bytes.insert(at, random.u8(..)),
            4 => bytes[at..end].iter_mut().take(1).for_each(|byte| *byte ^= 1 << random.u8(..8)),
            _ => {
                // A slice of another file in the place of this one: words of the format where they may not be.
                let other = &files[random.usize(..files.len())];
                let from = random.usize(..=other.len());
                let until = (from + random.usize(1..SLICE)).min(other.len());
                bytes.splice(at..end, other[from..until].iter().copied());
            }
        }
    }
}
