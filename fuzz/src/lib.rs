//! What the fuzz targets do: read the bytes as a file, and use what comes out.
//!
//! `scripts/fuzz [SECONDS [TARGET…]]` runs them one after another; `scripts/fuzz --storm` and a test of `wormcast-cli`
//! ask the same of files that are [changed] by chance.

mod changes;
pub use changes::changed;

use std::path::{Path, PathBuf};
use std::sync::LazyLock;
use wormcast::check::proof::ProofDocument;
use wormcast::check::{Report, judge_headers};
use wormcast::eval::experiment::Experiment;
use wormcast::eval::traffic::Trace;
use wormcast::formats::{Fabric, read_msccl, read_routes, read_spinnaker_tables};
use wormcast::plan::PlanDocument;
use wormcast::plan::headers::HeadersDocument;
use wormcast::schemes::Options;
use wormcast::topology::Topology;
use wormcast::{Network, Plan, Workload};

/// What reads the bytes of a file, whatever they are.
pub type Reader = fn(&[u8]);

/// Every reader under the name of its target.
pub const TARGETS: &[(&str, Reader)] = &[
    ("adjlist", |bytes| read("x.adjlist", bytes)),
    ("any", |bytes| read("x", bytes)),
    ("anynet", |bytes| read("x.anynet", bytes)),
    ("dimacs", |bytes| read("x.gr", bytes)),
    ("dot", |bytes| read("x.dot", bytes)),
    ("edges", |bytes| read("x.edges", bytes)),
    ("experiment", experiment),
    ("fabric", fabric),
    ("gexf", |bytes| read("x.gexf", bytes)),
    ("gml", |bytes| read("x.gml", bytes)),
    // The content tells this format: so the matrix is begun.
    ("gpus", |bytes| read("x", &[b"GPU0\tGPU1\tGPU2\nGPU0\t X ", bytes].concat())),
    ("graphml", |bytes| read("x.graphml", bytes)),
    ("headers", headers),
    ("ibnetdiscover", |bytes| read("x.ibnetdiscover", bytes)),
    ("json", |bytes| read("x.json", bytes)),
    ("msccl", msccl),
    ("mtx", |bytes| read("x.mtx", bytes)),
    // The content tells this format and that of SNDlib: so the files are begun.
    ("pajek", |bytes| read("x", &[b"*Vertices 5\n", bytes].concat())),
    ("plan", plan),
    ("proof", proof),
    ("routes", routes),
    ("sndlib", |bytes| read("x", &[b"?SNDlib native format\nNODES ( a ( 1 2 ) b ( 2 1 )\n", bytes].concat())),
    ("spec", spec),
    ("spinnaker", spinnaker),
    ("stp", |bytes| read("x.stp", bytes)),
    ("textproto", |bytes| read("x.textproto", bytes)),
    ("trace", trace),
    ("workload", workload),
    ("yaml", |bytes| read("x.yaml", bytes)),
];

/// Runs a target.
///
/// # Panics
/// There is no target of this name, or its reader fails.
pub fn run(name: &str, bytes: &[u8]) {
    let (_, reader) = TARGETS.iter().find(|(other, _)| *other == name).expect("a target");
    reader(bytes);
}

/// The folder of valid files of a target: its own, or for a format of networks the one of all of them.
pub fn seeds(name: &str) -> PathBuf {
    // This file is also part of a test of another crate.
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).ancestors().find(|folder| folder.join("fuzz/seeds").is_dir());
    let root = root.expect("the project around the crate");
    let own = root.join("fuzz/seeds").join(name);
    if own.is_dir() { own } else { root.join("crates/formats/tests/data") }
}

/// Reads a file of this name; a network must know its nodes by their names.
pub fn read(path: &str, bytes: &[u8]) {
    let Ok(network) = wormcast::formats::from_bytes(path, bytes) else { return };
    for node in network.graph().nodes() {
        assert_eq!(network.find_node(&network.node_name(node)), Ok(node));
        assert!(network.position(node).is_none_or(|[x, y]| x.is_finite() && y.is_finite()));
    }
    for channel in network.graph().channels() {
        let opposite = network.graph().reverse(channel);
        assert!(opposite.is_none_or(|opposite| network.graph().reverse(opposite) == Some(channel)));
    }
    let _ = network.find_node("nobody");
}

/// The network that documents are judged on, whatever network they name.
static MESH: LazyLock<Network> = LazyLock::new(|| Network::build("mesh:4x4").expect("a mesh"));

/// A machine whose tables are read.
static TORUS: LazyLock<Network> = LazyLock::new(|| Network::build("torus:4x4").expect("a torus"));

/// A plan on the mesh with headers.
static PLAN: LazyLock<Plan> =
    LazyLock::new(|| MESH.plan("single-tree", "0,0", &["3,1", "1,2"], &Options::default()).expect("a plan"));

/// A plan file: read whole and as a stream alike, judged; what is valid can be run, and is written as it was read.
pub fn plan(bytes: &[u8]) {
    let Ok(document) = PlanDocument::parse(bytes) else { return };
    if let Ok(streamed) = PlanDocument::read(bytes) {
        assert_eq!(streamed, document);
    }
    let report = MESH.check(&document);
    let plan = document.resolve(MESH.topology());
    assert!(plan.is_ok() || !report.is_valid(), "{report:?}");
    let again = serde_json::to_vec(&document).expect("memory takes all");
    assert_eq!(PlanDocument::parse(&again).expect("its own text"), document);
}

/// A proof, verified without plans and about one.
pub fn proof(bytes: &[u8]) {
    let Ok(document) = serde_json::from_slice::<ProofDocument>(bytes) else { return };
    let _ = MESH.verify_proof(&document, &[]);
    let _ = MESH.verify_proof(&document, std::slice::from_ref(&*PLAN));
}

/// Headers, held against a plan.
pub fn headers(bytes: &[u8]) {
    let Ok(document) = serde_json::from_slice::<HeadersDocument>(bytes) else { return };
    judge_headers(&document, &PLAN.document(), MESH.topology(), &mut Report::default());
}

/// An experiment, which must not be large to be looked at.
pub fn experiment(bytes: &[u8]) {
    if let Ok(text) = std::str::from_utf8(bytes) {
        let _ = Experiment::parse(text, Path::new("/nowhere"));
    }
}

/// The description of a network without a file, and a name of a node behind a blank.
pub fn spec(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let (spec, name) = text.split_once(' ').unwrap_or((text, ""));
    // Large networks are built as they should be, and take their time: seven levels of a mesh of trees, nine symbols of
    // a star graph.
    let digits = spec.bytes().filter(u8::is_ascii_digit).count();
    let grows_fast = ["mesh-of-trees", "star", "tree", "fat-tree"].iter().any(|kind| spec.starts_with(kind));
    let is_large = |text: &str| text.parse().is_ok_and(|number: u32| number > 6);
    let has_large = spec.split(|c: char| !c.is_ascii_digit()).any(is_large);
    if spec.starts_with("file:") || digits > 5 || grows_fast && has_large {
        return;
    }
    let Ok(network) = wormcast::formats::build(spec) else { return };
    assert_eq!(wormcast::formats::build(&network.spec()).expect("its own description").spec(), network.spec());
    if let Ok(node) = network.find_node(name) {
        assert_eq!(network.node_name(node), name);
    }
}

/// Routes of unicasts on the network.
pub fn routes(bytes: &[u8]) {
    let file = in_memory("routes.csv");
    std::fs::write(&file, bytes).expect("room for a file");
    let Ok(mut routes) = read_routes(MESH.topology(), &file) else { return };
    let mut route = Vec::new();
    for (from, to) in MESH.topology().graph().nodes().zip(MESH.topology().graph().nodes().skip(5)) {
        route.clear();
        let _ = routes.routing.append_route(from, to, &mut route);
    }
}

/// A schedule of collectives: its waits are between its messages.
pub fn msccl(bytes: &[u8]) {
    let file = in_memory("schedule.xml");
    std::fs::write(&file, bytes).expect("room for a file");
    let Ok(schedule) = read_msccl(&file) else { return };
    for [taken, sent] in schedule.waits {
        assert_eq!(schedule.transfers[taken].to, schedule.transfers[sent].from);
    }
}

/// Multicast routing tables of a SpiNNaker machine.
pub fn spinnaker(bytes: &[u8]) {
    let file = in_memory("tables.json");
    std::fs::write(&file, bytes).expect("room for a file");
    let Ok(trees) = read_spinnaker_tables(TORUS.topology(), &file) else { return };
    for tree in trees {
        assert!(!tree.hops.is_empty());
    }
}

/// Messages with their times.
pub fn trace(bytes: &[u8]) {
    if let Ok(trace) = Trace::read(MESH.topology(), bytes) {
        assert!(!trace.is_empty() && (0.0..=1.0).contains(&trace.multicast_share()));
    }
}

/// A workload as a table of commas and as TOML: it has a multicast.
pub fn workload(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else { return };
    let _ = Workload::topology_of(text);
    for read in [Workload::of_csv, Workload::of_toml] {
        if let Ok(workload) = read(&MESH, text) {
            assert!(workload.phases.iter().any(|phase| !phase.is_empty()));
        }
    }
}

/// A fabric: the files of a folder, parted by form feeds.
pub fn fabric(bytes: &[u8]) {
    const FILES: [&str; 5] = ["ibnetdiscover.txt", "opensm-lfts.dump", "opensm.mcfdbs", "psl.txt", "slvl.txt"];
    let folder = in_memory("fabric");
    std::fs::create_dir_all(&folder).expect("room for a folder");
    let mut parts = bytes.split(|&byte| byte == b'\x0c');
    for file in FILES {
        std::fs::write(folder.join(file), parts.next().unwrap_or_default()).expect("room for a file");
    }
    if let Ok(fabric) = Fabric::open(&folder) {
        let _routing = fabric.routing(true);
        let _ = format!("{:?}", fabric.groups().collect::<Vec<_>>());
    }
}

/// A file of this process that no disk holds, where the system has such.
fn in_memory(name: &str) -> PathBuf {
    let shared = Path::new("/dev/shm");
    let folder = if shared.is_dir() { shared.to_owned() } else { std::env::temp_dir() };
    folder.join(format!("wormcast-fuzz-{}-{name}", std::process::id()))
}
