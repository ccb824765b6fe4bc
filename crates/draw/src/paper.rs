//! Widths of pictures on paper.

use std::fmt::{self, Display};
use std::str::FromStr;
use thiserror::Error;

/// Pixels, and tenths of a millimetre, in an inch.
const PIXELS: f64 = 96.0;
const TENTHS: f64 = 254.0;
/// The narrowest and the widest picture, in tenths of a millimetre.
const RANGE: std::ops::RangeInclusive<u32> = 300..=10_000;

/// How wide a picture is on paper, to a tenth of a millimetre.
///
/// A picture of a given width is for a paper or a report: it has no title, as a caption stands below it, its legend is
/// below the drawing, and its letters have the size that they have on the screen, some 6 to 9 points.
///
/// ```
/// use wormcast_draw::PaperWidth;
/// assert_eq!("8.5cm".parse(), Ok(PaperWidth::COLUMN));
/// assert_eq!("175mm".parse(), Ok(PaperWidth::PAGE));
/// assert_eq!("3.5in".parse::<PaperWidth>().unwrap().to_string(), "8.89cm");
/// assert!("8.5".parse::<PaperWidth>().is_err());
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PaperWidth {
    tenths: u32,
}

/// A text that is no width.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("no width; expected such as 8.5cm (a column), 17.5cm (a page), 85mm or 3.5in, from 3 cm to 1 m")]
pub struct NoWidth;

impl PaperWidth {
    /// A column of most journals: 8.5 cm.
    pub const COLUMN: Self = Self { tenths: 850 };
    /// Both columns: 17.5 cm.
    pub const PAGE: Self = Self { tenths: 1750 };

    /// The same in pixels of a screen, 96 to the inch.
    pub fn pixels(self) -> f64 {
        f64::from(self.tenths) / TENTHS * PIXELS
    }

    /// What is so many times as wide.
    #[must_use]
    pub fn times(self, factor: f64) -> Self {
        Self { tenths: (f64::from(self.tenths) * factor).round() as u32 }
    }
}

impl Display for PaperWidth {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}cm", f64::from(self.tenths) / 100.0)
    }
}

impl FromStr for PaperWidth {
    type Err = NoWidth;

    fn from_str(text: &str) -> Result<Self, NoWidth> {
        let units = [("cm", 100.0), ("mm", 10.0), ("in", TENTHS)];
        let split = units.iter().find_map(|(unit, tenths)| Some((text.strip_suffix(unit)?, tenths)));
        let (number, unit) = split.ok_or(NoWidth)?;
        let tenths = number.trim_end().parse::<f64>().map_err(|_| NoWidth)? * unit;
        // What is no number is in no range; what is too large becomes the largest.
        Some(tenths.round() as u32).filter(|tenths| RANGE.contains(tenths)).map(|tenths| Self { tenths }).ok_or(NoWidth)
    }
}
