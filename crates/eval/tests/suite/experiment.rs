//! Experiment files: what is read, and what is refused with the place that is to blame.

use std::path::Path;
use wormcast_eval::experiment::{Experiment, ExperimentError};
use wormcast_eval::sweep::cells;
use wormcast_eval::traffic::{Arrivals, Pattern};
use wormcast_schemes::option::{LONGEST_WITHIN, ROOT};
use wormcast_sim::{Engine, Ports, Time};

const WHOLE: &str = r#"
topology = "mesh:8x8"
without_nodes = ["7,7"]
without_links = [["0,0", "1,0"]]
schemes = ["unicast", "single-tree"]
loads = [0.001, 0.002]
seeds = [1, 2]

[traffic]
arrivals = "periodic"
multicast_share = 0.5
unicast = { pattern = "hot-spot", node = "3,3", share = 0.25, destinations = 1 }
multicast = { destinations = { min = 2, max = 5 } }

[timing]
length_flits = 16
send_ns = 550
flit_ns = 0.5
startup = "parallel"
injection = 1

[statistics]
half_width_share = 0.05
max_messages = 5000
max_time_us = 100
"#;

fn parse(text: &str) -> Result<Experiment, ExperimentError> {
    Experiment::parse(text, Path::new("."))
}

#[test]
fn every_key_is_read() {
    let experiment = parse(WHOLE).unwrap();
    assert_eq!(experiment.topology.graph().node_count(), 63);
    assert_eq!(experiment.schemes.iter().map(|s| s.label.as_str()).collect::<Vec<_>>(), ["unicast", "single-tree"]);
    assert_eq!((experiment.loads.of(1), experiment.seeds), (&[0.001, 0.002][..], vec![1, 2]));
    assert_eq!(experiment.traffic.arrivals, Arrivals::Periodic);
    assert!(matches!(experiment.traffic.unicast, Pattern::HotSpot { share: 0.25, destinations: 1, .. }));
    assert_eq!(experiment.traffic.multicast, Pattern::Uniform { min: 2, max: 5 });
    assert_eq!((experiment.timing.flit, experiment.timing.send), (Time::from_ps(500), Time::from_ns(550)));
    assert_eq!(experiment.timing.injection, Ports::Limited(1.try_into().unwrap()));
    assert_eq!((experiment.stop.max_messages, experiment.stop.max_time_ns), (5000, Some(100_000.0)));
}

#[test]
fn little_is_needed() {
    let experiment = parse("topology = 'mesh:2x2'\nschemes = ['unicast']\nloads = [1]").unwrap();
    assert_eq!(experiment.traffic.multicast, Pattern::Uniform { min: 3, max: 3 });
    assert_eq!(experiment.seeds, [1]);
}

#[test]
fn schemes_take_the_options_of_the_command_line() {
    let text = WHOLE.replace(
        "\"single-tree\"",
        "\"single-tree\", { scheme = 'single-tree', root = '4,4', deliver_on_the_way_up = true }, \
         { scheme = 'ocms', minimize = 'channels,longest', longest_within = 40, label = 'short paths' }",
    );
    let text = text.replace("without_nodes = [\"7,7\"]\nwithout_links = [[\"0,0\", \"1,0\"]]", "");
    let experiment = parse(&text).unwrap();
    let labels: Vec<_> = experiment.schemes.iter().map(|scheme| (scheme.label.as_str(), scheme.file_label())).collect();
    let file = |name: &str| name.to_owned();
    assert_eq!(
        labels[2],
        ("single-tree root=4,4 deliver-on-the-way-up", file("single-tree-root-4-4-deliver-on-the-way-up"))
    );
    assert_eq!(labels[3], ("short paths", file("short-paths")));
    assert_eq!(experiment.schemes[2].words, ["--root", "4,4", "--deliver-on-the-way-up"]);
    assert_eq!(experiment.schemes[3].words, ["--minimize", "channels,longest", "--longest-within", "40"]);
    assert_eq!(experiment.schemes[3].options.get(&LONGEST_WITHIN), Some(40));
    assert_eq!(experiment.schemes[2].options.get(&ROOT), Some("4,4".into()));
}

/// One line of the whole file replaced: what is said, and the text that is blamed.
#[test]
fn what_is_wrong_is_blamed_where_it_stands() {
    let cases = [
        ("seeds = [1, 2]", "sedes = [1, 2]", "unknown key `sedes`", "sedes"),
        ("length_flits = 16", "length = 16", "unknown key `length`", "length"),
        ("length_flits = 16", "length_flits = 0", "at least 1", "0"),
        ("\"mesh:8x8\"", "\"mehs:8x8\"", "did you mean `mesh`?", "\"mehs:8x8\""),
        ("\"single-tree\"", "\"singel-tree\"", "did you mean `single-tree`?", "\"singel-tree\""),
        ("\"single-tree\"", "\"unicast\"", "named twice", "\"unicast\""),
        ("[0.001, 0.002]", "[0.001, -1.0]", "-1 is not a load above 0", "-1.0"),
        ("[0.001, 0.002]", "[0.001, 1e9]", "1e9 is not a load above 0 and below 1000000", "1e9"),
        ("[0.001, 0.002]", "[0.001, 1e300]", "1e300 is not a load above 0 and below 1000000", "1e300"),
        ("[0.001, 0.002]", "[0.001, nan]", "is not a load", "nan"),
        ("[0.001, 0.002]", "[]", "at least one is needed", "[]"),
        ("multicast_share = 0.5", "multicast_share = 1.5", "not a share from 0 to 1", "1.5"),
        ("\"hot-spot\"", "\"hotspot\"", "expected `uniform`, `hot-spot`", "\"hotspot\""),
        ("node = \"3,3\"", "node = \"9,9\"", "no node `9,9`", "\"9,9\""),
        ("share = 0.25, ", "sides = [2, 2], share = 0.25, ", "this pattern has no `sides`", "[2, 2]"),
        ("min = 2, max = 5", "min = 5, max = 2", "is empty", "{ min = 5, max = 2 }"),
        ("max = 5", "max = 99", "99 destinations", "{ destinations = { min = 2, max = 99 } }"),
        ("flit_ns = 0.5", "flit_ns = 0.00001", "not a time in ns", "0.00001"),
        ("\"parallel\"", "\"paralel\"", "`serial`, `parallel`", "\"paralel\""),
        ("\"7,7\"", "\"8,8\"", "no node `8,8`", "\"8,8\""),
        ("half_width_share = 0.05", "half_width_share = 0", "must be above 0 and below 1", "0"),
        ("[1, 2]", "[1, 2, 1]", "1 is named twice", "[1, 2, 1]"),
        ("[0.001, 0.002]", "[0.002, 0.002]", "0.002 is named twice", "[0.002, 0.002]"),
        ("\"single-tree\"", "7", "expected a list of schemes, each a name or a table", "7"),
        ("\"single-tree\"", "{ tree = 1 }", "needs the key `scheme`", "{ tree = 1 }"),
        ("\"single-tree\"", "{ scheme = 'single-tree', rot = '0,0' }", "unknown key `rot`", "rot"),
        ("\"single-tree\"", "{ scheme = 'single-tree', root = '9,9' }", "no node `9,9`", "'9,9'"),
        ("\"single-tree\"", "{ scheme = 'single-tree', root = 1.5 }", "expected the name of a node", "1.5"),
        ("\"single-tree\"", "{ scheme = 'ocms', disjoint = 1 }", "expected `true` or `false`", "1"),
        ("\"single-tree\"", "{ scheme = 'dstm-1', tree = 0, split_destinations = true }", "cannot be used with", "0"),
        ("\"single-tree\"", "{ scheme = 'ocms', longest_within = -2 }", "`-2` is not a whole number", "-2"),
        ("\"single-tree\"", "{ scheme = 'round-greedy', ports = 0 }", "is not a whole number of at least 1", "0"),
        ("\"single-tree\"", "{ scheme = 'ocms', minimize = 'cost' }", "`cost`", "'cost'"),
        ("\"single-tree\"", "{ scheme = 'unicast', label = 'a/b' }", "`a/b` is not a label", "'a/b'"),
        (
            "\"single-tree\"",
            "{ scheme = 'single-tree', label = 'Unicast' }",
            "named twice",
            "{ scheme = 'single-tree', label = 'Unicast' }",
        ),
        ("\"single-tree\"", "{ scheme = 'unicast', phases = 2 }", "phases", "{ scheme = 'unicast', phases = 2 }"),
        ("injection = 1", "virtual_channels = 0", "0 is not a number of virtual channels", "0"),
        ("injection = 1", "virtual_channels = 65", "65 virtual channels a link", "65"),
        ("injection = 1", "credit_ns = 1e18", "is not a time in ns", "1e18"),
        ("injection = 1", "reservation = 'some'", "`some` is none of `atomic`", "'some'"),
        ("injection = 1", "engine = 'worm'\nhandover = 'tail'", "the flit engine knows the rest", "'worm'"),
        ("injection = 1", "switching = 'cut-through'", "a buffer takes whole messages", ""),
        ("topology = ", "topology ", "", ""),
    ];
    for (old, new, message, blamed) in cases {
        assert!(WHOLE.contains(old), "{old}");
        let text = WHOLE.replacen(old, new, 1);
        let error = parse(&text).unwrap_err();
        assert!(error.message.contains(message), "{new}: {}", error.message);
        if !blamed.is_empty() {
            assert_eq!(&text[error.span.clone()], blamed, "{new}: {}", error.message);
        }
    }
}

#[test]
fn lists_of_sets_are_files_beside_the_experiment() {
    let folder = tempfile::tempdir().unwrap();
    let experiment = r#"
        topology = "mesh:4x4"
        schemes = ["unicast"]
        loads = [0.1]
        traffic.multicast = { pattern = "list", file = "sets.txt" }
    "#;
    let read = |text: &str| {
        std::fs::write(folder.path().join("sets.txt"), text).unwrap();
        Experiment::parse(experiment, folder.path())
    };
    let Pattern::List { sets } = read("# two\n0,0 1,1 2,2\n\n3,3 0,0 # last\n").unwrap().traffic.multicast else {
        panic!("a list is read as a list");
    };
    assert_eq!(sets.len(), 2);
    for (text, message) in [
        ("0,0 1,1\n1,1 4,4\n", "line 2: mesh:4x4 has no node `4,4`"),
        ("0,0 1,1 1,1\n", "line 1: the destination `1,1` is named twice"),
        ("0,0\n", "line 1: there are no destinations"),
        ("# nothing\n", "there are no sets"),
    ] {
        let error = read(text).unwrap_err();
        assert!(error.message.contains(message), "{}", error.message);
        assert_eq!(&experiment[error.span], "\"sets.txt\"");
    }
    let missing = Experiment::parse(experiment, Path::new("/nowhere")).unwrap_err();
    assert!(missing.message.contains("sets.txt"), "{}", missing.message);
}

proptest::proptest! {
    #[test]
    fn no_text_makes_the_reader_panic(cut in 0..WHOLE.len(), junk in ".{0,12}") {
        let mut cut = cut;
        while !WHOLE.is_char_boundary(cut) { cut -= 1; }
        let _ = parse(&format!("{}{junk}{}", &WHOLE[..cut], &WHOLE[cut..]));
    }
}

/// Every key with a value of another type: the message is about the field, and the value is blamed.
#[test]
fn values_of_another_type_are_told_in_words_of_the_field() {
    let cases = [
        ("topology", "5", "expected the network as a text, such as \"mesh:16x16\""),
        ("without_nodes", "[5]", "a list of names of nodes"),
        ("without_links", "[[\"0,0\", 5]]", "a list of links, each the names of its two ends"),
        ("without_links", "[[\"0,0\"]]", "a list of links, each the names of its two ends"),
        ("schemes", "[5]", "a list of schemes, each a name or a table"),
        ("schemes", "\"unicast\"", "a list of schemes, each a name or a table"),
        ("loads", "[\"fast\"]", "expected a list of loads in messages per node per µs, such as [0.01, 0.02]"),
        ("loads", "0.01", "a list of loads in messages per node per µs"),
        ("seeds", "[-1]", "a list of whole numbers from 0"),
        ("seeds", "[18446744073709551616]", "a list of whole numbers from 0"),
        ("traffic", "5", "a table: `[traffic]`"),
        ("traffic.arrivals", "5", "`poisson`, `periodic` or `bernoulli`"),
        ("traffic.multicast_share", "\"0.1\"", "the share of messages that are multicast"),
        ("traffic.unicast", "1", "a table, such as { pattern"),
        ("traffic.multicast.pattern", "true", "`uniform`, `hot-spot`"),
        ("traffic.multicast.destinations", "1.5", "a number of destinations, such as 10, or a range"),
        ("traffic.multicast.destinations", "{ min = 2 }", "a number of destinations, such as 10, or a range"),
        ("traffic.multicast.destinations.min", "\"2\"", "the least number of destinations"),
        ("traffic.multicast.node", "[3, 3]", "the name of the hot node"),
        ("traffic.multicast.share", "\"all\"", "the chance of the hot node"),
        ("traffic.multicast.sides", "[\"3\"]", "the sides of the box"),
        ("traffic.multicast.sides", "[4294967296]", "the sides of the box"),
        ("traffic.multicast.file", "7", "the name of the file of sets"),
        ("timing.length_flits", "1.5", "a length in flits"),
        ("timing.length_flits", "[[1, 0.5], [2]]", "lengths with their shares"),
        ("timing.cycle_ns", "\"1\"", "the cycle in ns"),
        (
            "loads",
            "\"half\"",
            "a list of loads in messages per node per µs, such as [0.01, 0.02], or \"to-saturation\"",
        ),
        ("loads_in", "\"flits\"", "the unit of the loads"),
        ("traffic.burst", "3", "the mean times of bursts"),
        ("traffic.weights", "[1]", "how much nodes send"),
        ("traffic.reply_flits", "0.5", "the length of the reply"),
        ("timing.send_ns", "\"550 ns\"", "the send overhead in ns"),
        ("timing.receive_ns", "[]", "the receive overhead in ns"),
        ("timing.startup", "true", "`serial` or `parallel`"),
        ("timing.router_ns", "1979-05-27", "the router delay of a head in ns"),
        ("timing.flit_ns", "\"\"", "the time for a flit to cross a channel in ns"),
        ("timing.buffer_flits", "-1", "the buffer of a channel in flits"),
        ("timing.injection", "\"all\"", "a number of injection channels per node"),
        ("timing.consumption", "\"all\"", "a number of consumption channels per node"),
        ("statistics.half_width_share", "\"1 %\"", "the half-width that ends a run"),
        ("statistics.max_messages", "1e6", "the number of messages that ends a run"),
        ("statistics.max_time_us", "{}", "the simulated time in µs that ends a run"),
    ];
    for (key, value, message) in cases {
        let needed = [("topology", "\"mesh:4x4\""), ("schemes", "[\"unicast\"]"), ("loads", "[0.1]")];
        let mut text = format!("{key} = {value}\n");
        for (other, given) in needed.iter().filter(|(other, _)| *other != key) {
            text += &format!("{other} = {given}\n");
        }
        let error = parse(&text).unwrap_err();
        assert!(error.message.contains(message), "{key} = {value}: {}", error.message);
        assert!(!error.message.contains("invalid type"), "{}", error.message);
        assert_eq!(error.position(&text).0, 1, "{key} = {value}: {}", error.message);
        assert!(value.contains(&text[error.span.clone()]) && !error.span.is_empty(), "{key} = {value}");
    }
}

#[test]
fn missing_keys_are_told_with_what_they_take() {
    let missing = parse("topology = 'mesh:4x4'\nschemes = ['unicast']").unwrap_err();
    assert!(missing.message.starts_with("the key `loads` is missing; it takes a list of loads"), "{missing}");
    let close = parse(&WHOLE.replace("seeds = ", "sedes = ")).unwrap_err();
    assert!(close.message.ends_with("did you mean `seeds`?"), "{close}");
}

/// Every option of every scheme has its key.
#[test]
fn every_option_of_a_scheme_has_a_key() {
    for scheme in wormcast_schemes::SCHEMES {
        for option in scheme.options() {
            let (name, key) = (scheme.name(), option.key());
            let text = format!("topology = 'mesh:4x4'\nloads = [1]\nschemes = [{{ scheme = '{name}', {key} = [] }}]\n");
            let error = parse(&text).unwrap_err();
            assert!(error.message.starts_with("expected "), "{name}, {key}: {error}");
            assert_eq!(&text[error.span.clone()], "[]", "{name}, {key}: {error}");
        }
    }
}

#[test]
fn all_ports_may_be_named_as_on_the_command_line() {
    let base = "topology = 'mesh:4x4'\nschemes = ['unicast']\nloads = [0.1]\n";
    let text = format!("{base}timing = {{ injection = 'all-port', consumption = 'all-port' }}\n");
    let timing = parse(&text).unwrap().timing;
    assert_eq!((timing.injection, timing.consumption), (wormcast_sim::Ports::All, wormcast_sim::Ports::All));
}

/// A value of the time rules is blamed where it stands, and keys that are refused are not offered.
#[test]
fn time_rules_are_blamed_at_their_own_key() {
    for (key, value, message) in [
        ("timing.flit_ns", "0", "the flit time is 0"),
        ("timing.length_flits", "4000000000", "its length is 1 to"),
        ("timing.injection", "0", "`0` is not"),
        ("statistics.half_width_share", "1", "must be above 0 and below 1"),
        ("statistics.half_width_share", "0", "must be above 0 and below 1"),
    ] {
        let text = format!("topology = 'mesh:4x4'\nschemes = ['unicast']\nloads = [0.1]\n{key} = {value}\n");
        let error = parse(&text).unwrap_err();
        assert!(error.message.contains(message), "{key}: {error}");
        assert_eq!((error.position(&text).0, &text[error.span.clone()]), (4, value), "{key}: {error}");
    }
}

#[test]
fn an_experiment_without_runs_is_refused_at_its_place() {
    for (key, value, message) in
        [("seeds", "[]", "no seeds are given"), ("statistics.max_messages", "0", "0 is not a number of messages")]
    {
        let text = format!("topology = 'mesh:4x4'\nschemes = ['unicast']\nloads = [0.1]\n{key} = {value}\n");
        let error = parse(&text).unwrap_err();
        assert!(error.message.contains(message), "{key}: {error}");
        assert_eq!((error.position(&text).0, &text[error.span.clone()]), (4, value), "{key}: {error}");
    }
}

/// Writes a line of three nodes whose channels have delays and buffers of their own.
fn write_delayed(path: &Path, delay: &str, buffer: u32) {
    let node = |name: &str| format!("{{\"name\": \"{name}\"}}");
    let channel = |from: &str, to: &str| {
        format!("{{\"from\": \"{from}\", \"to\": \"{to}\", \"delay_ns\": {delay}, \"buffer_flits\": {buffer}}}")
    };
    let nodes = ["a", "b", "c"].map(node).join(", ");
    let channels = [("a", "b"), ("b", "c"), ("c", "b"), ("b", "a")].map(|(from, to)| channel(from, to)).join(", ");
    let head = "{\"format\": \"wormcast-network\", \"version\": 1,";
    std::fs::write(path, format!("{head} \"nodes\": [{nodes}], \"channels\": [{channels}]}}")).unwrap();
}

/// The worm engine runs as far as its closed form holds, and is refused by the name of the channel beyond that.
#[test]
fn channels_with_properties_of_their_own_choose_the_engine_and_the_cell() {
    let mut keys = std::collections::BTreeSet::new();
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("line.json");
    for (delay, buffer, expected) in [("20", 3, Engine::Worm), ("20", 2, Engine::Flit), ("10", 2, Engine::Worm)] {
        write_delayed(&path, delay, buffer);
        let of = |engine: &str| {
            let loads = "loads = [0.01]\ntraffic.multicast_share = 0";
            let path = path.display();
            let text = format!("topology = 'file:{path}'\nschemes = ['unicast']\n{loads}\ntiming.engine = '{engine}'");
            Experiment::parse(&text, Path::new("."))
        };
        let auto = of("auto").unwrap();
        assert_eq!(auto.engine, expected);
        keys.insert(cells(&auto)[0].key.clone());
        match of("worm") {
            Ok(_) => assert_eq!(expected, Engine::Worm),
            Err(error) => assert!(error.to_string().contains("channel a>b has a delay that its buffer"), "{error}"),
        }
    }
    assert_eq!(keys.len(), 3);
}

fn with(lines: &str) -> Result<Experiment, ExperimentError> {
    parse(&format!("topology = 'mesh:4x4'\nschemes = ['unicast', 'dual-path']\n{lines}"))
}

#[test]
fn loads_may_be_told_in_flits_and_cycles() {
    // 0.5 · 1 + 0.5 · 9 flits a unicast, and 9 of its reply; cycles of 2 ns.
    let traffic = "traffic = { multicast_share = 0, reply_flits = 9 }";
    let lines =
        "loads = [0.1]\nloads_in = 'flits-per-cycle'\ntiming = { length_flits = [[1, 0.5], [9, 0.5]], cycle_ns = 2 }";
    let experiment = with(&format!("{lines}\n{traffic}")).unwrap();
    assert!((experiment.loads.of(0)[0] - 0.1 / (14.0 * 0.002)).abs() < 1e-12);
    assert_eq!(experiment.in_unit(experiment.loads.of(1)[0]), 0.1);
    assert_eq!((experiment.timing.length, experiment.traffic.mean_flits(9)), (9, 14.0));
}

#[test]
fn lengths_weights_and_bursts_are_checked() {
    for (lines, message) in [
        ("timing.length_flits = [[1, 0.5], [2, 0.4]]", "add up to 0.9"),
        ("traffic.unicast.length_flits = [[0, 1]]", "0 is not a number of flits"),
        ("traffic.multicast.length_flits = 4000000000", "its length is 1 to"),
        ("traffic.reply_flits = 0", "0 is not a number of flits"),
        ("traffic.burst = { on_us = 0, off_us = 1 }", "0 is not a mean time above 0"),
        ("traffic = { arrivals = 'periodic', burst = { on_us = 1, off_us = 1 } }", "bursts are of Poisson arrivals"),
        ("traffic = { arrivals = 'periodic', weights = { '0,0' = 2 } }", "weights are for Poisson arrivals"),
        ("traffic.weights = { '9,9' = 2 }", "9,9"),
        ("traffic.weights = { '0,0' = -1 }", "-1 is not a weight from 0"),
        ("traffic.multicast = { pattern = 'all', destinations = 3 }", "this pattern has no `destinations`"),
        ("timing.cycle_ns = 0", "0 is not a cycle above 0"),
    ] {
        let error = with(&format!("loads = [0.1]\n{lines}")).unwrap_err();
        assert!(error.message.contains(message), "{lines}: {error}");
        assert!(!error.span.is_empty(), "{lines}: {error}");
    }
    let silent: Vec<_> = (0..16).map(|node| format!("'{},{}' = 0", node % 4, node / 4)).collect();
    let error = with(&format!("loads = [0.1]\ntraffic.weights = {{ {} }}", silent.join(", "))).unwrap_err();
    assert!(error.message.contains("no node sends"), "{error}");
    assert!(with("loads = 'to-saturation'").unwrap().loads.are_to_be_found());
}

/// Each of these decides results, and so the names of cells; none of them, at its default, changes an old name.
#[test]
fn all_that_is_new_in_traffic_decides_the_cell() {
    let key = |lines: &str| cells(&with(&format!("loads = [0.1]\n{lines}")).unwrap())[0].key.clone();
    let variants = [
        "",
        "timing.length_flits = [[1, 0.5], [128, 0.5]]",
        "traffic.multicast.length_flits = 8",
        "traffic.unicast.length_flits = 8",
        "traffic.reply_flits = 8",
        "traffic.weights = { '0,0' = 2 }",
        "traffic.burst = { on_us = 1, off_us = 2 }",
        "traffic.multicast.pattern = 'row'",
        "traffic.multicast.pattern = 'column'",
        "traffic.multicast.pattern = 'all'",
    ];
    let keys: std::collections::BTreeSet<_> = variants.map(key).into_iter().collect();
    assert_eq!(keys.len(), variants.len());
    assert_eq!(key(""), key("timing.cycle_ns = 3"));
}

/// Where nothing is said, links have as many virtual channels as the routings take.
#[test]
fn routings_have_their_virtual_channels() {
    let parsed = |rest: &str| {
        let text = format!("topology = 'torus:4x4'\nschemes = ['dual-path']\nloads = [0.01]\n{rest}");
        Experiment::parse(&text, Path::new(".")).unwrap().timing.flow.virtual_channels.get()
    };
    let routed = "traffic.unicast_scheme = 'unicast --routing dimension-order'";
    assert_eq!(parsed(""), 1);
    assert_eq!(parsed(routed), 2);
    assert_eq!(parsed(&format!("{routed}\ntiming.virtual_channels = 1")), 1);
    assert_eq!(parsed(&format!("{routed}\ntiming.virtual_channels = 4")), 4);
    // By class unicasts have the lower half, and multicasts the others.
    assert_eq!(parsed("timing.vc_rule = 'class'"), 2);
    assert_eq!(parsed(&format!("{routed}\ntiming.vc_rule = 'class'")), 3);
    let text = "topology = 'torus:4x4'\nschemes = ['unicast --routing valiant']\nloads = [0.01]\n\
        timing.virtual_channels = 1";
    let refused = Experiment::parse(text, Path::new(".")).unwrap_err();
    assert!(refused.message.contains("`valiant` needs 4 virtual channels"), "{refused:?}");
}
