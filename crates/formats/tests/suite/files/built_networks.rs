//! Networks as they are built: clusters, tiles, fabrics, boards and machines.

use super::{channels, links, open, position, read, refusal};
use wormcast_topology::Topology;

#[test]
fn clusters_have_parallel_cables() {
    let cluster = open("two-boards.yaml");
    assert_eq!(cluster.format(), "Tenstorrent cluster descriptor YAML");
    assert_eq!(links(&cluster), ["0-1", "0-1", "0-2", "1-3", "2-3", "2-3"]);
    assert!(channels(&cluster).contains(&"3>2#1".into()) && position(&cluster, "3") == Some([1.0, 1.0]));
    let text = std::fs::read_to_string("tests/data/two-boards.yaml").unwrap();
    let unknown = refusal("x.yaml", &text.replace("chip: 1, chan: 14", "chip: 7, chan: 14"));
    assert_eq!(unknown, "x.yaml:22:4: `7` is no node; expected one that is declared");
    assert!(refusal("x.yaml", &text.replace("{chip: 3, chan: 14}", "")).contains("x.yaml:22:4: 1 ends of a link"));
    assert!(refusal("x.yaml", &text.replace("chips: {", "chips: [")).starts_with("x.yaml:"));
}

#[test]
fn tiles_are_at_two_one_way_tori() {
    let chip = open("small-chip.yaml");
    let graph = chip.graph();
    // 12 tiles with two routers each, and 7 units; two channels out of each router, and two links of each unit.
    assert_eq!((graph.node_count(), graph.endpoints().len(), graph.channel_count()), (31, 7, 24 * 2 + 7 * 4));
    let has = |from: &str, to: &str| {
        let [from, to] = [from, to].map(|name| chip.find_node(name).unwrap());
        graph.channel(from, to).is_some()
    };
    assert!(has("0:3-2", "0:0-2") && has("0:3-2", "0:3-0") && !has("0:0-2", "0:3-2"));
    assert!(has("1:0-2", "1:3-2") && has("1:3-0", "1:3-2") && !has("1:3-2", "1:0-2"));
    assert!(has("1-1", "0:1-1") && has("1:1-1", "1-1") && chip.find_node("3-0").is_err());
    let text = std::fs::read_to_string("tests/data/small-chip.yaml").unwrap();
    let outside = refusal("x.yaml", &text.replace("3-1]", "3-9]"));
    assert_eq!(outside, "x.yaml:9:32: `3-9` is no tile; expected `0-0` to `3-2`");
}

#[test]
fn fabrics_have_hosts_and_parallel_cables() {
    let network = open("cables.ibnetdiscover");
    assert_eq!(network.format(), "ibnetdiscover");
    let names = ["left>right", "left>right#1", "left>host a", "right>left", "right>left#1", "right>host b"];
    assert_eq!(channels(&network)[..6], names);
    assert_eq!(network.graph().endpoints().len(), 2);
    assert!(network.graph().is_symmetric());
}

#[test]
fn mesh_graphs_have_chips_cables_and_one_way_channels() {
    let network = open("two-meshes.textproto");
    assert_eq!(network.format(), "Tenstorrent mesh graph descriptor");
    let name = |board: usize, chip: usize| format!("M0.{board}/{chip}");
    let count = |a: String, b: String| {
        let [a, b] = [a, b].map(|name| network.find_node(&name).unwrap());
        network.graph().channels_between(a, b).count()
    };
    assert_eq!(network.graph().node_count(), 8);
    for board in 0..2 {
        for (a, b, cables) in [(0, 1, 2), (0, 2, 2), (1, 3, 2), (2, 3, 2), (0, 3, 0), (1, 2, 0)] {
            assert_eq!([count(name(board, a), name(board, b)), count(name(board, b), name(board, a))], [cables; 2]);
        }
    }
    assert_eq!([count(name(0, 1), name(1, 0)), count(name(1, 0), name(0, 1))], [2, 2]);
    assert_eq!([count(name(0, 3), name(1, 2)), count(name(1, 2), name(0, 3))], [1, 0]);
    assert!(network.warnings().is_empty());
    // Rows from left to right, and the boards side by side.
    assert_eq!(position(&network, "M0.0/2"), Some([0.0, 1.0]));
    assert_eq!(position(&network, "M0.1/1"), Some([4.0, 0.0]));
}

#[test]
fn mesh_graphs_of_rings_and_of_graphs() {
    let mesh = |dims: &str| {
        format!(
            "mesh_descriptors {{ name: 'M' device_topology {{ dims: [{dims}] types: [RING, LINE] }} \
             channels {{ count: 1 }} }}"
        )
    };
    let alone =
        read("x.textproto", &(mesh("4, 3") + "top_level_instance { mesh { mesh_descriptor: 'M' mesh_id: 0 } }"));
    // Three rings of 4, and four lines of 3.
    assert_eq!(alone.graph().channel_count(), 2 * (3 * 4 + 4 * 2));
    assert!(alone.find_node("11").is_ok());
    let instance = |id: usize| format!("instances {{ mesh {{ mesh_descriptor: 'M' mesh_id: {id} }} }}");
    let graph = format!(
        "{} graph_descriptors {{ name: 'G' {} {} graph_topology: ALL_TO_ALL channels {{ count: 2 }} }} \
         graph_descriptors {{ name: 'H' instances {{ graph {{ graph_descriptor: 'G' graph_id: 0 }} }} \
         instances {{ graph {{ graph_descriptor: 'G' graph_id: 1 }} }} graph_topology: RING channels {{ count: 1 }} }} \
         top_level_instance {{ graph {{ graph_descriptor: 'H' graph_id: 0 }} }}",
        mesh("1, 2"),
        instance(0),
        instance(1)
    );
    let nested = read("x", &graph);
    assert_eq!(nested.graph().channel_count(), 2 * (4 + 2 * 2 + 1));
    let [a, b] = ["G.0/M.0/0", "G.1/M.0/0"].map(|name| nested.find_node(name).unwrap());
    assert!(nested.graph().channel(a, b).is_some());
    assert!(nested.warnings()[0].contains("join meshes and not chips"));
}

#[test]
fn floogen_networks_have_arrays_trees_and_connections() {
    let network = open("small-noc.yaml");
    assert_eq!((network.format(), network.graph().endpoints().len()), ("FlooGen YAML", 6));
    assert_eq!(
        links(&network),
        [
            "router_0_0-router_0_1",
            "router_0_0-router_1_0",
            "router_0_0-cluster_0_0",
            "router_0_0-memory_0",
            "router_0_1-router_1_1",
            "router_0_1-cluster_0_1",
            "router_0_1-memory_1",
            "router_1_0-router_1_1",
            "router_1_0-cluster_1_0",
            "router_1_1-cluster_1_1",
        ]
    );
    let tree = "endpoints:\n  - name: e\n    array: [2, 2]\nrouters:\n  - name: r\n    tree: [1, 2]\nconnections:\n  \
                - {src: e, src_range: [[1, 0], [0, 1]], dst: r, dst_lvl: 1, allow_multi: true}\n";
    let tree = read("x.yaml", tree);
    assert_eq!(links(&tree), ["r_0-r_0_0", "r_0-r_0_1", "r_0_0-e_1_0", "r_0_0-e_1_1", "r_0_1-e_0_0", "r_0_1-e_0_1"]);
}

#[test]
fn gpu_matrices_count_their_links() {
    let network = open("four-gpus.txt");
    assert_eq!(network.format(), "nvidia-smi topo -m");
    assert_eq!(network.graph().node_count(), 4);
    let count = |a: &str, b: &str| {
        let [a, b] = [a, b].map(|name| network.find_node(name).unwrap());
        network.graph().channels_between(a, b).count()
    };
    assert_eq!([count("GPU0", "GPU1"), count("GPU3", "GPU2"), count("GPU0", "GPU3")], [2, 4, 0]);
    assert_eq!(network.warnings(), ["1 device is joined by PCI Express only; left out"]);
}

#[test]
fn matrices_of_gpus_come_from_terminals() {
    let plain = "\tGPU0\tGPU1\tCPU Affinity\nGPU0\t X \tNV2\t0-19\nGPU1\tNV2\t X \t0-19\n";
    let styled = format!("\u{1b}[4m{}\u{1b}[0m", plain.replacen("Affinity\n", "Affinity\u{1b}[0;1m\n", 1));
    for text in [plain.to_owned(), styled, format!("# nvidia-smi topo -m\n{plain}")] {
        assert_eq!(
            channels(&read("topo.txt", &text)),
            ["GPU0>GPU1", "GPU0>GPU1#1", "GPU1>GPU0", "GPU1>GPU0#1"],
            "{text}"
        );
    }
    assert!(refusal("topo.txt", &plain.replace("NV2", "\u{1b}]NV2")).contains("control character U+001B"));
}

#[test]
fn machines_have_packages_bridges_and_devices() {
    let machine = open("two-packages.xml");
    assert_eq!(machine.format(), "hwloc XML");
    let graph = machine.graph();
    let ends = |name: &str| {
        let node = machine.find_node(name).unwrap();
        let mut names: Vec<_> = graph.neighbours(node).iter().map(|&next| machine.node_name(next)).collect();
        names.sort();
        (graph.is_endpoint(node), names.join(" "))
    };
    assert_eq!((graph.node_count(), graph.channel_count()), (11, 20));
    assert_eq!(ends("machine"), (false, "package-0 package-1".into()));
    assert_eq!(ends("package-0"), (false, "cores-0 host-0000:[00-04] machine".into()));
    assert_eq!(ends("bridge-0000:00:01.0"), (false, "0000:02:00.0 0000:03:00.0 host-0000:[00-04]".into()));
    assert_eq!(ends("0000:03:00.0"), (true, "bridge-0000:00:01.0".into()));
    assert_eq!(ends("cores-1"), (true, "package-1".into()));
}
