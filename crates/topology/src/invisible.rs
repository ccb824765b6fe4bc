//! Characters that are not seen.

/// Whether a character of a text from outside is not seen, or turns what is around it: two names that differ in such
/// ones alone look like one, and a text with marks of direction reads as another. These are the characters that Unicode
/// says to ignore where they cannot be shown (`Default_Ignorable_Code_Point`, tags and selectors of variants among
/// them), marks of lines, of annotations and of direction, and letters and signs whose form is a blank. Control
/// characters are not among them; blanks that part words are not either.
///
/// ```
/// use wormcast_topology::is_invisible;
/// assert!(['\u{ad}', '\u{200b}', '\u{2800}', '\u{e0041}'].into_iter().all(is_invisible));
/// assert!(!['a', ' ', 'é', '漢', '\u{301}'].into_iter().any(is_invisible));
/// ```
pub const fn is_invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{17b4}'..='\u{17b5}' | '\u{180b}'..='\u{180f}'
        // Fillers: letters of no form.
        | '\u{115f}'..='\u{1160}' | '\u{3164}' | '\u{ffa0}' | '\u{16fe4}'
        // The pattern of Braille without dots, and the head of a note without one.
        | '\u{2800}' | '\u{1d159}'
        | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2060}'..='\u{206f}'
        | '\u{fe00}'..='\u{fe0f}' | '\u{feff}' | '\u{fff0}'..='\u{fffb}'
        | '\u{1bca0}'..='\u{1bca3}' | '\u{1d173}'..='\u{1d17a}' | '\u{e0000}'..='\u{e0fff}')
}

/// A text of JSON in which each character that is not seen, or that turns the text around it, stands as `\u202e`: the
/// same value.
///
/// ```
/// assert_eq!(wormcast_topology::escape_invisible("a\u{202e}b\u{e0041}"), "a\\u202eb\\udb40\\udc41");
/// ```
pub fn escape_invisible(text: &str) -> std::borrow::Cow<'_, str> {
    if text.is_ascii() || !text.contains(is_invisible) {
        return text.into();
    }
    let mut escaped = String::with_capacity(2 * text.len());
    for c in text.chars() {
        match is_invisible(c) {
            true => c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| escaped += &format!("\\u{unit:04x}")),
            false => escaped.push(c),
        }
    }
    escaped.into()
}
