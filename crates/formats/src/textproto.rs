//! The text form of protocol buffers: fields with numbers, texts and words, and messages in braces.

use crate::text::{Flaw, shown};

/// Messages in messages, at most.
const MAX_DEPTH: usize = 64;

/// A field of a message; a list in brackets is several fields of one name.
#[derive(Debug)]
pub(crate) struct Field<'t> {
    pub name: &'t str,
    pub at: usize,
    pub value: Value<'t>,
}

#[derive(Debug)]
pub(crate) enum Value<'t> {
    /// A number, a word, or a text without its quotation marks.
    Scalar(&'t str),
    Message(Message<'t>),
}

/// The fields of a message, in their order.
#[derive(Debug, Default)]
pub(crate) struct Message<'t> {
    pub fields: Vec<Field<'t>>,
    /// Where it starts.
    pub at: usize,
}

impl<'t> Message<'t> {
    /// The messages of a field.
    pub(crate) fn messages(&self, name: &'static str) -> impl Iterator<Item = &Message<'t>> {
        self.fields.iter().filter(move |field| field.name == name).filter_map(|field| match &field.value {
            Value::Message(message) => Some(message),
            Value::Scalar(_) => None,
        })
    }

    /// The values of a field, each with its place.
    pub(crate) fn scalars(&self, name: &'static str) -> impl Iterator<Item = (&'t str, usize)> {
        self.fields.iter().filter(move |field| field.name == name).filter_map(|field| match &field.value {
            Value::Scalar(value) => Some((*value, field.at)),
            Value::Message(_) => None,
        })
    }

    /// The value of a field that must be there.
    pub(crate) fn scalar(&self, name: &'static str) -> Result<(&'t str, usize), Flaw> {
        self.scalars(name).next().ok_or_else(|| Flaw::new(self.at, format!("no `{name}` here; expected one")))
    }

    /// The message of a field that must be there.
    pub(crate) fn message(&self, name: &'static str) -> Result<&Message<'t>, Flaw> {
        self.messages(name).next().ok_or_else(|| Flaw::new(self.at, format!("no `{name} {{ … }}` here; expected one")))
    }

    /// The number of a field that must be there.
    pub(crate) fn number(&self, name: &'static str) -> Result<(u32, usize), Flaw> {
        let (text, at) = self.scalar(name)?;
        Ok((number(text, at)?, at))
    }
}

/// A number that is not negative.
pub(crate) fn number(text: &str, at: usize) -> Result<u32, Flaw> {
    text.parse().map_err(|_| Flaw::new(at, format!("{} is no number; expected one from 0 on", shown(text))))
}

/// Reads a text. Comments run from `#` to the end of a line; between a name and its value a colon may stand, and
/// between fields commas and semicolons.
pub(crate) fn parse(text: &str) -> Result<Message<'_>, Flaw> {
    let mut reader = Reader { text, at: 0 };
    // The messages that are open, each with the name of its field.
    let mut open: Vec<(&str, Message<'_>)> = vec![("", Message::default())];
    loop {
        reader.skip(|c| c == ',' || c == ';');
        let at = reader.at;
        if reader.take('}') || reader.at == text.len() {
            let is_end = reader.at == at;
            let (name, message) = open.pop().expect("one is open");
            match (open.last_mut(), is_end) {
                (None, true) => return Ok(message),
                (Some((_, outer)), false) => {
                    outer.fields.push(Field { name, at: message.at, value: Value::Message(message) });
                }
                (None, false) => return Err(Flaw::new(at, "`}` closes nothing; expected a field")),
                (Some(_), true) => return Err(Flaw::new(message.at, "a message that is never closed; expected `}`")),
            }
            continue;
        }
        let name = reader.word()?;
        reader.skip(|c| c == ':');
        if reader.take('[') {
            reader.list(name, &mut open.last_mut().expect("one is open").1)?;
        } else if reader.take('{') {
            if open.len() > MAX_DEPTH {
                return Err(Flaw::new(at, format!("more than {MAX_DEPTH} messages in each other")));
            }
            open.push((name, Message { fields: Vec::new(), at }));
        } else {
            let value = Value::Scalar(reader.value()?);
            open.last_mut().expect("one is open").1.fields.push(Field { name, at, value });
        }
    }
}

struct Reader<'t> {
    text: &'t str,
    at: usize,
}

impl<'t> Reader<'t> {
    /// Skips white space, comments, and these marks.
    fn skip(&mut self, marks: impl Fn(char) -> bool) {
        loop {
            let rest = self.text[self.at..].trim_start_matches(|c: char| c.is_whitespace() || marks(c));
            self.at = self.text.len() - rest.len();
            if !rest.starts_with('#') {
                return;
            }
            self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
        }
    }

    fn take(&mut self, mark: char) -> bool {
        self.skip(|_| false);
        let is_there = self.text[self.at..].starts_with(mark);
        self.at += if is_there { mark.len_utf8() } else { 0 };
        is_there
    }

    /// A name or a number.
    fn word(&mut self) -> Result<&'t str, Flaw> {
        self.skip(|_| false);
        let rest = &self.text[self.at..];
        let end = rest.find(|c: char| !c.is_alphanumeric() && !"_.+-/".contains(c)).unwrap_or(rest.len());
        if end == 0 {
            return Err(Flaw::new(self.at, "a name or a value is expected here"));
        }
        self.at += end;
        Ok(&rest[..end])
    }

    /// A word, or what is between quotation marks.
    fn value(&mut self) -> Result<&'t str, Flaw> {
        self.skip(|_| false);
        let rest = &self.text[self.at..];
        let Some(quote) = rest.chars().next().filter(|c| "\"'".contains(*c)) else { return self.word() };
        let end = rest[1..].find(quote);
        let end = end.ok_or_else(|| Flaw::new(self.at, "a text that is never closed; expected a quotation mark"))?;
        self.at += end + 2;
        Ok(&rest[1..=end])
    }

    /// Values up to the closing bracket.
    fn list(&mut self, name: &'t str, message: &mut Message<'t>) -> Result<(), Flaw> {
        loop {
            self.skip(|c| c == ',');
            let at = self.at;
            if self.take(']') {
                return Ok(());
            }
            message.fields.push(Field { name, at, value: Value::Scalar(self.value()?) });
        }
    }
}
