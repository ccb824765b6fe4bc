//! Colours and dashes: what tells worms apart, for every eye and on every printer.

use crate::layout::LinkKind;
use crate::scene::Style;

/// The palette of Okabe and Ito (2008), made for colour-blind readers; the yellow is left out (too faint on white).
/// Then those of Tol's "muted" that are far from them, and a brown.
const COLOURS: [&str; 12] = [
    "#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00", "#56b4e9", "#000000", "#882255", "#999933", "#332288",
    "#aa4499", "#7b4a12",
];
/// Dashes and gaps in widths of the line. As many as make every pair of a colour and a dash different for 60 worms.
const DASHES: [&[f64]; 5] = [&[], &[4.0, 1.6], &[1.2, 1.2], &[6.0, 1.4, 1.2, 1.4], &[9.0, 2.0]];

/// From idle to busy: lightness falls in even steps of OKLab, so that the order shows without colours too, while the
/// hue turns from yellow by red to purple. The lightest one can be told from the paper.
pub(crate) const HEAT: [&str; 21] = [
    "#fce2a4", "#fcd388", "#fcc26b", "#fcb14f", "#fc9f32", "#fb8c10", "#f57a02", "#ef6903", "#e95505", "#e33d0a",
    "#d7291f", "#ca122c", "#ba0037", "#a7023e", "#950042", "#830044", "#710143", "#600040", "#50013c", "#3f0535",
    "#2e062c",
];

/// Texts and outlines.
pub(crate) const INK: &str = "#1f2328";
/// Texts of less weight.
pub(crate) const GREY: &str = "#57606a";
/// Texts of the least weight.
pub(crate) const FAINT: &str = "#8b949e";
/// Links and nodes that the worms do not use: dark enough for print, lighter than every worm.
pub(crate) const PALE: &str = "#a9b1ba";
/// The ground behind parts of a network, by depth.
pub(crate) const SHADES: [&str; 4] = ["#f5f7f9", "#eaeef2", "#dfe5eb", "#d4dce4"];
/// The paper.
pub(crate) const WHITE: &str = "#ffffff";

/// The line of a worm.
pub(crate) fn worm_line(worm: u32, width: f64) -> Style {
    Style::line(worm_colour(worm), width).dashed(DASHES[worm as usize % DASHES.len()])
}

/// The line of what a worm holds in a deadlock.
pub(crate) fn held_line(worm: u32, width: f64) -> Style {
    Style::line(worm_colour(worm), width)
}

/// The line of what a worm waits for in a deadlock.
pub(crate) fn awaited_line(worm: u32, width: f64) -> Style {
    Style::line(worm_colour(worm), width).dashed(DASHES[2])
}

/// The colour of a worm.
pub(crate) fn worm_colour(worm: u32) -> &'static str {
    COLOURS[worm as usize % COLOURS.len()]
}

/// The colour of a text on a worm's colour.
pub(crate) fn text_on(worm: u32) -> &'static str {
    match worm_colour(worm) {
        "#cc79a7" | "#e69f00" | "#56b4e9" | "#999933" => INK,
        _ => WHITE,
    }
}

/// The colour of a link. Those of rows and of columns differ in lightness too, so that grey print tells them apart.
pub(crate) const fn link_colour(kind: LinkKind) -> &'static str {
    match kind {
        LinkKind::Plain => PALE,
        LinkKind::RowTree => "#5f8fc9",
        LinkKind::ColumnTree => "#e6c28f",
    }
}
