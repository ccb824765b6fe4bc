//! How much room a text takes, without knowing the font: a careful guess that no common sans font exceeds by much.

use crate::scene::{Anchor, Text};
use kurbo::Rect;
use wormcast_topology::is_invisible;

/// Names longer than this are shortened in the middle.
const LONGEST_NAME: usize = 24;
/// Lines of a legend that are longer than this are, too.
const LONGEST_SENTENCE: usize = 90;

impl Text {
    /// The box around it.
    pub(crate) fn bounds(&self) -> Rect {
        let width = text_width(&self.content, self.size, self.bold);
        let left = match self.anchor {
            Anchor::Start => self.at.x,
            Anchor::Middle => self.at.x - width / 2.0,
            Anchor::End => self.at.x - width,
        };
        Rect::new(left, self.at.y - 0.78 * self.size, left + width, self.at.y + 0.24 * self.size)
    }
}

/// The width of a line of text.
pub(crate) fn text_width(content: &str, size: f64, bold: bool) -> f64 {
    let em: f64 = content.chars().map(char_width).sum();
    em * size * if bold { 1.1 } else { 1.0 }
}

/// The width that a line of usual letters takes, at most and in most fonts without serifs.
pub fn width(content: &str, size: f64) -> f64 {
    text_width(content, size, false)
}

/// The width of a character, in sizes of the font.
fn char_width(c: char) -> f64 {
    match c {
        'i' | 'j' | 'l' | 'I' | '|' | '!' | '.' | ',' | ':' | ';' | '\'' | ' ' | '(' | ')' | '[' | ']' => 0.36,
        'f' | 'r' | 't' | '-' => 0.42,
        'm' | 'w' | 'M' | 'W' | '@' | '%' => 0.96,
        'A'..='Z' => 0.7,
        ' '..='~' => 0.62,
        '\u{a0}'..='\u{24f}' => 0.66,
        _ => 1.0,
    }
}

/// A name as a picture can show it.
pub(crate) fn printable(name: &str) -> String {
    shortened(name, LONGEST_NAME)
}

/// A sentence in a legend, which is cut where it is longer than a line.
pub(crate) fn sentence(text: &str) -> String {
    shortened(text, LONGEST_SENTENCE)
}

/// A text that a picture can show, with at most this many characters: the middle is left out.
pub(crate) fn shortened(text: &str, longest: usize) -> String {
    let clean: Vec<char> = clean(text).chars().collect();
    if clean.len() <= longest {
        return clean.into_iter().collect();
    }
    let head = longest * 2 / 3;
    let tail = longest - head - 1;
    clean[..head].iter().chain(&['…']).chain(&clean[clean.len() - tail..]).collect()
}

/// A text without characters that XML forbids or that turn the text around.
pub(crate) fn clean(text: &str) -> String {
    text.chars().map(|c| if is_hostile(c) { '\u{fffd}' } else { c }).collect()
}

/// Control characters, what is not seen or turns the direction of writing, and what is no character.
fn is_hostile(c: char) -> bool {
    c.is_control() || is_invisible(c) || matches!(c as u32 & 0xffff, 0xfffe | 0xffff)
}
