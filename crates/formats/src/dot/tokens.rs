//! The words of a DOT file, one after another.

use crate::text::{Flaw, shown};
use std::borrow::Cow;

#[derive(Clone, Debug, PartialEq)]
pub(super) enum Token<'t> {
    /// A name or a number; keywords are among them.
    Word(&'t str),
    /// A text in quotation marks, which is never a keyword.
    Quoted(Cow<'t, str>),
    /// A text between `<` and `>`, with others in it.
    Html(&'t str),
    /// `--`, and `->`.
    Line,
    Arrow,
    /// One of `{ } [ ] ; , = :`.
    Mark(char),
}

pub(super) struct Tokens<'t> {
    text: &'t str,
    at: usize,
    /// The token that was looked at but not taken, where it starts, and where it ends.
    ahead: Option<(Token<'t>, usize, usize)>,
    /// Whether the last name stood in quotation marks.
    was_quoted: bool,
}

impl<'t> Tokens<'t> {
    pub(super) fn new(text: &'t str) -> Self {
        Self { text, at: 0, ahead: None, was_quoted: false }
    }

    /// Where the next token starts, or the text ends.
    pub(super) fn place(&mut self) -> Result<usize, Flaw> {
        self.peek()?;
        Ok(self.ahead.as_ref().map_or(self.text.len(), |(_, at, _)| *at))
    }

    /// The next token, left where it is; none at the end of the text.
    pub(super) fn peek(&mut self) -> Result<Option<&Token<'t>>, Flaw> {
        if self.ahead.is_none() {
            self.skip_gaps()?;
            self.ahead = self.read()?;
        }
        Ok(self.ahead.as_ref().map(|(token, ..)| token))
    }

    pub(super) fn next(&mut self) -> Result<Option<Token<'t>>, Flaw> {
        self.peek()?;
        let Some((token, _, end)) = self.ahead.take() else { return Ok(None) };
        self.at = end;
        Ok(Some(token))
    }

    /// Takes the next token if it is this mark.
    pub(super) fn take(&mut self, mark: char) -> Result<bool, Flaw> {
        let is_it = self.peek()? == Some(&Token::Mark(mark));
        if is_it {
            self.next()?;
        }
        Ok(is_it)
    }

    /// The name that must come next.
    pub(super) fn id(&mut self, what: &str) -> Result<(Cow<'t, str>, usize), Flaw> {
        let at = self.place()?;
        let token = self.next()?;
        self.was_quoted = matches!(token, Some(Token::Quoted(_)));
        match token {
            Some(Token::Word(word)) => Ok((Cow::Borrowed(word), at)),
            Some(Token::Quoted(text)) => Ok((text, at)),
            Some(Token::Html(_)) => {
                Err(Flaw::new(at, format!("HTML; {what} is expected here, in words, numbers or quoted texts")))
            }
            _ => Err(Flaw::new(at, format!("{what} is expected here"))),
        }
    }

    /// The value that must come next; a text in HTML is one.
    pub(super) fn value(&mut self) -> Result<Cow<'t, str>, Flaw> {
        match self.peek()? {
            Some(&Token::Html(text)) => {
                self.next()?;
                Ok(Cow::Borrowed(text))
            }
            _ => Ok(self.id("a value")?.0),
        }
    }

    /// Whether the name that was taken last is this keyword, in any case of its letters.
    pub(super) fn is_keyword(&self, name: &str, keyword: &str) -> bool {
        !self.was_quoted && name.eq_ignore_ascii_case(keyword)
    }

    /// Whether a name comes next.
    pub(super) fn is_at_name(&mut self) -> Result<bool, Flaw> {
        Ok(matches!(self.peek()?, Some(Token::Word(_) | Token::Quoted(_))))
    }

    /// Skips white space and comments: `// …`, `/* … */`, and lines that start with `#`.
    fn skip_gaps(&mut self) -> Result<(), Flaw> {
        loop {
            let rest = self.text[self.at..].trim_start();
            self.at = self.text.len() - rest.len();
            let starts_line =
                self.text[..self.at].trim_end_matches([' ', '\t']).ends_with(['\n', '\r']) || self.at == 0;
            self.at += if rest.starts_with("//") || (rest.starts_with('#') && starts_line) {
                rest.find(['\n', '\r']).unwrap_or(rest.len())
            } else if let Some(comment) = rest.strip_prefix("/*") {
                let end = comment.find("*/");
                end.ok_or_else(|| Flaw::new(self.at, "a comment that is never closed; expected `*/`"))? + 4
            } else {
                return Ok(());
            };
        }
    }

    fn read(&self) -> Result<Option<(Token<'t>, usize, usize)>, Flaw> {
        let (at, rest) = (self.at, &self.text[self.at..]);
        let Some(first) = rest.chars().next() else { return Ok(None) };
        let (token, length) = match first {
            _ if rest.starts_with("--") => (Token::Line, 2),
            _ if rest.starts_with("->") => (Token::Arrow, 2),
            '{' | '}' | '[' | ']' | ';' | ',' | '=' | ':' => (Token::Mark(first), 1),
            '"' => quoted(rest).ok_or_else(|| Flaw::new(at, "a quotation mark that is never closed"))?,
            '<' => html(rest).ok_or_else(|| Flaw::new(at, "a text in HTML that is never closed; expected `>`"))?,
            _ => {
                let is_part = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
                let number =
                    rest.strip_prefix('-').filter(|rest| rest.starts_with(|c: char| c.is_ascii_digit() || c == '.'));
                let body = number.unwrap_or(rest);
                let length = rest.len() - body.trim_start_matches(is_part).len();
                if length == 0 {
                    return Err(Flaw::new(
                        at,
                        format!("{} is not expected here; quote such names", shown(&rest[..first.len_utf8()])),
                    ));
                }
                (Token::Word(&rest[..length]), length)
            }
        };
        Ok(Some((token, at, at + length)))
    }
}

/// The text in angle brackets at the start, and its length with them.
fn html(rest: &str) -> Option<(Token<'_>, usize)> {
    let mut depth = 0_usize;
    for (at, c) in rest.char_indices() {
        match c {
            '<' => depth += 1,
            '>' if depth == 1 => return Some((Token::Html(&rest[1..at]), at + 1)),
            '>' => depth -= 1,
            _ => {}
        }
    }
    None
}

/// The text in quotation marks at the start, and its length with them: a backslash keeps a quotation mark in it.
fn quoted(rest: &str) -> Option<(Token<'_>, usize)> {
    let inner = &rest[1..];
    let mut is_escaped = false;
    let end = inner.find(|c| {
        let closes = c == '"' && !is_escaped;
        is_escaped = c == '\\' && !is_escaped;
        closes
    })?;
    let text = &inner[..end];
    let text = if text.contains('\\') { Cow::Owned(unescaped(text)) } else { Cow::Borrowed(text) };
    Some((Token::Quoted(text), end + 2))
}

/// A text in which a backslash keeps a quotation mark or another backslash; it stays before other characters.
fn unescaped(text: &str) -> String {
    let mut plain = String::with_capacity(text.len());
    let mut characters = text.chars().peekable();
    while let Some(c) = characters.next() {
        let kept = if c == '\\' { characters.next_if(|next| "\"\\".contains(*next)) } else { None };
        plain.push(kept.unwrap_or(c));
    }
    plain
}
