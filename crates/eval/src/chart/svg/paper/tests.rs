//! Figures for a paper are read again.

use super::super::attribute;
use super::{Chart, Curve, LETTERS, panels_on_paper, wrapped};
use crate::chart::{CurvePoint, End};
use wormcast_draw::{PaperWidth, text_width};

/// Three panels, as a sweep of mixed traffic has them, in which not all is known.
fn figure(names: &[&str]) -> Vec<Chart> {
    let at = |x: f64| CurvePoint { x, y: 12_000.0 * x, error: 30.0 };
    let end = Some(End { at: 0.21875, how: "saturated" });
    let curve = |name: &&str| {
        let (points, rough) = (vec![at(0.05), at(0.1)], vec![at(0.2)]);
        Curve { name: (*name).to_owned(), points, rough, ends_at: end }
    };
    let chart = |of: &str| Chart {
        title: "a title".into(),
        x_label: "offered load (flits per node and cycle)".into(),
        y_label: format!("mean latency of {of} (ns)"),
        log_y: true,
        curves: names.iter().map(curve).collect(),
        ..Chart::default()
    };
    ["a message", "a unicast", "a multicast"].map(chart).to_vec()
}

/// A text: its box on the page, and what it says.
fn texts(svg: &str) -> Vec<([f64; 4], String)> {
    let mut found = Vec::new();
    let mut shift = 0.0;
    for part in svg.split('<') {
        match part {
            _ if part.starts_with("svg ") => shift = attribute(part, "y").unwrap_or(0.0),
            _ if part.starts_with("/svg") => shift = 0.0,
            _ if part.starts_with("text ") => {
                let (head, words) = part.split_once('>').unwrap();
                let [x, y] = ["x", "y"].map(|name| attribute(head, name).unwrap());
                let size = attribute(head, "font-size").unwrap_or(LETTERS);
                let long = text_width(words, size);
                let before = match () {
                    () if head.contains("\"middle\"") => long / 2.0,
                    () if head.contains("\"end\"") => long,
                    () => 0.0,
                };
                let extent = match head.contains("rotate(-90") {
                    true => [x - 0.78 * size, y - long / 2.0, x + 0.24 * size, y + long / 2.0],
                    false => [x - before, y - 0.78 * size, x - before + long, y + 0.24 * size],
                };
                found.push(([extent[0], extent[1] + shift, extent[2], extent[3] + shift], words.to_owned()));
            }
            _ => {}
        }
    }
    found
}

#[test]
fn all_texts_are_on_the_page_and_none_is_on_another() {
    let long = "routed-tree with a label that is much longer than a column of a paper is wide, \
        and_with_a_word_that_is_longer_than_one_is_wide_too_as_nobody_would_write_it";
    for names in [&["single-tree", "unicast-tree", "dstm-1", "routed-tree"][..], &[long, "a & <b>"][..], &[][..]] {
        for width in [PaperWidth::COLUMN, PaperWidth::PAGE] {
            let svg = panels_on_paper(&figure(names), width);
            let height: f64 =
                svg.split("viewBox=\"").nth(1).unwrap().split(['"', ' ']).nth(3).unwrap().parse().unwrap();
            let texts = texts(&svg);
            assert!(texts.len() > 9, "{svg}");
            for (index, (own, words)) in texts.iter().enumerate() {
                let [left, top, right, bottom] = *own;
                assert!(left >= 0.0 && top >= 0.0 && right <= width.pixels() && bottom <= height, "{words}: {own:?}");
                // Numbers at the corner of two axes are near each other in any case.
                for (other, others) in texts[..index].iter().filter(|(_, others)| words.len() + others.len() > 14) {
                    let apart = |a: usize| own[a + 2] <= other[a] + 0.5 || other[a + 2] <= own[a] + 0.5;
                    assert!(apart(0) || apart(1), "{words} {own:?} is on {others} {other:?}");
                }
            }
        }
    }
}

#[test]
fn what_all_panels_have_in_common_is_said_once() {
    let charts = figure(&["single-tree", "unicast-tree"]);
    let svg = panels_on_paper(&charts, PaperWidth::COLUMN);
    let count = |words: &str| svg.matches(words).count();
    assert_eq!((count("offered load"), count("hollow: not known well"), count("logarithmic")), (1, 1, 1), "{svg}");
    assert_eq!((count("unicast-tree (× saturated at 0.21875)"), count("a title")), (1, 0), "{svg}");
    assert!(svg.contains("width=\"8.5cm\"") && !svg.contains("kuva-clip-7"));
    assert_eq!(svg, panels_on_paper(&charts, PaperWidth::COLUMN));
    // Lower than three charts with a legend each were.
    let tall: f64 = svg.split("height=\"").nth(1).unwrap().split("cm").next().unwrap().parse().unwrap();
    assert!((10.0..15.0).contains(&tall), "{tall}");
}

#[test]
fn texts_are_broken_between_words_and_within_long_ones() {
    assert_eq!(wrapped("mean latency of a message (ns)", 1000.0), ["mean latency of a message (ns)"]);
    let lines = wrapped("an unbrokenandverylongword end", 60.0);
    assert!(lines.iter().all(|line| text_width(line, LETTERS) <= 60.0), "{lines:?}");
    assert_eq!(lines.concat().replace(' ', ""), "anunbrokenandverylongwordend");
    assert!(wrapped("", 10.0).is_empty());
}
