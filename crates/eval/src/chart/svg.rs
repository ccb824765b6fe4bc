//! Charts as SVG.

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
    MarkerShape::Plus,
];
const TEXT: &str = "Helvetica, Arial, 'DejaVu Sans', sans-serif";

/// The chart as an SVG document. The same chart gives the same bytes.
///
/// ```
/// use wormcast_eval::chart::{Chart, Curve, End, CurvePoint, svg};
/// let points = [(1.0, 10.0), (2.0, 15.0)].map(|(x, y)| CurvePoint { x, y, error: 1.0 }).to_vec();
/// let curve = Curve { name: "dual-path".into(), points, ends_at: Some(End { at: 3.0, how: "saturated" }) };
/// let chart = Chart { title: "Latency".into(), curves: vec![curve], ..Chart::default() };
/// assert!(svg(&chart).starts_with("<svg"));
/// ```
pub fn svg(chart: &Chart) -> String {
    panels(std::slice::from_ref(chart))
}

/// Charts below each other in one SVG document.
pub fn panels(charts: &[Chart]) -> String {
    let panel = |(number, chart): (usize, &Chart)| {
        let drawn = with_line_styles(&draw(chart), chart);
        drawn.replacen("<svg ", &format!("<svg y=\"{}\" ", number as f64 * HEIGHT), 1)
    };
    let height = charts.len() as f64 * HEIGHT;
    let inside: String = charts.iter().enumerate().map(panel).collect();
    let outside = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{WIDTH}\" height=\"{height}\">");
    with_own_numbers(&format!("{outside}{inside}</svg>"))
}

/// The size of a chart, in pixels.
const WIDTH: f64 = 820.0;
const HEIGHT: f64 = 520.0;
/// So many characters of a title fit beside each other.
const TITLE_WIDTH: usize = 62;
/// A longer title is cut.
const LONGEST_TITLE: usize = 3 * TITLE_WIDTH;

/// The title, cut where it would fill the picture.
fn title(chart: &Chart) -> String {
    match chart.title.char_indices().nth(LONGEST_TITLE) {
        Some((end, _)) => format!("{}…", &chart.title[..end]),
        None => chart.title.clone(),
    }
}

fn draw(chart: &Chart) -> String {
    let mut plots: Vec<Plot> = Vec::new();
    for (index, curve) in chart.curves.iter().enumerate() {
        plots.extend(plots_of(curve, index, chart));
    }
    let is_empty = plots.is_empty();
    if is_empty {
        plots.push(ScatterPlot::new().with_data([(0.0, 0.0)]).with_size(0.0).into());
    }
    let mut layout = Layout::auto_from_plots(&plots)
        .with_title(title(chart))
        .with_title_wrap(TITLE_WIDTH)
        .with_x_label(chart.x_label.as_str())
        .with_y_label(chart.y_label.as_str())
        .with_width(WIDTH)
        .with_height(HEIGHT)
        .with_font_family(TEXT)
        .with_legend_position(LegendPosition::OutsideRightTop)
        .with_legend_entries(legend(chart))
        .with_legend_box(false)
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
fn height_of_cross(chart: &Chart, index: usize) -> f64 {
    let at = |curve: &Curve| curve.ends_at.map(|end| end.at);
    let here = at(&chart.curves[index]);
    let above = chart.curves[..index].iter().filter(|curve| at(curve) == here).count();
    let (bottom, top) = heights(chart);
    let below = (BELOW_TOP + APART * above as f64).min(1.0);
    match chart.log_y {
        true => top * (bottom / top).powf(below),
        false => top * (1.0 - APART * above as f64).max(0.0),
    }
}

/// The line, the markers with their confidence bars, and the cross where values end.
fn plots_of(curve: &Curve, index: usize, chart: &Chart) -> Vec<Plot> {
    let points: Vec<CurvePoint> = curve.points.iter().copied().filter(|point| is_drawable(point, chart)).collect();
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
    let mut plots = if points.is_empty() { Vec::new() } else { vec![line.into(), markers.into()] };
    if let Some(end) = curve.ends_at.filter(|end| end.at.is_finite() && (end.at > 0.0 || !chart.log_x)) {
        let cross = ScatterPlot::new().with_data([(end.at, height_of_cross(chart, index))]).with_color(colour);
        plots.push(cross.with_marker(MarkerShape::Cross).with_size(9.0).into());
    }
    plots
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
            Some(End { at, how }) => format!("{} (× {how} at {at})", curve.name),
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
    use super::{Chart, Curve, CurvePoint, End, equal_step, height_of_cross, heights, panels, svg};

    #[test]
    fn the_same_chart_gives_the_same_bytes() {
        let points = vec![CurvePoint { x: 1.0, y: 2.0, error: 0.5 }, CurvePoint { x: 2.0, y: 3.0, error: 0.0 }];
        let chart = Chart { curves: vec![Curve { points, ..Curve::default() }], ..Chart::default() };
        let first = svg(&chart);
        assert_eq!(first.matches("kuva-clip-0").count(), 2);
        assert_eq!(first, svg(&chart));
    }

    #[test]
    fn values_near_each_other_have_all_of_the_height() {
        let points = [41.0, 44.0, 47.5].map(|y| CurvePoint { x: y, y, error: 0.3 }).to_vec();
        let chart = Chart { log_y: true, curves: vec![Curve { points, ..Curve::default() }], ..Chart::default() };
        assert_eq!((heights(&chart), equal_step(&chart)), ((40.0, 48.0), Some(2.0)));
        let text = svg(&chart);
        let numbers = ["40", "42", "44", "46", "48"].map(|number| text.matches(&format!(">{number}<")).count());
        assert!(numbers.iter().filter(|&&count| count > 0).count() >= 3, "{text}");
    }

    #[test]
    fn the_cross_stands_at_the_failing_load_and_the_legend_says_why() {
        let end = |at, how| Some(End { at, how });
        let points = [900.0, 1500.0].map(|y| CurvePoint { x: y, y, error: 0.0 }).to_vec();
        let first = Curve { name: "a".into(), points, ends_at: end(2.0, "saturated") };
        let second = Curve { name: "b".into(), points: Vec::new(), ends_at: end(1.0, "deadlock") };
        let chart = Chart { log_y: true, curves: vec![first, second], ..Chart::default() };
        let height = height_of_cross(&chart, 0);
        assert!(height > 1900.0 && height < 2000.0, "{height}");
        let text = svg(&chart);
        assert!(text.contains("a (× saturated at 2)") && text.contains("b (× deadlock at 1)"), "{text}");
    }

    #[test]
    fn crosses_at_one_load_are_apart_and_the_legend_has_the_lines() {
        let end = Some(End { at: 2.0, how: "saturated" });
        let points = [0.5, 1.0].map(|x| CurvePoint { x, y: 1500.0 * x, error: 0.0 }).to_vec();
        let curve = |name: &str| Curve { name: name.into(), points: points.clone(), ends_at: end };
        let curves = ["a", "b", "c"].map(curve).to_vec();
        let chart = Chart { log_y: true, curves, ..Chart::default() };
        let heights = [0, 1, 2].map(|index| height_of_cross(&chart, index));
        assert!(heights.windows(2).all(|pair| pair[1] < 0.98 * pair[0]), "{heights:?}");
        // Each dash pattern once in the plot and once in the legend.
        assert_eq!(svg(&chart).matches("stroke-dasharray=\"7 4\"").count(), 2);
    }

    /// A narrow range and a wide one are on the same kind of axis, each with numbers enough, and sides are whole.
    #[test]
    fn axes_have_numbers_enough_and_whole_ones_where_values_are() {
        let texts = [[2350.0, 2690.0], [1100.0, 4700.0]].map(|heights| {
            let points = [5.0, 13.0].into_iter().zip(heights).map(|(x, y)| CurvePoint { x, y, error: 0.0 });
            let curve = Curve { points: points.collect(), ..Curve::default() };
            svg(&Chart { log_y: true, curves: vec![curve], ..Chart::default() })
        });
        let has = |text: &str, number: &str| text.contains(&format!(">{number}<"));
        assert!(["2350", "2450", "2550", "2650"].iter().all(|number| has(&texts[0], number)), "{}", texts[0]);
        assert!(["2000", "3000", "4000"].iter().all(|number| has(&texts[1], number)), "{}", texts[1]);
        for text in &texts {
            assert!(["6", "9", "12"].iter().all(|side| has(text, side)) && !has(text, "7.5"), "{text}");
        }
    }

    #[test]
    fn panels_stand_below_each_other() {
        let points = vec![CurvePoint { x: 1.0, y: 2.0, error: 0.5 }, CurvePoint { x: 2.0, y: 3.0, error: 0.0 }];
        let title = "a network with very many faults ".repeat(20);
        let chart = Chart { title, curves: vec![Curve { points, ..Curve::default() }], ..Chart::default() };
        let text = panels(&[chart.clone(), chart]);
        assert!(text.contains("height=\"1040\"") && text.contains("<svg y=\"520\""), "{text}");
        assert_eq!((text.matches("kuva-clip-1").count(), text.matches('…').count()), (2, 2));
    }
}
