//! Charts as SVG are read again.

use super::{Chart, Curve, CurvePoint, End, MARKERS, Signs, equal_step, height_of_cross, heights, panels, svg};

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
    let first = Curve { name: "a".into(), points, ends_at: end(2.0, "saturated"), ..Curve::default() };
    let second = Curve { name: "b".into(), ends_at: end(1.0, "deadlock"), ..Curve::default() };
    let chart = Chart { log_y: true, curves: vec![first, second], ..Chart::default() };
    let height = height_of_cross(&chart, 0, Signs::ON_SCREEN);
    assert!(height > 1900.0 && height < 2000.0, "{height}");
    let text = svg(&chart);
    assert!(text.contains("a (× saturated at 2)") && text.contains("b (× deadlock at 1)"), "{text}");
}

#[test]
fn crosses_at_one_load_are_apart_and_the_legend_has_the_lines() {
    let end = Some(End { at: 2.0, how: "saturated" });
    let points = [0.5, 1.0].map(|x| CurvePoint { x, y: 1500.0 * x, error: 0.0 }).to_vec();
    let curve = |name: &str| Curve { name: name.into(), points: points.clone(), ends_at: end, ..Curve::default() };
    let curves = ["a", "b", "c"].map(curve).to_vec();
    let chart = Chart { log_y: true, curves, ..Chart::default() };
    let heights = [0, 1, 2].map(|index| height_of_cross(&chart, index, Signs::ON_SCREEN));
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
fn what_is_not_known_well_is_hollow_and_the_axis_says_what_it_is() {
    let points = [900.0, 1500.0].map(|y| CurvePoint { x: y, y, error: 0.0 }).to_vec();
    let rough = vec![CurvePoint { x: 1800.0, y: 4000.0, error: 0.0 }];
    let sure = Chart { log_y: true, curves: vec![Curve { points, ..Curve::default() }], ..Chart::default() };
    let curves = vec![Curve { rough, ..sure.curves[0].clone() }];
    let unsure = Chart { curves, ..sure.clone() };
    let [sure, unsure] = [sure, unsure].map(|chart| (heights(&chart).1, svg(&chart)));
    assert!(sure.1.contains(", logarithmic<"), "{}", sure.1);
    assert!(unsure.1.contains(", logarithmic; hollow: not known well<") && unsure.0 > sure.0, "{}", unsure.1);
}

#[test]
fn no_line_leads_past_what_is_not_known_well() {
    let at = |x: f64, y: f64| CurvePoint { x, y, error: 0.0 };
    let points = vec![at(1.0, 1.0), at(2.0, 2.0), at(4.0, 9.0), at(5.0, 10.0)];
    let lines = |rough: Vec<CurvePoint>| {
        let curve = Curve { points: points.clone(), rough, ..Curve::default() };
        svg(&Chart { curves: vec![curve], ..Chart::default() }).matches("stroke-width=\"1.8\"").count()
    };
    // One of them is in the legend.
    assert_eq!(lines(Vec::new()), 2);
    assert_eq!(lines(vec![at(3.0, 3.0), at(3.5, 4.0)]), 3);
    assert_eq!(lines(vec![at(6.0, 12.0)]), 2);
}

#[test]
fn marks_of_every_form_are_hollow() {
    let [known, rough] = [1.0, 2.0].map(|x| CurvePoint { x, y: 1.0 + x, error: 0.0 });
    for count in 1..=MARKERS.len() {
        let mut curves = vec![Curve { points: vec![known, rough], ..Curve::default() }; count];
        let whites = |curves: &[Curve]| {
            let chart = Chart { curves: curves.to_vec(), ..Chart::default() };
            svg(&chart).matches("\"#ffffff\"").count()
        };
        let before = whites(&curves);
        curves[count - 1] = Curve { points: vec![known], rough: vec![rough], ..Curve::default() };
        assert!(whites(&curves) > before, "mark {count}");
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
