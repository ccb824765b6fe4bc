//! Charts as SVG.

mod paper;

pub use paper::panels_on_paper;

use super::axes::{equal_step, heights, is_drawable, tick, whole_step};
use super::{Chart, Curve, CurvePoint, End};
use kuva::plot::LinePlot;
use kuva::plot::legend::{LegendEntry, LegendPosition, LegendShape};
use kuva::plot::line::LineStyle;
use kuva::plot::scatter::{MarkerShape, ScatterPlot};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use std::sync::Arc;

/// Colours that people with any colour vision tell apart, dark enough for print (after Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9"];
const DASHES: [&str; 4] = ["", "7 4", "2 3", "9 3 2 3"];
const MARKERS: [MarkerShape; 6] = [
    MarkerShape::Circle,
    MarkerShape::Square,
    MarkerShape::Triangle,
    MarkerShape::Diamond,
    MarkerShape::TriangleDown,
    MarkerShape::Pentagon,
];
/// What is left of a hollow mark's inside, in white.
const INSIDE: f64 = 0.55;
const TEXT: &str = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

/// The chart as an SVG document. The same chart gives the same bytes.
///
/// ```
/// use wormcast_eval::chart::{Chart, Curve, End, CurvePoint, svg};
/// let points = [(1.0, 10.0), (2.0, 15.0)].map(|(x, y)| CurvePoint { x, y, error: 1.0 }).to_vec();
/// let curve = Curve { name: "dual-path".into(), points, ..Curve::default() };
/// let curve = Curve { ends_at: Some(End { at: 3.0, how: "saturated" }), ..curve };
/// let chart = Chart { title: "Latency".into(), curves: vec![curve], ..Chart::default() };
/// assert!(svg(&chart).starts_with("<svg"));
/// ```
pub fn svg(chart: &Chart) -> String {
    panels(std::slice::from_ref(chart))
}

/// Charts below each other in one SVG document.
pub fn panels(charts: &[Chart]) -> String {
    let (inside, height) = below_each_other(charts);
    let outside = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\">");
    with_own_numbers(&format!("{outside}{inside}</svg>"))
}

/// The panels, and the height of all.
fn below_each_other(charts: &[Chart]) -> (String, f64) {
    let (mut inside, mut height) = (String::new(), 0.0);
    for chart in charts {
        let drawn = with_line_styles(&draw(chart), chart);
        inside.push_str(&at_height(&drawn, height));
        height += attribute(&drawn, "height").unwrap_or(HEIGHT);
    }
    (inside, height)
}

/// A document within another one, so far below its upper border.
fn at_height(document: &str, height: f64) -> String {
    document.replacen("<svg ", &format!("<svg y=\"{height}\" "), 1)
}

/// The size of a chart, in pixels.
const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 520.0;
/// So many characters of a title fit beside each other.
const TITLE_WIDTH: usize = 62;
/// A longer title is cut.
const LONGEST_TITLE: usize = 3 * TITLE_WIDTH;

/// How much smaller than usual signs are, and how much more of the height they take.
#[derive(Clone, Copy)]
struct Signs {
    size: f64,
    height: f64,
}

impl Signs {
    const ON_SCREEN: Self = Self { size: 1.0, height: 1.0 };
}

/// The label of the vertical axis, and how it is to be read.
fn y_label(chart: &Chart) -> String {
    let logarithmic = if chart.log_y { ", logarithmic" } else { "" };
    let is_rough = chart.curves.iter().any(|curve| !curve.rough.is_empty());
    let hollow = if is_rough { "; hollow: not known well" } else { "" };
    format!("{}{logarithmic}{hollow}", chart.y_label)
}

/// The title, cut where it would fill the picture.
fn title(chart: &Chart) -> String {
    match chart.title.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", &chart.title[..end]),
        None => chart.title.clone(),
    }
}

fn draw(chart: &Chart) -> String {
    let dressed = |layout: Layout| {
        layout
            .with_title(title(chart))
            .with_title_wrap(TITLE_WIDTH)
            .with_width(WIDTH)
            .with_height(HEIGHT)
            .with_legend_position(LegendPosition::OutsideRightTop)
            .with_x_label(chart.x_label.as_str())
            .with_y_label(y_label(chart))
            .with_legend_entries(legend(chart))
            .with_legend_box(false)
    };
    drawn(chart, Signs::ON_SCREEN, dressed)
}

/// The curves on their axes, with what `dressed` puts around them.
fn drawn(chart: &Chart, signs: Signs, dressed: impl FnOnce(Layout) -> Layout) -> String {
    let mut plots: Vec<Plot> = Vec::new();
    for (index, curve) in chart.curves.iter().enumerate() {
        plots.extend(plots_of(curve, index, chart, signs));
    }
    let is_empty = plots.is_empty();
    if is_empty {
        plots.push(ScatterPlot::new().with_data([(0.0, 0.0)]).with_size(0.0).into());
    }
    let mut layout = dressed(Layout::auto_from_plots(&plots))
        .with_font_family(TEXT)
        .with_tick_format(TickFormat::Custom(Arc::new(tick)));
    if chart.log_x && !is_empty {
        layout = layout.with_log_x();
    } else if let Some(step) = whole_step(chart) {
        layout = layout.with_x_tick_step(step);
    }
    let (bottom, top) = heights(chart);
    layout = match chart.log_y && !is_empty {
        true => layout.with_log_y().with_y_axis_min(bottom).with_y_axis_max(top),
        false => layout.with_y_axis_min(0.0),
    };
    if let Some(step) = equal_step(chart) {
        layout = layout.with_y_tick_step(step);
    }
    kuva::render_to_svg(plots, layout)
}

/// The library's legend shows markers alone: here each gets a piece of its line, behind it. The texts of the legend are
/// the only ones that begin at their place.
fn with_line_styles(svg: &str, chart: &Chart) -> String {
    const START: &str = "text-anchor=\"start\"";
    let mut text = String::with_capacity(svg.len());
    let mut curves = (0..chart.curves.len()).peekable();
    for part in svg.split_inclusive('>') {
        let place = || Some((attribute(part, "x")?, attribute(part, "y")?));
        let is_entry = part.starts_with("<text ") && part.contains(START);
        if let (true, Some((x, y)), Some(index)) = (is_entry, place(), curves.next_if(|_| is_entry)) {
            let (colour, dashes) = (COLOURS[index % COLOURS.len()], DASHES[index % DASHES.len()]);
            let (from, to, y) = (x - 29.0, x - 2.0, y - 4.4);
            text.push_str(&format!(
                "<line x1=\"{from}\" y1=\"{y}\" x2=\"{to}\" y2=\"{y}\" stroke=\"{colour}\" stroke-width=\"1.8\" \
                 stroke-dasharray=\"{dashes}\" />"
            ));
        }
        text.push_str(part);
    }
    text
}

/// A number among the attributes of an element.
fn attribute(element: &str, name: &str) -> Option<f64> {
    let (_, value) = element.split_once(&format!(" {name}=\""))?;
    value.split('"').next()?.parse().ok()
}

/// The library numbers its clip paths through all documents of a process; here they are numbered in each document.
fn with_own_numbers(svg: &str) -> String {
    const ID: &str = "kuva-clip-";
    let mut parts = svg.split(ID);
    let mut text = parts.next().unwrap_or_default().to_owned();
    let mut numbers: Vec<&str> = Vec::new();
    for part in parts {
        let digits = part.bytes().take_while(u8::is_ascii_digit).count();
        let (number, rest) = part.split_at(digits);
        let known = numbers.iter().position(|&known| known == number).unwrap_or(numbers.len());
        if known == numbers.len() {
            numbers.push(number);
        }
        text.push_str(&format!("{ID}{known}{rest}"));
    }
    text
}

/// How far below the upper border a cross is drawn, as a share of the height, so that it is whole.
const BELOW_TOP: f64 = 0.025;

/// How far below each other crosses at the same load are drawn.
const APART: f64 = 0.04;

/// The height of the cross of a curve: below those of the curves before it that end at the same place.
fn height_of_cross(chart: &Chart, index: usize, signs: Signs) -> f64 {
    let at = |curve: &Curve| curve.ends_at.map(|end| end.at);
    let here = at(&chart.curves[index]);
    let above = chart.curves[..index].iter().filter(|curve| at(curve) == here).count();
    let (bottom, top) = heights(chart);
    let below = (signs.height * (BELOW_TOP + APART * above as f64)).min(1.0);
    match chart.log_y {
        true => top * (bottom / top).powf(below),
        false => top * (1.0 - signs.height * APART * above as f64).max(0.0),
    }
}

/// Neighbours with nothing between them that is not known well: a line goes from one to the next of each run.
fn runs<'p>(points: &'p [CurvePoint], rough: &[CurvePoint]) -> impl Iterator<Item = &'p [CurvePoint]> {
    points.chunk_by(move |one, next| !rough.iter().any(|rough| one.x < rough.x && rough.x < next.x))
}

/// The lines, the markers with their confidence bars, and the cross where values end.
fn plots_of(curve: &Curve, index: usize, chart: &Chart, signs: Signs) -> Vec<Plot> {
    let points: Vec<CurvePoint> = curve.points.iter().copied().filter(|point| is_drawable(point, chart)).collect();
    let colour = COLOURS[index % COLOURS.len()];
    let line = |run: &[CurvePoint]| {
        let line = LinePlot::new().with_data(run.iter().map(|point| (point.x, point.y)));
        line.with_color(colour).with_stroke_width(1.8).with_line_style(dash(index))
    };
    let mut plots: Vec<Plot> = runs(&points, &curve.rough).map(|run| line(run).into()).collect();
    let markers = ScatterPlot::new()
        .with_data(points.iter().map(|point| (point.x, point.y)))
        .with_y_err(points.iter().map(|point| point.error))
        .with_color(colour)
        .with_marker(MARKERS[index % MARKERS.len()])
        .with_size(4.0 * signs.size);
    plots.extend(Some(markers).filter(|_| !points.is_empty()).map(Plot::from));
    let rough: Vec<_> =
        curve.rough.iter().filter(|point| is_drawable(point, chart)).map(|one| (one.x, one.y)).collect();
    if !rough.is_empty() {
        // Only circles can be drawn without an inside.
        for (colour, size) in [(colour, 4.0 * signs.size), ("white", 4.0 * INSIDE * signs.size)] {
            let mark = ScatterPlot::new().with_data(rough.iter().copied()).with_color(colour);
            plots.push(mark.with_marker(MARKERS[index % MARKERS.len()]).with_size(size).into());
        }
    }
    if let Some(end) = curve.ends_at.filter(|end| end.at.is_finite() && (end.at > 0.0 || !chart.log_x)) {
        let cross = ScatterPlot::new().with_data([(end.at, height_of_cross(chart, index, signs))]).with_color(colour);
        plots.push(cross.with_marker(MarkerShape::Cross).with_size(9.0 * signs.size).into());
    }
    plots
}

fn dash(index: usize) -> LineStyle {
    match DASHES[index % DASHES.len()] {
        "" => LineStyle::Solid,
        dashes => LineStyle::Custom(dashes.to_owned()),
    }
}

/// What a curve is called, and where it ends.
fn name_in_legend(curve: &Curve, name: &str) -> String {
    match curve.ends_at {
        Some(End { at, how }) => format!("{name} (× {how} at {at})"),
        None => name.to_owned(),
    }
}

fn legend(chart: &Chart) -> Vec<LegendEntry> {
    let entry = |(index, curve): (usize, &Curve)| LegendEntry {
        label: name_in_legend(curve, &curve.name),
        color: COLOURS[index % COLOURS.len()].to_owned(),
        shape: LegendShape::Marker(MARKERS[index % MARKERS.len()]),
        dasharray: None,
    };
    chart.curves.iter().enumerate().map(entry).collect()
}

#[cfg(test)]
mod tests;
