//! The part of a description after the colon, where it is a number or a list of them.

use crate::TopologyError;
use crate::error::shortened;
use std::ops::RangeInclusive;

/// The most numbers in a list, such as the dimensions of a grid: with more, the further ones would have to be 1.
const MAX_NUMBERS: usize = 24;

/// What the parameters of a family are, for parsing and for its errors.
pub(crate) struct Parameters<'a> {
    /// The family.
    pub family: &'a str,
    /// The text after the colon.
    pub text: &'a str,
    /// What each number is, such as "side" or "height".
    pub what: &'a str,
    /// What would be accepted.
    pub expected: &'a str,
}

impl Parameters<'_> {
    /// The one number that the text is.
    ///
    /// # Errors
    /// It is not a number, or not in the range.
    pub(crate) fn number(&self, range: RangeInclusive<u32>) -> Result<u32, TopologyError> {
        self.parse(self.text, &range)
    }

    /// The numbers, with `x` between them.
    ///
    /// # Errors
    /// One of them is not a number or not in the range, or there are too many.
    pub(crate) fn numbers(&self, range: RangeInclusive<u32>) -> Result<Vec<u32>, TopologyError> {
        let numbers = self.text.split('x');
        if numbers.clone().nth(MAX_NUMBERS).is_some() {
            return Err(self.bad(format!("there are more than {MAX_NUMBERS} {}s", self.what)));
        }
        numbers.map(|number| self.parse(number, &range)).collect()
    }

    fn parse(&self, text: &str, range: &RangeInclusive<u32>) -> Result<u32, TopologyError> {
        let what = self.what;
        if text.is_empty() {
            return Err(self.bad(format!("a {what} is missing")));
        }
        if !text.bytes().all(|byte| byte.is_ascii_digit()) {
            return Err(self.bad(format!("`{}` is not a {what}", shortened(text))));
        }
        // Only digits: what does not fit is too large.
        match text.parse() {
            Ok(number) if range.contains(&number) => Ok(number),
            Ok(number) if number < *range.start() => Err(self.bad(format!("a {what} of {number} is too small"))),
            _ => Err(self.bad(format!("a {what} of {} is too large", shortened(text)))),
        }
    }

    /// The error for this problem.
    pub(crate) fn bad(&self, problem: String) -> TopologyError {
        TopologyError::BadParameters { spec: self.spec(), problem, expected: self.expected.to_owned() }
    }

    /// The description, as far as it is looked at.
    pub(crate) fn spec(&self) -> String {
        format!("{}:{}", self.family, self.text)
    }
}
