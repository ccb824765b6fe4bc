//! Many changed files over every reader, without the instruments of a fuzzer and so some twenty times as many in the
//! same time: `scripts/fuzz --storm INPUTS [TARGET…]`.
//!
//! What a guided run has found (`fuzz/corpus`) and the seeds are changed at random. Fails where a reader panics, or
//! works on one input for longer than [`MOST_TIME`]; the input lies in `fuzz/artifacts` then.

use fastrand::Rng;
use std::fs;
use std::panic::catch_unwind;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};
use wormcast_fuzz::{Reader, TARGETS, changed, seeds};

/// The longest that a reader may work on one input.
const MOST_TIME: Duration = Duration::from_secs(10);

/// The size up to which files are changed, in bytes: small ones are read more often.
const MOST_BYTES: usize = 4096;

fn main() -> ExitCode {
    let mut arguments = std::env::args().skip(1);
    let inputs: u64 = arguments.next().map_or(1_000_000, |text| text.parse().expect("INPUTS is a number"));
    let named: Vec<_> = arguments.collect();
    let asked = TARGETS.iter().filter(|(name, _)| named.is_empty() || named.iter().any(|other| other == name));
    let failed = asked.filter(|(name, reader)| !holds(name, *reader, inputs)).count();
    ExitCode::from(u8::from(failed > 0))
}

/// Runs a reader on so many changed files, and says how it went.
fn holds(name: &str, reader: Reader, inputs: u64) -> bool {
    let files = files(name);
    let mut random = Rng::with_seed(std::env::var("SEED").map_or(1, |text| text.parse().expect("SEED is a number")));
    let (start, mut slowest, mut bytes) = (Instant::now(), Duration::ZERO, Vec::new());
    for number in 0..inputs {
        changed(&files, &mut random, &mut bytes);
        let begin = Instant::now();
        let is_read = catch_unwind(|| reader(&bytes)).is_ok();
        slowest = slowest.max(begin.elapsed());
        if !is_read || slowest > MOST_TIME {
            println!("{name}: input {number} fails after {:?}: {}", begin.elapsed(), keep(name, &bytes).display());
            return false;
        }
    }
    println!(
        "{name}: {inputs} inputs from {} files in {:.0?}, the slowest in {slowest:.1?}",
        files.len(),
        start.elapsed()
    );
    true
}

/// The seeds of a reader and what earlier runs found, in the order of their names.
fn files(name: &str) -> Vec<Vec<u8>> {
    let corpus = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(name);
    let mut paths: Vec<PathBuf> =
        [seeds(name), corpus].iter().flat_map(fs::read_dir).flatten().flatten().map(|entry| entry.path()).collect();
    paths.sort();
    let read = paths.iter().filter_map(|path| fs::read(path).ok());
    read.filter(|bytes| bytes.len() <= MOST_BYTES).collect()
}

/// Keeps an input that fails.
fn keep(name: &str, bytes: &[u8]) -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("artifacts").join(name);
    let file = folder.join(format!("storm-{}", bytes.len()));
    fs::create_dir_all(&folder).and_then(|()| fs::write(&file, bytes)).expect("room for a file");
    file
}
