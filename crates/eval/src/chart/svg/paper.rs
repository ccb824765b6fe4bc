//! Charts for a paper: as wide as it needs them, without titles, with one legend for all panels.

use super::{
    COLOURS, Chart, Curve, DASHES, HEIGHT, MARKERS, Signs, TEXT, at_height, attribute, drawn, equal_step, heights,
    name_in_legend, tick, with_own_numbers,
};
use kuva::plot::scatter::MarkerShape;
use std::f64::consts::TAU;
use wormcast_draw::{PaperWidth, text_width};

/// Signs and numbers are so much smaller than on a screen.
const SMALLER: f64 = 0.72;
/// The size of the letters, and the distance of lines of text.
const LETTERS: f64 = 10.0;
const LEADING: f64 = 12.5;
/// The room around the curves of a panel: for half a number above, half a number to the right, the numbers below.
const ABOVE: f64 = 9.0;
const RIGHT: f64 = 16.0;
const BELOW: f64 = 20.0;
/// The height of the curves of one panel alone, and of several, as a share of the width or of the widest that grows in
/// height.
const HEIGHTS: [f64; 2] = [0.56, 0.36];
const WIDEST: f64 = 480.0;
/// The distance of all from the border.
const MARGIN: f64 = 4.0;
/// The line with its mark before an entry of the legend, the room behind it, and that between entries.
const SAMPLE: f64 = 26.0;
const GAP: f64 = 5.0;
const BETWEEN: f64 = 14.0;

/// Charts below each other, as wide as a paper needs them: the horizontal axis named once if it is the same, the legend
/// and what is to be said of the axes at the bottom.
pub fn panels_on_paper(charts: &[Chart], width: PaperWidth) -> String {
    let pixels = width.pixels();
    let plot = HEIGHTS[usize::from(charts.len() > 1)] * pixels.min(WIDEST);
    let labels: Vec<_> = charts.iter().map(|chart| wrapped(&chart.y_label, plot + ABOVE + BELOW)).collect();
    let lines = labels.iter().map(Vec::len).max().unwrap_or(0) as f64;
    let left = MARGIN + lines * LEADING + charts.iter().map(numbers_width).fold(0.0, f64::max) + 8.0;
    let mut page = Page { text: String::new(), height: MARGIN, width: pixels };
    for (index, (chart, label)) in charts.iter().zip(&labels).enumerate() {
        page.panel(chart, label, left, plot);
        if charts.get(index + 1).is_none_or(|next| next.x_label != chart.x_label) {
            page.centred(&chart.x_label, left + (pixels - left - RIGHT) / 2.0);
        }
    }
    page.legend(charts);
    page.remark(charts);
    let Page { text, height, .. } = page;
    let (height, tall) = (height + MARGIN, width.times((height + MARGIN) / pixels));
    with_own_numbers(&format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"{width}\" height=\"{tall}\" viewBox=\"0 0 {pixels:.1} {height:.1}\" \
         font-family=\"{TEXT}\" font-size=\"{LETTERS}\">\
         <rect width=\"100%\" height=\"100%\" fill=\"white\" />{text}</svg>"
    ))
}

/// The room that the numbers of the vertical axis take.
fn numbers_width(chart: &Chart) -> f64 {
    let (bottom, top) = heights(chart);
    let numbers = [bottom, top, bottom + equal_step(chart).unwrap_or(0.0)].map(tick);
    // Axes on which nothing is drawn have numbers such as this.
    let least = text_width("0.00", 12.0 * SMALLER);
    numbers.iter().map(|number| text_width(number, 12.0 * SMALLER)).fold(least, f64::max)
}

/// What is drawn, from the top on.
struct Page {
    text: String,
    height: f64,
    width: f64,
}

impl Page {
    /// The curves on their axes, and the label of the vertical one.
    fn panel(&mut self, chart: &Chart, label: &[String], left: f64, plot: f64) {
        let height = plot + ABOVE + BELOW;
        let signs = Signs { size: SMALLER, height: SMALLER * HEIGHT / height };
        let svg = drawn(chart, signs, |layout| {
            let sized = layout.with_width(self.width).with_height(height).with_scale(SMALLER);
            sized.with_force_margins(left, RIGHT).with_force_margins_y(ABOVE, BELOW)
        });
        self.text.push_str(&at_height(&svg, self.height));
        let middle = self.height + height / 2.0;
        for (line, text) in label.iter().enumerate() {
            let x = MARGIN + LETTERS + line as f64 * LEADING;
            self.text.push_str(&format!(
                "<text x=\"{x:.1}\" y=\"{middle:.1}\" text-anchor=\"middle\" transform=\"rotate(-90,{x:.1},{middle:.1})\">{}</text>",
                escaped(text)
            ));
        }
        self.height += attribute(&svg, "height").unwrap_or(height);
    }

    /// Lines of text around a middle, moved to where they fit.
    fn centred(&mut self, text: &str, middle: f64) {
        for line in wrapped(text, self.width - 2.0 * MARGIN) {
            let half = text_width(&line, LETTERS) / 2.0;
            let x = middle.min(self.width - MARGIN - half).max(MARGIN + half);
            self.line(x, "middle", &line);
            self.height += LEADING;
        }
    }

    /// A line of text below what is there; the next one goes on it, too.
    fn line(&mut self, x: f64, anchor: &str, text: &str) {
        let y = self.height + LETTERS;
        let text = escaped(text);
        self.text.push_str(&format!("<text x=\"{x:.1}\" y=\"{y:.1}\" text-anchor=\"{anchor}\">{text}</text>"));
    }

    /// The curves, as many beside each other as fit.
    fn legend(&mut self, charts: &[Chart]) {
        let Some(first) = charts.first() else { return };
        self.height += GAP;
        let (start, room) = (MARGIN + SAMPLE + GAP, self.width - 2.0 * MARGIN - SAMPLE - GAP);
        let mut x = start;
        for (index, curve) in first.curves.iter().enumerate() {
            let lines = wrapped(&name_of(charts, index, curve), room);
            let widest = lines.iter().map(|line| text_width(line, LETTERS)).fold(0.0, f64::max);
            if x > start && (lines.len() > 1 || x + widest > self.width - MARGIN) {
                x = start;
                self.height += LEADING;
            }
            self.sample(x - GAP - SAMPLE, index);
            for (number, line) in lines.iter().enumerate() {
                self.height += if number > 0 { LEADING } else { 0.0 };
                self.line(x, "start", line);
            }
            x += if lines.len() > 1 { f64::INFINITY } else { widest + BETWEEN + SAMPLE + GAP };
        }
        self.height += if first.curves.is_empty() { 0.0 } else { LEADING };
    }

    /// A piece of the line of a curve, with its mark.
    fn sample(&mut self, x: f64, index: usize) {
        let (colour, dashes) = (COLOURS[index % COLOURS.len()], DASHES[index % DASHES.len()]);
        let (end, y) = (x + SAMPLE, self.height + LETTERS - 3.5);
        let mark = mark(MARKERS[index % MARKERS.len()], x + SAMPLE / 2.0, y, 5.0 * SMALLER);
        self.text.push_str(&format!(
            "<line x1=\"{x:.1}\" y1=\"{y:.1}\" x2=\"{end:.1}\" y2=\"{y:.1}\" stroke=\"{colour}\" stroke-width=\"1.8\" \
             stroke-dasharray=\"{dashes}\" /><path d=\"{mark}\" fill=\"{colour}\" />"
        ));
    }

    /// What is to be said of all panels.
    fn remark(&mut self, charts: &[Chart]) {
        let any = |is: fn(&Curve) -> bool| charts.iter().any(|chart| chart.curves.iter().any(is));
        let remarks = [
            (charts.iter().any(|chart| chart.log_y), "vertical axes are logarithmic"),
            (any(|curve| !curve.rough.is_empty()), "hollow: not known well"),
            (differ(charts), "where a curve has no point, no mean is known well"),
        ];
        let said: Vec<_> = remarks.iter().filter(|(holds, _)| *holds).map(|(_, words)| *words).collect();
        for line in wrapped(&said.join("; "), self.width - 2.0 * MARGIN) {
            self.line(MARGIN, "start", &line);
            self.height += LEADING;
        }
    }
}

/// Whether curves are called otherwise in some panels than in others: by what is known there.
fn differ(charts: &[Chart]) -> bool {
    let names = |chart: &Chart| chart.curves.iter().map(|curve| curve.name.clone()).collect::<Vec<_>>();
    charts.windows(2).any(|pair| names(&pair[0]) != names(&pair[1]))
}

/// What a curve is called in the legend of all panels: what they have in common, as some may know of it more than
/// others.
fn name_of(charts: &[Chart], index: usize, curve: &Curve) -> String {
    let names = charts.iter().filter_map(|chart| chart.curves.get(index)).map(|curve| curve.name.as_str());
    name_in_legend(curve, names.min_by_key(|name| name.len()).unwrap_or(&curve.name))
}

/// The outline of a mark.
fn mark(shape: MarkerShape, x: f64, y: f64, radius: f64) -> String {
    let (corners, turn, radius) = match shape {
        MarkerShape::Square => (4, TAU / 8.0, 1.25 * radius),
        MarkerShape::Diamond => (4, 0.0, 1.2 * radius),
        MarkerShape::Triangle => (3, -TAU / 4.0, 1.2 * radius),
        MarkerShape::TriangleDown => (3, TAU / 4.0, 1.2 * radius),
        MarkerShape::Pentagon => (5, -TAU / 4.0, radius),
        _ => (24, 0.0, radius),
    };
    let corner = |number: u32| {
        let (sin, cos) = (turn + TAU * f64::from(number) / f64::from(corners)).sin_cos();
        format!("{}{:.2} {:.2}", if number == 0 { "M" } else { "L" }, x + radius * cos, y + radius * sin)
    };
    (0..corners).map(corner).collect::<String>() + "Z"
}

/// A text in lines that are no wider than this, broken between words, and within what is wider alone.
fn wrapped(text: &str, room: f64) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let fits = |line: &str| text_width(line, LETTERS) <= room;
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if fits(&format!("{line} {word}")) => line.extend([" ", word]),
            _ => lines.push(String::new()),
        }
        let Some(line) = lines.last_mut().filter(|line| line.is_empty()) else { continue };
        if fits(word) {
            line.push_str(word);
            continue;
        }
        for letter in word.chars() {
            let line = lines.last().map_or("", String::as_str);
            if !line.is_empty() && !fits(&format!("{line}{letter}")) {
                lines.push(String::new());
            }
            lines.last_mut().expect("a line was begun").push(letter);
        }
    }
    lines
}

/// A text as XML has it.
fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

#[cfg(test)]
mod tests;
