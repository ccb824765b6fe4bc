//! A scene as SVG text.

use crate::scene::{Anchor, Group, Item, Scene, Style, Text};
use crate::text::clean;
use kurbo::{BezPath, PathEl, Point};
use std::fmt::Write;
use svg::node::element::Element;
use svg::{Document, Node};

const FONTS: &str = "system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, 'DejaVu Sans', sans-serif";

/// The SVG text of a scene. The same scene gives the same bytes. Texts are escaped; they never stand in attributes,
/// where the library does not escape quotation marks.
pub(crate) fn write_svg(scene: &Scene) -> String {
    let (width, height) = (number(scene.width.ceil()), number(scene.height.ceil()));
    let size = scene.on_paper.map_or_else(
        || [width.clone(), height.clone()],
        |on_paper| [on_paper, on_paper.times(scene.height.ceil() / scene.width.ceil())].map(|side| side.to_string()),
    );
    let mut document = Document::new()
        .set("viewBox", format!("0 0 {width} {height}"))
        .set("width", &*size[0])
        .set("height", &*size[1])
        .set("font-family", FONTS)
        .set("role", "img")
        .add(worded("title", &scene.title))
        .add(worded("desc", &scene.description));
    let paper = Element::new("rect");
    document = document.add(with(paper, [("width", width), ("height", height), ("fill", "#ffffff".into())]));
    for group in &scene.groups {
        document.append(group_element(group));
    }
    let mut text = document.to_string();
    text.push('\n');
    text
}

fn with<const N: usize>(mut element: Element, attributes: [(&str, String); N]) -> Element {
    for (name, value) in attributes {
        element.assign(name, value);
    }
    element
}

fn worded(tag: &str, words: &str) -> Element {
    let mut element = Element::new(tag);
    // Whatever the words are, the file stays XML.
    element.append(svg::node::Text::new(clean(words)));
    element
}

fn group_element(group: &Group) -> Element {
    let mut element = styled(Element::new("g"), &group.style);
    if !group.class.is_empty() {
        element.assign("class", group.class);
    }
    if let Some(title) = &group.title {
        element.append(worded("title", title));
    }
    for item in &group.items {
        element.append(item_element(item));
    }
    element
}

fn item_element(item: &Item) -> Element {
    match item {
        Item::Curve(path, style) => styled(with(Element::new("path"), [("d", path_data(path))]), style),
        Item::Dot(at, radius, style) => {
            let place = [("cx", number(at.x)), ("cy", number(at.y)), ("r", number(*radius))];
            styled(with(Element::new("circle"), place), style)
        }
        Item::Text(text, style) => styled(text_element(text), style),
        Item::Group(group) => group_element(group),
    }
}

fn text_element(text: &Text) -> Element {
    let place = [("x", number(text.at.x)), ("y", number(text.at.y)), ("font-size", number(text.size))];
    let mut element = with(worded("text", &text.content), place);
    match text.anchor {
        Anchor::Start => {}
        Anchor::Middle => element.assign("text-anchor", "middle"),
        Anchor::End => element.assign("text-anchor", "end"),
    }
    if text.bold {
        element.assign("font-weight", "bold");
    }
    element
}

fn styled(mut element: Element, style: &Style) -> Element {
    for (name, value) in [("fill", style.fill), ("stroke", style.stroke)] {
        if let Some(value) = value {
            element.assign(name, value);
        }
    }
    if let Some(width) = style.width {
        element.assign("stroke-width", number(width));
    }
    if style.halo {
        let halo = [("stroke", "#ffffff"), ("stroke-width", "2.5"), ("stroke-linejoin", "round")];
        element = with(element, halo.map(|(name, value)| (name, value.to_owned())));
        element.assign("paint-order", "stroke");
    }
    if !style.dash.is_empty() {
        let unit = style.width.unwrap_or(1.0);
        let lengths: Vec<_> = style.dash.iter().map(|length| number(length * unit)).collect();
        element.assign("stroke-dasharray", lengths.join(" "));
    }
    element
}

fn path_data(path: &BezPath) -> String {
    let mut data = String::new();
    for element in path.elements() {
        match *element {
            PathEl::MoveTo(p) => write_step(&mut data, 'M', &[p]),
            PathEl::LineTo(p) => write_step(&mut data, 'L', &[p]),
            PathEl::QuadTo(a, p) => write_step(&mut data, 'Q', &[a, p]),
            PathEl::CurveTo(a, b, p) => write_step(&mut data, 'C', &[a, b, p]),
            PathEl::ClosePath => data.push('Z'),
        }
    }
    data
}

fn write_step(data: &mut String, command: char, points: &[Point]) {
    data.push(command);
    for (index, point) in points.iter().enumerate() {
        let gap = if index == 0 { "" } else { " " };
        write!(data, "{gap}{} {}", number(point.x), number(point.y)).expect("a string takes all text");
    }
}

/// A number with at most one decimal: small, and the same on every machine.
pub(crate) fn number(value: f64) -> String {
    let tenths = (value * 10.0).round() as i64;
    match tenths % 10 {
        0 => (tenths / 10).to_string(),
        rest => format!("{}{}.{}", if tenths < 0 { "-" } else { "" }, tenths.abs() / 10, rest.abs()),
    }
}
