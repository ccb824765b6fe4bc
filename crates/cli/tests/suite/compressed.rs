//! Plans that are written compressed, and compressed files from elsewhere.

use crate::support::Folder;
use flate2::Compression;
use flate2::read::GzDecoder;
use flate2::write::GzEncoder;
use std::fs;
use std::io::{Read, Write};

fn packed(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn unpacked(bytes: &[u8]) -> String {
    let mut text = String::new();
    GzDecoder::new(bytes).read_to_string(&mut text).unwrap();
    text
}

#[test]
fn a_compressed_plan_is_the_plan() {
    for (network, scheme) in
        [("mesh:7x5", "multi-path"), ("hypercube:5", "single-tree"), ("torus:5x4", "disjoint-trees")]
    {
        let folder = Folder::new();
        let plan = format!("plan {network} --scheme {scheme} --source 0 --all --out");
        let source = if network.starts_with("hyper") { "00000" } else { "0,0" };
        let plan = plan.replace("--source 0", &format!("--source {source}"));
        for out in ["plan.json", "plan.json.gz", "again.json.gz"] {
            let run = folder.run(&format!("{plan} {out}"));
            assert_eq!(run.status, Some(0), "{run:?}");
        }
        let bytes = fs::read(folder.path().join("plan.json.gz")).unwrap();
        assert_eq!(unpacked(&bytes), folder.read("plan.json"));
        assert_eq!(bytes, fs::read(folder.path().join("again.json.gz")).unwrap(), "one plan, one file");
        // A name of the same length: columns are as wide as what stands in them.
        folder.write("plan.json.xx", folder.read("plan.json"));
        for command in ["check", "simulate", "prove"] {
            let [plain, small] = ["plan.json.xx", "plan.json.gz"].map(|file| folder.run(&format!("{command} {file}")));
            assert_eq!(small.status, plain.status, "{small:?}");
            assert_eq!(small.out.replace(".json.gz", ".json.xx"), plain.out, "{command}");
        }
    }
}

#[test]
fn compressed_files_are_known_by_their_content() {
    let folder = Folder::with_plan();
    let text = folder.read("plan.json");
    folder.write("packed.json", packed(text.as_bytes()));
    folder.write("plain.json.gz", &text);
    let (half, rest) = text.as_bytes().split_at(text.len() / 2);
    folder.write("two.json.gz", [packed(half), packed(rest)].concat());
    for file in ["packed.json", "plain.json.gz", "two.json.gz"] {
        let run = folder.run(&format!("check {file}"));
        assert!(run.status == Some(0) && run.out.contains(": valid"), "{run:?}");
    }
}

#[test]
fn cut_damaged_and_swollen_files_are_refused_with_a_reason() {
    let folder = Folder::with_plan();
    let bytes = packed(folder.read("plan.json").as_bytes());
    folder.write("cut.json.gz", &bytes[..bytes.len() - 9]);
    let mut damaged = bytes.clone();
    damaged[40] ^= 0xff;
    folder.write("damaged.json.gz", &damaged);
    folder.write("no-plan.json.gz", packed(b"{\"format\": \"wormcast-plan\",\n\"version\": []}"));
    let text = format!("{{\"format\": \"wormcast-plan\", \"scheme\": \"{}\"}}", "a".repeat(70 << 20));
    folder.write("swollen.json.gz", packed(text.as_bytes()));
    folder.write("long.json", text);
    for (file, message) in [
        ("cut.json.gz", "cannot read cut.json.gz: the compressed file ends too early; it was cut off"),
        ("damaged.json.gz", "cannot read damaged.json.gz: the compressed file is damaged"),
        ("no-plan.json.gz", "invalid type: sequence, expected u32"),
        ("swollen.json.gz", "swollen.json.gz: the compressed file expands to more than 250 times its size"),
        ("long.json", "long.json: not a plan: a text or number in it is longer than 16777216 bytes"),
    ] {
        for command in ["check", "simulate"] {
            let run = folder.run(&format!("{command} {file}"));
            assert!(run.status == Some(2) && run.err.contains(message), "{file}: {run:?}");
        }
    }
}

/// Beyond the size that is read as one text.
#[test]
fn a_large_plan_is_read_as_a_stream() {
    let folder = Folder::with_plan();
    let plan = folder.read("plan.json");
    let blanks = " ".repeat(70 << 20);
    folder.write("large.json", format!("{}{blanks}\n}}", plan.trim_end().strip_suffix('}').unwrap()));
    let run = folder.run("check large.json");
    assert!(run.status == Some(0) && run.out.contains("large.json: valid"), "{run:?}");
    folder.write("wrong.json", format!("{blanks}\n{}", plan.replacen("\"round\":", "\"rund\":", 1)));
    let run = folder.run("check wrong.json");
    assert!(run.status == Some(2) && run.err.contains("wrong.json: not a plan: missing field `round`"), "{run:?}");
}
