//! Timelines: what was held, waited for and delivered, against time.

mod axis;
mod chart;
mod span;

pub use span::{Span, SpanKind, Stop, TimelineChart, TimelineRow, TimelineSection};

use crate::captions::counted;
use crate::legend::Row;
use crate::page::{Page, room_on};
use crate::{DrawError, PaperWidth, text};
use axis::{Axis, WIDTH};
use chart::{Chart, draw_bar, draw_delivery};
use kurbo::Rect;

/// Timelines with more rows are not drawn.
pub const MAX_ROWS: usize = 600;
/// Timelines with more spans and marks are not drawn.
pub const MAX_SPANS: usize = 20_000;

/// More lines about the end of time are summed up.
const LISTED_LINES: usize = 12;

/// A timeline as SVG: rows of bars against time. A bar is filled where a channel is held, hatched where a worm waits,
/// pale where a node is busy with a message's overhead, and open where it never ends. It can be as wide as a paper
/// wants it.
///
/// # Errors
/// There is too much to draw, or a time makes no sense.
pub fn timeline_svg(timeline: &TimelineChart, width: Option<PaperWidth>) -> Result<String, DrawError> {
    check(timeline)?;
    let axis = Axis::over(timeline, width.map_or(WIDTH, |width| room_on(width) - chart::names_width(timeline)));
    let drawing = Chart { timeline, axis: &axis }.draw();
    let rows = timeline.sections.iter().map(|section| section.rows.len()).sum();
    let page = Page {
        title: timeline.title.clone(),
        subtitle: format!(
            "{}, {} to {} {}",
            counted(rows, "row"),
            axis.text(axis.start),
            axis.text(axis.end),
            timeline.unit
        ),
        drawing,
        legend: vec![legend(timeline), stop_lines(timeline)],
        width,
    };
    Ok(page.write())
}

fn check(timeline: &TimelineChart) -> Result<(), DrawError> {
    let rows = || timeline.sections.iter().flat_map(|section| &section.rows);
    let spans: usize = rows().map(|row| row.spans.len() + row.deliveries.len()).sum();
    let count = rows().count() + timeline.sections.len();
    if count > MAX_ROWS || spans > MAX_SPANS {
        return Err(DrawError::TooLongTimeline { rows: count, spans });
    }
    for row in rows() {
        let sound =
            |span: &Span| span.start.is_finite() && span.end.is_none_or(|end| end.is_finite() && end >= span.start);
        if !row.spans.iter().all(sound) || !row.deliveries.iter().all(|at| at.is_finite()) {
            return Err(DrawError::BadTime { row: text::printable(&row.name) });
        }
    }
    match &timeline.stop {
        Some(stop) if !stop.at.is_finite() => Err(DrawError::BadTime { row: text::printable(&stop.why) }),
        _ => Ok(()),
    }
}

/// Why time ends; the first lines, if there are many.
fn stop_lines(timeline: &TimelineChart) -> Vec<Row> {
    let Some(stop) = timeline.stop.as_ref().filter(|stop| !stop.lines.is_empty()) else { return Vec::new() };
    let mut rows = vec![Row::heading(text::printable(&stop.why))];
    rows.extend(stop.lines.iter().take(LISTED_LINES).map(|line| Row::note(text::sentence(line))));
    let more = stop.lines.len().saturating_sub(LISTED_LINES);
    rows.extend((more > 0).then(|| Row::note(format!("and {more} more"))));
    rows
}

/// What the signs mean that are used.
fn legend(timeline: &TimelineChart) -> Vec<Row> {
    let rows = || timeline.sections.iter().flat_map(|section| &section.rows);
    let uses = |kind| rows().any(|row| row.spans.iter().any(|span| span.kind == kind));
    let kinds = [
        (SpanKind::Held, "channel held, in the worm's colour"),
        (SpanKind::Waiting, "waiting for channels"),
        (SpanKind::Overhead, "send or receive overhead"),
    ];
    let bar = |middle| Rect::from_center_size(middle, (34.0, 12.0));
    let row = |(kind, words)| Row::sign(words, move |group, middle| draw_bar(group, bar(middle), kind, 0, false));
    let mut legend: Vec<Row> = kinds.into_iter().filter(|(kind, _)| uses(*kind)).map(row).collect();
    if rows().any(|row| !row.deliveries.is_empty()) {
        legend.push(Row::sign("delivered", draw_delivery));
    }
    legend
}
