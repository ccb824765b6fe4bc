//! Schedules of MSCCL: what is read, and what is refused.

use proptest::prelude::*;
use std::path::PathBuf;
use wormcast_formats::{Schedule, Transfer, read_msccl};
use wormcast_topology::TopologyError;

fn read(text: &str) -> Result<Schedule, TopologyError> {
    let name = format!("wormcast-msccl-{}-{:?}.xml", std::process::id(), std::thread::current().id());
    let file: PathBuf = std::env::temp_dir().join(name);
    std::fs::write(&file, text).unwrap();
    let schedule = read_msccl(&file);
    std::fs::remove_file(&file).unwrap();
    schedule
}

/// A step: type, depid, deps.
type Told<'t> = (&'t str, i64, i64);
/// A thread block: send, recv, and its steps.
type Block<'t> = (i64, i64, &'t [Told<'t>]);

/// A schedule of GPUs, each with its thread blocks.
fn schedule(gpus: &[&[Block<'_>]]) -> String {
    let mut text = String::from("<algo name=\"test\" ngpus=\"2\">\n");
    for (gpu, blocks) in gpus.iter().enumerate() {
        text += &format!("<gpu id=\"{gpu}\">\n");
        for (block, (send, recv, steps)) in blocks.iter().enumerate() {
            text += &format!("<tb id=\"{block}\" send=\"{send}\" recv=\"{recv}\" chan=\"0\">\n");
            for (place, (kind, block, step)) in steps.iter().enumerate() {
                text += &format!(
                    "<step s=\"{place}\" type=\"{kind}\" cnt=\"1\" depid=\"{block}\" deps=\"{step}\" hasdep=\"0\"/>\n"
                );
            }
            text += "</tb>\n";
        }
        text += "</gpu>\n";
    }
    text + "</algo>\n"
}

const FREE: (i64, i64) = (-1, -1);

fn plain(kind: &str) -> (&str, i64, i64) {
    (kind, FREE.0, FREE.1)
}

#[test]
fn the_ring_passes_on_what_it_gets() {
    let ring = read(include_str!("../../../../examples/routes/ring.xml")).unwrap();
    assert_eq!((ring.gpus, ring.transfers.len()), (4, 12));
    for (message, &Transfer { from, to, chunks }) in ring.transfers.iter().enumerate() {
        assert_eq!((from, to, chunks), (message / 3, (message / 3 + 1) % 4, 1));
        // The nth message is taken in after the first n + 1 of its receiver are sent, but for the last one.
        let waits = ring.waits.iter().filter(|wait| wait[0] == message).map(|wait| wait[1]);
        let expected = (0..(message % 3 + 2).min(3)).map(|sent| to * 3 + sent);
        assert_eq!(waits.collect::<Vec<_>>(), expected.collect::<Vec<_>>());
    }
}

/// A step that names one of another thread block comes after that.
#[test]
fn what_another_block_sends_is_waited_for() {
    let text = schedule(&[
        &[(1, -1, &[plain("s")]), (-1, 1, &[("r", 0, 0)])],
        &[(0, -1, &[plain("s")]), (-1, 0, &[plain("r")])],
    ]);
    let read = read(&text).unwrap();
    assert_eq!(read.transfers.iter().map(|met| (met.from, met.to)).collect::<Vec<_>>(), [(0, 1), (1, 0)]);
    assert_eq!(read.waits, [[1, 0]], "GPU 0 takes in only after it has sent");
}

#[test]
fn what_no_network_could_do_is_refused() {
    let first_receives: &[Block<'_>] = &[(1, 1, &[plain("r"), plain("s")])];
    let text = schedule(&[first_receives, &[(0, 0, &[plain("r"), plain("s")])]]);
    let error = read(&text).unwrap_err().to_string();
    assert!(error.contains("wait for each other in a circle, on any network: step"), "{error}");
    assert!(error.contains("of GPU 0") && error.contains("of GPU 1"), "{error}");
}

#[test]
fn faults_are_named_where_they_stand() {
    let one = |send, recv, kind| schedule(&[&[(send, recv, &[plain(kind)])], &[]]);
    for (text, line, problem) in [
        (one(1, -1, "s"), 4, "GPU 1 has no step that receives this from GPU 0 on channel 0"),
        (one(-1, 1, "r"), 4, "GPU 1 sends nothing for this step to GPU 0 on channel 0"),
        (one(-1, -1, "s"), 4, "a step `s` of a thread block whose `send` is -1"),
        (one(0, -1, "s"), 4, "GPU 0 sends to itself"),
        (one(2, -1, "s"), 3, "`send` is 2; expected -1, or 0 to 1"),
        (one(1, -1, "x"), 4, "expected `s`, `r`, `rcs`"),
        (schedule(&[&[(1, -1, &[("nop", 0, 7)])], &[]]), 4, "GPU 0 has none such"),
        ("<algo/>".into(), 1, "no GPU; expected `gpu` elements"),
        ("<graphml/>".into(), 1, "expected `algo`"),
        ("<algo>".into(), 1, "expected a schedule of MSCCL, which is XML"),
        ("<!DOCTYPE a [<!ENTITY b 'c'>]><algo/>".into(), 1, "a document type"),
        (schedule(&[&[]]).replace("\"0\"", "\"-1\""), 2, "a GPU of the number -1"),
        (schedule(&[&[], &[]]).replace("id=\"1\"", "id=\"0\""), 4, "a second GPU 0"),
        (one(1, -1, "nop").replace("s=\"0\"", "s=\"3\""), 4, "expected step 0 here"),
        (one(1, -1, "nop").replace("cnt=\"1\"", "cnt=\"many\""), 4, "`cnt` is `many`; expected a whole number"),
    ] {
        let TopologyError::File { line: found, problem: told, .. } = read(&text).unwrap_err() else { panic!("{text}") };
        assert!(told.contains(problem), "{told}, not {problem}");
        assert_eq!(found, line, "{told}");
    }
}

proptest! {
    /// Random steps on two GPUs are read, or refused with a place.
    #[test]
    fn random_schedules_are_read_or_refused(
        steps in prop::collection::vec((0..4_usize, 0..9_usize, -1..3_i64, -1..3_i64), 0..24)
    ) {
        const KINDS: [&str; 9] = ["s", "r", "rcs", "rrs", "rrc", "rrcs", "re", "cpy", "nop"];
        let mut blocks: [Vec<(&str, i64, i64)>; 4] = Default::default();
        steps.into_iter().for_each(|(block, kind, on, step)| blocks[block].push((KINDS[kind], on, step)));
        let [a, b, c, d] = &blocks;
        match read(&schedule(&[&[(1, 1, a), (1, -1, b)], &[(0, 0, c), (-1, 0, d)]])) {
            Ok(schedule) => {
                let count = schedule.transfers.len();
                for wait in schedule.waits {
                    prop_assert!(wait.iter().all(|&message| message < count));
                    prop_assert_eq!(schedule.transfers[wait[0]].to, schedule.transfers[wait[1]].from);
                }
            }
            Err(error) => prop_assert!(matches!(error, TopologyError::File { .. }), "{error}"),
        }
    }
}
