//! What the tests of pictures share: plans to draw, and a reader of pictures that trusts nothing.
use kurbo::{BezPath, Point, Rect, Shape};
use rand::SeedableRng;
use rand::seq::index::sample;
use rand_xoshiro::Xoshiro256PlusPlus;
use roxmltree::{Document, Node};
use wormcast_plan::{MulticastSet, NetworkSpec, Plan, Worms};
use wormcast_schemes::{Options, Scheme};
use wormcast_topology::{NodeId, Topology};

/// A plan of a scheme for this many destinations at random; none if the scheme does not serve the network.
pub(crate) fn plan_of(scheme: &dyn Scheme, topology: &dyn Topology, destinations: usize, seed: u64) -> Option<Plan> {
    let mut planner = scheme.prepare(topology, &Options::default()).ok()?;
    let nodes = topology.graph().node_count();
    let mut random = Xoshiro256PlusPlus::seed_from_u64(seed);
    let mut chosen = sample(&mut random, nodes, nodes.min(destinations + 1)).into_iter().map(NodeId::new);
    let source = chosen.next()?;
    let destinations: Vec<NodeId> = chosen.collect();
    let mut worms = Worms::new();
    planner.plan(MulticastSet::checked(topology, source, &destinations).ok()?, &mut worms).ok()?;
    Some(plan_with(topology, source, destinations, worms))
}

/// The plan with these worms.
pub(crate) fn plan_with(topology: &dyn Topology, source: NodeId, destinations: Vec<NodeId>, worms: Worms) -> Plan {
    Plan {
        network: NetworkSpec::whole(topology.spec()),
        scheme: "by-hand".into(),
        source,
        destinations,
        worms,
        claims: Vec::new(),
        extra: serde_json::Map::new(),
    }
}

/// A picture that is XML, all of it finite and inside of its frame.
pub(crate) struct Picture<'x> {
    pub document: &'x Document<'x>,
    pub frame: Rect,
}

impl<'x> Picture<'x> {
    pub(crate) fn read(document: &'x Document<'x>) -> Self {
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "svg");
        let numbers: Vec<f64> = root.attribute("viewBox").unwrap().split(' ').map(number).collect();
        let frame = Rect::new(numbers[0], numbers[1], numbers[0] + numbers[2], numbers[1] + numbers[3]);
        assert!(frame.area() > 0.0);
        let picture = Self { document, frame };
        picture.check_frame();
        picture
    }

    fn check_frame(&self) {
        for node in self.elements() {
            let bounds = match node.tag_name().name() {
                "path" => path(node).bounding_box(),
                "circle" => {
                    let radius = number(node.attribute("r").unwrap());
                    assert!(radius > 0.0);
                    Rect::from_center_size(centre(node), (2.0 * radius, 2.0 * radius))
                }
                "text" => text_box(node),
                _ => continue,
            };
            assert!(bounds.is_finite(), "{node:?}");
            assert!(self.frame.contains_rect(bounds), "{node:?} at {bounds:?} is outside of {:?}", self.frame);
        }
    }

    pub(crate) fn elements(&self) -> impl Iterator<Item = Node<'x, 'x>> {
        self.document.descendants().filter(Node::is_element)
    }

    /// The groups that have all these classes.
    pub(crate) fn groups(&self, classes: &str) -> Vec<Node<'x, 'x>> {
        let has = |node: &Node<'_, '_>| {
            let own: Vec<&str> = node.attribute("class").unwrap_or("").split(' ').collect();
            classes.split(' ').all(|class| own.contains(&class))
        };
        self.elements().filter(has).collect()
    }

    /// The place of the node of this name.
    pub(crate) fn place(&self, name: &str) -> Point {
        let is_it = |title: &str| title == name || title.strip_prefix(name).is_some_and(|rest| rest.starts_with(": "));
        let node = self.groups("node").into_iter().find(|&group| is_it(title(group))).expect("the node is drawn");
        node.descendants()
            .find_map(|child| match child.tag_name().name() {
                "circle" => Some(centre(child)),
                "path" => Some(path(child).bounding_box().center()),
                _ => None,
            })
            .unwrap()
    }

    /// The texts in the groups of a class.
    pub(crate) fn texts(&self, class: &str) -> Vec<Node<'x, 'x>> {
        let texts = self.groups(class).into_iter().flat_map(|group| group.descendants());
        texts.filter(|node| node.has_tag_name(("http://www.w3.org/2000/svg", "text"))).collect()
    }

    /// The line of a worm, and its arrowheads.
    pub(crate) fn worm(&self, worm: usize) -> (BezPath, BezPath) {
        let mut paths = self.groups("worm")[worm].children().filter(|node| node.tag_name().name() == "path").map(path);
        (paths.next().unwrap(), paths.next().unwrap())
    }
}

pub(crate) fn number(text: &str) -> f64 {
    let number: f64 = text.parse().unwrap();
    assert!(number.is_finite());
    number
}

pub(crate) fn path(node: Node<'_, '_>) -> BezPath {
    let path = BezPath::from_svg(node.attribute("d").unwrap()).unwrap();
    assert!(path.is_finite());
    path
}

pub(crate) fn centre(node: Node<'_, '_>) -> Point {
    Point::new(number(node.attribute("cx").unwrap()), number(node.attribute("cy").unwrap()))
}

/// What shows when the pointer rests on a group.
pub(crate) fn title<'x>(group: Node<'x, 'x>) -> &'x str {
    group.children().find(|node| node.tag_name().name() == "title").and_then(|node| node.text()).unwrap_or("")
}

/// About the box that a text takes, in a font of usual width.
pub(crate) fn text_box(node: Node<'_, '_>) -> Rect {
    let attribute = |name: &str| number(node.attribute(name).unwrap());
    let (x, y, size) = (attribute("x"), attribute("y"), attribute("font-size"));
    let width = 0.52 * size * node.text().unwrap_or("").chars().count() as f64;
    let left = match node.attribute("text-anchor") {
        None => x,
        Some("middle") => x - width / 2.0,
        Some(_) => x - width,
    };
    Rect::new(left, y - 0.7 * size, left + width, y)
}

/// How near a curve comes to a point.
pub(crate) fn distance(curve: &BezPath, point: Point) -> f64 {
    let to = |segment: kurbo::PathSeg| kurbo::ParamCurveNearest::nearest(&segment, point, 0.1).distance_sq;
    curve.segments().map(to).fold(f64::INFINITY, f64::min).sqrt()
}
