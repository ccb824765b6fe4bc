//! Valid files of every kind but networks, changed at random, over the reader of each: what the fuzz targets ask, asked
//! of as many inputs as a test may take. (`fuzz_files` of `wormcast-formats` is the same for networks.)

#[path = "../../../../fuzz/src/lib.rs"]
#[expect(dead_code, unreachable_pub, reason = "a crate of its own elsewhere; networks are read by other tests")]
mod readers;

use proptest::prelude::*;
use proptest::sample::{Index, select};
use proptest::test_runner::RngSeed;
use std::path::Path;

/// A reader with the folder of its seeds in `fuzz/seeds`.
type Reader = (&'static str, fn(&[u8]));

const READERS: &[Reader] = &[
    ("experiment", readers::experiment),
    ("fabric", readers::fabric),
    ("headers", readers::headers),
    ("msccl", readers::msccl),
    ("plan", readers::plan),
    ("proof", readers::proof),
    ("routes", readers::routes),
    ("spec", readers::spec),
    ("spinnaker", readers::spinnaker),
    ("trace", readers::trace),
    ("workload", readers::workload),
];

/// What a mutation puts in: what texts of all kinds are made of, and numbers at the borders of their types.
const PIECES: &[&str] = &[
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
    "0",
    "1",
    "-1",
    "0.5",
    "1e999",
    "NaN",
    "4294967295",
    "4294967296",
    "18446744073709551615",
    "99999999999999999999",
    "null",
    "true",
    "\"0,0\"",
    "3,3",
    "#",
    "<",
    "/>",
    "\u{feff}",
    "é",
    "\u{0}",
    "\u{1b}[31m",
    "\u{c}",
];

/// A change at a place: bytes are cut out, doubled, or put in.
#[derive(Clone, Debug)]
enum Mutation {
    Cut(Index, usize),
    Double(Index, usize),
    Piece(Index, &'static str),
    Byte(Index, u8),
}

impl Mutation {
    fn any() -> impl Strategy<Value = Self> {
        let (at, length) = (any::<Index>, || 1..40_usize);
        prop_oneof![
            (at(), length()).prop_map(|(at, length)| Self::Cut(at, length)),
            (at(), length()).prop_map(|(at, length)| Self::Double(at, length)),
            (at(), select(PIECES)).prop_map(|(at, piece)| Self::Piece(at, piece)),
            (at(), any::<u8>()).prop_map(|(at, byte)| Self::Byte(at, byte)),
        ]
    }

    fn apply(&self, bytes: &mut Vec<u8>) {
        let size = bytes.len();
        let (Self::Cut(at, _) | Self::Double(at, _) | Self::Piece(at, _) | Self::Byte(at, _)) = self;
        let at = at.index(size + 1);
        match *self {
            Self::Cut(_, length) => drop(bytes.drain(at..(at + length).min(size))),
            Self::Double(_, length) => {
                let slice = bytes[at..(at + length).min(size)].to_vec();
                bytes.splice(at..at, slice);
            }
            Self::Piece(_, piece) => drop(bytes.splice(at..at, piece.bytes())),
            Self::Byte(_, byte) => bytes.insert(at, byte),
        }
    }
}

/// The files in the folder of seeds of a reader.
fn seeds(reader: &str) -> Vec<Vec<u8>> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../fuzz/seeds").join(reader);
    let mut files: Vec<_> = std::fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    files.into_iter().map(|file| std::fs::read(file).unwrap()).collect()
}

/// Runs each reader on so many changed files: always the same, or by chance.
fn mutate(cases: u32, rng_seed: RngSeed) {
    for (name, reader) in READERS {
        let config = ProptestConfig { cases, failure_persistence: None, rng_seed, ..ProptestConfig::default() };
        let changes = prop::collection::vec(Mutation::any(), 0..6);
        proptest!(config, |(seed in select(seeds(name)), changes in changes)| {
            let mut bytes = seed;
            changes.iter().for_each(|change| change.apply(&mut bytes));
            reader(&bytes);
        });
    }
}

#[test]
fn changed_files_do_no_harm() {
    mutate(5_000, RngSeed::Fixed(1));
}

#[test]
#[ignore = "minutes; run with `INPUTS=1000000 cargo test --release -p wormcast-cli --test suite mutated -- --ignored`"]
fn many_changed_files_do_no_harm() {
    let inputs = std::env::var("INPUTS").ok().map_or(1_000_000, |text| text.parse().expect("INPUTS is a number"));
    mutate(inputs, RngSeed::Random);
}
