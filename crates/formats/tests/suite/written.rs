//! Networks that are written and read back.

use proptest::prelude::*;
use std::path::Path;
use wormcast_formats::{FORMATS, Format, build, format_to_write, from_bytes};
use wormcast_topology::{ChannelProperties, DescribedNetwork, Description, Faulty, NodeId, Topology};

fn written(format: &Format, network: &dyn Topology) -> Vec<u8> {
    let mut bytes = Vec::new();
    format.write(network, &mut bytes).unwrap();
    bytes
}

fn read_back(format: &Format, network: &dyn Topology) -> DescribedNetwork {
    let bytes = written(format, network);
    let read = from_bytes("x", &bytes).unwrap_or_else(|error| panic!("{error}\n{}", String::from_utf8_lossy(&bytes)));
    assert_eq!(read.format(), format.name);
    assert!(read.warnings().is_empty(), "{:?}", read.warnings());
    read
}

fn channels(network: &dyn Topology) -> Vec<String> {
    network.graph().channels().map(|channel| network.channel_name(channel)).collect()
}

fn assert_same(format: &Format, network: &dyn Topology) {
    let read = read_back(format, network);
    assert_eq!(channels(&read), channels(network), "{}", format.name);
    assert_eq!(read.graph().endpoints(), network.graph().endpoints(), "{}", format.name);
    for channel in network.graph().channels() {
        assert_eq!(read.channel_properties(channel), network.channel_properties(channel), "{}", format.name);
        for key in network.channel_keys() {
            assert_eq!(read.channel_value(key, channel), network.channel_value(key, channel), "{}", format.name);
        }
    }
    for node in network.graph().nodes() {
        assert_eq!(read.node_name(node), network.node_name(node), "{}", format.name);
        assert_eq!(read.position(node), network.position(node), "{}", format.name);
    }
}

fn all_written() -> impl Iterator<Item = &'static Format> {
    FORMATS.iter().filter(|format| format.is_written())
}

#[test]
fn families_are_read_back_from_every_format() {
    assert!(all_written().count() >= 4);
    for spec in ["mesh:4x3", "torus:3x3", "hypercube:3", "star:4", "tree:3", "mesh-of-trees:2"] {
        all_written().for_each(|format| assert_same(format, &*build(spec).unwrap()));
    }
    for sample in Path::new("tests/data").read_dir().unwrap() {
        let network = build(&format!("file:{}", sample.unwrap().path().display())).unwrap();
        all_written().for_each(|format| assert_same(format, &*network));
    }
    let faulty = Faulty::named(build("mesh:4x4").unwrap(), &["1,1"], &[("0,0", "0,1")]).unwrap();
    all_written().for_each(|format| assert_same(format, &faulty));
}

#[test]
fn formats_that_are_only_read_say_so() {
    let gml = FORMATS.iter().find(|format| format.name == "GML").unwrap();
    let error = gml.write(&*build("mesh:2x2").unwrap(), &mut Vec::new()).unwrap_err();
    assert_eq!(error.to_string(), "networks are not written as GML");
    assert!(format_to_write(Path::new("x.txt")).is_none());
}

/// A network of everything: parallel and one-way channels, endpoints, places, properties, and odd names.
fn any_network() -> impl Strategy<Value = DescribedNetwork> {
    let name = "[a-cé\"\\\\<&>, #%{}()0-9:;'-]{1,6}";
    let names = prop::collection::btree_set(name, 1..8);
    let channel = (any::<prop::sample::Index>(), any::<prop::sample::Index>(), any::<Option<(u32, u32, u8)>>());
    (names, prop::collection::vec(channel, 0..30), any::<[Option<(i16, i16)>; 8]>(), any::<[bool; 8]>()).prop_map(
        |(names, picks, places, endpoints)| {
            let nodes = names.len();
            let node = |index: prop::sample::Index| NodeId::new(index.index(nodes));
            let mut description =
                Description { names: names.into_iter().map(Into::into).collect(), ..Description::default() };
            for (a, b, own) in picks {
                let ends = (node(a), node(b));
                if ends.0 == ends.1 {
                    continue;
                }
                if let Some((delay, buffer, vcs)) = own {
                    let properties = ChannelProperties {
                        delay_ps: Some(delay.into()),
                        flit_ps: Some(u64::from(buffer) * 7),
                        router_ps: (vcs > 4).then_some(u64::from(delay)),
                        virtual_channels: Some(u32::from(vcs) + 1),
                        buffer_flits: Some(buffer.max(1)),
                        latency_cycles: (vcs > 9).then_some(delay),
                    };
                    let place = description.channels.len();
                    for (key, value) in [("weight", f64::from(buffer) / 7.0), ("1 é<\"&", -f64::from(delay))] {
                        description.values.entry(key.into()).or_default().push((place, value));
                    }
                    description.properties.push((place, properties));
                }
                description.channels.push(ends);
            }
            let place = |(x, y): (i16, i16)| [f64::from(x) / 8.0, f64::from(y) / 8.0];
            description.positions = places[..nodes].iter().map(|at| at.map(place)).collect();
            description.endpoints = (0..nodes).filter(|&node| endpoints[node]).map(NodeId::new).collect();
            DescribedNetwork::new("file:x".into(), "test", description).unwrap()
        },
    )
}

proptest! {
    #[test]
    fn any_network_is_read_back_from_every_format(network in any_network()) {
        for format in all_written() {
            // A document without a channel says nothing that tells DOT from other texts.
            if network.graph().channel_count() > 0 || format.name != "DOT" {
                assert_same(format, &network);
            }
        }
    }

    /// Our own JSON leaves nothing out.
    #[test]
    fn our_own_format_says_everything(network in any_network()) {
        let own = format_to_write(Path::new("x.json")).unwrap();
        let read = read_back(own, &network);
        prop_assert_eq!(read.graph(), network.graph());
        prop_assert_eq!(written(own, &network), written(own, &read));
    }
}
