//! The words of SNDlib's native format, one after another; never recursive, so that no nesting is too deep.

use crate::format::first_line;
use crate::text::{Flaw, offset};

/// The words of the native format: names, numbers and parentheses.
pub(super) struct Words<'t> {
    text: &'t str,
    rest: &'t str,
}

impl<'t> Words<'t> {
    /// Those behind the first line, which names the format.
    pub(super) fn new(text: &'t str) -> Self {
        let start = first_line(text).map_or(0, |line| offset(text, line) + line.len());
        Self { text, rest: &text[start..] }
    }

    /// The next word and where it is; none at the end.
    pub(super) fn peek(&mut self) -> Option<(&'t str, usize)> {
        loop {
            self.rest = self.rest.trim_start();
            if !self.rest.starts_with('#') {
                break;
            }
            self.rest = &self.rest[self.rest.find(['\n', '\r']).unwrap_or(self.rest.len())..];
        }
        let first = self.rest.chars().next()?;
        let is_mark = "()".contains(first);
        let end = self.rest.find(|c: char| c.is_whitespace() || "()".contains(c)).unwrap_or(self.rest.len());
        let word = &self.rest[..if is_mark { 1 } else { end }];
        Some((word, offset(self.text, word)))
    }

    pub(super) fn next(&mut self) -> Option<(&'t str, usize)> {
        let next = self.peek()?;
        self.rest = &self.rest[next.0.len()..];
        Some(next)
    }

    fn missing<T>(&mut self, what: &str) -> Result<T, Flaw> {
        let at = self.peek().map_or(self.text.len(), |(_, at)| at);
        Err(Flaw::new(at, format!("{what} is expected here")))
    }

    /// A word that must come next.
    pub(super) fn word(&mut self, what: &str) -> Result<(&'t str, usize), Flaw> {
        match self.peek() {
            Some((word, _)) if word != "(" && word != ")" => Ok(self.next().expect("it was there")),
            _ => self.missing(what),
        }
    }

    /// The word that begins an entry of a section; none at the end of the section.
    pub(super) fn entry(&mut self) -> Result<Option<(&'t str, usize)>, Flaw> {
        match self.peek() {
            Some((")", _)) => {
                self.next();
                Ok(None)
            }
            _ => self.word("an entry or `)`").map(Some),
        }
    }

    /// A parenthesis that must open; returns where.
    pub(super) fn open(&mut self, what: &str) -> Result<usize, Flaw> {
        match self.peek() {
            Some(("(", at)) => {
                self.next();
                Ok(at)
            }
            _ => self.missing(what),
        }
    }

    /// A parenthesis that must close.
    pub(super) fn close(&mut self) -> Result<(), Flaw> {
        match self.peek() {
            Some((")", _)) => {
                self.next();
                Ok(())
            }
            _ => self.missing("`)`"),
        }
    }

    /// Skips to the parenthesis that closes the one that has been opened at this place.
    pub(super) fn skip(&mut self, start: usize) -> Result<(), Flaw> {
        let mut depth = 1_u32;
        while depth > 0 {
            match self.next() {
                Some(("(", _)) => depth += 1,
                Some((")", _)) => depth -= 1,
                Some(_) => {}
                None => return Err(Flaw::new(start, "a section that is never closed; expected `)`")),
            }
        }
        Ok(())
    }
}
