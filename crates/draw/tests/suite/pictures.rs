//! What pictures show of particular plans.

use crate::common;
use crate::common::{Picture, centre, distance, number, plan_of, plan_with, text_box, title};
use kurbo::{Point, Shape};
use roxmltree::Document;
use wormcast_draw::{DrawError, DrawOptions, MAX_LABELLED, MAX_NODES, PaperWidth, network_svg, plan_svg};
use wormcast_plan::{Plan, Worms};
use wormcast_schemes::scheme_named;
use wormcast_topology::{Faulty, NodeId, Topology, build};

/// Unicasts from the first of some nodes, given by their names, to each of the others.
fn unicasts(network: &dyn Topology, names: &[&str]) -> Plan {
    let nodes: Vec<NodeId> = names.iter().map(|name| network.find_node(name).unwrap()).collect();
    let mut routes = wormcast_topology::ShortestRoutes::new(network);
    let mut worms = Worms::new();
    for &to in &nodes[1..] {
        let mut route = Vec::new();
        routes.append(nodes[0], to, &mut route).unwrap();
        worms.start(nodes[0], None, 0);
        let last = worms.chain(None, route).unwrap();
        worms.deliver(last, to);
    }
    plan_with(network, nodes[0], nodes[1..].to_vec(), worms)
}

fn drawn(network: &dyn Topology, plan: &Plan) -> String {
    plan_svg(network, plan, &DrawOptions::default()).unwrap()
}

#[test]
fn worms_on_one_link_run_beside_each_other() {
    let mesh = build("mesh:5x1").unwrap();
    let plan = unicasts(&*mesh, &["0,0", "1,0", "2,0", "3,0", "4,0"]);
    let svg = drawn(&*mesh, &plan);
    let document = Document::parse(&svg).unwrap();
    let picture = Picture::read(&document);
    let middle = picture.place("0,0").midpoint(picture.place("1,0"));
    let height = |worm| {
        let line = picture.worm(worm).0;
        let near = |y: &f64| distance(&line, Point::new(middle.x, *y));
        (-400..400).map(|step| middle.y + f64::from(step) / 20.0).min_by(|a, b| near(a).total_cmp(&near(b))).unwrap()
    };
    let mut heights: Vec<f64> = (0..4).map(height).collect();
    heights.sort_by(f64::total_cmp);
    assert!(heights.windows(2).all(|pair| pair[1] - pair[0] > 2.0), "{heights:?}");
}

#[test]
fn opposite_traffic_keeps_to_the_right() {
    let tree = build("tree:1").unwrap();
    let [root, left, right] = ["r", "r0", "r1"].map(|name| tree.find_node(name).unwrap());
    let graph = tree.graph();
    let mut worms = Worms::new();
    worms.start(left, None, 0);
    let up = worms.hop(None, graph.channel(left, root).unwrap());
    let down = worms.hop(Some(up), graph.channel(root, right).unwrap());
    worms.deliver(down, right);
    worms.start(right, Some(0), 1);
    let up = worms.hop(None, graph.channel(right, root).unwrap());
    worms.deliver(up, root);
    let svg = drawn(&*tree, &plan_with(&*tree, left, vec![right, root], worms));
    let document = Document::parse(&svg).unwrap();
    let picture = Picture::read(&document);
    let (root, right) = (picture.place("r"), picture.place("r1"));
    let along = (right - root).normalize();
    let beside = |aside: f64| root.midpoint(right) + along.turn_90() * aside;
    let ([down, _], [up, _]) = (
        [0, 1].map(|way| distance(&picture.worm(0).0, beside([3.5, -3.5][way]))),
        [0, 1].map(|way| distance(&picture.worm(1).0, beside([-3.5, 3.5][way]))),
    );
    assert!(down < 1.0 && up < 1.0, "{down} {up}");
}

#[test]
fn arrowheads_point_the_way_of_the_worm() {
    let mesh = build("mesh:2x1").unwrap();
    for (from, to) in [("0,0", "1,0"), ("1,0", "0,0")] {
        let svg = drawn(&*mesh, &unicasts(&*mesh, &[from, to]));
        let document = Document::parse(&svg).unwrap();
        let picture = Picture::read(&document);
        let (start, goal) = (picture.place(from), picture.place(to));
        let heads = picture.worm(0).1;
        assert!(heads.subpaths().count() >= 1);
        for head in heads.subpaths() {
            let corners: Vec<Point> = head.iter().filter_map(|element| element.end_point()).collect();
            let (tip, back) = (corners[0], corners[1].midpoint(corners[2]));
            assert!((tip - back).dot(goal - start) > 0.0);
            assert!((start.x.min(goal.x)..=start.x.max(goal.x)).contains(&tip.x));
        }
    }
}

#[test]
fn worms_differ_by_more_than_colour() {
    let mesh = build("mesh:6x6").unwrap();
    let plan = plan_of(scheme_named("unicast").unwrap(), &*mesh, 35, 1).unwrap();
    let svg = drawn(&*mesh, &plan);
    let document = Document::parse(&svg).unwrap();
    let picture = Picture::read(&document);
    let look = |worm: roxmltree::Node<'_, '_>| {
        let line = worm.children().find(|node| node.tag_name().name() == "path").unwrap();
        let attribute = |name: &str| line.attribute(name).unwrap_or("").to_owned();
        (attribute("stroke"), attribute("stroke-dasharray"))
    };
    let looks: Vec<_> = picture.groups("worm").into_iter().map(look).collect();
    assert_eq!(looks.len(), 35);
    for (index, look) in looks.iter().enumerate() {
        assert!(!looks[..index].contains(look), "worm {index} looks like another");
    }
    assert!(looks.windows(2).all(|pair| pair[0].0 != pair[1].0 && pair[0].1 != pair[1].1));
}

#[test]
fn the_legend_is_cut_and_says_so() {
    let mesh = build("mesh:6x6").unwrap();
    let plan = plan_of(scheme_named("unicast").unwrap(), &*mesh, 30, 1).unwrap();
    let svg = drawn(&*mesh, &plan);
    assert!(svg.contains("and 18 more worms: "), "{svg}");
    let plan = plan_of(scheme_named("unicast").unwrap(), &*mesh, 12, 1).unwrap();
    assert!(!drawn(&*mesh, &plan).contains("more worms"));
}

#[test]
fn title_drawing_and_legend_do_not_touch() {
    for (spec, scheme) in [("mesh:8x8", "unicast-tree"), ("mesh:9x1", "dual-path"), ("tree:6", "single-tree")] {
        let network = build(spec).unwrap();
        let plan = plan_of(scheme_named(scheme).unwrap(), &*network, 8, 1).unwrap();
        let svg = drawn(&*network, &plan);
        let document = Document::parse(&svg).unwrap();
        let picture = Picture::read(&document);
        let part = |class| {
            let shapes = picture.groups(class).into_iter().flat_map(|group| group.descendants());
            let bounds = shapes.filter_map(|node| match node.tag_name().name() {
                "path" => Some(common::path(node).bounding_box()),
                "circle" => Some(kurbo::Rect::from_center_size(centre(node), (1.0, 1.0))),
                "text" => Some(text_box(node)),
                _ => None,
            });
            bounds.reduce(|a, b| a.union(b)).unwrap()
        };
        let parts = ["heading", "network", "legend"].map(part);
        for (index, one) in parts.iter().enumerate() {
            assert!(parts[..index].iter().all(|other| !other.overlaps(*one)), "{spec}: {parts:?}");
        }
    }
}

#[test]
fn names_do_not_cover_nodes_or_names() {
    let cases = [("mesh:8x8", "unicast"), ("torus:6x6", "single-tree"), ("tree:4", "unicast"), ("star:4", "dual-path")];
    for (spec, scheme) in cases {
        check_names(&*build(spec).unwrap(), scheme);
    }
    // Two hubs with many leaves, where names stand close.
    let leaves: String = (0..30).map(|leaf| format!("hub leaf{leaf}\nhub2 other{leaf}\n")).collect();
    let hubs = wormcast_formats::from_bytes("hubs.edges", format!("{leaves}hub hub2\n").as_bytes()).unwrap();
    check_names(&hubs, "unicast");
    // A row of nodes whose names are wider than the distance between them.
    let node = |id: usize| format!("node [ id {id} label \"a router called {id:02}\" x {id} y 0 ]\n");
    let edge = |id: usize| format!("edge [ source {id} target {} ]\n", id + 1);
    let row: String = (0..15).map(node).chain((0..14).map(edge)).collect();
    check_names(&wormcast_formats::from_bytes("row.gml", format!("graph [ {row} ]").as_bytes()).unwrap(), "unicast");
}

fn check_names(network: &dyn Topology, scheme: &str) {
    let plan = plan_of(scheme_named(scheme).unwrap(), network, 12, 5).unwrap();
    let svg = drawn(network, &plan);
    let document = Document::parse(&svg).unwrap();
    let picture = Picture::read(&document);
    let names = picture.texts("names");
    assert!(names.len() * 10 >= network.graph().node_count() * 9, "{}: {} names", network.spec(), names.len());
    for (index, name) in names.iter().enumerate() {
        let own = text_box(*name);
        assert!(names[..index].iter().all(|other| !text_box(*other).overlaps(own)), "{:?}", name.text());
        for node in network.graph().nodes() {
            assert!(!own.contains(picture.place(&network.node_name(node))), "{:?}", name.text());
        }
    }
}

#[test]
fn hostile_names_stay_names() {
    let long = "long".repeat(40);
    let names = ["<script>alert(1)</script>", "\"&'>", "a\u{202e}b", "]]>", &long];
    let links: String = names.windows(2).map(|pair| format!("{{ {:?} {:?} }}", pair[0], pair[1])).collect();
    assert!(!links.is_empty());
    let nodes: String = (0..names.len()).map(|id| format!("<node id=\"{}\"/>", escaped(names[id]))).collect();
    let edges: String = names
        .windows(2)
        .map(|pair| format!("<edge source=\"{}\" target=\"{}\"/>", escaped(pair[0]), escaped(pair[1])))
        .collect();
    let text = format!("<graphml><graph edgedefault=\"undirected\">{nodes}{edges}</graph></graphml>");
    let network = wormcast_formats::from_bytes("x.graphml", text.as_bytes()).unwrap();
    let plan = unicasts(&network, &[names[0], names[4], names[2]]);
    let svg = drawn(&network, &plan);
    let document = Document::parse(&svg).unwrap();
    let picture = Picture::read(&document);
    let tags = ["svg", "title", "desc", "rect", "g", "path", "circle", "text"];
    assert!(picture.elements().all(|node| tags.contains(&node.tag_name().name())));
    let titles: Vec<_> = picture.groups("node").into_iter().map(title).collect();
    assert!(titles.iter().any(|title| title.starts_with("<script>alert(1")), "{titles:?}");
    assert!(titles.contains(&"\"&'>: intermediate node"), "{titles:?}");
    assert!(titles.iter().all(|title| title.chars().count() < 70 && !title.contains('\u{202e}')), "{titles:?}");
}

fn escaped(name: &str) -> String {
    name.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[test]
fn faults_are_shown_and_nodes_keep_their_places() {
    let faulty =
        Faulty::named(build("torus:4x4").unwrap(), &["1,1", "3,0"], &[("0,0", "0,3"), ("2,2", "2,3")]).unwrap();
    let svg = network_svg(&faulty, &DrawOptions::default()).unwrap();
    let whole_svg = network_svg(faulty.inner(), &DrawOptions::default()).unwrap();
    let (document, whole) = (Document::parse(&svg).unwrap(), Document::parse(&whole_svg).unwrap());
    let (picture, whole) = (Picture::read(&document), Picture::read(&whole));
    let lost: Vec<_> = picture.groups("node lost").into_iter().map(title).collect();
    assert_eq!(lost, ["3,0: faulty", "1,1: faulty"]);
    assert_eq!(picture.groups("node").len(), 16);
    let shift = picture.place("0,0") - whole.place("0,0");
    for node in faulty.graph().nodes() {
        let name = faulty.node_name(node);
        assert!((picture.place(&name) - whole.place(&name) - shift).hypot() < 0.2, "{name}");
    }
    let dashed =
        picture.groups("lost")[0].children().find(|node| node.attribute("stroke-dasharray").is_some()).unwrap();
    // Eight links go with the nodes, two on their own; three of these ten wrap around, and are drawn in two pieces.
    assert_eq!(common::path(dashed).subpaths().count(), 10 + 3);
}

#[test]
fn large_networks_have_fewer_names_and_the_largest_are_refused() {
    let mesh = build("mesh:20x20").unwrap();
    assert!(mesh.graph().node_count() > MAX_LABELLED);
    let plan = unicasts(&*mesh, &["0,0", "5,5", "19,19"]);
    let svg = drawn(&*mesh, &plan);
    let document = Document::parse(&svg).unwrap();
    let names: Vec<_> = Picture::read(&document).texts("names").iter().filter_map(|text| text.text()).collect();
    assert_eq!(names, ["0,0", "5,5", "19,19"]);
    let hidden = plan_svg(
        &*mesh,
        &plan,
        &DrawOptions { hide_names: true, title: Some("Title".into()), ..DrawOptions::default() },
    )
    .unwrap();
    let document = Document::parse(&hidden).unwrap();
    let picture = Picture::read(&document);
    assert!(picture.texts("names").is_empty());
    assert_eq!(picture.texts("heading")[0].text(), Some("Title"));

    let huge = build("mesh:100x100").unwrap();
    let error = network_svg(&*huge, &DrawOptions::default()).unwrap_err();
    assert_eq!(error, DrawError::TooManyNodes { network: "mesh:100x100".into(), nodes: 10_000 });
    assert!(error.to_string().contains(&MAX_NODES.to_string()) && error.to_string().contains("smaller"), "{error}");
    let faulty = Faulty::named(huge, &["1,1"], &[]).unwrap();
    assert!(network_svg(&faulty, &DrawOptions::default()).is_err());
}

#[test]
fn plans_with_too_many_hops_are_refused() {
    let mesh = build("mesh:2x1").unwrap();
    let channel = mesh.graph().channel(NodeId::new(0), NodeId::new(1)).unwrap();
    let back = mesh.graph().reverse(channel).unwrap();
    let mut worms = Worms::new();
    worms.start(NodeId::new(0), None, 0);
    let last = worms.chain(None, std::iter::repeat_n([channel, back], 10_001).flatten()).unwrap();
    worms.deliver(last, NodeId::new(0));
    let plan = plan_with(&*mesh, NodeId::new(0), vec![NodeId::new(1)], worms);
    let error = plan_svg(&*mesh, &plan, &DrawOptions::default()).unwrap_err();
    assert_eq!(error, DrawError::TooManyHops { hops: 20_002 });
}

#[test]
fn plans_of_other_networks_are_refused() {
    let large = build("mesh:9x9").unwrap();
    let plan = unicasts(&*large, &["0,0", "8,8"]);
    for spec in ["mesh:2x2", "mesh:8x8", "tree:5", "hypercube:7"] {
        let error = plan_svg(&*build(spec).unwrap(), &plan, &DrawOptions::default()).unwrap_err();
        assert!(matches!(error, DrawError::Foreign { .. }), "{spec}: {error}");
    }
}

#[test]
fn a_destination_without_a_delivery_is_shown() {
    let mesh = build("mesh:3x1").unwrap();
    let mut plan = unicasts(&*mesh, &["0,0", "1,0"]);
    plan.destinations.push(mesh.find_node("2,0").unwrap());
    let svg = drawn(&*mesh, &plan);
    let document = Document::parse(&svg).unwrap();
    let missed = Picture::read(&document).groups("missed");
    assert_eq!(missed.into_iter().map(title).collect::<Vec<_>>(), ["2,0: destination without a delivery"]);
}

#[test]
fn the_same_plan_gives_the_same_bytes() {
    for spec in ["mesh:6x6", "star:5", "mesh-of-trees:3"] {
        let network = build(spec).unwrap();
        let plan = plan_of(scheme_named("unicast-tree").unwrap(), &*network, 20, 1).unwrap();
        assert_eq!(drawn(&*network, &plan), drawn(&*build(spec).unwrap(), &plan.clone()));
    }
}

#[test]
fn coordinates_have_one_decimal() {
    let star = build("star:5").unwrap();
    let svg = network_svg(&*star, &DrawOptions::default()).unwrap();
    let document = Document::parse(&svg).unwrap();
    let decimals = |text: &str| text.split_once('.').map_or(0, |(_, rest)| rest.len());
    for circle in Picture::read(&document).elements().filter(|node| node.has_attribute("cx")) {
        assert!(decimals(circle.attribute("cx").unwrap()) <= 1 && number(circle.attribute("cy").unwrap()) > 0.0);
    }
}

/// How many hexagons, squares and arrowheads a picture of a network has: by what only these networks show.
#[test]
fn networks_show_what_their_channels_and_nodes_are() {
    let svg = |network: &dyn Topology| network_svg(network, &DrawOptions::default()).unwrap();
    let has = |spec: &str, what: &str| svg(&*build(spec).unwrap()).contains(what);
    assert!(has("one-way-torus:4x4", "channel that leads one way") && has("one-way-torus:4x4", "\"one-way\""));
    assert!(!has("torus:4x4", "channel that leads one way") && !has("torus:4x4", "\"one-way\""));
    assert!(has("fat-tree:4", "endpoint: it forwards nothing") && !has("tree:3", "endpoint: it forwards nothing"));
    assert!(has("hex-torus:4x4", "\"cells\"") && !has("torus:4x4", "\"cells\""));
}

/// Cables between two nodes lie side by side, those of one number there and back on one line.
#[test]
fn parallel_channels_lie_side_by_side() {
    let [a, b] = [0, 1].map(NodeId::new);
    let mut description =
        wormcast_topology::Description { names: ["a", "b"].map(Into::into).into(), ..Default::default() };
    (0..3).for_each(|_| description.add_link(a, b));
    let cables = wormcast_topology::DescribedNetwork::new("file:x".into(), "test", description).unwrap();
    let svg = network_svg(&cables, &DrawOptions::default()).unwrap();
    let document = Document::parse(&svg).unwrap();
    let links = document.descendants().find(|node| node.attribute("class") == Some("links")).unwrap();
    let line = links.descendants().find(|node| node.has_tag_name("path")).unwrap().attribute("d").unwrap();
    assert_eq!(line.matches(['M', 'm']).count(), 3, "{line}");
}

/// Letters keep their size, and the picture its width, whatever the network is: at most an eighth wider than asked for
/// in pixels, which is then made smaller.
#[test]
fn pictures_are_as_wide_as_a_paper_wants_them() {
    for (width, pixels) in [(PaperWidth::COLUMN, 321.3), (PaperWidth::PAGE, 661.4)] {
        for spec in
            ["mesh:8x8", "mesh:3x2", "torus:16x16", "mesh-of-trees:3", "star:4", "hypercube:5", "fat-tree:4", "ring:9"]
        {
            let network = build(spec).unwrap();
            let options = DrawOptions { width: Some(width), ..DrawOptions::default() };
            let plan = plan_of(scheme_named("unicast").unwrap(), &*network, 4, 1);
            let pictures =
                [network_svg(&*network, &options).ok(), plan.map(|plan| plan_svg(&*network, &plan, &options).unwrap())];
            for svg in pictures.iter().flatten() {
                let document = Document::parse(svg).unwrap();
                let picture = Picture::read(&document);
                assert_eq!(document.root_element().attribute("width"), Some(&*width.to_string()), "{spec}");
                assert!(picture.groups("heading").is_empty());
                let found = picture.frame.width();
                assert!((pixels - 1.0..=1.13 * pixels).contains(&found), "{spec}: {found} for {pixels}");
            }
        }
    }
}

/// Where 120 destinations are near each other, names that would cover nodes or other names are left out.
#[test]
fn names_in_a_crowd_on_paper_cover_nothing() {
    let star = build("star:5").unwrap();
    let plan = plan_of(scheme_named("two-phase-multi-path").unwrap(), &*star, 119, 1).unwrap();
    let options = DrawOptions { width: Some(PaperWidth::COLUMN), ..DrawOptions::default() };
    let svg = plan_svg(&*star, &plan, &options).unwrap();
    let document = Document::parse(&svg).unwrap();
    let picture = Picture::read(&document);
    let names = picture.texts("names");
    assert!((20..110).contains(&names.len()), "{}", names.len());
    let source = star.node_name(plan.source);
    assert!(names.iter().any(|name| name.text() == Some(&source)));
    let is_relay = |name: &roxmltree::Node<'_, '_>| {
        picture.groups("relay").iter().any(|group| title(*group).starts_with(name.text().unwrap()))
    };
    let modest: Vec<_> = names.into_iter().filter(|name| name.text() != Some(&source) && !is_relay(name)).collect();
    for (place, name) in modest.iter().enumerate() {
        let own = text_box(*name);
        let covered = modest[..place].iter().find(|other| text_box(**other).overlaps(own));
        assert!(covered.is_none(), "{:?} on {:?}", name.text(), covered.and_then(|other| other.text()));
    }
}
