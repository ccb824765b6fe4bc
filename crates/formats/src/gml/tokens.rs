//! The words of a GML file, one after another; never recursive, so that no nesting is too deep.

use crate::place;
use crate::text::{Flaw, shown};
use std::borrow::Cow;

#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum Kind<'t> {
    /// A key, or a number.
    Word(&'t str),
    /// What is between quotation marks.
    Text(&'t str),
    Open,
    Close,
}

#[derive(Clone, Copy, Debug)]
pub(crate) struct Token<'t> {
    pub at: usize,
    pub kind: Kind<'t>,
}

/// The value of a key. A list follows: it must be read or skipped.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Value<'t> {
    Word(&'t str),
    Text(&'t str),
    List,
}

pub(crate) struct Tokens<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Tokens<'t> {
    pub(crate) fn new(text: &'t str) -> Self {
        Self { text, at: 0 }
    }

    /// The next token; none at the end of the text.
    pub(crate) fn next(&mut self) -> Result<Option<Token<'t>>, Flaw> {
        self.skip_gaps();
        let at = self.at;
        let rest = &self.text[at..];
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let (kind, length) = match first {
            '[' => (Kind::Open, 1),
            ']' => (Kind::Close, 1),
            '"' => match rest[1..].find('"') {
                Some(end) => (Kind::Text(&rest[1..=end]), end + 2),
                None => return Err(Flaw::new(at, "a quotation mark that is never closed")),
            },
            _ => {
                let end = rest.find(|c: char| c.is_whitespace() || "[]\"".contains(c)).unwrap_or(rest.len());
                (Kind::Word(&rest[..end]), end)
            }
        };
        self.at += length;
        Ok(Some(Token { at, kind }))
    }

    /// Skips white space, and comments from `#` to the end of the line.
    fn skip_gaps(&mut self) {
        loop {
            let rest = self.text[self.at..].trim_start();
            self.at = self.text.len() - rest.len();
            if !rest.starts_with('#') {
                return;
            }
            self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        }
    }

    /// The key that a token must be, and where it is.
    pub(crate) fn key(&self, token: Token<'t>) -> Result<(&'t str, usize), Flaw> {
        let found = match token.kind {
            Kind::Word(key) if key.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_') => {
                return Ok((key, token.at));
            }
            Kind::Word(word) => shown(word),
            Kind::Text(_) => "a text".into(),
            Kind::Open => "`[`".into(),
            Kind::Close => "`]`, which closes nothing,".into(),
        };
        Err(Flaw::new(token.at, format!("{found} where a key is expected, such as `graph`, `node` or `label`")))
    }

    /// The value that must follow the key.
    pub(crate) fn value(&mut self, key: &str, at: usize) -> Result<Value<'t>, Flaw> {
        let missing = || Flaw::new(at, format!("{} has no value; expected a number, a text or a list", shown(key)));
        match self.next()?.ok_or_else(missing)?.kind {
            Kind::Word(word) => Ok(Value::Word(word)),
            Kind::Text(text) => Ok(Value::Text(text)),
            Kind::Open => Ok(Value::List),
            Kind::Close => Err(missing()),
        }
    }

    /// The next key of a list, where it is, and its value; none at the end of the list, which started at `start`.
    pub(crate) fn entry(&mut self, start: usize) -> Result<Option<(&'t str, usize, Value<'t>)>, Flaw> {
        let token = self.next()?.ok_or_else(|| unclosed(start))?;
        if token.kind == Kind::Close {
            return Ok(None);
        }
        let (key, at) = self.key(token)?;
        Ok(Some((key, at, self.value(key, at)?)))
    }

    /// Skips to the end of the list that has been opened; its key is at `start`.
    pub(crate) fn skip_list(&mut self, start: usize) -> Result<(), Flaw> {
        let mut depth = 1_u32;
        while depth > 0 {
            match self.next()?.ok_or_else(|| unclosed(start))?.kind {
                Kind::Open => depth += 1,
                Kind::Close => depth -= 1,
                _ => {}
            }
        }
        Ok(())
    }
}

fn unclosed(start: usize) -> Flaw {
    Flaw::new(start, "a list that is never closed; expected `]`")
}

/// The whole number that the value of this key must be.
pub(crate) fn integer(key: &str, at: usize, value: Value<'_>) -> Result<i64, Flaw> {
    let number = if let Value::Word(word) = value { word.parse().ok() } else { None };
    number.ok_or_else(|| not_a(key, at, "whole number below 2^63", value))
}

/// The finite number that the value of this key must be.
pub(crate) fn number(key: &str, at: usize, value: Value<'_>) -> Result<f64, Flaw> {
    let number = if let Value::Word(word) | Value::Text(word) = value { place::parse(word) } else { None };
    number.ok_or_else(|| not_a(key, at, "finite number", value))
}

pub(crate) fn not_a(key: &str, at: usize, expected: &str, value: Value<'_>) -> Flaw {
    let found = match value {
        Value::Word(word) => shown(word),
        Value::Text(text) => format!("the text {}", shown(text)),
        Value::List => "a list".into(),
    };
    Flaw::new(at, format!("{} is {found}; expected a {expected}", shown(key)))
}

/// A text with its character references resolved; unknown ones stay as they are.
pub(crate) fn unescape(text: &str) -> Cow<'_, str> {
    let Some((head, mut rest)) = text.split_once('&') else { return Cow::Borrowed(text) };
    let mut plain = String::from(head);
    loop {
        match reference(rest) {
            Some((character, after)) => {
                plain.push(character);
                rest = after;
            }
            None => plain.push('&'),
        }
        let Some((head, tail)) = rest.split_once('&') else { break };
        plain.push_str(head);
        rest = tail;
    }
    plain.push_str(rest);
    Cow::Owned(plain)
}

/// The character that is referred to, and what follows the reference.
fn reference(rest: &str) -> Option<(char, &str)> {
    // No name is longer than `#1114111`.
    let (end, _) = rest.char_indices().take(9).find(|(_, c)| *c == ';')?;
    let character = match &rest[..end] {
        "amp" => '&',
        "quot" => '"',
        "apos" => '\'',
        "lt" => '<',
        "gt" => '>',
        name => char::from_u32(name.strip_prefix('#')?.parse().ok()?)?,
    };
    Some((character, &rest[end + 1..]))
}
