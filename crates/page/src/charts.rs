//! Curves, heat maps, and what was measured, as data.

use serde::Serialize;
use serde_json::Value;

/// A chart of curves.
#[derive(Clone, Debug, Serialize)]
pub struct ChartDocument {
    /// What it shows.
    pub title: String,
    /// The horizontal axis, with its unit.
    pub x_label: String,
    /// The vertical axis, with its unit.
    pub y_label: String,
    /// Whether the horizontal axis is logarithmic at first.
    pub log_x: bool,
    /// Whether the vertical axis is.
    pub log_y: bool,
    /// The curves.
    pub curves: Vec<CurveDocument>,
}

/// A curve.
#[derive(Clone, Debug, Serialize)]
pub struct CurveDocument {
    /// Its name in the legend.
    pub name: String,
    /// Its points: where, the value, and half the width of its confidence interval.
    pub points: Vec<[f64; 3]>,
    /// From where on there is no value, and why.
    pub ends_at: Option<(f64, String)>,
}

/// The channels of a network under a scheme, at each load that was measured.
#[derive(Clone, Debug, Serialize)]
pub struct HeatDocument {
    /// The scheme, by its name in the charts.
    pub scheme: String,
    /// The loads, in the unit of the charts.
    pub loads: Vec<f64>,
    /// For each load the share of time that each channel is held, in thousandths.
    pub shares: Vec<Vec<u16>>,
}

/// A figure of a paper, measured.
#[derive(Clone, Debug, Serialize)]
pub struct FigureDocument {
    /// Its name.
    pub name: String,
    /// What it shows.
    pub title: String,
    /// The paper's claims, as `reproduce --format json` prints them.
    pub claims: Vec<Value>,
    /// Tables of numbers.
    pub tables: Vec<TableDocument>,
    /// Pictures: the names of their files, and the SVG documents.
    pub pictures: Vec<(String, String)>,
}

/// A table of numbers.
#[derive(Clone, Debug, Serialize)]
pub struct TableDocument {
    /// The name of its file.
    pub name: String,
    /// The heads of its columns.
    pub columns: Vec<String>,
    /// Its rows.
    pub rows: Vec<Vec<String>>,
}
