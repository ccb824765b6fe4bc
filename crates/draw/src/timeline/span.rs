//! What a timeline is made of.

/// What a timeline shows. All times are in one unit, that of the caller.
///
/// ```
/// use wormcast_draw::{Span, SpanKind, TimelineChart, TimelineRow, TimelineSection, timeline_svg};
/// let held = Span { start: 0.0, end: Some(1270.0), kind: SpanKind::Held, worm: 0, label: "2,1 → 3,1".into() };
/// let row = TimelineRow { name: "2,1 → 3,1".into(), spans: vec![held], deliveries: vec![1270.0] };
/// let timeline = TimelineChart {
///     title: "one worm".into(),
///     unit: "ns".into(),
///     sections: vec![TimelineSection { name: "worm 0".into(), rows: vec![row] }],
///     stop: None,
/// };
/// assert!(timeline_svg(&timeline, None)?.starts_with("<svg"));
/// # Ok::<(), wormcast_draw::DrawError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq)]
pub struct TimelineChart {
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
