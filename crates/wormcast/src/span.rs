//! Spans of time in options.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

/// A span of time: a number with `ms`, `s`, `min` or `h` behind it; alone it counts seconds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Span(pub Duration);

/// The units, in seconds; longer names first where one ends like another.
const UNITS: [(&str, f64); 5] = [("ms", 1e-3), ("min", 60.0), ("s", 1.0), ("h", 3600.0), ("", 1.0)];

impl FromStr for Span {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let read = |&(unit, seconds): &(&str, f64)| {
            let number: f64 = text.strip_suffix(unit)?.trim_end().parse().ok()?;
            Duration::try_from_secs_f64(number * seconds).ok()
        };
        let span = UNITS.iter().find_map(read).map(Self);
        span.ok_or_else(|| format!("`{text}` is no span of time, such as `30s`, `2min` or `500ms`"))
    }
}

impl fmt::Display for Span {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}s", self.0.as_secs_f64())
    }
}

#[cfg(test)]
mod tests {
    use super::Span;
    use std::time::Duration;

    #[test]
    fn spans_have_units() {
        let read = |text: &str| text.parse::<Span>().map(|span| span.0.as_millis());
        for (text, ms) in
            [("30s", 30_000), ("0.5 s", 500), ("2min", 120_000), ("7ms", 7), ("3", 3000), ("1h", 3_600_000)]
        {
            assert_eq!(read(text), Ok(ms), "{text}");
        }
        for text in ["", "s", "-1s", "1d", "nan", "1e300h"] {
            assert!(read(text).is_err(), "{text}");
        }
        assert_eq!(Span(Duration::from_secs(60)).to_string(), "60s");
    }
}
