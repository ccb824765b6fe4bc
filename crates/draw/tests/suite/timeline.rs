//! Timelines.

use crate::common::{Picture, path, title};
use kurbo::{Rect, Shape};
use proptest::prelude::*;
use roxmltree::{Document, Node};
use wormcast_draw::{DrawError, MAX_ROWS, Span, SpanKind, Stop, TimelineChart, TimelineRow, TimelineSection};

fn timeline_svg(timeline: &TimelineChart) -> Result<String, DrawError> {
    wormcast_draw::timeline_svg(timeline, None)
}

fn span(start: f64, end: Option<f64>, kind: SpanKind, worm: u32) -> Span {
    Span { start, end, kind, worm, label: format!("label {worm}") }
}

fn row(name: &str, spans: Vec<Span>, deliveries: Vec<f64>) -> TimelineRow {
    TimelineRow { name: name.into(), spans, deliveries }
}

fn timeline(rows: Vec<TimelineRow>, stop: Option<Stop>) -> TimelineChart {
    let section = TimelineSection { name: "worm 0".into(), rows };
    TimelineChart { title: "time".into(), unit: "ns".into(), sections: vec![section], stop }
}

/// The box of the outline of a bar.
fn bar(group: Node<'_, '_>) -> Rect {
    path(group.children().find(|node| node.tag_name().name() == "path").unwrap()).bounding_box()
}

fn bars(svg: &str) -> Vec<Rect> {
    let document = Document::parse(svg).unwrap();
    Picture::read(&document).groups("span").into_iter().map(bar).collect()
}

#[test]
fn bars_are_as_long_as_their_time() {
    let spans = vec![span(0.0, Some(100.0), SpanKind::Held, 0), span(100.0, Some(400.0), SpanKind::Waiting, 0)];
    let svg = timeline_svg(&timeline(
        vec![row("a", spans, vec![]), row("b", vec![span(50.0, Some(250.0), SpanKind::Overhead, 1)], vec![400.0])],
        None,
    ))
    .unwrap();
    let bars = bars(&svg);
    let unit = bars[0].width() / 100.0;
    assert!((bars[1].width() - 300.0 * unit).abs() < 0.3 && (bars[2].width() - 200.0 * unit).abs() < 0.3);
    assert!((bars[1].x0 - bars[0].x1).abs() < 0.2);
    assert!((bars[2].x0 - bars[0].x0 - 50.0 * unit).abs() < 0.2);
    assert!(bars[2].y0 > bars[0].y1, "each row has its own height");
}

#[test]
fn kinds_differ_by_more_than_colour_and_stand_in_the_legend() {
    let kinds = [SpanKind::Held, SpanKind::Waiting, SpanKind::Overhead];
    let spans = kinds.map(|kind| span(0.0, Some(9.0), kind, 0));
    let rows = spans.into_iter().map(|span| row("row", vec![span], vec![9.0])).collect();
    let svg = timeline_svg(&timeline(rows, None)).unwrap();
    let document = Document::parse(&svg).unwrap();
    let picture = Picture::read(&document);
    let paths = |group: Node<'_, '_>| group.children().filter(|node| node.tag_name().name() == "path").count();
    assert_eq!(picture.groups("span").into_iter().map(paths).collect::<Vec<_>>(), [1, 2, 1], "waiting is hatched");
    let legend: Vec<_> = picture.texts("legend").iter().filter_map(|text| text.text()).collect();
    assert_eq!(legend.len(), 4, "{legend:?}");
    let only_held =
        timeline_svg(&timeline(vec![row("row", vec![span(0.0, Some(1.0), SpanKind::Held, 0)], vec![])], None)).unwrap();
    assert!(!only_held.contains("waiting") && !only_held.contains("overhead"));
}

#[test]
fn what_never_ends_reaches_beyond_the_end_of_time() {
    let stop = Stop { at: 80.0, why: "deadlock".into(), lines: vec!["the circle".into()] };
    let spans = vec![span(0.0, Some(80.0), SpanKind::Held, 0), span(20.0, None, SpanKind::Waiting, 1)];
    let svg = timeline_svg(&timeline(vec![row("a", spans, vec![])], Some(stop))).unwrap();
    let bars = bars(&svg);
    assert!(bars[1].x1 > bars[0].x1 + 5.0);
    assert!(svg.contains(">deadlock<") && svg.contains("from 20 ns on") && svg.contains(">the circle<"), "{svg}");
}

#[test]
fn times_stand_below_the_chart() {
    let svg = timeline_svg(&timeline(vec![row("a", vec![span(0.0, Some(3330.0), SpanKind::Held, 0)], vec![])], None))
        .unwrap();
    let document = Document::parse(&svg).unwrap();
    let ticks: Vec<_> = Picture::read(&document).texts("axis").iter().filter_map(|text| text.text()).collect();
    assert_eq!(ticks, ["0", "500", "1000", "1500", "2000", "2500", "3000 ns"]);
}

#[test]
fn times_stand_above_a_tall_chart_too() {
    let chart = |rows: usize| {
        let spans = || vec![span(0.0, Some(100.0), SpanKind::Held, 0)];
        timeline_svg(&timeline((0..rows).map(|_| row("a", spans(), vec![])).collect(), None)).unwrap()
    };
    let times = |rows| chart(rows).matches(">100 ns</text>").count();
    assert_eq!((times(10), times(100)), (1, 2));
}

#[test]
fn senseless_times_are_refused() {
    let bad = [
        span(5.0, Some(4.0), SpanKind::Held, 0),
        span(f64::NAN, None, SpanKind::Held, 0),
        span(0.0, Some(f64::INFINITY), SpanKind::Held, 0),
    ];
    for span in bad {
        let error = timeline_svg(&timeline(vec![row("the row", vec![span], vec![])], None)).unwrap_err();
        assert_eq!(error, DrawError::BadTime { row: "the row".into() });
    }
    assert!(timeline_svg(&timeline(vec![row("x", vec![], vec![f64::NAN])], None)).is_err());
    assert!(timeline_svg(&timeline(vec![], Some(Stop { at: f64::NAN, why: "end".into(), lines: vec![] }))).is_err());
}

#[test]
fn long_timelines_are_refused() {
    let error = timeline_svg(&timeline(vec![TimelineRow::default(); MAX_ROWS], None)).unwrap_err();
    assert_eq!(error, DrawError::TooLongTimeline { rows: MAX_ROWS + 1, spans: 0 });
    assert!(timeline_svg(&timeline(vec![TimelineRow::default(); MAX_ROWS - 1], None)).is_ok());
}

#[test]
fn empty_timelines_are_drawn() {
    for empty in [TimelineChart::default(), timeline(vec![], None), timeline(vec![row("", vec![], vec![])], None)] {
        let svg = timeline_svg(&empty).unwrap();
        Picture::read(&Document::parse(&svg).unwrap());
    }
}

#[test]
fn hostile_names_stay_names() {
    let hostile = "<g onload=\"x\">&\u{0}\u{202e}";
    let mut timeline = timeline(vec![row(hostile, vec![span(0.0, None, SpanKind::Held, 9)], vec![])], None);
    (timeline.title, timeline.unit, timeline.sections[0].name) = (hostile.into(), hostile.into(), hostile.repeat(9));
    let svg = timeline_svg(&timeline).unwrap();
    let document = Document::parse(&svg).unwrap();
    let picture = Picture::read(&document);
    assert!(picture.elements().all(|node| !node.has_attribute("onload")));
    assert_eq!(title(picture.groups("row")[0]), "<g onload=\"x\">&\u{fffd}\u{fffd}");
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_times_are_drawn(
        spans in prop::collection::vec((any_time(), any_time(), any::<bool>(), 0..3_u8, any::<u32>()), 0..30),
        deliveries in prop::collection::vec(any_time(), 0..5),
        stop in prop::option::of(any_time()),
    ) {
        let kinds = [SpanKind::Held, SpanKind::Waiting, SpanKind::Overhead];
        let rows = spans.into_iter().map(|(a, b, ends, kind, worm)| {
            row("row", vec![span(a.min(b), ends.then_some(a.max(b)), kinds[kind as usize], worm)], deliveries.clone())
        });
        let svg = timeline_svg(&timeline(rows.collect(), stop.map(|at| Stop { at, why: "end".into(), lines: vec![] }))).unwrap();
        Picture::read(&Document::parse(&svg).unwrap());
    }
}

/// Times of all sizes that an engine can come to, and far beyond: 2^64 ps are 1.8e16 ns.
fn any_time() -> impl Strategy<Value = f64> {
    prop_oneof![Just(0.0), 0.0..1e4, -1e20..1e20, Just(1e20), Just(-1e20), Just(1e-300), Just(f64::MIN_POSITIVE)]
}

#[test]
fn timelines_are_as_wide_as_a_paper_wants_them() {
    let rows = (0..4).map(row_of).collect();
    let chart = timeline(rows, None);
    let svg = wormcast_draw::timeline_svg(&chart, Some(wormcast_draw::PaperWidth::COLUMN)).unwrap();
    let document = Document::parse(&svg).unwrap();
    assert_eq!(document.root_element().attribute("width"), Some("8.5cm"));
    let ticks: Vec<_> = Picture::read(&document).texts("axis").iter().filter_map(|text| text.text()).collect();
    assert_eq!(ticks, ["0", "100", "200", "300 ns"]);
}

fn row_of(number: u32) -> TimelineRow {
    row("0,0 to 1,0", vec![span(f64::from(number), Some(100.0 * f64::from(number)), SpanKind::Held, number)], vec![])
}
