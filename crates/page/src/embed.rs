//! Data inside a page.

use serde::Serialize;
use wormcast::topology::is_invisible;

/// The page without data. `npm run build` in `web` writes it.
const TEMPLATE: &str = include_str!("page.html");
/// Where the data belongs.
const PLACE: &str = "<script type=\"application/json\" id=\"data\">null</script>";

/// The page with this data.
pub(crate) fn page_with(data: &impl Serialize) -> String {
    let json = serde_json::to_string(data).expect("names and numbers can be written");
    let element = PLACE.replace("null", &harmless(&json));
    TEMPLATE.replacen(PLACE, &element, 1)
}

/// JSON of the same meaning that cannot end the element that it stands in, nor begin another: no `<`, `>` or `&`, which
/// JSON has in texts only.
fn harmless(json: &str) -> String {
    let mut text = String::with_capacity(json.len() + json.len() / 16);
    for c in json.chars() {
        match c {
            '<' => text.push_str("\\u003c"),
            '>' => text.push_str("\\u003e"),
            '&' => text.push_str("\\u0026"),
            // What is not seen, or turns the direction of writing, is seen by who reads the file.
            _ if is_invisible(c) => {
                c.encode_utf16(&mut [0; 2]).iter().for_each(|unit| text.push_str(&format!("\\u{unit:04x}")));
            }
            _ => text.push(c),
        }
    }
    text
}

#[cfg(test)]
mod tests {
    use super::{PLACE, TEMPLATE, harmless};

    #[test]
    fn the_template_has_one_place_for_data() {
        assert_eq!(TEMPLATE.matches(PLACE).count(), 1);
    }

    #[test]
    fn data_stays_in_its_element_and_keeps_its_meaning() {
        let hostile =
            ["</script><script>", "<!--", "a & b", "\u{2028}", "a\u{202e}b", "\u{ad}", "\u{e0041}", "null", "\\u003c"];
        let json = serde_json::to_string(&hostile).unwrap();
        let text = harmless(&json);
        assert!(!text.contains(['<', '>', '&', '\u{2028}', '\u{202e}', '\u{ad}', '\u{e0041}']), "{text}");
        assert_eq!(serde_json::from_str::<Vec<String>>(&text).unwrap(), hostile);
    }
}
