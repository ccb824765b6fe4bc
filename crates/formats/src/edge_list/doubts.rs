//! Lines of another form than the one by which they would be read: what joins two nodes there would become a node, or
//! a part of one, and what is a number a node.

use super::lines::{ends, is_sign};
use crate::separator::Separator;
use crate::text::{Flaw, offset, shown};

/// What people write between the nodes of a link that stands for nothing here.
const JOINTS: [&str; 15] = ["-", "–", "—", "---", "-->", "=", "=>", "==", ":", "|", "/", "&", "<>", "to", "and"];

/// What is wrong with lines that are surely of another form.
pub(super) fn doubt(text: &str, lines: &[&str]) -> Option<Flaw> {
    let &first = lines.first()?;
    let joined = |line: &&str| joint(line).is_some();
    if let Some([a, sign, b]) = joint(first).filter(|_| lines.iter().all(joined)) {
        let problem = format!(
            "{} may part the nodes {} and {}; expected `{a} {b}` or `{a} -- {b}` for a link, `{a} -> {b}` for one way, or \
             names in quotation marks",
            shown(sign),
            shown(a),
            shown(b)
        );
        return Some(Flaw::new(offset(text, sign), problem));
    }
    let separators = [Separator::Semicolon, Separator::Tab, Separator::Blanks];
    separators.into_iter().find_map(|separator| decimal_comma(text, lines, separator))
}

/// Two nodes and what stands between them that is no sign of an edge list.
fn joint(line: &str) -> Option<[&str; 3]> {
    let mut words = Vec::new();
    Separator::Blanks.fields(line, &mut words);
    let by_words = match *words {
        [a, sign, b, ..] if JOINTS.contains(&sign) && !JOINTS.contains(&b) && !within_name(line, sign) => {
            Some([a, sign, b])
        }
        _ => None,
    };
    by_words.or_else(|| between_coordinates(line))
}

/// Whether such a word is a part of a name, `Core - A,Edge - B`: then another name follows by another separator.
fn within_name(line: &str, sign: &str) -> bool {
    let mut fields = Vec::new();
    [Separator::Tab, Separator::Semicolon, Separator::Comma].into_iter().any(|separator| {
        separator.fields(line, &mut fields);
        let joins = |name: &str| name.split_whitespace().nth(1) == Some(sign) && name.split_whitespace().count() > 2;
        matches!(*fields, [a, b, ..] if joins(a) && b.parse::<f64>().is_err())
    })
}

/// Two coordinates of equally many numbers, and a sign between them: `0,0-0,1`, which commas would part into `0`, `0-0`
/// and `1`.
fn between_coordinates(line: &str) -> Option<[&str; 3]> {
    let is_number = |c: char| c.is_ascii_digit() || c == ',';
    let part = |text: &str, end: Option<usize>| end.unwrap_or(text.len());
    let (a, rest) = line.split_at(part(line, line.find(|c| !is_number(c))));
    let (between, rest) = rest.split_at(part(rest, rest.find(is_number)));
    let (b, behind) = rest.split_at(part(rest, rest.find(|c| !is_number(c))));
    let is_coordinate = |text: &str| text.contains(',') && text.split(',').all(|number| !number.is_empty());
    let alike = a.matches(',').count() == b.matches(',').count() && is_coordinate(a) && is_coordinate(b);
    let sign = between.trim();
    let [apart, behind_apart] = [between.starts_with([' ', '\t']), between.ends_with([' ', '\t'])];
    let is_known = is_sign(sign) && apart && behind_apart;
    let is_minus = sign == "-" && apart && !behind_apart;
    let is_word = sign.contains(|c: char| c.is_alphanumeric() || ".;\"()[]{}".contains(c) || c.is_whitespace());
    let ends_there = behind.is_empty() || behind.starts_with(char::is_whitespace);
    let is_joint = !sign.is_empty() && !is_known && !is_minus && !is_word;
    (alike && ends_there && is_joint).then_some([a, sign, b])
}

/// The first number with a decimal comma, if by this separator all lines are links with equally many numbers.
fn decimal_comma(text: &str, lines: &[&str], separator: Separator) -> Option<Flaw> {
    let (mut fields, mut columns, mut found) = (Vec::new(), None, None);
    for line in lines {
        separator.fields(line, &mut fields);
        let (names, weights) = ends(&fields)?;
        // By blanks, more columns may be coordinates with blanks in them, `0 0 0,0 0 1`, and others nodes,
        // `0,0 0,1 1,0`.
        let is_likely = separator != Separator::Blanks || weights.len() == 1 && !has_decimal_comma(names[0]);
        if !is_likely || *columns.get_or_insert(weights.len()) != weights.len() {
            return None;
        }
        for weight in weights {
            match has_decimal_comma(weight) {
                true => found = found.or(Some(*weight)),
                false => _ = weight.parse::<f64>().ok()?,
            }
        }
    }
    let number = found?;
    let problem = format!("{} has a decimal comma; expected a point, `{}`", shown(number), number.replace(',', "."));
    Some(Flaw::new(offset(text, number), problem))
}

/// Whether a text is a number but for a comma in place of the point.
pub(super) fn has_decimal_comma(text: &str) -> bool {
    let is_whole = |digits: &str| !digits.is_empty() && digits.chars().all(|c| c.is_ascii_digit());
    let unsigned = text.trim_start_matches(['+', '-']);
    unsigned.split_once(',').is_some_and(|(whole, rest)| is_whole(whole) && is_whole(rest))
}
