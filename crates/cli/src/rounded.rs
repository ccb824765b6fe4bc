//! Numbers with their intervals, as far as they are known.

/// The most decimals that are written.
const MOST: usize = 6;

/// A number and half its interval, the interval with two significant digits and the number to the same place; above
/// 100, both whole.
pub(crate) fn with_interval(number: f64, half_width: f64) -> String {
    let decimals = decimals(half_width);
    format!("{} ± {half_width:.decimals$}", to_place(number, decimals))
}

/// The same of a difference, with its sign; none before a zero.
pub(crate) fn difference_with_interval(number: f64, half_width: f64) -> String {
    let decimals = decimals(half_width);
    format!("{} ± {half_width:.decimals$}", signed(number, decimals))
}

/// A difference with its sign; none before a zero.
pub(crate) fn signed(number: f64, decimals: usize) -> String {
    let text = to_place(number, decimals);
    if number > 0.0 && text.contains(|c| ('1'..='9').contains(&c)) { format!("+{text}") } else { text }
}

/// A number without the sign of a zero.
fn to_place(number: f64, decimals: usize) -> String {
    let text = format!("{number:.decimals$}");
    match text.strip_prefix('-') {
        Some(zero) if !zero.contains(|c| ('1'..='9').contains(&c)) => zero.to_owned(),
        _ => text,
    }
}

/// How many decimals an interval of two significant digits has.
fn decimals(half_width: f64) -> usize {
    // As it is rounded: 0.0996 is 0.10.
    let written = format!("{half_width:.1e}");
    let exponent = written.split_once('e').and_then(|(_, exponent)| exponent.parse::<i32>().ok());
    match exponent {
        Some(exponent) if half_width > 0.0 => usize::try_from(1 - exponent).unwrap_or(0).min(MOST),
        // What has no width is exact.
        _ => 1,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn intervals_have_two_digits_and_numbers_their_place() {
        assert_eq!(with_interval(21.9, 0.033), "21.900 ± 0.033");
        assert_eq!(with_interval(1543.2, 77.4), "1543 ± 77");
        assert_eq!(with_interval(1543.2, 7.74), "1543.2 ± 7.7");
        assert_eq!(with_interval(1543.2, 0.0996), "1543.20 ± 0.10");
        assert_eq!(with_interval(15432.4, 1234.5), "15432 ± 1234");
        assert_eq!(with_interval(5.0, 0.0), "5.0 ± 0.0");
        assert_eq!(with_interval(5.0, 1e-12), "5.000000 ± 0.000000");
    }

    #[test]
    fn differences_have_a_sign_unless_they_are_zero() {
        assert_eq!(difference_with_interval(0.81, 0.024), "+0.810 ± 0.024");
        assert_eq!(difference_with_interval(-0.14, 0.123), "-0.14 ± 0.12");
        assert_eq!(difference_with_interval(-0.001, 0.12), "0.00 ± 0.12");
        assert_eq!(difference_with_interval(0.0, 0.0), "0.0 ± 0.0");
    }
}
