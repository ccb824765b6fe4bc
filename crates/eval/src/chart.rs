//! Curves on axes: readable in print, and told apart by colour, by dash and by marker.

#[cfg(feature = "charts")]
mod axes;
#[cfg(feature = "charts")]
mod svg;

#[cfg(feature = "charts")]
pub use svg::{panels, panels_on_paper, svg};

/// One measured point of a curve.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct CurvePoint {
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
    pub points: Vec<CurvePoint>,
    /// Values that are not known well: hollow marks, joined to nothing. The line between points to both sides of one is
    /// left out: it would lead past it.
    pub rough: Vec<CurvePoint>,
    /// From here on there is no value: marked by a cross at the upper border, joined to nothing.
    pub ends_at: Option<End>,
}

/// Where a curve has no further value, and why.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct End {
    /// Where on the horizontal axis.
    pub at: f64,
    /// What happens there, in the words of the legend, such as `saturated`.
    pub how: &'static str,
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
