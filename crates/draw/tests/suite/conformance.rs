//! Every scheme on every family of networks: the picture is sound, and shows the whole plan.

use crate::common::{Picture, centre, distance, number, path, plan_of, title};
use kurbo::{BezPath, PathEl, Point, Shape};
use roxmltree::Document;
use wormcast_draw::{DrawOptions, network_svg, plan_svg};
use wormcast_plan::Plan;
use wormcast_schemes::SCHEMES;
use wormcast_topology::{FAMILIES, Topology, build};

/// The examples of all families, and networks of odd shapes.
fn networks() -> Vec<Box<dyn Topology>> {
    let examples = FAMILIES.iter().filter(|family| family.name != "file").map(|family| family.example);
    let odd = [
        "mesh:1x1",
        "mesh:1x9",
        "mesh:9x1",
        "mesh:1x1x7",
        "mesh:40",
        "mesh:4x1x3",
        "mesh:3x4x5",
        "mesh:2x2x2x2",
        "mesh:3x2x3x2",
        "torus:7",
        "torus:2x2",
        "torus:2x5",
        "torus:3x3x3",
        "torus:3x3x3x3",
        "hypercube:1",
        "hypercube:5",
        "hypercube:7",
        "star:2",
        "star:3",
        "star:5",
        "tree:1",
        "tree:5",
        "tree:7",
        "mesh-of-trees:1",
        "mesh-of-trees:3x1",
        "mesh-of-trees:1x1x1",
        "ring:3",
        "complete:5",
        "dragonfly:4x2x2",
        "dragonfly:2x1x1",
        "concentrated-mesh:4x2:3",
        "fat-tree:6",
        "hex-mesh:3x4",
        "twisted-torus:3x6:2",
        "one-way-torus:3x4x2",
    ];
    let mut networks: Vec<_> = examples.chain(odd).map(|spec| build(spec).unwrap()).collect();
    let files: [(&str, &str); 3] = [
        ("ring.edges", "a b\nb c\nc d\nd e\ne a\n"),
        ("hub.edges", "h a\nh b\nh c\nh d\nh e\nh f\nf g\ng i\n"),
        (
            "map.gml",
            "graph [ node [ id 1 lon 8 lat 50 ] node [ id 2 lon 9 lat 50 ] node [ id 3 lon 9 lat 51 ] \
                     edge [ source 1 target 2 ] edge [ source 2 target 3 ] ]",
        ),
    ];
    for (path, text) in files {
        networks.push(Box::new(wormcast_formats::from_bytes(path, text.as_bytes()).unwrap()));
    }
    networks
}

#[test]
fn every_network_is_drawn_with_every_node() {
    for network in networks() {
        let svg = network_svg(&*network, &DrawOptions::default()).unwrap();
        let document = Document::parse(&svg).unwrap();
        let picture = Picture::read(&document);
        assert_eq!(picture.groups("node").len(), network.graph().node_count(), "{}", network.spec());
        assert!(picture.groups("worm").is_empty());
    }
}

/// A link that passed over a third node would look like two links.
#[test]
fn no_link_passes_over_a_third_node() {
    let mut faults = Vec::new();
    for network in networks() {
        let svg = network_svg(&*network, &DrawOptions::default()).unwrap();
        let document = Document::parse(&svg).unwrap();
        let picture = Picture::read(&document);
        let signs: Vec<_> = picture.groups("node").into_iter().map(sign).collect();
        let links = picture.groups("links").into_iter().flat_map(|group| group.children());
        for link in links.filter(|node| node.tag_name().name() == "path").flat_map(|node| pieces(&path(node))) {
            let ends = [link.elements().first(), link.elements().last()].map(|end| end.unwrap().end_point().unwrap());
            let own = ends.map(|end| nearest(&signs, end));
            let over =
                (0..signs.len()).find(|node| !own.contains(node) && distance(&link, signs[*node].0) < signs[*node].1);
            faults.extend(over.map(|node| format!("{}: {ends:?} over {node}", network.spec())));
        }
    }
    assert!(faults.is_empty(), "{} links, {faults:#?}", faults.len());
}

/// Where the sign of a node is, and how far it reaches, with a bit of white.
fn sign(group: roxmltree::Node<'_, '_>) -> (Point, f64) {
    let of = |child: roxmltree::Node<'_, '_>| match child.tag_name().name() {
        "circle" => Some((centre(child), number(child.attribute("r").unwrap()) + 1.0)),
        "path" => {
            let extent = path(child).bounding_box();
            Some((extent.center(), extent.size().max_side() / 2.0 + 1.0))
        }
        _ => None,
    };
    group.descendants().find_map(of).unwrap()
}

fn nearest(signs: &[(Point, f64)], point: Point) -> usize {
    let to = |node: &usize| signs[*node].0.distance(point);
    (0..signs.len()).min_by(|a, b| to(a).total_cmp(&to(b))).unwrap()
}

/// The parts of a path between its moves.
fn pieces(path: &BezPath) -> Vec<BezPath> {
    let elements = path.elements();
    elements.chunk_by(|_, next| !matches!(next, PathEl::MoveTo(_))).map(|part| part.iter().copied().collect()).collect()
}

#[test]
fn every_plan_is_drawn_with_every_worm_and_destination() {
    let mut drawn = 0;
    for network in networks() {
        for scheme in SCHEMES {
            for destinations in [1, 12] {
                if let Some(plan) = plan_of(*scheme, &*network, destinations, 7) {
                    check_plan(&*network, &plan, scheme.name());
                    drawn += 1;
                }
            }
        }
    }
    assert!(drawn > 200, "{drawn} plans are drawn");
}

fn check_plan(network: &dyn Topology, plan: &Plan, scheme: &str) {
    let svg = plan_svg(network, plan, &DrawOptions::default()).unwrap();
    let document = Document::parse(&svg).unwrap();
    let picture = Picture::read(&document);
    let context = format!("{scheme} on {}", network.spec());
    let worms = picture.groups("worm");
    assert_eq!(worms.len(), plan.worms.len(), "{context}");
    for (index, worm) in worms.iter().enumerate() {
        let words = title(*worm);
        assert!(
            words.starts_with(&format!("worm {index}:")) || words.starts_with(&format!("worm {index} ")),
            "{words}"
        );
    }
    assert_eq!(picture.groups("node").len(), network.graph().node_count(), "{context}");
    assert_eq!(picture.groups("node source").len(), 1, "{context}");
    assert_eq!(picture.groups("node destination").len(), plan.destinations.len(), "{context}");
    assert!(picture.groups("missed").is_empty(), "{context}");
    let names: Vec<_> = picture.texts("names").iter().filter_map(|text| text.text()).collect();
    for node in plan.destinations.iter().chain([&plan.source]) {
        assert!(names.contains(&network.node_name(*node).as_str()), "{context}");
    }
    let costs: Vec<_> = picture.texts("legend").iter().filter_map(|text| text.text()).collect();
    assert!(costs.contains(&plan.cost().channels.to_string().as_str()), "{context}");
}

/// Where links are straight, the line of a worm passes the middle of every link that it takes, on its lane.
#[test]
fn every_hop_is_drawn() {
    for spec in ["mesh:5x4", "mesh:3x3x3", "hypercube:4", "star:4", "tree:4", "mesh-of-trees:2"] {
        let network = build(spec).unwrap();
        let graph = network.graph();
        for scheme in SCHEMES {
            let Some(plan) = plan_of(*scheme, &*network, 9, 3) else { continue };
            let svg = plan_svg(&*network, &plan, &DrawOptions::default()).unwrap();
            let document = Document::parse(&svg).unwrap();
            let picture = Picture::read(&document);
            for worm in plan.worms.iter() {
                let (line, heads) = picture.worm(worm.id as usize);
                for hop in worm.hops {
                    let ends = [graph.source(hop.channel), graph.target(hop.channel)];
                    let [a, b] = ends.map(|node| picture.place(&network.node_name(node)));
                    assert!(distance(&line, a.midpoint(b)) < 0.26 * a.distance(b), "{spec}, worm {}", worm.id);
                }
                for delivery in worm.deliveries {
                    let place = picture.place(&network.node_name(delivery.node));
                    assert!(distance(&line, place) < 30.0);
                }
                assert!(!heads.is_empty());
            }
        }
    }
}
