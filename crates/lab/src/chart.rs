//! Curves on axes as SVG: readable in print, and told apart by colour, by dash and by marker.

use kuva::plot::LinePlot;
use kuva::plot::legend::{LegendEntry, LegendPosition, LegendShape};
use kuva::plot::line::LineStyle;
use kuva::plot::scatter::{MarkerShape, ScatterPlot};
use kuva::render::layout::{Layout, TickFormat};
use kuva::render::plots::Plot;
use std::sync::Arc;

/// One measured point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Point {
    /// Where on the horizontal axis.
    pub x: f64,
    /// The value.
    pub y: f64,
    /// Half the height of its confidence bar; 0 for none.
    pub error: f64,
}

/// One curve of a chart.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Curve {
    /// Its name in the legend.
    pub name: String,
    /// Its points, in ascending order of x.
    pub points: Vec<Point>,
    /// From here on there is no value, because the network has no steady state: marked by a cross at the end of the curve.
    pub ends_at: Option<f64>,
}

/// Curves on common axes.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Chart {
    /// What the figure shows.
    pub title: String,
    /// The horizontal axis, with its unit.
    pub x_label: String,
    /// The vertical axis, with its unit.
    pub y_label: String,
    /// Whether the horizontal axis is logarithmic.
    pub log_x: bool,
    /// Whether the vertical axis is logarithmic.
    pub log_y: bool,
    /// The curves, in the order of the legend.
    pub curves: Vec<Curve>,
}

/// Colours that people with any colour vision tell apart, dark enough for print (after Okabe and Ito).
const COLOURS: [&str; 7] = ["#0072B2", "#D55E00", "#009E73", "#CC79A7", "#000000", "#E69F00", "#56B4E9"];
const DASHES: [&str; 4] = ["", "7 4", "2 3", "9 3 2 3"];
const MARKERS: [MarkerShape; 6] = [
    MarkerShape::Circle,
    MarkerShape::Square,
    MarkerShape::Triangle,
    MarkerShape::Diamond,
    MarkerShape::TriangleDown,
    MarkerShape::Plus,
];
const TEXT: &str = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

/// The chart as an SVG document. The same chart gives the same bytes.
///
/// ```
/// use wormcast_lab::chart::{Chart, Curve, Point, svg};
/// let points = [(1.0, 10.0), (2.0, 15.0)].map(|(x, y)| Point { x, y, error: 1.0 }).to_vec();
/// let curve = Curve { name: "dual-path".into(), points, ends_at: Some(3.0) };
/// let chart = Chart { title: "Latency".into(), curves: vec![curve], ..Chart::default() };
/// assert!(svg(&chart).starts_with("<svg"));
/// ```
pub fn svg(chart: &Chart) -> String {
    let mut plots: Vec<Plot> = Vec::new();
    for (index, curve) in chart.curves.iter().enumerate() {
        plots.extend(plots_of(curve, index, chart));
    }
    let is_empty = plots.is_empty();
    if is_empty {
        plots.push(ScatterPlot::new().with_data([(0.0, 0.0)]).with_size(0.0).into());
    }
    let mut layout = Layout::auto_from_plots(&plots)
        .with_title(chart.title.as_str())
        .with_x_label(chart.x_label.as_str())
        .with_y_label(chart.y_label.as_str())
        .with_width(820.0)
        .with_height(520.0)
        .with_font_family(TEXT)
        .with_legend_position(LegendPosition::OutsideRightTop)
        .with_legend_entries(legend(chart))
        .with_legend_box(false)
        .with_tick_format(TickFormat::Custom(Arc::new(tick)));
    if chart.log_x && !is_empty {
        layout = layout.with_log_x();
    }
    layout = if chart.log_y && !is_empty { layout.with_log_y() } else { layout.with_y_axis_min(0.0) };
    with_own_numbers(&kuva::render_to_svg(plots, layout))
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

/// The line, the markers with their confidence bars, and the cross at the end.
fn plots_of(curve: &Curve, index: usize, chart: &Chart) -> Vec<Plot> {
    let points: Vec<Point> = curve.points.iter().copied().filter(|point| is_drawable(point, chart)).collect();
    let Some(&last) = points.last() else { return Vec::new() };
    let colour = COLOURS[index % COLOURS.len()];
    let line = LinePlot::new()
        .with_data(points.iter().map(|point| (point.x, point.y)))
        .with_color(colour)
        .with_stroke_width(1.8)
        .with_line_style(dash(index));
    let markers = ScatterPlot::new()
        .with_data(points.iter().map(|point| (point.x, point.y)))
        .with_y_err(points.iter().map(|point| point.error))
        .with_color(colour)
        .with_marker(MARKERS[index % MARKERS.len()])
        .with_size(4.0);
    let mut plots = vec![line.into(), markers.into()];
    if curve.ends_at.is_some() {
        let cross = ScatterPlot::new().with_data([(last.x, last.y)]).with_color(colour);
        plots.push(cross.with_marker(MarkerShape::Cross).with_size(9.0).into());
    }
    plots
}

fn is_drawable(point: &Point, chart: &Chart) -> bool {
    let fits = |value: f64, logarithmic: bool| value.is_finite() && (value > 0.0 || !logarithmic);
    fits(point.x, chart.log_x) && fits(point.y, chart.log_y) && point.error.is_finite()
}

/// A number on an axis: plain digits, as many as it needs and at most six behind the point.
fn tick(value: f64) -> String {
    let text = format!("{value:.6}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

fn dash(index: usize) -> LineStyle {
    match DASHES[index % DASHES.len()] {
        "" => LineStyle::Solid,
        dashes => LineStyle::Custom(dashes.to_owned()),
    }
}

fn legend(chart: &Chart) -> Vec<LegendEntry> {
    let entry = |(index, curve): (usize, &Curve)| LegendEntry {
        label: match curve.ends_at {
            Some(load) => format!("{} (× no steady state at {load})", curve.name),
            None => curve.name.clone(),
        },
        color: COLOURS[index % COLOURS.len()].to_owned(),
        shape: LegendShape::Marker(MARKERS[index % MARKERS.len()]),
        dasharray: None,
    };
    chart.curves.iter().enumerate().map(entry).collect()
}

#[cfg(test)]
mod tests {
    use super::{Chart, Curve, Point, svg, tick};

    #[test]
    fn the_same_chart_gives_the_same_bytes() {
        let points = vec![Point { x: 1.0, y: 2.0, error: 0.5 }, Point { x: 2.0, y: 3.0, error: 0.0 }];
        let chart = Chart { curves: vec![Curve { points, ..Curve::default() }], ..Chart::default() };
        let first = svg(&chart);
        assert_eq!(first.matches("kuva-clip-0").count(), 2);
        assert_eq!(first, svg(&chart));
    }

    #[test]
    fn ticks_are_plain_numbers() {
        assert_eq!([0.0, 0.0025, 1500.0, 0.1 + 0.2].map(tick), ["0", "0.0025", "1500", "0.3"]);
    }
}
