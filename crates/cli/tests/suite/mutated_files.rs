//! Valid files of every kind, changed at random, over the reader of each: what the fuzz targets ask, asked of as many
//! inputs as a test may take. `scripts/fuzz --storm` asks it of many more.

#[path = "../../../../fuzz/src/lib.rs"]
#[expect(dead_code, unreachable_pub, reason = "a crate of its own elsewhere")]
mod readers;

use fastrand::Rng;
use readers::TARGETS;

/// How many files each reader gets if `INPUTS` does not say it: some seconds in all.
const INPUTS: u32 = 1500;

#[test]
fn changed_files_do_no_harm() {
    let inputs = std::env::var("INPUTS").map_or(INPUTS, |text| text.parse().expect("INPUTS is a number"));
    for (name, reader) in TARGETS {
        let mut paths: Vec<_> =
            std::fs::read_dir(readers::seeds(name)).unwrap().map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        let files: Vec<_> = paths.iter().map(|path| std::fs::read(path).unwrap()).collect();
        // Always the same files: a test that fails by chance once in a while is no test.
        let (mut random, mut bytes) = (Rng::with_seed(1), Vec::new());
        for _ in 0..inputs {
            readers::changed(&files, &mut random, &mut bytes);
            reader(&bytes);
        }
    }
}
