//! Timelines: what was held, waited for and delivered, against time.

mod axis;
mod chart;

use crate::captions::counted;
use crate::legend::Row;
use crate::page::Page;
use crate::{DrawError, text};
use axis::Axis;
use chart::Chart;
pub(crate) use chart::{draw_bar, draw_delivery};

/// Timelines with more rows are not drawn.
pub const MAX_ROWS: usize = 600;
/// Timelines with more spans and marks are not drawn.
pub const MAX_SPANS: usize = 20_000;

/// What a timeline shows. All times are in one unit, that of the caller.
///
/// ```
/// use wormcast_draw::{Span, SpanKind, Timeline, TimelineRow, TimelineSection, timeline_svg};
/// let held = Span { start: 0.0, end: Some(1270.0), kind: SpanKind::Held, worm: 0, label: "2,1 → 3,1".into() };
/// let row = TimelineRow { name: "2,1 → 3,1".into(), spans: vec![held], deliveries: vec![1270.0] };
/// let timeline = Timeline {
///     title: "one worm".into(),
///     unit: "ns".into(),
///     sections: vec![TimelineSection { name: "worm 0".into(), rows: vec![row] }],
///     stop: None,
/// };
/// assert!(timeline_svg(&timeline)?.starts_with("<svg"));
/// # Ok::<(), wormcast_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Timeline {
    /// The title.
    pub title: String,
    /// The unit of all times, such as `ns`.
    pub unit: String,
    /// Rows that belong together, such as the channels of one worm.
    pub sections: Vec<TimelineSection>,
    /// Where time ends, and why, such as a deadlock.
    pub stop: Option<Stop>,
}

/// Rows under a common name.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimelineSection {
    /// What they have in common.
    pub name: String,
    /// The rows, from top to bottom.
    pub rows: Vec<TimelineRow>,
}

/// One line of a timeline, such as a channel.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimelineRow {
    /// What it is.
    pub name: String,
    /// What happened there.
    pub spans: Vec<Span>,
    /// When a message was delivered there.
    pub deliveries: Vec<f64>,
}

/// A stretch of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Span {
    /// When it begins.
    pub start: f64,
    /// When it ends; none if it never does.
    pub end: Option<f64>,
    /// What it is.
    pub kind: SpanKind,
    /// The number of the worm that it belongs to: worms of different numbers have different colours, as in plans.
    pub worm: u32,
    /// What stands in it where there is room.
    pub label: String,
}

/// What goes on in a [`Span`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SpanKind {
    /// A worm holds a channel.
    Held,
    /// A worm waits for channels.
    Waiting,
    /// A node is busy sending or receiving.
    Overhead,
}

/// More lines about the end of time are summed up.
const LISTED_LINES: usize = 12;

/// The end of time.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// When.
    pub at: f64,
    /// Why, in a word or two.
    pub why: String,
    /// The same at length, a line each, for the legend.
    pub lines: Vec<String>,
}

/// A timeline as SVG: rows of bars against time. A bar is filled where a channel is held, hatched where a worm waits,
/// pale where a node is busy with a message's overhead, and open where it never ends.
///
/// # Errors
/// There is too much to draw, or a time makes no sense.
pub fn timeline_svg(timeline: &Timeline) -> Result<String, DrawError> {
    check(timeline)?;
    let axis = Axis::over(timeline);
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
    };
    Ok(page.write())
}

fn check(timeline: &Timeline) -> Result<(), DrawError> {
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
fn stop_lines(timeline: &Timeline) -> Vec<Row> {
    let Some(stop) = timeline.stop.as_ref().filter(|stop| !stop.lines.is_empty()) else { return Vec::new() };
    let mut rows = vec![Row::Heading(text::printable(&stop.why))];
    rows.extend(stop.lines.iter().take(LISTED_LINES).map(|line| Row::Note(text::sentence(line))));
    let more = stop.lines.len().saturating_sub(LISTED_LINES);
    rows.extend((more > 0).then(|| Row::Note(format!("and {more} more"))));
    rows
}

/// What the signs mean that are used.
fn legend(timeline: &Timeline) -> Vec<Row> {
    let rows = || timeline.sections.iter().flat_map(|section| &section.rows);
    let uses = |kind| rows().any(|row| row.spans.iter().any(|span| span.kind == kind));
    let kinds = [
        (SpanKind::Held, "channel held, in the worm's colour"),
        (SpanKind::Waiting, "waiting for channels"),
        (SpanKind::Overhead, "send or receive overhead"),
    ];
    let mut legend: Vec<Row> =
        kinds.iter().filter(|(kind, _)| uses(*kind)).map(|(kind, words)| Row::Span(*kind, (*words).into())).collect();
    if rows().any(|row| !row.deliveries.is_empty()) {
        legend.push(Row::Delivery("delivered".into()));
    }
    legend
}
