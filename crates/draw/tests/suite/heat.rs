//! Heat maps.

use crate::common::{Picture, distance, path, title};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use wormcast_draw::{DrawError, MAX_CHANNELS, PaperWidth, heat_svg};
use wormcast_topology::{Topology, build};

const NETWORKS: [&str; 9] = [
    "mesh:5x4",
    "mesh:3x3x3",
    "torus:4x4",
    "torus:2x3",
    "hypercube:4",
    "star:4",
    "tree:4",
    "mesh-of-trees:2",
    "mesh:1x1",
];

/// Shares that differ from channel to channel.
fn uneven(network: &dyn Topology) -> Vec<f64> {
    let count = network.graph().channel_count();
    (0..count).map(|index| index as f64 / count as f64).collect()
}

fn line<'x>(channel: Node<'x, 'x>) -> Node<'x, 'x> {
    channel.children().find(|node| node.tag_name().name() == "path").unwrap()
}

fn channel<'x>(picture: &Picture<'x>, name: &str) -> Node<'x, 'x> {
    let is_it = |group: &Node<'_, '_>| title(*group).starts_with(&format!("{name}: "));
    picture.groups("channel").into_iter().find(is_it).unwrap()
}

/// How light a colour is, as a grey printer sees it (relative luminance).
fn luminance(colour: &str) -> f64 {
    let part = |at: usize| f64::from(u8::from_str_radix(&colour[at..at + 2], 16).unwrap()) / 255.0;
    let linear = |x: f64| if x <= 0.04045 { x / 12.92 } else { ((x + 0.055) / 1.055).powf(2.4) };
    0.2126 * linear(part(1)) + 0.7152 * linear(part(3)) + 0.0722 * linear(part(5))
}

#[test]
fn every_channel_is_drawn_beside_its_link_with_its_share() {
    for spec in NETWORKS {
        let network = build(spec).unwrap();
        let graph = network.graph();
        let shares = uneven(&*network);
        let svg = heat_svg(&*network, &shares, spec, None).unwrap();
        let document = Document::parse(&svg).unwrap();
        let picture = Picture::read(&document);
        assert_eq!(picture.groups("channel").len(), graph.channel_count(), "{spec}");
        assert_eq!(picture.groups("node").len(), graph.node_count(), "{spec}");
        for id in graph.channels() {
            let ends = [graph.source(id), graph.target(id)].map(|node| network.node_name(node));
            let group = channel(&picture, &format!("{} to {}", ends[0], ends[1]));
            assert!(title(group).ends_with(&format!(": {:.1} %", 100.0 * shares[id.index()])), "{}", title(group));
            for end in ends {
                assert!(distance(&path(line(group)), picture.place(&end)) < 12.0, "{spec}: {}", title(group));
            }
        }
    }
}

#[test]
fn traffic_keeps_to_the_right() {
    let mesh = build("mesh:2x1").unwrap();
    let svg = heat_svg(&*mesh, &[0.5, 0.5], "", None).unwrap();
    let document = Document::parse(&svg).unwrap();
    let picture = Picture::read(&document);
    let [east, west] =
        ["0,0 to 1,0", "1,0 to 0,0"].map(|name| kurbo::Shape::bounding_box(&path(line(channel(&picture, name)))).y0);
    let node = picture.place("0,0").y;
    assert!(east > node + 1.0 && west < node - 1.0, "downwards is to the right of eastwards");
}

#[test]
fn busier_channels_are_darker_and_wider() {
    let ring = build("torus:40").unwrap();
    let mut shares = uneven(&*ring);
    shares.reverse();
    let svg = heat_svg(&*ring, &shares, "", None).unwrap();
    let document = Document::parse(&svg).unwrap();
    let lines: Vec<_> = Picture::read(&document).groups("channel").into_iter().map(line).collect();
    let light: Vec<f64> = lines.iter().map(|line| luminance(line.attribute("stroke").unwrap())).collect();
    let width: Vec<f64> = lines.iter().map(|line| line.attribute("stroke-width").unwrap().parse().unwrap()).collect();
    assert!(light.is_sorted_by(|a, b| a >= b) && width.is_sorted());
    assert!(light[0] < 0.85 && light[0] - light[79] > 0.7, "{light:?}");
    assert!(width[79] > 1.5 * width[0]);
    // Even to the eye: CIE lightness falls by like amounts from colour to colour.
    let mut lightness: Vec<f64> = light.iter().map(|y| 116.0 * y.cbrt() - 16.0).collect();
    lightness.dedup();
    assert_eq!(lightness.len(), 21);
    assert!(lightness.windows(2).all(|pair| (2.5..6.0).contains(&(pair[0] - pair[1]))), "{lightness:?}");
}

#[test]
fn the_scale_ends_near_the_busiest_channel() {
    let mesh = build("mesh:2x1").unwrap();
    for (most, labels) in [
        (0.0, ["1.0 %", "0.8 %", "0.6 %", "0.4 %", "0.2 %", "0.0 %"]),
        (0.04, ["5 %", "4 %", "3 %", "2 %", "1 %", "0 %"]),
        (0.31, ["40 %", "32 %", "24 %", "16 %", "8 %", "0 %"]),
        (1.0, ["100 %", "80 %", "60 %", "40 %", "20 %", "0 %"]),
    ] {
        let svg = heat_svg(&*mesh, &[most, 0.0], "", None).unwrap();
        let document = Document::parse(&svg).unwrap();
        let picture = Picture::read(&document);
        let texts: Vec<_> = picture.texts("legend").iter().filter_map(|text| text.text()).collect();
        let found: Vec<_> = texts.into_iter().filter(|text| text.ends_with('%')).collect();
        assert_eq!(found, labels);
    }
}

#[test]
fn title_and_busiest_channel_stand_above() {
    let mesh = build("mesh:3x1").unwrap();
    let svg = heat_svg(&*mesh, &[0.1, 0.4, 0.4, 0.3], "the <title>", None).unwrap();
    let document = Document::parse(&svg).unwrap();
    let heading: Vec<_> = Picture::read(&document).texts("heading").iter().filter_map(|text| text.text()).collect();
    let graph = mesh.graph();
    let busiest = graph.channels().nth(1).unwrap();
    let [from, to] = [graph.source(busiest), graph.target(busiest)].map(|node| mesh.node_name(node));
    let caption = format!("busiest: {from} to {to}, held 40.0 % of the time · mean 30.0 %");
    assert_eq!(heading, ["the <title>", &caption]);
}

#[test]
fn planes_have_their_coordinates_outside_the_network_and_no_names_within() {
    for spec in ["mesh:5x4", "torus:5x4"] {
        let network = build(spec).unwrap();
        let svg = heat_svg(&*network, &uneven(&*network), spec, None).unwrap();
        let document = Document::parse(&svg).unwrap();
        let picture = Picture::read(&document);
        assert!(picture.texts("names").is_empty());
        let ticks: Vec<_> = picture.texts("ticks").iter().filter_map(|text| text.text()).collect();
        assert_eq!(ticks, ["0", "1", "2", "3", "4", "x", "0", "1", "2", "3", "y"]);
        let number = |text: &Node<'_, '_>, name| text.attribute(name).unwrap().parse::<f64>().unwrap();
        for (column, text) in picture.texts("ticks").iter().take(5).enumerate() {
            let node = picture.place(&format!("{column},0"));
            assert!((number(text, "x") - node.x).abs() < 0.1 && number(text, "y") > node.y + 8.0, "{spec}");
        }
    }
}

#[test]
fn names_within_other_networks_cover_no_channel() {
    for spec in ["mesh:3x3x3", "hypercube:4", "star:4", "tree:4"] {
        let network = build(spec).unwrap();
        let svg = heat_svg(&*network, &uneven(&*network), spec, None).unwrap();
        let document = Document::parse(&svg).unwrap();
        let picture = Picture::read(&document);
        let lines: Vec<_> = picture.groups("channel").into_iter().map(|group| path(line(group))).collect();
        let names = picture.texts("names");
        assert!(!names.is_empty(), "{spec}");
        for name in names {
            let [x, y] = ["x", "y"].map(|key| name.attribute(key).unwrap().parse::<f64>().unwrap());
            let anchor = kurbo::Point::new(x, y - 3.0);
            assert!(lines.iter().all(|line| distance(line, anchor) > 3.0), "{spec}: {:?}", name.text());
        }
    }
}

#[test]
fn the_same_shares_give_the_same_bytes() {
    for spec in ["torus:4x4", "star:4"] {
        let network = build(spec).unwrap();
        let draw = || heat_svg(&*network, &uneven(&*network), spec, None).unwrap();
        assert_eq!(draw(), draw());
    }
}

#[test]
fn shares_that_do_not_fit_are_refused() {
    let mesh = build("mesh:2x1").unwrap();
    for shares in [&[][..], &[0.1], &[0.1; 3]] {
        let error = heat_svg(&*mesh, shares, "", None).unwrap_err();
        assert_eq!(error, DrawError::WrongShares { network: "mesh:2x1".into(), channels: 2, shares: shares.len() });
    }
    for bad in [-0.1, 1.01, f64::NAN, f64::INFINITY] {
        let error = heat_svg(&*mesh, &[0.0, bad], "", None).unwrap_err();
        assert_eq!(error, DrawError::BadShare { channel: 1, share: bad.to_string() });
    }
}

#[test]
fn large_networks_are_refused_and_the_largest_is_drawn() {
    let many_nodes = build("mesh:100x100").unwrap();
    assert!(matches!(heat_svg(&*many_nodes, &[], "", None), Err(DrawError::TooManyNodes { nodes: 10_000, .. })));
    let many_channels = build("hypercube:12").unwrap();
    let error = heat_svg(&*many_channels, &[], "", None).unwrap_err();
    assert_eq!(error, DrawError::TooManyChannels { network: "hypercube:12".into(), channels: 49_152 });
    let largest = build("torus:64x64").unwrap();
    assert!(largest.graph().channel_count() <= MAX_CHANNELS);
    let svg = heat_svg(&*largest, &uneven(&*largest), "", None).unwrap();
    Picture::read(&Document::parse(&svg).unwrap());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn any_shares_on_any_graph_are_drawn(
        links in prop::collection::vec((0..30_u32, 0..30_u32), 1..80),
        shares in prop::collection::vec(0.0..=1.0_f64, 160),
    ) {
        let lines: String = links.iter().filter(|(a, b)| a != b).map(|(a, b)| format!("{a} {b}\n")).collect();
        prop_assume!(!lines.is_empty());
        let network = wormcast_formats::from_bytes("x.edges", lines.as_bytes()).unwrap();
        let count = network.graph().channel_count();
        let svg = heat_svg(&network, &shares[..count], "any", None).unwrap();
        let document = Document::parse(&svg).unwrap();
        prop_assert_eq!(Picture::read(&document).groups("channel").len(), count);
    }
}

/// The caption names the busiest channel: it can be found by the names of its ends, whatever they cover.
#[test]
fn the_ends_of_the_busiest_channel_have_names() {
    for spec in ["tree:4", "star:5", "hypercube:9"] {
        let network = build(spec).unwrap();
        let graph = network.graph();
        for busiest in [0, graph.channel_count() / 2] {
            let mut shares = vec![0.1; graph.channel_count()];
            shares[busiest] = 0.7;
            let svg = heat_svg(&*network, &shares, spec, None).unwrap();
            let document = Document::parse(&svg).unwrap();
            let names: Vec<_> = Picture::read(&document).texts("names").iter().filter_map(|text| text.text()).collect();
            let channel = graph.channels().nth(busiest).unwrap();
            for node in [graph.source(channel), graph.target(channel)] {
                assert!(names.contains(&&*network.node_name(node)), "{spec}: {names:?}");
            }
        }
    }
}

#[test]
fn heat_maps_are_as_wide_as_a_paper_wants_them() {
    for spec in ["mesh:8x8", "star:4", "fat-tree:4", "torus:16x16"] {
        let network = build(spec).unwrap();
        let svg = heat_svg(&*network, &uneven(&*network), "a title", Some(PaperWidth::COLUMN)).unwrap();
        let document = Document::parse(&svg).unwrap();
        let picture = Picture::read(&document);
        assert_eq!(document.root_element().attribute("width"), Some("8.5cm"), "{spec}");
        assert!(picture.groups("heading").is_empty());
        assert!((320.0..=364.0).contains(&picture.frame.width()), "{spec}: {}", picture.frame.width());
    }
}
