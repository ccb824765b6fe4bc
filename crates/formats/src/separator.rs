//! Lines of fields, as lists of edges and neighbours have them, and what separates the fields.

/// What separates the fields of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, strum::Display, strum::EnumIter)]
#[strum(serialize_all = "lowercase")]
pub(crate) enum Separator {
    #[strum(serialize = "tabs")]
    Tab,
    #[strum(serialize = "semicolons")]
    Semicolon,
    #[strum(serialize = "commas")]
    Comma,
    /// Any white space, any number of it.
    Blanks,
}

impl Separator {
    /// Whether a character separates fields.
    pub(crate) fn is(self, c: char) -> bool {
        match self {
            Self::Tab => c == '\t',
            Self::Semicolon => c == ';',
            Self::Comma => c == ',',
            Self::Blanks => c.is_whitespace(),
        }
    }

    /// The fields of a line, without white space around them and without empty ones at the end. What stands in
    /// quotation marks or in brackets is one field or a part of one, whatever is in it.
    pub(crate) fn fields<'t>(self, line: &'t str, fields: &mut Vec<&'t str>) {
        fields.clear();
        let (mut start, mut depth, mut quoted) = (0, 0_u32, false);
        for (at, c) in line.char_indices() {
            match c {
                '"' => quoted = !quoted,
                _ if quoted => {}
                '(' | '[' => depth += 1,
                ')' | ']' => depth = depth.saturating_sub(1),
                c if depth == 0 && self.is(c) => {
                    fields.push(line[start..at].trim());
                    start = at + c.len_utf8();
                }
                _ => {}
            }
        }
        fields.push(line[start..].trim());
        match self {
            Self::Blanks => fields.retain(|field| !field.is_empty()),
            _ => fields.truncate(fields.iter().rposition(|field| !field.is_empty()).map_or(0, |last| last + 1)),
        }
    }
}

/// The name in a field: without the quotation marks around it.
pub(crate) fn unquoted(field: &str) -> &str {
    field.strip_prefix('"').and_then(|rest| rest.strip_suffix('"')).unwrap_or(field)
}

/// A line without comments and attributes in braces: these start a word, and `//` a line.
pub(crate) fn strip(line: &str) -> &str {
    if line.trim_start().starts_with("//") {
        return "";
    }
    let is_gap = |c: char| c.is_whitespace() || ",;".contains(c);
    let starts = |&(at, mark): &(usize, char)| "#%{".contains(mark) && !line[..at].ends_with(|c| !is_gap(c));
    line.char_indices().find(starts).map_or(line, |(at, _)| &line[..at]).trim()
}
