//! A plan in rounds on the mesh 3x2, and ways to break it.
//!
//! ```text
//! 0,0 1,0 2,0
//! 0,1 1,1 2,1
//! ```

use std::num::NonZeroU32;
use wormcast_check::Violation;
use wormcast_plan::{Duplex, NetworkSpec, Plan, RoundModel, Worms};
use wormcast_topology::{Mesh, NodeId, Topology};

/// A worm: its round, the nodes of its path, the indices of those that it delivers at.
pub(crate) type Path = (u32, &'static [&'static str], &'static [usize]);

pub(crate) const HALF: RoundModel = RoundModel::HALF_DUPLEX_ALL_PORT;
pub(crate) const FULL: RoundModel = RoundModel { duplex: Duplex::Full, ports: None };

/// From 0,0 first to its neighbours, then onwards from all three.
pub(crate) const SOUND: [Path; 5] = [
    (0, &["0,0", "1,0"], &[1]),
    (0, &["0,0", "0,1"], &[1]),
    (1, &["1,0", "2,0"], &[1]),
    (1, &["1,0", "1,1", "2,1"], &[2]),
    (1, &["0,1", "1,1"], &[1]),
];

pub(crate) fn mesh() -> Mesh {
    Mesh::new(&[3, 2]).unwrap()
}

pub(crate) fn plan(paths: &[Path]) -> Plan {
    let mesh = mesh();
    let node = |name: &str| mesh.find_node(name).unwrap();
    let mut worms = Worms::new();
    for (round, path, deliver) in paths {
        let path: Vec<NodeId> = path.iter().map(|name| node(name)).collect();
        let by = paths.iter().position(|(_, other, _)| other.last().map(|name| node(name)) == Some(path[0]));
        worms.start(path[0], by.map(|by| by as u32), *round);
        worms.chain(None, path.windows(2).map(|step| mesh.graph().channel(step[0], step[1]).unwrap()));
        deliver.iter().for_each(|&index| worms.deliver(index as u32 - 1, path[index]));
    }
    Plan {
        network: NetworkSpec::whole("mesh:3x2"),
        scheme: "by hand".to_owned(),
        source: node("0,0"),
        destinations: mesh.graph().nodes().skip(1).collect(),
        worms,
        claims: Vec::new(),
        extra: serde_json::Map::new(),
    }
}

/// The sound plan with one worm replaced.
fn with(index: usize, path: Path) -> Vec<Path> {
    let mut paths = SOUND.to_vec();
    paths[index] = path;
    paths
}

/// The sound plan with a worm that uses a link against another one.
pub(crate) fn opposite() -> Vec<Path> {
    let mut paths = with(2, (1, &["0,1", "1,1", "1,0", "2,0"], &[3]));
    paths[4] = (2, &["2,1", "1,1"], &[1]);
    paths
}

/// Paths, a model that they break, and how.
pub(crate) fn cases() -> Vec<(Vec<Path>, RoundModel, Violation)> {
    let text = str::to_owned;
    let both = ["0,1", "1,1", "2,1"];
    vec![
        (with(0, (0, &["0,0", "1,0", "1,1"], &[1, 2])), HALF, Violation::NotAPath { worm: 0 }),
        (with(4, (1, &["0,1", "1,1"], &[])), HALF, Violation::NotAPath { worm: 4 }),
        (
            with(2, (0, &["1,0", "2,0"], &[1])),
            HALF,
            Violation::OriginNotInformed { worm: 2, round: 0, origin: text("1,0") },
        ),
        (
            SOUND.to_vec(),
            RoundModel { ports: NonZeroU32::new(1), ..HALF },
            Violation::TooManySent { worm: 1, node: text("0,0"), round: 0, count: 2, ports: 1 },
        ),
        (opposite(), HALF, Violation::SharedLink { round: 1, worms: [2, 3], a: text("1,0"), b: text("1,1") }),
        (
            with(4, (1, &["0,0", "1,0", "1,1"], &[2])),
            FULL,
            Violation::SharedChannel { round: 1, worms: [3, 4], from: text("1,0"), to: text("1,1") },
        ),
        (SOUND[..4].to_vec(), HALF, Violation::NotDelivered { node: text(both[1]) }),
        (
            [&SOUND[..], &[(2, &["1,1", "2,1"], &[1])]].concat(),
            HALF,
            Violation::DeliveredAgain { worm: 5, first: 3, node: text(both[2]) },
        ),
        (
            [&SOUND[..], &[(2, &["0,1", "0,0"], &[1])]].concat(),
            HALF,
            Violation::UselessDelivery { worm: 5, node: text("0,0") },
        ),
    ]
}
